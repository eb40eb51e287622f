/* SPDX-License-Identifier: Apache-2.0 */
/* issue_scheduler.c: see issue_scheduler.h. */
#include "cmodel/sm/issue_scheduler.h"

#include <assert.h>

enum { NO_SLOT = -1 };

static int lowest_warp(uint64_t warps) { return warps ? __builtin_ctzll(warps) : SCORD_NO_WARP; }

static bool has(uint64_t warps, int warp) { return warp != SCORD_NO_WARP && warps >> warp & 1; }

/* Loose round robin: the first candidate after `last`, cyclic; the lowest when nothing was issued
 * yet. */
static int pick_lrr(uint64_t candidates, int last) {
    const uint64_t after = last == SCORD_NO_WARP ? candidates
                                                 : candidates & ~(UINT64_MAX >> (63 - last));
    return lowest_warp(after ? after : candidates);
}

/* `last` as long as it is ready, else the lowest warp slot: greedy then oldest among the warps of
 * one block (W1). */
static int pick_greedy(uint64_t candidates, int last) {
    return has(candidates, last) ? last : lowest_warp(candidates);
}

/* The first slot of the sequence that has a warp of `ready`. */
static int first_slot(const scord_issue_scheduler_t *scheduler,
                      const scord_block_sequence_t *sequence, uint64_t ready) {
    for (unsigned place = 0; place < SCORD_MAX_BLOCKS_PER_SM; place++)
        if (scheduler->slot_warps[sequence->slot[place]] & ready) return sequence->slot[place];
    return NO_SLOT;
}

/* W1: the last issued, then the oldest block, in it the lowest warp slot; warps of no block at the
 * end. */
static int peek_gto(const scord_issue_scheduler_t *scheduler,
                    const scord_block_sequence_t *sequence, uint64_t ready) {
    if (has(ready, scheduler->last)) return scheduler->last;
    const int slot = first_slot(scheduler, sequence, ready);
    return lowest_warp(slot == NO_SLOT ? ready : ready & scheduler->slot_warps[slot]);
}

int scord_issue_scheduler_peek_lrr(const scord_issue_scheduler_t *scheduler, uint64_t ready) {
    return pick_lrr(ready & scheduler->warps, scheduler->last);
}

int scord_issue_scheduler_peek_block(const scord_issue_scheduler_t *scheduler,
                                     const scord_block_sequence_t *sequence, bool greedy,
                                     uint64_t ready) {
    const int slot = first_slot(scheduler, sequence, ready);
    if (slot == NO_SLOT)
        return SCORD_NO_WARP; /* D32, W4: ready warps of no block are not scheduled */
    const uint64_t candidates = ready & scheduler->slot_warps[slot];
    return greedy ? pick_greedy(candidates, scheduler->slot_last[slot])
                  : pick_lrr(candidates, scheduler->slot_last[slot]);
}

int scord_issue_scheduler_peek(const scord_issue_scheduler_t *scheduler,
                               const scord_block_sequence_t *sequence, scord_issue_policy_t policy,
                               uint64_t ready) {
    ready &= scheduler->warps;
    switch (policy) {
    case SCORD_ISSUE_POLICY_LRR: return scord_issue_scheduler_peek_lrr(scheduler, ready);
    case SCORD_ISSUE_POLICY_GTO: return peek_gto(scheduler, sequence, ready);
    case SCORD_ISSUE_POLICY_MWF_LRR:
        return scord_issue_scheduler_peek_block(scheduler, sequence, false, ready);
    case SCORD_ISSUE_POLICY_MWF_GTO:
        return scord_issue_scheduler_peek_block(scheduler, sequence, true, ready);
    }
    assert(!"scord_issue_policy_t out of range");
    return SCORD_NO_WARP;
}

int scord_issue_scheduler_slot_of(const scord_issue_scheduler_t *scheduler, int warp) {
    assert(warp >= 0 && warp < 64);
    for (int slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        if (scheduler->slot_warps[slot] >> warp & 1) return slot;
    return NO_SLOT;
}

/* Updated under every policy, so that a policy switched at run time continues from the warps
 * issued. */
void scord_issue_scheduler_issued(scord_issue_scheduler_t *scheduler, int warp) {
    assert(has(scheduler->warps, warp));
    scheduler->last = (int8_t)warp;
    const int slot = scord_issue_scheduler_slot_of(scheduler, warp);
    if (slot != NO_SLOT) scheduler->slot_last[slot] = (int8_t)warp;
}

void scord_issue_scheduler_start(scord_issue_scheduler_t *scheduler, uint64_t warps) {
    assert(warps);
    *scheduler = (scord_issue_scheduler_t){.last = SCORD_NO_WARP, .warps = warps};
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        scheduler->slot_last[slot] = SCORD_NO_WARP;
}

void scord_issue_scheduler_block_launch(scord_issue_scheduler_t *scheduler, unsigned slot,
                                        uint64_t slot_warps) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    for (unsigned other = 0; other < SCORD_MAX_BLOCKS_PER_SM; other++)
        scheduler->slot_warps[other] &=
            ~slot_warps; /* D32: a warp slot belongs to the newest block in it */
    scheduler->slot_warps[slot] = slot_warps & scheduler->warps;
    scheduler->slot_last[slot] = SCORD_NO_WARP;
}
