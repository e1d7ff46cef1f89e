// Turns a limited-range BT.709 picture into what a screen shows.
//
// With Y' in 0...1 and Cb, Cr in -1/2...1/2 (ITU-R BT.709-6, items 3.2 and 3.3), Kr = 0.2126 and Kb = 0.0722:
//
//     R = Y' + 2 (1 - Kr) Cr        B = Y' + 2 (1 - Kb) Cb        G = (Y' - Kr R - Kb B) / (1 - Kr - Kb)
//
// libyuv's own conversion (H420ToARGB) counts blue's factor in 8 bits, where it doesn't fit: saturated blue is 12 too dark.

#include "DoubletakeKernels.h"

enum {
    /// The largest factor is 2.2 and samples have 8 bits: 14 bits of fraction leave room for the sum of three.
    FRACTION_BITS = 14,
};

#define FIXED(factor) ((int32_t)((factor) * (1 << FRACTION_BITS) + ((factor) < 0 ? -0.5 : 0.5)))

static const int32_t LUMA = FIXED(255.0 / 219);
static const int32_t RED_CR = FIXED(2 * (1 - 0.2126) * 255 / 224);
static const int32_t BLUE_CB = FIXED(2 * (1 - 0.0722) * 255 / 224);
static const int32_t GREEN_CB = FIXED(-0.0722 * 2 * (1 - 0.0722) / (1 - 0.2126 - 0.0722) * 255 / 224);
static const int32_t GREEN_CR = FIXED(-0.2126 * 2 * (1 - 0.2126) / (1 - 0.2126 - 0.0722) * 255 / 224);

static inline uint8_t clamped(int32_t value)
{
    const int32_t sample = value >> FRACTION_BITS;
    return (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
}

static inline __attribute__((always_inline)) void convert_pixel(
    uint8_t *restrict bgra, uint8_t luma, int32_t blue, int32_t green, int32_t red
)
{
    const int32_t grey = LUMA * (luma - 16) + (1 << (FRACTION_BITS - 1));
    bgra[0] = clamped(grey + blue);
    bgra[1] = clamped(grey + green);
    bgra[2] = clamped(grey + red);
    bgra[3] = 255;
}

static inline __attribute__((always_inline)) void convert_row(
    const uint8_t *restrict luma,
    const uint8_t *restrict cb_row,
    const uint8_t *restrict cr_row,
    uint8_t *restrict bgra,
    size_t width
)
{
    for (size_t block = 0; block < width / 2; block++) {
        const int32_t cb = cb_row[block] - 128, cr = cr_row[block] - 128;
        const int32_t blue = BLUE_CB * cb, green = GREEN_CB * cb + GREEN_CR * cr, red = RED_CR * cr;
        convert_pixel(bgra + 8 * block, luma[2 * block], blue, green, red);
        convert_pixel(bgra + 8 * block + 4, luma[2 * block + 1], blue, green, red);
    }
    if (width % 2 == 0) return;
    const int32_t cb = cb_row[width / 2] - 128, cr = cr_row[width / 2] - 128;
    convert_pixel(
        bgra + 4 * (width - 1), luma[width - 1], BLUE_CB * cb, GREEN_CB * cb + GREEN_CR * cr, RED_CR * cr);
}

static inline __attribute__((always_inline)) void convert(
    const doubletake_i420_source picture, uint8_t *bgra, ptrdiff_t bgra_stride, size_t width, size_t height
)
{
    for (size_t row = 0; row < height; row++) {
        const ptrdiff_t index = (ptrdiff_t)row;
        convert_row(
            picture.luma + index * picture.luma_stride, picture.cb + index / 2 * picture.cb_stride,
            picture.cr + index / 2 * picture.cr_stride, bgra + index * bgra_stride, width
        );
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void convert_avx2(
    const doubletake_i420_source picture, uint8_t *bgra, ptrdiff_t bgra_stride, size_t width, size_t height
)
{
    convert(picture, bgra, bgra_stride, width, height);
}
#endif

void doubletake_bt709_to_bgra(
    doubletake_i420_source picture,
    uint8_t *bgra,
    ptrdiff_t bgra_stride,
    size_t width,
    size_t height,
    doubletake_code_path code_path
)
{
#if defined(__x86_64__)
    if (code_path == doubletake_code_path_fastest && doubletake_has_fast_code_path()) {
        convert_avx2(picture, bgra, bgra_stride, width, height);
        return;
    }
#endif
    (void)code_path;
    convert(picture, bgra, bgra_stride, width, height);
}
