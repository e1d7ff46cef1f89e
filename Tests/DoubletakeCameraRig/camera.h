// A camera of the rig: its state, its answers to V4L2's requests, its pictures, and its faults.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "controls.h"
#include "picture.h"

enum {
    MAXIMUM_CAMERAS = 8,
    MAXIMUM_BUFFERS = 32,
    MAXIMUM_FORMATS = 16,
    REMEMBERED_STAMPS = 1024,
    NAME_SIZE = 32,
};

/// From one buffer to the next in a camera's file.
#define BUFFER_PITCH (UINT64_C(16) << 20)

enum buffer_state { BUFFER_IDLE, BUFFER_QUEUED, BUFFER_DONE };

struct camera_buffer {
    enum buffer_state state;
    uint32_t used;
    uint32_t flags;
    uint32_t sequence;
    uint64_t stamp;
    /// When it was done, so that the oldest comes first.
    uint64_t order;
};

/// What is wrong with a camera at the moment.
struct camera_faults {
    /// Nothing is delivered.
    bool stalled;
    /// Another program has it.
    bool busy;
    /// It is dark: a camera that may is slow.
    bool dark;
    /// Its stamps are of a clock of its own.
    bool foreign_stamps;
    /// How many of the next pictures are garbled, cut short, flagged by the driver, never delivered.
    uint32_t garbled, cut, flagged, skipped;
    /// What STREAMON fails with; 0 when it doesn't.
    int stream_on_error;
    /// The size of the pictures, whatever was agreed; 0 for what was agreed.
    uint32_t width, height;
};

struct camera {
    char key[NAME_SIZE], card[NAME_SIZE], serial[NAME_SIZE], bus[NAME_SIZE];
    struct picture_format formats[MAXIMUM_FORMATS];
    uint32_t format_count;
    struct camera_controls controls;
    struct camera_faults faults;

    bool is_plugged;
    uint32_t number;
    /// Changes with each plugging, and so does the file.
    uint64_t inode;

    /// Who has its buffers; 0 for nobody.
    uint64_t owner;
    struct picture_format format;
    uint32_t rate;
    struct camera_buffer buffers[MAXIMUM_BUFFERS];
    uint32_t buffer_count;
    bool is_streaming;
    uint64_t start;
    uint64_t tick_count;
    uint32_t sequence;
    uint64_t done_count;
    /// The number in the next picture; it never starts again.
    uint32_t next_picture;
    struct painter *painter;

    struct {
        uint32_t picture;
        uint64_t stamp;
    } stamps[REMEMBERED_STAMPS];
    uint64_t stamp_count;
};

/// What a camera needs of the rig.
struct rig {
    struct camera cameras[MAXIMUM_CAMERAS];
    uint32_t camera_count;
    /// Bytes a second that all cameras together may send; 0 for any number.
    uint64_t bus_budget;
    uint64_t next_inode;
    /// Puts bytes into the pages that others have mapped of a camera's file.
    void (*store)(struct camera *camera, uint64_t offset, const uint8_t *bytes, uint64_t size);
    /// Wakes who polls a camera's file.
    void (*wake)(struct camera *camera);
};

/// Reads a camera from `key=value,...`; -1 when it is no such thing.
int camera_parse(struct camera *camera, const char *text);

/// Puts a camera's file into the folder.
void camera_plug(struct rig *rig, struct camera *camera, uint32_t number);

/// Takes a camera's file out of the folder.
void camera_unplug(struct rig *rig, struct camera *camera);

/// Answers a request in place; 0 or a negative error number.
int camera_request(struct rig *rig, struct camera *camera, uint64_t owner, uint64_t request, void *argument);

/// What poll() says.
uint32_t camera_poll(const struct camera *camera);

/// A file was closed.
void camera_close(struct rig *rig, struct camera *camera, uint64_t owner);

/// When the camera's next picture is due, in nanoseconds; UINT64_MAX for never.
uint64_t camera_deadline(const struct camera *camera);

/// Takes the picture that is due.
void camera_tick(struct rig *rig, struct camera *camera, uint64_t now);

/// Does what a line says: `front unplug`, `bus 1000000`; 0 or a negative error number.
int rig_command(struct rig *rig, const char *line);
