/* SPDX-License-Identifier: Apache-2.0 */
/* load_store_unit.c: see load_store_unit.h. */
#include "sim/sm/pipeline/load_store_unit.h"

/* The last segment is handed over and nothing is awaited: the operation completes once its L1 hits
 * have their latency. */
static void finish(load_store_unit_t *unit, uint32_t number) {
    const uint64_t now = unit->context->cycle;
    const operation_t *operation = &unit->operations->items[number];
    if (operation->sent < operation->segments || operation->awaited > 0) return;
    operation_complete_at(unit->operations, number, operation->due > now ? operation->due : now + 1,
                          now);
}

static void take_answers(load_store_unit_t *unit) {
    const uint32_t *tickets;
    const uint32_t count = memory_system_answers(unit->system, unit->sm, unit->context->cycle,
                                                 &tickets);
    for (uint32_t i = 0; i < count; i++) {
        assert(tickets[i] < unit->operations->count &&
               unit->operations->items[tickets[i]].awaited > 0);
        unit->operations->items[tickets[i]].awaited--;
        finish(unit, tickets[i]);
    }
}

static memory_kind_t kind_of(const operation_t *operation) {
    return operation->kind == OPERATION_STORE    ? MEMORY_STORE
           : operation->kind == OPERATION_ATOMIC ? MEMORY_ATOMIC
                                                 : MEMORY_LOAD;
}

/* S3: lanes of an atomic that is done at the L1 follow each other on one word, a cycle each. */
static uint64_t l1_cycles(const load_store_unit_t *unit, const operation_t *operation) {
    const uint64_t latency = unit->context->machine.l1_latency;
    return operation->kind == OPERATION_ATOMIC ? latency + operation->conflicts - 1u : latency;
}

/* True: the operation at hand is through. */
static bool send_segment(load_store_unit_t *unit, uint32_t number) {
    const uint64_t now = unit->context->cycle;
    operation_t *operation = &unit->operations->items[number];
    const unsigned i = operation->sent;
    assert(i < operation->segments);
    const memory_access_t access = {.segment = operation->line[i],
                                    .words = operation->words[i],
                                    .ticket = number,
                                    .kind = (uint8_t)kind_of(operation),
                                    .cached = operation->cached,
                                    .conflicts = operation->conflicts,
                                    .at_l1 = operation->at_l1,
                                    .warp = operation->warp,
                                    .carried = operation->carried};
    switch (memory_system_access(unit->system, unit->sm, &access, now)) {
    case MEMORY_WAITS: return false;
    case MEMORY_ANSWERED: operation->due = now + l1_cycles(unit, operation); break;
    case MEMORY_SENT: operation->awaited++; break;
    }
    operation->sent++;
    unit->context->statistics->segments++;
    finish(unit, number);
    return operation->sent == operation->segments;
}

static bool is_global(const operation_t *operation) {
    return operation->kind == OPERATION_LOAD || operation->kind == OPERATION_STORE ||
           operation->kind == OPERATION_ATOMIC;
}

/* What does not go to the hierarchy: shared memory takes a cycle a pass over its banks. */
static void local(load_store_unit_t *unit, uint32_t number) {
    const uint64_t now = unit->context->cycle;
    const gpu_machine_t *machine = &unit->context->machine;
    const unsigned passes = unit->operations->items[number].kind == OPERATION_LOCAL
                                ? unit->operations->items[number].conflicts
                                : 0;
    const uint64_t done = passes > 0 ? now + passes - 1 + machine->shared_latency
                                     : now + machine->constant_latency;
    *unit->unit_free = now + (passes > 1 ? passes : 1);
    operation_complete_at(unit->operations, number, done, now);
}

/* ---- fences of device scope (S2) ---- */

static bool flushes(const load_store_unit_t *unit, const operation_t *operation) {
    return unit->context->machine.scoped_l1 != 0 && operation->kind == OPERATION_FENCE &&
           (operation->releases || operation->acquires);
}

/* A warp has one at a time. */
static void begin_fence(load_store_unit_t *unit, uint32_t number) {
    assert(unit->fences < sizeof unit->fence / sizeof *unit->fence);
    unit->fence[unit->fences].operation = number;
    unit->fence[unit->fences++].flushed = false;
}

/* The first fence whose warp has nothing else under way goes on with its flush. True: a line was
 * sent, which takes the unit's cycle. */
static bool flush(load_store_unit_t *unit) {
    for (uint32_t i = 0; i < unit->fences; i++) {
        const operation_t *operation = &unit->operations->items[unit->fence[i].operation];
        if (unit->fence[i].flushed || unit->fronts->front[operation->warp].memory_outstanding > 1)
            continue;
        if (!memory_system_synchronise(unit->system, unit->sm, operation->warp, operation->releases,
                                       operation->acquires, unit->context->cycle))
            return true;
        unit->fence[i].flushed = true;
        unit->fence[i].write_back = operation->releases
                                        ? memory_system_last_write_back(unit->system, unit->sm)
                                        : 0;
    }
    return false;
}

static void end_fences(load_store_unit_t *unit) {
    for (uint32_t i = 0; i < unit->fences;) {
        if (!unit->fence[i].flushed ||
            !memory_system_wrote_back(unit->system, unit->sm, unit->fence[i].write_back)) {
            i++;
            continue;
        }
        operation_complete_at(unit->operations, unit->fence[i].operation,
                              unit->context->cycle + unit->context->machine.constant_latency,
                              unit->context->cycle);
        unit->fence[i] = unit->fence[--unit->fences];
    }
}

/* Whether what an access orders at device scope is through with the L1. */
static bool synchronised(load_store_unit_t *unit, const operation_t *operation) {
    return unit->context->machine.scoped_l1 == 0 || operation->kind == OPERATION_FENCE ||
           (!operation->releases && !operation->acquires) ||
           memory_system_synchronise(unit->system, unit->sm, operation->warp, operation->releases,
                                     operation->acquires, unit->context->cycle);
}

static void take_operation(load_store_unit_t *unit) {
    if (unit->latch->count == 0 || *unit->unit_free > unit->context->cycle) return;
    const uint32_t number = unit->latch->operation[0];
    operation_t *operation = &unit->operations->items[number];
    if (operation->kind == OPERATION_FENCE &&
        !memory_system_fence(unit->system, unit->sm, operation->carried, unit->context->cycle))
        return;
    if (!synchronised(unit, operation)) return;
    latch_take(unit->latch, 0);
    if (flushes(unit, operation)) {
        *unit->unit_free = unit->context->cycle + 1;
        begin_fence(unit, number);
        return;
    }
    if (!is_global(operation) || operation->segments == 0) {
        local(unit, number);
        return;
    }
    operation->sent = operation->awaited = 0;
    operation->due = 0;
    unit->sending = number;
}

void load_store_cycle(load_store_unit_t *unit) {
    take_answers(unit);
    const bool flushing = unit->fences > 0 && unit->sending == NO_OPERATION && flush(unit);
    if (unit->fences > 0) end_fences(unit);
    if (flushing) return;
    if (unit->sending == NO_OPERATION) take_operation(unit);
    if (unit->sending != NO_OPERATION && send_segment(unit, unit->sending))
        unit->sending = NO_OPERATION;
}
