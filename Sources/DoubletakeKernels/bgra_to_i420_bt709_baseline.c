#include "bgra_to_i420_bt709.h"
#include "bt709.h"

// Loops that GCC and Clang turn into SSE2 or NEON by themselves: no branch, no call, one kind of result in each.

static void convert_luma(const uint8_t *restrict bgra, uint8_t *restrict luma, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        const uint8_t *const pixel = bgra + 4 * i;
        luma[i] = (uint8_t) ((bt709_luma(pixel[2], pixel[1], pixel[0]) + BT709_LUMA_BIAS) >> BT709_FRACTION_BITS);
    }
}

static void convert_chroma(
    const uint8_t *restrict top,
    const uint8_t *restrict bottom,
    uint8_t *restrict cb,
    uint8_t *restrict cr,
    size_t blocks
)
{
    for (size_t i = 0; i < blocks; i++) {
        const uint8_t *const above = top + 8 * i;
        const uint8_t *const below = bottom + 8 * i;
        const int32_t blue = above[0] + above[4] + below[0] + below[4];
        const int32_t green = above[1] + above[5] + below[1] + below[5];
        const int32_t red = above[2] + above[6] + below[2] + below[6];
        cb[i] = (uint8_t) ((bt709_cb(red, green, blue) + BT709_BLOCK_CHROMA_BIAS) >> BT709_BLOCK_FRACTION_BITS);
        cr[i] = (uint8_t) ((bt709_cr(red, green, blue) + BT709_BLOCK_CHROMA_BIAS) >> BT709_BLOCK_FRACTION_BITS);
    }
}

void doubletake_bgra_to_i420_bt709_row_pair_baseline(row_pair rows, size_t width)
{
    convert_luma(rows.top, rows.top_luma, width);
    convert_luma(rows.bottom, rows.bottom_luma, width);
    convert_chroma(rows.top, rows.bottom, rows.cb, rows.cr, width / 2);
}
