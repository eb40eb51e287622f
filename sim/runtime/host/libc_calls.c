/* SPDX-License-Identifier: Apache-2.0 */
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
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "sim/runtime/host/host_pages.h"

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

/* <stdio.h> has macros of them. */
#undef fread_unlocked
#undef fwrite_unlocked

/* A function whose BUFFER of BYTES the system reads, or WRITES. */
#define PASSES(type, name, parameters, arguments, buffer, bytes, writes)                           \
    WEAK type name parameters {                                                                    \
        NEXT(type parameters, #name);                                                              \
        WRAPPED(type, next arguments, buffer, bytes, writes);                                      \
    }

PASSES(ssize_t, read, (int file, void *buffer, size_t bytes), (file, buffer, bytes), buffer, bytes,
       true)
PASSES(ssize_t, write, (int file, const void *buffer, size_t bytes), (file, buffer, bytes), buffer,
       bytes, false)
PASSES(ssize_t, pread, (int file, void *buffer, size_t bytes, off_t at), (file, buffer, bytes, at),
       buffer, bytes, true)
PASSES(ssize_t, pwrite, (int file, const void *buffer, size_t bytes, off_t at),
       (file, buffer, bytes, at), buffer, bytes, false)
PASSES(ssize_t, pread64, (int file, void *buffer, size_t bytes, off64_t at),
       (file, buffer, bytes, at), buffer, bytes, true)
PASSES(ssize_t, pwrite64, (int file, const void *buffer, size_t bytes, off64_t at),
       (file, buffer, bytes, at), buffer, bytes, false)
PASSES(ssize_t, recv, (int file, void *buffer, size_t bytes, int flags),
       (file, buffer, bytes, flags), buffer, bytes, true)
PASSES(ssize_t, send, (int file, const void *buffer, size_t bytes, int flags),
       (file, buffer, bytes, flags), buffer, bytes, false)
PASSES(ssize_t, recvfrom,
       (int file, void *buffer, size_t bytes, int flags, struct sockaddr *from, socklen_t *length),
       (file, buffer, bytes, flags, from, length), buffer, bytes, true)
PASSES(ssize_t, sendto,
       (int file, const void *buffer, size_t bytes, int flags, const struct sockaddr *to,
        socklen_t length),
       (file, buffer, bytes, flags, to, length), buffer, bytes, false)
PASSES(ssize_t, getrandom, (void *buffer, size_t bytes, unsigned flags), (buffer, bytes, flags),
       buffer, bytes, true)
PASSES(size_t, fread, (void *buffer, size_t size, size_t count, FILE *file),
       (buffer, size, count, file), buffer, size *count, true)
PASSES(size_t, fwrite, (const void *buffer, size_t size, size_t count, FILE *file),
       (buffer, size, count, file), buffer, size *count, false)
PASSES(size_t, fread_unlocked, (void *buffer, size_t size, size_t count, FILE *file),
       (buffer, size, count, file), buffer, size *count, true)
PASSES(size_t, fwrite_unlocked, (const void *buffer, size_t size, size_t count, FILE *file),
       (buffer, size, count, file), buffer, size *count, false)
PASSES(int, fputs, (const char *text, FILE *file), (text, file), text, strlen(text), false)
PASSES(int, puts, (const char *text), (text), text, strlen(text), false)

/* Those of -D_FORTIFY_SOURCE; LIMIT: bytes that the buffer has. */
ssize_t __read_chk(int file, void *buffer, size_t bytes, size_t limit);
ssize_t __pread_chk(int file, void *buffer, size_t bytes, off_t at, size_t limit);
ssize_t __pread64_chk(int file, void *buffer, size_t bytes, off64_t at, size_t limit);
ssize_t __recv_chk(int file, void *buffer, size_t bytes, size_t limit, int flags);
ssize_t __recvfrom_chk(int file, void *buffer, size_t bytes, size_t limit, int flags,
                       struct sockaddr *from, socklen_t *length);
size_t __fread_chk(void *buffer, size_t limit, size_t size, size_t count, FILE *file);

PASSES(ssize_t, __read_chk, (int file, void *buffer, size_t bytes, size_t limit),
       (file, buffer, bytes, limit), buffer, bytes, true)
PASSES(ssize_t, __pread_chk, (int file, void *buffer, size_t bytes, off_t at, size_t limit),
       (file, buffer, bytes, at, limit), buffer, bytes, true)
PASSES(ssize_t, __pread64_chk, (int file, void *buffer, size_t bytes, off64_t at, size_t limit),
       (file, buffer, bytes, at, limit), buffer, bytes, true)
PASSES(ssize_t, __recv_chk, (int file, void *buffer, size_t bytes, size_t limit, int flags),
       (file, buffer, bytes, limit, flags), buffer, bytes, true)
PASSES(ssize_t, __recvfrom_chk,
       (int file, void *buffer, size_t bytes, size_t limit, int flags, struct sockaddr *from,
        socklen_t *length),
       (file, buffer, bytes, limit, flags, from, length), buffer, bytes, true)
PASSES(size_t, __fread_chk, (void *buffer, size_t limit, size_t size, size_t count, FILE *file),
       (buffer, limit, size, count, file), buffer, size *count, true)

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
#define PASSES_ALL(name, parameters, arguments, part, parts, writes)                               \
    WEAK ssize_t name parameters {                                                                 \
        NEXT(ssize_t parameters, #name);                                                           \
        const uint64_t opened = open_all(part, (int)(parts), writes);                              \
        const ssize_t value = next arguments;                                                      \
        close_all(part, opened);                                                                   \
        return value;                                                                              \
    }

PASSES_ALL(readv, (int file, const struct iovec *part, int parts), (file, part, parts), part, parts,
           true)
PASSES_ALL(writev, (int file, const struct iovec *part, int parts), (file, part, parts), part,
           parts, false)
PASSES_ALL(preadv, (int file, const struct iovec *part, int parts, off_t at),
           (file, part, parts, at), part, parts, true)
PASSES_ALL(pwritev, (int file, const struct iovec *part, int parts, off_t at),
           (file, part, parts, at), part, parts, false)
PASSES_ALL(preadv64, (int file, const struct iovec *part, int parts, off64_t at),
           (file, part, parts, at), part, parts, true)
PASSES_ALL(pwritev64, (int file, const struct iovec *part, int parts, off64_t at),
           (file, part, parts, at), part, parts, false)
PASSES_ALL(recvmsg, (int file, struct msghdr *message, int flags), (file, message, flags),
           message->msg_iov, message->msg_iovlen, true)
PASSES_ALL(sendmsg, (int file, const struct msghdr *message, int flags), (file, message, flags),
           message->msg_iov, message->msg_iovlen, false)
