/* SPDX-License-Identifier: Apache-2.0 */
/* grab_account.h: the bug report R of one level of caches, as it grows (GRAB sections 4.3 and 4.4,
 * Figure 8), and the time line.
 */
#ifndef SIM_GRAB_ACCOUNT_H
#define SIM_GRAB_ACCOUNT_H

#include "sim/grab/grab_cache.h"
#include "sim/grab/grab_evictions.h"
#include "sim/grab/grab_marks.h"
#include "sim/grab/grab_tally.h"

enum {
    GRAB_BUCKETS = 128,      /* of the time line */
    GRAB_MARKS_MAX = 1 << 20 /* entries of each table that grows with the blocks */
};

/* The outcome of one request. */
typedef struct grab_outcome {
    grab_class_t original;   /* δ */
    bool golden_hit;         /* δg: some thread of the request hits in its private cache (S1) */
    uint64_t block, evicted; /* evicted: χ; GRAB_NO_BLOCK: empty */
    uint32_t site;           /* loc */
    grab_cause_t root;       /* empty: a hit, or the block has never been evicted */
    uint32_t evictor;        /* site that evicted it; GRAB_NO_SITE with an empty root */
} grab_outcome_t;

grab_fault_t grab_fault_of(const grab_outcome_t *outcome); /* Table 1; GRAB_NO_FAULT: a hit */

/* Sums over the requests of a site, a kernel, a stretch of time, or all. `faults` of type mm
 * include the `cold` ones: the block was never in the cache, so the fault has no root cause. */
typedef struct grab_counts {
    uint64_t requests, misses, full_misses, cold;
    uint64_t faults[GRAB_FAULT_COUNT];
} grab_counts_t;

void grab_counts_add(grab_counts_t *counts, const grab_outcome_t *outcome);
void grab_counts_sum(grab_counts_t *counts, const grab_counts_t *more);

typedef struct grab_account {
    grab_counts_t total;
    grab_counts_t *site; /* by site */
    uint32_t sites;
    /* Faults with a root cause, by type: */
    grab_tally_t sites_of_faults; /* evictor; root << 32 | affected */
    grab_marks_t effects; /* block; root << 32 | affected: the pairs <loc, addr> of Figure 8 */
    grab_marks_t roots;   /* block; root: the causes <pc, block> */
    grab_counts_t bucket[GRAB_BUCKETS];
    uint32_t log2_requests_per_bucket;
} grab_account_t;

void grab_account_make(grab_account_t *account);
bool grab_account_add(grab_account_t *account,
                      const grab_outcome_t *outcome); /* false: out of memory */
void grab_account_free(grab_account_t *account);

#endif
