// The kernel's calls that Swift's Glibc module leaves out, since they are GNU's and not POSIX's.
#pragma once

#include <linux/falloc.h>
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
