/* SPDX-License-Identifier: Apache-2.0 */
/* byte_file.c: see byte_file.h. */
#include "cmodel/stream/byte_file.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void byte_input_init(byte_input_t *input, int fd) {
    input->fd = fd;
    input->stop = -1;
    input->error = 0;
    input->end = false;
    input->position = input->filled = 0;
    input->offset = 0;
}

/* Waits for a descriptor in non-blocking mode (a shared terminal). */
static void wait_for(int fd, short what) {
    struct pollfd ready = {fd, what, 0};
    poll(&ready, 1, -1);
}

/* Waits for the descriptor, if something else can end that. False: it has. */
static bool may_read(byte_input_t *input) {
    struct pollfd ready[] = {{input->fd, POLLIN, 0}, {input->stop, POLLIN, 0}};
    if (input->stop < 0) return true;
    while (poll(ready, 2, -1) < 0 && errno == EINTR) continue;
    if (ready[1].revents == 0) return true;
    input->error = ECANCELED;
    return false;
}

/* Fills the empty buffer; false at the end or on an error. */
static bool fill(byte_input_t *input) {
    assert(input->position == input->filled);
    while (!input->end && input->error == 0 && may_read(input)) {
        ssize_t got = read(input->fd, input->buffer, sizeof input->buffer);
        if (got > 0) {
            input->position = 0;
            input->filled = (size_t)got;
            return true;
        }
        if (got == 0)
            input->end = true;
        else if (errno == EAGAIN)
            wait_for(input->fd, POLLIN);
        else if (errno != EINTR)
            input->error = errno;
    }
    return false;
}

int byte_input_peek(byte_input_t *input) {
    if (input->position == input->filled && !fill(input)) return -1;
    assert(input->position < input->filled && input->filled <= sizeof input->buffer);
    return input->buffer[input->position];
}

int byte_input_next(byte_input_t *input) {
    int byte = byte_input_peek(input);
    if (byte >= 0) {
        input->position++;
        input->offset++;
    }
    return byte;
}

size_t byte_input_read(byte_input_t *input, void *bytes, size_t count) {
    size_t done = 0;
    while (done < count && byte_input_peek(input) >= 0) {
        size_t part = input->filled - input->position;
        if (part > count - done) part = count - done;
        memcpy((uint8_t *)bytes + done, input->buffer + input->position, part);
        input->position += part;
        done += part;
    }
    assert(done <= count);
    input->offset += done;
    return done;
}

static int write_all(int fd, const uint8_t *bytes, size_t count, uint64_t *written) {
    while (count > 0) {
        ssize_t put = write(fd, bytes, count);
        if (put > 0) {
            assert((size_t)put <= count);
            bytes += put;
            count -= (size_t)put;
            *written += (uint64_t)put;
        } else if (put == 0) {
            return ENOSPC;
        } else if (errno == EAGAIN) {
            wait_for(fd, POLLOUT);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/* A library must not change the process's signal handling: SIGPIPE is blocked in this thread while
 * it writes, and a SIGPIPE that this write raised is removed. */
int byte_write_all(int fd, const void *bytes, size_t count, uint64_t *written) {
    sigset_t pipe_signal, pending, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    bool already_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    int error = write_all(fd, bytes, count, written);
    if (error == EPIPE && !already_pending) {
        const struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_signal, NULL, &now) < 0 && errno == EINTR) continue;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}
