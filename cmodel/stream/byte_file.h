/* SPDX-License-Identifier: Apache-2.0 */
/* byte_file.h: reads and writes descriptors that may be files, pipes or terminals; handles short
 * transfers, EINTR, full disks and closed pipes.
 */
#ifndef SCORD_BYTE_FILE_H
#define SCORD_BYTE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BYTE_INPUT_BUFFER = 65536 };

typedef struct byte_input {
    int fd;
    int stop;  /* a descriptor that ends reading when it can be read; -1: none */
    int error; /* errno of a failed read; 0 none */
    bool end;
    size_t position, filled;
    uint64_t offset; /* bytes handed out */
    uint8_t buffer[BYTE_INPUT_BUFFER];
} byte_input_t;

void byte_input_init(byte_input_t *input, int fd);
/* Reads up to COUNT bytes; fewer only at the end or on an error (input->error). */
size_t byte_input_read(byte_input_t *input, void *bytes, size_t count);
/* Next byte, or -1 at the end or on an error. */
int byte_input_next(byte_input_t *input);
/* Next byte without taking it, or -1. */
int byte_input_peek(byte_input_t *input);

/* Writes everything, whatever the descriptor is. A closed pipe is an error (EPIPE), never a signal
 * to the process. *written counts bytes that went out. Returns 0 or errno. */
int byte_write_all(int fd, const void *bytes, size_t count, uint64_t *written);

#endif
