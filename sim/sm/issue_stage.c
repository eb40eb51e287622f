/* issue_stage.c: scoreboard, the walk of each scheduler over its warps, and what an issued
 * instruction leaves behind for the stages after it (pipeline.h). BAWS section 2.2; W3–W6. */
#include <string.h>

#include "sim/sm/pipeline.h"

static bool is_set(const uint64_t *bits, uint32_t number) {
    return bits[number / 64] >> number % 64 & 1;
}

static void put(uint64_t *mask, uint64_t bit, bool value) {
    *mask = value ? *mask | bit : *mask & ~bit;
}

/* Read after write and write after write; there is no write after read, since registers are read in
 * order. */
static bool has_hazard(const warp_front_t *front, const instruction_timing_t *timing) {
    for (unsigned i = 0; i < timing->sources; i++)
        if (is_set(front->pending, timing->source[i])) return true;
    for (unsigned i = 0; i < timing->destinations; i++)
        if (is_set(front->pending, timing->destination[i])) return true;
    return false;
}

static bool waits_long(const warp_front_t *front, const instruction_timing_t *timing) { /* W8 */
    for (unsigned i = 0; i < timing->sources; i++)
        if (is_set(front->pending_long, timing->source[i])) return true;
    return false;
}

void issue_look_at_head(const gpu_t *gpu, unsigned sm, unsigned warp) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const warp_front_t *front = &pipeline->front[warp];
    const uint64_t bit = gpu_warp_bit(warp);
    if ((pipeline->filled & bit) == 0) {
        pipeline->stale &= ~bit;
        pipeline->hazard &= ~bit;
        pipeline->long_wait &= ~bit;
        return;
    }
    const instruction_timing_t *timing = &gpu->pipelines->timings[front->ibuffer[0]];
    const uint32_t next = core_warp_next(gpu->sms[sm].warps[warp].core);
    put(&pipeline->stale, bit, next != UINT32_MAX && next != front->ibuffer[0]);
    put(&pipeline->hazard, bit, has_hazard(front, timing));
    put(&pipeline->long_wait, bit, waits_long(front, timing));
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        put(&pipeline->head[unit], bit, timing->unit == unit);
}

/* W6: what stands in the I-buffer is of a path not taken. */
static void flush(gpu_t *gpu, unsigned sm, unsigned warp) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    warp_front_t *front = &pipeline->front[warp];
    gpu->pipelines->statistics->flushed_instructions += front->held;
    front->held = 0;
    front->fetch_pc = core_warp_next(gpu->sms[sm].warps[warp].core);
    pipeline->filled &= ~gpu_warp_bit(warp);
    pipeline->flushed |= gpu_warp_bit(warp);
    issue_look_at_head(gpu, sm, warp);
}

/* ---- memory accesses ---- */

/* Cycles of a shared memory access: the most distinct words in one bank. Each bank's words are a
 * list (place + 1 in `words`, 0 ends). */
static uint8_t bank_conflicts(const core_step_result_t *result, uint32_t banks) {
    uint32_t words[SCORD_THREADS_PER_WARP * 4];
    uint8_t link[SCORD_THREADS_PER_WARP * 4], first[64] = {0}, in_bank[64] = {0};
    unsigned count = 0, most = 1;
    for (uint32_t left = result->shared; left != 0; left &= left - 1)
        for (uint32_t byte = 0; byte < result->bytes; byte += 4) {
            const uint32_t word = (result->shared_offset[gpu_lowest(left)] + byte) / 4,
                           bank = word % banks;
            unsigned i = first[bank];
            while (i > 0 && words[i - 1] != word) i = link[i - 1];
            if (i > 0) continue;
            words[count] = word;
            link[count] = first[bank];
            first[bank] = (uint8_t)++count;
            const unsigned here = ++in_bank[bank];
            most = here > most ? here : most;
        }
    return (uint8_t)most;
}

/* An access that acquires or releases holds its warp back as a fence does, until memory has
 * answered all that it has asked. A release is then one access late: what it orders was issued
 * before it, and it is performed when it is issued (docs/cycle-model.md). */
static bool orders(const scord_event_access_t *access) {
    return access->semantics >= SCORD_SEMANTICS_ACQUIRE;
}

/* What core_step told about the instruction goes into OPERATION. */
static void describe(gpu_t *gpu, pipeline_t *pipeline, operation_t *operation,
                     core_outcome_t outcome) {
    const core_step_result_t *result = &gpu->result;
    warp_front_t *front = &pipeline->front[operation->warp];
    if (outcome == CORE_ACCESS) {
        const scord_event_access_t *access = &result->access;
        coalesced_t segments;
        coalesce(access, &segments);
        operation->segments = (uint8_t)segments.count;
        memcpy(operation->line, segments.segment, segments.count * sizeof *segments.segment);
        memcpy(operation->words, segments.words, segments.count * sizeof *segments.words);
        operation->kind = access->op == SCORD_OP_LOAD    ? OPERATION_LOAD
                          : access->op == SCORD_OP_STORE ? OPERATION_STORE
                                                         : OPERATION_ATOMIC;
        operation->cached = !access->strong;
        if (operation->kind == OPERATION_ATOMIC)
            operation->conflicts = coalescer_lanes_on_one_word(access);
        if (orders(access)) front->fence_waits = true;
    } else if (outcome == CORE_FENCE) {
        operation->kind = OPERATION_FENCE;
        front->fence_waits = true;
    } else if (result->shared != 0) {
        operation->conflicts = bank_conflicts(result, gpu->pipelines->machine.shared_banks);
        gpu->pipelines->statistics->shared_accesses++;
        gpu->pipelines->statistics->shared_conflict_cycles += operation->conflicts - 1u;
    }
    if (operation->kind < OPERATION_LOAD) return;
    front->memory_outstanding++;
    if (operation->kind == OPERATION_ATOMIC) front->atomics_outstanding++;
    if (operation->kind >= OPERATION_ATOMIC || front->fence_waits)
        pipeline->held_back |= gpu_warp_bit(operation->warp);
}

/* ---- issue ---- */

static void reserve_registers(warp_front_t *front, const instruction_timing_t *timing) {
    for (unsigned i = 0; i < timing->destinations; i++) {
        const uint32_t number = timing->destination[i];
        front->pending[number / 64] |= UINT64_C(1) << number % 64;
        if (timing->long_latency)
            front->pending_long[number / 64] |= UINT64_C(1) << number % 64;
        else
            front->pending_long[number / 64] &= ~(UINT64_C(1) << number % 64);
    }
}

static uint32_t take_head(pipeline_t *pipeline, unsigned warp) {
    warp_front_t *front = &pipeline->front[warp];
    const uint32_t head = front->ibuffer[0];
    front->held--;
    memmove(front->ibuffer, front->ibuffer + 1, front->held * sizeof *front->ibuffer);
    if (front->held == 0) pipeline->filled &= ~gpu_warp_bit(warp);
    return head;
}

/* The operation exists before the step, so that a block whose last warp exits in it is seen to have
 * something in flight. */
static gpu_status_t issue(gpu_t *gpu, unsigned sm, unsigned warp) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const instruction_timing_t *timing = &gpu->pipelines->timings[take_head(pipeline, warp)];
    const uint32_t number = operation_new(pipeline);
    if (number == NO_OPERATION) return GPU_NO_MEMORY;
    operation_t *operation = &pipeline->operations[number];
    operation->timing = timing;
    operation->kind = timing->unit == UNIT_MEM ? OPERATION_LOCAL : OPERATION_ALU;
    operation->warp = (uint8_t)warp;
    operation->slot = gpu->sms[sm].warps[warp].slot;
    operation->segments = operation->conflicts = operation->cached = 0;
    pipeline->in_flight[operation->slot]++;
    latch_put(&pipeline->to_collect[timing->unit], number);
    reserve_registers(&pipeline->front[warp], timing);
    gpu->pipelines->last_issue = gpu->cycle;
    gpu->pipelines->statistics->warp_instructions++;
    core_outcome_t outcome;
    gpu_status_t status = gpu_step_warp(gpu, sm, warp, &outcome);
    gpu->pipelines->statistics->thread_instructions +=
        (uint64_t)__builtin_popcount(gpu->result.active);
    describe(gpu, pipeline, operation, outcome);
    if ((gpu->sms[sm].occupied & gpu_warp_bit(warp)) != 0) issue_look_at_head(gpu, sm, warp);
    if (status == GPU_WAITS) { /* for the host: after this cycle */
        gpu->pipelines->host_awaited = true;
        status = GPU_OK;
    }
    return status;
}

/* Warps whose unit's port has room. */
static uint64_t ports_free(const pipeline_t *pipeline) {
    uint64_t warps = 0;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        if (!latch_full(&pipeline->to_collect[unit])) warps |= pipeline->head[unit];
    return warps;
}

issue_masks_t issue_masks(const gpu_t *gpu, unsigned sm, unsigned unit) {
    const pipeline_t *pipeline = pipeline_of(gpu, sm);
    const uint64_t here = gpu->sms[sm].ready & pipeline->filled & pipeline->unit_warps[unit] &
                          ~pipeline->held_back;
    const uint64_t stale = here & pipeline->stale, clear = here & ~stale & ~pipeline->hazard;
    return (issue_masks_t){.stale = stale, .clear = clear, .ready = clear & ports_free(pipeline)};
}

static gpu_status_t issue_unit(gpu_t *gpu, unsigned sm, unsigned unit) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const issue_masks_t masks = issue_masks(gpu, sm, unit);
    const uint64_t stale = masks.stale, clear = masks.clear, ready = masks.ready;
    uint64_t visited = 0;
    int pick = SCORD_SCHEDULER_NO_WARP;
    if ((ready | stale) != 0) {
        const gpu_status_t status = schedule_pick(gpu, sm, unit, ready, stale, &visited, &pick);
        if (status != GPU_OK) return status;
    }
    stall_account(gpu, sm, unit, pick, clear, ready);
    for (; visited != 0; visited &= visited - 1) flush(gpu, sm, gpu_lowest(visited));
    pipeline->issued[unit] = pick;
    return pick == SCORD_SCHEDULER_NO_WARP ? GPU_OK : issue(gpu, sm, (unsigned)pick);
}

gpu_status_t issue_stage(gpu_t *gpu, unsigned sm) {
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    const unsigned units = machine->schedulers,
                   first = machine->port_turns != 0 ? (unsigned)(gpu->cycle % units) : 0;
    for (unsigned i = 0; i < units; i++) {
        const gpu_status_t status = issue_unit(gpu, sm, (first + i) % units);
        if (status != GPU_OK) return status;
    }
    return GPU_OK;
}
