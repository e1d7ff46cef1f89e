#include "controls.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct control {
    uint32_t id;
    uint32_t type;
    const char *name;
    int32_t minimum, maximum, step, standard;
    uint32_t flags;
    /// The names of a menu's items; NULL for an item that isn't there.
    const char *items[4];
};

// In the order of their ids, as drivers list them.
static const struct control TABLE[CONTROL_COUNT] = {
    {V4L2_CID_AUTO_WHITE_BALANCE, V4L2_CTRL_TYPE_BOOLEAN, "White Balance, Automatic", 0, 1, 1, 1, 0, {0}},
    {V4L2_CID_GAIN, V4L2_CTRL_TYPE_INTEGER, "Gain", 0, 255, 1, 64, 0, {0}},
    {V4L2_CID_POWER_LINE_FREQUENCY, V4L2_CTRL_TYPE_MENU, "Power Line Frequency", 0, 2, 1, 1, 0,
        {"Disabled", "50 Hz", "60 Hz"}},
    {V4L2_CID_WHITE_BALANCE_TEMPERATURE, V4L2_CTRL_TYPE_INTEGER, "White Balance Temperature", 2800, 6500, 10, 4600, 0,
        {0}},
    {V4L2_CID_EXPOSURE_AUTO, V4L2_CTRL_TYPE_MENU, "Auto Exposure", 0, 3, 1, 3, 0,
        {NULL, "Manual Mode", NULL, "Aperture Priority Mode"}},
    {V4L2_CID_EXPOSURE_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Exposure Time, Absolute", 3, 2047, 1, 250, 0, {0}},
    {V4L2_CID_EXPOSURE_AUTO_PRIORITY, V4L2_CTRL_TYPE_BOOLEAN, "Exposure, Dynamic Framerate", 0, 1, 1, 1, 0, {0}},
    {V4L2_CID_FOCUS_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Focus, Absolute", 0, 250, 5, 0, 0, {0}},
    {V4L2_CID_FOCUS_AUTO, V4L2_CTRL_TYPE_BOOLEAN, "Focus, Automatic Continuous", 0, 1, 1, 1, 0, {0}},
    {V4L2_CID_ZOOM_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Zoom, Absolute", 100, 500, 1, 100, 0, {0}},
    {V4L2_CID_CAMERA_ORIENTATION, V4L2_CTRL_TYPE_MENU, "Camera Orientation", 0, 2, 1, 0, V4L2_CTRL_FLAG_READ_ONLY,
        {"Front", "Back", "External"}},
    {V4L2_CID_FLASH_LED_MODE, V4L2_CTRL_TYPE_MENU, "LED Mode", 0, 2, 1, 0, 0, {"Off", NULL, "Torch"}},
};

static const struct control *find(uint32_t id, uint32_t *index)
{
    for (uint32_t each = 0; each < CONTROL_COUNT; each++) {
        if (TABLE[each].id != id) continue;
        *index = each;
        return &TABLE[each];
    }
    return NULL;
}

/// The control after `id`, as V4L2_CTRL_FLAG_NEXT_CTRL asks for.
static const struct control *next(uint32_t id)
{
    for (uint32_t each = 0; each < CONTROL_COUNT; each++) {
        if (TABLE[each].id > id) return &TABLE[each];
    }
    return NULL;
}

void controls_reset(struct camera_controls *controls, int32_t orientation)
{
    for (uint32_t each = 0; each < CONTROL_COUNT; each++) {
        const bool is_orientation = TABLE[each].id == V4L2_CID_CAMERA_ORIENTATION;
        controls->values[each] = is_orientation ? orientation : TABLE[each].standard;
    }
}

int32_t controls_value(const struct camera_controls *controls, uint32_t id)
{
    uint32_t index;
    return find(id, &index) == NULL ? 0 : controls->values[index];
}

/// A control that something else sets for now.
static uint32_t flags_of(const struct camera_controls *controls, const struct control *control)
{
    const bool is_held =
        (control->id == V4L2_CID_FOCUS_ABSOLUTE && controls_value(controls, V4L2_CID_FOCUS_AUTO))
        || (control->id == V4L2_CID_EXPOSURE_ABSOLUTE
            && controls_value(controls, V4L2_CID_EXPOSURE_AUTO) != V4L2_EXPOSURE_MANUAL)
        || (control->id == V4L2_CID_WHITE_BALANCE_TEMPERATURE
            && controls_value(controls, V4L2_CID_AUTO_WHITE_BALANCE));
    return control->flags | (is_held ? V4L2_CTRL_FLAG_INACTIVE : 0);
}

static int query(const struct camera_controls *controls, struct v4l2_queryctrl *query)
{
    uint32_t index;
    const bool is_next = query->id & V4L2_CTRL_FLAG_NEXT_CTRL;
    const struct control *const control = is_next ? next(query->id & V4L2_CTRL_ID_MASK) : find(query->id, &index);
    if (control == NULL) return -EINVAL;
    memset(query, 0, sizeof *query);
    query->id = control->id;
    query->type = control->type;
    snprintf((char *)query->name, sizeof query->name, "%s", control->name);
    query->minimum = control->minimum;
    query->maximum = control->maximum;
    query->step = control->step;
    query->default_value = control->standard;
    query->flags = flags_of(controls, control);
    return 0;
}

static int query_menu(struct v4l2_querymenu *query)
{
    uint32_t index;
    const struct control *const control = find(query->id, &index);
    if (control == NULL || control->type != V4L2_CTRL_TYPE_MENU || query->index > 3) return -EINVAL;
    const char *const item = control->items[query->index];
    if (item == NULL) return -EINVAL;
    memset(query->name, 0, sizeof query->name);
    snprintf((char *)query->name, sizeof query->name, "%s", item);
    return 0;
}

static int set(struct camera_controls *controls, const struct v4l2_control *wanted)
{
    uint32_t index;
    const struct control *const control = find(wanted->id, &index);
    if (control == NULL) return -EINVAL;
    if (control->flags & V4L2_CTRL_FLAG_READ_ONLY) return -EACCES;
    // Drivers differ here: some clamp, others refuse. This one refuses, so that who asks must know the limits.
    if (wanted->value < control->minimum || wanted->value > control->maximum) return -ERANGE;
    if ((wanted->value - control->minimum) % control->step != 0) return -ERANGE;
    if (control->type == V4L2_CTRL_TYPE_MENU && control->items[wanted->value] == NULL) return -EINVAL;
    controls->values[index] = wanted->value;
    return 0;
}

int controls_region(struct camera_controls *controls, bool is_set, uint32_t which, struct v4l2_rect *region)
{
    // Linux: V4L2_CTRL_WHICH_MIN_VAL and V4L2_CTRL_WHICH_MAX_VAL.
    enum { PRESENT = 0, MINIMUM = 0x0f020000, MAXIMUM = 0x0f030000 };
    static const struct v4l2_rect smallest = {0, 0, 16, 16}, largest = {0, 0, 640, 480};
    if (!controls->has_region) return -EINVAL;
    if (is_set) {
        const int64_t right = (int64_t)region->left + region->width, bottom = (int64_t)region->top + region->height;
        if (which != PRESENT || region->left < 0 || region->top < 0 || right > largest.width || bottom > largest.height
            || region->width < smallest.width || region->height < smallest.height) return -ERANGE;
        controls->region = *region;
        return 0;
    }
    switch (which) {
    case PRESENT: *region = controls->region; return 0;
    case MINIMUM: *region = smallest; return 0;
    case MAXIMUM: *region = largest; return 0;
    default: return -EINVAL;
    }
}

bool controls_take(uint64_t request)
{
    return request == VIDIOC_QUERYCTRL || request == VIDIOC_QUERYMENU || request == VIDIOC_G_CTRL
        || request == VIDIOC_S_CTRL;
}

int controls_request(struct camera_controls *controls, uint64_t request, void *argument)
{
    switch (request) {
    case VIDIOC_QUERYCTRL: return query(controls, argument);
    case VIDIOC_QUERYMENU: return query_menu(argument);
    case VIDIOC_S_CTRL: return set(controls, argument);
    default: {
        struct v4l2_control *const control = argument;
        uint32_t index;
        if (find(control->id, &index) == NULL) return -EINVAL;
        control->value = controls->values[index];
        return 0;
    }
    }
}
