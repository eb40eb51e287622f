/* SPDX-License-Identifier: Apache-2.0 */
/* trace_pages.h: maps the addresses of a trace to addresses of an event stream.
 *
 * A trace has 47-bit addresses far apart, a stream 40-bit ones (SCORD_ADDRESS_WIDTH), and the
 * tracked range is one power of two. So addresses are mapped by pages of 64 KiB: the pages that a
 * launch touches for the first time get consecutive numbers in the order of their addresses, and
 * keep them. Offsets in a page (lines, segments, cache sets) are unchanged. Memory: TRACE_PAGE_COST
 * bytes a page at most.
 */
#ifndef SCORD_TRACE_PAGES_H
#define SCORD_TRACE_PAGES_H

#include "cmodel/base/index_map.h"
#include "cmodel/stream/event_stream.h"

enum {
    TRACE_PAGE_WIDTH = 16,
    TRACE_PAGE_COST = 64,
    TRACE_PAGES_MAX = 1 << 22
};                                                /* 2^38 bytes: the largest tracked range */
#define TRACE_MEMORY_BASE     (UINT64_C(1) << 38) /* a multiple of every tracked range */
#define TRACE_ADDRESS_UNKNOWN UINT64_MAX

typedef struct trace_pages {
    scord_index_map_t numbers; /* page of the trace → number, in order of note */
    uint64_t *page; /* noted pages; the first `placed` of them have their final numbers */
    uint32_t count, placed, allocated;
    uint32_t most;      /* pages that there may be; 0: TRACE_PAGES_MAX */
    uint64_t last_page; /* found last, and its number + 1 (0: none) */
    uint32_t last_number;
} trace_pages_t; /* zeroed = empty */

/* Notes that BYTES bytes at ADDRESS are used. SCORD_STREAM_BAD: more pages than there may be. */
scord_stream_status_t trace_pages_note(trace_pages_t *pages, uint64_t address, uint64_t bytes,
                                       scord_stream_error_t *error);
/* Gives numbers to the pages noted since the last call. Returns the number of the first of them. */
scord_stream_status_t trace_pages_place(trace_pages_t *pages, uint32_t *first,
                                        scord_stream_error_t *error);
/* Address in the stream, or TRACE_ADDRESS_UNKNOWN when it was not noted and placed. */
uint64_t trace_pages_move(trace_pages_t *pages, uint64_t address);
/* Number of placed pages from FIRST on that are adjacent in the trace too. */
uint32_t trace_pages_run(const trace_pages_t *pages, uint32_t first);
void trace_pages_destroy(trace_pages_t *pages);

#endif
