// JPEGs, decoded strip by strip with libjpeg.
//
// It is in C since libjpeg tells of errors by jumping out of its functions, past callers that Swift must not lose.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A decoder for one picture after the other; it belongs to one thread at a time.
typedef struct doubletake_jpeg doubletake_jpeg;

/// What is known of a picture before it is decoded.
typedef struct {
    int width, height;
    /// Whether it has luma of the whole size and two planes of chroma, or luma alone.
    bool is_known_kind;
} doubletake_jpeg_header;

/// The planes of chroma of a strip, in the picture's own subsampling, until the next one is decoded.
typedef struct {
    /// NULL when the picture is grey.
    const uint8_t *cb, *cr;
    int width, height, stride;
} doubletake_jpeg_chroma;

/// Makes a decoder; NULL when there is no memory.
doubletake_jpeg *doubletake_jpeg_make(void);

void doubletake_jpeg_free(doubletake_jpeg *jpeg);

/// Why the last call has failed: libjpeg's words, which the next call may change.
const char *doubletake_jpeg_reason(const doubletake_jpeg *jpeg);

/// Reads a picture's header.
///
/// The bytes must stay until the picture's last strip; they are `jpeg_mem_src`'s.
///
/// @param is_strict whether what looks slightly wrong is an error, from here to the last strip.
/// @return false when it failed.
bool doubletake_jpeg_open(
    doubletake_jpeg *jpeg, const uint8_t *bytes, size_t count, bool is_strict, doubletake_jpeg_header *header);

/// Begins to decode the picture that was opened, which is of a known kind: `jpeg_start_decompress`.
///
/// @return how many rows of luma a strip has, which is an even number; 0 when it failed.
int doubletake_jpeg_begin(doubletake_jpeg *jpeg);

/// Decodes the next strip: `jpeg_read_raw_data`.
///
/// @param luma where its rows go. Each is written up to the next multiple of 8 columns.
/// @param row_count how many rows there is room for, which is an even number; the strip's others are left out.
/// @return false when it failed.
bool doubletake_jpeg_read_strip(
    doubletake_jpeg *jpeg, uint8_t *luma, ptrdiff_t stride, int row_count, doubletake_jpeg_chroma *chroma);

/// Ends with the picture that was opened, wherever it is; what is behind its last strip is looked at.
///
/// @return false when its end is missing or damaged and that is an error.
bool doubletake_jpeg_end(doubletake_jpeg *jpeg);
