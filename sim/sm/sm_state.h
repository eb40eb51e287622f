/* SPDX-License-Identifier: Apache-2.0 */
/* sm_state.h: what an SM holds, functionally: block slots with their barriers, and warps.
 *
 *     gpu_sm_t   slots[slot] ── live: bits of its warps ──► warps[warp].slot = slot
 *                occupied = union of the slots' `live`, which do not overlap
 *                ready    ⊆ occupied: warps that can execute an instruction
 *
 * Both modes of the machine use it. Warp masks have a bit a warp slot of the SM.
 */
#ifndef SIM_SM_STATE_H
#define SIM_SM_STATE_H

#include <assert.h>

#include "cmodel/sm/warp_scheduler.h"
#include "sim/core/core.h"
#include "sim/sm/watch/progress.h"

enum {
    GPU_BARRIERS = 16, /* named barriers of a block (PTX bar) */
    GPU_MAX_WARPS = SCORD_SCHEDULER_WARPS
};

typedef struct gpu_barrier {
    uint64_t arrived;     /* warp slots */
    uint64_t waiting;     /* of these, those that wait (not bar.arrive) */
    uint32_t threads;     /* stated by the instruction; 0: all of the block */
    uint32_t instruction; /* of the first that arrived */
    bool aligned;         /* it is */
    uint32_t lanes, predicate_true;
} gpu_barrier_t;

typedef struct gpu_slot {
    bool used;
    uint64_t live;    /* warp slots of its live warps */
    uint64_t born;    /* of all of its warps */
    uint32_t threads; /* of the block */
    core_block_t block;
    gpu_barrier_t barriers[GPU_BARRIERS];
} gpu_slot_t;

typedef struct gpu_warp_pct { /* of pct_issue.h */
    uint64_t priority;
    uint64_t steps;   /* since it was given the lowest priority, or began */
    bool aside;       /* it spins, and waits for a change of memory */
    bool spun;        /* it has gone backward without effect … */
    uint32_t pc;      /* … after this read … */
    uint64_t address; /* … of this place */
} gpu_warp_pct_t;

typedef struct gpu_warp {
    core_warp_t *core;
    uint8_t slot;
    uint32_t number;              /* warp of the block */
    bool apart;                   /* the stream says that its lanes run apart (D41) */
    uint32_t barrier_instruction; /* of its last arrival */
    bool may_acquire; /* it has read by an atomic or a flag since: a fence then acquires */
    progress_warp_t progress;
    gpu_warp_pct_t pct;
} gpu_warp_t;

typedef struct gpu_sm {
    uint64_t occupied; /* warp slots with a live warp */
    uint64_t ready;    /* of these, those that can execute an instruction */
    uint32_t shared_used;
    unsigned number;                   /* of the SM */
    int last;                          /* warp slot issued last, -1: none */
    core_warp_t *cores[GPU_MAX_WARPS]; /* the warps', side by side for the schedule */
    gpu_warp_t warps[GPU_MAX_WARPS];
    gpu_slot_t slots[SCORD_MAX_BLOCKS_PER_SM];
} gpu_sm_t;

static inline unsigned gpu_lowest(uint64_t mask) { /* mask: not 0 */
    return (unsigned)__builtin_ctzll(mask);
}
/* The warp's number in the device, for warp_words.h. */
static inline uint32_t gpu_warp_number(unsigned sm, unsigned warp) {
    return (uint32_t)(sm << SCORD_WARP_WIDTH | warp);
}

static inline uint64_t gpu_warp_bit(unsigned warp) { return UINT64_C(1) << warp; }

/* The drawing above, for one slot. */
static inline void sm_check(const gpu_sm_t *sm, unsigned slot) {
    assert((sm->ready & ~sm->occupied) == 0);
    assert((sm->slots[slot].live & ~sm->occupied) == 0);
    assert(sm->slots[slot].used || sm->slots[slot].live == 0);
}

#endif
