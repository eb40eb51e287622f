/* issue_scheduler.c: see issue_scheduler.h. */
#include "issue_scheduler.h"

#include <assert.h>
#include <stdbool.h>

enum { NO_SLOT = -1 };

static int lowest_warp(uint32_t warps)
{
    return warps ? __builtin_ctz(warps) : SCORD_NO_WARP;
}

/* Loose round robin: the first candidate after `last`, cyclic; the lowest when nothing was issued yet. */
static int pick_lrr(uint32_t candidates, int last)
{
    const uint32_t after = last == SCORD_NO_WARP ? candidates : candidates & ~(UINT32_MAX >> (31 - last));
    return lowest_warp(after ? after : candidates);
}

/* Greedy then oldest: `last` as long as it is ready, else the lowest warp slot. */
static int pick_gto(uint32_t candidates, int last)
{
    return last != SCORD_NO_WARP && candidates >> last & 1 ? last : lowest_warp(candidates);
}

/* MWF: the block with a ready warp and most warps waiting at its barrier; ties to the smallest slot (BAWS 4.1.1). */
static int most_waiting_slot(const scord_issue_scheduler_t *scheduler, const scord_warp_priority_table_t *priorities,
                             uint32_t ready)
{
    int best = NO_SLOT;
    for (int slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++) {
        if (!(scheduler->slot_warps[slot] & ready))
            continue;
        if (best == NO_SLOT || scord_warp_priority_table_read(priorities, (unsigned)slot) >
                                   scord_warp_priority_table_read(priorities, (unsigned)best))
            best = slot;
    }
    return best;
}

static int pick_mwf(const scord_issue_scheduler_t *scheduler, const scord_warp_priority_table_t *priorities,
                    bool greedy, uint32_t ready)
{
    const int slot = most_waiting_slot(scheduler, priorities, ready);
    if (slot == NO_SLOT)
        return SCORD_NO_WARP; /* D32: ready warps of no block are not scheduled */
    const uint32_t candidates = ready & scheduler->slot_warps[slot];
    return greedy ? pick_gto(candidates, scheduler->slot_last[slot]) : pick_lrr(candidates, scheduler->slot_last[slot]);
}

static int pick_by_policy(const scord_issue_scheduler_t *scheduler, const scord_warp_priority_table_t *priorities,
                          scord_issue_policy_t policy, uint32_t ready)
{
    switch (policy) {
    case SCORD_ISSUE_POLICY_LRR: return pick_lrr(ready, scheduler->last);
    case SCORD_ISSUE_POLICY_GTO: return pick_gto(ready, scheduler->last);
    case SCORD_ISSUE_POLICY_MWF_LRR: return pick_mwf(scheduler, priorities, false, ready);
    case SCORD_ISSUE_POLICY_MWF_GTO: return pick_mwf(scheduler, priorities, true, ready);
    }
    assert(!"scord_issue_policy_t out of range");
    return SCORD_NO_WARP;
}

/* Whatever the policy, so that a policy switched at run time starts from what was really issued. */
static void remember(scord_issue_scheduler_t *scheduler, int warp)
{
    scheduler->last = (int8_t)warp;
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        if (scheduler->slot_warps[slot] >> warp & 1)
            scheduler->slot_last[slot] = (int8_t)warp;
}

void scord_issue_scheduler_start(scord_issue_scheduler_t *scheduler, unsigned warps)
{
    assert(warps >= 1 && warps <= SCORD_MAX_WARPS_PER_SM);
    *scheduler = (scord_issue_scheduler_t){.last = SCORD_NO_WARP, .warps = (uint8_t)warps};
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        scheduler->slot_last[slot] = SCORD_NO_WARP;
}

void scord_issue_scheduler_block_launch(scord_issue_scheduler_t *scheduler, unsigned slot, uint32_t slot_warps)
{
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    for (unsigned other = 0; other < SCORD_MAX_BLOCKS_PER_SM; other++)
        scheduler->slot_warps[other] &= ~slot_warps; /* D32: a warp slot belongs to the block that took it last */
    scheduler->slot_warps[slot] = slot_warps;
    scheduler->slot_last[slot] = SCORD_NO_WARP;
}

int scord_issue_scheduler_pick(scord_issue_scheduler_t *scheduler, const scord_warp_priority_table_t *priorities,
                               scord_issue_policy_t policy, uint32_t ready)
{
    ready &= UINT32_MAX >> (SCORD_MAX_WARPS_PER_SM - scheduler->warps);
    const int warp = pick_by_policy(scheduler, priorities, policy, ready);
    if (warp != SCORD_NO_WARP)
        remember(scheduler, warp);
    return warp;
}
