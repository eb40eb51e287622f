/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline.c: the life of the cycle-level machine, its wires, a cycle of all SMs, and what
 * launches, barriers and exits do to it (pipeline.h). */
#include "sim/sm/pipeline/pipeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/demangle.h"
#include "cmodel/stream/tracked_range.h"
#include "sim/sm/block_dispatch.h"
#include "sim/sm/gpu_state.h"

/* Cycles without any issue after which the model itself must be wrong: no latency is as long. */
#define WATCHDOG UINT64_C(1000000)

static const gpu_hooks_t HOOKS;

/* ---- life ---- */

static void wire_sm(pipelines_t *pipelines, pipeline_t *sm, const gpu_sm_t *state) {
    gpu_t *gpu = pipelines->gpu;
    pipeline_context_t *context = &pipelines->context;
    const gpu_machine_t *machine = &context->machine;
    execution_t *execution = &sm->execution;
    sm->fronts.context = context;
    sm->fronts.sm = state;
    sm->schedule = (schedule_t){
        .context = context,
        .sm = state,
        .fronts = &sm->fronts,
        .device = gpu->options.schedule_by == GPU_SCHEDULE_BY_MODEL ? NULL : gpu->options.device,
        .closed_loop = gpu->options.schedule_by == GPU_SCHEDULE_CLOSED_LOOP};
    sm->fetch = (fetch_t){.context = context,
                          .sm = state,
                          .memory = &pipelines->memory,
                          .fronts = &sm->fronts,
                          .schedule = &sm->schedule};
    sm->issue = (issue_stage_t){.context = context,
                                .gpu = gpu,
                                .sm = state,
                                .fronts = &sm->fronts,
                                .schedule = &sm->schedule,
                                .operations = &sm->operations,
                                .ports = sm->collect.to_collect,
                                .system = pipelines->system};
    sm->collect = (operand_collectors_t){
        .context = context, .operations = &sm->operations, .execution = execution};
    *execution = (execution_t){.context = context,
                               .gpu = gpu,
                               .fronts = &sm->fronts,
                               .operations = &sm->operations,
                               .memory = &pipelines->memory};
    execution->load_store = (load_store_unit_t){.context = context,
                                                .sm = state->number,
                                                .system = pipelines->system,
                                                .operations = &sm->operations,
                                                .fronts = &sm->fronts,
                                                .latch = &execution->to_execute[UNIT_MEM],
                                                .unit_free = &execution->unit_free[UNIT_MEM][0]};
    const uint8_t rooms[UNIT_COUNT] = {[UNIT_SP] = (uint8_t)machine->sp_ports,
                                       [UNIT_SFU] = (uint8_t)machine->sfu_ports,
                                       [UNIT_MEM] = (uint8_t)machine->mem_ports};
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        assert(rooms[unit] <= PORTS_MAX);
        sm->collect.to_collect[unit].room = execution->to_execute[unit].room = rooms[unit];
    }
}

/* What is allocated; pipelines_clear makes the rest of it. */
pipelines_t *pipelines_make(gpu_t *gpu) {
    pipelines_t *pipelines = calloc(1, sizeof *pipelines);
    if (!pipelines) return NULL;
    pipeline_context_t *context = &pipelines->context;
    const gpu_machine_t *machine = &context->machine;
    context->machine = *gpu->options.machine;
    context->schedule = gpu->options.schedule;
    pipelines->gpu = gpu;
    pipelines->phases.out = gpu->options.phases;
    pipelines->sm = calloc(machine->sms, sizeof *pipelines->sm);
    bool made = pipelines->sm && memory_timing_make(&pipelines->memory, machine, gpu->options.seed);
    if (made && machine->memory_queues != 0) {
        pipelines->system = memory_system_make(machine, gpu->options.seed);
        made = pipelines->system;
    }
    for (unsigned sm = 0; made && sm < machine->sms; sm++) {
        wire_sm(pipelines, &pipelines->sm[sm], &gpu->sms[sm]);
        made = cache_make(&pipelines->sm[sm].fetch.icache, machine->icache_bytes,
                          machine->icache_ways, machine->icache_line);
    }
    if (!made) {
        pipelines_free(pipelines);
        return NULL;
    }
    gpu->options.machine = machine; /* lives as long as the GPU */
    gpu->hooks = &HOOKS;
    return pipelines;
}

void pipelines_free(pipelines_t *pipelines) {
    if (!pipelines) return;
    for (unsigned sm = 0; pipelines->sm && sm < pipelines->context.machine.sms; sm++) {
        free(pipelines->sm[sm].fetch.icache.lines);
        free(pipelines->sm[sm].operations.items);
        fronts_free(&pipelines->sm[sm].fronts);
    }
    memory_timing_free(&pipelines->memory);
    memory_system_free(pipelines->system);
    free(pipelines->sm);
    free(pipelines->context.timings);
    free(pipelines->kernels);
    free(pipelines);
}

void pipelines_clear(pipelines_t *pipelines) {
    for (unsigned i = 0; i < pipelines->context.machine.sms; i++) {
        pipeline_t *sm = &pipelines->sm[i];
        operations_clear(&sm->operations);
        fronts_clear(&sm->fronts);
        fetch_clear(&sm->fetch);
        collectors_clear(&sm->collect);
        execution_clear(&sm->execution);
        sm->issue.host_awaited = false;
        rest_end(&sm->rest);
    }
    if (pipelines->system) memory_system_clear(pipelines->system);
}

/* ---- kernel start and end ---- */

static bool take_module(pipelines_t *pipelines, const ptx_module_t *module) {
    pipeline_context_t *context = &pipelines->context;
    if (pipelines->module == module) return true;
    free(context->timings);
    context->timings = instruction_timings(module, &context->machine);
    context->code_count = module->code_count;
    pipelines->module = context->timings ? module : NULL;
    return context->timings;
}

static uint32_t most_registers(const gpu_launch_t *launch) {
    const uint32_t kernel = launch->kernel->registers,
                   callable = launch->module->callable_registers;
    return kernel > callable ? kernel : callable;
}

/* The statistics of the kernel NAME, which stay where they are until the next launch. */
static gpu_cycle_statistics_t *statistics_of(pipelines_t *pipelines, const char *name) {
    char readable[sizeof pipelines->kernels->name];
    scord_demangle(name, readable, sizeof readable);
    for (uint32_t i = 0; i < pipelines->kernel_count; i++)
        if (strcmp(pipelines->kernels[i].name, readable) == 0)
            return &pipelines->kernels[i].statistics;
    if (!SCORD_ARRAY_ROOM(pipelines->kernels, pipelines->kernel_capacity,
                          pipelines->kernel_count + 1))
        return NULL;
    gpu_kernel_statistics_t *kernel = &pipelines->kernels[pipelines->kernel_count++];
    memset(kernel, 0, sizeof *kernel);
    memcpy(kernel->name, readable, sizeof kernel->name);
    return &kernel->statistics;
}

/* Blocks of the launch an SM may hold: what fits, and no more than an even share of the grid
 * (GPGPU-Sim). */
static uint32_t resident_limit(const gpu_t *gpu) {
    const gpu_launch_t *launch = gpu->launch;
    const uint32_t sms = gpu->options.machine->sms;
    const uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t share = (gpu->block_count + sms - 1) / sms;
    const uint32_t fit = gpu_blocks_per_sm(
        gpu, threads, gpu_block_shared_bytes(launch->kernel, launch->dynamic_shared),
        launch->kernel->register_demand);
    return share < fit ? (uint32_t)share : fit;
}

/* What the detector tracks in this launch: as kernel_begin says it (D36), with the machine's ratio.
 */
static bool start_memory(pipelines_t *pipelines) {
    const gpu_t *gpu = pipelines->gpu;
    if (memory_system_out_of_memory(pipelines->system)) return false;
    scord_config_t config = gpu->options.config;
    config.log2_cache_ratio = (uint8_t)gpu_lowest(pipelines->context.machine.metadata_ratio);
    const memory_tracking_t tracking = {.tracked_base = DEVICE_MEMORY_BASE,
                                        .log2_cache_ratio = config.log2_cache_ratio,
                                        .log2_tracked_words = scord_log2_tracked_words(
                                            device_memory_span(gpu->options.memory), &config)};
    return memory_system_start(pipelines->system, pipelines->context.statistics, &tracking);
}

/* The time and where errors go, for the stages: at each call of gpu.c that lets time pass. */
static void set_time(pipelines_t *pipelines) {
    pipelines->context.cycle = pipelines->gpu->cycle;
    pipelines->context.error = pipelines->gpu->error;
}

static bool start_kernel(pipelines_t *pipelines) {
    pipeline_context_t *context = &pipelines->context;
    gpu_t *gpu = pipelines->gpu;
    const gpu_launch_t *launch = gpu->launch;
    const uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    bool made = take_module(pipelines, launch->module);
    for (unsigned sm = 0; made && sm < context->machine.sms; sm++)
        made = fronts_reserve(&pipelines->sm[sm].fronts, most_registers(launch));
    if (!made) return false;
    context->statistics = statistics_of(pipelines, launch->name);
    if (!context->statistics) return false;
    context->pc_base = launch->pc_base;
    context->first = launch->kernel->first;
    context->warps_per_block = (threads + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
    context->last_issue = gpu->cycle;
    gpu->resident_limit = resident_limit(gpu);
    context->statistics->launches++;
    context->statistics->blocks_per_sm = gpu->resident_limit;
    context->statistics->warps_per_block = context->warps_per_block;
    context->statistics->registers_per_thread = launch->kernel->register_demand;
    return true;
}

gpu_status_t pipelines_start(pipelines_t *pipelines) {
    set_time(pipelines);
    if (!start_kernel(pipelines)) return GPU_NO_MEMORY;
    memory_timing_start(&pipelines->memory);
    if (pipelines->system && !start_memory(pipelines)) return GPU_NO_MEMORY;
    scord_warp_scheduler_config_t config;
    const gpu_status_t status = schedule_start(&pipelines->context,
                                               pipelines->sm[0].schedule.device, &config);
    for (unsigned sm = 0; sm < pipelines->context.machine.sms; sm++) {
        cache_clear(&pipelines->sm[sm].fetch.icache);
        schedule_begin(&pipelines->sm[sm].schedule, &config);
    }
    return status;
}

/* ---- blocks and warps (gpu_hooks_t) ---- */

static void block_launched(gpu_t *gpu, unsigned sm, unsigned slot) {
    pipelines_t *pipelines = gpu->pipelines;
    pipeline_t *pipeline = &pipelines->sm[sm];
    const uint64_t warps = gpu->sms[sm].slots[slot].live;
    assert(pipeline->operations.in_flight[slot] == 0);
    fronts_launch(&pipeline->fronts, warps);
    rest_end(&pipeline->rest);
    pipelines->context.statistics->blocks++;
    schedule_launch(&pipeline->schedule, slot, warps);
    phase_log_launch(&pipelines->phases, sm, slot, gpu->next_block - 1, gpu_lowest(warps),
                     pipelines->context.warps_per_block, gpu->cycle);
}

static void warp_exited(gpu_t *gpu, unsigned sm, unsigned warp) {
    pipeline_t *pipeline = &gpu->pipelines->sm[sm];
    const unsigned slot = gpu->sms[sm].warps[warp].slot;
    fronts_exit(&pipeline->fronts, warp);
    schedule_exit(&pipeline->schedule, slot, warp);
    phase_log_exit(&gpu->pipelines->phases, sm, slot, warp, gpu->cycle);
    if (gpu->sms[sm].slots[slot].live == 0) pipeline->execution.draining |= (uint8_t)(1u << slot);
}

static bool drained(const gpu_t *gpu, unsigned sm, unsigned slot) {
    return gpu->pipelines->sm[sm].operations.in_flight[slot] == 0;
}

static void block_freed(gpu_t *gpu, unsigned sm, unsigned slot) {
    pipelines_t *pipelines = gpu->pipelines;
    pipeline_t *pipeline = &pipelines->sm[sm];
    const uint64_t warps = gpu_slot_warps(gpu, slot);
    pipeline->execution.draining &= (uint8_t) ~(1u << slot);
    pipeline->fronts.resident &= ~warps;
    fetch_forget(&pipeline->fetch, warps);
    phase_log_end(&pipelines->phases, pipelines->context.statistics, sm, slot,
                  gpu->statistics.launches, gpu->cycle);
}

static void arrived(gpu_t *gpu, unsigned sm, unsigned warp) {
    const unsigned slot = gpu->sms[sm].warps[warp].slot;
    schedule_arrive(&gpu->pipelines->sm[sm].schedule, slot, warp);
    phase_log_arrive(&gpu->pipelines->phases, sm, slot, warp, gpu->cycle);
}

/* WARPS go on behind the barrier; what they hold in the I-buffer is judged again. */
static void released(gpu_t *gpu, unsigned sm, unsigned slot, uint64_t warps) {
    pipelines_t *pipelines = gpu->pipelines;
    pipeline_t *pipeline = &pipelines->sm[sm];
    schedule_release(&pipeline->schedule, slot);
    phase_log_release(&pipelines->phases, pipelines->context.statistics, sm, slot, warps,
                      gpu->statistics.launches, gpu->cycle);
    for (uint64_t left = warps & gpu->sms[sm].occupied; left != 0; left &= left - 1)
        fronts_look_at_head(&pipeline->fronts, gpu_lowest(left));
}

static const gpu_hooks_t HOOKS = {.block_launched = block_launched,
                                  .warp_exited = warp_exited,
                                  .block_freed = block_freed,
                                  .arrived = arrived,
                                  .released = released,
                                  .drained = drained};

/* ---- a cycle ---- */

/* Operations that wait for a unit; while the SM rests their number can only fall. */
static unsigned latched(const pipeline_t *sm) {
    unsigned count = 0;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        count += sm->execution.to_execute[unit].count;
    return count;
}

/* Some stage from operand collection on can do something in the next cycle. */
static bool can_go_on(const pipeline_t *sm, unsigned schedulers) {
    for (unsigned unit = 0; unit < schedulers; unit++)
        if (sm->schedule.issued[unit] != SCORD_SCHEDULER_NO_WARP) return true;
    if (collect_possible(&sm->collect) || fetch_possible(&sm->fetch)) return true;
    for (unsigned unit = 0; unit < schedulers; unit++) {
        const issue_masks_t masks = issue_masks(&sm->issue, unit);
        if ((masks.stale | masks.ready) != 0) return true;
    }
    return false;
}

static void rest_if_idle(pipeline_t *sm, unsigned schedulers) {
    if (can_go_on(sm, schedulers)) return;
    for (unsigned unit = 0; unit < schedulers; unit++) {
        const issue_masks_t masks = issue_masks(&sm->issue, unit);
        stall_count(&sm->rest.stalls[unit], &sm->fronts, unit, SCORD_SCHEDULER_NO_WARP, masks.clear,
                    masks.ready);
    }
    rest_begin(&sm->rest, latched(sm), sm->fetch.next_line);
}

static gpu_status_t run_sm(const pipeline_context_t *context, pipeline_t *sm) {
    rest_wake(&sm->rest, sm->operations.wheel[context->cycle % WHEEL] != NO_OPERATION,
              context->cycle);
    gpu_status_t status = writeback_stage(&sm->execution);
    if (status != GPU_OK) return status;
    execute_stage(&sm->execution);
    if (rest_cycle(&sm->rest, context, latched(sm))) return GPU_OK;
    collect_stage(&sm->collect);
    status = issue_stage(&sm->issue);
    if (status != GPU_OK) return status;
    decode_stage(&sm->fetch);
    status = fetch_stage(&sm->fetch);
    rest_if_idle(sm, context->machine.schedulers);
    return status;
}

static gpu_status_t stuck(const pipeline_context_t *context) {
    snprintf(context->error->message, sizeof context->error->message,
             "the cycle-level machine has issued and decided nothing since cycle %" PRIu64
             " (now %" PRIu64 "): a fault of the model; `--functional` runs "
             "the program without it",
             context->last_issue, context->cycle);
    return GPU_FAULT;
}

/* A step waits for the host: said once, at the end of its cycle. */
static bool host_awaited(pipelines_t *pipelines) {
    bool awaited = false;
    for (unsigned sm = 0; sm < pipelines->context.machine.sms; sm++) {
        awaited = awaited || pipelines->sm[sm].issue.host_awaited;
        pipelines->sm[sm].issue.host_awaited = false;
    }
    return awaited;
}

gpu_status_t pipelines_run_cycle(pipelines_t *pipelines) {
    const pipeline_context_t *context = &pipelines->context;
    const unsigned sms = context->machine.sms;
    gpu_status_t status = GPU_OK;
    set_time(pipelines);
    for (unsigned sm = 0; sm < sms && status == GPU_OK; sm++)
        status = run_sm(context, &pipelines->sm[sm]);
    if (pipelines->system) memory_system_clock(pipelines->system, context->cycle);
    if (status == GPU_OK) status = gpu_dispatch_blocks(pipelines->gpu);
    for (unsigned sm = 0; sm < sms && status == GPU_OK; sm++)
        status = schedule_clock(&pipelines->sm[sm].schedule);
    context->statistics->cycles++;
    if (status == GPU_OK && context->cycle - context->last_issue > WATCHDOG)
        status = stuck(context);
    return status == GPU_OK && host_awaited(pipelines) ? GPU_WAITS : status;
}

/* ---- the end of a launch ---- */

bool pipelines_drained(const pipelines_t *pipelines) {
    return !pipelines->system || (memory_system_detector_idle(pipelines->system) &&
                                  memory_system_flushed(pipelines->system));
}

gpu_status_t pipelines_drain(pipelines_t *pipelines) {
    pipeline_context_t *context = &pipelines->context;
    gpu_cycle_statistics_t *statistics = context->statistics;
    const uint64_t slots = (uint64_t)context->machine.schedulers * context->machine.sms,
                   ports = (uint64_t)context->machine.fetch_ports * context->machine.sms;
    set_time(pipelines);
    if (context->machine.scoped_l1 != 0) {
        memory_system_flush_all(pipelines->system, context->cycle);
        statistics->l1_drain_cycles++;
    } else {
        statistics->detector_drain_cycles++;
    }
    memory_system_clock(pipelines->system, context->cycle);
    statistics->cycles++;
    statistics->issue_slots += slots; /* no warp is left to issue or to fetch for */
    statistics->idle_slots_empty += slots;
    statistics->fetch_slots += ports;
    statistics->fetch_idle += ports;
    const uint64_t decided = memory_system_decide_cycles(pipelines->system);
    if (decided != pipelines->decided) context->last_issue = context->cycle;
    pipelines->decided = decided;
    return context->cycle - context->last_issue > WATCHDOG ? stuck(context) : GPU_OK;
}

void pipelines_end(pipelines_t *pipelines) {
    if (pipelines->system && pipelines->context.statistics)
        memory_system_account(pipelines->system);
}
