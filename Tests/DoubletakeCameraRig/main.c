// A folder of cameras without hardware, by FUSE: its files answer V4L2's requests, mmap and poll as a driver would.
//
// doubletake-camera-rig FOLDER BUS-BUDGET CAMERA...
//
// A line that is written to the file `control` switches a fault, and is done when the write comes back; the file `stamps`
// has a line `camera picture microseconds` for each of the newest pictures that were taken. It prints `ready` once the
// folder is mounted, and ends when it is told to or when nobody reads its output any more.
//
// One thread does everything: so a close is handled before the next open.

#define FUSE_USE_VERSION 35

#include <errno.h>
#include <fuse3/fuse_lowlevel.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "camera.h"

enum {
    CONTROL_INODE = 2,
    STAMPS_INODE = 3,
    LINKS_PARENT_INODE = 4,
    LINKS_INODE = 5,
    FIRST_LINK_INODE = 16,
    FIRST_CAMERA_INODE = 64,
    MAXIMUM_WATCHERS = 8,
};

static struct rig rig;
static struct fuse_session *session;
static uint64_t next_owner = 1;

/// Who polls which camera.
static struct fuse_pollhandle *watchers[MAXIMUM_CAMERAS][MAXIMUM_WATCHERS];

static struct camera *camera_of(fuse_ino_t inode)
{
    for (uint32_t each = 0; each < rig.camera_count; each++) {
        struct camera *const camera = &rig.cameras[each];
        if (camera->is_plugged && camera->inode == inode) return camera;
    }
    return NULL;
}

// MARK: what the cameras need

static void store(struct camera *camera, uint64_t offset, const uint8_t *bytes, uint64_t size)
{
    struct fuse_bufvec buffer = FUSE_BUFVEC_INIT(size);
    buffer.buf[0].mem = (void *)(uintptr_t)bytes;
    // Nobody has the pages yet: they are asked for when somebody looks.
    (void)fuse_lowlevel_notify_store(session, camera->inode, (off_t)offset, &buffer, 0);
}

static void wake(struct camera *camera)
{
    struct fuse_pollhandle **const handles = watchers[camera - rig.cameras];
    for (uint32_t each = 0; each < MAXIMUM_WATCHERS; each++) {
        if (handles[each] == NULL) continue;
        (void)fuse_lowlevel_notify_poll(handles[each]);
        fuse_pollhandle_destroy(handles[each]);
        handles[each] = NULL;
    }
}

// MARK: the folder

struct entry {
    fuse_ino_t parent, inode;
    char name[NAME_SIZE * 3];
    mode_t mode;
    off_t size;
};

/// The n-th thing that there is; false after the last.
static bool entry_at(uint32_t index, struct entry *entry)
{
    static const struct entry fixed[] = {
        {0, FUSE_ROOT_ID, "", S_IFDIR | 0755, 0},
        {FUSE_ROOT_ID, CONTROL_INODE, "control", S_IFREG | 0200, 0},
        {FUSE_ROOT_ID, STAMPS_INODE, "stamps", S_IFREG | 0400, 0},
        {FUSE_ROOT_ID, LINKS_PARENT_INODE, "v4l", S_IFDIR | 0755, 0},
        {LINKS_PARENT_INODE, LINKS_INODE, "by-id", S_IFDIR | 0755, 0},
    };
    enum { FIXED_COUNT = sizeof fixed / sizeof *fixed };
    memset(entry, 0, sizeof *entry);
    if (index < FIXED_COUNT) {
        *entry = fixed[index];
        return true;
    }
    const uint32_t number = (index - FIXED_COUNT) / 2;
    if (number >= rig.camera_count) return false;
    const struct camera *const camera = &rig.cameras[number];
    const bool is_link = (index - FIXED_COUNT) % 2;
    if (!camera->is_plugged || (is_link && camera->serial[0] == 0)) return true;
    entry->parent = is_link ? LINKS_INODE : FUSE_ROOT_ID;
    entry->inode = is_link ? FIRST_LINK_INODE + number : camera->inode;
    entry->mode = is_link ? S_IFLNK | 0777 : S_IFREG | 0660;
    entry->size = is_link ? 0 : (off_t)(MAXIMUM_BUFFERS * BUFFER_PITCH);
    if (is_link) snprintf(entry->name, sizeof entry->name, "usb-rig_%s-video-index0", camera->serial);
    else snprintf(entry->name, sizeof entry->name, "video%u", camera->number);
    return true;
}

static struct stat status_of(const struct entry *entry)
{
    struct stat status = {0};
    status.st_ino = entry->inode;
    status.st_mode = entry->mode;
    status.st_nlink = 1;
    status.st_size = entry->size;
    status.st_uid = geteuid();
    status.st_gid = getegid();
    return status;
}

static void look_up(fuse_req_t request, fuse_ino_t parent, const char *name)
{
    struct entry entry;
    for (uint32_t index = 0; entry_at(index, &entry); index++) {
        if (entry.inode == 0 || entry.parent != parent || strcmp(entry.name, name) != 0) continue;
        // Nothing is remembered by the kernel: what is unplugged is gone at once.
        const struct fuse_entry_param answer = {.ino = entry.inode, .attr = status_of(&entry)};
        fuse_reply_entry(request, &answer);
        return;
    }
    fuse_reply_err(request, ENOENT);
}

static void get_attributes(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file)
{
    (void)file;
    struct entry entry;
    for (uint32_t index = 0; entry_at(index, &entry); index++) {
        if (entry.inode != inode) continue;
        const struct stat status = status_of(&entry);
        fuse_reply_attr(request, &status, 0);
        return;
    }
    fuse_reply_err(request, ENOENT);
}

static void set_attributes(fuse_req_t request, fuse_ino_t inode, struct stat *status, int what, struct fuse_file_info *file)
{
    // A shell's `>` wants `control` to be empty first, which it always is.
    (void)status;
    (void)what;
    get_attributes(request, inode, file);
}

static void read_folder(fuse_req_t request, fuse_ino_t inode, size_t size, off_t offset, struct fuse_file_info *file)
{
    (void)file;
    char bytes[4096];
    const size_t room = size < sizeof bytes ? size : sizeof bytes;
    size_t used = 0;
    struct entry entry;
    for (uint32_t index = (uint32_t)offset; entry_at(index, &entry); index++) {
        if (entry.inode == 0 || entry.parent != inode) continue;
        const struct stat status = status_of(&entry);
        const size_t needed = fuse_add_direntry(request, bytes + used, room - used, entry.name, &status, index + 1);
        if (needed > room - used) break;
        used += needed;
    }
    fuse_reply_buf(request, bytes, used);
}

static void read_link(fuse_req_t request, fuse_ino_t inode)
{
    const uint64_t index = inode - FIRST_LINK_INODE;
    if (index >= rig.camera_count || !rig.cameras[index].is_plugged) {
        fuse_reply_err(request, ENOENT);
        return;
    }
    char target[NAME_SIZE];
    snprintf(target, sizeof target, "../../video%u", rig.cameras[index].number);
    fuse_reply_readlink(request, target);
}

// MARK: the files

static void open_file(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file)
{
    if (inode == CONTROL_INODE || inode == STAMPS_INODE) {
        file->direct_io = 1;
    } else if (camera_of(inode) == NULL) {
        fuse_reply_err(request, ENODEV);
        return;
    }
    // Who opens a camera's file to ask something must not take the pages from who has mapped them.
    file->keep_cache = inode >= FIRST_CAMERA_INODE;
    file->fh = next_owner++;
    fuse_reply_open(request, file);
}

static void read_file(fuse_req_t request, fuse_ino_t inode, size_t size, off_t offset, struct fuse_file_info *file)
{
    (void)file;
    static char text[MAXIMUM_CAMERAS * REMEMBERED_STAMPS * 48];
    size_t length = 0;
    if (inode != STAMPS_INODE) {
        // A page of a camera's buffer into which no picture was stored yet.
        memset(text, 0, sizeof text);
        fuse_reply_buf(request, text, size < sizeof text ? size : sizeof text);
        return;
    }
    for (uint32_t each = 0; each < rig.camera_count; each++) {
        const struct camera *const camera = &rig.cameras[each];
        const uint64_t count = camera->stamp_count < REMEMBERED_STAMPS ? camera->stamp_count : REMEMBERED_STAMPS;
        for (uint64_t stamp = camera->stamp_count - count; stamp < camera->stamp_count; stamp++) {
            length += (size_t)snprintf(
                text + length, sizeof text - length, "%.20s %u %llu\n", camera->key,
                camera->stamps[stamp % REMEMBERED_STAMPS].picture,
                (unsigned long long)camera->stamps[stamp % REMEMBERED_STAMPS].stamp / 1000
            );
        }
    }
    const size_t start = (size_t)offset < length ? (size_t)offset : length;
    const size_t rest = length - start;
    fuse_reply_buf(request, text + start, rest < size ? rest : size);
}

static void write_file(
    fuse_req_t request, fuse_ino_t inode, const char *bytes, size_t size, off_t offset, struct fuse_file_info *file
)
{
    (void)offset;
    (void)file;
    char line[256];
    if (inode != CONTROL_INODE || size >= sizeof line) {
        fuse_reply_err(request, EINVAL);
        return;
    }
    memcpy(line, bytes, size);
    line[size] = 0;
    const int result = rig_command(&rig, line);
    if (result < 0) fuse_reply_err(request, -result);
    else fuse_reply_write(request, size);
}

static bool copy_from(pid_t process, void *bytes, const void *there, size_t size)
{
    const struct iovec local = {bytes, size}, remote = {(void *)(uintptr_t)there, size};
    return process_vm_readv(process, &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static bool copy_to(pid_t process, const void *bytes, void *there, size_t size)
{
    const struct iovec local = {(void *)(uintptr_t)bytes, size}, remote = {there, size};
    return process_vm_writev(process, &local, 1, &remote, 1, 0) == (ssize_t)size;
}

/// Answers what points into the memory of who asks: the region of interest is all that there is of the kind.
static int answer_extended(pid_t process, struct camera *camera, bool is_set, const struct v4l2_ext_controls *list)
{
    struct v4l2_ext_control control;
    struct v4l2_rect region;
    if (list->count != 1 || !copy_from(process, &control, list->controls, sizeof control)) return -EINVAL;
    if (control.id != REGION_OF_INTEREST || control.size != sizeof region) return -EINVAL;
    if (is_set && !copy_from(process, &region, control.ptr, sizeof region)) return -EFAULT;
    const int result = controls_region(&camera->controls, is_set, list->which, &region);
    if (result == 0 && !is_set && !copy_to(process, &region, control.ptr, sizeof region)) return -EFAULT;
    return result;
}

static void answer_request(
    fuse_req_t request, fuse_ino_t inode, unsigned int number, void *argument, struct fuse_file_info *file,
    unsigned flags, const void *input, size_t input_size, size_t output_size
)
{
    (void)argument;
    (void)flags;
    // V4L2's requests carry their size in their number, so that the kernel passes all of the structure both ways.
    _Alignas(16) uint8_t bytes[4096] = {0};
    struct camera *const camera = camera_of(inode);
    if (camera == NULL || input_size > sizeof bytes || output_size > sizeof bytes) {
        fuse_reply_err(request, camera == NULL ? ENODEV : EINVAL);
        return;
    }
    if (input_size > 0) memcpy(bytes, input, input_size);
    const bool is_set = number == VIDIOC_S_EXT_CTRLS;
    const int result = is_set || number == VIDIOC_G_EXT_CTRLS
        ? answer_extended(fuse_req_ctx(request)->pid, camera, is_set, (const struct v4l2_ext_controls *)bytes)
        : camera_request(&rig, camera, file->fh, number, bytes);
    if (result < 0) fuse_reply_err(request, -result);
    else fuse_reply_ioctl(request, result, bytes, output_size);
}

static void poll_file(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file, struct fuse_pollhandle *handle)
{
    (void)file;
    struct camera *const camera = camera_of(inode);
    if (camera == NULL) {
        if (handle != NULL) fuse_pollhandle_destroy(handle);
        fuse_reply_poll(request, POLLERR | POLLHUP);
        return;
    }
    struct fuse_pollhandle **const handles = watchers[camera - rig.cameras];
    if (handle != NULL) {
        // Who asks again doesn't wait by the older handle any more.
        uint32_t place = 0;
        while (place < MAXIMUM_WATCHERS - 1 && handles[place] != NULL) place++;
        if (handles[place] != NULL) fuse_pollhandle_destroy(handles[place]);
        handles[place] = handle;
    }
    fuse_reply_poll(request, camera_poll(camera));
}

static void close_file(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file)
{
    struct camera *const camera = camera_of(inode);
    if (camera != NULL) camera_close(&rig, camera, file->fh);
    fuse_reply_err(request, 0);
}

static const struct fuse_lowlevel_ops OPERATIONS = {
    .lookup = look_up,
    .getattr = get_attributes,
    .setattr = set_attributes,
    .readdir = read_folder,
    .readlink = read_link,
    .open = open_file,
    .read = read_file,
    .write = write_file,
    .ioctl = answer_request,
    .poll = poll_file,
    .release = close_file,
};

// MARK: the loop

static uint64_t present(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// Takes the pictures that are due, and says when the next one is.
static uint64_t take_pictures(void)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t each = 0; each < rig.camera_count; each++) {
        struct camera *const camera = &rig.cameras[each];
        while (camera_deadline(camera) <= present()) camera_tick(&rig, camera, present());
        if (camera_deadline(camera) < next) next = camera_deadline(camera);
    }
    return next;
}

static void work(int signals)
{
    struct fuse_buf buffer = {0};
    while (!fuse_session_exited(session)) {
        const uint64_t next = take_pictures(), now = present();
        const uint64_t rest = next <= now ? 0 : next - now;
        struct timespec limit = {.tv_sec = (time_t)(rest / 1000000000), .tv_nsec = (long)(rest % 1000000000)};
        struct pollfd entries[] = {
            {.fd = fuse_session_fd(session), .events = POLLIN},
            {.fd = signals, .events = POLLIN},
            {.fd = STDOUT_FILENO, .events = 0},
        };
        if (ppoll(entries, 3, next == UINT64_MAX ? NULL : &limit, NULL) < 0 && errno != EINTR) break;
        if (entries[1].revents != 0 || entries[2].revents != 0) break;
        if (entries[0].revents == 0) continue;
        const int size = fuse_session_receive_buf(session, &buffer);
        if (size == -EINTR) continue;
        if (size <= 0) break;
        fuse_session_process_buf(session, &buffer);
    }
    free(buffer.mem);
}

/// The signals that end the rig, as something to poll.
static int ending_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC);
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 4 || argument_count - 3 > MAXIMUM_CAMERAS) {
        fprintf(stderr, "usage: %s FOLDER BUS-BUDGET CAMERA...\n", arguments[0]);
        return 64;
    }
    rig.bus_budget = strtoull(arguments[2], NULL, 10);
    rig.next_inode = FIRST_CAMERA_INODE;
    rig.store = store;
    rig.wake = wake;
    for (int each = 3; each < argument_count; each++) {
        struct camera *const camera = &rig.cameras[rig.camera_count++];
        if (camera_parse(camera, arguments[each]) != 0) {
            fprintf(stderr, "%s: not a camera\n", arguments[each]);
            return 64;
        }
        camera_plug(&rig, camera, camera->number);
    }
    char *words[] = {arguments[0], NULL};
    struct fuse_args options = FUSE_ARGS_INIT(1, words);
    session = fuse_session_new(&options, &OPERATIONS, sizeof OPERATIONS, NULL);
    if (session == NULL || fuse_session_mount(session, arguments[1]) != 0) return 69;
    const int signals = ending_signals();
    printf("ready\n");
    fflush(stdout);
    work(signals);
    fuse_session_unmount(session);
    fuse_session_destroy(session);
    return 0;
}
