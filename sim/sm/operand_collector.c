/* operand_collector.c: register reads between issue and execution (pipeline.h): collector units
 * that wait for their operands, register banks that serve one access a cycle, writes first
 * (GPGPU-Sim 3.2.2). */
#include "sim/sm/pipeline.h"

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
static void leave(pipeline_t *pipeline, unsigned unit) {
    while (pipeline->complete[unit] != 0 && !latch_full(&pipeline->to_execute[unit])) {
        const unsigned oldest = oldest_of(pipeline->collectors[unit], pipeline->complete[unit]);
        latch_put(&pipeline->to_execute[unit], pipeline->collectors[unit][oldest].operation);
        pipeline->complete[unit] &= ~(UINT32_C(1) << oldest);
    }
}

/* One operand a collector and cycle, when its bank is free. */
static void read_operand(pipeline_t *pipeline, collector_t *collector, uint32_t banks) {
    const operation_t *operation = &pipeline->operations[collector->operation];
    for (uint32_t left = collector->left; left != 0; left &= left - 1) {
        const unsigned source = gpu_lowest(left);
        const uint64_t bank = UINT64_C(1)
                              << (operation->timing->source[source] + operation->warp) % banks;
        if ((pipeline->busy_banks & bank) != 0) continue;
        pipeline->busy_banks |= bank;
        collector->left &= ~(UINT32_C(1) << source);
        return;
    }
}

static void read_operands(pipeline_t *pipeline, unsigned unit, uint32_t among, uint32_t banks) {
    for (; among != 0; among &= among - 1) {
        const unsigned i = gpu_lowest(among);
        read_operand(pipeline, &pipeline->collectors[unit][i], banks);
        if (pipeline->collectors[unit][i].left != 0) continue;
        pipeline->waiting[unit] &= ~(UINT32_C(1) << i);
        pipeline->complete[unit] |= UINT32_C(1) << i;
    }
}

/* Who goes first rotates: a busy bank starves nobody. */
static void read_in_turn(pipeline_t *pipeline, unsigned unit, uint64_t cycle,
                         const gpu_machine_t *machine) {
    const uint32_t first = (uint32_t)(cycle % collectors_of(machine, unit));
    const uint32_t waiting = pipeline->waiting[unit], later = waiting & below(first);
    read_operands(pipeline, unit, waiting & ~later, machine->register_banks);
    read_operands(pipeline, unit, later, machine->register_banks);
}

static void enter(pipeline_t *pipeline, unsigned unit, uint32_t collectors) {
    const uint32_t used = pipeline->waiting[unit] | pipeline->complete[unit];
    for (uint32_t left = below(collectors) & ~used;
         left != 0 && pipeline->to_collect[unit].count > 0; left &= left - 1) {
        const unsigned i = gpu_lowest(left);
        collector_t *collector = &pipeline->collectors[unit][i];
        collector->operation = latch_take(&pipeline->to_collect[unit], 0);
        collector->left = below(pipeline->operations[collector->operation].timing->banked);
        collector->age = ++pipeline->collected;
        *(collector->left != 0 ? &pipeline->waiting[unit]
                               : &pipeline->complete[unit]) |= UINT32_C(1) << i;
    }
}

void collect_stage(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        leave(pipeline, unit);
        if (pipeline->waiting[unit] != 0) read_in_turn(pipeline, unit, gpu->cycle, machine);
        if (pipeline->to_collect[unit].count > 0)
            enter(pipeline, unit, collectors_of(machine, unit));
    }
}

bool collect_possible(const gpu_t *gpu, unsigned sm) {
    const pipeline_t *pipeline = pipeline_of(gpu, sm);
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        const uint32_t all = below(collectors_of(&gpu->pipelines->machine, unit));
        if (pipeline->waiting[unit] != 0) return true;
        if (pipeline->complete[unit] != 0 && !latch_full(&pipeline->to_execute[unit])) return true;
        if (pipeline->complete[unit] != all && pipeline->to_collect[unit].count > 0) return true;
    }
    return false;
}
