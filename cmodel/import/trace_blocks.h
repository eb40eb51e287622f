/* SPDX-License-Identifier: Apache-2.0 */
/* trace_blocks.h: the threadblocks of a kernel trace, one at a time. Grammar: docs/import.md,
 * "Blocks".
 *
 * A trace is read twice: the first time every line is checked, and pages and PCs are noted; the
 * second time blocks are kept.
 */
#ifndef SCORD_TRACE_BLOCKS_H
#define SCORD_TRACE_BLOCKS_H

#include "cmodel/import/block_trace.h"
#include "cmodel/import/trace_header.h"
#include "cmodel/import/trace_pages.h"

/* Generic addresses of shared and of local memory: a window each. */
#define TRACE_WINDOW_BYTES (UINT64_C(1) << 24)

typedef struct trace_counts {
    uint64_t blocks, instructions, accesses, lane_accesses;
    uint64_t outside;         /* lanes of generic accesses that were in shared or local memory */
    uint64_t elsewhere;       /* instructions on shared, local or constant memory, and prefetches */
    uint64_t left_out;        /* instructions that event streams cannot represent */
    uint64_t acquires;        /* strong loads and atomics that a CCTL.IVALL made acquires */
    uint64_t lonely;          /* CCTL.IVALL without a fence or access before */
    char first_left_out[160]; /* FILE:LINE OPCODE */
} trace_counts_t;

typedef struct trace_blocks {
    trace_text_t *text;
    const trace_header_t *header;
    trace_pages_t *pages;
    bool keep;      /* second time: blocks are kept, counts are counted */
    bool leave_out; /* what cannot be represented is counted instead of refused */
    bool infer_locks;
    uint32_t largest_pc;
    uint8_t *seen; /* first time: a bit a block of the grid */
    trace_counts_t counts;
} trace_blocks_t;

/* Reads the next block into *BLOCK, which must be empty and stays so unless blocks->keep.
 * SCORD_STREAM_END after the last. */
scord_stream_status_t trace_blocks_next(trace_blocks_t *blocks, block_trace_t *block,
                                        scord_stream_error_t *error);
/* Bytes of `seen`; 0 when the grid has more blocks than a trace can have (2^31). */
size_t trace_blocks_seen_bytes(const trace_header_t *header);

#endif
