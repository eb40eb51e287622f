/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline.h: the cycle-level machine: SMs of stages, composed.
 *
 * The SM of GPGPU-Sim 3.2.2's GTX 480, on which BAWS ran (docs/cycle-model.md). In a cycle the
 * stages run from the back to the front, so that what one stage frees another takes a cycle later
 * at the earliest:
 *
 *                     I-buffers, scoreboard             to_collect         to_execute
 *     fetch ─► decode ─► warp_front ─► issue (schedule) ─► operand_collector ─► execute ─► wheel
 *       ▲                   ▲                                             load_store ─► memory │
 *       └─ I-cache          └──────────────── writeback: results clear the scoreboard ◄────────┘
 *
 * A warp instruction takes effect when it issues (warp_step.h); what follows only says when its
 * results are there. So the functional state is the same under every timing, and a stream replays.
 *
 * Each part has a header, a struct of its own state, and pointers to the parts that it reads or
 * writes; pipelines_make draws these wires, and no part knows pipeline_t. What all SMs share is in
 * pipeline_context.h. The functional machine reports blocks, warps and barriers by gpu_hooks_t
 * (gpu_state.h). Between cycles: a block slot has no operation in flight unless it is used, and the
 * warps of resident blocks are warp_front's `resident`.
 *
 * Expensive: a cycle of an SM that works. An SM that can do nothing rests (rest.h).
 */
#ifndef SIM_PIPELINE_H
#define SIM_PIPELINE_H

#include "sim/mem/memory_system.h"
#include "sim/sm/pipeline/execute_stage.h"
#include "sim/sm/pipeline/fetch_stage.h"
#include "sim/sm/pipeline/issue_stage.h"
#include "sim/sm/pipeline/operand_collector.h"
#include "sim/sm/pipeline/phase_log.h"
#include "sim/sm/rest.h"

typedef struct pipeline { /* of one SM */
    warp_fronts_t fronts;
    schedule_t schedule;
    fetch_t fetch;
    issue_stage_t issue;
    operand_collectors_t collect;
    execution_t execution;
    operations_t operations;
    rest_t rest;
} pipeline_t;

struct pipelines { /* the machine */
    gpu_t *gpu;
    pipeline_context_t context;
    memory_timing_t memory;
    memory_system_t *system; /* machine.memory_queues; else NULL */
    pipeline_t *sm;
    phase_log_t phases;
    const ptx_module_t *module; /* context.timings are of it */
    gpu_kernel_statistics_t *kernels;
    uint32_t kernel_count, kernel_capacity;
    uint64_t decided; /* the detector's decide cycles when they last changed after the last block */
};
typedef struct pipelines pipelines_t;

/* For GPU, whose options name a machine; sets its hooks. NULL: out of memory. */
pipelines_t *pipelines_make(gpu_t *gpu);
void pipelines_free(pipelines_t *pipelines);
gpu_status_t pipelines_start(pipelines_t *pipelines); /* kernel start */
/* Every SM, one cycle; then blocks are dispatched. */
gpu_status_t pipelines_run_cycle(pipelines_t *pipelines);
/* Nothing is in flight any more: at the start, and after a launch that was given up. */
void pipelines_clear(pipelines_t *pipelines);
/* The launch's last block has ended; one cycle of what still goes on. */
bool pipelines_drained(const pipelines_t *pipelines);
gpu_status_t pipelines_drain(pipelines_t *pipelines);
void pipelines_end(pipelines_t *pipelines); /* kernel end, however it came */

#endif
