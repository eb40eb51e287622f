/* SPDX-License-Identifier: Apache-2.0 */
/* operand_collector.h: register reads between issue and execution: collector units that wait for
 * their operands, register banks that serve one access a cycle, writes first (GPGPU-Sim 3.2.2).
 *
 *     to_collect[unit] ─► collectors[unit][i] ─► execution's to_execute[unit]
 *                         `waiting`: sources to read; `complete`: none; neither: free
 *
 * A register's bank is (register + warp) mod banks. busy_banks is execution's: writeback takes the
 * banks of results first, reads share the rest.
 */
#ifndef SIM_OPERAND_COLLECTOR_H
#define SIM_OPERAND_COLLECTOR_H

#include "sim/sm/pipeline/execute_stage.h"
#include "sim/sm/pipeline/operation.h"

enum { COLLECTORS_MAX = 16 };

typedef struct collector {
    uint32_t operation;
    uint32_t left; /* sources still to read, by position */
    uint64_t age;
} collector_t;

typedef struct operand_collectors { /* of one SM */
    const pipeline_context_t *context;
    operations_t *operations;
    execution_t *execution;
    latch_t to_collect[UNIT_COUNT];
    collector_t collectors[UNIT_COUNT][COLLECTORS_MAX];
    uint64_t collected; /* counts, for the age of collectors */
    uint32_t waiting[UNIT_COUNT],
        complete[UNIT_COUNT]; /* collectors with sources to read, without; neither: free */
} operand_collectors_t;

void collectors_clear(operand_collectors_t *collect); /* all are free */
void collect_stage(operand_collectors_t *collect);
/* Next cycle, if no unit takes anything until then. */
bool collect_possible(const operand_collectors_t *collect);

#endif
