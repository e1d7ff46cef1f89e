// The kernel's calls that Swift's Glibc module leaves out, since they are GNU's and not POSIX's.
#pragma once

#include <fcntl.h>
#include <linux/falloc.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// fallocate with FALLOC_FL_KEEP_SIZE: room on the disk without a longer file. -1 and errno on failure.
static inline int doubletake_reserve_room(int descriptor, long long offset, long long byte_count) {
    return (int)syscall(SYS_fallocate, descriptor, FALLOC_FL_KEEP_SIZE, offset, byte_count);
}

/// The user at the other end of a local socket (SO_PEERCRED); -1 and errno on failure.
static inline long doubletake_peer_user(int descriptor) {
    // The kernel's struct ucred.
    struct { int process; unsigned int user; unsigned int group; } peer = {0, 0, 0};
    socklen_t size = sizeof(peer);
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    return (long)peer.user;
}

/// A pipe whose ends children don't inherit, not even those that are started at the same moment. -1 and errno on failure.
static inline int doubletake_pipe(int ends[2]) {
    return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

/// A descriptor that becomes readable when a process of ours ends. -1 and errno on failure.
static inline int doubletake_watch_process(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/// Lets a program begin in a folder; 0 or an error's number.
static inline int doubletake_begin_in(posix_spawn_file_actions_t *actions, const char *folder) {
    extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}
