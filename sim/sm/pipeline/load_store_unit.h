/* SPDX-License-Identifier: Apache-2.0 */
/* load_store_unit.h: the load/store unit before the memory hierarchy with queues
 * (mem/memory_system.h, M2).
 *
 * It takes a warp instruction when it is done with the one before, and hands over a segment a
 * cycle; what finds no room is tried again, and everything behind it waits. Shared, constant and
 * private memory take their cycles in the same place.
 *
 *     latch ─► sending: segments sent … segments − 1 ─► memory system ─► answers: awaited falls
 *                                                    └► L1 hit: `due`
 *
 * An operation completes when sent = segments and awaited = 0, at `due` or in the next cycle.
 */
#ifndef SIM_LOAD_STORE_UNIT_H
#define SIM_LOAD_STORE_UNIT_H

#include "sim/mem/memory_system.h"
#include "sim/sm/pipeline/operation.h"
#include "sim/sm/pipeline/pipeline_context.h"
#include "sim/sm/warp_front.h"

typedef struct load_store_unit { /* of one SM */
    const pipeline_context_t *context;
    unsigned sm;
    memory_system_t *system; /* NULL: machine.memory_queues is 0 */
    operations_t *operations;
    const warp_fronts_t *fronts;
    latch_t *latch;      /* execution's to_execute[UNIT_MEM] */
    uint64_t *unit_free; /* execution's, of the one port */
    uint32_t sending;    /* handed over segment by segment; NO_OPERATION: none */
    /* scoped_l1: fences of device scope, in three steps: the warp's own accesses are through; what
     * is dirty is sent, and the last of it is `write_back`; the L2 has it */
    uint32_t fences;
    struct {
        uint32_t operation;
        bool flushed;
        uint64_t write_back;
    } fence[64];
} load_store_unit_t;

void load_store_cycle(load_store_unit_t *unit);

#endif
