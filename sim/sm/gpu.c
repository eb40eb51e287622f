/* gpu.c: one launch, cycle by cycle. Parts: block_dispatch.c, issue.c, barrier.c, emit.c,
 * progress.c, diagnose.c. */
#include "sim/sm/gpu.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sm/pipeline.h"
#include "sim/sm/shared_tracking.h"

/* ---- global memory as the core sees it ---- */

/* Keeps the bytes as they are, since the core is about to use them (see memory_changed). */
static uint8_t *translate(void *context, uint64_t address, uint32_t bytes) {
    gpu_t *gpu = context;
    uint8_t *place = device_memory_translate(gpu->options.memory, address, bytes);
    const uint32_t capacity = sizeof gpu->before / sizeof *gpu->before;
    if (place && bytes <= sizeof gpu->before->value && gpu->before_count < capacity) {
        gpu_before_t *before = &gpu->before[gpu->before_count++];
        before->place = place;
        before->bytes = (uint8_t)bytes;
        memcpy(before->value, place, bytes);
    }
    return place;
}

static bool memory_changed(const gpu_t *gpu) {
    for (uint32_t i = 0; i < gpu->before_count; i++)
        if (memcmp(gpu->before[i].place, gpu->before[i].value, gpu->before[i].bytes) != 0)
            return true;
    return false;
}

/* A call out of the model, but for mathematics, is something that the user sees: a sign of
 * progress. */
static int host_call(void *context, core_host_call_t *call, char *message, size_t size) {
    gpu_t *gpu = context;
    if (strncmp(call->name, "__scord_", strlen("__scord_")) != 0) progress_sign(&gpu->progress);
    return gpu->options.host.call(gpu->options.host.context, call, message, size);
}

/* ---- life ---- */

gpu_t *gpu_create(const gpu_options_t *options) {
    assert(options->memory && options->config.num_sms <= SCORD_MAX_SMS);
    gpu_t *gpu = calloc(1, sizeof *gpu);
    if (!gpu) return NULL;
    gpu->options = *options;
    if (gpu->options.spin_limit == 0) gpu->options.spin_limit = GPU_DEFAULT_SPIN_LIMIT;
    if (options->machine) {
        gpu->options.config.num_sms = options->machine->sms;
        gpu->options.config.blocks_per_sm = options->machine->blocks;
        gpu->options.config.warps_per_sm = options->machine->warps;
        gpu->pipelines = pipelines_make(&gpu->options);
        if (!gpu->pipelines) {
            free(gpu);
            return NULL;
        }
    }
    gpu_clear_machine(gpu);
    return gpu;
}

void gpu_destroy(gpu_t *gpu) {
    if (!gpu) return;
    gpu_clear_machine(gpu);
    pipelines_free(gpu->pipelines);
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++)
        for (unsigned warp = 0; warp < GPU_MAX_WARPS; warp++)
            if (gpu->sms[sm].warps[warp].core) core_warp_free(gpu->sms[sm].warps[warp].core);
    free(gpu->located);
    free(gpu);
}

const gpu_statistics_t *gpu_statistics(const gpu_t *gpu) { return &gpu->statistics; }
uint64_t gpu_cycle(const gpu_t *gpu) { return gpu->cycle; }

/* ---- one warp instruction ---- */

static gpu_status_t after_access(gpu_t *gpu, unsigned sm, unsigned warp) {
    const scord_event_access_t *access = &gpu->result.access;
    if (access->mask == gpu->result.shared)
        return gpu_emit_access(gpu, sm, warp); /* progress is seen in global memory */
    if (access->op != SCORD_OP_LOAD && memory_changed(gpu)) progress_sign(&gpu->progress);
    if (access->op != SCORD_OP_STORE) {
        gpu->result.access.pc = gpu_pc(gpu, gpu->result.instruction);
        progress_read(&gpu->progress, &gpu->sms[sm].warps[warp].progress, access);
    }
    return gpu_emit_access(gpu, sm, warp);
}

/* Nothing can be executed: the warp waits until a barrier of its block releases. */
static gpu_status_t after_blocked(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu->sms[sm].ready &= ~gpu_warp_bit(warp);
    return gpu_barrier_retest(gpu, sm, gpu->sms[sm].warps[warp].slot);
}

static gpu_status_t after_step(gpu_t *gpu, unsigned sm, unsigned warp, core_outcome_t outcome) {
    switch (outcome) {
    case CORE_EXECUTED: return GPU_OK;
    case CORE_ACCESS: return after_access(gpu, sm, warp);
    case CORE_FENCE: return gpu_emit_fence(gpu, sm, warp);
    case CORE_BARRIER: return gpu_barrier_arrive(gpu, sm, warp, &gpu->result);
    case CORE_BLOCKED: return after_blocked(gpu, sm, warp);
    case CORE_EXITED: return gpu_retire_warp(gpu, sm, warp);
    case CORE_FAULT: return gpu_report_fault(gpu, sm, warp);
    }
    assert(!"an outcome of core.h");
    return GPU_FAULT;
}

static bool everyone_waits(const gpu_t *gpu) {
    for (unsigned i = 0; i < gpu->options.config.num_sms; i++)
        for (uint64_t ready = gpu->sms[i].ready; ready != 0; ready &= ready - 1)
            if (!progress_waits(&gpu->progress, &gpu->sms[i].warps[gpu_lowest(ready)].progress))
                return false;
    return true;
}

/* Some ready warp reads memory that the host can write. */
static bool host_is_awaited(const gpu_t *gpu) {
    for (unsigned i = 0; i < gpu->options.config.num_sms; i++)
        for (uint64_t ready = gpu->sms[i].ready; ready != 0; ready &= ready - 1) {
            const uint64_t address = gpu->sms[i].warps[gpu_lowest(ready)].progress.last_address;
            const device_allocation_t *object = device_memory_find(gpu->options.memory, address);
            if (object && (object->kind == DEVICE_MEMORY_HOST || gpu->launch->own_stream))
                return true;
        }
    return false;
}

static gpu_status_t check_progress(gpu_t *gpu) {
    const progress_verdict_t verdict = progress_count(&gpu->progress);
    if (verdict == PROGRESS_GOES_ON) return GPU_OK;
    if (verdict == PROGRESS_EXHAUSTED) return gpu_report_no_progress(gpu, true);
    if (everyone_waits(gpu))
        return gpu->may_wait && host_is_awaited(gpu) ? GPU_WAITS
                                                     : gpu_report_no_progress(gpu, false);
    progress_next_window(&gpu->progress);
    return GPU_OK;
}

gpu_status_t gpu_step_warp(gpu_t *gpu, unsigned sm, unsigned warp, core_outcome_t *outcome) {
    gpu->before_count = 0;
    *outcome = core_step(gpu->sms[sm].warps[warp].core, &gpu->result);
    if (*outcome != CORE_BLOCKED) {
        gpu->statistics.warp_instructions++;
        gpu->statistics.thread_instructions += (uint64_t)__builtin_popcount(gpu->result.active);
    }
    gpu_status_t status = after_step(gpu, sm, warp, *outcome);
    if (status == GPU_OK && *outcome != CORE_EXITED) status = gpu_emit_convergence(gpu, sm, warp);
    return status == GPU_OK ? check_progress(gpu) : status;
}

static gpu_status_t run_cycle(gpu_t *gpu) {
    const unsigned sms = gpu->options.config.num_sms, first = gpu_first_sm(gpu);
    for (unsigned i = 0; i < sms; i++) {
        const unsigned sm = (first + i) % sms;
        const int warp = gpu_choose_warp(gpu, sm);
        if (warp < 0) continue;
        core_outcome_t outcome;
        const gpu_status_t status = gpu_step_warp(gpu, sm, (unsigned)warp, &outcome);
        if (status != GPU_OK) return status;
    }
    return GPU_OK;
}

/* ---- a launch ---- */

static void prepare(gpu_t *gpu, const gpu_launch_t *launch) {
    gpu->launch = launch;
    gpu->core = (core_launch_t){.module = launch->module,
                                .kernel = launch->kernel,
                                .dynamic_shared = launch->dynamic_shared,
                                .parameters = launch->parameters,
                                .constant = launch->constant,
                                .memory = {gpu, translate},
                                .host = {gpu, host_call},
                                .cycle = &gpu->cycle,
                                .grid_id = gpu->statistics.launches,
                                .num_sms = gpu->options.config.num_sms,
                                .independent_threads = gpu->options.independent_threads};
    memcpy(gpu->core.grid, launch->grid, sizeof gpu->core.grid);
    memcpy(gpu->core.block, launch->block, sizeof gpu->core.block);
    gpu->next_block = 0;
    gpu->block_count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    gpu_random_start(gpu);
    progress_start(&gpu->progress, gpu->options.spin_limit);
}

/* Cycle by cycle; the blocks of a cycle are dispatched at its end. */
static gpu_status_t run_pipelines(gpu_t *gpu) {
    gpu_status_t status = GPU_OK;
    while (status == GPU_OK && (gpu->resident > 0 || gpu->next_block < gpu->block_count)) {
        gpu->cycle++;
        gpu->statistics.cycles++;
        status = pipelines_run_cycle(gpu);
    }
    while (status == GPU_OK && !pipelines_drained(gpu)) {
        gpu->cycle++;
        gpu->statistics.cycles++;
        status = pipelines_drain(gpu);
    }
    return status;
}

static gpu_status_t run_blocks(gpu_t *gpu) {
    if (gpu->pipelines) return run_pipelines(gpu);
    gpu_status_t status = gpu_dispatch_blocks(gpu);
    while (status == GPU_OK && gpu->resident > 0) {
        gpu->cycle++;
        gpu->statistics.cycles++;
        const uint32_t resident = gpu->resident;
        status = run_cycle(gpu);
        if (status == GPU_OK && gpu->resident < resident) status = gpu_dispatch_blocks(gpu);
    }
    return status;
}

static gpu_status_t end_of_launch(gpu_t *gpu, gpu_status_t status) {
    if (status == GPU_WAITS) return status;
    if (gpu->pipelines && gpu->pipelines->statistics) pipelines_end(gpu);
    gpu_clear_machine(gpu);
    shared_tracking_end(gpu);
    if (status == GPU_OK) {
        gpu->cycle++;
        status = gpu_emit_kernel_end(gpu);
    } else if (status != GPU_SINK_CLOSED) {
        gpu_emit_kernel_end(gpu); /* the stream stays well formed: consumers drain their checks */
    }
    gpu->statistics.launches++;
    gpu->launch = NULL;
    return status;
}

gpu_status_t gpu_run(gpu_t *gpu, const gpu_launch_t *launch, gpu_error_t *error) {
    const uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    assert(gpu_blocks_per_sm(gpu, threads,
                             gpu_block_shared_bytes(launch->kernel, launch->dynamic_shared),
                             launch->kernel->register_demand) >= 1);
    assert(!gpu->launch && "no launch waits");
    (void)threads;
    gpu->error = error;
    gpu->may_wait = true;
    error->message[0] = '\0';
    prepare(gpu, launch);
    gpu_status_t status = shared_tracking_begin(gpu);
    if (status != GPU_OK) return status;
    status = gpu_emit_kernel_begin(gpu);
    if (status == GPU_OK && gpu->pipelines) status = pipelines_start(gpu);
    if (status == GPU_OK) status = run_blocks(gpu);
    return end_of_launch(gpu, status);
}

gpu_status_t gpu_resume(gpu_t *gpu, bool may_wait, gpu_error_t *error) {
    assert(gpu->launch && "a launch waits");
    gpu->error = error;
    gpu->may_wait = may_wait;
    error->message[0] = '\0';
    progress_start(&gpu->progress, gpu->options.spin_limit);
    return end_of_launch(gpu, run_blocks(gpu));
}
