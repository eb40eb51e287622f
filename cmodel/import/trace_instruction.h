/* SPDX-License-Identifier: Apache-2.0 */
/* trace_instruction.h: one instruction line of a kernel trace. Grammar: docs/import.md,
 * "Instructions".
 */
#ifndef SCORD_TRACE_INSTRUCTION_H
#define SCORD_TRACE_INSTRUCTION_H

#include "cmodel/import/trace_header.h"

enum { TRACE_REGISTERS_MAX = 64 };

/* How a line gives its addresses. */
typedef enum trace_address_mode {
    TRACE_ADDRESS_LIST,
    TRACE_ADDRESS_BASE_STRIDE,
    TRACE_ADDRESS_BASE_DELTA
} trace_address_mode_t;

typedef struct trace_instruction {
    uint32_t source_line; /* 0: not in the trace */
    uint32_t pc, mask;    /* mask: lanes active and not predicated off */
    const char *opcode;   /* points into the line */
    uint32_t sources;     /* registers read */
    bool has_addresses;
    int64_t immediate;                        /* 0 when the trace has none */
    uint64_t address[SCORD_THREADS_PER_WARP]; /* of the lanes of mask */
} trace_instruction_t;

/* Splits LINE in place. *error does not name a place yet. */
scord_stream_status_t trace_instruction_parse(char *line, const trace_header_t *header,
                                              trace_instruction_t *instruction,
                                              scord_stream_error_t *error);

#endif
