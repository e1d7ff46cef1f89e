// Turns an I420 picture of another matrix or range into limited-range BT.709, in place.
//
// With Y' in 0...1 and Cb, Cr in -1/2...1/2 (ITU-R BT.601-7 and BT.709-6, items 2.5 and 3.3):
//
//     R = Y' + 2 (1 - Kr) Cr        B = Y' + 2 (1 - Kb) Cb        G = (Y' - Kr R - Kb B) / (1 - Kr - Kb)
//
// and the same backwards with the other constants. Grey stays grey, so luma is itself plus a part of both chromas, and
// chroma is made of the two chromas alone: seven factors.

#include "DoubletakeKernels.h"

enum {
    /// The factors are at most 1.2 and samples have 8 bits: 14 bits of fraction leave room for the sum of three.
    FRACTION_BITS = 14,
};

struct matrix {
    int32_t luma, luma_offset, luma_cb, luma_cr;
    int32_t cb_cb, cb_cr, cr_cb, cr_cr;
};

struct constants {
    double red, blue;
};

static const struct constants BT601 = {0.299, 0.114}, BT709 = {0.2126, 0.0722};

static int32_t fixed(double factor)
{
    return (int32_t)(factor * (1 << FRACTION_BITS) + (factor < 0 ? -0.5 : 0.5));
}

static struct matrix matrix_from(doubletake_yuv_kind kind)
{
    const struct constants from = kind == doubletake_yuv_bt709_full ? BT709 : BT601;
    const double from_green = 1 - from.red - from.blue, to_green = 1 - BT709.red - BT709.blue;
    const bool is_full = kind != doubletake_yuv_bt601_limited;
    // From samples to samples: their units divided by ours.
    const double luma_unit = is_full ? 219.0 / 255 : 1, chroma_unit = is_full ? 224.0 / 255 : 1;
    // What a unit of chroma adds to red, green and blue.
    const double red_cr = 2 * (1 - from.red), blue_cb = 2 * (1 - from.blue);
    const double green_cb = -from.blue * blue_cb / from_green, green_cr = -from.red * red_cr / from_green;
    // And to the other luma, which is taken off again for the other chroma.
    const double luma_cb = to_green * green_cb + BT709.blue * blue_cb;
    const double luma_cr = BT709.red * red_cr + to_green * green_cr;
    const double cb_divisor = 2 * (1 - BT709.blue), cr_divisor = 2 * (1 - BT709.red);
    return (struct matrix){
        .luma = fixed(luma_unit),
        .luma_offset = is_full ? 0 : 16,
        // A unit of chroma is 224 steps, a unit of luma 219.
        .luma_cb = fixed(luma_cb * chroma_unit * 219 / 224),
        .luma_cr = fixed(luma_cr * chroma_unit * 219 / 224),
        .cb_cb = fixed((blue_cb - luma_cb) / cb_divisor * chroma_unit),
        .cb_cr = fixed(-luma_cr / cb_divisor * chroma_unit),
        .cr_cb = fixed(-luma_cb / cr_divisor * chroma_unit),
        .cr_cr = fixed((red_cr - luma_cr) / cr_divisor * chroma_unit),
    };
}

static inline uint8_t clamped(int32_t value)
{
    const int32_t sample = value >> FRACTION_BITS;
    return (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
}

static inline __attribute__((always_inline)) void convert_rows(
    const struct matrix m,
    uint8_t *restrict top,
    uint8_t *restrict bottom,
    uint8_t *restrict cb_row,
    uint8_t *restrict cr_row,
    size_t block_count
)
{
    const int32_t half = 1 << (FRACTION_BITS - 1);
    const int32_t luma_bias = (16 << FRACTION_BITS) + half - m.luma_offset * m.luma;
    const int32_t chroma_bias = (128 << FRACTION_BITS) + half;
    for (size_t block = 0; block < block_count; block++) {
        const int32_t cb = cb_row[block] - 128, cr = cr_row[block] - 128;
        const int32_t added = m.luma_cb * cb + m.luma_cr * cr + luma_bias;
        top[2 * block] = clamped(m.luma * top[2 * block] + added);
        top[2 * block + 1] = clamped(m.luma * top[2 * block + 1] + added);
        bottom[2 * block] = clamped(m.luma * bottom[2 * block] + added);
        bottom[2 * block + 1] = clamped(m.luma * bottom[2 * block + 1] + added);
        cb_row[block] = clamped(m.cb_cb * cb + m.cb_cr * cr + chroma_bias);
        cr_row[block] = clamped(m.cr_cb * cb + m.cr_cr * cr + chroma_bias);
    }
}

static inline __attribute__((always_inline)) void convert(
    const struct matrix m, doubletake_i420 picture, size_t width, size_t height
)
{
    for (size_t row = 0; row < height / 2; row++) {
        const ptrdiff_t index = (ptrdiff_t)row;
        uint8_t *const top = picture.luma + 2 * index * picture.luma_stride;
        convert_rows(
            m, top, top + picture.luma_stride, picture.cb + index * picture.cb_stride,
            picture.cr + index * picture.cr_stride, width / 2
        );
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void convert_avx2(
    const struct matrix m, doubletake_i420 picture, size_t width, size_t height
)
{
    convert(m, picture, width, height);
}
#endif

void doubletake_i420_to_bt709(
    doubletake_i420 picture,
    size_t width,
    size_t height,
    doubletake_yuv_kind kind,
    doubletake_code_path code_path
)
{
    const struct matrix m = matrix_from(kind);
#if defined(__x86_64__)
    if (code_path == doubletake_code_path_fastest && doubletake_has_fast_code_path()) {
        convert_avx2(m, picture, width, height);
        return;
    }
#endif
    (void)code_path;
    convert(m, picture, width, height);
}
