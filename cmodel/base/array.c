/* array.c: see array.h. Pointer and count are read and written as bytes, for their types are the
 * caller's. */
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 64 };

static size_t larger_room(size_t room, size_t bytes, size_t needed) {
    size_t larger = room ? 2 * room : FIRST_BYTES / bytes;
    return larger < needed ? needed : larger;
}

bool scord_array_grow(void *items, size_t bytes, void *allocated, size_t count_bytes,
                      size_t needed) {
    uint32_t narrow = 0;
    size_t room;
    void *elements;
    assert(bytes > 0);
    assert(count_bytes == sizeof narrow || count_bytes == sizeof room);
    memcpy(&elements, items, sizeof elements);
    memcpy(count_bytes == sizeof narrow ? (void *)&narrow : &room, allocated, count_bytes);
    if (count_bytes == sizeof narrow) room = narrow;
    assert(needed > room);
    assert(!elements == (room == 0));
    room = larger_room(room, bytes, needed);
    if (room > PTRDIFF_MAX / bytes || (count_bytes == sizeof narrow && room > UINT32_MAX))
        return false;
    elements = realloc(elements, room * bytes);
    if (!elements) return false;
    narrow = (uint32_t)room;
    memcpy(items, &elements, sizeof elements);
    memcpy(allocated, count_bytes == sizeof narrow ? (void *)&narrow : &room, count_bytes);
    return true;
}
