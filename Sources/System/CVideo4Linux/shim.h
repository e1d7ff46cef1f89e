// The kernel's interface to cameras. What doesn't import are the requests and the formats, which are macros with casts,
// and ioctl itself.
#pragma once

#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

static const unsigned long DOUBLETAKE_VIDIOC_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long DOUBLETAKE_VIDIOC_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long DOUBLETAKE_VIDIOC_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long DOUBLETAKE_VIDIOC_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long DOUBLETAKE_VIDIOC_G_FMT = VIDIOC_G_FMT;
static const unsigned long DOUBLETAKE_VIDIOC_S_FMT = VIDIOC_S_FMT;
static const unsigned long DOUBLETAKE_VIDIOC_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long DOUBLETAKE_VIDIOC_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long DOUBLETAKE_VIDIOC_QBUF = VIDIOC_QBUF;
static const unsigned long DOUBLETAKE_VIDIOC_DQBUF = VIDIOC_DQBUF;
static const unsigned long DOUBLETAKE_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long DOUBLETAKE_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long DOUBLETAKE_VIDIOC_QUERYCTRL = VIDIOC_QUERYCTRL;
static const unsigned long DOUBLETAKE_VIDIOC_QUERYMENU = VIDIOC_QUERYMENU;
static const unsigned long DOUBLETAKE_VIDIOC_G_CTRL = VIDIOC_G_CTRL;
static const unsigned long DOUBLETAKE_VIDIOC_S_CTRL = VIDIOC_S_CTRL;

static const unsigned DOUBLETAKE_PIX_FMT_MJPEG = V4L2_PIX_FMT_MJPEG;
static const unsigned DOUBLETAKE_PIX_FMT_JPEG = V4L2_PIX_FMT_JPEG;
static const unsigned DOUBLETAKE_PIX_FMT_YUYV = V4L2_PIX_FMT_YUYV;
static const unsigned DOUBLETAKE_PIX_FMT_UYVY = V4L2_PIX_FMT_UYVY;
static const unsigned DOUBLETAKE_PIX_FMT_NV12 = V4L2_PIX_FMT_NV12;
static const unsigned DOUBLETAKE_PIX_FMT_YUV420 = V4L2_PIX_FMT_YUV420;

static const unsigned DOUBLETAKE_CTRL_NEXT = V4L2_CTRL_FLAG_NEXT_CTRL;
static const unsigned DOUBLETAKE_CID_CAMERA_ORIENTATION = V4L2_CID_CAMERA_ORIENTATION;

// UVC's region of interest came with Linux 6.15, and its numbers with those headers: linux/uvcvideo.h, V4L2_CID_USER_UVC_BASE
// and V4L2_CTRL_WHICH_... there.
static const unsigned DOUBLETAKE_CID_REGION_OF_INTEREST = V4L2_CID_USER_BASE + 0x11e0 + 1;
static const unsigned DOUBLETAKE_CID_REGION_OF_INTEREST_AUTO = V4L2_CID_USER_BASE + 0x11e0 + 2;
static const unsigned DOUBLETAKE_WHICH_PRESENT = 0;
static const unsigned DOUBLETAKE_WHICH_MINIMUM = 0x0f020000;
static const unsigned DOUBLETAKE_WHICH_MAXIMUM = 0x0f030000;

static const unsigned long DOUBLETAKE_VIDIOC_G_EXT_CTRLS = VIDIOC_G_EXT_CTRLS;
static const unsigned long DOUBLETAKE_VIDIOC_S_EXT_CTRLS = VIDIOC_S_EXT_CTRLS;

/// ioctl, again while a signal interrupts it. -1 and errno on failure.
static inline int doubletake_video_request(int descriptor, unsigned long request, void *argument) {
    int result;
    do {
        result = ioctl(descriptor, request, argument);
    } while (result < 0 && errno == EINTR);
    return result;
}

/// VIDIOC_G_EXT_CTRLS or VIDIOC_S_EXT_CTRLS of a camera's region of interest.
static inline int doubletake_video_region_request(
    int descriptor,
    unsigned long request,
    unsigned which,
    struct v4l2_rect *region
) {
    struct v4l2_ext_control control = {.id = DOUBLETAKE_CID_REGION_OF_INTEREST, .size = sizeof *region, .ptr = region};
    struct v4l2_ext_controls list = {.which = which, .count = 1, .controls = &control};
    return doubletake_video_request(descriptor, request, &list);
}

/// What is used of v4l2_buffer, whose union of pointers Swift can't take for safe.
struct doubletake_video_buffer {
    unsigned index;
    unsigned byte_count;
    unsigned length;
    unsigned offset;
    unsigned flags;
    unsigned sequence;
    unsigned long long microseconds;
};

/// VIDIOC_QUERYBUF, VIDIOC_QBUF or VIDIOC_DQBUF of a mapped buffer.
static inline int doubletake_video_buffer_request(
    int descriptor,
    unsigned long request,
    struct doubletake_video_buffer *buffer
) {
    struct v4l2_buffer argument = {
        .index = buffer->index,
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
        .memory = V4L2_MEMORY_MMAP,
    };
    const int result = doubletake_video_request(descriptor, request, &argument);
    if (result < 0) return result;
    buffer->index = argument.index;
    buffer->byte_count = argument.bytesused;
    buffer->length = argument.length;
    buffer->offset = argument.m.offset;
    buffer->flags = argument.flags;
    buffer->sequence = argument.sequence;
    const long long seconds = argument.timestamp.tv_sec, rest = argument.timestamp.tv_usec;
    buffer->microseconds = seconds < 0 || rest < 0 ? 0 : (unsigned long long)(seconds * 1000000 + rest);
    return result;
}

/// VIDIOC_G_FMT or VIDIOC_S_FMT of a camera's pictures.
static inline int doubletake_video_format_request(
    int descriptor,
    unsigned long request,
    struct v4l2_pix_format *format
) {
    struct v4l2_format argument = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .fmt = {.pix = *format}};
    const int result = doubletake_video_request(descriptor, request, &argument);
    if (result >= 0) *format = argument.fmt.pix;
    return result;
}

/// VIDIOC_S_PARM of a camera's interval between two pictures.
static inline int doubletake_video_set_interval(int descriptor, struct v4l2_fract *interval) {
    struct v4l2_streamparm argument = {
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
        .parm = {.capture = {.timeperframe = *interval}},
    };
    const int result = doubletake_video_request(descriptor, VIDIOC_S_PARM, &argument);
    if (result >= 0) *interval = argument.parm.capture.timeperframe;
    return result;
}
