/* SPDX-License-Identifier: Apache-2.0 */
/* issue_stage.h: each scheduler issues one warp instruction a cycle. BAWS section 2.2; W3 to W6.
 *
 * A scheduler walks its warps in the policy's order (schedule.h) and issues the first whose next
 * instruction is there, is on its path, has no hazard in the scoreboard, and finds its unit's port
 * free. The instruction takes effect here (gpu_step_warp); what core_step says about it goes into
 * an operation, which the later stages carry to its completion.
 *
 *     issue_masks of a scheduler's warps:  stale (flushed when the walk visits them)
 *                                          clear ⊇ ready (no hazard; and the port is free)
 */
#ifndef SIM_ISSUE_STAGE_H
#define SIM_ISSUE_STAGE_H

#include "sim/mem/memory_system.h"
#include "sim/sm/pipeline/operation.h"
#include "sim/sm/schedule/schedule.h"
#include "sim/sm/pipeline/stall_account.h"
#include "sim/sm/warp_front.h"

/* Warps of a scheduler that could issue: their next instruction is of a path not taken; has no
 * hazard; and finds its port free. */
typedef struct issue_masks {
    uint64_t stale, clear, ready;
} issue_masks_t;

typedef struct issue_stage { /* of one SM */
    pipeline_context_t *context;
    gpu_t *gpu;         /* steps warps */
    const gpu_sm_t *sm; /* gpu's */
    warp_fronts_t *fronts;
    schedule_t *schedule;
    operations_t *operations;
    latch_t *ports;          /* to_collect, by unit */
    memory_system_t *system; /* NULL: machine.memory_queues is 0 */
    bool host_awaited;       /* a step said GPU_WAITS: the cycle is brought to its end first */
} issue_stage_t;

gpu_status_t issue_stage(issue_stage_t *stage);
issue_masks_t issue_masks(const issue_stage_t *stage, unsigned unit);

#endif
