/* SPDX-License-Identifier: Apache-2.0 */
/* trace_program.h: the instructions of traced kernels. A trace counts PCs from 0 in every kernel; a
 * stream has one space of 32 bits.
 */
#ifndef SCORD_TRACE_PROGRAM_H
#define SCORD_TRACE_PROGRAM_H

#include "cmodel/stream/event_stream.h"
#include "cmodel/base/index_map.h"

typedef struct trace_function {
    char *name;
    uint32_t base;
    uint64_t bytes; /* PCs it may have */
} trace_function_t;

typedef struct trace_program {
    trace_function_t *function;
    uint32_t functions, allocated;
    uint64_t next_base;
    scord_index_map_t located; /* PCs whose location record was written */
} trace_program_t;             /* zeroed = empty */

/* Where the PCs of kernel NAME start; 4096 bytes and more apart. SCORD_STREAM_BAD: more than 2^32
 * bytes of instructions. */
scord_stream_status_t trace_program_base(trace_program_t *program, const char *name,
                                         uint32_t largest_pc, uint32_t *base,
                                         scord_stream_error_t *error);
/* *is_new: this is the first call with PC. False: no memory. */
bool trace_program_locate(trace_program_t *program, uint32_t pc, bool *is_new);
void trace_program_destroy(trace_program_t *program);

#endif
