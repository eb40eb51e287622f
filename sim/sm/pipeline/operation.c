/* SPDX-License-Identifier: Apache-2.0 */
/* operation.c: see operation.h. */
#include "sim/sm/pipeline/operation.h"

#include <string.h>

#include "cmodel/base/array.h"

void operations_clear(operations_t *operations) {
    operations->free = NO_OPERATION;
    for (uint32_t i = operations->count; i-- > 0; operations->free = i)
        operations->items[i].next = operations->free;
    for (unsigned i = 0; i < WHEEL; i++) operations->wheel[i] = NO_OPERATION;
    memset(operations->in_flight, 0, sizeof operations->in_flight);
}

static bool grow(operations_t *operations) {
    const uint32_t used = operations->count;
    assert(operations->free == NO_OPERATION);
    if (!SCORD_ARRAY_ROOM(operations->items, operations->count, used + 64)) return false;
    for (uint32_t i = operations->count; i-- > used; operations->free = i)
        operations->items[i].next = operations->free;
    return true;
}

uint32_t operation_new(operations_t *operations, unsigned slot) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    if (operations->free == NO_OPERATION && !grow(operations)) return NO_OPERATION;
    const uint32_t operation = operations->free;
    assert(operation < operations->count);
    operations->free = operations->items[operation].next;
    operations->items[operation].slot = (uint8_t)slot;
    operations->in_flight[slot]++;
    return operation;
}

void operation_free(operations_t *operations, uint32_t operation) {
    assert(operation < operations->count);
    assert(operations->in_flight[operations->items[operation].slot] > 0);
    operations->in_flight[operations->items[operation].slot]--;
    operations->items[operation].next = operations->free;
    operations->free = operation;
}

void operation_complete_at(operations_t *operations, uint32_t operation, uint64_t due,
                           uint64_t now) {
    assert(operation < operations->count && due > now);
    const uint64_t at = due - now < WHEEL ? due : now + WHEEL - 1;
    uint32_t *list = &operations->wheel[at % WHEEL];
    operations->items[operation].due = due;
    operations->items[operation].next = *list;
    *list = operation;
}
