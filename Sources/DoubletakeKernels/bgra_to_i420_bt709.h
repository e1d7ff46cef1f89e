// Two rows of BGRA to two rows of luma and one of each chroma: the step that the code paths have each in their own way.

#ifndef DOUBLETAKE_BGRA_TO_I420_BT709_H
#define DOUBLETAKE_BGRA_TO_I420_BT709_H

#include <stddef.h>
#include <stdint.h>

/// Where the two rows of a pair are. In an odd last row both sources are the same row.
typedef struct row_pair {
    const uint8_t *top;
    const uint8_t *bottom;
    uint8_t *top_luma;
    uint8_t *bottom_luma;
    uint8_t *cb;
    uint8_t *cr;
} row_pair;

/// Converts the first `width` columns, an even number.
void doubletake_bgra_to_i420_bt709_row_pair_baseline(row_pair rows, size_t width);

#if defined(__x86_64__)
enum {
    /// Narrower pairs of rows are left to the baseline: one step of the AVX2 loop is as wide as this.
    DOUBLETAKE_AVX2_COLUMNS = 32,
};

/// Converts the first `width` columns, an even number and at least DOUBLETAKE_AVX2_COLUMNS, on a processor with AVX2.
void doubletake_bgra_to_i420_bt709_row_pair_avx2(row_pair rows, size_t width);
#endif

#endif
