/* SPDX-License-Identifier: Apache-2.0 */
/* grab_scoring.c: see grab_scoring.h. */
#include "sim/grab/grab_scoring.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

static bool make_caches(grab_cache_t *cache, unsigned count, const grab_geometry_t *geometry) {
    bool made = cache;
    for (unsigned i = 0; made && i < count; i++) made = grab_cache_make(&cache[i], geometry);
    return made;
}

static void free_caches(grab_cache_t *cache, unsigned count) {
    for (unsigned i = 0; cache && i < count; i++) grab_cache_free(&cache[i]);
    free(cache);
}

static unsigned l1s(const grab_scoring_t *scoring) {
    return scoring->sms * scoring->machine.groups;
}

bool grab_scoring_make(grab_scoring_t *scoring, const grab_machine_t *machine,
                       const scord_config_t *config, grab_account_t *account) {
    *scoring = (grab_scoring_t){.machine = *machine,
                                .sms = config->num_sms,
                                .warps = config->warps_per_sm,
                                .account = account};
    scoring->l1 = calloc(l1s(scoring), sizeof *scoring->l1);
    scoring->l1_evictions = calloc(l1s(scoring), sizeof *scoring->l1_evictions);
    scoring->threads = calloc((size_t)scoring->sms * scoring->warps, sizeof *scoring->threads);
    bool made = make_caches(scoring->l1, l1s(scoring), &machine->l1) && scoring->l1_evictions &&
                scoring->threads;
    if (made && machine->l2.sets != 0) {
        scoring->sm_l2 = calloc(scoring->sms, sizeof *scoring->sm_l2);
        made = make_caches(scoring->sm_l2, scoring->sms, &machine->l2) &&
               grab_cache_make(&scoring->l2, &machine->l2);
    }
    return made;
}

void grab_scoring_free(grab_scoring_t *scoring) {
    for (unsigned i = 0; scoring->l1_evictions && i < l1s(scoring); i++)
        grab_evictions_free(&scoring->l1_evictions[i]);
    for (unsigned i = 0; scoring->threads && i < scoring->sms * scoring->warps; i++)
        grab_private_free(&scoring->threads[i], &scoring->machine.l1);
    free(scoring->l1_evictions);
    free(scoring->threads);
    free_caches(scoring->l1, l1s(scoring));
    free_caches(scoring->sm_l2, scoring->sms);
    grab_cache_free(&scoring->l2);
    grab_evictions_free(&scoring->l2_evictions);
}

/* ---- launches and blocks ---- */

void grab_scoring_kernel(grab_scoring_t *scoring, const scord_event_kernel_begin_t *kernel) {
    const uint64_t blocks = (uint64_t)kernel->grid[0] * kernel->grid[1] * kernel->grid[2];
    const uint64_t threads = (uint64_t)kernel->block[0] * kernel->block[1] * kernel->block[2];
    const uint64_t warps = (threads + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
    for (unsigned i = 0; i < l1s(scoring); i++) {
        grab_cache_clear(&scoring->l1[i]);
        grab_evictions_clear(&scoring->l1_evictions[i]);
    }
    for (unsigned i = 0; i < scoring->sms * scoring->warps; i++)
        grab_private_clear(&scoring->threads[i]);
    memset(scoring->launched, 0, sizeof scoring->launched);
    memset(scoring->group, 0, sizeof scoring->group);
    scoring->groups_of_warps = blocks <= scoring->sms || 2 * warps > scoring->warps;
}

void grab_scoring_block(grab_scoring_t *scoring, const scord_event_block_launch_t *block) {
    for (uint32_t warps = block->warps; warps != 0; warps &= warps - 1)
        grab_private_clear(
            &scoring->threads[block->sm * scoring->warps + (unsigned)__builtin_ctz(warps)]);
    scoring->group[block->sm][block->slot] =
        (uint8_t)(scoring->launched[block->sm]++ % scoring->machine.groups);
}

/* ---- a request ---- */

static unsigned l1_of(const grab_scoring_t *scoring, const grab_request_t *request) {
    const unsigned groups = scoring->machine.groups;
    if (groups == 1) return request->sm;
    return request->sm * groups + (scoring->groups_of_warps
                                       ? request->warp % groups
                                       : scoring->group[request->sm][request->slot]);
}

/* LocalizeRoot (section 4.3) for an access that misses; also records its own eviction for later
 * misses. */
static bool localize_root(grab_evictions_t *evictions, grab_outcome_t *outcome) {
    const grab_eviction_t *last = grab_evictions_find(evictions, outcome->block);
    if (last) {
        outcome->root = (grab_cause_t){last->root_block, last->root_site};
        outcome->evictor = last->evictor;
    }
    if (outcome->evicted == GRAB_NO_BLOCK) return true;
    const grab_cause_t own = {outcome->block, outcome->site};
    return grab_evictions_add(evictions, outcome->evicted, outcome->site,
                              outcome->root.site != GRAB_NO_SITE ? outcome->root : own);
}

/* Completes *OUTCOME, whose block, site and golden_hit are set, with the result of CACHE. */
static bool score(grab_cache_t *cache, grab_evictions_t *evictions, grab_account_t *account,
                  grab_outcome_t *outcome) {
    outcome->original = grab_cache_access(cache, outcome->block, &outcome->evicted);
    if (outcome->original != GRAB_HIT && !localize_root(evictions, outcome)) return false;
    assert(!outcome->golden_hit || outcome->original == GRAB_HIT ||
           outcome->root.site != GRAB_NO_SITE);
    return grab_account_add(account, outcome);
}

static bool score_l2(grab_scoring_t *scoring, const grab_request_t *request,
                     grab_outcome_t *outcome) {
    uint64_t evicted;
    outcome->golden_hit = grab_cache_access(&scoring->sm_l2[request->sm], request->block,
                                            &evicted) == GRAB_HIT;
    return score(&scoring->l2, &scoring->l2_evictions, &scoring->account[GRAB_L2], outcome);
}

bool grab_scoring_request(grab_scoring_t *scoring, const grab_request_t *request,
                          grab_outcome_t outcome[GRAB_LEVELS]) {
    const grab_outcome_t fresh = {.block = request->block,
                                  .site = request->site,
                                  .root = {GRAB_NO_BLOCK, GRAB_NO_SITE},
                                  .evictor = GRAB_NO_SITE};
    const unsigned l1 = l1_of(scoring, request);
    uint32_t hits;
    grab_private_t *threads = &scoring->threads[request->sm * scoring->warps + request->warp];
    outcome[GRAB_L1] = fresh;
    if (!grab_private_access(threads, &scoring->machine.l1, request->block, request->lanes, &hits))
        return false;
    outcome[GRAB_L1].golden_hit = hits != 0;
    if (!score(&scoring->l1[l1], &scoring->l1_evictions[l1], &scoring->account[GRAB_L1],
               &outcome[GRAB_L1]))
        return false;
    if (outcome[GRAB_L1].original == GRAB_HIT || scoring->machine.l2.sets == 0) return true;
    outcome[GRAB_L2] = fresh;
    return score_l2(scoring, request, &outcome[GRAB_L2]);
}
