/* execute_stage.c: the units, the load/store unit, and completion (pipeline.h). */
#include <stdlib.h>
#include <string.h>

#include "sim/sm/pipeline.h"

/* ---- operations and the wheel ---- */

static bool grow(pipeline_t *pipeline) {
    const uint32_t count = pipeline->operation_count * 2 + 64;
    operation_t *larger = realloc(pipeline->operations, count * sizeof *larger);
    if (!larger) return false;
    pipeline->operations = larger;
    for (uint32_t i = pipeline->operation_count; i < count; i++)
        larger[i].next = i + 1 < count ? i + 1 : NO_OPERATION;
    pipeline->free_operation = pipeline->operation_count;
    pipeline->operation_count = count;
    return true;
}

uint32_t operation_new(pipeline_t *pipeline) {
    if (pipeline->free_operation == NO_OPERATION && !grow(pipeline)) return NO_OPERATION;
    const uint32_t operation = pipeline->free_operation;
    pipeline->free_operation = pipeline->operations[operation].next;
    return operation;
}

static void operation_free(pipeline_t *pipeline, uint32_t operation) {
    pipeline->operations[operation].next = pipeline->free_operation;
    pipeline->free_operation = operation;
}

/* Files OPERATION under the cycle it completes in, or the last one on the wheel, where it is looked
 * at again. */
void operation_complete_at(pipeline_t *pipeline, uint32_t operation, uint64_t due, uint64_t now) {
    const uint64_t at = due - now < WHEEL ? due : now + WHEEL - 1;
    uint32_t *list = &pipeline->wheel[at % WHEEL];
    pipeline->operations[operation].due = due;
    pipeline->operations[operation].next = *list;
    *list = operation;
}

/* ---- completion ---- */

static void set_bit(uint64_t *bits, uint32_t number, bool value) {
    if (value)
        bits[number / 64] |= UINT64_C(1) << number % 64;
    else
        bits[number / 64] &= ~(UINT64_C(1) << number % 64);
}

/* W8: GPGPU-Sim 3.2.2 clears the mark of a long-latency result only when a short operation writes
 * the register (sticky). */
static void release_registers(const gpu_t *gpu, warp_front_t *front,
                              const instruction_timing_t *timing) {
    for (unsigned i = 0; i < timing->destinations; i++) {
        set_bit(front->pending, timing->destination[i], false);
        if (!(gpu->options.schedule.sticky && timing->long_latency))
            set_bit(front->pending_long, timing->destination[i], false);
    }
}

static void memory_answered(pipeline_t *pipeline, const operation_t *operation) {
    warp_front_t *front = &pipeline->front[operation->warp];
    front->memory_outstanding--;
    if (operation->kind == OPERATION_ATOMIC) front->atomics_outstanding--;
    if (front->memory_outstanding == 0) front->fence_waits = false;
    if (front->atomics_outstanding == 0 && !front->fence_waits)
        pipeline->held_back &= ~gpu_warp_bit(operation->warp);
}

static void complete(gpu_t *gpu, unsigned sm, uint32_t number) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const operation_t operation = {.timing = pipeline->operations[number].timing,
                                   .kind = pipeline->operations[number].kind,
                                   .warp = pipeline->operations[number].warp,
                                   .slot = pipeline->operations[number].slot};
    const uint64_t bit = gpu_warp_bit(operation.warp);
    operation_free(pipeline, number);
    release_registers(gpu, &pipeline->front[operation.warp], operation.timing);
    if (operation.kind >= OPERATION_LOAD) memory_answered(pipeline, &operation);
    if (((pipeline->hazard | pipeline->long_wait) & bit) != 0)
        issue_look_at_head(gpu, sm, operation.warp);
    pipeline->in_flight[operation.slot]--;
}

static void occupy_banks(pipeline_t *pipeline, const operation_t *operation, uint32_t banks) {
    for (unsigned i = 0; i < operation->timing->destinations; i++)
        pipeline->busy_banks |= UINT64_C(1)
                                << (operation->timing->destination[i] + operation->warp) % banks;
}

static gpu_status_t free_drained(gpu_t *gpu, unsigned sm) {
    for (unsigned slot = 0; slot < gpu->options.config.blocks_per_sm; slot++) {
        if ((pipeline_of(gpu, sm)->draining >> slot & 1) == 0 || !pipeline_drained(gpu, sm, slot))
            continue;
        const gpu_status_t status = gpu_free_block(gpu, sm, slot);
        if (status != GPU_OK) return status;
    }
    return GPU_OK;
}

gpu_status_t writeback_stage(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    uint32_t *list = &pipeline->wheel[gpu->cycle % WHEEL], next = *list, results = 0;
    *list = NO_OPERATION;
    pipeline->busy_banks = 0;
    while (next != NO_OPERATION) {
        const uint32_t number = next;
        operation_t *operation = &pipeline->operations[number];
        next = operation->next;
        const bool result = operation->kind == OPERATION_ALU && operation->timing->destinations > 0;
        if (operation->due > gpu->cycle) {
            operation_complete_at(pipeline, number, operation->due, gpu->cycle);
        } else if (result && results == machine->writeback_width) {
            operation_complete_at(pipeline, number, gpu->cycle + 1, gpu->cycle);
        } else {
            results += result;
            occupy_banks(pipeline, operation, machine->register_banks);
            complete(gpu, sm, number);
        }
    }
    return pipeline->draining != 0 ? free_drained(gpu, sm) : GPU_OK;
}

/* ---- units ---- */

static void execute_unit(gpu_t *gpu, pipeline_t *pipeline, unsigned unit, uint32_t ports) {
    latch_t *latch = &pipeline->to_execute[unit];
    for (uint32_t port = 0; port < ports && latch->count > 0; port++) {
        if (pipeline->unit_free[unit][port] > gpu->cycle) continue;
        const uint32_t operation = latch_take(latch, 0);
        const instruction_timing_t *timing = pipeline->operations[operation].timing;
        pipeline->unit_free[unit][port] = gpu->cycle + timing->interval;
        operation_complete_at(pipeline, operation, gpu->cycle + timing->latency, gpu->cycle);
    }
}

/* The load/store unit takes a segment, or one pass over the banks of shared memory, a cycle. */
static uint64_t answer_segments(gpu_t *gpu, unsigned sm, const operation_t *operation) {
    pipelines_t *pipelines = gpu->pipelines;
    gpu_cycle_statistics_t *statistics = pipelines->statistics;
    uint64_t done = gpu->cycle + 1;
    for (unsigned i = 0; i < operation->segments; i++) {
        const uint64_t now = gpu->cycle + i, line = operation->line[i];
        const unsigned bytes = coalescer_bytes(coalescer_sectors(operation->words[i]));
        uint64_t answered;
        if (operation->kind == OPERATION_STORE)
            answered = memory_store(&pipelines->memory, statistics, sm, line, bytes, now);
        else if (operation->kind == OPERATION_ATOMIC)
            answered = memory_atomic(&pipelines->memory, statistics, sm, line, operation->conflicts,
                                     now);
        else
            answered = memory_load(&pipelines->memory, statistics, sm, line, bytes,
                                   operation->cached, now);
        done = answered > done ? answered : done;
    }
    statistics->segments += operation->segments;
    return done;
}

static void execute_memory(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    if (pipeline->to_execute[UNIT_MEM].count == 0 || pipeline->unit_free[UNIT_MEM][0] > gpu->cycle)
        return;
    const uint32_t number = latch_take(&pipeline->to_execute[UNIT_MEM], 0);
    const operation_t *operation = &pipeline->operations[number];
    uint64_t busy = 1, done = gpu->cycle + machine->constant_latency;
    if (operation->kind == OPERATION_LOCAL && operation->conflicts > 0) {
        busy = operation->conflicts;
        done = gpu->cycle + operation->conflicts - 1 + machine->shared_latency;
    } else if (operation->kind >= OPERATION_LOAD && operation->kind != OPERATION_FENCE) {
        busy = operation->segments > 0 ? operation->segments : 1;
        done = answer_segments(gpu, sm, operation);
    }
    pipeline->unit_free[UNIT_MEM][0] = gpu->cycle + busy;
    operation_complete_at(pipeline, number, done, gpu->cycle);
}

void execute_stage(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    execute_unit(gpu, pipeline, UNIT_SP, gpu->pipelines->machine.sp_ports);
    execute_unit(gpu, pipeline, UNIT_SFU, gpu->pipelines->machine.sfu_ports);
    if (gpu->pipelines->system)
        load_store_unit(gpu, sm);
    else
        execute_memory(gpu, sm);
}
