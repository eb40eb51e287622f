/* SPDX-License-Identifier: Apache-2.0 */
/* test_support.h: counting checks, and streams in memory, for the tests of cmodel/stream. */
#ifndef STREAM_TEST_SUPPORT_H
#define STREAM_TEST_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/stream/event_stream.h"

extern unsigned long checks_passed, checks_failed;

/* Counts a check; prints the first failures with their place. */
void check_at(bool holds, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define CHECK(holds, ...) check_at(holds, __FILE__, __LINE__, __VA_ARGS__)

/* The closing line of a test program and its exit code. */
int finish_test(void);

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes_t;

/* A descriptor of an unnamed file that holds SIZE bytes of DATA, at its start. */
int memory_file(const void *data, size_t size);
/* Everything in the file behind FD; free .data. */
bytes_t file_contents(int fd);

typedef struct events {
    scord_event_t *list; /* strings are owned by the list */
    size_t count, room;
} events_t;
void append_event(events_t *events, const scord_event_t *event);
void free_events(events_t *events);

/* EVENTS as stream bytes; a chunk ends after every CHUNK_EVENTS (0: as the writer likes). */
bytes_t write_events(const events_t *events, const scord_config_t *config,
                     scord_stream_format_t format, unsigned chunk_events);
/* Reads a whole stream; returns its last status, *error filled when that is not END. */
scord_stream_status_t read_events(const void *data, size_t size, events_t *events,
                                  scord_stream_error_t *error);
/* Bit by bit, strings by content; unused fields are zero on both sides. */
bool same_event(const scord_event_t *a, const scord_event_t *b);

#endif
