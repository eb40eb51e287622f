/* gpu_internal.h: the machine's state, shared by the files of sim/sm only. */
#ifndef SIM_GPU_INTERNAL_H
#define SIM_GPU_INTERNAL_H

#include "sim/sm/gpu.h"
#include "sim/sm/progress.h"

enum {
    GPU_BARRIERS = 16, /* named barriers of a block (PTX bar) */
    GPU_MAX_WARPS = SCORD_SCHEDULER_WARPS
};

typedef struct gpu_barrier {
    uint64_t arrived; /* warp slots */
    uint64_t waiting; /* of these, those that wait (not bar.arrive) */
    uint32_t threads; /* stated by the instruction; 0: all of the block */
    uint32_t lanes, predicate_true;
} gpu_barrier_t;

typedef struct gpu_slot {
    bool used;
    uint64_t live;    /* warp slots of its live warps */
    uint32_t threads; /* of the block */
    core_block_t block;
    gpu_barrier_t barriers[GPU_BARRIERS];
} gpu_slot_t;

typedef struct gpu_warp {
    core_warp_t *core;
    uint8_t slot;
    uint32_t number; /* warp of the block */
    bool apart;      /* the stream says that its lanes run apart (D41) */
    progress_warp_t progress;
} gpu_warp_t;

typedef struct gpu_sm {
    gpu_slot_t slots[SCORD_MAX_BLOCKS_PER_SM];
    gpu_warp_t warps[GPU_MAX_WARPS];
    uint64_t occupied; /* warp slots with a live warp */
    uint64_t ready;    /* of these, those that can execute an instruction */
    uint32_t shared_used;
    int last; /* warp slot issued last, -1: none */
} gpu_sm_t;

/* Global memory as it was before the running step, to see whether the step changed a value. */
typedef struct gpu_before {
    const uint8_t *place;
    uint8_t bytes;
    uint8_t value[16];
} gpu_before_t;

typedef struct gpu_random {
    uint64_t state;
    uint32_t stickiness; /* of 16: how often an SM goes on with the warp it issued last */
    uint32_t skips;      /* of 16: how often an SM issues nothing in a cycle */
} gpu_random_t;

struct gpu {
    gpu_options_t options;
    gpu_sm_t sms[SCORD_MAX_SMS];
    core_launch_t core; /* of the running launch */
    const gpu_launch_t *launch;
    uint64_t next_block, block_count; /* linear CTA numbers */
    uint32_t next_sm;                 /* dispatch goes on here */
    uint32_t resident;                /* blocks */
    uint64_t cycle;
    gpu_random_t random;
    progress_t progress;
    bool may_wait; /* for the host */
    gpu_before_t before[2 * SCORD_THREADS_PER_WARP];
    uint32_t before_count;
    core_step_result_t result;
    scord_event_t event;
    bool event_has_values;  /* the arrays of values in `event` are not zero */
    uint64_t shared_base;   /* shared_tracking.h; 0: shared memory is not tracked */
    uint64_t shared_stride; /* bytes of a block's piece */
    uint64_t shared_pieces;
    struct pipelines *pipelines; /* pipeline.h; NULL: functional */
    uint8_t *located;            /* bitmap over pcs: location record is out */
    uint64_t located_bytes;
    gpu_statistics_t statistics;
    gpu_error_t *error;
};

/* block_dispatch.c */
gpu_status_t gpu_dispatch_blocks(gpu_t *gpu);
gpu_status_t gpu_retire_warp(gpu_t *gpu, unsigned sm,
                             unsigned warp); /* warp_exit, barriers re-tested, block_exit */
gpu_status_t gpu_free_block(gpu_t *gpu, unsigned sm,
                            unsigned slot); /* no live warp, nothing in flight */
uint64_t
gpu_slot_warps(const gpu_t *gpu,
               unsigned slot); /* cycle by cycle: the places of a slot's warps in this launch */
void gpu_clear_machine(gpu_t *gpu);
/* barrier.c */
gpu_status_t gpu_barrier_arrive(gpu_t *gpu, unsigned sm, unsigned warp,
                                const core_step_result_t *result);
gpu_status_t gpu_barrier_retest(gpu_t *gpu, unsigned sm, unsigned slot);
/* gpu.c */
/* Executes one warp instruction; *outcome is core_step's, the rest of it is in gpu->result. */
gpu_status_t gpu_step_warp(gpu_t *gpu, unsigned sm, unsigned warp, core_outcome_t *outcome);
/* issue.c */
void gpu_random_start(gpu_t *gpu);
unsigned gpu_first_sm(gpu_t *gpu);            /* the SM that issues first this cycle */
int gpu_choose_warp(gpu_t *gpu, unsigned sm); /* warp slot, -1: the SM issues nothing this cycle */
/* emit.c */
gpu_status_t gpu_emit(gpu_t *gpu, scord_event_kind_t kind); /* gpu->event's payload is filled */
gpu_status_t gpu_emit_warp(gpu_t *gpu, scord_event_kind_t kind, unsigned sm, unsigned slot,
                           unsigned warp, uint32_t pc);
gpu_status_t gpu_emit_location(gpu_t *gpu, uint32_t instruction);
gpu_status_t gpu_emit_kernel_begin(gpu_t *gpu);
gpu_status_t gpu_emit_kernel_end(gpu_t *gpu);
gpu_status_t gpu_emit_access(gpu_t *gpu, unsigned sm, unsigned warp);
gpu_status_t gpu_emit_fence(gpu_t *gpu, unsigned sm, unsigned warp);
/* What the step just done says of the lanes' order among themselves; only with independent_threads.
 */
gpu_status_t gpu_emit_convergence(gpu_t *gpu, unsigned sm, unsigned warp);
/* diagnose.c */
gpu_status_t gpu_report_fault(gpu_t *gpu, unsigned sm, unsigned warp);
gpu_status_t gpu_report_deadlock(gpu_t *gpu, unsigned sm, unsigned slot);
gpu_status_t gpu_report_no_progress(gpu_t *gpu, bool exhausted);

static inline uint32_t gpu_pc(const gpu_t *gpu, uint32_t instruction) {
    return gpu->launch->pc_base + instruction;
}
static inline unsigned gpu_lowest(uint64_t mask) { return (unsigned)__builtin_ctzll(mask); }
static inline uint64_t gpu_warp_bit(unsigned warp) { return UINT64_C(1) << warp; }

#endif
