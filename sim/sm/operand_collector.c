/* operand_collector.c: register reads between issue and execution (pipeline.h): collector units that wait for their operands,
 * register banks that serve one access a cycle, writes first (GPGPU-Sim 3.2.2). */
#include "sm/pipeline.h"

static uint32_t collectors_of(const gpu_machine_t *machine, unsigned unit) {
    return unit == UNIT_SP ? machine->sp_collectors : unit == UNIT_SFU ? machine->sfu_collectors : machine->mem_collectors;
}

/* Complete ones leave, the oldest first. */
static void leave(pipeline_t *pipeline, unsigned unit, uint32_t collectors) {
    while (!latch_full(&pipeline->to_execute[unit])) {
        collector_t *oldest = NULL;
        for (uint32_t i = 0; i < collectors; i++) {
            collector_t *collector = &pipeline->collectors[unit][i];
            if (collector->operation == NO_OPERATION || collector->left != 0) continue;
            if (oldest == NULL || collector->age < oldest->age) oldest = collector;
        }
        if (oldest == NULL) return;
        latch_put(&pipeline->to_execute[unit], oldest->operation);
        oldest->operation = NO_OPERATION;
    }
}

/* One operand a collector and cycle, when its bank is free. */
static void read_operand(pipeline_t *pipeline, collector_t *collector, uint32_t banks) {
    const operation_t *operation = &pipeline->operations[collector->operation];
    for (uint32_t left = collector->left; left != 0; left &= left - 1) {
        const unsigned source = gpu_lowest(left);
        const uint64_t bank = UINT64_C(1) << (operation->timing->source[source] + operation->warp) % banks;
        if ((pipeline->busy_banks & bank) != 0) continue;
        pipeline->busy_banks |= bank;
        collector->left &= ~(UINT32_C(1) << source);
        return;
    }
}

static void enter(pipeline_t *pipeline, unsigned unit, uint32_t collectors) {
    for (uint32_t i = 0; i < collectors && pipeline->to_collect[unit].count > 0; i++) {
        collector_t *collector = &pipeline->collectors[unit][i];
        if (collector->operation != NO_OPERATION) continue;
        collector->operation = latch_take(&pipeline->to_collect[unit], 0);
        collector->left = (UINT32_C(1) << pipeline->operations[collector->operation].timing->banked) - 1;
        collector->age = ++pipeline->collected;
        pipeline->collecting[unit]++;
    }
}

void collect_stage(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        const uint32_t collectors = collectors_of(machine, unit);
        if (pipeline->collecting[unit] > 0) {
            const uint8_t before = pipeline->to_execute[unit].count;
            leave(pipeline, unit, collectors);
            pipeline->collecting[unit] -= pipeline->to_execute[unit].count - before;
        }
        for (uint32_t i = 0, at = (uint32_t)(gpu->cycle % collectors); i < collectors && pipeline->collecting[unit] > 0; i++) {
            collector_t *collector = &pipeline->collectors[unit][at]; /* who goes first rotates: a busy bank starves nobody */
            at = at + 1 < collectors ? at + 1 : 0;
            if (collector->operation != NO_OPERATION && collector->left != 0) read_operand(pipeline, collector, machine->register_banks);
        }
        if (pipeline->to_collect[unit].count > 0) enter(pipeline, unit, collectors);
    }
}
