/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h: what the threads of a block have done with barriers in memory and with asynchronous
 * copies, for findings of kind barrier (docs/findings.md). Private to sim/core: hooks.c records and
 * judges, watch.c keeps.
 *
 * Order between warps is a vector clock for each warp, as far as barriers, fences and strong
 * accesses make it; those of one block are taken for one place, so that a flag of any kind orders.
 * What a warp does has a stamp, its own clock at that time; another one is ordered behind it when
 * its clock of the first is later. Nothing is kept until the block first has something to watch.
 */
#ifndef SIM_CORE_WATCH_H
#define SIM_CORE_WATCH_H

#include "sim/core/warp.h"

enum { WATCH_WARPS = 32, WATCH_IDS = 16, WATCH_OBJECTS = 256, WATCH_COPIES = 1 << 20 };

/* A cuda::barrier or mbarrier, from its initialisation on. */
typedef struct watched_barrier {
    uint64_t address;    /* generic */
    uint32_t warp, lane; /* that has initialised it */
    uint32_t knowing;    /* lanes of that warp that are ordered behind it */
    uint32_t stamp, pc;
    uint32_t used[WATCH_WARPS]; /* 1 + stamp of each warp's last use; 0: none */
} watched_barrier_t;

/* A copy in shared memory. The last one to a word is looked at when the word is read. */
typedef struct watched_copy {
    uint32_t offset, bytes;
    uint32_t warp, lane, group, pc;
    uint32_t begun, done; /* stamps; done counts when it has been waited for */
    uint64_t barrier;     /* whose phase ends behind it; 0: none */
    uint32_t phase;
    uint32_t words; /* that still name it; 0: free */
    bool waited, bulk;
} watched_copy_t;

/* Arrivals at a barrier with a number and a count: in its phase, and in the one before. */
typedef struct watch_phase {
    uint32_t members, at[WATCH_WARPS]; /* by their own clocks */
} watch_phase_t;
typedef struct watch_named {
    watch_phase_t now, done;
    uint32_t only;            /* warps that have arrived last by bar.arrive … */
    uint32_t pc[WATCH_WARPS]; /* … and where */
} watch_named_t;

typedef struct watch_clocks {
    uint32_t of[WATCH_WARPS][WATCH_WARPS];
    uint32_t arrived[WATCH_IDS][WATCH_WARPS]; /* at each barrier of the block, since it was free */
    bool released[WATCH_IDS];
    uint32_t flags[WATCH_WARPS]; /* fences and strong accesses */
    watch_named_t named[WATCH_IDS];
} watch_clocks_t;

/* An access of a warp that has ended, since the last barrier that it met. */
typedef struct ended_place {
    uint32_t pc;
    uint64_t met; /* as in barrier_watch_t */
} ended_place_t;
enum { WATCH_ENDED = 32 };

struct core_watch {
    ended_place_t ended[WATCH_ENDED];
    uint32_t ended_places;
    watch_clocks_t *clocks; /* NULL: there is nothing to watch yet */
    watched_barrier_t *object;
    uint32_t objects, objects_allocated;
    watched_copy_t *copy;
    uint32_t copies, copies_allocated, free_copy, open; /* free_copy: 1 + one that is free, 0: none;
                                                           open: copies not waited for */
    uint32_t *copy_at; /* 1 + copy, for each word of shared memory */
};

/* The watch of the warp's block when it has begun; NULL: there is nothing to look at. */
static inline core_watch_t *active_watch(const core_warp_t *warp) {
    core_watch_t *watch = warp->block->watch;
    return watch && watch->clocks ? watch : NULL;
}

/* The same, begun if need be. NULL: it is not wanted, or there is no memory. */
core_watch_t *begin_watch(const core_warp_t *warp);
uint32_t watch_stamp(const core_watch_t *watch, const core_warp_t *warp);
/* Whether WARP is ordered behind what OF did at STAMP. */
bool watch_ordered(const core_watch_t *watch, const core_warp_t *warp, uint32_t of, uint32_t stamp);

watched_barrier_t *watch_barrier(core_watch_t *watch, uint64_t address); /* NULL: none is there */
void watch_add_barrier(core_watch_t *watch, const watched_barrier_t *barrier);
void watch_drop_barrier(core_watch_t *watch, uint64_t address);

void watch_add_copy(core_watch_t *watch, const core_warp_t *warp, const watched_copy_t *copy);
/* The last copy to the word at OFFSET; NULL: none, or all is overwritten. */
const watched_copy_t *watch_copy_at(const core_watch_t *watch, uint32_t offset);
void watch_copy_done(core_watch_t *watch, const core_warp_t *warp, watched_copy_t *copy);
void watch_drop_copy(core_watch_t *watch, watched_copy_t *copy);
void watch_overwritten(core_watch_t *watch, uint32_t offset, uint32_t bytes);

#endif
