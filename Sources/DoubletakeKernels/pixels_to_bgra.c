#include "DoubletakeKernels.h"

#include <string.h>

/// How a colour's value becomes one of 8 bits: `(value * factor + bias) >> shift`.
typedef struct scaling {
    uint32_t position;
    uint32_t mask;
    uint32_t factor;
    uint32_t bias;
    uint32_t shift;
} scaling;

enum {
    /// With more the product of the largest value of a colour, which is 255, would not fit into 32 bits with its bias.
    FRACTION_BITS = 23,

    HOST_IS_BIG_ENDIAN = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
};

static scaling scaling_of(doubletake_channel channel)
{
    const uint32_t largest = (1u << channel.bits) - 1;
    scaling result = {.position = channel.shift, .mask = largest};
    if (channel.bits >= 8) {
        // The nearest of 255 parts, for each value that 12 bits can have; the rounding of the factor only shows in the
        // result with 16.
        result.factor = ((255u << FRACTION_BITS) + largest / 2) / largest;
        result.bias = 1u << (FRACTION_BITS - 1);
        result.shift = FRACTION_BITS;
        return result;
    }
    // The value, and the value again behind it until 8 bits are full; what is too much is shifted out.
    uint32_t copies = 0;
    uint32_t bits = 0;
    while (bits < 8) {
        copies = copies << channel.bits | 1u;
        bits += channel.bits;
    }
    result.factor = copies;
    result.shift = bits - 8;
    return result;
}

static inline uint32_t scaled(uint32_t pixel, scaling scaling)
{
    const uint32_t value = pixel >> scaling.position & scaling.mask;
    return ((value * scaling.factor + scaling.bias) >> scaling.shift) & 255;
}

/// Reads a pixel of two or four bytes.
static inline __attribute__((always_inline)) uint32_t load(const uint8_t *bytes, size_t bytes_per_pixel, bool is_swapped)
{
    // memcpy, since a pointer may have any alignment; it becomes one load.
    if (bytes_per_pixel == 2) {
        uint16_t pixel;
        memcpy(&pixel, bytes, sizeof pixel);
        return is_swapped ? __builtin_bswap16(pixel) : pixel;
    }
    uint32_t pixel;
    memcpy(&pixel, bytes, sizeof pixel);
    return is_swapped ? __builtin_bswap32(pixel) : pixel;
}

/// One row. It is inlined with constants for the first two arguments, so that each case is a loop without a branch,
/// which compilers turn into vector instructions.
static inline __attribute__((always_inline)) void convert_row(
    size_t bytes_per_pixel,
    bool is_swapped,
    const uint8_t *restrict pixels,
    uint8_t *restrict bgra,
    size_t width,
    scaling red,
    scaling green,
    scaling blue
)
{
    for (size_t x = 0; x < width; x++) {
        const uint32_t pixel = load(pixels + bytes_per_pixel * x, bytes_per_pixel, is_swapped);
        uint32_t result = 0xff000000u | scaled(pixel, red) << 16 | scaled(pixel, green) << 8 | scaled(pixel, blue);
        if (HOST_IS_BIG_ENDIAN) {
            result = __builtin_bswap32(result);
        }
        memcpy(bgra + 4 * x, &result, sizeof result);
    }
}

void doubletake_pixels_to_bgra(
    const uint8_t *pixels,
    ptrdiff_t pixels_stride,
    doubletake_pixel_layout layout,
    uint8_t *bgra,
    ptrdiff_t bgra_stride,
    size_t width,
    size_t height
)
{
    const scaling red = scaling_of(layout.red);
    const scaling green = scaling_of(layout.green);
    const scaling blue = scaling_of(layout.blue);
    const bool is_swapped = layout.is_big_endian != HOST_IS_BIG_ENDIAN;
    for (size_t y = 0; y < height; y++) {
        const uint8_t *const from = pixels + (ptrdiff_t) y * pixels_stride;
        uint8_t *const to = bgra + (ptrdiff_t) y * bgra_stride;
        if (layout.bytes_per_pixel == 2 && is_swapped) {
            convert_row(2, true, from, to, width, red, green, blue);
        } else if (layout.bytes_per_pixel == 2) {
            convert_row(2, false, from, to, width, red, green, blue);
        } else if (is_swapped) {
            convert_row(4, true, from, to, width, red, green, blue);
        } else {
            convert_row(4, false, from, to, width, red, green, blue);
        }
    }
}
