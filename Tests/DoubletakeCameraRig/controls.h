// The controls of a camera of the rig.

#pragma once

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdint.h>

/// As in V4L2_CID_UVC_REGION_OF_INTEREST_RECT, which is younger than some headers.
#define REGION_OF_INTEREST (V4L2_CID_USER_BASE + 0x11e1)

enum { CONTROL_COUNT = 12 };

/// The present values, in the order of the table.
struct camera_controls {
    int32_t values[CONTROL_COUNT];
    /// Whether it has a region of interest, and where that is.
    bool has_region;
    struct v4l2_rect region;
};

/// Sets all to their defaults; `orientation` is one of V4L2_CAMERA_ORIENTATION_...
void controls_reset(struct camera_controls *controls, int32_t orientation);

/// The value of a control by its id; 0 for one that isn't there.
int32_t controls_value(const struct camera_controls *controls, uint32_t id);

/// Reads or sets the region of interest, or reads a limit of it; 0 or a negative error number.
int controls_region(struct camera_controls *controls, bool is_set, uint32_t which, struct v4l2_rect *region);

/// Whether the request is about controls.
bool controls_take(uint64_t request);

/// Answers a request about controls in place; 0 or a negative error number.
int controls_request(struct camera_controls *controls, uint64_t request, void *argument);
