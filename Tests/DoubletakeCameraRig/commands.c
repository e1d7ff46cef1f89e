// What a rig is told: its cameras at the start, and their faults in mid-stream.

#include <errno.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#include "camera.h"

static const struct {
    const char *name;
    uint32_t fourcc;
    int subsampling;
    bool is_detailed;
} KINDS[] = {
    {"YUYV", V4L2_PIX_FMT_YUYV, 0, false},
    {"NV12", V4L2_PIX_FMT_NV12, 0, false},
    {"I420", V4L2_PIX_FMT_YUV420, 0, false},
    {"MJPG", V4L2_PIX_FMT_MJPEG, TJSAMP_422, false},
    {"MJPG420", V4L2_PIX_FMT_MJPEG, TJSAMP_420, false},
    {"MJPG440", V4L2_PIX_FMT_MJPEG, TJSAMP_440, false},
    {"MJPG444", V4L2_PIX_FMT_MJPEG, TJSAMP_444, false},
    {"MJPGGRAY", V4L2_PIX_FMT_MJPEG, TJSAMP_GRAY, false},
    {"MJPGDETAIL", V4L2_PIX_FMT_MJPEG, TJSAMP_422, true},
};

/// Reads `MJPG:1280x720@30+15`.
static int parse_format(struct picture_format *format, const char *text)
{
    char name[16];
    int end = 0;
    memset(format, 0, sizeof *format);
    if (sscanf(text, "%15[A-Z0-9]:%ux%u%n", name, &format->width, &format->height, &end) != 3) return -1;
    if (format->width == 0 || format->height == 0 || picture_size(format) > BUFFER_PITCH) return -1;
    uint32_t count = 0;
    for (const char *rest = text + end; *rest == '@' || *rest == '+'; count++) {
        char *behind;
        if (count == 7) return -1;
        format->rates[count] = (uint32_t)strtoul(rest + 1, &behind, 10);
        if (format->rates[count] == 0) return -1;
        rest = behind;
    }
    for (size_t each = 0; each < sizeof KINDS / sizeof *KINDS; each++) {
        if (strcmp(name, KINDS[each].name) != 0) continue;
        format->fourcc = KINDS[each].fourcc;
        format->subsampling = KINDS[each].subsampling;
        format->is_detailed = KINDS[each].is_detailed;
        return count == 0 ? -1 : 0;
    }
    return -1;
}

static int parse_formats(struct camera *camera, char *text)
{
    char *position = NULL;
    for (char *each = strtok_r(text, "/", &position); each != NULL; each = strtok_r(NULL, "/", &position)) {
        if (camera->format_count == MAXIMUM_FORMATS) return -1;
        if (parse_format(&camera->formats[camera->format_count++], each) != 0) return -1;
    }
    return camera->format_count == 0 ? -1 : 0;
}

static int32_t orientation(const char *name)
{
    if (strcmp(name, "front") == 0) return V4L2_CAMERA_ORIENTATION_FRONT;
    if (strcmp(name, "back") == 0) return V4L2_CAMERA_ORIENTATION_BACK;
    return V4L2_CAMERA_ORIENTATION_EXTERNAL;
}

int camera_parse(struct camera *camera, const char *text)
{
    char copy[1024];
    if (strlen(text) >= sizeof copy) return -1;
    strcpy(copy, text);
    controls_reset(&camera->controls, V4L2_CAMERA_ORIENTATION_EXTERNAL);
    char *position = NULL;
    for (char *pair = strtok_r(copy, ",", &position); pair != NULL; pair = strtok_r(NULL, ",", &position)) {
        char *const value = strchr(pair, '=');
        if (value == NULL || strlen(value) > 1000) return -1;
        *value = 0;
        const char *const word = value + 1;
        if (strcmp(pair, "key") == 0) snprintf(camera->key, NAME_SIZE, "%s", word);
        else if (strcmp(pair, "card") == 0) snprintf(camera->card, NAME_SIZE, "%s", word);
        else if (strcmp(pair, "serial") == 0) snprintf(camera->serial, NAME_SIZE, "%s", word);
        else if (strcmp(pair, "bus") == 0) snprintf(camera->bus, NAME_SIZE, "%s", word);
        else if (strcmp(pair, "number") == 0) camera->number = (uint32_t)strtoul(word, NULL, 10);
        else if (strcmp(pair, "facing") == 0) controls_reset(&camera->controls, orientation(word));
        else if (strcmp(pair, "region") == 0) {
            camera->controls.has_region = true;
            camera->controls.region = (struct v4l2_rect){0, 0, 640, 480};
        } else if (strcmp(pair, "formats") != 0 || parse_formats(camera, value + 1) != 0) return -1;
    }
    return camera->key[0] != 0 && camera->format_count != 0 ? 0 : -1;
}

static int switch_of(const char *word, bool *value)
{
    if (strcmp(word, "on") != 0 && strcmp(word, "off") != 0) return -EINVAL;
    *value = strcmp(word, "on") == 0;
    return 0;
}

static int set_size(struct camera *camera, const char *word)
{
    uint32_t width = 0, height = 0;
    if (strcmp(word, "off") != 0 && sscanf(word, "%ux%u", &width, &height) != 2) return -EINVAL;
    camera->faults.width = width;
    camera->faults.height = height;
    painter_destroy(camera->painter);
    camera->painter = NULL;
    return 0;
}

static int set_stream_on_error(struct camera *camera, const char *word)
{
    if (strcmp(word, "ENOSPC") == 0) camera->faults.stream_on_error = ENOSPC;
    else if (strcmp(word, "ENOMEM") == 0) camera->faults.stream_on_error = ENOMEM;
    else if (strcmp(word, "EIO") == 0) camera->faults.stream_on_error = EIO;
    else if (strcmp(word, "off") == 0) camera->faults.stream_on_error = 0;
    else return -EINVAL;
    return 0;
}

static int command(struct rig *rig, struct camera *camera, const char *verb, const char *word)
{
    struct camera_faults *const faults = &camera->faults;
    const uint32_t count = (uint32_t)strtoul(word, NULL, 10);
    if (strcmp(verb, "unplug") == 0) camera_unplug(rig, camera);
    else if (strcmp(verb, "plug") == 0) camera_plug(rig, camera, count);
    else if (strcmp(verb, "stall") == 0) return switch_of(word, &faults->stalled);
    else if (strcmp(verb, "busy") == 0) return switch_of(word, &faults->busy);
    else if (strcmp(verb, "dark") == 0) return switch_of(word, &faults->dark);
    else if (strcmp(verb, "foreign-stamps") == 0) return switch_of(word, &faults->foreign_stamps);
    else if (strcmp(verb, "garble") == 0) faults->garbled = count;
    else if (strcmp(verb, "cut") == 0) faults->cut = count;
    else if (strcmp(verb, "flag") == 0) faults->flagged = count;
    else if (strcmp(verb, "skip") == 0) faults->skipped = count;
    else if (strcmp(verb, "size") == 0) return set_size(camera, word);
    else if (strcmp(verb, "stream-on") == 0) return set_stream_on_error(camera, word);
    else return -EINVAL;
    return 0;
}

int rig_command(struct rig *rig, const char *line)
{
    char subject[64], verb[64], word[64] = "";
    if (sscanf(line, "%63s %63s %63s", subject, verb, word) < 2) return -EINVAL;
    if (strcmp(subject, "bus") == 0) {
        rig->bus_budget = strtoull(verb, NULL, 10);
        return 0;
    }
    for (uint32_t each = 0; each < rig->camera_count; each++) {
        if (strcmp(rig->cameras[each].key, subject) == 0) return command(rig, &rig->cameras[each], verb, word);
    }
    return -ENOENT;
}
