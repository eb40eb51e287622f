/* SPDX-License-Identifier: Apache-2.0 */
/* warp_front.h: the warps of an SM between fetch and issue: I-buffers, scoreboard, and masks of the
 * warps by the reason why they cannot issue.
 *
 *     front[warp]   ibuffer: | head | … |   filled by decode, emptied by issue or a flush
 *                   pending: a bit a register with a result on its way (read after write, write
 *                   after write; registers are read in order, so there is no write after read)
 *
 * The masks have a bit a warp slot and follow the I-buffer's head: stale, hazard, long_wait and
 * head[] are recomputed by fronts_look_at_head whenever the head, the warp's path or its scoreboard
 * changes, so that the issue stage needs a few ANDs a cycle and not a walk over warps. Invariants:
 * filled = I-buffer not empty; stale, hazard and long_wait ⊆ filled; filled and flushed do not
 * overlap. Reference: BAWS section 2.2; W3 to W6, W8.
 */
#ifndef SIM_WARP_FRONT_H
#define SIM_WARP_FRONT_H

#include "sim/sm/pipeline/pipeline_context.h"
#include "sim/sm/sm_state.h"

enum { IBUFFER_MAX = 8 };

typedef struct warp_front {
    uint32_t ibuffer[IBUFFER_MAX]; /* instruction numbers; the head first */
    uint8_t held;
    uint32_t fetch_pc;                                /* next instruction to fetch */
    uint32_t memory_outstanding, atomics_outstanding; /* operations */
    bool fence_waits;
    uint64_t *pending, *pending_long; /* scoreboard: a bit a register; of these, results of
                                         long-latency loads (W8) */
} warp_front_t;

typedef struct warp_fronts { /* of one SM */
    const pipeline_context_t *context;
    const gpu_sm_t *sm;
    warp_front_t front[GPU_MAX_WARPS];
    uint32_t register_words;   /* 64-bit words of each warp's `pending` */
    uint64_t resident;         /* warps of resident blocks, ended ones included */
    uint64_t filled;           /* the I-buffer holds something */
    uint64_t stale;            /* … of a path not taken */
    uint64_t flushed;          /* was flushed and is not refilled */
    uint64_t hazard;           /* the head's registers are not ready */
    uint64_t long_wait;        /* … because of a long-latency load */
    uint64_t head[UNIT_COUNT]; /* the head goes to this unit */
    uint64_t held_back;        /* by a fence or an atomic until memory has answered */
    uint64_t unit_warps[SCORD_SCHEDULER_UNITS]; /* warps of each scheduler */
} warp_fronts_t;

void fronts_free(warp_fronts_t *fronts);
/* No warp is resident; scoreboards stay allocated. */
void fronts_clear(warp_fronts_t *fronts);
/* Scoreboards for kernels of REGISTERS registers a thread. False: out of memory. */
bool fronts_reserve(warp_fronts_t *fronts, uint32_t registers);
void fronts_launch(warp_fronts_t *fronts, uint64_t warps); /* a block's, into an empty slot */
void fronts_exit(warp_fronts_t *fronts, unsigned warp);
/* The head, the path or the scoreboard of WARP has changed. */
void fronts_look_at_head(warp_fronts_t *fronts, unsigned warp);
/* Results of WARP have come; its scoreboard is up to date. */
void fronts_results_came(warp_fronts_t *fronts, unsigned warp);
uint32_t fronts_take_head(warp_fronts_t *fronts, unsigned warp);
/* W6: drops what the I-buffer holds, which is of a path not taken. */
void fronts_flush(warp_fronts_t *fronts, unsigned warp);
/* The registers that an instruction of WARP writes are marked, or their results are there. */
void fronts_mark(warp_fronts_t *fronts, unsigned warp, const instruction_timing_t *timing);
void fronts_unmark(warp_fronts_t *fronts, unsigned warp, const instruction_timing_t *timing);

#endif
