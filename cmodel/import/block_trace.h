/* SPDX-License-Identifier: Apache-2.0 */
/* block_trace.h: a traced threadblock in memory: for every warp, in program order, the instructions
 * that are imported. An instruction takes 40 bytes, and its addresses 16 bytes or 8 a lane: less
 * than its text.
 */
#ifndef SCORD_BLOCK_TRACE_H
#define SCORD_BLOCK_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/event_stream.h"

enum { TRACE_WARPS_MAX = 32 }; /* of a block: 1024 threads */

typedef enum trace_record_kind {
    TRACE_ACCESS,
    TRACE_FENCE,
    TRACE_BARRIER,
    TRACE_EXIT,
    TRACE_END
} trace_record_kind_t;

typedef struct trace_record {
    uint32_t line;      /* of the trace */
    uint32_t pc, mask;  /* lanes that execute it */
    uint32_t gap;       /* instructions of the warp before it that are not kept */
    uint32_t gap_lanes; /* lanes that execute any of these */
    uint32_t source_line;
    uint32_t taken;  /* lanes whose compare-and-swap takes a lock, or whose exchange or store
                        releases one (trace_locks.h) */
    uint32_t failed; /* lanes whose compare-and-swap finds its lock taken */
    uint8_t kind;    /* trace_record_kind_t */
    uint8_t op, atomic_kind, scope, semantics, strong, size; /* as in scord_event_access_t */
    uint8_t strided; /* addresses are first + i × step for the i-th active lane */
} trace_record_t;

typedef struct warp_trace {
    uint8_t *bytes;
    size_t size, allocated;
    size_t last; /* where the last record starts; size when there is none */
    uint32_t gap, gap_lanes;
    bool present; /* the trace has the warp */
} warp_trace_t;

/* Bytes that all blocks in memory may take together. */
typedef struct trace_budget {
    uint64_t most, used;
} trace_budget_t;

typedef struct block_trace {
    uint32_t cta[3];
    warp_trace_t warp[TRACE_WARPS_MAX];
    trace_budget_t *budget;
} block_trace_t;

/* Appends RECORD, with the addresses of the lanes of its mask when it is an access. Takes gap and
 * gap_lanes from the warp and clears them there. SCORD_STREAM_BAD: the budget is spent. */
scord_stream_status_t block_trace_add(block_trace_t *block, unsigned warp, trace_record_t *record,
                                      const uint64_t *address, scord_stream_error_t *error);
/* Reads the record at *AT and moves *AT behind it; ADDRESS (32 elements, may be NULL) gets the
 * addresses of an access. False at the end. */
bool warp_trace_read(const warp_trace_t *warp, size_t *at, trace_record_t *record,
                     uint64_t *address);
/* Overwrites the fixed part of the record at AT. */
void warp_trace_update(warp_trace_t *warp, size_t at, const trace_record_t *record);
/* Frees what the block holds; it is empty then. */
void block_trace_clear(block_trace_t *block);

#endif
