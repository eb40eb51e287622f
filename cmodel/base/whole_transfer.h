/* SPDX-License-Identifier: Apache-2.0 */
/* whole_transfer.h: read and write that continue after a short transfer or a signal (POSIX read,
 * write). */
#ifndef SCORD_WHOLE_TRANSFER_H
#define SCORD_WHOLE_TRANSFER_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

/* Bytes of FD from OFFSET into DATA: SIZE, or fewer at the end of the file; -1: errno says why. */
static inline ssize_t whole_pread(int fd, void *data, size_t size, off_t offset) {
    size_t done = 0;
    while (done < size) {
        const ssize_t got = pread(fd, (uint8_t *)data + done, size - done, offset + (off_t)done);
        if (got == 0) break;
        if (got < 0 && errno != EINTR) return -1;
        if (got > 0) done += (size_t)got;
    }
    return (ssize_t)done;
}

/* All of DATA to FD, at OFFSET. False: errno says why. */
static inline bool whole_pwrite(int fd, const void *data, size_t size, off_t offset) {
    for (size_t done = 0; done < size;) {
        const ssize_t put = pwrite(fd, (const uint8_t *)data + done, size - done,
                                   offset + (off_t)done);
        if (put < 0 && errno != EINTR) return false;
        if (put > 0) done += (size_t)put;
    }
    return true;
}

/* The same at the current position of FD. */
static inline bool whole_write(int fd, const void *data, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t put = write(fd, (const uint8_t *)data + done, size - done);
        if (put < 0 && errno != EINTR) return false;
        if (put > 0) done += (size_t)put;
    }
    return true;
}

#endif
