// The controls of a camera of the rig.

#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { CONTROL_COUNT = 12 };

/// The present values, in the order of the table.
struct camera_controls {
    int32_t values[CONTROL_COUNT];
};

/// Sets all to their defaults; `orientation` is one of V4L2_CAMERA_ORIENTATION_...
void controls_reset(struct camera_controls *controls, int32_t orientation);

/// The value of a control by its id; 0 for one that isn't there.
int32_t controls_value(const struct camera_controls *controls, uint32_t id);

/// Whether the request is about controls.
bool controls_take(uint64_t request);

/// Answers a request about controls in place; 0 or a negative error number.
int controls_request(struct camera_controls *controls, uint64_t request, void *argument);
