/* SPDX-License-Identifier: Apache-2.0 */
/* fetch_scheduler.c: see fetch_scheduler.h. */
#include "cmodel/sm/fetch_scheduler.h"

#include <assert.h>

/* The first of `eligible` after `last`, cyclic. */
static int next_after(uint64_t eligible, int last) {
    const uint64_t after = last == SCORD_NO_WARP ? eligible
                                                 : eligible & ~(UINT64_MAX >> (63 - last));
    const uint64_t pool = after ? after : eligible;
    return pool ? __builtin_ctzll(pool) : SCORD_NO_WARP;
}

/* W11: the fair turn, plain round robin. */
static bool is_fair_turn(const scord_fetch_scheduler_t *fetch) {
    return fetch->grants == fetch->fairness - 1;
}

/* W10: the scheduler whose critical warp is of the block with the highest priority; among equals
 * the one after the scheduler that was served last, cyclic. -1: none has a critical warp. */
static int critical_unit(const scord_fetch_scheduler_t *fetch,
                         const scord_fetch_critical_t *critical) {
    int best = -1;
    for (unsigned step = 1; step <= fetch->schedulers; step++) {
        const int unit = (int)((fetch->unit_last + step) % fetch->schedulers);
        if (critical->warp[unit] != SCORD_NO_WARP &&
            (best < 0 || critical->priority[unit] > critical->priority[best]))
            best = unit;
    }
    return best;
}

void scord_fetch_scheduler_start(scord_fetch_scheduler_t *fetch, unsigned schedulers,
                                 unsigned fairness) {
    assert(schedulers >= 1 && schedulers <= SCORD_SCHEDULER_MAX_UNITS && fairness >= 2 &&
           fairness <= UINT8_MAX);
    *fetch = (scord_fetch_scheduler_t){
        .last = SCORD_NO_WARP,
        .fair_last = SCORD_NO_WARP,
        .unit_last = (uint8_t)(schedulers - 1), /* scheduler 0 wins the first tie */
        .schedulers = (uint8_t)schedulers,
        .fairness = (uint8_t)fairness};
}

int scord_fetch_scheduler_round_robin(const scord_fetch_scheduler_t *fetch, uint64_t eligible) {
    return next_after(eligible, fetch->last);
}

int scord_fetch_scheduler_fewest_entries(const scord_fetch_scheduler_t *fetch, uint64_t eligible,
                                         const uint8_t *entries) {
    unsigned fewest = UINT8_MAX;
    uint64_t tied = 0;
    for (uint64_t rest = eligible; rest; rest &= rest - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(rest);
        if (entries[warp] > fewest) continue;
        tied = entries[warp] < fewest ? 0 : tied;
        fewest = entries[warp];
        tied |= UINT64_C(1) << warp;
    }
    return next_after(tied, fetch->last);
}

int scord_fetch_scheduler_critical_first(const scord_fetch_scheduler_t *fetch, uint64_t eligible,
                                         const scord_fetch_critical_t *critical) {
    if (is_fair_turn(fetch)) return next_after(eligible, fetch->fair_last);
    const int unit = critical_unit(fetch, critical);
    return unit < 0 ? next_after(eligible, fetch->last) : critical->warp[unit];
}

void scord_fetch_scheduler_fetched(scord_fetch_scheduler_t *fetch, int warp, bool fair_turns) {
    assert(warp >= 0 && warp < 64);
    fetch->last = (int8_t)warp;
    if (!fair_turns) return;
    if (is_fair_turn(fetch)) {
        fetch->fair_last = (int8_t)warp;
        fetch->grants = 0;
    } else {
        fetch->unit_last = (uint8_t)((unsigned)warp % fetch->schedulers);
        fetch->grants++;
    }
    assert(fetch->grants < fetch->fairness);
}
