/* pipeline.c: the cycle-level machine: its life, a cycle of all SMs, and what launches, barriers
 * and exits do to it. */
#include "sim/sm/pipeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "cmodel/stream/tracked_range.h"

/* Cycles without any issue after which the model itself must be wrong: no latency is as long. */
#define WATCHDOG UINT64_C(1000000)

/* ---- life ---- */

/* What is allocated; pipelines_clear makes the rest of it. */
pipelines_t *pipelines_make(const gpu_options_t *options) {
    pipelines_t *pipelines = calloc(1, sizeof *pipelines);
    if (!pipelines) return NULL;
    pipelines->machine = *options->machine;
    pipelines->phases.out = options->phases;
    pipelines->sm = calloc(pipelines->machine.sms, sizeof *pipelines->sm);
    bool made = pipelines->sm &&
                memory_timing_make(&pipelines->memory, &pipelines->machine, options->seed);
    if (made && pipelines->machine.memory_queues != 0) {
        pipelines->system = memory_system_make(&pipelines->machine, options->seed);
        made = pipelines->system;
    }
    const gpu_machine_t *machine = &pipelines->machine;
    for (unsigned sm = 0; made && sm < machine->sms; sm++)
        made = cache_make(&pipelines->sm[sm].icache, machine->icache_bytes, machine->icache_ways,
                          machine->icache_line);
    if (made) return pipelines;
    pipelines_free(pipelines);
    return NULL;
}

void pipelines_free(pipelines_t *pipelines) {
    if (!pipelines) return;
    for (unsigned sm = 0; pipelines->sm && sm < pipelines->machine.sms; sm++) {
        pipeline_t *pipeline = &pipelines->sm[sm];
        free(pipeline->icache.lines);
        free(pipeline->operations);
        free(pipeline->front[0].pending); /* one block for all warps */
    }
    memory_timing_free(&pipelines->memory);
    memory_system_free(pipelines->system);
    free(pipelines->sm);
    free(pipelines->timings);
    free(pipelines->kernels);
    free(pipelines);
}

const gpu_kernel_statistics_t *gpu_kernels(const gpu_t *gpu, uint32_t *count) {
    *count = !gpu->pipelines ? 0 : gpu->pipelines->kernel_count;
    return !gpu->pipelines ? NULL : gpu->pipelines->kernels;
}

/* ---- kernel start and end ---- */

static bool take_module(pipelines_t *pipelines, const ptx_module_t *module) {
    if (pipelines->module == module) return true;
    free(pipelines->timings);
    pipelines->timings = instruction_timings(module, &pipelines->machine);
    pipelines->module = pipelines->timings ? module : NULL;
    return pipelines->timings;
}

static uint32_t most_registers(const gpu_launch_t *launch) {
    const uint32_t kernel = launch->kernel->registers,
                   callable = launch->module->callable_registers;
    return kernel > callable ? kernel : callable;
}

/* Scoreboards: two bits a register, for every warp slot. */
static bool make_scoreboards(pipelines_t *pipelines, const gpu_launch_t *launch) {
    const uint32_t words = most_registers(launch) / 64 + 1, warps = pipelines->machine.warps;
    if (words <= pipelines->register_words) return true;
    for (unsigned sm = 0; sm < pipelines->machine.sms; sm++) {
        warp_front_t *front = pipelines->sm[sm].front;
        free(front[0].pending);
        uint64_t *block = calloc((size_t)warps * 2 * words, sizeof *block);
        if (!(front[0].pending = block)) return false;
        for (unsigned warp = 0; warp < warps; warp++) {
            front[warp].pending = block + (size_t)warp * 2 * words;
            front[warp].pending_long = front[warp].pending + words;
        }
    }
    pipelines->register_words = words;
    return true;
}

/* The statistics of the kernel NAME, which stay where they are until the next launch. */
static gpu_cycle_statistics_t *statistics_of(pipelines_t *pipelines, const char *name) {
    char readable[sizeof pipelines->kernels->name];
    scord_demangle(name, readable, sizeof readable);
    for (uint32_t i = 0; i < pipelines->kernel_count; i++)
        if (strcmp(pipelines->kernels[i].name, readable) == 0)
            return &pipelines->kernels[i].statistics;
    if (pipelines->kernel_count == pipelines->kernel_capacity) {
        const uint32_t capacity = 2 * pipelines->kernel_capacity + 8;
        gpu_kernel_statistics_t *larger = realloc(pipelines->kernels, capacity * sizeof *larger);
        if (!larger) return NULL;
        pipelines->kernels = larger;
        pipelines->kernel_capacity = capacity;
    }
    gpu_kernel_statistics_t *kernel = &pipelines->kernels[pipelines->kernel_count++];
    memset(kernel, 0, sizeof *kernel);
    memcpy(kernel->name, readable, sizeof kernel->name);
    return &kernel->statistics;
}

/* Blocks of the launch an SM may hold: what fits, and no more than an even share of the grid
 * (GPGPU-Sim). */
static uint32_t resident_limit(const gpu_t *gpu) {
    const gpu_launch_t *launch = gpu->launch;
    const uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t share = (gpu->block_count + gpu->pipelines->machine.sms - 1) /
                           gpu->pipelines->machine.sms;
    const uint32_t fit = gpu_blocks_per_sm(
        gpu, threads, gpu_block_shared_bytes(launch->kernel, launch->dynamic_shared),
        launch->kernel->register_demand);
    return share < fit ? (uint32_t)share : fit;
}

/* What the detector tracks in this launch: as kernel_begin says it (D36), with the machine's ratio.
 */
static bool start_memory(gpu_t *gpu) {
    pipelines_t *pipelines = gpu->pipelines;
    if (memory_system_out_of_memory(pipelines->system)) return false;
    scord_config_t config = gpu->options.config;
    config.log2_cache_ratio = (uint8_t)gpu_lowest(pipelines->machine.metadata_ratio);
    const memory_tracking_t tracking = {.tracked_base = DEVICE_MEMORY_BASE,
                                        .log2_cache_ratio = config.log2_cache_ratio,
                                        .log2_tracked_words = scord_log2_tracked_words(
                                            device_memory_span(gpu->options.memory), &config)};
    return memory_system_start(pipelines->system, pipelines->statistics, &tracking);
}

gpu_status_t pipelines_start(gpu_t *gpu) {
    pipelines_t *pipelines = gpu->pipelines;
    const gpu_launch_t *launch = gpu->launch;
    const uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    if (!take_module(pipelines, launch->module) || !make_scoreboards(pipelines, launch))
        return GPU_NO_MEMORY;
    pipelines->statistics = statistics_of(pipelines, launch->name);
    if (!pipelines->statistics) return GPU_NO_MEMORY;
    pipelines->warps_per_block = (threads + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
    pipelines->resident_limit = resident_limit(gpu);
    pipelines->statistics->launches++;
    pipelines->statistics->blocks_per_sm = pipelines->resident_limit;
    pipelines->statistics->warps_per_block = pipelines->warps_per_block;
    pipelines->statistics->registers_per_thread = launch->kernel->register_demand;
    pipelines->last_issue = gpu->cycle;
    memory_timing_start(&pipelines->memory);
    for (unsigned sm = 0; sm < pipelines->machine.sms; sm++) cache_clear(&pipelines->sm[sm].icache);
    if (pipelines->system && !start_memory(gpu)) return GPU_NO_MEMORY;
    return schedule_start(gpu);
}

/* Nothing resident, nothing in flight; what is allocated stays. */
static void empty_sm(const gpu_machine_t *machine, pipeline_t *pipeline) {
    pipeline_t fresh = {.icache = pipeline->icache,
                        .operations = pipeline->operations,
                        .operation_count = pipeline->operation_count,
                        .free_operation = NO_OPERATION,
                        .sending = NO_OPERATION};
    const uint8_t rooms[UNIT_COUNT] = {[UNIT_SP] = (uint8_t)machine->sp_ports,
                                       [UNIT_SFU] = (uint8_t)machine->sfu_ports,
                                       [UNIT_MEM] = (uint8_t)machine->mem_ports};
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        fresh.to_collect[unit].room = fresh.to_execute[unit].room = rooms[unit];
    for (unsigned i = 0; i < WHEEL; i++) fresh.wheel[i] = NO_OPERATION;
    for (unsigned port = 0; port < PORTS_MAX; port++) fresh.fetched[port].warp = -1;
    for (unsigned warp = 0; warp < machine->warps; warp++) {
        fresh.unit_warps[warp % machine->schedulers] |= gpu_warp_bit(warp);
        fresh.front[warp].pending = pipeline->front[warp].pending;
        fresh.front[warp].pending_long = pipeline->front[warp].pending_long;
    }
    for (uint32_t i = fresh.operation_count; i-- > 0; fresh.free_operation = i)
        fresh.operations[i].next = fresh.free_operation;
    *pipeline = fresh;
}

/* At the start, and after a launch that was given up: whatever was in flight is dropped. */
void pipelines_clear(pipelines_t *pipelines) {
    pipelines->host_awaited = false;
    for (unsigned sm = 0; sm < pipelines->machine.sms; sm++)
        empty_sm(&pipelines->machine, &pipelines->sm[sm]);
    if (pipelines->system) memory_system_clear(pipelines->system);
}

/* ---- blocks and warps ---- */

void pipeline_block_launched(gpu_t *gpu, unsigned sm, unsigned slot) {
    pipelines_t *pipelines = gpu->pipelines;
    pipeline_t *pipeline = &pipelines->sm[sm];
    const uint64_t warps = gpu->sms[sm].slots[slot].live;
    for (uint64_t left = warps; left != 0; left &= left - 1) {
        warp_front_t *front = &pipeline->front[gpu_lowest(left)];
        front->held = 0;
        front->fetch_pc = gpu->launch->kernel->first;
        front->memory_outstanding = front->atomics_outstanding = 0;
        front->fence_waits = false;
        memset(front->pending, 0, pipelines->register_words * 2 * sizeof *front->pending);
    }
    pipeline->resident |= warps;
    pipeline->resting = false;
    pipelines->statistics->blocks++;
    scord_warp_scheduler_launch(&pipeline->scheduler, slot, warps);
    pipeline->events.launch = true;
    pipeline->events.launch_slot = (uint8_t)slot;
    pipeline->events.launch_warps = warps;
    phase_log_launch(&pipelines->phases, sm, slot, gpu->next_block - 1, gpu_lowest(warps),
                     pipelines->warps_per_block, gpu->cycle);
}

static void forget_warp(pipeline_t *pipeline, uint64_t bit) {
    pipeline->filled &= ~bit;
    pipeline->stale &= ~bit;
    pipeline->flushed &= ~bit;
    pipeline->hazard &= ~bit;
    pipeline->long_wait &= ~bit;
    pipeline->held_back &= ~bit;
}

void pipeline_warp_exited(gpu_t *gpu, unsigned sm, unsigned warp) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const unsigned slot = gpu->sms[sm].warps[warp].slot;
    pipeline->front[warp].held = 0;
    forget_warp(pipeline, gpu_warp_bit(warp));
    scord_warp_scheduler_exit(&pipeline->scheduler, slot);
    pipeline->events.exits |= (uint8_t)(1u << warp % gpu->pipelines->machine.schedulers);
    pipeline->events.exit_slot[warp % gpu->pipelines->machine.schedulers] = (uint8_t)slot;
    phase_log_exit(&gpu->pipelines->phases, sm, slot, warp, gpu->cycle);
    if (gpu->sms[sm].slots[slot].live == 0) pipeline->draining |= (uint8_t)(1u << slot);
}

bool pipeline_drained(const gpu_t *gpu, unsigned sm, unsigned slot) {
    return pipeline_of(gpu, sm)->in_flight[slot] == 0;
}

void pipeline_block_freed(gpu_t *gpu, unsigned sm, unsigned slot) {
    pipelines_t *pipelines = gpu->pipelines;
    pipeline_t *pipeline = &pipelines->sm[sm];
    const uint64_t warps = gpu_slot_warps(gpu, slot);
    pipeline->draining &= (uint8_t) ~(1u << slot);
    pipeline->resident &= ~warps;
    pipeline->miss_pending &= ~warps;
    for (uint32_t i = 0; i < pipelines->machine.icache_mshrs; i++)
        pipeline->icache_waiting[i] &= ~warps;
    phase_log_end(&pipelines->phases, pipelines->statistics, sm, slot, gpu->statistics.launches,
                  gpu->cycle);
}

/* Which scheduler issued the barrier: the one that WARP belongs to. */
void pipeline_arrived(gpu_t *gpu, unsigned sm, unsigned warp) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const unsigned slot = gpu->sms[sm].warps[warp].slot,
                   unit = warp % gpu->pipelines->machine.schedulers;
    scord_warp_scheduler_arrive(&pipeline->scheduler, slot);
    pipeline->events.arrivals |= (uint8_t)(1u << unit);
    pipeline->events.arrive_slot[unit] = (uint8_t)slot;
    phase_log_arrive(&gpu->pipelines->phases, sm, slot, warp, gpu->cycle);
}

/* WARPS go on behind the barrier; what they hold in the I-buffer is judged again. */
void pipeline_released(gpu_t *gpu, unsigned sm, unsigned slot, uint64_t warps) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    scord_warp_scheduler_release(&pipeline->scheduler, slot);
    pipeline->events.releases |= (uint8_t)(1u << slot);
    phase_log_release(&gpu->pipelines->phases, gpu->pipelines->statistics, sm, slot, warps,
                      gpu->statistics.launches, gpu->cycle);
    for (uint64_t left = warps & gpu->sms[sm].occupied; left != 0; left &= left - 1)
        issue_look_at_head(gpu, sm, gpu_lowest(left));
}

/* ---- a cycle ---- */

static gpu_status_t run_sm(gpu_t *gpu, unsigned sm) {
    rest_wake(gpu, sm);
    gpu_status_t status = writeback_stage(gpu, sm);
    if (status != GPU_OK) return status;
    execute_stage(gpu, sm);
    if (rest_cycle(gpu, sm)) return GPU_OK;
    collect_stage(gpu, sm);
    status = issue_stage(gpu, sm);
    if (status != GPU_OK) return status;
    decode_stage(gpu, sm);
    status = fetch_stage(gpu, sm);
    rest_begin(gpu, sm);
    return status;
}

static gpu_status_t stuck(gpu_t *gpu) {
    snprintf(gpu->error->message, sizeof gpu->error->message,
             "the cycle-level machine has issued and decided nothing since cycle %" PRIu64
             " (now %" PRIu64 "): a fault of the model; `--functional` runs "
             "the program without it",
             gpu->pipelines->last_issue, gpu->cycle);
    return GPU_FAULT;
}

gpu_status_t pipelines_run_cycle(gpu_t *gpu) {
    pipelines_t *pipelines = gpu->pipelines;
    gpu_status_t status = GPU_OK;
    for (unsigned sm = 0; sm < pipelines->machine.sms && status == GPU_OK; sm++)
        status = run_sm(gpu, sm);
    if (pipelines->system) memory_system_clock(pipelines->system, gpu->cycle);
    if (status == GPU_OK) status = gpu_dispatch_blocks(gpu);
    for (unsigned sm = 0; sm < pipelines->machine.sms && status == GPU_OK; sm++)
        status = schedule_clock(gpu, sm);
    pipelines->statistics->cycles++;
    if (status == GPU_OK && gpu->cycle - pipelines->last_issue > WATCHDOG) status = stuck(gpu);
    if (status != GPU_OK || !pipelines->host_awaited) return status;
    pipelines->host_awaited = false;
    return GPU_WAITS;
}

/* ---- the end of a launch ---- */

bool pipelines_drained(const gpu_t *gpu) {
    return !gpu->pipelines->system || memory_system_detector_idle(gpu->pipelines->system);
}

gpu_status_t pipelines_drain(gpu_t *gpu) {
    pipelines_t *pipelines = gpu->pipelines;
    gpu_cycle_statistics_t *statistics = pipelines->statistics;
    const uint64_t slots = (uint64_t)pipelines->machine.schedulers * pipelines->machine.sms,
                   ports = (uint64_t)pipelines->machine.fetch_ports * pipelines->machine.sms;
    memory_system_clock(pipelines->system, gpu->cycle);
    statistics->cycles++;
    statistics->detector_drain_cycles++;
    statistics->issue_slots += slots; /* nobody is there to issue or to fetch */
    statistics->idle_slots_empty += slots;
    statistics->fetch_slots += ports;
    statistics->fetch_idle += ports;
    const uint64_t decided = memory_system_decide_cycles(pipelines->system);
    if (decided != pipelines->decided) pipelines->last_issue = gpu->cycle;
    pipelines->decided = decided;
    return gpu->cycle - pipelines->last_issue > WATCHDOG ? stuck(gpu) : GPU_OK;
}

void pipelines_end(gpu_t *gpu) {
    if (gpu->pipelines->system) memory_system_account(gpu->pipelines->system);
}
