// The BT.709 matrix in integers: from full-range 8-bit R'G'B' to limited-range 8-bit Y'CbCr.
//
// ITU-R BT.709-6, items 3.2 to 3.5, with Kr = 0.2126, Kb = 0.0722, Kg = 1 - Kr - Kb = 0.7152, and R, G, B in 0...255:
//
//     E   = Kr R + Kg G + Kb B                        0 ... 255
//     Y   =  16 + 219/255 E                          16 ... 235
//     Cb  = 128 + 224/255 (B - E) / (2 (1 - Kb))     16 ... 240
//     Cr  = 128 + 224/255 (R - E) / (2 (1 - Kr))     16 ... 240
//
// The factors of R, G and B, times 2^15, are
//
//     Y     5983.05   20127.38    2031.87
//     Cb   -3297.94  -11094.53   14392.47
//     Cr   14392.47  -13072.77   -1319.69
//
// 15 bits of fraction are the most with which every factor fits the signed 16-bit lanes of a multiply-and-add. They are
// rounded so that a row of Cb or Cr has the sum 0 (grey has no colour: exactly 128) and that of Y the sum 28142, which
// is 2^15 219/255 (white is exactly 235). The errors of a row's factors then add up to less than 1.1, so a sum is less
// than 1.1 * 255 / 2^15 < 0.009 from the real number before it's rounded, and within 0.51 of it after: at most 1 from
// the rounded real number, and equal to it for all but one in a thousand of the samples that the 2^24 colours have.

#ifndef DOUBLETAKE_BT709_H
#define DOUBLETAKE_BT709_H

#include <stdint.h>

enum {
    BT709_FRACTION_BITS = 15,

    BT709_LUMA_RED = 5983,
    BT709_LUMA_GREEN = 20127,
    BT709_LUMA_BLUE = 2032,

    BT709_CB_RED = -3298,
    BT709_CB_GREEN = -11094,
    BT709_CB_BLUE = 14392,

    BT709_CR_RED = 14393,
    BT709_CR_GREEN = -13073,
    BT709_CR_BLUE = -1320,

    BT709_LUMA_OFFSET = 16,
    BT709_CHROMA_OFFSET = 128,

    /// The offset of a luma sample and the half that rounds it.
    BT709_LUMA_BIAS = (BT709_LUMA_OFFSET << BT709_FRACTION_BITS) + (1 << (BT709_FRACTION_BITS - 1)),

    /// A chroma sample is made from the sum of four pixels, not from their mean, so it has two bits of fraction more.
    BT709_BLOCK_FRACTION_BITS = BT709_FRACTION_BITS + 2,
    BT709_BLOCK_CHROMA_BIAS =
        (BT709_CHROMA_OFFSET << BT709_BLOCK_FRACTION_BITS) + (1 << (BT709_BLOCK_FRACTION_BITS - 1)),
};

_Static_assert(BT709_LUMA_RED + BT709_LUMA_GREEN + BT709_LUMA_BLUE == 28142, "white must be 235");
_Static_assert(BT709_CB_RED + BT709_CB_GREEN + BT709_CB_BLUE == 0, "grey must have no blue difference");
_Static_assert(BT709_CR_RED + BT709_CR_GREEN + BT709_CR_BLUE == 0, "grey must have no red difference");

/// The luma of a colour without its offset of 16, with BT709_FRACTION_BITS of fraction.
static inline int32_t bt709_luma(int32_t red, int32_t green, int32_t blue)
{
    return BT709_LUMA_RED * red + BT709_LUMA_GREEN * green + BT709_LUMA_BLUE * blue;
}

/// The blue difference of a colour without its offset of 128, with BT709_FRACTION_BITS of fraction.
static inline int32_t bt709_cb(int32_t red, int32_t green, int32_t blue)
{
    return BT709_CB_RED * red + BT709_CB_GREEN * green + BT709_CB_BLUE * blue;
}

/// The red difference of a colour without its offset of 128, with BT709_FRACTION_BITS of fraction.
static inline int32_t bt709_cr(int32_t red, int32_t green, int32_t blue)
{
    return BT709_CR_RED * red + BT709_CR_GREEN * green + BT709_CR_BLUE * blue;
}

#endif
