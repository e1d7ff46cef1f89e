#include "DoubletakeKernels.h"
#include "bt709.h"

doubletake_color_bt709 doubletake_color_bt709_from_rgb(uint8_t red, uint8_t green, uint8_t blue)
{
    // Four equal pixels make a block, so that a colour and a picture of that colour are rounded alike.
    const int32_t cb = 4 * bt709_cb(red, green, blue);
    const int32_t cr = 4 * bt709_cr(red, green, blue);
    return (doubletake_color_bt709) {
        .luma = (uint8_t) ((bt709_luma(red, green, blue) + BT709_LUMA_BIAS) >> BT709_FRACTION_BITS),
        .cb = (uint8_t) ((cb + BT709_BLOCK_CHROMA_BIAS) >> BT709_BLOCK_FRACTION_BITS),
        .cr = (uint8_t) ((cr + BT709_BLOCK_CHROMA_BIAS) >> BT709_BLOCK_FRACTION_BITS),
    };
}
