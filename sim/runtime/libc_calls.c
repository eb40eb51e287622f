/* libc_calls.c: calls by which libc hands the program's memory to the system. A page that is
 * protected (host_pages.h) would make them fail with EFAULT; so its bytes are looked at, and opened
 * for the call. Everything else goes straight to libc.
 *
 * The names are libc's own: the program's calls, and those of its C++ library, come here first. The
 * build leaves these names without a prefix (sim/module.mk).
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "sim/runtime/host_pages.h"

void libc_calls_present(void) {}

/* The program may have functions of these names. */
#define WEAK __attribute__((weak))

/* The function of that name behind this one. */
#define NEXT(type, name)                                                                           \
    static __typeof__(type) *next;                                                                 \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, name)

#define WRAPPED(result_type, result, buffer, bytes, writes)                                        \
    const bool opened = host_pages_open(buffer, bytes, writes);                                    \
    const result_type value = result;                                                              \
    if (opened) host_pages_close(buffer, bytes);                                                   \
    return value

WEAK ssize_t read(int file, void *buffer, size_t bytes) {
    NEXT(ssize_t(int, void *, size_t), "read");
    WRAPPED(ssize_t, next(file, buffer, bytes), buffer, bytes, true);
}
WEAK ssize_t write(int file, const void *buffer, size_t bytes) {
    NEXT(ssize_t(int, const void *, size_t), "write");
    WRAPPED(ssize_t, next(file, buffer, bytes), buffer, bytes, false);
}
WEAK ssize_t pread(int file, void *buffer, size_t bytes, off_t offset) {
    NEXT(ssize_t(int, void *, size_t, off_t), "pread");
    WRAPPED(ssize_t, next(file, buffer, bytes, offset), buffer, bytes, true);
}
WEAK ssize_t pwrite(int file, const void *buffer, size_t bytes, off_t offset) {
    NEXT(ssize_t(int, const void *, size_t, off_t), "pwrite");
    WRAPPED(ssize_t, next(file, buffer, bytes, offset), buffer, bytes, false);
}
WEAK ssize_t recv(int file, void *buffer, size_t bytes, int flags) {
    NEXT(ssize_t(int, void *, size_t, int), "recv");
    WRAPPED(ssize_t, next(file, buffer, bytes, flags), buffer, bytes, true);
}
WEAK ssize_t send(int file, const void *buffer, size_t bytes, int flags) {
    NEXT(ssize_t(int, const void *, size_t, int), "send");
    WRAPPED(ssize_t, next(file, buffer, bytes, flags), buffer, bytes, false);
}
WEAK size_t fread(void *buffer, size_t size, size_t count, FILE *file) {
    NEXT(size_t(void *, size_t, size_t, FILE *), "fread");
    WRAPPED(size_t, next(buffer, size, count, file), buffer, size * count, true);
}
WEAK size_t fwrite(const void *buffer, size_t size, size_t count, FILE *file) {
    NEXT(size_t(const void *, size_t, size_t, FILE *), "fwrite");
    WRAPPED(size_t, next(buffer, size, count, file), buffer, size * count, false);
}

/* Several buffers: each by itself. */
static uint64_t open_all(const struct iovec *part, int parts, bool writes) {
    uint64_t opened = 0;
    for (int i = 0; i < parts && i < 64; i++)
        if (host_pages_open(part[i].iov_base, part[i].iov_len, writes)) opened |= UINT64_C(1) << i;
    return opened;
}
static void close_all(const struct iovec *part, uint64_t opened) {
    for (; opened; opened &= opened - 1) {
        const int i = __builtin_ctzll(opened);
        host_pages_close(part[i].iov_base, part[i].iov_len);
    }
}
WEAK ssize_t readv(int file, const struct iovec *part, int parts) {
    NEXT(ssize_t(int, const struct iovec *, int), "readv");
    const uint64_t opened = open_all(part, parts, true);
    const ssize_t value = next(file, part, parts);
    close_all(part, opened);
    return value;
}
WEAK ssize_t writev(int file, const struct iovec *part, int parts) {
    NEXT(ssize_t(int, const struct iovec *, int), "writev");
    const uint64_t opened = open_all(part, parts, false);
    const ssize_t value = next(file, part, parts);
    close_all(part, opened);
    return value;
}
