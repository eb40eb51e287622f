/* load_store_unit.c: the load/store unit before the memory hierarchy with queues (pipeline.h;
 * mem/memory_system.h, M2).
 *
 * It takes a warp instruction when it is done with the one before, and hands over a segment a
 * cycle; what finds no room is tried again, and everything behind it waits. Shared, constant and
 * private memory take their cycles in the same place.
 */
#include <assert.h>

#include "sim/sm/pipeline.h"

/* The last segment is handed over and nothing is awaited: the operation completes once its L1 hits
 * have their latency. */
static void finish(gpu_t *gpu, unsigned sm, uint32_t number) {
    const operation_t *operation = &pipeline_of(gpu, sm)->operations[number];
    if (operation->sent < operation->segments || operation->awaited > 0) return;
    operation_complete_at(pipeline_of(gpu, sm), number,
                          operation->due > gpu->cycle ? operation->due : gpu->cycle + 1,
                          gpu->cycle);
}

static void take_answers(gpu_t *gpu, unsigned sm) {
    const uint32_t *tickets;
    const uint32_t count = memory_system_answers(gpu->pipelines->system, sm, gpu->cycle, &tickets);
    for (uint32_t i = 0; i < count; i++) {
        assert(tickets[i] < pipeline_of(gpu, sm)->operation_count &&
               pipeline_of(gpu, sm)->operations[tickets[i]].awaited > 0);
        pipeline_of(gpu, sm)->operations[tickets[i]].awaited--;
        finish(gpu, sm, tickets[i]);
    }
}

static memory_kind_t kind_of(const operation_t *operation) {
    return operation->kind == OPERATION_STORE    ? MEMORY_STORE
           : operation->kind == OPERATION_ATOMIC ? MEMORY_ATOMIC
                                                 : MEMORY_LOAD;
}

/* True: the operation at hand is through. */
static bool send_segment(gpu_t *gpu, unsigned sm, uint32_t number) {
    operation_t *operation = &pipeline_of(gpu, sm)->operations[number];
    const unsigned i = operation->sent;
    const memory_access_t access = {.segment = operation->line[i],
                                    .words = operation->words[i],
                                    .ticket = number,
                                    .kind = (uint8_t)kind_of(operation),
                                    .cached = operation->cached,
                                    .conflicts = operation->conflicts};
    switch (memory_system_access(gpu->pipelines->system, sm, &access, gpu->cycle)) {
    case MEMORY_WAITS: return false;
    case MEMORY_ANSWERED: operation->due = gpu->cycle + gpu->pipelines->machine.l1_latency; break;
    case MEMORY_SENT: operation->awaited++; break;
    }
    operation->sent++;
    gpu->pipelines->statistics->segments++;
    finish(gpu, sm, number);
    return operation->sent == operation->segments;
}

static bool is_global(const operation_t *operation) {
    return operation->kind == OPERATION_LOAD || operation->kind == OPERATION_STORE ||
           operation->kind == OPERATION_ATOMIC;
}

/* What does not go to the hierarchy: shared memory takes a cycle a pass over its banks. */
static void local(gpu_t *gpu, pipeline_t *pipeline, uint32_t number) {
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    const unsigned passes = pipeline->operations[number].kind == OPERATION_LOCAL
                                ? pipeline->operations[number].conflicts
                                : 0;
    const uint64_t done = passes > 0 ? gpu->cycle + passes - 1 + machine->shared_latency
                                     : gpu->cycle + machine->constant_latency;
    pipeline->unit_free[UNIT_MEM][0] = gpu->cycle + (passes > 1 ? passes : 1);
    operation_complete_at(pipeline, number, done, gpu->cycle);
}

static void take_operation(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    if (pipeline->to_execute[UNIT_MEM].count == 0 || pipeline->unit_free[UNIT_MEM][0] > gpu->cycle)
        return;
    const uint32_t number = pipeline->to_execute[UNIT_MEM].operation[0];
    operation_t *operation = &pipeline->operations[number];
    if (operation->kind == OPERATION_FENCE &&
        !memory_system_fence(gpu->pipelines->system, sm, gpu->cycle))
        return;
    latch_take(&pipeline->to_execute[UNIT_MEM], 0);
    if (!is_global(operation) || operation->segments == 0) {
        local(gpu, pipeline, number);
        return;
    }
    operation->sent = operation->awaited = 0;
    operation->due = 0;
    pipeline->sending = number;
}

void load_store_unit(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    take_answers(gpu, sm);
    if (pipeline->sending == NO_OPERATION) take_operation(gpu, sm);
    if (pipeline->sending != NO_OPERATION && send_segment(gpu, sm, pipeline->sending))
        pipeline->sending = NO_OPERATION;
}
