/* SPDX-License-Identifier: Apache-2.0 */
/* event_stream.h: read and write event streams, binary (.sev) and text (.sevt), files and pipes.
 *
 * Binary: versioned header {magic, version, configuration name and values, configuration hash},
 * little-endian, then chunks {length, event count, checksum}; a truncated or corrupt file is
 * reported by byte offset and every chunk before it stays usable. Text: one event a line, '#'
 * comments; conversion in both directions loses nothing. docs/stream-format.md. All functions are
 * handle-based; errors are returned (scord_stream_error_t), never printed.
 */
#ifndef SCORD_EVENT_STREAM_H
#define SCORD_EVENT_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/event.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scord_stream_format { SCORD_STREAM_BINARY, SCORD_STREAM_TEXT } scord_stream_format_t;

typedef enum scord_stream_status {
    SCORD_STREAM_OK = 0,
    SCORD_STREAM_END,     /* reader: clean end of stream */
    SCORD_STREAM_BAD,     /* malformed, corrupt, truncated or missing input */
    SCORD_STREAM_IO,      /* a system call failed (read, create, write, disk full) */
    SCORD_STREAM_INVALID, /* writer: the event cannot be represented (field out of range) */
    SCORD_STREAM_MEMORY   /* allocation failed */
} scord_stream_status_t;

/* One line for a user: names file, line or byte offset, and the remedy. */
typedef struct scord_stream_error {
    scord_stream_status_t status;
    uint64_t offset; /* byte offset (binary) */
    uint64_t line;   /* line (text), from 1; 0 = not text */
    char message[512];
} scord_stream_error_t;

typedef struct scord_stream_reader scord_stream_reader_t;
typedef struct scord_stream_writer scord_stream_writer_t;

/* Opens PATH ("-" = standard input); the format is recognised from the first bytes. NULL on error,
 * *error filled. The header's configuration is then available. */
scord_stream_reader_t *scord_stream_open_reader(const char *path, scord_stream_error_t *error);
/* The same on an open descriptor (a pipe); NAME is used in messages. Takes over FD. */
scord_stream_reader_t *scord_stream_open_reader_fd(int fd, const char *name,
                                                   scord_stream_error_t *error);
/* Configuration of the stream; valid until close. name points into the reader. */
const scord_config_t *scord_stream_reader_config(const scord_stream_reader_t *reader);
/* Next event. Strings in it stay valid until the next call. Line of the event in text streams: see
 * _line. */
scord_stream_status_t scord_stream_read(scord_stream_reader_t *reader, scord_event_t *event,
                                        scord_stream_error_t *error);
/* Events that are read at once, with their strings. */
enum { SCORD_BATCH_EVENTS = 128, SCORD_BATCH_STRINGS = 8 };
typedef struct scord_event_batch {
    scord_event_t event[SCORD_BATCH_EVENTS];
    unsigned count;
    bool valued[SCORD_BATCH_EVENTS]; /* the reader's: see event_decode (event_binary.h) */
    char strings[SCORD_BATCH_STRINGS][2 * (SCORD_NAME_MAX + 1)];
} scord_event_batch_t;
scord_event_batch_t *scord_event_batch_create(void); /* NULL: no memory */
void scord_event_batch_destroy(scord_event_batch_t *batch);
/* The same of several: batch->event[0 .. count-1], at least one, at most MOST of
 * SCORD_BATCH_EVENTS, which stay valid until the batch is read into again. For those behind the
 * first nothing is waited for. An error comes when the events before it have been given. */
scord_stream_status_t scord_stream_read_batch(scord_stream_reader_t *reader,
                                              scord_event_batch_t *batch, unsigned most,
                                              scord_stream_error_t *error);
/* Reading more than EVENTS events (0: no limit) gives SCORD_STREAM_BAD; _limited tells whether the
 * limit was the reason. */
void scord_stream_limit(scord_stream_reader_t *reader, uint64_t events);
bool scord_stream_limited(const scord_stream_reader_t *reader);
/* From now on a read that waits, and every one behind it, ends with SCORD_STREAM_IO once FD, an
 * eventfd or a pipe of the caller's, has something: for another thread that wants no more. */
void scord_stream_stop_at(scord_stream_reader_t *reader, int fd);
uint64_t scord_stream_reader_line(
    const scord_stream_reader_t *reader); /* text: line of the last event, else 0 */
uint64_t
scord_stream_reader_offset(const scord_stream_reader_t *reader); /* bytes consumed, for progress */
void scord_stream_close_reader(scord_stream_reader_t *reader);

/* Creates PATH ("-" = standard output). NULL on error, *error filled. _fd: takes over FD, also on
 * error. */
scord_stream_writer_t *scord_stream_open_writer(const char *path, scord_stream_format_t format,
                                                const scord_config_t *config,
                                                scord_stream_error_t *error);
scord_stream_writer_t *scord_stream_open_writer_fd(int fd, const char *name,
                                                   scord_stream_format_t format,
                                                   const scord_config_t *config,
                                                   scord_stream_error_t *error);
/* Appends EVENT. Its sequence is assigned by the writer (0, 1, …) and stored into event->sequence.
 */
scord_stream_status_t scord_stream_write(scord_stream_writer_t *writer, scord_event_t *event,
                                         scord_stream_error_t *error);
/* Makes everything written so far durable and readable (ends the chunk). Async-signal-safe paths
 * call close instead. */
scord_stream_status_t scord_stream_flush(scord_stream_writer_t *writer,
                                         scord_stream_error_t *error);
/* Flushes, writes the end mark, closes. The writer is freed whatever the status. */
scord_stream_status_t scord_stream_close_writer(scord_stream_writer_t *writer,
                                                scord_stream_error_t *error);
/* The same without the end mark, for a run that failed: readers get every event and then
 * SCORD_STREAM_BAD (truncated). */
scord_stream_status_t scord_stream_abandon_writer(scord_stream_writer_t *writer,
                                                  scord_stream_error_t *error);

/* One event as a text line without newline, and back. Used by `scord events`, reports and mismatch
 * screens. */
size_t scord_event_format(const scord_event_t *event, char *buffer, size_t size);
scord_stream_status_t scord_event_parse(const char *line, scord_event_t *event, char *strings,
                                        size_t strings_size, scord_stream_error_t *error);
/* Range check of every field against CONFIG; SCORD_STREAM_INVALID names the field. Readers and
 * writers call it. */
scord_stream_status_t scord_event_validate(const scord_event_t *event, const scord_config_t *config,
                                           scord_stream_error_t *error);
/* A named configuration by name, with "key=value,…" overrides after a ':'
 * ("gtx480:log2_cache_ratio=0"). Returns 0, or -1 with a message naming the key, the legal range
 * and the known names. */
int scord_config_parse(const char *text, scord_config_t *config, char *name_storage,
                       size_t name_size, scord_stream_error_t *error);

#ifdef __cplusplus
}
#endif
#endif
