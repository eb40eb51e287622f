/* SPDX-License-Identifier: Apache-2.0 */
/* short_transfers: a library for LD_PRELOAD under which read and write do less than they are asked
 * for, as a pipe, a network file or a signal makes them.
 *
 * Environment: SCORD_SHORT_TRANSFERS=SEED: each call of read, pread, write, pwrite, readv or writev
 * transfers a part (from 1 byte) or fails with EINTR, as drawn from SEED and the number of the
 * call; unset: as it is. A transfer of one byte stays whole. At most three EINTR in a row, or
 * nothing would end. SCORD_COUNT_TRANSFERS=FILE: how many calls were cut short and how many
 * interrupted is written to FILE when the process ends. SCORD_FAILING_PROGRAM=NAME: only in
 * processes of this name. stdio of glibc calls its own names of read and write, which no library
 * can take the place of; it goes on after a part by itself, and scord has no signal handler without
 * SA_RESTART that would interrupt it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* The state of a preloaded library has nowhere else to be. */
static atomic_ulong calls, shortened, interrupted;
static atomic_uint in_a_row; /* EINTR */
static uint64_t seed;
static int active;

__attribute__((constructor)) static void start(void) {
    const char *program = getenv("SCORD_FAILING_PROGRAM"), *which = getenv("SCORD_SHORT_TRANSFERS");
    if (!which || (program && strcmp(program, program_invocation_short_name) != 0)) return;
    seed = strtoull(which, NULL, 10);
    active = 1;
}

__attribute__((destructor)) static void finish(void) {
    const char *path = getenv("SCORD_COUNT_TRANSFERS");
    char text[64];
    if (!path || !active) return;
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666),
              length = snprintf(text, sizeof text, "%lu %lu\n", atomic_load(&shortened),
                                atomic_load(&interrupted));
    if (file < 0 || syscall(SYS_write, file, text, (size_t)length) != length) _exit(3);
    close(file);
}

/* The bytes that this call may transfer, or 0: it is interrupted. */
static size_t part(size_t size) {
    if (!active || size <= 1) return size;
    uint64_t draw = (seed + atomic_fetch_add(&calls, 1)) * UINT64_C(0x9e3779b97f4a7c15);
    draw ^= draw >> 29;
    draw *= UINT64_C(0xbf58476d1ce4e5b9);
    draw ^= draw >> 32;
    if (draw % 4 == 0 && atomic_fetch_add(&in_a_row, 1) < 3) {
        atomic_fetch_add(&interrupted, 1);
        return 0;
    }
    atomic_store(&in_a_row, 0);
    if (draw % 4 == 1) return size;
    atomic_fetch_add(&shortened, 1);
    return 1 + (size_t)(draw >> 2) % (draw % 4 == 2 ? size : size < 64 ? size : 64);
}

static ssize_t transfer(long number, int fd, void *data, size_t size) {
    const size_t most = part(size);
    if (most == 0 && size != 0) return errno = EINTR, -1;
    return syscall(number, fd, data, most);
}

static ssize_t transfer_at(long number, int fd, void *data, size_t size, off_t offset) {
    const size_t most = part(size);
    if (most == 0 && size != 0) return errno = EINTR, -1;
    return syscall(number, fd, data, most, offset);
}

ssize_t read(int fd, void *data, size_t size) { return transfer(SYS_read, fd, data, size); }
ssize_t write(int fd, const void *data, size_t size) {
    return transfer(SYS_write, fd, (void *)data, size);
}
ssize_t pread(int fd, void *data, size_t size, off_t offset) {
    return transfer_at(SYS_pread64, fd, data, size, offset);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
    return transfer_at(SYS_pwrite64, fd, (void *)data, size, offset);
}
ssize_t readv(int fd, const struct iovec *parts, int count) {
    return count < 1 ? 0 : read(fd, parts[0].iov_base, parts[0].iov_len);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
    return count < 1 ? 0 : write(fd, parts[0].iov_base, parts[0].iov_len);
}
