#include "DoubletakeKernels.h"

#include <string.h>

void doubletake_fill_plane(uint8_t *plane, ptrdiff_t stride, size_t width, size_t height, uint8_t value)
{
    for (size_t row = 0; row < height; row++) {
        memset(plane + (ptrdiff_t) row * stride, value, width);
    }
}
