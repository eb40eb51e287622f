/* SPDX-License-Identifier: Apache-2.0 */
/* execute_stage.c: see execute_stage.h. */
#include "sim/sm/pipeline/execute_stage.h"

#include <string.h>

#include "sim/sm/block_dispatch.h"

void execution_clear(execution_t *execution) {
    memset(execution->unit_free, 0, sizeof execution->unit_free);
    execution->busy_banks = 0;
    execution->draining = 0;
    execution->load_store.sending = NO_OPERATION;
    execution->load_store.fences = 0;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) execution->to_execute[unit].count = 0;
}

/* ---- completion ---- */

static void memory_answered(warp_fronts_t *fronts, const operation_t *operation) {
    warp_front_t *front = &fronts->front[operation->warp];
    assert(front->memory_outstanding > 0);
    assert(operation->kind != OPERATION_ATOMIC || front->atomics_outstanding > 0);
    front->memory_outstanding--;
    if (operation->kind == OPERATION_ATOMIC) front->atomics_outstanding--;
    if (front->memory_outstanding == 0) front->fence_waits = false;
    if (front->atomics_outstanding == 0 && !front->fence_waits)
        fronts->held_back &= ~gpu_warp_bit(operation->warp);
}

static void complete(execution_t *execution, uint32_t number) {
    warp_fronts_t *fronts = execution->fronts;
    const operation_t *operation = &execution->operations->items[number];
    const unsigned warp = operation->warp;
    fronts_unmark(fronts, warp, operation->timing);
    if (operation->kind >= OPERATION_LOAD) memory_answered(fronts, operation);
    operation_free(execution->operations, number);
    fronts_results_came(fronts, warp);
}

static void occupy_banks(execution_t *execution, const operation_t *operation, uint32_t banks) {
    for (unsigned i = 0; i < operation->timing->destinations; i++)
        execution->busy_banks |= UINT64_C(1)
                                 << (operation->timing->destination[i] + operation->warp) % banks;
}

static gpu_status_t free_drained(execution_t *execution) {
    const unsigned sm = execution->fronts->sm->number;
    for (unsigned slot = 0; slot < execution->context->machine.blocks; slot++) {
        if ((execution->draining >> slot & 1) == 0 || execution->operations->in_flight[slot] != 0)
            continue;
        const gpu_status_t status = gpu_free_block(execution->gpu, sm, slot);
        if (status != GPU_OK) return status;
    }
    return GPU_OK;
}

gpu_status_t writeback_stage(execution_t *execution) {
    const uint64_t now = execution->context->cycle;
    const gpu_machine_t *machine = &execution->context->machine;
    uint32_t *list = &execution->operations->wheel[now % WHEEL], next = *list, results = 0;
    *list = NO_OPERATION;
    execution->busy_banks = 0;
    while (next != NO_OPERATION) {
        const uint32_t number = next;
        operation_t *operation = &execution->operations->items[number];
        next = operation->next;
        const bool result = operation->kind == OPERATION_ALU && operation->timing->destinations > 0;
        if (operation->due > now) {
            operation_complete_at(execution->operations, number, operation->due, now);
        } else if (result && results == machine->writeback_width) {
            operation_complete_at(execution->operations, number, now + 1, now);
        } else {
            results += result;
            occupy_banks(execution, operation, machine->register_banks);
            complete(execution, number);
        }
    }
    return execution->draining != 0 ? free_drained(execution) : GPU_OK;
}

/* ---- units ---- */

static void execute_unit(execution_t *execution, unsigned unit, uint32_t ports) {
    const uint64_t now = execution->context->cycle;
    latch_t *latch = &execution->to_execute[unit];
    for (uint32_t port = 0; port < ports && latch->count > 0; port++) {
        if (execution->unit_free[unit][port] > now) continue;
        const uint32_t operation = latch_take(latch, 0);
        const instruction_timing_t *timing = execution->operations->items[operation].timing;
        execution->unit_free[unit][port] = now + timing->interval;
        operation_complete_at(execution->operations, operation, now + timing->latency, now);
    }
}

/* The load/store unit takes a segment, or one pass over the banks of shared memory, a cycle. */
static uint64_t answer_segments(execution_t *execution, const operation_t *operation) {
    gpu_cycle_statistics_t *statistics = execution->context->statistics;
    const unsigned sm = execution->fronts->sm->number;
    uint64_t done = execution->context->cycle + 1;
    for (unsigned i = 0; i < operation->segments; i++) {
        const uint64_t now = execution->context->cycle + i, line = operation->line[i];
        const unsigned bytes = coalescer_bytes(coalescer_sectors(operation->words[i]));
        uint64_t answered;
        if (operation->kind == OPERATION_STORE)
            answered = memory_store(execution->memory, statistics, sm, line, bytes, now);
        else if (operation->kind == OPERATION_ATOMIC)
            answered = memory_atomic(execution->memory, statistics, sm, line, operation->conflicts,
                                     now);
        else
            answered = memory_load(execution->memory, statistics, sm, line, bytes,
                                   operation->cached, now);
        done = answered > done ? answered : done;
    }
    statistics->segments += operation->segments;
    return done;
}

static void execute_memory(execution_t *execution) {
    const uint64_t now = execution->context->cycle;
    const gpu_machine_t *machine = &execution->context->machine;
    if (execution->to_execute[UNIT_MEM].count == 0 || execution->unit_free[UNIT_MEM][0] > now)
        return;
    const uint32_t number = latch_take(&execution->to_execute[UNIT_MEM], 0);
    const operation_t *operation = &execution->operations->items[number];
    uint64_t busy = 1, done = now + machine->constant_latency;
    if (operation->kind == OPERATION_LOCAL && operation->conflicts > 0) {
        busy = operation->conflicts;
        done = now + operation->conflicts - 1 + machine->shared_latency;
    } else if (operation->kind >= OPERATION_LOAD && operation->kind != OPERATION_FENCE) {
        busy = operation->segments > 0 ? operation->segments : 1;
        done = answer_segments(execution, operation);
    }
    execution->unit_free[UNIT_MEM][0] = now + busy;
    operation_complete_at(execution->operations, number, done, now);
}

void execute_stage(execution_t *execution) {
    execute_unit(execution, UNIT_SP, execution->context->machine.sp_ports);
    execute_unit(execution, UNIT_SFU, execution->context->machine.sfu_ports);
    if (execution->load_store.system)
        load_store_cycle(&execution->load_store);
    else
        execute_memory(execution);
}
