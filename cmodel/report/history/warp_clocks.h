/* SPDX-License-Identifier: Apache-2.0 */
/* warp_clocks.h: which accesses of other warps happen before what a warp does now (D77).
 *
 * Release numbers belong to blocks and grow with every release (docs/semantics.md D63), so that the
 * detector takes two accesses as ordered that only look so: another warp of the block has waited,
 * or the first warp has signalled something else. Here are vector clocks of warps: for each warp,
 * of each other warp the last event that is before it.
 *
 *   fence, release ──► what the warp's later signals cover: its own past, what it knows, and of the
 *                      warps of its block what is behind their last barrier
 *   signal ──────────► the written word carries that; a read-modify-write hands on what it carried
 *   observation ─────► the warp knows what the word carries, at once
 *   barrier ─────────► all warps of the block know what one of them knew
 *
 * A signal is a write that synchronises or is strong, an observation such a read. What a load that
 * does not acquire has observed is known behind the warp's next fence or barrier. Where CUDA is
 * strict this is generous, so that nothing is reported that has an order: scopes are not looked at,
 * an atomic needs no fence behind it, a fence of each warp before the barrier does as well as
 * one of the leader behind it, what one lane of a warp observes all know. What one lane signals
 * covers the others up to their last meeting (D80).
 *
 * Times are twice the number of events since the kernel's start, 0: none; odd: of a part of a warp.
 * Memory is bounded: beyond SCORD_CLOCKS clocks or SCORD_CLOCK_PLACES words all further words count
 * as one word.
 *
 * Expensive: 2 KiB are read or written for an observation that brings something new, and for a
 * warp's first signal behind a fence; nothing for a kernel without fences and releases.
 */
#ifndef SCORD_WARP_CLOCKS_H
#define SCORD_WARP_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/index_map.h"
#include "cmodel/scord_params.h"
#include "cmodel/stream/event.h"

enum {
    SCORD_CLOCK_WARPS = 1 << SCORD_FENCE_FILE_INDEX_WIDTH,
    SCORD_CLOCK_BLOCKS = 1 << SCORD_BLOCK_ID_WIDTH,
    SCORD_CLOCKS = 1 << 12, /* besides those of warps and blocks */
    SCORD_CLOCK_PLACES = 1 << 16,
    SCORD_CLOCK_PARTS = 16, /* of a warp */
    /* as a lane: what holds whichever it is, what holds for one at least */
    SCORD_ANY_LANE = SCORD_THREADS_PER_WARP,
    SCORD_SOME_LANE
};

/* Of each warp the last event that is covered. */
typedef struct scord_clock {
    uint32_t at[SCORD_CLOCK_WARPS];
    uint32_t users; /* 0: free, `at[0]` is then 1 + the next free one */
    uint64_t stamp; /* of this content, no other clock has it */
} scord_clock_t;

/* What signals of some lanes of a warp, behind its fence at `time`, cover: of these lanes all
 * before it, of the others what is before the last meeting of all lanes, `met`. */
typedef struct scord_clock_part {
    uint32_t time, met, lanes;
} scord_clock_part_t;

/* What a word carries: 1 + a clock, 0: nothing. And its last signal. */
typedef struct scord_clock_place {
    uint32_t clock, written;
    uint16_t writer;
} scord_clock_place_t;

typedef struct scord_clock_warp {
    uint32_t known;     /* 1 + the clock of what it has observed since its last barrier, 0: none */
    uint32_t pending;   /* the same of loads that do not acquire, until its next fence */
    uint32_t published; /* 1 + the clock that its signals carry, valid while the next four hold */
    uint32_t fence, fence_barrier; /* its last fence, and the block's last barrier before that */
    uint32_t barrier, observed;    /* at the time of `published` */
    uint32_t handed;               /* its last fence before the block's last barrier */
    uint64_t observed_stamp;       /* of the last clock that it observed */
    uint64_t pending_stamp;        /* the same by loads that do not acquire */
    uint32_t observations;         /* that brought something */
    uint32_t met, met_before;      /* the last two meetings of its lanes */
    uint32_t whole;                /* its fence behind which all lanes have signalled last */
    uint32_t parts;                /* of it so far, the last ones are kept */
    bool unfenced; /* one since its last fence, by an access that acquires nothing */
} scord_clock_warp_t;

typedef struct scord_clock_block {
    uint32_t warps;    /* of its SM, a bit each */
    uint32_t observed; /* those that have observed since the last barrier */
    uint32_t fenced;   /* those that have fenced since the last barrier */
    uint32_t barrier;  /* the last one */
    uint32_t known;    /* 1 + a clock, 0: none */
    bool handed;       /* one of its warps has fenced before a barrier */
} scord_clock_block_t;

typedef struct scord_warp_clocks {
    uint64_t base; /* the kernel's first event */
    scord_clock_warp_t warp[SCORD_CLOCK_WARPS];
    scord_clock_block_t block[SCORD_CLOCK_BLOCKS];
    scord_clock_t *clock;
    uint32_t clocks, clocks_allocated;
    uint32_t live, free_clock; /* in use; 1 + the first free one, 0: none */
    uint64_t stamps;
    scord_index_map_t place_of; /* word → index of place */
    scord_clock_place_t *place;
    uint32_t places, places_allocated;
    scord_clock_part_t (*part)[SCORD_CLOCK_PARTS]; /* by warp; NULL: none yet */
    scord_clock_t *rest;                           /* of words beyond the bounds; NULL: none */
    uint64_t without_room; /* signals that count for more than they order, of all kernels */
    bool full;             /* there are such words without a place */
    bool lost;             /* no memory, or too long a kernel: everything counts as ordered */
} scord_warp_clocks_t;     /* zeroed = empty */

/* A kernel starts with the event behind SEQUENCE: nothing is known. */
void scord_warp_clocks_start(scord_warp_clocks_t *clocks, uint64_t sequence);
void scord_warp_clocks_destroy(scord_warp_clocks_t *clocks);
/* A block takes the warps WARPS of its SM, a bit each. */
void scord_warp_clocks_launch(scord_warp_clocks_t *clocks, unsigned block_id, uint32_t warps,
                              uint64_t sequence);
void scord_warp_clocks_barrier(scord_warp_clocks_t *clocks, unsigned block_id, uint64_t sequence);
/* A barrier of some of the block's warps is complete: those of MET, a bit each, know what these and
 * those of TOLD had done at their arrivals, which ARRIVED has by warp slot. */
void scord_warp_clocks_meet(scord_warp_clocks_t *clocks, unsigned block_id, uint32_t met,
                            uint32_t told, const uint64_t arrived[SCORD_MAX_WARPS_PER_SM]);
void scord_warp_clocks_fence(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                             uint64_t sequence);
/* Lanes of the warp meet at a __syncwarp() or a barrier. */
void scord_warp_clocks_lanes_meet(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                                  uint64_t sequence);
/* An access that synchronises or is strong. */
void scord_warp_clocks_signal(scord_warp_clocks_t *clocks, const scord_event_t *event,
                              unsigned block_id, unsigned warp_id);
/* What the first warp has fenced counts as observed by the second: a race between them has been
 * reported, and is not to bring others with it. */
void scord_warp_clocks_join(scord_warp_clocks_t *clocks, unsigned first_block, unsigned first_warp,
                            unsigned block_id, unsigned warp_id);
/* Whether event FIRST of LANE of the one warp is before what the other warp does now. */
bool scord_warp_clocks_ordered(const scord_warp_clocks_t *clocks, unsigned first_block,
                               unsigned first_warp, unsigned lane, uint64_t first,
                               unsigned block_id, unsigned warp_id);
/* Whether it is so also where an atomic that does not acquire needs a fence behind it. */
bool scord_warp_clocks_fenced(const scord_warp_clocks_t *clocks, unsigned first_block,
                              unsigned first_warp, unsigned lane, uint64_t first, unsigned block_id,
                              unsigned warp_id);
/* Not ordered: would it be, if the first (MATE_OF_FIRST) or the second warp were another one of its
 * block? */
bool scord_warp_clocks_by_mate(const scord_warp_clocks_t *clocks, unsigned first_block,
                               unsigned first_warp, uint64_t first, unsigned block_id,
                               unsigned warp_id, bool mate_of_first);

#endif
