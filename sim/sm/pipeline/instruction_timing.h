/* SPDX-License-Identifier: Apache-2.0 */
/* instruction_timing.h: what the pipeline needs to know of an instruction: its unit, latency,
 * initiation interval, and the registers it reads and writes. Made once for a module and machine.
 */
#ifndef SIM_INSTRUCTION_TIMING_H
#define SIM_INSTRUCTION_TIMING_H

#include "sim/ptx/code.h"
#include "sim/machine/machine.h"

typedef enum unit { UNIT_SP, UNIT_SFU, UNIT_MEM, UNIT_COUNT } unit_t;

enum { TIMING_SOURCES = PTX_MAX_SOURCES + 2, TIMING_DESTINATIONS = PTX_MAX_VECTOR };

typedef struct instruction_timing {
    uint8_t unit;    /* unit_t */
    uint8_t sources; /* registers read, guard and predicates included */
    uint8_t banked;  /* of these, the first ones are in the register banks (predicates are not) */
    uint8_t destinations;
    bool fence, atomic;
    bool long_latency;          /* a load that can leave the SM (TLS, W8) */
    uint16_t latency, interval; /* cycles; 0 for UNIT_MEM, where the address decides */
    uint32_t source[TIMING_SOURCES];
    uint32_t destination[TIMING_DESTINATIONS];
} instruction_timing_t;

/* One a instruction of MODULE; free() it. NULL: out of memory. */
instruction_timing_t *instruction_timings(const ptx_module_t *module, const gpu_machine_t *machine);

#endif
