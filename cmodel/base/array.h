/* SPDX-License-Identifier: Apache-2.0 */
/* array.h: the growing array used everywhere. The caller keeps three members in its own struct:
 *
 *   thing_t *thing;             the elements, NULL while there are none; released by free()
 *   uint32_t things, allocated; elements in use, and elements allocated
 *
 *   if (!SCORD_ARRAY_ROOM(own->thing, own->allocated, own->things + 1)) return false;
 *   own->thing[own->things++] = value;
 *
 * Counts are uint32_t or size_t. Room at least doubles, so that appending N elements costs O(N)
 * copies; the first room is 128 bytes. Elements move: keep indices of them, not addresses.
 * Without memory the macro is false, and array and room are unchanged.
 */
#ifndef SCORD_ARRAY_H
#define SCORD_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True: ITEMS has room for NEEDED elements. ITEMS and ALLOCATED are lvalues. */
#define SCORD_ARRAY_ROOM(items, allocated, needed)                                                 \
    ((needed) <= (allocated) ||                                                                    \
     _Generic((allocated), uint32_t                                                                \
              : scord_array_grow32, size_t                                                         \
              : scord_array_grow)(&(items), sizeof *(items), &(allocated), (needed)))

/* The macro's slow path. ITEMS: address of a pointer to elements of BYTES bytes each; *ALLOCATED <
 * NEEDED. False: no memory, or more room than *ALLOCATED can say. */
bool scord_array_grow(void *items, size_t bytes, size_t *allocated, size_t needed);
bool scord_array_grow32(void *items, size_t bytes, uint32_t *allocated, size_t needed);

#endif
