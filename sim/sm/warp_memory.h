/* SPDX-License-Identifier: Apache-2.0 */
/* warp_memory.h: the memory of all warps of the machine in one piece each for their state and their
 * registers, in large pages where the system has them.
 *
 * A round of the schedule comes to every resident warp. A thousand warps in memory of their own
 * each need more page translations than a processor keeps, and a step then waits for several of
 * them.
 */
#ifndef SIM_WARP_MEMORY_H
#define SIM_WARP_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "sim/core/core.h"

typedef struct warp_piece {
    uint8_t *bytes; /* NULL: none */
    size_t each;    /* of a warp */
    size_t count;   /* warps */
} warp_piece_t;

typedef struct warp_memory {
    warp_piece_t state, registers;
} warp_memory_t;

/* Room for COUNT warps of KERNEL; no warp may be running. Without memory for it warps take their
 * own (warp_memory_lend gives none). */
void warp_memory_prepare(warp_memory_t *memory, const ptx_function_t *kernel, size_t count);
/* A new warp, number NUMBER of them; NULL: out of memory. */
core_warp_t *warp_memory_new(const warp_memory_t *memory, size_t number);
/* Registers for the warp, before each core_warp_start. */
void warp_memory_lend(const warp_memory_t *memory, core_warp_t *warp, size_t number);
void warp_memory_free(warp_memory_t *memory); /* behind core_warp_free of all warps */

#endif
