/* SPDX-License-Identifier: Apache-2.0 */
/* operand_collector.c: see operand_collector.h. */
#include "sim/sm/pipeline/operand_collector.h"

#include <string.h>

static uint32_t collectors_of(const gpu_machine_t *machine, unsigned unit) {
    return unit == UNIT_SP    ? machine->sp_collectors
           : unit == UNIT_SFU ? machine->sfu_collectors
                              : machine->mem_collectors;
}

static uint32_t below(uint32_t number) { return (UINT32_C(1) << number) - 1; }

static unsigned oldest_of(const collector_t *collectors, uint32_t among) {
    unsigned oldest = gpu_lowest(among);
    for (uint32_t left = among & (among - 1); left != 0; left &= left - 1)
        if (collectors[gpu_lowest(left)].age < collectors[oldest].age) oldest = gpu_lowest(left);
    return oldest;
}

/* Complete ones leave, the oldest first. */
static void leave(operand_collectors_t *collect, unsigned unit) {
    while (collect->complete[unit] != 0 && !latch_full(&collect->execution->to_execute[unit])) {
        const unsigned oldest = oldest_of(collect->collectors[unit], collect->complete[unit]);
        latch_put(&collect->execution->to_execute[unit],
                  collect->collectors[unit][oldest].operation);
        collect->complete[unit] &= ~(UINT32_C(1) << oldest);
    }
}

/* One operand a collector and cycle, when its bank is free. */
static void read_operand(operand_collectors_t *collect, collector_t *collector, uint32_t banks) {
    const operation_t *operation = &collect->operations->items[collector->operation];
    for (uint32_t left = collector->left; left != 0; left &= left - 1) {
        const unsigned source = gpu_lowest(left);
        const uint64_t bank = UINT64_C(1)
                              << (operation->timing->source[source] + operation->warp) % banks;
        if ((collect->execution->busy_banks & bank) != 0) continue;
        collect->execution->busy_banks |= bank;
        collector->left &= ~(UINT32_C(1) << source);
        return;
    }
}

static void read_operands(operand_collectors_t *collect, unsigned unit, uint32_t among,
                          uint32_t banks) {
    for (; among != 0; among &= among - 1) {
        const unsigned i = gpu_lowest(among);
        read_operand(collect, &collect->collectors[unit][i], banks);
        if (collect->collectors[unit][i].left != 0) continue;
        collect->waiting[unit] &= ~(UINT32_C(1) << i);
        collect->complete[unit] |= UINT32_C(1) << i;
    }
}

/* The first collector rotates, so that no collector starves at a busy bank. */
static void read_in_turn(operand_collectors_t *collect, unsigned unit, uint64_t cycle,
                         const gpu_machine_t *machine) {
    const uint32_t first = (uint32_t)(cycle % collectors_of(machine, unit));
    const uint32_t waiting = collect->waiting[unit], later = waiting & below(first);
    read_operands(collect, unit, waiting & ~later, machine->register_banks);
    read_operands(collect, unit, later, machine->register_banks);
}

static void enter(operand_collectors_t *collect, unsigned unit, uint32_t collectors) {
    const uint32_t used = collect->waiting[unit] | collect->complete[unit];
    for (uint32_t left = below(collectors) & ~used;
         left != 0 && collect->to_collect[unit].count > 0; left &= left - 1) {
        const unsigned i = gpu_lowest(left);
        collector_t *collector = &collect->collectors[unit][i];
        assert((used >> i & 1) == 0);
        collector->operation = latch_take(&collect->to_collect[unit], 0);
        collector->left = below(collect->operations->items[collector->operation].timing->banked);
        collector->age = ++collect->collected;
        *(collector->left != 0 ? &collect->waiting[unit] : &collect->complete[unit]) |= UINT32_C(1)
                                                                                        << i;
    }
}

void collectors_clear(operand_collectors_t *collect) {
    memset(collect->waiting, 0, sizeof collect->waiting);
    memset(collect->complete, 0, sizeof collect->complete);
    collect->collected = 0;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) collect->to_collect[unit].count = 0;
}

void collect_stage(operand_collectors_t *collect) {
    const gpu_machine_t *machine = &collect->context->machine;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        assert((collect->waiting[unit] & collect->complete[unit]) == 0);
        leave(collect, unit);
        if (collect->waiting[unit] != 0)
            read_in_turn(collect, unit, collect->context->cycle, machine);
        if (collect->to_collect[unit].count > 0) enter(collect, unit, collectors_of(machine, unit));
    }
}

bool collect_possible(const operand_collectors_t *collect) {
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        const uint32_t all = below(collectors_of(&collect->context->machine, unit));
        if (collect->waiting[unit] != 0) return true;
        if (collect->complete[unit] != 0 && !latch_full(&collect->execution->to_execute[unit]))
            return true;
        if (collect->complete[unit] != all && collect->to_collect[unit].count > 0) return true;
    }
    return false;
}
