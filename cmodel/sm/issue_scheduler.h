/* SPDX-License-Identifier: Apache-2.0 */
/* issue_scheduler.h: which ready warp an issue scheduler of an SM issues: LRR, GTO, and BAWS's
 * MWF(LRR) and MWF(GTO) (BAWS section 4.1.1).
 *
 * The exact rules are docs/rtl-interface.md, "issue_scheduler", and D32; W4 and W5 of
 * docs/warp-scheduling.md. The blocks' order comes from block_sequence.h. The same code serves the
 * SM unit of the detector (one scheduler) and warp_scheduler.h.
 */
#ifndef SCORD_ISSUE_SCHEDULER_H
#define SCORD_ISSUE_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sm/block_sequence.h"
#include "cmodel/scord_params.h"

enum { SCORD_NO_WARP = -1 };

typedef struct scord_issue_scheduler {
    uint64_t warps;                               /* warp slots of the scheduler (W5) */
    uint64_t slot_warps[SCORD_MAX_BLOCKS_PER_SM]; /* of these, the warp slots of each block;
                                                     disjoint (D32) */
    int8_t slot_last[SCORD_MAX_BLOCKS_PER_SM]; /* warp of the block issued last, or SCORD_NO_WARP */
    int8_t last; /* warp of the scheduler issued last, or SCORD_NO_WARP */
} scord_issue_scheduler_t;

/* D5: no block, nothing issued. warps: bit mask of the warp slots of the scheduler, at least one.
 */
void scord_issue_scheduler_start(scord_issue_scheduler_t *scheduler, uint64_t warps);
/* A block takes `slot` and the warp slots of `slot_warps`, those of other schedulers among them. */
void scord_issue_scheduler_block_launch(scord_issue_scheduler_t *scheduler, unsigned slot,
                                        uint64_t slot_warps);
/* The first of `ready` in the order of the policy; SCORD_NO_WARP: none. `sequence`: of the same
 * policy. Changes nothing. */
int scord_issue_scheduler_peek(const scord_issue_scheduler_t *scheduler,
                               const scord_block_sequence_t *sequence, scord_issue_policy_t policy,
                               uint64_t ready);
/* The parts of an order: loose round robin among `ready`, whatever their blocks; the first block of
 * the sequence with a warp of `ready`, inside it greedy or LRR. */
int scord_issue_scheduler_peek_lrr(const scord_issue_scheduler_t *scheduler, uint64_t ready);
int scord_issue_scheduler_peek_block(const scord_issue_scheduler_t *scheduler,
                                     const scord_block_sequence_t *sequence, bool greedy,
                                     uint64_t ready);
/* `warp`, one of the scheduler's, issues. */
void scord_issue_scheduler_issued(scord_issue_scheduler_t *scheduler, int warp);
/* The slot that owns `warp`, or -1. */
int scord_issue_scheduler_slot_of(const scord_issue_scheduler_t *scheduler, int warp);

#endif
