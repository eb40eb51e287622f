/* SPDX-License-Identifier: Apache-2.0 */
/* pct_issue.c: see pct_issue.h.
 *
 * All warps are looked at only when something may have changed who goes first: the current warp
 * stops, spins or has another priority, a barrier released, a block began, or memory changed while
 * warps stand aside. Else the current one goes on.
 */
#include "sim/sm/schedule/pct_issue.h"

enum { LEAST_PATIENCE = 1024 };

void pct_issue_start(pct_issue_t *issue, const pct_options_t *options) {
    *issue = (pct_issue_t){.lanes = options->lanes, .choose = true};
    issue->patience = options->steps < LEAST_PATIENCE ? LEAST_PATIENCE : options->steps;
    pct_order_start(&issue->order, options);
}

void pct_issue_born(pct_issue_t *issue, gpu_warp_t *warp) {
    warp->pct = (gpu_warp_pct_t){.priority = pct_order_priority(&issue->order)};
    issue->choose = true;
}

static uint64_t priority_of(const pct_issue_t *issue, const gpu_warp_t *warp) {
    return issue->lanes ? core_warp_rank(warp->core) : warp->pct.priority;
}

/* ---- who goes next ---- */

/* The highest of those that can run and do not stand aside. */
static bool find_highest(pct_issue_t *issue, gpu_sm_t *sms, unsigned count) {
    uint64_t highest = 0;
    for (unsigned sm = 0; sm < count; sm++)
        for (uint64_t ready = sms[sm].ready; ready != 0; ready &= ready - 1) {
            const gpu_warp_t *warp = &sms[sm].warps[gpu_lowest(ready)];
            const uint64_t priority = priority_of(issue, warp) + 1;
            if (warp->pct.aside || priority <= highest) continue;
            highest = priority;
            issue->sm = sm;
            issue->warp = gpu_lowest(ready);
        }
    return highest != 0;
}

/* Those that stood aside look again. */
static void end_aside(pct_issue_t *issue, gpu_sm_t *sms, unsigned count) {
    for (unsigned sm = 0; sm < count; sm++)
        for (uint64_t warps = sms[sm].occupied; warps != 0; warps &= warps - 1)
            sms[sm].warps[gpu_lowest(warps)].pct.aside = false;
    issue->aside = false;
    issue->choose = true;
}

bool pct_issue_choose(pct_issue_t *issue, gpu_sm_t *sms, unsigned count) {
    if (!issue->choose) return true;
    if (!find_highest(issue, sms, count)) {
        if (!issue->aside) return false;
        end_aside(issue, sms, count);
        if (!find_highest(issue, sms, count)) return false;
    }
    issue->choose = false;
    issue->rank = priority_of(issue, &sms[issue->sm].warps[issue->warp]);
    return true;
}

/* ---- what its instruction changes ---- */

static void set_priority(const pct_issue_t *issue, gpu_warp_t *warp, uint64_t priority,
                         uint32_t lanes) {
    warp->pct.priority = priority;
    if (issue->lanes) core_warp_rerank(warp->core, lanes, priority);
}

static bool alone(const gpu_sm_t *sms, unsigned count) {
    unsigned ready = 0;
    for (unsigned sm = 0; sm < count && ready < 2; sm++)
        ready += (unsigned)__builtin_popcountll(sms[sm].ready);
    return ready < 2;
}

static void count_step(pct_issue_t *issue, gpu_sm_t *sms, unsigned count, gpu_warp_t *warp,
                       uint32_t lanes) {
    uint64_t priority = pct_order_step(&issue->order);
    if (++warp->pct.steps >= issue->patience) {
        warp->pct.steps = 0;
        if (priority == 0 && !alone(sms, count)) priority = pct_order_lowest(&issue->order);
    }
    if (priority == 0) return;
    set_priority(issue, warp, priority, lanes);
    issue->choose = true;
}

/* It went backward without effect, and reads what it read the time before. */
static bool spins(gpu_warp_t *warp) {
    gpu_warp_pct_t *pct = &warp->pct;
    if (!core_warp_spins(warp->core)) return false;
    const bool again = pct->spun && pct->address == warp->progress.last_address &&
                       pct->pc == warp->progress.last_pc;
    pct->spun = true;
    pct->address = warp->progress.last_address;
    pct->pc = warp->progress.last_pc;
    return again;
}

void pct_issue_stepped(pct_issue_t *issue, gpu_sm_t *sms, unsigned count,
                       const core_step_result_t *result, bool changed, bool gone) {
    gpu_warp_t *warp = &sms[issue->sm].warps[issue->warp];
    const core_outcome_t outcome = result->outcome;
    if (core_step_noticed(result)) count_step(issue, sms, count, warp, result->active);
    if (changed && issue->aside) end_aside(issue, sms, count);
    if (outcome == CORE_BARRIER || outcome == CORE_BLOCKED || gone) issue->choose = true;
    if (gone || outcome == CORE_BLOCKED) return;
    if (changed) warp->pct.spun = false;
    if (issue->lanes && core_warp_rank(warp->core) < issue->rank) issue->choose = true;
    if (!spins(warp)) return;
    warp->pct.aside = issue->aside = issue->choose = true;
}
