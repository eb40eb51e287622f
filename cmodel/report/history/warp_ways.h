/* SPDX-License-Identifier: Apache-2.0 */
/* warp_ways.h: whether anything can order two accesses that the detector takes as ordered.
 *
 * Release numbers belong to blocks (docs/semantics.md D63): what one warp releases or acquires
 * counts for all warps of its block, although only a barrier, or a signal inside the block, hands
 * it on. So a program whose leader sets a flag without a __syncthreads() before it, or waits for
 * one without a __syncthreads() behind it, has races that the detector does not see. Here is,
 * beside the model, what each warp itself has done (D76). Two accesses of different warps are
 * apart, without any order of happens-before, where
 *
 *   - nothing can tell of the first one: since then its warp has made no synchronising or strong
 *     write and no write behind a fence, and no warp of its block has made one behind a barrier
 *     that came after the access; or
 *   - the second warp cannot know: since the first access it has made no synchronising or strong
 *     read and no fence, and no warp of its block has made one before its last barrier.
 *
 * In one block a barrier between the two is enough. Each of these is necessary for an order, none
 * is sufficient: they say what is missing. Whether there is an order vector clocks say
 * (warp_clocks.h, D77): the first warp may have signalled, and the second one observed, something
 * else. Times are numbers of events, in the order in which items retire, so that a device that runs
 * behind the stream gives the same answers: barriers wait in a queue for the next item behind them.
 */
#ifndef SCORD_WARP_WAYS_H
#define SCORD_WARP_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/report/history/race_meeting.h"
#include "cmodel/report/history/warp_clocks.h"
#include "cmodel/scord_params.h"
#include "cmodel/stream/event.h"

enum {
    SCORD_WAYS_QUEUE = 1024, /* more barriers than a device runs behind */
};

typedef enum scord_apart {
    SCORD_APART_NOT,
    SCORD_APART_NO_SIGNAL, /* nothing can tell of the first access */
    SCORD_APART_NO_WAIT,   /* the second warp cannot know */
    SCORD_APART_LANES,     /* another lane of the first warp has told of its own accesses */
    SCORD_APART_OTHER,     /* nothing that it has observed covers the first access */
    SCORD_APART_EARLY      /* the first access is under a lock that does not hold yet (D82) */
} scord_apart_t;

/* A warp's newest events of a kind; 0: none. */
typedef struct scord_warp_way {
    uint64_t published, observed, accessed;
    bool fenced; /* since its last write */
} scord_warp_way_t;

/* A block's, of any of its warps. */
typedef struct scord_block_way {
    uint64_t barrier;           /* the last one that was complete */
    uint64_t observed;          /* the last event that observed */
    uint64_t barrier_published; /* the last barrier before the last publication */
    uint64_t observed_barrier;  /* the last event that observed before the last barrier */
    bool parts;                 /* barriers of some of its warps have been complete */
} scord_block_way_t;

/* Arrivals at barriers, in the order of the stream. Those that wait at a barrier with a count of
 * threads come together, right before it is complete (docs/stream-format.md). */
typedef struct scord_block_arrivals {
    uint32_t live, waiting; /* warps of the SM, a bit each */
    uint32_t gone_on; /* of those that wait: they only arrived, and have accessed memory since */
    uint32_t passed;  /* those that may have arrived somewhere without waiting */
    bool told;        /* some of told_at are not 0 */
    uint64_t arrived[SCORD_MAX_WARPS_PER_SM];   /* of those that wait */
    uint64_t passed_at[SCORD_MAX_WARPS_PER_SM]; /* of those that have passed */
    uint64_t told_at[SCORD_MAX_WARPS_PER_SM];   /* of what the last barrier has joined */
} scord_block_arrivals_t;

typedef struct scord_way_barrier {
    uint64_t sequence;
    uint32_t warps; /* of the SM, a bit each; 0: all of the block */
    uint32_t told;  /* not all: those that may have arrived without waiting */
    uint8_t block_id;
    bool launch;
} scord_way_barrier_t;

typedef struct scord_warp_ways {
    scord_warp_way_t warp[SCORD_WARP_INDICES];
    scord_block_way_t block[SCORD_BLOCK_IDS];
    uint32_t first, count; /* of `queue` */
    uint64_t taken;        /* the event of the last retired item */
    scord_block_arrivals_t arrivals[SCORD_BLOCK_IDS];
    scord_way_barrier_t queue[SCORD_WAYS_QUEUE]; /* from `first` on, `count` of them */
    scord_warp_clocks_t clocks;
} scord_warp_ways_t;

/* A kernel starts with event SEQUENCE: nothing is known. */
void scord_warp_ways_start(scord_warp_ways_t *ways, uint64_t sequence);
void scord_warp_ways_destroy(scord_warp_ways_t *ways);
/* The block of slot BLOCK_ID starts, with these warps of its SM, a bit each, at event SEQUENCE. */
void scord_warp_ways_launch(scord_warp_ways_t *ways, unsigned block_id, uint32_t warps,
                            uint64_t sequence);
/* A warp arrives at a barrier of its block, or ends; accesses memory, which one that waits cannot:
 * by the order of events, since with RTL items retire later. */
void scord_warp_ways_arrive(scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id,
                            uint64_t sequence);
/* Lanes of the warp meet at a __syncwarp(). */
void scord_warp_ways_lanes_meet(scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id,
                                uint64_t sequence);
void scord_warp_ways_exit(scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id);
static inline void scord_warp_ways_goes_on(scord_warp_ways_t *ways, unsigned block_id,
                                           unsigned warp_id) {
    scord_block_arrivals_t *arrivals = &ways->arrivals[block_id];
    arrivals->gone_on |= arrivals->waiting & UINT32_C(1) << warp_id;
}
/* A barrier of the block is complete. */
void scord_warp_ways_barrier(scord_warp_ways_t *ways, unsigned block_id, uint64_t sequence);
/* An item of EVENT, an access or a fence of a warp, retires. Before its words are judged. */
void scord_warp_ways_retire(scord_warp_ways_t *ways, const scord_event_t *event, unsigned block_id,
                            unsigned warp_id);
/* Whether the access states neither scope nor order. */
static inline bool scord_access_is_weak(const scord_event_access_t *access) {
    return access->op != SCORD_OP_ATOMIC && !access->strong &&
           access->semantics == SCORD_SEMANTICS_NONE;
}
/* Whether FIRST, the event of an access of the one warp, is apart from a weak access of the other
 * warp in the event that retired last. The access is of LANE: of the other lanes'
 * signals it needs a meeting of the two (D80). */
scord_apart_t scord_warp_ways_lane_apart(const scord_warp_ways_t *ways, unsigned first_block,
                                         unsigned first_warp, unsigned lane, uint64_t first,
                                         unsigned block_id, unsigned warp_id);
/* Whether it may be so for a lane of the first warp. */
scord_apart_t scord_warp_ways_apart(const scord_warp_ways_t *ways, unsigned first_block,
                                    unsigned first_warp, uint64_t first, unsigned block_id,
                                    unsigned warp_id);
/* Whether barriers of some of the block's warps only have been complete: these count as barriers of
 * all for the detector (D4). */
static inline bool scord_warp_ways_in_parts(const scord_warp_ways_t *ways, unsigned block_id) {
    return ways->block[block_id].parts;
}
/* A race of the two has been reported: scord_warp_clocks_join. */
void scord_warp_ways_join(scord_warp_ways_t *ways, unsigned first_block, unsigned first_warp,
                          unsigned block_id, unsigned warp_id);
/* The event of the warp's last access: when that is not apart, none of its accesses is. */
uint64_t scord_warp_ways_last(const scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id);

#endif
