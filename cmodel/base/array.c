/* SPDX-License-Identifier: Apache-2.0 */
/* array.c: see array.h. The pointer is copied as bytes, because its type is the caller's. */
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 128 };

/* Grows ITEMS to hold at least NEEDED elements. Returns the new room, at most MOST; 0: no
 * memory. */
static inline size_t grow(void *items, size_t bytes, size_t room, size_t needed, size_t most) {
    size_t larger = room ? 2 * room : FIRST_BYTES / bytes, total;
    void *elements;
    memcpy(&elements, items, sizeof elements);
    assert(bytes > 0 && needed > room);
    assert(!elements == (room == 0));
    if (larger < needed) larger = needed;
    if (larger > most || __builtin_mul_overflow(larger, bytes, &total) || total > PTRDIFF_MAX)
        return 0;
    elements = realloc(elements, total);
    if (!elements) return 0;
    memcpy(items, &elements, sizeof elements);
    return larger;
}

bool scord_array_grow(void *items, size_t bytes, size_t *allocated, size_t needed) {
    const size_t room = grow(items, bytes, *allocated, needed, SIZE_MAX);
    if (room != 0) *allocated = room;
    return room != 0;
}

bool scord_array_grow32(void *items, size_t bytes, uint32_t *allocated, size_t needed) {
    const size_t room = grow(items, bytes, *allocated, needed, UINT32_MAX);
    if (room != 0) *allocated = (uint32_t)room;
    return room != 0;
}
