/* SPDX-License-Identifier: Apache-2.0 */
/* stall_account.h: why warps do not issue (W14; BAWS section 6.3, Figure 10): once a scheduler and
 * cycle, between the pick and its effect. Every resident warp of the scheduler that is not picked
 * has exactly one reason. */
#ifndef SIM_STALL_ACCOUNT_H
#define SIM_STALL_ACCOUNT_H

#include "sim/sm/warp_front.h"

/* Why a scheduler's warps do not issue in a cycle, each counted once. */
typedef struct stall_count {
    uint64_t resident;
    bool picked; /* a warp issues, and no share of the slot is idle */
    uint64_t warps[GPU_STALL_COUNT];
    double idle[GPU_STALL_COUNT]; /* shares of an issue slot without a pick */
} stall_count_t;

/* PICK: the warp that scheduler UNIT issues, or SCORD_SCHEDULER_NO_WARP; CLEAR, READY: of
 * issue_masks_t. */
void stall_count(stall_count_t *stalls, const warp_fronts_t *fronts, unsigned unit, int pick,
                 uint64_t clear, uint64_t ready);
void stall_add(gpu_cycle_statistics_t *statistics, const stall_count_t *stalls);
/* Both, for a cycle of which nothing is kept. */
void stall_account(gpu_cycle_statistics_t *statistics, const warp_fronts_t *fronts, unsigned unit,
                   int pick, uint64_t clear, uint64_t ready);

#endif
