/* SPDX-License-Identifier: Apache-2.0 */
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

/* A turn of the functional schedule: instructions of WARP, which is ready, up to and including the
 * first that others can notice (core_step_noticed, a call of the host, the warp's exit), and no
 * more than GPU_LONGEST_TURN. *length: how many. Statuses as gpu_step_warp's. */
enum { GPU_LONGEST_TURN = 128 };
gpu_status_t gpu_take_turn(gpu_t *gpu, unsigned sm, unsigned warp, uint32_t *length);

#endif
