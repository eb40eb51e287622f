/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.c: see schedule.h. */
#include "sim/sm/schedule/schedule.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- a difference ---- */

static gpu_status_t mismatch(schedule_t *schedule, const char *unit, const char *field,
                             int expected, int actual) {
    const pipeline_context_t *context = schedule->context;
    snprintf(context->error->message, sizeof context->error->message,
             "scheduler mismatch in cycle %" PRIu64
             ", SM %u\n  unit      %s\n  field     %s\n  expected  %d (golden model)\n"
             "  actual    %d (device)\n  policy    %s, fetch %s\n  warps     live 0x%016" PRIx64
             ", not waiting 0x%016" PRIx64,
             context->cycle, schedule->sm->number, unit, field, expected, actual,
             gpu_schedule_issue_name(&context->schedule),
             gpu_schedule_fetch_name(&context->schedule), schedule->sm->occupied,
             schedule->sm->ready);
    return GPU_MISMATCH;
}

/* ---- kernel start ---- */

gpu_status_t schedule_start(const pipeline_context_t *context, scord_scheduler_device_t *device,
                            scord_warp_scheduler_config_t *config) {
    const gpu_machine_t *machine = &context->machine;
    *config = (scord_warp_scheduler_config_t){.blocks = (uint8_t)machine->blocks,
                                              .warps = (uint8_t)machine->warps,
                                              .schedulers = (uint8_t)machine->schedulers,
                                              .issue_policy = context->schedule.issue,
                                              .fetch_policy = context->schedule.fetch,
                                              .active_warps = (uint8_t)machine->active_warps,
                                              .fetch_fairness = (uint8_t)machine->fetch_fairness,
                                              .promotes_untested = context->schedule.sticky,
                                              .tie_by_age = machine->tie_by_age,
                                              .exits_count = context->schedule.exits_count};
    const bool one_port = machine->fetch_ports == 1; /* the hardware has no more */
    if (!device || (one_port && device->start(device->context, machine->sms, config)))
        return GPU_OK;
    snprintf(context->error->message, sizeof context->error->message,
             "the scheduler device is not built for %s with fetch %s (%u ports), %u warps, %u "
             "blocks and %u schedulers an SM "
             "(docs/warp-scheduling.md says what is in hardware)",
             gpu_schedule_issue_name(&context->schedule),
             gpu_schedule_fetch_name(&context->schedule), machine->fetch_ports, machine->warps,
             machine->blocks, machine->schedulers);
    return GPU_FAULT;
}

void schedule_begin(schedule_t *schedule, const scord_warp_scheduler_config_t *config) {
    scord_warp_scheduler_start(&schedule->scheduler, config);
    schedule->events = (scord_schedule_events_t){0};
}

/* ---- blocks and warps ---- */

void schedule_launch(schedule_t *schedule, unsigned slot, uint64_t warps) {
    assert(!schedule->device || !schedule->events.launch); /* one block an SM and cycle */
    scord_warp_scheduler_launch(&schedule->scheduler, slot, warps);
    schedule->events.launch = true;
    schedule->events.launch_slot = (uint8_t)slot;
    schedule->events.launch_warps = warps;
}

/* Which scheduler issued the barrier or the exit: the one that WARP belongs to. */
void schedule_arrive(schedule_t *schedule, unsigned slot, unsigned warp) {
    const unsigned unit = warp % schedule->context->machine.schedulers;
    scord_warp_scheduler_arrive(&schedule->scheduler, slot);
    schedule->events.arrivals |= (uint8_t)(1u << unit);
    schedule->events.arrive_slot[unit] = (uint8_t)slot;
}

void schedule_exit(schedule_t *schedule, unsigned slot, unsigned warp) {
    const unsigned unit = warp % schedule->context->machine.schedulers;
    scord_warp_scheduler_exit(&schedule->scheduler, slot);
    schedule->events.exits |= (uint8_t)(1u << unit);
    schedule->events.exit_slot[unit] = (uint8_t)slot;
}

void schedule_release(schedule_t *schedule, unsigned slot) {
    scord_warp_scheduler_release(&schedule->scheduler, slot);
    schedule->events.releases |= (uint8_t)(1u << slot);
}

/* ---- picks ---- */

/* W6: goes through the order until a ready warp; *visited: the stale ones before. */
static int walk(const scord_warp_scheduler_t *scheduler, unsigned unit, uint64_t ready,
                uint64_t stale, uint64_t *visited) {
    for (uint64_t left = ready | stale;;) {
        const int warp = scord_warp_scheduler_peek(scheduler, unit, left);
        if (warp == SCORD_SCHEDULER_NO_WARP || (ready >> warp & 1) != 0) return warp;
        *visited |= gpu_warp_bit((unsigned)warp);
        left &= ~gpu_warp_bit((unsigned)warp);
    }
}

gpu_status_t schedule_pick(schedule_t *schedule, unsigned unit, uint64_t ready, uint64_t stale,
                           uint64_t *visited, int *pick) {
    scord_warp_scheduler_t *scheduler = &schedule->scheduler;
    int golden = walk(scheduler, unit, ready, stale, visited);
    if (schedule->device && ready != 0) {
        const int device = schedule->device->issue(schedule->device->context, schedule->sm->number,
                                                   unit, ready);
        if (device != golden) {
            char field[32];
            snprintf(field, sizeof field, "pick of scheduler %u", unit);
            return mismatch(schedule, "issue_scheduler", field, golden, device);
        }
        if (schedule->closed_loop) golden = device;
    }
    if (golden != SCORD_SCHEDULER_NO_WARP) scord_warp_scheduler_issued(scheduler, unit, golden);
    assert(golden == SCORD_SCHEDULER_NO_WARP || (ready >> golden & 1) != 0);
    *pick = golden;
    return GPU_OK;
}

gpu_status_t schedule_fetch(schedule_t *schedule, uint64_t eligible, uint64_t blocked, int *pick) {
    assert(eligible != 0 && (blocked & ~eligible) == 0);
    uint8_t entries[GPU_MAX_WARPS];
    const bool counts = schedule->context->schedule.fetch == SCORD_FETCH_FEWEST_ENTRIES;
    for (unsigned warp = 0; counts && warp < schedule->context->machine.warps; warp++)
        entries[warp] = schedule->fronts->front[warp].held;
    *pick = scord_warp_scheduler_fetch_peek(&schedule->scheduler, eligible, blocked,
                                            counts ? entries : NULL);
    if (schedule->device) {
        const int device = schedule->device->fetch(schedule->device->context, schedule->sm->number,
                                                   eligible, blocked);
        if (device != *pick) return mismatch(schedule, "fetch_scheduler", "pick", *pick, device);
        if (schedule->closed_loop) *pick = device;
    }
    return GPU_OK;
}

void schedule_fetched(schedule_t *schedule, int warp) {
    scord_warp_scheduler_fetched(&schedule->scheduler, warp);
}

/* ---- end of the cycle ---- */

static gpu_status_t slot_mismatch(schedule_t *schedule, unsigned slot, const char *unit,
                                  int expected, int actual) {
    char field[32];
    snprintf(field, sizeof field, "slot %u", slot);
    return mismatch(schedule, unit, field, expected, actual);
}

static gpu_status_t compare_tables(schedule_t *schedule) {
    const scord_scheduler_device_t *device = schedule->device;
    const scord_warp_scheduler_t *scheduler = &schedule->scheduler;
    for (unsigned slot = 0; slot < schedule->context->machine.blocks; slot++) {
        const int priority = scord_warp_scheduler_priority(scheduler, slot),
                  rank = scord_warp_scheduler_block_rank(scheduler, slot);
        const int other = device->priority(device->context, schedule->sm->number, slot),
                  other_rank = device->block_rank(device->context, schedule->sm->number, slot);
        if (priority != other)
            return slot_mismatch(schedule, slot, "warp_priority_table", priority, other);
        if (rank != other_rank)
            return slot_mismatch(schedule, slot, "block_order", rank, other_rank);
    }
    return GPU_OK;
}

gpu_status_t schedule_clock(schedule_t *schedule) {
    if (schedule->context->schedule.issue == SCORD_SCHEDULE_TLS) /* W8 */
        scord_warp_scheduler_long_latency(&schedule->scheduler,
                                          schedule->fronts->long_wait | ~schedule->sm->ready);
    scord_warp_scheduler_clock(&schedule->scheduler);
    if (!schedule->device) return GPU_OK;
    schedule->device->clock(schedule->device->context, schedule->sm->number, &schedule->events);
    schedule->events = (scord_schedule_events_t){0};
    return compare_tables(schedule);
}
