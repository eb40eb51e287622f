/* schedule.c: who picks (pipeline.h): the golden model of the warp scheduler, a device beside it in
 * lockstep, or the device in a closed loop (scheduler_device.h). In every case both see the same
 * cycle, and every pick and table is compared. */
#include <inttypes.h>
#include <stdio.h>

#include "sim/sm/pipeline.h"

/* ---- a difference ---- */

static gpu_status_t mismatch(gpu_t *gpu, unsigned sm, const char *unit, const char *field,
                             int expected, int actual) {
    const gpu_sm_t *machine = &gpu->sms[sm];
    snprintf(gpu->error->message, sizeof gpu->error->message,
             "scheduler mismatch in cycle %" PRIu64
             ", SM %u\n  unit      %s\n  field     %s\n  expected  %d (golden model)\n"
             "  actual    %d (device)\n  policy    %s, fetch %s\n  warps     live 0x%016" PRIx64
             ", not waiting 0x%016" PRIx64,
             gpu->cycle, sm, unit, field, expected, actual,
             gpu_schedule_issue_name(&gpu->options.schedule),
             gpu_schedule_fetch_name(&gpu->options.schedule), machine->occupied, machine->ready);
    return GPU_MISMATCH;
}

static bool has_device(const gpu_t *gpu) {
    return gpu->options.schedule_by != GPU_SCHEDULE_BY_MODEL;
}

/* ---- kernel start ---- */

gpu_status_t schedule_start(gpu_t *gpu) {
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    const scord_warp_scheduler_config_t config = {
        .blocks = (uint8_t)machine->blocks,
        .warps = (uint8_t)machine->warps,
        .schedulers = (uint8_t)machine->schedulers,
        .issue_policy = gpu->options.schedule.issue,
        .fetch_policy = gpu->options.schedule.fetch,
        .active_warps = (uint8_t)machine->active_warps,
        .fetch_fairness = (uint8_t)machine->fetch_fairness,
        .promotes_untested = gpu->options.schedule.sticky,
        .tie_by_age = machine->tie_by_age,
        .exits_count = gpu->options.schedule.exits_count};
    for (unsigned sm = 0; sm < machine->sms; sm++) {
        scord_warp_scheduler_start(&pipeline_of(gpu, sm)->scheduler, &config);
        pipeline_of(gpu, sm)->events = (scord_schedule_events_t){0};
    }
    const bool one_port = machine->fetch_ports == 1; /* the hardware has no more */
    if (!has_device(gpu) || (one_port && gpu->options.device->start(gpu->options.device->context,
                                                                    machine->sms, &config)))
        return GPU_OK;
    snprintf(gpu->error->message, sizeof gpu->error->message,
             "the scheduler device is not built for %s with fetch %s (%u ports), %u warps, %u "
             "blocks and %u schedulers an SM "
             "(docs/warp-scheduling.md says what is in hardware)",
             gpu_schedule_issue_name(&gpu->options.schedule),
             gpu_schedule_fetch_name(&gpu->options.schedule), machine->fetch_ports, machine->warps,
             machine->blocks, machine->schedulers);
    return GPU_FAULT;
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

gpu_status_t schedule_pick(gpu_t *gpu, unsigned sm, unsigned unit, uint64_t ready, uint64_t stale,
                           uint64_t *visited, int *pick) {
    scord_warp_scheduler_t *scheduler = &pipeline_of(gpu, sm)->scheduler;
    int golden = walk(scheduler, unit, ready, stale, visited);
    if (has_device(gpu) && ready != 0) {
        const int device = gpu->options.device->issue(gpu->options.device->context, sm, unit,
                                                      ready);
        if (device != golden) {
            char field[32];
            snprintf(field, sizeof field, "pick of scheduler %u", unit);
            return mismatch(gpu, sm, "issue_scheduler", field, golden, device);
        }
        if (gpu->options.schedule_by == GPU_SCHEDULE_CLOSED_LOOP) golden = device;
    }
    if (golden != SCORD_SCHEDULER_NO_WARP) scord_warp_scheduler_issued(scheduler, unit, golden);
    *pick = golden;
    return GPU_OK;
}

gpu_status_t schedule_fetch(gpu_t *gpu, unsigned sm, uint64_t eligible, uint64_t blocked,
                            int *pick) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    uint8_t entries[GPU_MAX_WARPS];
    const bool counts = gpu->options.schedule.fetch == SCORD_FETCH_FEWEST_ENTRIES;
    for (unsigned warp = 0; counts && warp < gpu->pipelines->machine.warps; warp++)
        entries[warp] = pipeline->front[warp].held;
    *pick = scord_warp_scheduler_fetch_peek(&pipeline->scheduler, eligible, blocked,
                                            counts ? entries : NULL);
    if (has_device(gpu)) {
        const int device = gpu->options.device->fetch(gpu->options.device->context, sm, eligible,
                                                      blocked);
        if (device != *pick) return mismatch(gpu, sm, "fetch_scheduler", "pick", *pick, device);
        if (gpu->options.schedule_by == GPU_SCHEDULE_CLOSED_LOOP) *pick = device;
    }
    return GPU_OK;
}

/* Once a cycle: of several ports the last one served decides where the next cycle goes on. */
void schedule_fetched(gpu_t *gpu, unsigned sm, int warp) {
    scord_warp_scheduler_fetched(&pipeline_of(gpu, sm)->scheduler, warp);
}

/* ---- end of the cycle ---- */

static gpu_status_t slot_mismatch(gpu_t *gpu, unsigned sm, unsigned slot, const char *unit,
                                  int expected, int actual) {
    char field[32];
    snprintf(field, sizeof field, "slot %u", slot);
    return mismatch(gpu, sm, unit, field, expected, actual);
}

static gpu_status_t compare_tables(gpu_t *gpu, unsigned sm) {
    const scord_scheduler_device_t *device = gpu->options.device;
    const scord_warp_scheduler_t *scheduler = &pipeline_of(gpu, sm)->scheduler;
    for (unsigned slot = 0; slot < gpu->pipelines->machine.blocks; slot++) {
        const int priority = scord_warp_scheduler_priority(scheduler, slot),
                  rank = scord_warp_scheduler_block_rank(scheduler, slot);
        const int other = device->priority(device->context, sm, slot),
                  other_rank = device->block_rank(device->context, sm, slot);
        if (priority != other)
            return slot_mismatch(gpu, sm, slot, "warp_priority_table", priority, other);
        if (rank != other_rank)
            return slot_mismatch(gpu, sm, slot, "block_order", rank, other_rank);
    }
    return GPU_OK;
}

gpu_status_t schedule_clock(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    if (gpu->options.schedule.issue == SCORD_SCHEDULE_TLS) /* W8 */
        scord_warp_scheduler_long_latency(&pipeline->scheduler,
                                          pipeline->long_wait | ~gpu->sms[sm].ready);
    scord_warp_scheduler_clock(&pipeline->scheduler);
    if (!has_device(gpu)) return GPU_OK;
    gpu->options.device->clock(gpu->options.device->context, sm, &pipeline->events);
    pipeline->events = (scord_schedule_events_t){0};
    return compare_tables(gpu, sm);
}
