/* SPDX-License-Identifier: Apache-2.0 */
/* inlined_calls.h: which calls the compiler put into the function that an address lies in
 * (DW_TAG_inlined_subroutine). */
#ifndef SIM_INLINED_CALLS_H
#define SIM_INLINED_CALLS_H

#include "sim/runtime/host/dwarf.h"

typedef struct inlined_call {
    const char *function; /* that was put there, mangled if that is known; "": unknown */
    uint64_t lines;       /* of its unit in .debug_line … */
    uint32_t file, line;  /* … and the call: a number of a file there; 0: unknown */
} inlined_call_t;

/* Those that ADDRESS, in OBJECT's terms, lies in: at most MOST, innermost first. 0: none, or the
 * debug information does not say. */
unsigned inlined_calls(const dwarf_object_t *object, uint64_t address, inlined_call_t *calls,
                       unsigned most);

#endif
