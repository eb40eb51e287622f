/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_reference.h: the orders of docs/warp-scheduling.md (W1 … W11) once more, as keys of
 * warps that are sorted, for tests of cmodel/sm/warp_scheduler.c. Nothing of the model's code: a
 * warp has its block, a block its launch number and the set of its waiting warps; a pick is the
 * first candidate of the sorted list. TLS is not in it.
 */
#ifndef SCHEDULER_REFERENCE_H
#define SCHEDULER_REFERENCE_H

#include <stdlib.h>

#include "cmodel/sm/warp_scheduler.h"

enum { REFERENCE_NONE = -1, REFERENCE_NEVER = 1000000 };

typedef struct reference {
    scord_warp_scheduler_config_t config;
    int owner[SCORD_SCHEDULER_WARPS];      /* slot of the warp's block */
    int launched[SCORD_MAX_BLOCKS_PER_SM]; /* number of the launch; those before the first launch:
                                              by slot */
    int waiting[SCORD_MAX_BLOCKS_PER_SM], hit[SCORD_MAX_BLOCKS_PER_SM];
    uint64_t warps[SCORD_MAX_BLOCKS_PER_SM], ended[SCORD_MAX_BLOCKS_PER_SM];
    int last[SCORD_SCHEDULER_UNITS], slot_last[SCORD_SCHEDULER_UNITS][SCORD_MAX_BLOCKS_PER_SM];
    int launches, cycle;
    int served, fair_served, unit_served, grants;
} reference_t;

typedef struct reference_key {
    int part[4], warp;
} reference_key_t;

static inline void reference_start(reference_t *reference,
                                   const scord_warp_scheduler_config_t *config) {
    *reference = (reference_t){.config = *config,
                               .served = REFERENCE_NONE,
                               .fair_served = REFERENCE_NONE,
                               .unit_served = config->schedulers - 1,
                               .launches = SCORD_MAX_BLOCKS_PER_SM};
    for (int warp = 0; warp < SCORD_SCHEDULER_WARPS; warp++)
        reference->owner[warp] = REFERENCE_NONE;
    for (int slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++) {
        reference->launched[slot] = slot;
        reference->hit[slot] = REFERENCE_NEVER;
        for (int unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++)
            reference->slot_last[unit][slot] = REFERENCE_NONE;
    }
    for (int unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++) reference->last[unit] = REFERENCE_NONE;
}

/* Steps from `last` to `warp` around the ring of slots; the first step leads to last + 1. */
static inline int reference_distance(int warp, int last, int warps) {
    return ((warp - last - 1) % warps + warps) % warps;
}

static inline int reference_waiting(const reference_t *reference, int slot) {
    int waiting = reference->waiting[slot];
    const bool ends_count = reference->config.exits_count;
    for (int warp = 0; ends_count && warp < SCORD_SCHEDULER_WARPS; warp++)
        waiting += reference->ended[slot] >> warp & 1;
    return waiting;
}

/* W4. False: not in the order (a warp of no block under MWF and SAWS). */
static inline bool reference_order(const reference_t *reference, int unit, int warp,
                                   reference_key_t *key) {
    const int slot = reference->owner[warp], warps = reference->config.warps;
    const scord_schedule_policy_t policy = reference->config.issue_policy;
    *key = (reference_key_t){{0}, warp};
    if (policy == SCORD_SCHEDULE_LRR) {
        key->part[0] = reference_distance(warp, reference->last[unit], warps);
        return true;
    }
    if (policy == SCORD_SCHEDULE_GTO) {
        key->part[0] = warp != reference->last[unit];
        key->part[1] = slot == REFERENCE_NONE ? REFERENCE_NEVER : reference->launched[slot];
        key->part[2] = warp;
        return true;
    }
    if (slot == REFERENCE_NONE) return false;
    const int last = reference->slot_last[unit][slot];
    key->part[0] = policy == SCORD_SCHEDULE_SAWS ? reference->hit[slot]
                                                 : -reference_waiting(reference, slot);
    key->part[1] = reference->config.tie_by_age ? reference->launched[slot] : slot;
    key->part[2] = policy == SCORD_SCHEDULE_MWF_LRR ? reference_distance(warp, last, warps)
                                                    : warp != last;
    key->part[3] = warp;
    return true;
}

static inline int reference_compare(const void *a, const void *b) {
    const reference_key_t *left = a, *right = b;
    for (int part = 0; part < 4; part++)
        if (left->part[part] != right->part[part])
            return left->part[part] < right->part[part] ? -1 : 1;
    return 0;
}

static inline int reference_pick(const reference_t *reference, int unit, uint64_t candidates) {
    reference_key_t order[SCORD_SCHEDULER_WARPS];
    size_t length = 0;
    for (int warp = unit; warp < reference->config.warps; warp += reference->config.schedulers)
        length += reference_order(reference, unit, warp, &order[length]);
    qsort(order, length, sizeof *order, reference_compare);
    for (size_t place = 0; place < length; place++)
        if (candidates >> order[place].warp & 1) return order[place].warp;
    return REFERENCE_NONE;
}

static inline int reference_nearest(const reference_t *reference, uint64_t eligible, int last,
                                    const uint8_t *entries) {
    reference_key_t best = {{0}, REFERENCE_NONE};
    for (int warp = 0; warp < reference->config.warps; warp++) {
        const int distance = reference_distance(warp, last, reference->config.warps);
        const reference_key_t key = {{entries ? entries[warp] : 0, distance}, warp};
        if (eligible >> warp & 1 &&
            (best.warp == REFERENCE_NONE || reference_compare(&key, &best) < 0))
            best = key;
    }
    return best.warp;
}

/* W10, W11. */
static inline int reference_critical(const reference_t *reference, uint64_t eligible,
                                     uint64_t blocked) {
    const int schedulers = reference->config.schedulers;
    reference_key_t best = {{0}, REFERENCE_NONE};
    if (reference->grants % reference->config.fetch_fairness ==
        reference->config.fetch_fairness - 1)
        return reference_nearest(reference, eligible, reference->fair_served, NULL);
    for (int unit = 0; unit < schedulers; unit++) {
        const int warp = reference_pick(reference, unit, eligible & ~blocked);
        const bool most_waiting = reference->config.issue_policy == SCORD_SCHEDULE_MWF_LRR ||
                                  reference->config.issue_policy == SCORD_SCHEDULE_MWF_GTO;
        if (warp == REFERENCE_NONE) continue;
        const reference_key_t key = {
            {most_waiting ? -reference_waiting(reference, reference->owner[warp]) : 0,
             reference_distance(unit, reference->unit_served, schedulers)},
            warp};
        if (best.warp == REFERENCE_NONE || reference_compare(&key, &best) < 0) best = key;
    }
    return best.warp == REFERENCE_NONE
               ? reference_nearest(reference, eligible, reference->served, NULL)
               : best.warp;
}

static inline int reference_fetch(const reference_t *reference, uint64_t eligible, uint64_t blocked,
                                  const uint8_t *entries) {
    if (reference->config.fetch_policy == SCORD_FETCH_CRITICAL_FIRST)
        return reference_critical(reference, eligible, blocked);
    return reference_nearest(reference, eligible, reference->served,
                             reference->config.fetch_policy == SCORD_FETCH_FEWEST_ENTRIES ? entries
                                                                                          : NULL);
}

static inline void reference_issued(reference_t *reference, int unit, int warp) {
    reference->last[unit] = warp;
    if (reference->owner[warp] != REFERENCE_NONE)
        reference->slot_last[unit][reference->owner[warp]] = warp;
}

static inline void reference_fetched(reference_t *reference, int warp) {
    const int turn = reference->grants++ % reference->config.fetch_fairness;
    reference->served = warp;
    if (turn == reference->config.fetch_fairness - 1)
        reference->fair_served = warp;
    else
        reference->unit_served = warp % reference->config.schedulers;
}

static inline void reference_arrive(reference_t *reference, int slot) {
    reference->waiting[slot]++;
    if (reference->hit[slot] == REFERENCE_NEVER) reference->hit[slot] = reference->cycle;
}

static inline void reference_release(reference_t *reference, int slot) {
    reference->waiting[slot] = 0;
    reference->hit[slot] = REFERENCE_NEVER;
}

static inline void reference_launch(reference_t *reference, int slot, uint64_t warps) {
    reference_release(reference, slot);
    reference->launched[slot] = reference->launches++;
    reference->warps[slot] = warps;
    reference->ended[slot] = 0;
    for (int warp = 0; warp < SCORD_SCHEDULER_WARPS; warp++)
        reference->owner[warp] = warps >> warp & 1                ? slot
                                 : reference->owner[warp] == slot ? REFERENCE_NONE
                                                                  : reference->owner[warp];
    for (int unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++)
        reference->slot_last[unit][slot] = REFERENCE_NONE;
}

#endif
