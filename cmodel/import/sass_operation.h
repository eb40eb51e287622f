/* SPDX-License-Identifier: Apache-2.0 */
/* sass_operation.h: the effect of a SASS opcode on global memory and on the order between threads.
 * Vocabulary and its sources: docs/import.md, "Opcodes".
 */
#ifndef SCORD_SASS_OPERATION_H
#define SCORD_SASS_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event.h"

typedef enum sass_kind {
    SASS_COMPUTE,    /* touches neither memory nor order */
    SASS_ACCESS,     /* op, size, scope, …: global memory, or a generic address */
    SASS_FENCE,      /* MEMBAR: scope */
    SASS_FENCE_PART, /* ERRBAR: belongs to the MEMBAR before */
    SASS_INVALIDATE, /* CCTL.IVALL: belongs to the MEMBAR before, or makes the strong load before an
                        acquire */
    SASS_BARRIER,    /* BAR.SYNC, BAR.RED: all warps of the block */
    SASS_EXIT,
    SASS_ELSEWHERE, /* shared, local or constant memory, prefetches: nothing that is checked (D3) */
    SASS_REFUSED    /* problem says why */
} sass_kind_t;

typedef struct sass_operation {
    sass_kind_t kind;
    uint8_t op, atomic_kind, scope, semantics, strong, size; /* as in scord_event_access_t */
    bool generic;        /* the address may be in the shared or the local window */
    const char *problem; /* of SASS_REFUSED: a phrase to follow the opcode */
} sass_operation_t;

/* OPCODE with its modifiers, as "ATOMG.E.ADD.STRONG.GPU". HAS_ADDRESSES: the trace gives it memory
 * addresses (mem_width is not 0), which decides on an opcode that is not in the vocabulary. */
sass_operation_t sass_operation(const char *opcode, bool has_addresses);

#endif
