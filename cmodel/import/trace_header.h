/* SPDX-License-Identifier: Apache-2.0 */
/* trace_header.h: the head of an Accel-Sim kernel trace: "-key = value" lines up to "#traces format
 * = …". Grammar: docs/import.md, "Header".
 */
#ifndef SCORD_TRACE_HEADER_H
#define SCORD_TRACE_HEADER_H

#include "cmodel/stream/event_stream.h"
#include "cmodel/import/trace_text.h"

enum { TRACE_VERSION_MIN = 3, TRACE_VERSION_MAX = 6, TRACE_THREADS_MAX = 1024 };

typedef struct trace_header {
    char name[SCORD_NAME_MAX + 1]; /* mangled */
    uint32_t grid[3], block[3];    /* CUDA dimensions */
    uint32_t shared_bytes;
    uint32_t version;                 /* of the tracer */
    uint32_t binary_version;          /* 70 Volta; 0: not stated */
    uint64_t shared_base, local_base; /* windows of generic addresses; 0: not stated */
    bool has_line_numbers;            /* every instruction starts with its source line */
    bool has_immediate;               /* every instruction ends with its immediate */
    bool raw_format; /* the format is the raw trace's, which post-processing may leave as it is */
} trace_header_t;

/* Reads the head; the next line of TEXT is then the first of the blocks. */
scord_stream_status_t trace_header_read(trace_text_t *text, trace_header_t *header,
                                        scord_stream_error_t *error);

#endif
