#include "picture.h"

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

// The cells of DoubletakeCapture's CounterCode, which reads them: white, black, 20 bits of the number, 2 bits that count
// the ones among them.
enum { NUMBER_BITS = 20, CHECK_BITS = 2, CELL_COUNT = 2 + NUMBER_BITS + CHECK_BITS };

enum { BAR_COUNT = 8, JPEG_QUALITY = 90, BACKGROUND = 60 };

// White, yellow, cyan, green, magenta, red, blue, black; not quite full, so that nothing is clipped on the way.
static const uint8_t BARS[BAR_COUNT][3] = {
    {235, 235, 235}, {200, 200, 20}, {20, 200, 200}, {20, 200, 20},
    {200, 20, 200},  {200, 20, 20},  {20, 20, 200},  {20, 20, 20},
};

struct painter {
    struct picture_format format;
    /// For JPEG: red, green and blue of each pixel.
    uint8_t *pixels;
    /// What is handed over.
    uint8_t *bytes;
    size_t size;
    tjhandle compressor;
};

static bool is_jpeg(const struct picture_format *format)
{
    return format->fourcc == V4L2_PIX_FMT_MJPEG;
}

static size_t half(size_t length)
{
    return (length + 1) / 2;
}

size_t picture_size(const struct picture_format *format)
{
    const size_t width = format->width, height = format->height;
    switch (format->fourcc) {
    case V4L2_PIX_FMT_YUYV: return 2 * half(width) * 2 * height;
    case V4L2_PIX_FMT_NV12:
    case V4L2_PIX_FMT_YUV420: return 2 * half(width) * (height + half(height));
    default: return tjBufSize((int)width, (int)height, format->subsampling);
    }
}

uint32_t picture_row_size(const struct picture_format *format)
{
    switch (format->fourcc) {
    case V4L2_PIX_FMT_YUYV: return 4 * (uint32_t)half(format->width);
    case V4L2_PIX_FMT_NV12:
    case V4L2_PIX_FMT_YUV420: return 2 * (uint32_t)half(format->width);
    default: return 0;
    }
}

/// The colour of a pixel of the bars, which fill the lower half.
static const uint8_t *color_at(const struct picture_format *format, size_t x, size_t y)
{
    static const uint8_t background[3] = {BACKGROUND, BACKGROUND, BACKGROUND};
    if (y < format->height / 2) return background;
    return BARS[x * BAR_COUNT / format->width];
}

static uint8_t rounded(double value)
{
    return (uint8_t)(value + 0.5);
}

// ITU-R BT.601-7, 2.5.1 to 2.5.3, limited range.
static uint8_t luma_of(const uint8_t *rgb)
{
    return rounded(16 + 219.0 / 255 * (0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]));
}

static uint8_t cb_of(const uint8_t *rgb)
{
    return rounded(128 + 224.0 / 255 * (rgb[2] - (0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2])) / 1.772);
}

static uint8_t cr_of(const uint8_t *rgb)
{
    return rounded(128 + 224.0 / 255 * (rgb[0] - (0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2])) / 1.402);
}

/// Where the luma of a pixel is in a picture that isn't compressed.
static uint8_t *luma_at(struct painter *painter, size_t x, size_t y)
{
    const bool is_packed = painter->format.fourcc == V4L2_PIX_FMT_YUYV;
    return painter->bytes + y * picture_row_size(&painter->format) + (is_packed ? 2 * x : x);
}

/// Sets the chroma of the pixel's block in a picture that isn't compressed.
static void set_chroma(struct painter *painter, size_t x, size_t y, uint8_t cb, uint8_t cr)
{
    const size_t row = picture_row_size(&painter->format), height = painter->format.height;
    uint8_t *const chroma = painter->bytes + row * height;
    switch (painter->format.fourcc) {
    case V4L2_PIX_FMT_YUYV: {
        uint8_t *const pair = painter->bytes + y * row + 4 * (x / 2);
        pair[1] = cb;
        pair[3] = cr;
        break;
    }
    case V4L2_PIX_FMT_NV12:
        chroma[(y / 2) * row + 2 * (x / 2)] = cb;
        chroma[(y / 2) * row + 2 * (x / 2) + 1] = cr;
        break;
    default:
        chroma[(y / 2) * (row / 2) + x / 2] = cb;
        chroma[row / 2 * half(height) + (y / 2) * (row / 2) + x / 2] = cr;
    }
}

/// Lays a grain over a JPEG's pixels, some levels up or down.
static void paint_detail(struct painter *painter)
{
    enum { GRAIN = 24 };
    uint32_t state = 1;
    const size_t count = (size_t)painter->format.width * painter->format.height;
    for (size_t pixel = 0; pixel < count; pixel++) {
        // Numerical Recipes' generator; a picture of a given size is always the same.
        state = state * 1664525 + 1013904223;
        const int grain = (int)(state >> 16) % (2 * GRAIN + 1) - GRAIN;
        for (size_t channel = 0; channel < 3; channel++) {
            uint8_t *const sample = &painter->pixels[3 * pixel + channel];
            const int value = *sample + grain;
            *sample = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

static void paint_bars(struct painter *painter)
{
    for (size_t y = 0; y < painter->format.height; y++) {
        for (size_t x = 0; x < painter->format.width; x++) {
            const uint8_t *const rgb = color_at(&painter->format, x, y);
            if (is_jpeg(&painter->format)) {
                memcpy(painter->pixels + 3 * (y * painter->format.width + x), rgb, 3);
            } else {
                *luma_at(painter, x, y) = luma_of(rgb);
                set_chroma(painter, x, y, cb_of(rgb), cr_of(rgb));
            }
        }
    }
}

struct painter *painter_create(const struct picture_format *format)
{
    struct painter *const painter = calloc(1, sizeof *painter);
    if (painter == NULL) return NULL;
    painter->format = *format;
    painter->size = picture_size(format);
    painter->bytes = calloc(1, painter->size);
    if (is_jpeg(format)) {
        painter->pixels = calloc(3, (size_t)format->width * format->height);
        painter->compressor = tjInitCompress();
    }
    if (painter->bytes == NULL || (is_jpeg(format) && (painter->pixels == NULL || painter->compressor == NULL))) {
        painter_destroy(painter);
        return NULL;
    }
    paint_bars(painter);
    if (is_jpeg(format) && format->is_detailed) paint_detail(painter);
    return painter;
}

void painter_destroy(struct painter *painter)
{
    if (painter == NULL) return;
    if (painter->compressor != NULL) tjDestroy(painter->compressor);
    free(painter->pixels);
    free(painter->bytes);
    free(painter);
}

static bool is_cell_white(uint32_t number, size_t cell)
{
    const uint32_t value = number & ((1u << NUMBER_BITS) - 1);
    if (cell < 2) return cell == 0;
    if (cell < 2 + NUMBER_BITS) return value >> (cell - 2) & 1;
    return (uint32_t)__builtin_popcount(value) >> (cell - 2 - NUMBER_BITS) & 1;
}

static void paint_cell(struct painter *painter, size_t cell, size_t side, bool is_white)
{
    for (size_t y = 0; y < side && y < painter->format.height; y++) {
        for (size_t x = cell * side; x < (cell + 1) * side; x++) {
            if (is_jpeg(&painter->format)) {
                memset(painter->pixels + 3 * (y * painter->format.width + x), is_white ? 255 : 0, 3);
            } else {
                *luma_at(painter, x, y) = is_white ? 235 : 16;
                set_chroma(painter, x, y, 128, 128);
            }
        }
    }
}

const uint8_t *painter_paint(struct painter *painter, uint32_t number, size_t *size)
{
    const size_t across = painter->format.width / CELL_COUNT, down = painter->format.height / 4;
    const size_t rounded_side = (across < down ? across : down) & ~(size_t)1;
    const size_t side = rounded_side < 2 ? 2 : rounded_side;
    for (size_t cell = 0; cell < CELL_COUNT; cell++) {
        paint_cell(painter, cell, side, is_cell_white(number, cell));
    }
    *size = painter->size;
    if (!is_jpeg(&painter->format)) return painter->bytes;
    unsigned long jpeg_size = painter->size;
    const int width = (int)painter->format.width, height = (int)painter->format.height;
    const int status = tjCompress2(
        painter->compressor, painter->pixels, width, 0, height, TJPF_RGB, &painter->bytes, &jpeg_size,
        painter->format.subsampling, JPEG_QUALITY, TJFLAG_NOREALLOC
    );
    *size = jpeg_size;
    return status == 0 ? painter->bytes : NULL;
}
