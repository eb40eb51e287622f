/* SPDX-License-Identifier: Apache-2.0 */
/* block_dispatch.h: blocks onto SM slots and off again.
 *
 * CTAs go in linear order (x fastest), round robin over the SMs that have room, each to the SM's
 * lowest free slot (GPGPU-Sim's policy, which ScoRD and BAWS both ran on). Functional: to its
 * lowest free warp slots, at once. Cycle by cycle: warps of a slot always have the same places, an
 * SM takes one block a cycle, and a slot is free again when everything that its block has in
 * flight, stores included, is answered.
 */
#ifndef SIM_BLOCK_DISPATCH_H
#define SIM_BLOCK_DISPATCH_H

#include "sim/sm/gpu_types.h"

#ifdef __cplusplus
extern "C" {
#endif

gpu_status_t gpu_dispatch_blocks(gpu_t *gpu);
/* WARP has ended: warp_exit, its block's barriers re-tested, block_exit after the last one. */
gpu_status_t gpu_retire_warp(gpu_t *gpu, unsigned sm, unsigned warp);
/* The block has no live warp and nothing in flight: block_exit, the slot is free. */
gpu_status_t gpu_free_block(gpu_t *gpu, unsigned sm, unsigned slot);
/* Cycle by cycle: the warp slots of a block slot in this launch. */
uint64_t gpu_slot_warps(const gpu_t *gpu, unsigned slot);
/* No block is resident any more; nothing is written. */
void gpu_clear_sms(gpu_t *gpu);

/* Resident blocks of THREADS threads, SHARED_BYTES and REGISTERS_PER_THREAD
 * (ptx_function_t.register_demand; only the cycle-level machine counts registers) that fit an SM;
 * 0: such a block never fits. */
unsigned gpu_blocks_per_sm(const gpu_t *gpu, uint64_t threads, uint64_t shared_bytes,
                           uint32_t registers_per_thread);
/* Slots of an SM that blocks of such a launch, one that fits, can be in at the same time when warps
 * of a block end before others do: a block holds its slot and its shared memory until its last warp
 * ends, but each warp only until that warp's own end. Functional mode. */
unsigned gpu_slots_per_sm(const gpu_t *gpu, uint64_t threads, uint64_t shared_bytes);

#ifdef __cplusplus
}
#endif
#endif
