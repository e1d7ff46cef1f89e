#include "DoubletakeKernels.h"
#include "bgra_to_i420_bt709.h"
#include "bt709.h"

enum { BYTES_PER_PIXEL = 4 };

bool doubletake_has_fast_code_path(void)
{
#if defined(__x86_64__)
    // Also false where the kernel doesn't save the wide registers.
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/// Converts the last column of an odd width as if there were the same column once more.
static void convert_odd_column(row_pair rows, size_t column)
{
    const uint8_t *const top = rows.top + BYTES_PER_PIXEL * column;
    const uint8_t *const bottom = rows.bottom + BYTES_PER_PIXEL * column;

    // The block's blue, green and red: the sum of four pixels, two of which are the others again.
    const int32_t blue = 2 * (top[0] + bottom[0]);
    const int32_t green = 2 * (top[1] + bottom[1]);
    const int32_t red = 2 * (top[2] + bottom[2]);
    const int32_t cb = bt709_cb(red, green, blue) + BT709_BLOCK_CHROMA_BIAS;
    const int32_t cr = bt709_cr(red, green, blue) + BT709_BLOCK_CHROMA_BIAS;
    rows.cb[column / 2] = (uint8_t) (cb >> BT709_BLOCK_FRACTION_BITS);
    rows.cr[column / 2] = (uint8_t) (cr >> BT709_BLOCK_FRACTION_BITS);

    const uint8_t top_luma = doubletake_color_bt709_from_rgb(top[2], top[1], top[0]).luma;
    const uint8_t bottom_luma = doubletake_color_bt709_from_rgb(bottom[2], bottom[1], bottom[0]).luma;
    rows.top_luma[column] = top_luma;
    rows.top_luma[column + 1] = top_luma;
    rows.bottom_luma[column] = bottom_luma;
    rows.bottom_luma[column + 1] = bottom_luma;
}

void doubletake_bgra_to_i420_bt709(
    const uint8_t *bgra,
    ptrdiff_t bgra_stride,
    doubletake_i420 destination,
    size_t width,
    size_t height,
    doubletake_code_path code_path
)
{
    const size_t paired_width = width - width % 2;

    void (*convert_row_pair)(row_pair, size_t) = doubletake_bgra_to_i420_bt709_row_pair_baseline;
#if defined(__x86_64__)
    if (code_path == doubletake_code_path_fastest && paired_width >= DOUBLETAKE_AVX2_COLUMNS
        && doubletake_has_fast_code_path()) {
        convert_row_pair = doubletake_bgra_to_i420_bt709_row_pair_avx2;
    }
#else
    (void) code_path;
#endif

    for (size_t y = 0; y < height; y += 2) {
        const ptrdiff_t row = (ptrdiff_t) y;
        const uint8_t *const top = bgra + row * bgra_stride;
        uint8_t *const top_luma = destination.luma + row * destination.luma_stride;
        const row_pair rows = {
            .top = top,
            .bottom = y + 1 < height ? top + bgra_stride : top,
            .top_luma = top_luma,
            .bottom_luma = top_luma + destination.luma_stride,
            .cb = destination.cb + row / 2 * destination.cb_stride,
            .cr = destination.cr + row / 2 * destination.cr_stride,
        };
        convert_row_pair(rows, paired_width);
        if (paired_width < width) {
            convert_odd_column(rows, paired_width);
        }
    }
}
