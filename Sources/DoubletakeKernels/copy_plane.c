#include "DoubletakeKernels.h"

#include <string.h>

void doubletake_copy_plane(
    const uint8_t *source,
    ptrdiff_t source_stride,
    uint8_t *destination,
    ptrdiff_t destination_stride,
    size_t width,
    size_t height
)
{
    if (source_stride == (ptrdiff_t) width && destination_stride == (ptrdiff_t) width) {
        memcpy(destination, source, width * height);
        return;
    }
    for (size_t row = 0; row < height; row++) {
        memcpy(destination + (ptrdiff_t) row * destination_stride, source + (ptrdiff_t) row * source_stride, width);
    }
}
