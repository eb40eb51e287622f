/* SPDX-License-Identifier: Apache-2.0 */
/* gpu_state.h: the machine's state (gpu.h), composed of the states of its parts.
 *
 *     gpu_t ─ options, launch, cycle, statistics
 *        ├── sms[]          sm_state.h         blocks and warps of each SM
 *        ├── warp_memory    warp_memory.h      where their state and registers are
 *        ├── order          issue_order.h      who issues (functional mode)
 *        ├── pct            pct_issue.h        the same under PCT
 *        ├── progress       progress.h         endless spin or long work
 *        ├── watch          memory_watch.h     did the step change global memory
 *        ├── emitter        emit.h             the event stream
 *        ├── findings       finding_sites.h  what was found beside races
 *        ├── words          warp_words.h       what the lanes of a warp touch in step
 *        ├── shared         shared_tracking.h  addresses of shared memory
 *        └── pipelines      pipeline.h         cycle by cycle only
 *
 * block_dispatch, barrier, warp_step and diagnose work on all of it. The cycle-level machine is
 * notified of blocks and warps through gpu_hooks_t, so that the functional machine does not depend
 * on it.
 */
#ifndef SIM_GPU_STATE_H
#define SIM_GPU_STATE_H

#include "sim/sm/emit.h"
#include "sim/sm/watch/finding_sites.h"
#include "sim/sm/gpu_types.h"
#include "sim/sm/schedule/issue_order.h"
#include "sim/sm/watch/memory_watch.h"
#include "sim/sm/schedule/pct_issue.h"
#include "sim/sm/watch/progress.h"
#include "sim/sm/watch/shared_tracking.h"
#include "sim/sm/sm_state.h"
#include "sim/sm/warp_memory.h"
#include "sim/sm/watch/warp_words.h"

/* What the cycle-level machine does when something happens to a block or a warp. The SM's state is
 * up to date at each call. */
typedef struct gpu_hooks {
    void (*block_launched)(gpu_t *gpu, unsigned sm, unsigned slot);
    void (*warp_exited)(gpu_t *gpu, unsigned sm, unsigned warp);
    void (*block_freed)(gpu_t *gpu, unsigned sm, unsigned slot);
    void (*arrived)(gpu_t *gpu, unsigned sm, unsigned warp); /* at a barrier, to wait there */
    void (*released)(gpu_t *gpu, unsigned sm, unsigned slot, uint64_t warps);
    bool (*drained)(const gpu_t *gpu, unsigned sm, unsigned slot); /* nothing is in flight */
} gpu_hooks_t;

struct gpu {
    gpu_options_t options; /* .machine: NULL in functional mode; else the pipelines' own copy */
    gpu_sm_t sms[SCORD_MAX_SMS];
    warp_memory_t warp_memory;
    core_launch_t core; /* of the running launch */
    const gpu_launch_t *launch;
    uint64_t begun, number;           /* launches that began; this one's number among them */
    uint64_t next_block, block_count; /* linear CTA numbers */
    uint32_t next_sm;                 /* dispatch goes on here */
    uint32_t resident;                /* blocks */
    uint32_t resident_limit;          /* cycle by cycle: blocks an SM in this launch */
    uint64_t cycle;
    uint64_t clock; /* what the warp whose turn it is reads as the cycle; functional mode */
    bool called;    /* the warp whose turn it is has called the host */
    issue_order_t order;
    pct_issue_t pct;
    progress_t progress;
    uint64_t hurry; /* spin limit beside launches that wait; 0: options.spin_limit */
    bool may_wait;  /* for the host */
    memory_watch_t watch;
    core_step_result_t result; /* of the last step */
    emitter_t emitter;
    gpu_findings_t findings;
    unwritten_words_t unwritten_words; /* of all launches */
    warp_words_t words;
    warp_words_t parts_words; /* the same where some lanes meet, since all have (D74) */
    shared_tracking_t shared;
    struct pipelines *pipelines; /* pipeline.h; NULL: functional */
    const gpu_hooks_t *hooks;    /* of the pipelines; NULL: functional */
    gpu_statistics_t statistics;
    char dropped[512]; /* the first access that was left out */
    gpu_error_t *error;
};

/* All lanes of a warp have met, or it begins: what they have touched is ordered before what comes.
 */
static inline void gpu_lanes_met(gpu_t *gpu, unsigned sm, unsigned warp) {
    warp_words_meet(&gpu->words, gpu_warp_number(sm, warp));
    warp_words_meet(&gpu->parts_words, gpu_warp_number(sm, warp));
}

#endif
