// The pictures that a rig's cameras take: colour bars, and the picture's own number along the top.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a camera hands its pictures over.
struct picture_format {
    /// As in V4L2_PIX_FMT_...
    uint32_t fourcc;
    /// For JPEG: one of turbojpeg's TJSAMP_...
    int subsampling;
    /// Whether the picture has fine detail everywhere, as one of a room has: what costs an encoder and a decoder time.
    bool is_detailed;
    uint32_t width;
    uint32_t height;
    /// Pictures a second, the fastest first; 0 after the last.
    uint32_t rates[8];
};

/// A painter of pictures of one format.
struct painter;

/// The bytes that a picture of the format has at most.
size_t picture_size(const struct picture_format *format);

/// The bytes that a row of the format's first plane has; 0 for JPEG.
uint32_t picture_row_size(const struct picture_format *format);

/// Makes a painter; NULL when there is no memory.
struct painter *painter_create(const struct picture_format *format);

/// Ends a painter.
void painter_destroy(struct painter *painter);

/// Paints the picture with that number, and says where it is until the next one; its size goes to `size`.
///
/// NULL when it can't be compressed.
const uint8_t *painter_paint(struct painter *painter, uint32_t number, size_t *size);
