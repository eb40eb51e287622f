/* issue_scheduler.h: which ready warp of an SM issues: LRR, GTO, and BAWS's MWF(LRR) and MWF(GTO) (BAWS section 4.1.1).
 *
 * The exact rules are docs/rtl-interface.md, "issue_scheduler", and D32.
 */
#ifndef SCORD_ISSUE_SCHEDULER_H
#define SCORD_ISSUE_SCHEDULER_H

#include <stdint.h>

#include "scord_params.h"
#include "warp_priority_table.h"

enum { SCORD_NO_WARP = -1 };

typedef struct scord_issue_scheduler {
    uint32_t slot_warps[SCORD_MAX_BLOCKS_PER_SM]; /* warp slots of each block; disjoint (D32) */
    int8_t slot_last[SCORD_MAX_BLOCKS_PER_SM];    /* warp of the block issued last, or SCORD_NO_WARP */
    int8_t last;                                  /* warp of the SM issued last, or SCORD_NO_WARP */
    uint8_t warps;                                /* warp slots of the SM */
} scord_issue_scheduler_t;

/* D5: no block, nothing issued. warps: warp slots of the SM, 1 .. SCORD_MAX_WARPS_PER_SM. */
void scord_issue_scheduler_start(scord_issue_scheduler_t *scheduler, unsigned warps);
/* A block takes `slot` and the warp slots of `slot_warps`. */
void scord_issue_scheduler_block_launch(scord_issue_scheduler_t *scheduler, unsigned slot, uint32_t slot_warps);
/* Picks one of `ready` and remembers it. SCORD_NO_WARP and no change when there is no candidate. */
int scord_issue_scheduler_pick(scord_issue_scheduler_t *scheduler, const scord_warp_priority_table_t *priorities,
                               scord_issue_policy_t policy, uint32_t ready);

#endif
