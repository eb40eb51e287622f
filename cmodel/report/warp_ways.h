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
 * is sufficient: what is apart is a race, what is not may be one, too. A block's launch counts as
 * both. Times are numbers of events, in the order in which items retire, so that a device that runs
 * behind the stream gives the same answers: barriers wait in a queue for the next item behind them.
 */
#ifndef SCORD_WARP_WAYS_H
#define SCORD_WARP_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/report/race_meeting.h"
#include "cmodel/scord_params.h"
#include "cmodel/stream/event.h"

enum {
    SCORD_WAYS_QUEUE = 1024, /* more barriers than a device runs behind */
    SCORD_BLOCK_IDS = 1 << SCORD_BLOCK_ID_WIDTH
};

typedef enum scord_apart {
    SCORD_APART_NOT,
    SCORD_APART_NO_SIGNAL, /* nothing can tell of the first access */
    SCORD_APART_NO_WAIT    /* the second warp cannot know */
} scord_apart_t;

/* A warp's newest events of a kind; 0: none. */
typedef struct scord_warp_way {
    uint64_t published, observed, accessed; /* accessed: weakly */
    bool fenced;                            /* since its last write */
} scord_warp_way_t;

/* A block's, of any of its warps. */
typedef struct scord_block_way {
    uint64_t barrier;           /* the last one that was complete */
    uint64_t observed;          /* the last event that observed */
    uint64_t barrier_published; /* the last barrier before the last publication */
    uint64_t observed_barrier;  /* the last event that observed before the last barrier */
} scord_block_way_t;

typedef struct scord_way_barrier {
    uint64_t sequence;
    uint8_t block_id;
    bool launch;
} scord_way_barrier_t;

typedef struct scord_warp_ways {
    scord_warp_way_t warp[SCORD_WARP_INDICES];
    scord_block_way_t block[SCORD_BLOCK_IDS];
    scord_way_barrier_t queue[SCORD_WAYS_QUEUE]; /* from `first` on, `count` of them */
    uint32_t first, count;
    uint64_t taken; /* the event of the last retired item */
} scord_warp_ways_t;

/* A kernel starts: nothing is known. */
void scord_warp_ways_start(scord_warp_ways_t *ways);
/* A barrier of the block of slot BLOCK_ID is complete, or (launch) the block starts, at event
 * SEQUENCE. */
void scord_warp_ways_barrier(scord_warp_ways_t *ways, unsigned block_id, uint64_t sequence,
                             bool launch);
/* An item of EVENT, an access or a fence of a warp, retires. Before its words are judged. */
void scord_warp_ways_retire(scord_warp_ways_t *ways, const scord_event_t *event, unsigned block_id,
                            unsigned warp_id);
/* Whether the access states neither scope nor order. */
static inline bool scord_access_is_weak(const scord_event_access_t *access) {
    return access->op != SCORD_OP_ATOMIC && !access->strong &&
           access->semantics == SCORD_SEMANTICS_NONE;
}
/* Whether FIRST, the event of a weak access of the one warp, is apart from a weak access of the
 * other warp in the event that retired last. */
scord_apart_t scord_warp_ways_apart(const scord_warp_ways_t *ways, unsigned first_block,
                                    unsigned first_warp, uint64_t first, unsigned block_id,
                                    unsigned warp_id);
/* The same for the first warp's last weak access: SCORD_APART_NOT means that none of its accesses
 * is apart. */
scord_apart_t scord_warp_ways_latest(const scord_warp_ways_t *ways, unsigned first_block,
                                     unsigned first_warp, unsigned block_id, unsigned warp_id);

#endif
