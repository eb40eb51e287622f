/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline_context.h: what the stages of all SMs share: the machine's numbers, the running kernel's
 * code and statistics, and the time. Written by pipeline.c, read by the stages. */
#ifndef SIM_PIPELINE_CONTEXT_H
#define SIM_PIPELINE_CONTEXT_H

#include "sim/machine/cycle_statistics.h"
#include "sim/machine/machine.h"
#include "sim/sm/gpu_types.h"
#include "sim/sm/pipeline/instruction_timing.h"

typedef struct pipeline_context {
    gpu_machine_t machine;
    gpu_schedule_t schedule;
    uint64_t cycle;      /* now */
    uint64_t last_issue; /* cycle; the issue stage writes it (pipeline.c, watchdog) */
    gpu_error_t *error;  /* of the running call of gpu_run or gpu_resume */
    /* of the running kernel */
    gpu_cycle_statistics_t *statistics;
    instruction_timing_t *timings; /* one an instruction of the module */
    uint32_t code_count;           /* instructions of the module */
    uint32_t pc_base;              /* pc of the module's instruction 0 in the stream */
    uint32_t first;                /* the kernel's first instruction */
    uint32_t warps_per_block;
} pipeline_context_t;

#endif
