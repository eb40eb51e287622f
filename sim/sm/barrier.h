/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.h: block barriers.
 *
 * A barrier releases when every live warp of the block has arrived (exited warps are ignored, D4),
 * or, when the instruction states a number of threads, when warps of that many threads have.
 */
#ifndef SIM_BARRIER_H
#define SIM_BARRIER_H

#include "sim/sm/gpu_types.h"

/* WARP has executed the barrier instruction of RESULT. Writes barrier_arrive, then re-tests. */
gpu_status_t gpu_barrier_arrive(gpu_t *gpu, unsigned sm, unsigned warp,
                                const core_step_result_t *result);
/* Releases what is complete. Then a block none of whose live warps can go on is deadlocked
 * (GPU_DEADLOCK): only its own warps could release it. */
gpu_status_t gpu_barrier_retest(gpu_t *gpu, unsigned sm, unsigned slot);

#endif
