/* SPDX-License-Identifier: Apache-2.0 */
/* trace_writer.h: Accel-Sim trace text from events, for tests: written from the tracer's grammar,
 * not from the importer.
 */
#ifndef IMPORT_TRACE_WRITER_H
#define IMPORT_TRACE_WRITER_H

#include <stdio.h>

#include "cmodel/stream/event_stream.h"

typedef struct trace_style {
    unsigned version;  /* 3 to 6 */
    bool line_numbers; /* from version 4 */
    bool immediate;    /* from version 5 */
    unsigned mode;     /* address mode wanted; list when the addresses do not have that form */
} trace_style_t;

void write_trace_head(FILE *out, const trace_style_t *style, const char *name,
                      const uint32_t grid[3], const uint32_t block[3]);
/* A load, store or atomic; ACCESS->address is the trace's. An acquire is a strong access and
 * CCTL.IVALL: returns the lines written. */
unsigned write_trace_access(FILE *out, const trace_style_t *style,
                            const scord_event_access_t *access);
/* MEMBAR; with ERRBAR and CCTL.IVALL as nvcc has them for device and system scope. Returns the
 * lines written. */
unsigned write_trace_fence(FILE *out, const trace_style_t *style, const scord_event_fence_t *fence);
/* An instruction without addresses: BAR.SYNC, EXIT, … */
void write_trace_plain(FILE *out, const trace_style_t *style, uint32_t pc, uint32_t mask,
                       const char *opcode);

#endif
