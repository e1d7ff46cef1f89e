#include "DoubletakeKernels.h"
#include "bt709.h"

// With P the premultiplied colour, a its alpha (0...255) and C the canvas's colour, each blended pixel is
// P + C (255 - a)/255 in R'G'B'. The matrix M is linear, so the same holds behind it once the offsets are taken off:
//
//     Y - 16   = M_Y P + (Y_canvas - 16) (255 - a)/255
//     Y        = M_Y P + (16 a + Y_canvas (255 - a)) / 255
//
// and in a block of four pixels over one chroma sample, with the sums of P and a over the block,
//
//     Cb - 128 = (M_Cb sum P) / 4 + (Cb_canvas - 128) (1020 - sum a) / 1020
//
// M P is known as an integer in 1/2^15, so everything is an integer in 1/(255 * 2^15), or in 1/(1020 * 2^15) for a
// block: the sums are exact and each result is rounded once. What remains is the error of the matrix's integers, below
// 0.009.
// A pixel of the block that the picture doesn't cover has P = 0 and a = 0, so it keeps the canvas's colour.

enum {
    LUMA_UNIT = 255 << BT709_FRACTION_BITS,
    CHROMA_UNIT = 1020 << BT709_FRACTION_BITS,
};

/// What four pixels of the picture add up to.
typedef struct block_sum {
    int32_t blue;
    int32_t green;
    int32_t red;
    int32_t alpha;
} block_sum;

/// A range of columns or of rows of the canvas: from `start` up to and not including `end`.
typedef struct range {
    ptrdiff_t start;
    ptrdiff_t end;
} range;

/// The part of a picture of `length` at `position` that is on a canvas of `canvas_length`; start >= end if none is.
static range visible_range(ptrdiff_t position, size_t length, size_t canvas_length)
{
    const ptrdiff_t picture = (ptrdiff_t) length;
    const ptrdiff_t canvas = (ptrdiff_t) canvas_length;
    // Nothing is added to a position before it's known to be near the canvas, so that no position can overflow.
    if (position >= canvas || position <= -picture) {
        return (range) {0, 0};
    }
    const ptrdiff_t end = position + picture;
    return (range) {position > 0 ? position : 0, end < canvas ? end : canvas};
}

/// The padding of an odd canvas repeats its last column and row, so these are what is drawn there.
static ptrdiff_t last_if_beyond(ptrdiff_t position, size_t canvas_length)
{
    const ptrdiff_t last = (ptrdiff_t) canvas_length - 1;
    return position < last ? position : last;
}

static uint8_t blended_luma(uint8_t canvas, const uint8_t *pixel)
{
    const uint32_t alpha = pixel[3];
    const uint32_t behind = BT709_LUMA_OFFSET * alpha + canvas * (255 - alpha);
    // At most 255 * 255 * 28142 + 255 * 255 * 2^15 and a half: 3.97e9, below 2^32 even where colours are above alpha.
    const uint32_t sum = 255 * (uint32_t) bt709_luma(pixel[2], pixel[1], pixel[0]) + (behind << BT709_FRACTION_BITS);
    const uint32_t luma = (sum + LUMA_UNIT / 2) / LUMA_UNIT;
    return luma > 255 ? 255 : (uint8_t) luma;
}

static uint8_t blended_chroma(uint8_t canvas, int32_t matrix_sum, int32_t alpha_sum)
{
    const int64_t behind = (int64_t) (canvas - BT709_CHROMA_OFFSET) * (1020 - alpha_sum) * (1 << BT709_FRACTION_BITS);
    const int64_t sum = 255 * (int64_t) matrix_sum + behind + (int64_t) BT709_CHROMA_OFFSET * CHROMA_UNIT;
    // Only colours above their alpha can make this negative, and then it's clamped, whichever way it's rounded.
    const int64_t chroma = (sum + CHROMA_UNIT / 2) / CHROMA_UNIT;
    return chroma < 0 ? 0 : chroma > 255 ? 255 : (uint8_t) chroma;
}

void doubletake_blend_bgra_over_i420_bt709(
    const uint8_t *bgra,
    ptrdiff_t bgra_stride,
    size_t width,
    size_t height,
    doubletake_i420 canvas,
    size_t canvas_width,
    size_t canvas_height,
    ptrdiff_t x,
    ptrdiff_t y
)
{
    const range columns = visible_range(x, width, canvas_width);
    const range rows = visible_range(y, height, canvas_height);
    if (columns.start >= columns.end || rows.start >= rows.end) {
        return;
    }

    for (ptrdiff_t block_y = rows.start / 2; block_y < (rows.end + 1) / 2; block_y++) {
        uint8_t *const cb_row = canvas.cb + block_y * canvas.cb_stride;
        uint8_t *const cr_row = canvas.cr + block_y * canvas.cr_stride;

        for (ptrdiff_t block_x = columns.start / 2; block_x < (columns.end + 1) / 2; block_x++) {
            block_sum sum = {0, 0, 0, 0};
            for (ptrdiff_t row = 2 * block_y; row < 2 * block_y + 2; row++) {
                const ptrdiff_t shown_row = last_if_beyond(row, canvas_height);
                if (shown_row < rows.start || shown_row >= rows.end) {
                    continue;
                }
                uint8_t *const luma_row = canvas.luma + row * canvas.luma_stride;
                const uint8_t *const bgra_row = bgra + (shown_row - y) * bgra_stride;

                for (ptrdiff_t column = 2 * block_x; column < 2 * block_x + 2; column++) {
                    const ptrdiff_t shown_column = last_if_beyond(column, canvas_width);
                    if (shown_column < columns.start || shown_column >= columns.end) {
                        continue;
                    }
                    const uint8_t *const pixel = bgra_row + 4 * (shown_column - x);
                    luma_row[column] = blended_luma(luma_row[column], pixel);
                    sum.blue += pixel[0];
                    sum.green += pixel[1];
                    sum.red += pixel[2];
                    sum.alpha += pixel[3];
                }
            }
            cb_row[block_x] = blended_chroma(cb_row[block_x], bt709_cb(sum.red, sum.green, sum.blue), sum.alpha);
            cr_row[block_x] = blended_chroma(cr_row[block_x], bt709_cr(sum.red, sum.green, sum.blue), sum.alpha);
        }
    }
}
