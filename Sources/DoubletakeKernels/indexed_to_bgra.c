#include "DoubletakeKernels.h"

#include <string.h>

void doubletake_indexed_to_bgra(
    const uint8_t *pixels,
    ptrdiff_t pixels_stride,
    const uint8_t *colors,
    uint8_t *bgra,
    ptrdiff_t bgra_stride,
    size_t width,
    size_t height
)
{
    for (size_t y = 0; y < height; y++) {
        const uint8_t *const from = pixels + (ptrdiff_t) y * pixels_stride;
        uint8_t *const to = bgra + (ptrdiff_t) y * bgra_stride;
        for (size_t x = 0; x < width; x++) {
            memcpy(to + 4 * x, colors + 4 * (size_t) from[x], 4);
        }
    }
}
