// What Swift doesn't see of libxcb and its extensions by itself: each extension's key is a variable of an incomplete
// type, whose address can't be taken in Swift. And calls of the kernel that Swift's Glibc module leaves out.
#pragma once

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <time.h>

#include <xcb/composite.h>
#include <xcb/damage.h>
#include <xcb/randr.h>
#include <xcb/screensaver.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xfixes.h>
#include <xcb/xinput.h>
#include <xcb/xkb.h>
#include <xcb/xtest.h>

static inline xcb_extension_t *doubletake_xcb_composite(void) {
    return &xcb_composite_id;
}
static inline xcb_extension_t *doubletake_xcb_damage(void) {
    return &xcb_damage_id;
}
static inline xcb_extension_t *doubletake_xcb_xfixes(void) {
    return &xcb_xfixes_id;
}
static inline xcb_extension_t *doubletake_xcb_shm(void) {
    return &xcb_shm_id;
}
static inline xcb_extension_t *doubletake_xcb_randr(void) {
    return &xcb_randr_id;
}
static inline xcb_extension_t *doubletake_xcb_input(void) {
    return &xcb_input_id;
}
static inline xcb_extension_t *doubletake_xcb_xkb(void) {
    return &xcb_xkb_id;
}
static inline xcb_extension_t *doubletake_xcb_screensaver(void) {
    return &xcb_screensaver_id;
}
static inline xcb_extension_t *doubletake_xcb_test(void) {
    return &xcb_test_id;
}

// glibc declares it only for programs that ask for GNU's additions before the first header, which a module can't do.
extern int ppoll(
    struct pollfd *descriptors,
    nfds_t count,
    const struct timespec *timeout,
    const sigset_t *signals
);

// An event descriptor that children don't inherit and that never blocks; -1 with errno when there are no more.
static inline int doubletake_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
