#include "DoubletakeKernels.h"

#include <string.h>

bool doubletake_planes_equal(
    const uint8_t *first,
    ptrdiff_t first_stride,
    const uint8_t *second,
    ptrdiff_t second_stride,
    size_t width,
    size_t height
)
{
    for (size_t row = 0; row < height; row++) {
        if (memcmp(first + (ptrdiff_t) row * first_stride, second + (ptrdiff_t) row * second_stride, width) != 0) {
            return false;
        }
    }
    return true;
}
