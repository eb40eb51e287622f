/* SPDX-License-Identifier: Apache-2.0 */
/* schedule_cover.c: see schedule.h. Conditions are those of docs/warp-scheduling.md, from the state
 * of the model. */
#include <inttypes.h>

#include "tb/lockstep/scheduler/schedule.h"

typedef struct moment {
    schedule_cover_t *cover;
    const scord_warp_scheduler_t *model;
    const schedule_life_t *life;
    const schedule_step_t *step;
    const int *picks;
    int fetched;
    const scord_schedule_events_t *events;
    uint8_t priority[SCHEDULE_SLOTS], rank[SCHEDULE_SLOTS];
} moment_t;

static void hit(const moment_t *moment, schedule_point_t point, bool condition) {
    moment->cover->hits[point] += condition;
}
#define HIT(name, condition) hit(moment, SCHEDULE_POINT_##name, condition)

static bool mwf(const moment_t *moment) {
    return moment->model->config.issue_policy == SCORD_SCHEDULE_MWF_LRR ||
           moment->model->config.issue_policy == SCORD_SCHEDULE_MWF_GTO;
}

static bool lrr(const moment_t *moment) {
    return moment->model->config.issue_policy == SCORD_SCHEDULE_LRR ||
           moment->model->config.issue_policy == SCORD_SCHEDULE_MWF_LRR;
}

static uint8_t waiting(const moment_t *moment, unsigned slot) {
    return scord_warp_priority_table_read(&moment->model->priorities, slot);
}

static uint64_t slot_ready(const moment_t *moment, unsigned unit, unsigned slot) {
    return moment->life->slot_warps[slot] & moment->step->ready[unit];
}

static void cover_blocks(const moment_t *moment, unsigned unit) {
    const int picked = schedule_life_slot(moment->life, moment->picks[unit]);
    if (picked < 0) return;
    unsigned rivals = 0;
    bool over_lower = false, younger_lower = false, over_waiting = false;
    for (unsigned slot = 0; slot < moment->life->blocks; slot++) {
        if (!slot_ready(moment, unit, slot) || (int)slot == picked) continue;
        rivals += moment->priority[slot] == moment->priority[picked];
        over_waiting |= waiting(moment, slot) > waiting(moment, (unsigned)picked);
        over_lower |= (int)slot < picked && moment->priority[slot] == 0;
        younger_lower |= (int)slot < picked && moment->rank[slot] > moment->rank[picked];
    }
    HIT(ended_decides, mwf(moment) && over_waiting);
    HIT(mwf_tie, mwf(moment) && rivals && moment->priority[picked] > 0);
    HIT(mwf_all_zero, mwf(moment) && rivals && moment->priority[picked] == 0);
    HIT(mwf_over_lower_slot, mwf(moment) && over_lower);
    HIT(gto_older_high_slot, moment->model->config.issue_policy == SCORD_SCHEDULE_GTO &&
                                 younger_lower &&
                                 moment->picks[unit] != moment->model->unit[unit].last);
}

static void cover_issue(const moment_t *moment, unsigned unit) {
    const scord_issue_scheduler_t *scheduler = &moment->model->unit[unit];
    const int pick = moment->picks[unit], slot = schedule_life_slot(moment->life, pick);
    HIT(issue_pick, pick >= 0);
    HIT(issue_nothing, pick < 0);
    if (pick < 0) return;
    const int last = mwf(moment) && slot >= 0 ? scheduler->slot_last[slot] : scheduler->last;
    HIT(gto_greedy, !lrr(moment) && pick == last);
    HIT(lrr_wrap, lrr(moment) && pick < last);
    uint64_t owned = 0;
    for (unsigned other = 0; other < moment->life->blocks; other++)
        owned |= moment->life->slot_warps[other];
    HIT(ready_of_no_block, moment->step->ready[unit] & ~owned);
    cover_blocks(moment, unit);
}

static void cover_events(const moment_t *moment) {
    const scord_schedule_events_t *events = moment->events;
    const bool both = (events->arrivals & 3) == 3,
               same = events->arrive_slot[0] == events->arrive_slot[1];
    bool with_arrival = false, launch_arrival = false;
    for (unsigned unit = 0; unit < moment->life->schedulers; unit++) {
        if (!(events->arrivals >> unit & 1)) continue;
        HIT(arrival, true);
        with_arrival |= events->releases >> events->arrive_slot[unit] & 1;
        launch_arrival |= events->launch && events->arrive_slot[unit] == events->launch_slot;
    }
    HIT(two_arrivals_one_slot, both && same);
    HIT(two_arrivals_two_slots, both && !same);
    HIT(release, events->releases);
    HIT(release_with_arrival, with_arrival);
    HIT(release_two_slots, events->releases & (events->releases - 1));
    for (unsigned unit = 0; unit < moment->life->schedulers; unit++) {
        if (!(events->exits >> unit & 1)) continue;
        const unsigned slot = events->exit_slot[unit], other = unit ^ 1u;
        HIT(end, true);
        HIT(end_with_arrival,
            (events->arrivals >> other & 1) && events->arrive_slot[other] == slot);
        HIT(end_with_release, events->releases >> slot & 1);
    }
    HIT(launch_over_ended,
        events->launch && (moment->life->slot_warps[events->launch_slot] & moment->life->ended));
    HIT(launch, events->launch);
    HIT(launch_same_slot_arrival, launch_arrival);
    HIT(launch_with_pick, events->launch && moment->picks[0] >= 0);
    HIT(launch_with_release, events->launch && (events->releases & ~(1u << events->launch_slot)));
    bool over_last = false;
    for (unsigned unit = 0; unit < moment->life->schedulers; unit++) {
        const int last = moment->model->unit[unit].last;
        over_last |= events->launch && last >= 0 && (events->launch_warps >> last & 1);
    }
    HIT(launch_over_last, over_last);
}

static void cover_state(const moment_t *moment) {
    bool full = false;
    for (unsigned slot = 0; slot < moment->life->blocks; slot++)
        full |= moment->priority[slot] + 1u >= moment->life->warps;
    HIT(priority_full, full);
    HIT(order_reversed, moment->rank[0] == moment->life->blocks - 1);
    HIT(restart, moment->step->restart);
}

/* The critical warps of CFF: first in the issue order among the eligible that do not wait at a
 * barrier (W10). */
static void cover_critical(const moment_t *moment) {
    const schedule_step_t *step = moment->step;
    const scord_fetch_scheduler_t *fetch = &moment->model->fetch;
    if (moment->model->config.fetch_policy != SCORD_FETCH_CRITICAL_FIRST || moment->fetched < 0)
        return;
    const bool fair = fetch->grants + 1u >= fetch->fairness;
    HIT(cff_fair_turn, fair);
    HIT(cff_fair_turn_blocked,
        fair && (step->blocked >> moment->fetched & 1) && (step->eligible & ~step->blocked));
    unsigned candidates = 0;
    uint8_t priority[2] = {0, 0};
    for (unsigned unit = 0; unit < 2; unit++) {
        const int warp = scord_warp_scheduler_peek(moment->model, unit,
                                                   step->eligible & ~step->blocked);
        const int slot = schedule_life_slot(moment->life, warp);
        candidates += warp >= 0;
        priority[unit] = mwf(moment) && slot >= 0 ? moment->priority[slot] : 0;
    }
    HIT(cff_two_candidates, candidates == 2 && !fair);
    HIT(cff_priority_decides, candidates == 2 && !fair && priority[0] != priority[1]);
    HIT(cff_tie, candidates == 2 && !fair && priority[0] == priority[1]);
}

static void cover_fetch(const moment_t *moment) {
    const schedule_step_t *step = moment->step;
    HIT(fetch_busy, !step->fetch);
    if (!step->fetch) return;
    HIT(fetch_nothing, !step->eligible);
    HIT(fetch_all_blocked, step->eligible && step->eligible == step->blocked);
    HIT(fetch_some_blocked, step->blocked && step->eligible != step->blocked);
    HIT(fetch_wrap, moment->model->config.fetch_policy == SCORD_FETCH_ROUND_ROBIN &&
                        moment->fetched >= 0 && moment->fetched < moment->model->fetch.last);
    cover_critical(moment);
}

void schedule_cover_cycle(schedule_cover_t *cover, const scord_warp_scheduler_t *model,
                          const schedule_life_t *life, const schedule_step_t *step,
                          const int *picks, int fetched, const scord_schedule_events_t *events) {
    moment_t moment = {cover, model, life, step, picks, fetched, events, {0}, {0}};
    for (unsigned slot = 0; slot < life->blocks; slot++) {
        moment.priority[slot] = scord_warp_scheduler_priority(model, slot);
        moment.rank[slot] = scord_warp_scheduler_block_rank(model, slot);
    }
    for (unsigned unit = 0; unit < life->schedulers; unit++) cover_issue(&moment, unit);
    hit(&moment, SCHEDULE_POINT_both_units_pick, picks[0] >= 0 && picks[1] >= 0);
    cover_events(&moment);
    cover_state(&moment);
    cover_fetch(&moment);
}

unsigned schedule_cover_print(const schedule_cover_t *cover, FILE *out, bool all) {
    static const struct {
        const char *name;
        uint64_t minimum;
        const char *text;
    } points[] = {
#define SCHEDULE_TEXT(name, minimum, text) {#name, minimum, text},
        SCHEDULE_COVER_POINTS(SCHEDULE_TEXT)
#undef SCHEDULE_TEXT
    };
    unsigned missed = 0;
    for (unsigned point = 0; point < SCHEDULE_POINT_COUNT; point++) {
        const bool low = cover->hits[point] < points[point].minimum;
        missed += low;
        if (all || low)
            fprintf(out, "%s%-26s %10" PRIu64 "  %s\n", low ? "FAIL reached too seldom: " : "  ",
                    points[point].name, cover->hits[point], points[point].text);
    }
    return missed;
}
