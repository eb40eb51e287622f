/* SPDX-License-Identifier: Apache-2.0 */
/* schedule_run.c: see schedule.h. The calls are those of the front end (sim/sm), in its order. */
#include <string.h>

#include "cmodel/base/byte_hash.h"
#include "tb/lockstep/scheduler/schedule.h"

static void start_models(schedule_run_t *run, bool wild) {
    for (unsigned sm = 0; sm < run->sms; sm++) {
        scord_warp_scheduler_start(&run->model[sm], &run->config);
        schedule_life_start(&run->life[sm], &run->config, wild);
    }
}

bool schedule_run_start(schedule_run_t *run, scord_scheduler_device_t *device,
                        const scord_warp_scheduler_config_t *config, bool wild, unsigned sms) {
    memset(run, 0, sizeof *run);
    run->device = device;
    run->config = *config;
    run->sms = sms;
    run->hash = SCORD_BYTE_HASH_START;
    start_models(run, wild);
    return device->start(device->context, sms, config);
}

void schedule_run_restart(schedule_run_t *run) {
    start_models(run, run->life[0].wild);
    run->device->start(run->device->context, run->sms, &run->config);
}

/* Compares one value; the first difference is kept. */
static bool same(schedule_run_t *run, unsigned sm, const char *unit, const char *field,
                 unsigned index, int expected, int actual) {
    run->hash = scord_word_hash(run->hash, (uint64_t)(expected + 1));
    if (expected == actual) return true;
    schedule_mismatch_t *mismatch = &run->mismatch;
    mismatch->found = true;
    mismatch->cycle = run->cycle;
    mismatch->sm = sm;
    mismatch->unit = unit;
    mismatch->expected = expected;
    mismatch->actual = actual;
    snprintf(mismatch->field, sizeof mismatch->field, field, index);
    return false;
}

static bool issue(schedule_run_t *run, unsigned sm, const schedule_step_t *step, int *picks) {
    scord_warp_scheduler_t *model = &run->model[sm];
    for (unsigned unit = 0; unit < run->config.schedulers; unit++) {
        picks[unit] = scord_warp_scheduler_peek(model, unit, step->ready[unit]);
        run->issues++;
        run->picks += picks[unit] >= 0;
        if (!same(run, sm, "issue_scheduler", "unit%u.pick", unit, picks[unit],
                  run->device->issue(run->device->context, sm, unit, step->ready[unit])))
            return false;
        if (picks[unit] >= 0) scord_warp_scheduler_issued(model, unit, picks[unit]);
    }
    return true;
}

static bool fetch(schedule_run_t *run, unsigned sm, const schedule_step_t *step, int *fetched) {
    scord_warp_scheduler_t *model = &run->model[sm];
    *fetched = SCORD_SCHEDULER_NO_WARP;
    if (!step->fetch) return true;
    *fetched = scord_warp_scheduler_fetch_peek(model, step->eligible, step->blocked, NULL);
    run->fetches++;
    run->picks += *fetched >= 0;
    if (!same(run, sm, "fetch_scheduler", "pick", 0, *fetched,
              run->device->fetch(run->device->context, sm, step->eligible, step->blocked)))
        return false;
    if (*fetched >= 0) scord_warp_scheduler_fetched(model, *fetched);
    return true;
}

static void clock_model(scord_warp_scheduler_t *model, const scord_schedule_events_t *events) {
    if (events->launch)
        scord_warp_scheduler_launch(model, events->launch_slot, events->launch_warps);
    for (unsigned unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++) {
        if (events->arrivals >> unit & 1)
            scord_warp_scheduler_arrive(model, events->arrive_slot[unit]);
        if (events->exits >> unit & 1) scord_warp_scheduler_exit(model, events->exit_slot[unit]);
    }
    for (unsigned slot = 0; slot < SCHEDULE_SLOTS; slot++)
        if (events->releases >> slot & 1) scord_warp_scheduler_release(model, slot);
    scord_warp_scheduler_clock(model);
}

static bool compare_state(schedule_run_t *run, unsigned sm) {
    scord_scheduler_device_t *device = run->device;
    for (unsigned slot = 0; slot < run->config.blocks; slot++) {
        if (!same(run, sm, "warp_priority_table", "slot%u.priority", slot,
                  scord_warp_scheduler_priority(&run->model[sm], slot),
                  device->priority(device->context, sm, slot)) ||
            !same(run, sm, "block_order", "slot%u.rank", slot,
                  scord_warp_scheduler_block_rank(&run->model[sm], slot),
                  device->block_rank(device->context, sm, slot)))
            return false;
    }
    return true;
}

bool schedule_run_step(schedule_run_t *run, unsigned sm, schedule_step_t *step) {
    const scord_warp_scheduler_t model = run->model[sm];
    const schedule_life_t life = run->life[sm];
    int picks[SCORD_SCHEDULER_UNITS], fetched;
    scord_schedule_events_t events;
    schedule_life_filter(&run->life[sm], step);
    bool good = issue(run, sm, step, picks) && fetch(run, sm, step, &fetched);
    if (good) {
        schedule_life_events(&run->life[sm], step, picks, &events);
        clock_model(&run->model[sm], &events);
        run->device->clock(run->device->context, sm, &events);
        good = compare_state(run, sm);
    }
    if (good && run->cover)
        schedule_cover_cycle(run->cover, &model, &life, step, picks, fetched, &events);
    if (!good) {
        run->mismatch.step = *step;
        run->mismatch.model = model;
    }
    return good;
}
