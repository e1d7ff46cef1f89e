// The pixel kernels: the only loops over pixels that Doubletake writes itself.
//
// What holds for every function here:
// - Threads: a function keeps no state and may run on any number of threads at once, as long as no other thread writes
//   what it reads or touches what it writes.
// - Memory: pointers may have any alignment; a function reads and writes exactly the rectangles it names, and keeps
//   nothing after it returns. A source and a destination must not overlap.
// - Strides are the bytes from a row to the one below it, and may be negative (bottom-up pictures).
// - Sizes and positions are in pixels (for a plane: in its own samples). With an empty rectangle nothing happens.
// - A width is at most 2^30 and so is a height, so that no sum of two of them overflows.
//
// Colour is what the encoders are told: ITU-R BT.709-6, 8 bits, limited range (luma 16...235, chroma 16...240), 4:2:0.
// bt709.h has the matrix and where its numbers come from.

#ifndef DOUBLETAKE_KERNELS_H
#define DOUBLETAKE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Which machine code a kernel may use. All give the same bytes, so this is for tests and measurements.
typedef enum doubletake_code_path {
    /// The fastest one that this processor can run: AVX2 where there is any, else the baseline.
    doubletake_code_path_fastest = 0,
    /// Plain C, for every processor that the compiler was told to build for.
    doubletake_code_path_baseline = 1,
} doubletake_code_path;

/// Whether `doubletake_code_path_fastest` is something else than the baseline on this processor.
bool doubletake_has_fast_code_path(void);

/// A rectangle of an I420 picture: where its top left samples are, and the strides of its planes.
///
/// The rectangle starts at an even column and an even row of its picture, where luma and chroma meet.
typedef struct doubletake_i420 {
    uint8_t *luma;
    uint8_t *cb;
    uint8_t *cr;
    ptrdiff_t luma_stride;
    ptrdiff_t cb_stride;
    ptrdiff_t cr_stride;
} doubletake_i420;

/// A colour in limited-range BT.709, the same triple that a picture of that one colour is converted to.
typedef struct doubletake_color_bt709 {
    uint8_t luma;
    uint8_t cb;
    uint8_t cr;
} doubletake_color_bt709;

/// Converts one colour from full-range R'G'B' with BT.709 primaries.
doubletake_color_bt709 doubletake_color_bt709_from_rgb(uint8_t red, uint8_t green, uint8_t blue);

/// Converts a rectangle of BGRA or BGRX to the corresponding rectangle of I420.
///
/// - bgra: four bytes a pixel, blue first (an X11 visual of depth 24 or 32 on a little-endian machine). The fourth byte
///   is ignored: nothing is blended.
/// - bgra_stride: in bytes.
/// - destination: must have room for width and height *rounded up to even*. Where the width is odd the last column
///   counts twice, and so does the last row of an odd height: the padding has the colours of the edge.
///
/// Each sample is within 0.51 of the real number, so at most 1 from the rounded one. A chroma sample is the mean of its
/// 2x2 pixels, rounded once: it sits in the centre of its block. The shift by half a pixel for chroma that is sited
/// left (MPEG-2, and what H.264 assumes) isn't applied: it would take pixels of the neighbouring block into the mean.
void doubletake_bgra_to_i420_bt709(
    const uint8_t *bgra,
    ptrdiff_t bgra_stride,
    doubletake_i420 destination,
    size_t width,
    size_t height,
    doubletake_code_path code_path
);

/// Where one colour's value lies in a pixel.
typedef struct doubletake_channel {
    /// How far its lowest bit is from the pixel's.
    uint32_t shift;
    /// How many bits it has: 1 to 12.
    uint32_t bits;
} doubletake_channel;

/// How a screen's pixels lie in memory, when they are not BGRX.
typedef struct doubletake_pixel_layout {
    /// 2 or 4.
    size_t bytes_per_pixel;
    /// Whether a pixel's highest byte comes first.
    bool is_big_endian;
    doubletake_channel red;
    doubletake_channel green;
    doubletake_channel blue;
} doubletake_pixel_layout;

/// Turns a screen's pixels into BGRX: four bytes a pixel, blue first, the fourth 255.
///
/// A colour of fewer than 8 bits is repeated into the lower bits (which turns the largest value into 255, and is what
/// drawing libraries do); one of more is scaled and rounded, so that the largest value is 255 and grey stays grey.
void doubletake_pixels_to_bgra(
    const uint8_t *pixels,
    ptrdiff_t pixels_stride,
    doubletake_pixel_layout layout,
    uint8_t *bgra,
    ptrdiff_t bgra_stride,
    size_t width,
    size_t height
);

/// Turns pixels that are numbers of a table's entries into BGRX.
///
/// A pixel has a byte, and `colors` four bytes for each of its 256 values.
void doubletake_indexed_to_bgra(
    const uint8_t *pixels,
    ptrdiff_t pixels_stride,
    const uint8_t *colors,
    uint8_t *bgra,
    ptrdiff_t bgra_stride,
    size_t width,
    size_t height
);

/// What the samples of a camera's picture mean, where it isn't limited-range BT.709.
typedef enum doubletake_yuv_kind {
    /// ITU-R BT.601, luma 16...235, chroma 16...240: most cameras' raw pictures.
    doubletake_yuv_bt601_limited = 0,
    /// ITU-R BT.601, 0...255: JPEG.
    doubletake_yuv_bt601_full = 1,
    /// ITU-R BT.709, 0...255.
    doubletake_yuv_bt709_full = 2,
} doubletake_yuv_kind;

/// Turns an I420 picture into limited-range BT.709, in place.
///
/// - width, height: those of the luma plane, both even.
///
/// The primaries and the curve stay what they are: those of BT.709 and sRGB are the ones that cameras have. Every sample
/// is within 1 of the exact one, rounded, unless that can't be told in 8 bits: then it's clamped.
void doubletake_i420_to_bt709(
    doubletake_i420 picture,
    size_t width,
    size_t height,
    doubletake_yuv_kind kind,
    doubletake_code_path code_path
);

/// Blends a small picture over a canvas, clipped to it: the cursor.
///
/// - bgra: width x height pixels of four bytes, blue first, the colours already multiplied by alpha (as XFixes and
///   cairo give them). A colour that is larger than its alpha adds light; the result is clamped to 0...255.
/// - canvas: the whole I420 picture. Its planes have room for canvas_width and canvas_height *rounded up to even*, and
///   as above the padding of an odd size counts as its last column and row once more.
/// - x, y: where the top left pixel of the picture goes on the canvas. They may be negative, odd and far outside.
///
/// Luma is blended pixel by pixel. A chroma sample becomes the mean of its block's four blended pixels, the canvas's
/// colour being the same in all four. Both are blended as they are, without gamma, like a desktop draws its cursor.
/// A pixel that is wholly transparent changes nothing, and every result is within 1 of the exact one, rounded.
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
);

/// The planes of an I420 picture that is only read, from its top left on.
typedef struct doubletake_i420_source {
    const uint8_t *luma;
    const uint8_t *cb;
    const uint8_t *cr;
    ptrdiff_t luma_stride;
    ptrdiff_t cb_stride;
    ptrdiff_t cr_stride;
} doubletake_i420_source;

/// Converts an I420 picture to full-range BGRA with an alpha of 255; two columns and two rows share a chroma sample.
///
/// Every sample is within 1 of the exact one, clamped to 0...255.
void doubletake_bt709_to_bgra(
    doubletake_i420_source picture,
    uint8_t *bgra,
    ptrdiff_t bgra_stride,
    size_t width,
    size_t height,
    doubletake_code_path code_path
);

/// Fills a rectangle of a plane of 8-bit samples with one value.
void doubletake_fill_plane(uint8_t *plane, ptrdiff_t stride, size_t width, size_t height, uint8_t value);

/// Copies a rectangle between two planes of 8-bit samples that don't overlap.
void doubletake_copy_plane(
    const uint8_t *source,
    ptrdiff_t source_stride,
    uint8_t *destination,
    ptrdiff_t destination_stride,
    size_t width,
    size_t height
);

/// Whether a rectangle has the same samples in two planes of 8 bits; true if it's empty.
bool doubletake_planes_equal(
    const uint8_t *first,
    ptrdiff_t first_stride,
    const uint8_t *second,
    ptrdiff_t second_stride,
    size_t width,
    size_t height
);

#ifdef __cplusplus
}
#endif

#endif
