/* SPDX-License-Identifier: Apache-2.0 */
/* warp_convergence.c: see warp_convergence.h. */
#include "cmodel/sm/warp_convergence.h"

#include <assert.h>

enum { SYNCWARP_ID_MASK = (1 << SCORD_SYNCWARP_ID_WIDTH) - 1 };

void scord_warp_convergence_start(scord_warp_convergence_t *convergence) {
    *convergence = (scord_warp_convergence_t){0};
}

void scord_warp_convergence_block_launch(scord_warp_convergence_t *convergence, uint32_t warps) {
    convergence->diverged &= ~warps;
}

void scord_warp_convergence_arrive(scord_warp_convergence_t *convergence, unsigned warp) {
    assert(warp < SCORD_MAX_WARPS_PER_SM);
    convergence->diverged &= ~(UINT32_C(1) << warp);
}

void scord_warp_convergence_change(scord_warp_convergence_t *convergence, unsigned warp,
                                   uint32_t mask) {
    assert(warp < SCORD_MAX_WARPS_PER_SM);
    if (mask == 0) {
        convergence->diverged |= UINT32_C(1) << warp;
        return;
    }
    convergence->syncwarp_id[warp] = (convergence->syncwarp_id[warp] + 1) &
                                     SYNCWARP_ID_MASK; /* D9: wraps */
    if (mask == UINT32_MAX) convergence->diverged &= ~(UINT32_C(1) << warp);
}

bool scord_warp_convergence_diverged(const scord_warp_convergence_t *convergence, unsigned warp) {
    assert(warp < SCORD_MAX_WARPS_PER_SM);
    return convergence->diverged >> warp & 1;
}

uint8_t scord_warp_convergence_syncwarp_id(const scord_warp_convergence_t *convergence,
                                           unsigned warp) {
    return convergence->syncwarp_id[warp];
}

unsigned scord_warp_convergence_bits(const scord_warp_convergence_t *convergence, unsigned warp) {
    return (unsigned)convergence->syncwarp_id[warp] << 1 |
           scord_warp_convergence_diverged(convergence, warp);
}
