/* SPDX-License-Identifier: Apache-2.0 */
/* operation.h: warp instructions between issue and completion.
 *
 *     items[]   a pool that grows; an operation is a number, which stays the same
 *     free ──► 7 ──► 3 ──► NO_OPERATION          operations not in use, linked by `next`
 *     wheel[cycle % WHEEL] ──► 5 ──► 1 ──► …     those that complete in that cycle
 *
 * Every operation in use is in exactly one place: a latch, a collector, the load/store unit, the
 * memory hierarchy (as a ticket), or a list of the wheel. One that completes further ahead than the
 * wheel reaches is filed in its last place and filed again there. Filing and taking cost O(1); a
 * cycle walks one list. in_flight[slot] counts the operations in use of each block slot; a block
 * leaves its slot when its count is 0.
 */
#ifndef SIM_OPERATION_H
#define SIM_OPERATION_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/mem/coalescer.h"
#include "sim/sm/pipeline/instruction_timing.h"

enum {
    PORTS_MAX = 4,
    WHEEL = 1024, /* cycles ahead of which completions are filed; a power of two */
    NO_OPERATION = UINT32_MAX
};

/* Where an operation on its way stands, and what its end does. */
typedef enum operation_kind {
    OPERATION_ALU,
    OPERATION_LOCAL,
    OPERATION_LOAD,
    OPERATION_STORE,
    OPERATION_ATOMIC,
    OPERATION_FENCE
} operation_kind_t;

typedef struct operation {
    const instruction_timing_t *timing;
    uint64_t due;  /* cycle of completion; before that is known, of its last L1 hit */
    uint32_t next; /* in a list of the wheel, or of free ones */
    uint8_t kind, warp, slot;
    uint8_t cached;    /* OPERATION_LOAD: through the L1 */
    uint8_t segments;  /* lines touched in global memory */
    uint8_t conflicts; /* shared memory: cycles; atomics: lanes on one word */
    uint8_t sent;      /* of these, handed over (load_store_unit.c) */
    uint8_t awaited;   /* of these, not answered */
    /* scoped_l1: done at the L1, though strong; releases and acquires of device scope */
    bool at_l1, releases, acquires;
    uint32_t words[SEGMENTS_MAX]; /* touched, a bit a word */
    uint64_t line[SEGMENTS_MAX];
    uint64_t carried; /* to the detector (mem/memory_system.h) */
} operation_t;

typedef struct operations { /* of one SM */
    operation_t *items;
    uint32_t count, free;
    uint32_t wheel[WHEEL];
    uint32_t in_flight[SCORD_MAX_BLOCKS_PER_SM]; /* of each block slot */
} operations_t;

/* A latch between stages that holds up to `room` operations, the oldest first. */
typedef struct latch {
    uint32_t operation[PORTS_MAX];
    uint8_t count, room;
} latch_t;

void operations_clear(operations_t *operations); /* none is in use; what is allocated stays */
/* One of block slot SLOT; NO_OPERATION: out of memory. */
uint32_t operation_new(operations_t *operations, unsigned slot);
void operation_free(operations_t *operations, uint32_t operation);
/* OPERATION completes in cycle DUE, after NOW. */
void operation_complete_at(operations_t *operations, uint32_t operation, uint64_t due,
                           uint64_t now);

static inline bool latch_full(const latch_t *latch) { return latch->count == latch->room; }
static inline void latch_put(latch_t *latch, uint32_t operation) {
    assert(latch->count < latch->room);
    latch->operation[latch->count++] = operation;
}
static inline uint32_t latch_take(latch_t *latch, unsigned at) {
    assert(at < latch->count);
    const uint32_t operation = latch->operation[at];
    for (latch->count--; at < latch->count; at++) latch->operation[at] = latch->operation[at + 1];
    return operation;
}

#endif
