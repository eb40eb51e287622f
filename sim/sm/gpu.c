/* SPDX-License-Identifier: Apache-2.0 */
/* gpu.c: the life of the machine and of a launch (gpu.h); its parts are in gpu_state.h.
 *
 *     gpu_run: prepare · shared memory gets addresses · kernel_begin ─► run_blocks ─► kernel_end
 *     functional     dispatch · round: each SM may give one warp a turn ──┐ (PCT: an instruction)
 *                       ▲ when a block has left its slot ◄───────────────┘
 *     cycle by cycle  pipelines_run_cycle until no block is left, then until the detector is idle
 *
 * Both modes call the same gpu_step_warp for every warp instruction, in the order in which warps
 * issue; that order is the order of the event stream, so events need no sorting and a verdict does
 * not depend on the mode, only on the order.
 *
 * Every launch ends in end_of_launch, also after an error: in-flight work is dropped, slots are
 * freed, and kernel_end is written, so that the stream stays well formed and its readers drain
 * their checks. GPU_WAITS is no end: the launch stays, and gpu_resume goes on.
 *
 * Invariants: gpu->launch is NULL between launches; a slot in use has its bit in its SM and is
 * counted in `resident`; cycles grow over all launches, so that event times never go back.
 * Expensive: nothing here; time goes into core_step, and cycle by cycle into the pipelines.
 */
#include "sim/sm/gpu.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/tracked_range.h"
#include "sim/sm/block_dispatch.h"
#include "sim/sm/gpu_state.h"
#include "sim/sm/pipeline/pipeline.h"
#include "sim/sm/warp_step.h"

/* Instructions that lanes run while others of their warp could: a spin that is not seen as one. */
enum { RANKED_FAIRNESS = 1 << 16 };
enum { AHEAD = 2 }; /* turns between fetching a warp and its own */

/* A host call other than mathematics has an effect outside the model: a sign of progress. */
static int host_call(void *context, core_host_call_t *call, char *message, size_t size) {
    gpu_t *gpu = context;
    gpu->called = true;
    if (strncmp(call->name, "__scord_", strlen("__scord_")) != 0) progress_sign(&gpu->progress);
    return gpu->options.host.call(gpu->options.host.context, call, message, size);
}

/* The laboratory's detectors see the events, too (mem/metadata_entries.h). */
static int laboratory_sink(void *context, scord_event_t *event) {
    const gpu_t *gpu = context;
    memory_system_event(gpu->pipelines->system, event);
    return gpu->options.sink ? gpu->options.sink(gpu->options.sink_context, event) : 0;
}

static void watch_events(gpu_t *gpu) {
    if (!gpu->pipelines->system || !gpu_machine_is_laboratory(gpu->options.machine)) return;
    gpu->emitter.sink = laboratory_sink;
    gpu->emitter.sink_context = gpu;
}

/* ---- life ---- */

static void clear_machine(gpu_t *gpu) {
    if (gpu->pipelines) pipelines_clear(gpu->pipelines);
    gpu_clear_sms(gpu);
}

/* stale_l1. False: out of memory. */
static bool watch_l1(gpu_t *gpu) {
    const gpu_machine_t *machine = gpu->options.machine;
    gpu->watch.result = &gpu->result;
    gpu->watch.targeted = machine->targeted_flush != 0;
    if (machine->stale_l1 == 0) return true;
    gpu->watch.view = stale_view_make(gpu->options.memory, machine->sms, machine->l1_bytes,
                                      machine->l1_ways);
    return gpu->watch.view;
}

gpu_t *gpu_create(const gpu_options_t *options) {
    assert(options->memory && options->config.num_sms <= SCORD_MAX_SMS);
    gpu_t *gpu = calloc(1, sizeof *gpu);
    if (!gpu) return NULL;
    gpu->options = *options;
    if (gpu->options.spin_limit == 0) gpu->options.spin_limit = GPU_DEFAULT_SPIN_LIMIT;
    gpu->watch.memory = options->memory;
    gpu->emitter = (emitter_t){.sink = options->sink,
                               .sink_context = options->sink_context,
                               .cycle = &gpu->cycle,
                               .count = &gpu->statistics.events};
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++) gpu->sms[sm].number = sm;
    assert(options->pct.depth == 0 || !options->machine);
    if (options->pct.depth != 0) pct_issue_start(&gpu->pct, &options->pct);
    if (options->machine) {
        gpu->options.config.num_sms = options->machine->sms;
        gpu->options.config.blocks_per_sm = options->machine->blocks;
        gpu->options.config.warps_per_sm = options->machine->warps;
        gpu->pipelines = pipelines_make(gpu);
        if (!gpu->pipelines) {
            free(gpu);
            return NULL;
        }
        watch_events(gpu);
        if (!watch_l1(gpu)) {
            gpu_destroy(gpu);
            return NULL;
        }
    }
    clear_machine(gpu);
    return gpu;
}

void gpu_destroy(gpu_t *gpu) {
    if (!gpu) return;
    clear_machine(gpu);
    pipelines_free(gpu->pipelines);
    stale_view_free(gpu->watch.view);
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++)
        for (unsigned warp = 0; warp < GPU_MAX_WARPS; warp++)
            if (gpu->sms[sm].warps[warp].core) core_warp_free(gpu->sms[sm].warps[warp].core);
    warp_memory_free(&gpu->warp_memory);
    progress_end(&gpu->progress);
    free(gpu->emitter.located);
    gpu_findings_free(&gpu->findings);
    unwritten_words_free(&gpu->unwritten_words);
    warp_words_free(&gpu->words);
    warp_words_free(&gpu->parts_words);
    free(gpu);
}

const gpu_statistics_t *gpu_statistics(const gpu_t *gpu) { return &gpu->statistics; }
const char *gpu_dropped(const gpu_t *gpu) { return gpu->dropped; }
ptx_location_t gpu_location(const gpu_t *gpu, uint32_t instruction) {
    assert(gpu->launch);
    return ptx_location(gpu->launch->module, instruction);
}
bool gpu_in_launch(const gpu_t *gpu) { return gpu->launch; }
uint64_t gpu_cycle(const gpu_t *gpu) { return gpu->cycle; }

const gpu_kernel_statistics_t *gpu_kernels(const gpu_t *gpu, uint32_t *count) {
    *count = !gpu->pipelines ? 0 : gpu->pipelines->kernel_count;
    return !gpu->pipelines ? NULL : gpu->pipelines->kernels;
}

/* ---- a round of the functional machine ---- */

/* A round of the schedule comes to so many warps that the processor's cache holds few of them: what
 * a turn will need of its warp is fetched while others have theirs. */
static void fetch_ahead(const gpu_t *gpu, unsigned sm, int warp) {
    if (warp >= 0) core_fetch(gpu->sms[sm].cores[warp]);
}

/* The SM that is NUMBER, of SMS, behind FIRST. */
static unsigned behind(unsigned first, unsigned number, unsigned sms) {
    const unsigned sm = first + number;
    return sm < sms ? sm : sm - sms;
}

/* A round: every SM may give one warp a turn. Who it is depends on nothing that others do in the
 * round. It takes as long as the longest turn. */
static gpu_status_t run_round(gpu_t *gpu) {
    const unsigned sms = gpu->options.config.num_sms,
                   first = issue_order_first_sm(&gpu->order, sms);
    int warps[SCORD_MAX_SMS];
    uint32_t longest = 1, length;
    for (unsigned i = 0; i < sms; i++)
        warps[i] = issue_order_choose(&gpu->order, &gpu->sms[behind(first, i, sms)]);
    for (unsigned i = 0; i < AHEAD && i < sms; i++)
        fetch_ahead(gpu, behind(first, i, sms), warps[i]);
    gpu_status_t status = GPU_OK;
    for (unsigned i = 0; i < sms && status == GPU_OK; i++) {
        if (i + AHEAD < sms) fetch_ahead(gpu, behind(first, i + AHEAD, sms), warps[i + AHEAD]);
        if (warps[i] < 0) continue;
        status = gpu_take_turn(gpu, behind(first, i, sms), (unsigned)warps[i], &length);
        if (length > longest) longest = length;
    }
    gpu->cycle += longest - 1;
    gpu->statistics.cycles += longest - 1;
    return status;
}

/* PCT: one warp of the whole machine. */
static gpu_status_t run_pct_cycle(gpu_t *gpu) {
    const unsigned sms = gpu->options.config.num_sms;
    core_outcome_t outcome;
    if (!pct_issue_choose(&gpu->pct, gpu->sms, sms)) return GPU_OK;
    const gpu_status_t status = gpu_step_warp(gpu, gpu->pct.sm, gpu->pct.warp, &outcome);
    const bool changed = (gpu->result.changed && gpu->result.shared != 0) ||
                         (outcome == CORE_ACCESS && gpu->result.access.op != SCORD_OP_LOAD &&
                          memory_watch_changed(&gpu->watch));
    if (status == GPU_OK || status == GPU_WAITS)
        pct_issue_stepped(&gpu->pct, gpu->sms, sms, &gpu->result, changed, outcome == CORE_EXITED);
    return status;
}

static uint64_t draw_rank(void *context) { return pct_order_priority(context); }

/* ---- a launch ---- */

static uint64_t threads_of(const gpu_launch_t *launch) { /* of a block */
    return (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
}

static uint8_t *unwritten_bits(const gpu_t *gpu) {
    return gpu->options.unwritten ? gpu->options.unwritten->bits : NULL;
}

/* The host has run since the last launch, or turn, and may have written what it shares. */
static void see_host(gpu_t *gpu) {
    unwritten_t *unwritten = gpu->options.unwritten;
    const bool kept = unwritten_bits(gpu) && device_memory_shared(gpu->options.memory);
    if (kept) unwritten_host_ran(unwritten);
    gpu->watch.unwritten = kept ? unwritten : NULL;
}

static void prepare(gpu_t *gpu, const gpu_launch_t *launch) {
    gpu->launch = gpu->emitter.launch = launch;
    gpu->watch.module = launch->module;
    gpu->watch.words = &gpu->unwritten_words;
    gpu->watch.pc_base = launch->pc_base;
    gpu->emitter.unwritten_words = &gpu->unwritten_words;
    see_host(gpu);
    gpu->core = (core_launch_t){
        .module = launch->module,
        .compiled = launch->compiled,
        .kernel = launch->kernel,
        .dynamic_shared = launch->dynamic_shared,
        .parameters = launch->parameters,
        .constant = launch->constant,
        .constant_read = launch->constant_read,
        .memory = {.context = &gpu->watch,
                   .translate = memory_watch_translate,
                   .read_unwritten = memory_watch_unwritten,
                   .unwritten = unwritten_bits(gpu),
                   .unwritten_base = DEVICE_MEMORY_BASE},
        .host = {gpu, host_call},
        .cycle = gpu->pipelines || gpu->options.pct.depth != 0 ? &gpu->cycle : &gpu->clock,
        .grid_id = gpu->begun,
        .num_sms = gpu->options.config.num_sms,
        .independent_threads = gpu->options.independent_threads &&
                               launch->kernel->architecture >= PTX_VOLTA,
        .keep_going = gpu->options.keep_going,
        .post_dominators = launch->kernel->architecture < PTX_VOLTA,
        .cooperative = launch->cooperative,
        .workspace = launch->workspace,
        .findings = gpu->options.sink ? gpu->options.findings : 0,
        .states_flags = gpu->options.config.acquire_release != 0};
    if (gpu->options.pct.lanes) {
        gpu->core.rank = draw_rank;
        gpu->core.rank_context = &gpu->pct.order;
        gpu->core.fairness = RANKED_FAIRNESS;
    }
    memcpy(gpu->core.grid, launch->grid, sizeof gpu->core.grid);
    memcpy(gpu->core.block, launch->block, sizeof gpu->core.block);
    warp_memory_prepare(&gpu->warp_memory, launch->kernel,
                        (size_t)gpu->options.config.num_sms * GPU_MAX_WARPS);
    gpu->number = gpu->begun++;
    gpu->next_block = 0;
    gpu->block_count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    issue_order_start(&gpu->order, gpu->options.seed, gpu->number);
}

/* Pieces of shared memory that a launch can use. Blocks go round robin over the SMs to the lowest
 * slot: a grid of which all blocks start at once takes the first pieces. A larger one can use every
 * slot that gpu_slots_per_sm counts. */
static uint64_t shared_pieces(const gpu_t *gpu, uint64_t bytes) {
    const gpu_launch_t *launch = gpu->launch;
    const uint64_t sms = gpu->options.config.num_sms, threads = threads_of(launch);
    const uint64_t at_once = sms * gpu_blocks_per_sm(gpu, threads, bytes,
                                                     launch->kernel->register_demand);
    return gpu->block_count <= at_once ? gpu->block_count
                                       : sms * gpu_slots_per_sm(gpu, threads, bytes);
}

enum { HEAP_TRACKED = 1 << 20 };

/* Takes addresses for shared memory. */
static gpu_status_t track_shared(gpu_t *gpu) {
    const gpu_launch_t *launch = gpu->launch;
    const uint64_t bytes = gpu_block_shared_bytes(launch->kernel, launch->dynamic_shared);
    const uint32_t sms = gpu->options.config.num_sms;
    gpu->statistics.unchecked_shared += bytes > 0 && !gpu->options.track_shared;
    if (!gpu->options.track_shared || bytes == 0) return GPU_OK;
    const uint64_t blocks = shared_pieces(gpu, bytes);
    if (shared_tracking_begin(&gpu->shared, gpu->options.memory, bytes, blocks, sms)) return GPU_OK;
    snprintf(gpu->error->message, sizeof gpu->error->message,
             "the program's allocations leave no addresses for the shared memory of kernel %s; "
             "check without --shared",
             launch->name);
    return GPU_FAULT;
}

/* Where kernels allocate there is room for what they will get. */
static uint64_t span_of(const gpu_t *gpu) {
    static const char *const names[] = {"malloc", "cudaMalloc", "__cudaCDP2Malloc",
                                        "cudaGetParameterBufferV2",
                                        "__cudaCDP2GetParameterBufferV2"};
    uint64_t heap = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const ptx_function_t *function = ptx_find_function(gpu->launch->module, names[i]);
        if (function && !function->defined) heap = HEAP_TRACKED;
    }
    return device_memory_span(gpu->options.memory) + heap;
}

static gpu_status_t emit_begin(gpu_t *gpu) {
    const uint64_t span = span_of(gpu);
    const scord_config_t *config = &gpu->options.config;
    return gpu_emit_kernel_begin(&gpu->emitter, gpu->number,
                                 gpu->shared.base != 0
                                     ? scord_log2_tracked_words_with_shared(span, config)
                                     : scord_log2_tracked_words(span, config));
}

/* Cycle by cycle; the blocks of a cycle are dispatched at its end. */
static gpu_status_t run_pipelines(gpu_t *gpu) {
    gpu_status_t status = GPU_OK;
    while (status == GPU_OK && (gpu->resident > 0 || gpu->next_block < gpu->block_count)) {
        gpu->cycle++;
        gpu->statistics.cycles++;
        status = pipelines_run_cycle(gpu->pipelines);
    }
    while (status == GPU_OK && !pipelines_drained(gpu->pipelines)) {
        gpu->cycle++;
        gpu->statistics.cycles++;
        status = pipelines_drain(gpu->pipelines);
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
        status = gpu->options.pct.depth != 0 ? run_pct_cycle(gpu) : run_round(gpu);
        if (status == GPU_OK && gpu->resident < resident) status = gpu_dispatch_blocks(gpu);
    }
    return status;
}

static gpu_status_t end_of_launch(gpu_t *gpu, gpu_status_t status) {
    if (status == GPU_WAITS) return status;
    device_memory_end_launch(gpu->options.memory);
    if (gpu->watch.view) stale_view_end(gpu->watch.view);
    if (gpu->pipelines) pipelines_end(gpu->pipelines);
    clear_machine(gpu);
    shared_tracking_end(&gpu->shared);
    if (status != GPU_SINK_CLOSED) { /* what was found before an error as well */
        const gpu_status_t told = gpu_findings_end_launch(&gpu->findings, &gpu->emitter);
        status = status == GPU_OK ? told : status;
    }
    if (status == GPU_OK) {
        gpu->cycle++;
        status = gpu_emit_kernel_end(&gpu->emitter, gpu->number);
    } else if (status != GPU_SINK_CLOSED) {
        /* the stream stays well formed: consumers drain their checks */
        gpu_emit_kernel_end(&gpu->emitter, gpu->number);
    }
    gpu->statistics.launches++;
    gpu->statistics.forgotten_lanes = gpu->words.forgotten + gpu->parts_words.forgotten;
    gpu->statistics.compiled += gpu->launch->compiled ? 1 : 0;
    gpu->launch = gpu->emitter.launch = NULL;
    return status;
}

gpu_status_t gpu_run(gpu_t *gpu, const gpu_launch_t *launch, gpu_error_t *error) {
    assert(gpu_blocks_per_sm(gpu, threads_of(launch),
                             gpu_block_shared_bytes(launch->kernel, launch->dynamic_shared),
                             launch->kernel->register_demand) >= 1);
    assert(!gpu->launch && "no launch waits");
    gpu->error = error;
    gpu->may_wait = true;
    error->message[0] = '\0';
    prepare(gpu, launch);
    const uint64_t limit = gpu->hurry ? gpu->hurry : gpu->options.spin_limit;
    gpu_status_t status = progress_start(&gpu->progress, limit, launch->module) ? track_shared(gpu)
                                                                                : GPU_NO_MEMORY;
    if (status != GPU_OK) {
        gpu->launch = NULL;
        return status;
    }
    status = emit_begin(gpu);
    if (status == GPU_OK && gpu->pipelines) status = pipelines_start(gpu->pipelines);
    if (status == GPU_OK) status = run_blocks(gpu);
    return end_of_launch(gpu, status);
}

gpu_status_t gpu_resume(gpu_t *gpu, bool may_wait, gpu_error_t *error) {
    assert(gpu->launch && "a launch waits");
    gpu->error = error;
    gpu->may_wait = may_wait;
    error->message[0] = '\0';
    gpu->progress.limit = gpu->hurry && may_wait ? gpu->hurry : gpu->options.spin_limit;
    progress_sign(&gpu->progress);
    see_host(gpu);
    return end_of_launch(gpu, run_blocks(gpu));
}

gpu_status_t gpu_name_object(gpu_t *gpu, uint64_t address, uint64_t bytes, const char *name) {
    return gpu_emit_object(&gpu->emitter, address, bytes, name);
}
