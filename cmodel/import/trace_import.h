/* SPDX-License-Identifier: Apache-2.0 */
/* trace_import.h: Accel-Sim kernel traces (kernel-N.traceg, .traceg.xz, kernelslist.g) as an event
 * stream. What is imported, what is refused and how an order between warps is chosen:
 * docs/import.md.
 *
 * Memory: the blocks that run together (less than their text, and at most max_memory), 64 bytes for
 * each 64 KiB page that the traces touch (at most 2^22 pages, and max_memory), a bit for each block
 * of the grid, and 32 bytes for each instruction of the program.
 */
#ifndef SCORD_TRACE_IMPORT_H
#define SCORD_TRACE_IMPORT_H

#include "cmodel/import/trace_play.h"

typedef struct trace_import_options {
    const scord_config_t *config;
    trace_order_t order;
    uint64_t seed;
    bool ignore_locks;   /* no lock is inferred */
    bool leave_out;      /* leave out and count what an event stream cannot represent; else it is an
                            error */
    uint64_t max_memory; /* bytes, a limit for each of: the blocks that run together, the pages, the
                            blocks seen */
    uint64_t max_events; /* of the stream; 0: any number */
    const char *source;  /* file of the line numbers of traces that have them; NULL: locations name
                            the trace */
    /* Called regularly with the number of events written so far; may be NULL. Stops the import when
     * it returns false. */
    bool (*progress)(void *context, uint64_t events);
    void *context;
} trace_import_options_t;

typedef struct trace_import_counts {
    uint32_t launches;
    uint64_t events, kernels_partial; /* partial: fewer blocks traced than the grid has */
    trace_counts_t trace;
    trace_play_counts_t play;
} trace_import_counts_t;

/* Imports PATHS in order, lists in place, into WRITER, which stays open. SCORD_STREAM_BAD names
 * file and line. */
scord_stream_status_t trace_import(const char *const *paths, unsigned count,
                                   const trace_import_options_t *options,
                                   scord_stream_writer_t *writer, trace_import_counts_t *counts,
                                   scord_stream_error_t *error);
/* One trace or list that is open already, for tests; takes TEXT over. */
scord_stream_status_t trace_import_text(trace_text_t *text, const trace_import_options_t *options,
                                        scord_stream_writer_t *writer,
                                        trace_import_counts_t *counts, scord_stream_error_t *error);

#endif
