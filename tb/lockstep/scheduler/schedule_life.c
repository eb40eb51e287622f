/* SPDX-License-Identifier: Apache-2.0 */
/* schedule_life.c: see schedule.h. */
#include <string.h>

#include "tb/lockstep/scheduler/schedule.h"

void schedule_life_start(schedule_life_t *life, const scord_warp_scheduler_config_t *config,
                         bool wild) {
    *life = (schedule_life_t){.warps = config->warps,
                              .blocks = config->blocks,
                              .schedulers = config->schedulers,
                              .wild = wild};
}

uint64_t schedule_life_all(const schedule_life_t *life) { return UINT64_MAX >> (64 - life->warps); }

uint64_t schedule_life_unit(const schedule_life_t *life, unsigned unit) {
    uint64_t warps = 0;
    for (unsigned warp = unit; warp < life->warps; warp += life->schedulers)
        warps |= UINT64_C(1) << warp;
    return warps;
}

uint64_t schedule_life_live(const schedule_life_t *life, unsigned slot) {
    return life->slot_warps[slot] & ~life->ended;
}

int schedule_life_slot(const schedule_life_t *life, int warp) {
    for (unsigned slot = 0; warp >= 0 && slot < life->blocks; slot++)
        if (life->slot_warps[slot] >> warp & 1) return (int)slot;
    return -1;
}

uint64_t schedule_life_free(const schedule_life_t *life) {
    uint64_t live = 0;
    for (unsigned slot = 0; slot < life->blocks; slot++) live |= schedule_life_live(life, slot);
    return schedule_life_all(life) & ~live;
}

/* A block slot is free when all warps of its block have ended. */
static bool can_launch(const schedule_life_t *life, const schedule_step_t *step) {
    return step->launch_warps && step->launch_slot < life->blocks &&
           (life->wild || (!schedule_life_live(life, step->launch_slot) &&
                           !(step->launch_warps & ~schedule_life_free(life))));
}

void schedule_life_filter(const schedule_life_t *life, schedule_step_t *step) {
    const uint64_t all = schedule_life_all(life), live = all & ~schedule_life_free(life);
    const uint64_t issuable = life->wild ? all : live & ~life->waiting;
    for (unsigned unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++)
        step->ready[unit] &= unit < life->schedulers ? issuable & schedule_life_unit(life, unit)
                                                     : 0;
    step->eligible &= step->fetch ? life->wild ? all : live : 0;
    step->blocked = step->eligible & (life->wild ? step->blocked : life->waiting);
    step->launch_warps &= all;
    step->launch = step->launch && can_launch(life, step);
    if (!step->launch) step->launch_warps = step->launch_slot = 0;
}

static void arrive(schedule_life_t *life, unsigned unit, int warp,
                   scord_schedule_events_t *events) {
    const int slot = schedule_life_slot(life, warp);
    if (slot < 0 || life->arrived[slot] >= life->warps) return;
    life->arrived[slot]++;
    life->waiting |= UINT64_C(1) << warp;
    events->arrivals |= (uint8_t)(1u << unit);
    events->arrive_slot[unit] = (uint8_t)slot;
}

static void end(schedule_life_t *life, unsigned unit, int warp, scord_schedule_events_t *events) {
    const int slot = schedule_life_slot(life, warp);
    const bool again = life->ended >> warp & 1;
    life->ended |= UINT64_C(1) << warp;
    if (slot < 0 || again) return;
    events->exits |= (uint8_t)(1u << unit);
    events->exit_slot[unit] = (uint8_t)slot;
}

static bool can_release(const schedule_life_t *life, unsigned slot) {
    const uint64_t live = schedule_life_live(life, slot);
    return life->wild || (live && !(live & ~life->waiting));
}

static void launch(schedule_life_t *life, const schedule_step_t *step) {
    for (unsigned slot = 0; slot < life->blocks; slot++)
        life->slot_warps[slot] &= ~step->launch_warps;
    life->slot_warps[step->launch_slot] = step->launch_warps;
    life->ended &= ~step->launch_warps;
    life->waiting &= ~step->launch_warps;
    life->arrived[step->launch_slot] = 0;
}

void schedule_life_events(schedule_life_t *life, const schedule_step_t *step, const int *picks,
                          scord_schedule_events_t *events) {
    *events = (scord_schedule_events_t){0};
    for (unsigned unit = 0; unit < life->schedulers; unit++) {
        if (picks[unit] < 0) continue;
        if (step->arrive >> unit & 1)
            arrive(life, unit, picks[unit], events);
        else if (step->exit >> unit & 1)
            end(life, unit, picks[unit], events);
    }
    for (unsigned slot = 0; slot < life->blocks; slot++) {
        if (!(step->release >> slot & 1) || !can_release(life, slot)) continue;
        events->releases |= (uint8_t)(1u << slot);
        life->waiting &= ~life->slot_warps[slot];
        life->arrived[slot] = 0;
    }
    if (!step->launch) return;
    events->launch = true;
    events->launch_slot = step->launch_slot;
    events->launch_warps = step->launch_warps;
    launch(life, step);
}
