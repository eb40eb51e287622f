/* SPDX-License-Identifier: Apache-2.0 */
/* gpu.h: the front-end machine: SMs, block dispatch, warp issue, barriers, and the event stream
 * they give.
 *
 * Two modes, the same results: functional (fast; every front-end cycle each SM may issue one warp
 * instruction of a ready warp, and it is complete when the cycle ends), and cycle by cycle
 * (options.machine: fetch, I-buffer, scoreboard, issue schedulers, operand collectors, units,
 * memory latency: pipeline.h). In both an instruction takes effect when it issues.
 *
 * A launch runs to its end inside gpu_run. Blocks go to the lowest free slot, round robin over SMs
 * (the machine of ScoRD Table V: num_sms, blocks_per_sm, warps_per_sm of the configuration). All
 * resident blocks make progress under every seed. Errors are data (gpu_error_t), nothing is printed
 * here.
 */
#ifndef SIM_GPU_H
#define SIM_GPU_H

#include "sim/sm/block_dispatch.h" /* gpu_blocks_per_sm */
#include "sim/sm/watch/diagnose.h" /* gpu_location_text */
#include "sim/sm/gpu_types.h"

#ifdef __cplusplus
extern "C" {
#endif

gpu_t *gpu_create(const gpu_options_t *options); /* NULL: out of memory */
void gpu_destroy(gpu_t *gpu);

/* Runs a launch that fits (gpu_blocks_per_sm >= 1) to its end, or until all that it does is to wait
 * for the host (GPU_WAITS): LAUNCH must then stay until gpu_resume has ended it, and no other
 * launch may begin. On any other status but GPU_OK *error is filled, the events so far are out and
 * the launch is given up. */
gpu_status_t gpu_run(gpu_t *gpu, const gpu_launch_t *launch, gpu_error_t *error);
/* Goes on with a launch that waits. MAY_WAIT false: waiting on is GPU_NO_PROGRESS. */
gpu_status_t gpu_resume(gpu_t *gpu, bool may_wait, gpu_error_t *error);

/* A launch that waits steps aside, so that another may begin; and comes back, when none is there.
 * NULL: no memory, or cycle by cycle, where there is no such thing. */
typedef struct gpu_aside gpu_aside_t;
gpu_aside_t *gpu_step_aside(gpu_t *gpu);
void gpu_come_back(gpu_t *gpu, gpu_aside_t *aside);
/* Warps that are resident; and the most that are at a time. */
uint32_t gpu_resident_warps(const gpu_t *gpu);
uint32_t gpu_most_warps(const gpu_t *gpu);
/* Signs of progress so far: a resumed launch that waits still has made more than one if it did
 * something. */
uint64_t gpu_signs(const gpu_t *gpu);
/* Others wait beside this launch: an endless wait is seen early (0: as ever). */
void gpu_hurry(gpu_t *gpu, uint64_t spin_limit);
/* A thread of the launch that runs is about to wait for what runs behind it. */
void gpu_expect_wait(gpu_t *gpu);

/* Says in the stream that ADDRESS … holds NAME. Returns GPU_OK or GPU_SINK_CLOSED. */
gpu_status_t gpu_name_object(gpu_t *gpu, uint64_t address, uint64_t bytes, const char *name);

/* Where an instruction of the launch that runs stands. */
ptx_location_t gpu_location(const gpu_t *gpu, uint32_t instruction);

const gpu_statistics_t *gpu_statistics(const gpu_t *gpu);
const char *gpu_dropped(const gpu_t *gpu); /* the first access that was left out, "": none */
bool gpu_in_launch(const gpu_t *gpu);      /* its launch is not in the statistics' number yet */

/* One for each kernel that ran, in order of first launch; valid until the next launch. *count 0 in
 * functional mode. */
const gpu_kernel_statistics_t *gpu_kernels(const gpu_t *gpu, uint32_t *count);
uint64_t gpu_cycle(const gpu_t *gpu);

#ifdef __cplusplus
}
#endif
#endif
