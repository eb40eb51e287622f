/* SPDX-License-Identifier: Apache-2.0 */
/* trace_play.h: chooses an order between the warps of a traced launch. The rules: docs/import.md,
 * "Order".
 *
 * Blocks take SM slots as they get free, in the order of the trace. Every cycle, each SM executes
 * one instruction of one warp, picked by the rule; a barrier holds its warps until all of the block
 * that have not ended have arrived; a lock that trace_locks.h inferred has one holder.
 */
#ifndef SCORD_TRACE_PLAY_H
#define SCORD_TRACE_PLAY_H

#include "cmodel/import/trace_blocks.h"

typedef enum trace_order {
    TRACE_ORDER_RANDOM, /* a ready warp of the SM drawn with equal chances: splitmix64 from the seed
                         */
    TRACE_ORDER_ROUND_ROBIN, /* the next ready warp slot after the last */
    TRACE_ORDER_GREEDY,      /* the last warp while it is ready, else the next ready warp slot */
    TRACE_ORDER_COUNT
} trace_order_t;

/* "random", "round-robin", "greedy". */
const char *trace_order_name(trace_order_t order);
/* What a cycle executes under that rule, for the stream's note. */
const char *trace_order_words(trace_order_t order);

typedef struct trace_play_counts {
    uint64_t locks;  /* acquisitions inferred */
    uint64_t forced; /* of these, while the lock was held: nothing else could go on */
} trace_play_counts_t;

/* Receives the events. write returns what scord_stream_write would; *error does not name a place
 * yet. */
typedef struct trace_sink {
    scord_stream_status_t (*write)(void *context, scord_event_t *event, uint32_t line,
                                   uint32_t source_line, scord_stream_error_t *error);
    void *context;
} trace_sink_t;

typedef struct trace_play_options {
    const scord_config_t *config; /* machine: SMs, slots, warps */
    trace_order_t order;
    uint64_t *random;    /* state of the generator, kept over all launches */
    uint64_t *cycle;     /* of the last event, kept over all launches */
    uint32_t pc_base;    /* added to the PCs of the trace */
    uint64_t max_memory; /* bytes of the blocks that run together */
} trace_play_options_t;

/* Plays all blocks of BLOCKS into SINK. *error names the place when the trace is bad. */
scord_stream_status_t trace_play(trace_blocks_t *blocks, const trace_play_options_t *options,
                                 const trace_sink_t *sink, trace_play_counts_t *counts,
                                 scord_stream_error_t *error);

#endif
