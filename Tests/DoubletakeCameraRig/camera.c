#include "camera.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NANOSECONDS = 1000000000 };

/// How far a camera's own clock is from the kernel's, where it has its own.
#define FOREIGN_OFFSET (UINT64_C(7777) * NANOSECONDS)

static uint64_t present(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * NANOSECONDS + (uint64_t)time.tv_nsec;
}

// MARK: streaming

static void stop_streaming(struct camera *camera)
{
    camera->is_streaming = false;
    for (uint32_t each = 0; each < MAXIMUM_BUFFERS; each++) camera->buffers[each].state = BUFFER_IDLE;
}

static void let_go(struct camera *camera)
{
    stop_streaming(camera);
    camera->owner = 0;
    camera->buffer_count = 0;
    painter_destroy(camera->painter);
    camera->painter = NULL;
}

void camera_plug(struct rig *rig, struct camera *camera, uint32_t number)
{
    camera->is_plugged = true;
    camera->number = number;
    camera->inode = rig->next_inode++;
    camera->format = camera->formats[0];
    camera->rate = camera->format.rates[0];
}

void camera_unplug(struct rig *rig, struct camera *camera)
{
    let_go(camera);
    camera->is_plugged = false;
    rig->wake(camera);
}

void camera_close(struct rig *rig, struct camera *camera, uint64_t owner)
{
    (void)rig;
    if (camera->owner == owner) let_go(camera);
}

/// What the camera delivers: what was agreed on, in the size that it may have changed to.
static struct picture_format present_format(const struct camera *camera)
{
    struct picture_format format = camera->format;
    if (camera->faults.width != 0) {
        format.width = camera->faults.width;
        format.height = camera->faults.height;
    }
    return format;
}

/// The bytes a second that a camera sends, as a USB driver reckons them.
static uint64_t payload(const struct camera *camera)
{
    const uint64_t pixels = (uint64_t)camera->format.width * camera->format.height;
    const bool is_jpeg = camera->format.fourcc == V4L2_PIX_FMT_MJPEG;
    return (is_jpeg ? pixels / 2 : picture_size(&camera->format)) * camera->rate;
}

static int stream_on(struct rig *rig, struct camera *camera)
{
    if (camera->faults.stream_on_error != 0) return -camera->faults.stream_on_error;
    uint64_t sum = payload(camera);
    for (uint32_t each = 0; each < rig->camera_count; each++) {
        if (rig->cameras[each].is_streaming) sum += payload(&rig->cameras[each]);
    }
    if (rig->bus_budget != 0 && sum > rig->bus_budget) return -ENOSPC;
    camera->is_streaming = true;
    camera->start = present();
    camera->tick_count = 0;
    camera->sequence = 0;
    return 0;
}

static bool is_slow(const struct camera *camera)
{
    return camera->faults.dark && controls_value(&camera->controls, V4L2_CID_EXPOSURE_AUTO_PRIORITY);
}

uint64_t camera_deadline(const struct camera *camera)
{
    if (!camera->is_streaming) return UINT64_MAX;
    return camera->start + (camera->tick_count + 1) * NANOSECONDS / camera->rate;
}

/// The buffer that waits the longest to be filled, or the one that was filled first; NULL when there is none.
static struct camera_buffer *first(struct camera *camera, enum buffer_state state)
{
    struct camera_buffer *found = NULL;
    for (uint32_t each = 0; each < camera->buffer_count; each++) {
        struct camera_buffer *const buffer = &camera->buffers[each];
        if (buffer->state == state && (found == NULL || buffer->order < found->order)) found = buffer;
    }
    return found;
}

/// Makes the painter that fits the present format, and the size that it may have changed to.
static struct painter *painter_of(struct camera *camera)
{
    if (camera->painter == NULL) {
        const struct picture_format format = present_format(camera);
        camera->painter = painter_create(&format);
    }
    return camera->painter;
}

/// Lets a fault happen once less often; whether it happens now.
static bool happens(uint32_t *count)
{
    if (*count == 0) return false;
    *count -= 1;
    return true;
}

static void deliver(struct rig *rig, struct camera *camera, uint64_t stamp, uint32_t picture)
{
    struct camera_buffer *const buffer = first(camera, BUFFER_QUEUED);
    struct painter *const painter = painter_of(camera);
    size_t size = 0;
    const uint8_t *const bytes = painter == NULL ? NULL : painter_paint(painter, picture, &size);
    const uint32_t sequence = camera->sequence++;
    // A camera takes pictures also when nobody has given it a buffer; they are gaps in the sequence.
    if (buffer == NULL || bytes == NULL || size > BUFFER_PITCH) return;
    const bool is_garbled = happens(&camera->faults.garbled);
    // The pages are stored whole: one that is known in part would be asked for when it is read.
    static uint8_t pages[BUFFER_PITCH];
    memcpy(pages, bytes, size);
    if (is_garbled) memset(pages + size / 3, 0xff, size / 3);
    if (happens(&camera->faults.cut)) size = size / 2;
    const uint64_t offset = (uint64_t)(buffer - camera->buffers) * BUFFER_PITCH;
    rig->store(camera, offset, pages, (size + 4095) / 4096 * 4096);
    buffer->state = BUFFER_DONE;
    buffer->used = (uint32_t)size;
    buffer->flags = happens(&camera->faults.flagged) ? V4L2_BUF_FLAG_ERROR : 0;
    buffer->sequence = sequence;
    buffer->stamp = stamp;
    buffer->order = camera->done_count++;
    rig->wake(camera);
}

void camera_tick(struct rig *rig, struct camera *camera, uint64_t now)
{
    // Who was kept from working for long goes on with the present picture, as a camera would.
    while (camera_deadline(camera) + NANOSECONDS / camera->rate <= now) camera->tick_count++;
    const uint64_t stamp = camera_deadline(camera);
    camera->tick_count++;
    if (is_slow(camera) && camera->tick_count % 2 == 1) return;
    const uint32_t picture = camera->next_picture++;
    camera->stamps[camera->stamp_count % REMEMBERED_STAMPS].picture = picture;
    camera->stamps[camera->stamp_count % REMEMBERED_STAMPS].stamp = stamp;
    camera->stamp_count++;
    if (camera->faults.stalled) return;
    if (happens(&camera->faults.skipped)) {
        camera->sequence++;
        return;
    }
    deliver(rig, camera, stamp, picture);
}

uint32_t camera_poll(const struct camera *camera)
{
    enum { READABLE = 0x41, ERROR = 0x8, HANG_UP = 0x10 };
    if (!camera->is_plugged) return ERROR | HANG_UP;
    for (uint32_t each = 0; each < camera->buffer_count; each++) {
        if (camera->buffers[each].state == BUFFER_DONE) return READABLE;
    }
    return camera->is_streaming ? 0 : ERROR;
}

// MARK: requests

static int query_capabilities(const struct camera *camera, struct v4l2_capability *capability)
{
    memset(capability, 0, sizeof *capability);
    snprintf((char *)capability->driver, sizeof capability->driver, "%s", "doubletake-rig");
    snprintf((char *)capability->card, sizeof capability->card, "%s", camera->card);
    snprintf((char *)capability->bus_info, sizeof capability->bus_info, "%s", camera->bus);
    capability->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    capability->capabilities = capability->device_caps | V4L2_CAP_DEVICE_CAPS;
    return 0;
}

static int enumerate_inputs(struct v4l2_input *input)
{
    if (input->index != 0) return -EINVAL;
    memset(input, 0, sizeof *input);
    snprintf((char *)input->name, sizeof input->name, "%s", "Camera 1");
    input->type = V4L2_INPUT_TYPE_CAMERA;
    return 0;
}

/// The n-th format whose samples differ from those of all before it; NULL after the last.
static const struct picture_format *nth_kind(const struct camera *camera, uint32_t index)
{
    for (uint32_t each = 0; each < camera->format_count; each++) {
        bool is_known = false;
        for (uint32_t earlier = 0; earlier < each; earlier++) {
            is_known = is_known || camera->formats[earlier].fourcc == camera->formats[each].fourcc;
        }
        if (!is_known && index-- == 0) return &camera->formats[each];
    }
    return NULL;
}

static int enumerate_formats(const struct camera *camera, struct v4l2_fmtdesc *description)
{
    const struct picture_format *const format = nth_kind(camera, description->index);
    if (format == NULL || description->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return -EINVAL;
    const bool is_jpeg = format->fourcc == V4L2_PIX_FMT_MJPEG;
    description->pixelformat = format->fourcc;
    description->flags = is_jpeg ? V4L2_FMT_FLAG_COMPRESSED : 0;
    memset(description->description, 0, sizeof description->description);
    snprintf((char *)description->description, sizeof description->description, "%s", is_jpeg ? "Motion-JPEG" : "Raw");
    return 0;
}

static int enumerate_sizes(const struct camera *camera, struct v4l2_frmsizeenum *size)
{
    uint32_t index = size->index;
    for (uint32_t each = 0; each < camera->format_count; each++) {
        if (camera->formats[each].fourcc != size->pixel_format || index-- != 0) continue;
        size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
        size->discrete.width = camera->formats[each].width;
        size->discrete.height = camera->formats[each].height;
        return 0;
    }
    return -EINVAL;
}

static const struct picture_format *find(const struct camera *camera, uint32_t fourcc, uint32_t width, uint32_t height)
{
    for (uint32_t each = 0; each < camera->format_count; each++) {
        const struct picture_format *const format = &camera->formats[each];
        if (format->fourcc == fourcc && format->width == width && format->height == height) return format;
    }
    return NULL;
}

static int enumerate_intervals(const struct camera *camera, struct v4l2_frmivalenum *interval)
{
    const struct picture_format *const format = find(camera, interval->pixel_format, interval->width, interval->height);
    if (format == NULL || interval->index >= 8 || format->rates[interval->index] == 0) return -EINVAL;
    interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    interval->discrete.numerator = 1;
    interval->discrete.denominator = format->rates[interval->index];
    return 0;
}

static void describe_format(const struct camera *camera, struct v4l2_format *format)
{
    const struct picture_format present = present_format(camera);
    memset(&format->fmt, 0, sizeof format->fmt);
    format->fmt.pix.width = present.width;
    format->fmt.pix.height = present.height;
    format->fmt.pix.pixelformat = present.fourcc;
    format->fmt.pix.field = V4L2_FIELD_NONE;
    format->fmt.pix.bytesperline = picture_row_size(&present);
    format->fmt.pix.sizeimage = (uint32_t)picture_size(&present);
    format->fmt.pix.colorspace = V4L2_COLORSPACE_SRGB;
}

/// Whether another one than `owner` has the camera.
static bool is_busy(const struct camera *camera, uint64_t owner)
{
    return camera->faults.busy || (camera->owner != 0 && camera->owner != owner);
}

static int set_format(struct camera *camera, uint64_t owner, struct v4l2_format *format)
{
    if (format->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return -EINVAL;
    if (is_busy(camera, owner) || camera->buffer_count != 0) return -EBUSY;
    const struct v4l2_pix_format *const wanted = &format->fmt.pix;
    const struct picture_format *const found = find(camera, wanted->pixelformat, wanted->width, wanted->height);
    camera->format = found == NULL ? camera->formats[0] : *found;
    camera->rate = camera->format.rates[0];
    describe_format(camera, format);
    return 0;
}

static int set_rate(struct camera *camera, struct v4l2_streamparm *parameters, bool is_set)
{
    if (parameters->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return -EINVAL;
    const struct v4l2_fract wanted = parameters->parm.capture.timeperframe;
    if (is_set && camera->is_streaming) return -EBUSY;
    if (is_set && wanted.numerator != 0) {
        uint32_t index = 0;
        while (index < 7 && camera->format.rates[index + 1] != 0
            && camera->format.rates[index] > wanted.denominator / wanted.numerator) index++;
        camera->rate = camera->format.rates[index];
    }
    memset(&parameters->parm, 0, sizeof parameters->parm);
    parameters->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
    parameters->parm.capture.timeperframe.numerator = 1;
    parameters->parm.capture.timeperframe.denominator = camera->rate;
    return 0;
}

static int request_buffers(struct camera *camera, uint64_t owner, struct v4l2_requestbuffers *request)
{
    if (request->memory != V4L2_MEMORY_MMAP || request->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return -EINVAL;
    if (is_busy(camera, owner)) return -EBUSY;
    let_go(camera);
    if (request->count > MAXIMUM_BUFFERS) request->count = MAXIMUM_BUFFERS;
    camera->buffer_count = request->count;
    camera->owner = request->count == 0 ? 0 : owner;
    request->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP;
    return 0;
}

static void describe_buffer(const struct camera *camera, const struct camera_buffer *buffer, struct v4l2_buffer *result)
{
    const struct picture_format present = present_format(camera);
    const uint64_t stamp = buffer->stamp + (camera->faults.foreign_stamps ? FOREIGN_OFFSET : 0);
    const uint32_t kind = camera->faults.foreign_stamps ? V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN
                                                        : V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    result->index = (uint32_t)(buffer - camera->buffers);
    result->bytesused = buffer->used;
    result->flags = V4L2_BUF_FLAG_MAPPED | buffer->flags | kind
        | (buffer->state == BUFFER_QUEUED ? V4L2_BUF_FLAG_QUEUED : 0)
        | (buffer->state == BUFFER_DONE ? V4L2_BUF_FLAG_DONE : 0);
    result->field = V4L2_FIELD_NONE;
    result->timestamp.tv_sec = (long)(stamp / NANOSECONDS);
    result->timestamp.tv_usec = (long)(stamp % NANOSECONDS / 1000);
    result->sequence = buffer->sequence;
    result->memory = V4L2_MEMORY_MMAP;
    result->m.offset = (uint32_t)(result->index * BUFFER_PITCH);
    result->length = (uint32_t)((picture_size(&present) + 4095) / 4096 * 4096);
}

static int exchange_buffer(struct camera *camera, uint64_t owner, uint64_t request, struct v4l2_buffer *argument)
{
    if (camera->owner != owner || argument->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return -EINVAL;
    struct camera_buffer *buffer;
    if (request == VIDIOC_DQBUF) {
        if (!camera->is_streaming) return -EINVAL;
        buffer = first(camera, BUFFER_DONE);
        if (buffer == NULL) return -EAGAIN;
        buffer->state = BUFFER_IDLE;
    } else {
        if (argument->index >= camera->buffer_count) return -EINVAL;
        buffer = &camera->buffers[argument->index];
        if (request == VIDIOC_QBUF) {
            if (buffer->state != BUFFER_IDLE) return -EINVAL;
            buffer->state = BUFFER_QUEUED;
            buffer->order = camera->done_count++;
        }
    }
    describe_buffer(camera, buffer, argument);
    return 0;
}

int camera_request(struct rig *rig, struct camera *camera, uint64_t owner, uint64_t request, void *argument)
{
    if (!camera->is_plugged) return -ENODEV;
    if (controls_take(request)) return controls_request(&camera->controls, request, argument);
    switch (request) {
    case VIDIOC_QUERYCAP: return query_capabilities(camera, argument);
    case VIDIOC_G_INPUT: *(int *)argument = 0; return 0;
    case VIDIOC_S_INPUT: return *(int *)argument == 0 ? 0 : -EINVAL;
    case VIDIOC_ENUMINPUT: return enumerate_inputs(argument);
    case VIDIOC_ENUM_FMT: return enumerate_formats(camera, argument);
    case VIDIOC_ENUM_FRAMESIZES: return enumerate_sizes(camera, argument);
    case VIDIOC_ENUM_FRAMEINTERVALS: return enumerate_intervals(camera, argument);
    case VIDIOC_S_FMT: return set_format(camera, owner, argument);
    case VIDIOC_G_FMT: describe_format(camera, argument); return 0;
    case VIDIOC_S_PARM: return set_rate(camera, argument, true);
    case VIDIOC_G_PARM: return set_rate(camera, argument, false);
    case VIDIOC_REQBUFS: return request_buffers(camera, owner, argument);
    case VIDIOC_QUERYBUF:
    case VIDIOC_QBUF:
    case VIDIOC_DQBUF: return exchange_buffer(camera, owner, request, argument);
    case VIDIOC_STREAMON:
        if (camera->owner != owner) return -EINVAL;
        return stream_on(rig, camera);
    case VIDIOC_STREAMOFF:
        if (camera->owner == owner) stop_streaming(camera);
        return 0;
    default: return -ENOTTY;
    }
}
