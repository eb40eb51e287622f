/* SPDX-License-Identifier: Apache-2.0 */
/* call_sites.h: the program's source line of a return address, from its own debug information. */
#ifndef SIM_CALL_SITES_H
#define SIM_CALL_SITES_H

#include <stdbool.h>
#include <stdint.h>

enum { CALL_FRAMES = 12 };

typedef struct call_place {
    char file[512];     /* "": unknown */
    uint32_t line;      /* 0: unknown */
    char function[256]; /* mangled; "": unknown */
    bool inlined;       /* it stands in another */
} call_place_t;

/* The return addresses of the functions that run now, innermost first; the rest is 0. */
void call_frames(uintptr_t frame[CALL_FRAMES]);
/* The calls of the program itself, not of this library, and not of its headers: innermost first,
 * also those that the compiler put into their callers; at most MOST. Returns how many are known by
 * line; 0: then places[0] has the function's name if that is known. ACCESS: the first is none of a
 * call, but an instruction's, which has touched memory. */
unsigned call_places_of_program(const uintptr_t frame[CALL_FRAMES], call_place_t *places,
                                unsigned most, bool access);

#endif
