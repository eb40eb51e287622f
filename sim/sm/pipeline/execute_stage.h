/* SPDX-License-Identifier: Apache-2.0 */
/* execute_stage.h: the units, and completion.
 *
 * A unit takes an operation from its latch when its initiation interval is over, and files it on
 * the wheel (operation.h) under the cycle in which its result is there. Writeback completes what is
 * due: registers are released, memory operations counted off, banks of results occupied. At most
 * writeback_width results of arithmetic a cycle; the rest complete a cycle later.
 */
#ifndef SIM_EXECUTE_STAGE_H
#define SIM_EXECUTE_STAGE_H

#include "sim/sm/pipeline/load_store_unit.h"
#include "sim/sm/pipeline/memory_timing.h"
#include "sim/sm/pipeline/operation.h"
#include "sim/sm/warp_front.h"

typedef struct execution { /* of one SM */
    const pipeline_context_t *context;
    gpu_t *gpu; /* frees blocks */
    warp_fronts_t *fronts;
    operations_t *operations;
    memory_timing_t *memory;      /* the model of latency and bandwidth */
    load_store_unit_t load_store; /* used when it has a memory system, instead of `memory` */
    latch_t to_execute[UNIT_COUNT];
    uint64_t unit_free[UNIT_COUNT][PORTS_MAX]; /* cycle from which on the unit takes the next */
    uint64_t busy_banks;                       /* register banks used in this cycle */
    uint8_t draining; /* slots whose warps have ended, with operations in flight */
} execution_t;

void execution_clear(execution_t *execution); /* the units are empty and free */
gpu_status_t writeback_stage(execution_t *execution);
void execute_stage(execution_t *execution);

#endif
