/* warp_step.h: one warp instruction of the machine: the core executes it, and what follows from it
 * happens: events, barriers, exits, signs of progress.
 *
 *     core_step ─► access, fence ─► emit.h           barrier, blocked ─► barrier.h
 *               ─► exited ─► block_dispatch.h        fault ─► diagnose.h
 *
 * Both modes call it, in the order in which warps issue; that order is the order of the stream.
 */
#ifndef SIM_WARP_STEP_H
#define SIM_WARP_STEP_H

#include "sim/sm/gpu_types.h"

/* Executes an instruction of WARP, which is ready; *outcome is core_step's, the rest of it is in
 * gpu->result. GPU_WAITS: the launch waits for the host; the instruction is executed. */
gpu_status_t gpu_step_warp(gpu_t *gpu, unsigned sm, unsigned warp, core_outcome_t *outcome);

/* The same for an instruction that takes nothing but its turn (core_run_left); false: gpu_step_warp
 * is needed. Functional mode. */
bool gpu_step_run(gpu_t *gpu, unsigned sm, unsigned warp);

#endif
