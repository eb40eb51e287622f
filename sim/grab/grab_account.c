/* SPDX-License-Identifier: Apache-2.0 */
/* grab_account.c: see grab_account.h. */
#include "sim/grab/grab_account.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

grab_fault_t grab_fault_of(const grab_outcome_t *outcome) {
    if (outcome->original == GRAB_HIT) return GRAB_NO_FAULT;
    if (!outcome->golden_hit) return GRAB_FAULT_MM;
    return outcome->original == GRAB_MISS ? GRAB_FAULT_MH : GRAB_FAULT_FULL_MH;
}

void grab_counts_add(grab_counts_t *counts, const grab_outcome_t *outcome) {
    const grab_fault_t type = grab_fault_of(outcome);
    counts->requests++;
    if (type == GRAB_NO_FAULT) return;
    counts->misses += outcome->original == GRAB_MISS;
    counts->full_misses += outcome->original == GRAB_MISS_FULL;
    counts->faults[type]++;
    counts->cold += outcome->root.site == GRAB_NO_SITE;
}

void grab_counts_sum(grab_counts_t *counts, const grab_counts_t *more) {
    counts->requests += more->requests;
    counts->misses += more->misses;
    counts->full_misses += more->full_misses;
    counts->cold += more->cold;
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
        counts->faults[type] += more->faults[type];
}

void grab_account_make(grab_account_t *account) {
    *account = (grab_account_t){.effects = {.most = GRAB_MARKS_MAX},
                                .roots = {.most = GRAB_MARKS_MAX}};
}

void grab_account_free(grab_account_t *account) {
    free(account->site);
    grab_tally_free(&account->sites_of_faults);
    grab_marks_free(&account->effects);
    grab_marks_free(&account->roots);
    *account = (grab_account_t){0};
}

static grab_counts_t *counts_of(grab_account_t *account, uint32_t site) {
    if (site >= account->sites) {
        const uint32_t zeroed = account->sites;
        if (!SCORD_ARRAY_ROOM(account->site, account->sites, site + 1)) return NULL;
        memset(account->site + zeroed, 0, (account->sites - zeroed) * sizeof *account->site);
    }
    return &account->site[site];
}

/* When the last bucket is full, pairs of buckets are merged. */
static grab_counts_t *bucket_now(grab_account_t *account) {
    if (account->total.requests >> account->log2_requests_per_bucket >= GRAB_BUCKETS) {
        for (unsigned i = 0; i < GRAB_BUCKETS; i += 2) {
            grab_counts_t sum = account->bucket[i];
            grab_counts_sum(&sum, &account->bucket[i + 1]);
            account->bucket[i / 2] = sum;
        }
        memset(account->bucket + GRAB_BUCKETS / 2, 0, GRAB_BUCKETS / 2 * sizeof *account->bucket);
        account->log2_requests_per_bucket++;
    }
    return &account->bucket[account->total.requests >> account->log2_requests_per_bucket];
}

static bool add_fault(grab_account_t *account, const grab_outcome_t *outcome) {
    const grab_fault_t type = grab_fault_of(outcome);
    if (outcome->root.site == GRAB_NO_SITE) return true;
    const uint64_t pair = (uint64_t)outcome->root.site << 32 | outcome->site;
    return grab_tally_add(&account->sites_of_faults, outcome->evictor, pair, type) &&
           grab_marks_add(&account->effects, outcome->block, pair, type) &&
           grab_marks_add(&account->roots, outcome->root.block, outcome->root.site, type);
}

bool grab_account_add(grab_account_t *account, const grab_outcome_t *outcome) {
    grab_counts_t *site = counts_of(account, outcome->site);
    if (!site) return false;
    grab_counts_add(bucket_now(account), outcome);
    grab_counts_add(site, outcome);
    grab_counts_add(&account->total, outcome);
    return outcome->original == GRAB_HIT || add_fault(account, outcome);
}
