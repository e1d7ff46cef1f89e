#include "DoubletakeJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

enum {
    /// JPEG's own limit (ISO/IEC 10918-1, B.2.2) for how many rows of samples a strip has per row of blocks.
    MOST_BLOCK_ROWS = 4,
    MOST_ROWS = MOST_BLOCK_ROWS * DCTSIZE,
    PLANE_COUNT = 3,
};

struct doubletake_jpeg {
    struct jpeg_decompress_struct decompressor;
    struct jpeg_error_mgr errors;
    /// Where a call of ours goes on when libjpeg gives up in it.
    jmp_buf on_error;
    bool is_strict;
    char reason[JMSG_LENGTH_MAX];
    /// The strip's chroma, and a row for luma that nobody wants.
    uint8_t *planes[PLANE_COUNT];
    size_t plane_size;
};

static void note_reason(j_common_ptr common)
{
    doubletake_jpeg *jpeg = common->client_data;
    jpeg->errors.format_message(common, jpeg->reason);
}

static void give_up(j_common_ptr common)
{
    doubletake_jpeg *jpeg = common->client_data;
    note_reason(common);
    longjmp(jpeg->on_error, 1);
}

/// libjpeg's `emit_message`: a negative level is a warning that the data are damaged, the others are for curious people.
static void take_message(j_common_ptr common, int level)
{
    doubletake_jpeg *jpeg = common->client_data;
    if (level < 0 && jpeg->is_strict) give_up(common);
}

doubletake_jpeg *doubletake_jpeg_make(void)
{
    doubletake_jpeg *jpeg = calloc(1, sizeof *jpeg);
    if (!jpeg) return NULL;
    jpeg->decompressor.err = jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = give_up;
    jpeg->errors.emit_message = take_message;
    jpeg->errors.output_message = note_reason;
    jpeg->decompressor.client_data = jpeg;
    if (setjmp(jpeg->on_error)) {
        doubletake_jpeg_free(jpeg);
        return NULL;
    }
    jpeg_create_decompress(&jpeg->decompressor);
    return jpeg;
}

void doubletake_jpeg_free(doubletake_jpeg *jpeg)
{
    jpeg_destroy_decompress(&jpeg->decompressor);
    for (int plane = 0; plane < PLANE_COUNT; plane++) free(jpeg->planes[plane]);
    free(jpeg);
}

const char *doubletake_jpeg_reason(const doubletake_jpeg *jpeg)
{
    return jpeg->reason;
}

/// Whether luma has the whole size, and there are two planes of chroma or none.
static bool is_known_kind(const struct jpeg_decompress_struct *decompressor)
{
    const jpeg_component_info *planes = decompressor->comp_info;
    if (decompressor->jpeg_color_space == JCS_GRAYSCALE) return decompressor->num_components == 1;
    if (decompressor->jpeg_color_space != JCS_YCbCr || decompressor->num_components != PLANE_COUNT) return false;
    for (int plane = 1; plane < PLANE_COUNT; plane++) {
        if (planes[plane].h_samp_factor > planes[0].h_samp_factor) return false;
        if (planes[plane].v_samp_factor > planes[0].v_samp_factor) return false;
    }
    return planes[1].h_samp_factor == planes[2].h_samp_factor && planes[1].v_samp_factor == planes[2].v_samp_factor;
}

bool doubletake_jpeg_open(
    doubletake_jpeg *jpeg, const uint8_t *bytes, size_t count, bool is_strict, doubletake_jpeg_header *header
)
{
    struct jpeg_decompress_struct *decompressor = &jpeg->decompressor;
    jpeg->is_strict = is_strict;
    if (setjmp(jpeg->on_error)) {
        jpeg_abort_decompress(decompressor);
        return false;
    }
    jpeg_abort_decompress(decompressor);
    jpeg_mem_src(decompressor, bytes, count);
    jpeg_read_header(decompressor, TRUE);
    *header = (doubletake_jpeg_header){
        .width = (int)decompressor->image_width,
        .height = (int)decompressor->image_height,
        .is_known_kind = is_known_kind(decompressor),
    };
    return true;
}

/// Makes room for a strip of each plane of that many samples.
static void make_room(doubletake_jpeg *jpeg, size_t size)
{
    if (jpeg->plane_size >= size) return;
    jpeg->plane_size = 0;
    for (int plane = 0; plane < PLANE_COUNT; plane++) {
        free(jpeg->planes[plane]);
        jpeg->planes[plane] = malloc(size);
        if (!jpeg->planes[plane]) ERREXIT1(&jpeg->decompressor, JERR_OUT_OF_MEMORY, 0);
    }
    jpeg->plane_size = size;
}

/// How many rows of a plane a strip has.
static int row_count_of(const struct jpeg_decompress_struct *decompressor, int plane)
{
    return decompressor->comp_info[plane].v_samp_factor * DCTSIZE;
}

/// How far apart a plane's rows are: libjpeg writes whole blocks.
static int stride_of(const struct jpeg_decompress_struct *decompressor, int plane)
{
    return (int)decompressor->comp_info[plane].width_in_blocks * DCTSIZE;
}

int doubletake_jpeg_begin(doubletake_jpeg *jpeg)
{
    struct jpeg_decompress_struct *decompressor = &jpeg->decompressor;
    if (setjmp(jpeg->on_error)) {
        jpeg_abort_decompress(decompressor);
        return 0;
    }
    decompressor->raw_data_out = TRUE;
    decompressor->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(decompressor);
    size_t size = 0;
    for (int plane = 0; plane < decompressor->num_components; plane++) {
        const size_t samples = (size_t)stride_of(decompressor, plane) * row_count_of(decompressor, plane);
        if (samples > size) size = samples;
    }
    make_room(jpeg, size);
    return row_count_of(decompressor, 0);
}

bool doubletake_jpeg_read_strip(
    doubletake_jpeg *jpeg, uint8_t *luma, ptrdiff_t stride, int row_count, doubletake_jpeg_chroma *chroma
)
{
    struct jpeg_decompress_struct *decompressor = &jpeg->decompressor;
    if (setjmp(jpeg->on_error)) {
        jpeg_abort_decompress(decompressor);
        return false;
    }
    JSAMPROW rows[PLANE_COUNT][MOST_ROWS];
    JSAMPARRAY planes[PLANE_COUNT] = {rows[0], rows[1], rows[2]};
    const int strip_row_count = row_count_of(decompressor, 0);
    for (int row = 0; row < strip_row_count; row++) {
        rows[0][row] = row < row_count ? luma + row * stride : jpeg->planes[0];
    }
    for (int plane = 1; plane < decompressor->num_components; plane++) {
        for (int row = 0; row < row_count_of(decompressor, plane); row++) {
            rows[plane][row] = jpeg->planes[plane] + (ptrdiff_t)row * stride_of(decompressor, plane);
        }
    }
    jpeg_read_raw_data(decompressor, planes, (JDIMENSION)strip_row_count);
    *chroma = (doubletake_jpeg_chroma){0};
    if (decompressor->num_components == 1) return true;
    const int used_row_count = row_count < strip_row_count ? row_count : strip_row_count;
    const int chroma_row_count = row_count_of(decompressor, 1);
    *chroma = (doubletake_jpeg_chroma){
        .cb = jpeg->planes[1],
        .cr = jpeg->planes[2],
        .width = (int)decompressor->comp_info[1].downsampled_width,
        .height = (used_row_count * chroma_row_count + strip_row_count - 1) / strip_row_count,
        .stride = stride_of(decompressor, 1),
    };
    return true;
}

bool doubletake_jpeg_end(doubletake_jpeg *jpeg)
{
    struct jpeg_decompress_struct *decompressor = &jpeg->decompressor;
    if (setjmp(jpeg->on_error)) {
        jpeg_abort_decompress(decompressor);
        return false;
    }
    jpeg_finish_decompress(decompressor);
    return true;
}
