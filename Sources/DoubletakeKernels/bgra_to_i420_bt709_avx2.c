#include "bgra_to_i420_bt709.h"

#if defined(__x86_64__)

#include "bt709.h"

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline

// One multiply-and-add (pmaddwd) multiplies the 16-bit halves of each 32-bit lane and adds the two products. A pixel
// fills a lane, and its bytes become two lanes of halves without any shuffle: blue and red by a mask, green and alpha
// by a shift. Two multiply-and-adds are a row of the matrix, in the order of the pixels; alpha's factor is 0.

/// Blue and red of eight pixels (or of eight 2x2 sums of them), and their green and alpha, in 16-bit halves.
typedef struct pixels {
    __m256i blue_red;
    __m256i green_alpha;
} pixels;

/// A row of the matrix in the layout of `pixels`, the bias in 32-bit lanes.
typedef struct matrix_row {
    __m256i blue_red;
    __m256i green_alpha;
    __m256i bias;
} matrix_row;

AVX2_INLINE matrix_row make_matrix_row(int red, int green, int blue, int bias)
{
    return (matrix_row) {
        .blue_red = _mm256_set1_epi32((int) ((uint32_t) red << 16 | ((uint32_t) blue & 0xffff))),
        .green_alpha = _mm256_set1_epi32(green & 0xffff),
        .bias = _mm256_set1_epi32(bias),
    };
}

AVX2_INLINE pixels load_pixels(const uint8_t *bgra)
{
    const __m256i bytes = _mm256_loadu_si256((const __m256i *) bgra);
    return (pixels) {
        .blue_red = _mm256_and_si256(bytes, _mm256_set1_epi32(0x00ff00ff)),
        .green_alpha = _mm256_srli_epi16(bytes, 8),
    };
}

AVX2_INLINE __m256i multiply(pixels pixels, matrix_row row)
{
    const __m256i first = _mm256_madd_epi16(pixels.blue_red, row.blue_red);
    const __m256i second = _mm256_madd_epi16(pixels.green_alpha, row.green_alpha);
    return _mm256_add_epi32(_mm256_add_epi32(first, second), row.bias);
}

/// The luma of 32 pixels, in their order.
AVX2_INLINE void store_luma(const pixels pixels[4], matrix_row row, uint8_t *luma)
{
    const __m256i luma0 = _mm256_srli_epi32(multiply(pixels[0], row), BT709_FRACTION_BITS);
    const __m256i luma1 = _mm256_srli_epi32(multiply(pixels[1], row), BT709_FRACTION_BITS);
    const __m256i luma2 = _mm256_srli_epi32(multiply(pixels[2], row), BT709_FRACTION_BITS);
    const __m256i luma3 = _mm256_srli_epi32(multiply(pixels[3], row), BT709_FRACTION_BITS);
    const __m256i luma01 = _mm256_packs_epi32(luma0, luma1);
    const __m256i luma23 = _mm256_packs_epi32(luma2, luma3);
    // Packing works on each half of a register by itself. In fours of samples, the order is now 0 2 4 6 | 1 3 5 7.
    const __m256i packed = _mm256_packus_epi16(luma01, luma23);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_storeu_si256((__m256i *) luma, _mm256_permutevar8x32_epi32(packed, order));
}

/// The sums of neighbouring 32-bit lanes of two registers, each of two 16-bit halves, in the order 0 1 4 5 | 2 3 6 7.
AVX2_INLINE __m256i add_neighbours(__m256i first, __m256i second)
{
    const __m256 first_lanes = _mm256_castsi256_ps(first);
    const __m256 second_lanes = _mm256_castsi256_ps(second);
    const __m256i even = _mm256_castps_si256(_mm256_shuffle_ps(first_lanes, second_lanes, _MM_SHUFFLE(2, 0, 2, 0)));
    const __m256i odd = _mm256_castps_si256(_mm256_shuffle_ps(first_lanes, second_lanes, _MM_SHUFFLE(3, 1, 3, 1)));
    return _mm256_add_epi16(even, odd);
}

/// The sums of eight blocks, two registers of pixels of the upper row with the two below them: at most 1020 in a half.
AVX2_INLINE pixels add_blocks(const pixels top[2], const pixels bottom[2])
{
    return (pixels) {
        .blue_red = add_neighbours(
            _mm256_add_epi16(top[0].blue_red, bottom[0].blue_red),
            _mm256_add_epi16(top[1].blue_red, bottom[1].blue_red)
        ),
        .green_alpha = add_neighbours(
            _mm256_add_epi16(top[0].green_alpha, bottom[0].green_alpha),
            _mm256_add_epi16(top[1].green_alpha, bottom[1].green_alpha)
        ),
    };
}

/// One chroma of 16 blocks in 16-bit lanes: in pairs of samples, the order is 0 2 4 6 | 1 3 5 7.
AVX2_INLINE __m256i block_chroma(pixels first, pixels second, matrix_row row)
{
    const __m256i first_samples = _mm256_srli_epi32(multiply(first, row), BT709_BLOCK_FRACTION_BITS);
    const __m256i second_samples = _mm256_srli_epi32(multiply(second, row), BT709_BLOCK_FRACTION_BITS);
    return _mm256_packs_epi32(first_samples, second_samples);
}

AVX2 void doubletake_bgra_to_i420_bt709_row_pair_avx2(row_pair rows, size_t width)
{
    const matrix_row luma = make_matrix_row(BT709_LUMA_RED, BT709_LUMA_GREEN, BT709_LUMA_BLUE, BT709_LUMA_BIAS);
    const matrix_row cb = make_matrix_row(BT709_CB_RED, BT709_CB_GREEN, BT709_CB_BLUE, BT709_BLOCK_CHROMA_BIAS);
    const matrix_row cr = make_matrix_row(BT709_CR_RED, BT709_CR_GREEN, BT709_CR_BLUE, BT709_BLOCK_CHROMA_BIAS);

    size_t column = 0;
    for (;;) {
        pixels top[4];
        pixels bottom[4];
        for (size_t i = 0; i < 4; i++) {
            top[i] = load_pixels(rows.top + 4 * column + 32 * i);
            bottom[i] = load_pixels(rows.bottom + 4 * column + 32 * i);
        }
        store_luma(top, luma, rows.top_luma + column);
        store_luma(bottom, luma, rows.bottom_luma + column);

        const pixels first = add_blocks(top, bottom);
        const pixels second = add_blocks(top + 2, bottom + 2);
        const __m256i packed = _mm256_packus_epi16(block_chroma(first, second, cb), block_chroma(first, second, cr));
        // Each half now has eight Cb and then eight Cr: the lower half the even pairs of samples, the upper the odd.
        const __m128i even = _mm256_castsi256_si128(packed);
        const __m128i odd = _mm256_extracti128_si256(packed, 1);
        _mm_storeu_si128((__m128i *) (rows.cb + column / 2), _mm_unpacklo_epi16(even, odd));
        _mm_storeu_si128((__m128i *) (rows.cr + column / 2), _mm_unpackhi_epi16(even, odd));

        if (column + DOUBLETAKE_AVX2_COLUMNS == width) {
            return;
        }
        // The last step ends with the row: it may do columns of the step before it again, with the same results.
        const size_t last = width - DOUBLETAKE_AVX2_COLUMNS;
        column = column + DOUBLETAKE_AVX2_COLUMNS < last ? column + DOUBLETAKE_AVX2_COLUMNS : last;
    }
}

#endif
