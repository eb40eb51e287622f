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
} call_place_t;

/* The return addresses of the functions that run now, innermost first; the rest is 0. */
void call_frames(uintptr_t frame[CALL_FRAMES]);
/* What is known of the call that returns to ADDRESS. */
void call_place(uintptr_t address, call_place_t *place);
/* The innermost frame of the program itself: not of this library, and not of its headers. False:
 * none is known by line; then *place has the function's name if that is known. */
bool call_place_of_program(const uintptr_t frame[CALL_FRAMES], call_place_t *place);

#endif
