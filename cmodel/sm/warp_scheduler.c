/* SPDX-License-Identifier: Apache-2.0 */
/* warp_scheduler.c: see warp_scheduler.h.
 *
 * Idea. The cycle-level machine asks many times a cycle which warp goes next (peek), and reports
 * which one it took (issued, fetched) and what else happened (launch, arrive, release, exit). As in
 * the RTL, all answers of a cycle come from the state at its start. Events wait in `cycle` and take
 * effect together in scord_warp_scheduler_clock, in the order of D32 and D33:
 *
 *   picks ─► TLS sets ─► arrivals ─► exits ─► releases (win) ─► launch (wins) ─► sequence
 *
 * Data.
 *   priorities, ended    a count for each block slot: waiting warps, ended warps (W2, W15)
 *   order                block slots, oldest first
 *   sequence             block slots in issue order: by age, waiting warps or hit time
 *   unit[], two_level[]  state of each issue scheduler; warp w belongs to unit w mod schedulers
 *                        (W5), so units share blocks but no warps
 *   fetch                state of the one fetch port
 *
 * `sequence` changes only with an event of the table or a launch, so it is stored; a peek then
 * visits at most eight slots.
 *
 * Invariants: a unit issues at most once a cycle and the port fetches at most once; an SM launches
 * at most one block a cycle; `sequence` is always that of the current table and order.
 *
 * The policies are in issue_scheduler.c and fetch_scheduler.c. References: the plain scheduler
 * of tb/unit/model/scheduler_reference.h, and the RTL in lockstep (tb/lockstep/scheduler).
 */
#include "cmodel/sm/warp_scheduler.h"

#include <assert.h>
#include <string.h>

static const scord_warp_scheduler_cycle_t no_events = {
    .issued = {SCORD_NO_WARP, SCORD_NO_WARP, SCORD_NO_WARP, SCORD_NO_WARP},
    .fetched = SCORD_NO_WARP,
    .launch_slot = -1};

static bool is_hardware(scord_schedule_policy_t policy) {
    return policy != SCORD_SCHEDULE_TLS && policy != SCORD_SCHEDULE_SAWS;
}

static bool is_most_waiting_first(scord_schedule_policy_t policy) {
    return policy == SCORD_SCHEDULE_MWF_LRR || policy == SCORD_SCHEDULE_MWF_GTO;
}

/* W5: warp w belongs to scheduler w mod schedulers. */
static uint64_t warps_of_unit(const scord_warp_scheduler_config_t *config, unsigned unit) {
    uint64_t warps = 0;
    for (unsigned warp = unit; warp < config->warps; warp += config->schedulers)
        warps |= UINT64_C(1) << warp;
    return warps;
}

/* W2, W15: warps that have ended count only on request. */
uint8_t scord_warp_scheduler_priority(const scord_warp_scheduler_t *scheduler, unsigned slot) {
    const unsigned waiting = scord_warp_priority_table_read(&scheduler->priorities, slot);
    const unsigned ended = scheduler->config.exits_count
                               ? scord_warp_priority_table_read(&scheduler->ended, slot)
                               : 0;
    return (uint8_t)((waiting + ended) % (1u << SCORD_PRIORITY_WIDTH)); /* D33 */
}

uint8_t scord_warp_scheduler_block_rank(const scord_warp_scheduler_t *scheduler, unsigned slot) {
    return scord_block_order_rank(&scheduler->order, slot);
}

/* MWF and SAWS: sorted by `key`, then by slot or age (W1). */
static scord_block_sequence_t sequence_by(const scord_warp_scheduler_t *scheduler,
                                          const uint64_t key[]) {
    scord_block_sequence_t sequence = scheduler->config.tie_by_age
                                          ? scord_block_sequence_by_age(&scheduler->order)
                                          : scord_block_sequence_by_slot();
    scord_block_sequence_sort(&sequence, key);
    return sequence;
}

static scord_block_sequence_t sequence_of_blocks(const scord_warp_scheduler_t *scheduler) {
    const scord_warp_scheduler_config_t *config = &scheduler->config;
    if (config->issue_policy == SCORD_SCHEDULE_SAWS)
        return sequence_by(scheduler, scheduler->hit); /* W7 */
    if (!is_hardware(config->issue_policy))
        return scord_block_sequence_by_slot(); /* TLS does not use it */
    if (!is_most_waiting_first(config->issue_policy) ||
        (!config->tie_by_age && !config->exits_count))
        return scord_block_sequence((scord_issue_policy_t)config->issue_policy,
                                    &scheduler->priorities, &scheduler->order);
    uint64_t running[SCORD_MAX_BLOCKS_PER_SM];
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        running[slot] = UINT8_MAX - scord_warp_scheduler_priority(scheduler, slot);
    return sequence_by(scheduler, running);
}

void scord_warp_scheduler_start(scord_warp_scheduler_t *scheduler,
                                const scord_warp_scheduler_config_t *config) {
    assert(config->blocks >= 1 && config->blocks <= SCORD_MAX_BLOCKS_PER_SM);
    assert(config->schedulers >= 1 && config->schedulers <= SCORD_SCHEDULER_UNITS);
    assert(config->warps >= config->schedulers && config->warps <= SCORD_SCHEDULER_WARPS);
    *scheduler = (scord_warp_scheduler_t){.config = *config, .cycle = no_events};
    scord_warp_priority_table_start(&scheduler->priorities);
    scord_warp_priority_table_start(&scheduler->ended);
    scord_block_order_start(&scheduler->order);
    memset(scheduler->hit, 0xff, sizeof scheduler->hit);
    for (unsigned unit = 0; unit < config->schedulers; unit++) {
        const uint64_t warps = warps_of_unit(config, unit);
        scord_issue_scheduler_start(&scheduler->unit[unit], warps);
        if (config->issue_policy == SCORD_SCHEDULE_TLS)
            scord_two_level_start(&scheduler->two_level[unit], warps, config->active_warps);
    }
    const bool critical = config->fetch_policy == SCORD_FETCH_CRITICAL_FIRST;
    scord_fetch_scheduler_start(&scheduler->fetch, config->schedulers,
                                critical ? config->fetch_fairness : UINT8_MAX);
    scheduler->sequence = sequence_of_blocks(scheduler);
}

int scord_warp_scheduler_peek(const scord_warp_scheduler_t *scheduler, unsigned unit,
                              uint64_t candidates) {
    assert(unit < scheduler->config.schedulers);
    const scord_issue_scheduler_t *issue = &scheduler->unit[unit];
    const scord_schedule_policy_t policy = scheduler->config.issue_policy;
    if (policy == SCORD_SCHEDULE_TLS)
        return scord_issue_scheduler_peek_lrr(
            issue, candidates & scheduler->two_level[unit].active); /* W8 */
    if (policy == SCORD_SCHEDULE_SAWS)
        return scord_issue_scheduler_peek_block(issue, &scheduler->sequence, true,
                                                candidates); /* W7 */
    return scord_issue_scheduler_peek(issue, &scheduler->sequence, (scord_issue_policy_t)policy,
                                      candidates);
}

void scord_warp_scheduler_issued(scord_warp_scheduler_t *scheduler, unsigned unit, int warp) {
    assert(unit < scheduler->config.schedulers && scheduler->cycle.issued[unit] == SCORD_NO_WARP);
    assert(warp >= 0 && warp < scheduler->config.warps &&
           (unsigned)warp % scheduler->config.schedulers == unit); /* W5 */
    scheduler->cycle.issued[unit] = (int8_t)warp;
    scheduler->cycle.happened = true;
}

/* W10: the first of `candidates` in the issue order of the scheduler. Under TLS pending warps come
 * after the active ones. */
static int critical_warp(const scord_warp_scheduler_t *scheduler, unsigned unit,
                         uint64_t candidates) {
    const int warp = scord_warp_scheduler_peek(scheduler, unit, candidates);
    if (warp == SCORD_NO_WARP && scheduler->config.issue_policy == SCORD_SCHEDULE_TLS)
        return scord_two_level_first_pending(&scheduler->two_level[unit], candidates);
    return warp;
}

static int peek_critical_first(const scord_warp_scheduler_t *scheduler, uint64_t eligible,
                               uint64_t blocked) {
    scord_fetch_critical_t critical = {0};
    for (unsigned unit = 0; unit < scheduler->config.schedulers; unit++) {
        const int warp = critical_warp(scheduler, unit, eligible & ~blocked);
        critical.warp[unit] = warp;
        if (warp != SCORD_NO_WARP && is_most_waiting_first(scheduler->config.issue_policy)) {
            const int slot = scord_issue_scheduler_slot_of(&scheduler->unit[unit], warp);
            critical.priority[unit] = scord_warp_scheduler_priority(scheduler, (unsigned)slot);
        }
    }
    return scord_fetch_scheduler_critical_first(&scheduler->fetch, eligible, &critical);
}

int scord_warp_scheduler_fetch_peek(const scord_warp_scheduler_t *scheduler, uint64_t eligible,
                                    uint64_t blocked, const uint8_t *entries) {
    eligible &= UINT64_MAX >> (SCORD_SCHEDULER_WARPS - scheduler->config.warps);
    switch (scheduler->config.fetch_policy) {
    case SCORD_FETCH_ROUND_ROBIN:
        return scord_fetch_scheduler_round_robin(&scheduler->fetch, eligible);
    case SCORD_FETCH_FEWEST_ENTRIES:
        return scord_fetch_scheduler_fewest_entries(&scheduler->fetch, eligible, entries);
    case SCORD_FETCH_CRITICAL_FIRST: return peek_critical_first(scheduler, eligible, blocked);
    }
    assert(!"scord_fetch_policy_t out of range");
    return SCORD_NO_WARP;
}

void scord_warp_scheduler_fetched(scord_warp_scheduler_t *scheduler, int warp) {
    assert(scheduler->cycle.fetched == SCORD_NO_WARP && warp >= 0 &&
           warp < scheduler->config.warps);
    scheduler->cycle.fetched = (int8_t)warp;
    scheduler->cycle.happened = true;
}

void scord_warp_scheduler_launch(scord_warp_scheduler_t *scheduler, unsigned slot, uint64_t warps) {
    assert(slot < scheduler->config.blocks &&
           scheduler->cycle.launch_slot < 0); /* at most one launch an SM and cycle */
    scheduler->cycle.launch_slot = (int8_t)slot;
    scheduler->cycle.launch_warps = warps;
    scheduler->cycle.happened = true;
}

void scord_warp_scheduler_arrive(scord_warp_scheduler_t *scheduler, unsigned slot) {
    assert(slot < scheduler->config.blocks);
    scheduler->cycle.arrivals[slot]++;
    scheduler->cycle.table = scheduler->cycle.happened = true;
}

void scord_warp_scheduler_release(scord_warp_scheduler_t *scheduler, unsigned slot) {
    assert(slot < scheduler->config.blocks);
    scheduler->cycle.releases |= (uint8_t)(1u << slot);
    scheduler->cycle.table = scheduler->cycle.happened = true;
}

void scord_warp_scheduler_exit(scord_warp_scheduler_t *scheduler, unsigned slot) {
    assert(slot < scheduler->config.blocks);
    scheduler->cycle.exits[slot]++;
    scheduler->cycle.table = scheduler->cycle.happened = true;
}

void scord_warp_scheduler_long_latency(scord_warp_scheduler_t *scheduler, uint64_t waiting) {
    scheduler->waiting = waiting;
}

/* D32: picks are made among the blocks at the start of the cycle, so they come before its
 * launch. */
static void apply_picks(scord_warp_scheduler_t *scheduler) {
    for (unsigned unit = 0; unit < scheduler->config.schedulers; unit++)
        if (scheduler->cycle.issued[unit] != SCORD_NO_WARP)
            scord_issue_scheduler_issued(&scheduler->unit[unit], scheduler->cycle.issued[unit]);
    if (scheduler->cycle.fetched != SCORD_NO_WARP)
        scord_fetch_scheduler_fetched(&scheduler->fetch, scheduler->cycle.fetched,
                                      scheduler->config.fetch_policy == SCORD_FETCH_CRITICAL_FIRST);
}

static void apply_arrivals(scord_warp_scheduler_t *scheduler, unsigned slot) {
    const unsigned arrivals = scheduler->cycle.arrivals[slot];
    for (unsigned i = 0; i < arrivals; i++)
        scord_warp_priority_table_arrive(&scheduler->priorities, slot);
    if (arrivals && scheduler->hit[slot] == UINT64_MAX)
        scheduler->hit[slot] = scheduler->now - 1; /* clock has counted on */
}

/* W3, W7: a new phase begins. */
static void clear_slot(scord_warp_scheduler_t *scheduler, unsigned slot) {
    scord_warp_priority_table_clear(&scheduler->priorities, slot);
    scheduler->hit[slot] = UINT64_MAX;
}

/* W3: a release wins over arrivals. */
static void apply_table_events(scord_warp_scheduler_t *scheduler) {
    for (unsigned slot = 0; slot < scheduler->config.blocks; slot++) {
        apply_arrivals(scheduler, slot);
        for (unsigned i = 0; i < scheduler->cycle.exits[slot]; i++)
            scord_warp_priority_table_arrive(&scheduler->ended, slot);
        if (scheduler->cycle.releases >> slot & 1) clear_slot(scheduler, slot);
    }
}

static void apply_launch(scord_warp_scheduler_t *scheduler) {
    const unsigned slot = (unsigned)scheduler->cycle.launch_slot;
    assert(slot < scheduler->config.blocks);
    const uint64_t warps = scheduler->cycle.launch_warps;
    clear_slot(scheduler, slot);
    scord_warp_priority_table_clear(&scheduler->ended, slot);
    scord_block_order_launch(&scheduler->order, slot);
    for (unsigned unit = 0; unit < scheduler->config.schedulers; unit++) {
        scord_issue_scheduler_block_launch(&scheduler->unit[unit], slot, warps);
        if (scheduler->config.issue_policy == SCORD_SCHEDULE_TLS)
            scord_two_level_launch(&scheduler->two_level[unit], warps);
    }
}

void scord_warp_scheduler_clock(scord_warp_scheduler_t *scheduler) {
    const bool happened = scheduler->cycle.happened, table = scheduler->cycle.table,
               launched = scheduler->cycle.launch_slot >= 0;
    scheduler->now++;
    if (!happened && scheduler->config.issue_policy != SCORD_SCHEDULE_TLS) return;
    apply_picks(scheduler);
    if (scheduler->config.issue_policy == SCORD_SCHEDULE_TLS)
        for (unsigned unit = 0; unit < scheduler->config.schedulers; unit++)
            scord_two_level_clock(&scheduler->two_level[unit], scheduler->waiting,
                                  scheduler->config.promotes_untested);
    if (table) apply_table_events(scheduler);
    if (launched) apply_launch(scheduler);
    if (table || launched) scheduler->sequence = sequence_of_blocks(scheduler);
    scheduler->cycle = no_events;
}
