/* SPDX-License-Identifier: Apache-2.0 */
/* trace_text.h: the lines of a trace file, plain or compressed by xz, one at a time.
 * Memory: two buffers of 64 KiB, a line, and what liblzma takes (at most TRACE_XZ_MEMORY).
 */
#ifndef SCORD_TRACE_TEXT_H
#define SCORD_TRACE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event_stream.h"

enum {
    TRACE_LINE_MAX = 65535,     /* bytes; the longest line of a tracer has about 700 */
    TRACE_XZ_MEMORY = 256 << 20 /* bytes that decompression may take; xz -9 needs 65 MiB */
};

typedef struct trace_text trace_text_t;

/* Opens the file PATH, plain or xz (told by its first bytes). NULL on error: SCORD_STREAM_BAD when
 * there is no such file, or when it is no regular file (a trace is read twice). */
trace_text_t *trace_text_open(const char *path, scord_stream_error_t *error);
/* The same for an open descriptor. The function owns it, also on error. */
trace_text_t *trace_text_open_fd(int fd, const char *name, scord_stream_error_t *error);
/* Next line without its end. The caller may modify it; valid until the next call. SCORD_STREAM_END
 * after the last. */
scord_stream_status_t trace_text_next(trace_text_t *text, char **line, scord_stream_error_t *error);
/* Number of the last line, from 1. */
uint64_t trace_text_line(const trace_text_t *text);
const char *trace_text_name(const trace_text_t *text);
/* Starts again from the first line. */
scord_stream_status_t trace_text_rewind(trace_text_t *text, scord_stream_error_t *error);
/* Puts "NAME:LINE: " of the last line in front of the message of *error. Returns its status. */
scord_stream_status_t trace_text_blame(const trace_text_t *text, scord_stream_error_t *error);
void trace_text_close(trace_text_t *text); /* NULL is fine */

#endif
