/* load_store_unit.c: see load_store_unit.h. */
#include "sim/sm/load_store_unit.h"

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
                                    .carried = operation->carried};
    switch (memory_system_access(unit->system, unit->sm, &access, now)) {
    case MEMORY_WAITS: return false;
    case MEMORY_ANSWERED: operation->due = now + unit->context->machine.l1_latency; break;
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

static void take_operation(load_store_unit_t *unit) {
    if (unit->latch->count == 0 || *unit->unit_free > unit->context->cycle) return;
    const uint32_t number = unit->latch->operation[0];
    operation_t *operation = &unit->operations->items[number];
    if (operation->kind == OPERATION_FENCE &&
        !memory_system_fence(unit->system, unit->sm, operation->carried, unit->context->cycle))
        return;
    latch_take(unit->latch, 0);
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
    if (unit->sending == NO_OPERATION) take_operation(unit);
    if (unit->sending != NO_OPERATION && send_segment(unit, unit->sending))
        unit->sending = NO_OPERATION;
}
