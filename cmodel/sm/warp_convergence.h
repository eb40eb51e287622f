/* SPDX-License-Identifier: Apache-2.0 */
/* warp_convergence.h: which warps of one SM have diverged, and their __syncwarp epochs
 * (independent_threads; ScoRD section VI, "ITS"; D41).
 *
 * hasDiverged is set when the lanes of a warp diverge. It is cleared where all its live lanes meet:
 * at a __syncwarp of all of them, at the block's barrier, and when a block takes the warp slot.
 * Reconvergence alone does not clear it: CUDA orders threads of a warp by __syncwarp, not by
 * reconvergence. The epoch steps at every __syncwarp, whatever its mask.
 */
#ifndef SCORD_WARP_CONVERGENCE_H
#define SCORD_WARP_CONVERGENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

typedef struct scord_warp_convergence {
    uint32_t diverged;                           /* hasDiverged, a bit a warp */
    uint8_t syncwarp_id[SCORD_MAX_WARPS_PER_SM]; /* SCORD_SYNCWARP_ID_WIDTH bits, wrapping (D9) */
} scord_warp_convergence_t;

/* D5: converged, all epochs 0. */
void scord_warp_convergence_start(scord_warp_convergence_t *convergence);
/* A block takes the warp slots of `warps`: converged. The epochs continue; D4's barrier counter
 * distinguishes the blocks. */
void scord_warp_convergence_block_launch(scord_warp_convergence_t *convergence, uint32_t warps);
/* All live lanes of `warp` wait at the block's barrier: converged. */
void scord_warp_convergence_arrive(scord_warp_convergence_t *convergence, unsigned warp);
/* mask 0: lanes of `warp` diverge. Else: the lanes of `mask` meet at a __syncwarp; all ones means
 * every live lane. */
void scord_warp_convergence_change(scord_warp_convergence_t *convergence, unsigned warp,
                                   uint32_t mask);
bool scord_warp_convergence_diverged(const scord_warp_convergence_t *convergence, unsigned warp);
/* The epoch of `warp` now. */
uint8_t scord_warp_convergence_syncwarp_id(const scord_warp_convergence_t *convergence,
                                           unsigned warp);
/* The warp's state as the RTL holds it: {epoch, hasDiverged}, SCORD_SYNCWARP_ID_WIDTH + 1 bits. */
unsigned scord_warp_convergence_bits(const scord_warp_convergence_t *convergence, unsigned warp);

#endif
