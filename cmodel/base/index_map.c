/* SPDX-License-Identifier: Apache-2.0 */
/* index_map.c: see index_map.h. */
#include "cmodel/base/index_map.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_PLACES = 256 };

/* Multiplicative hashing (Knuth, TAOCP 6.4) with the 64-bit golden ratio. */
static size_t home(const scord_index_map_t *map, uint64_t key) {
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (map->places - 1);
}

/* The place of `key`, or the free one where it belongs. */
static scord_index_place_t *place_of(const scord_index_map_t *map, uint64_t key) {
    size_t at = home(map, key);
    while (map->place[at].index != SCORD_INDEX_NONE && map->place[at].key != key)
        at = (at + 1) & (map->places - 1);
    return &map->place[at];
}

static void put(scord_index_map_t *map, uint64_t key, uint32_t index) {
    scord_index_place_t *place = place_of(map, key);
    assert(place->index == SCORD_INDEX_NONE);
    *place = (scord_index_place_t){.key = key, .index = index};
    map->used++;
}

static bool grow(scord_index_map_t *map) {
    scord_index_map_t larger = {.places = map->places ? 2 * map->places : FIRST_PLACES};
    larger.place = malloc(larger.places * sizeof *larger.place);
    if (!larger.place) return false;
    scord_index_map_clear(&larger);
    for (size_t i = 0; i < map->places; i++)
        if (map->place[i].index != SCORD_INDEX_NONE)
            put(&larger, map->place[i].key, map->place[i].index);
    free(map->place);
    *map = larger;
    return true;
}

uint32_t scord_index_map_find(const scord_index_map_t *map, uint64_t key) {
    return map->places ? place_of(map, key)->index : SCORD_INDEX_NONE;
}

bool scord_index_map_add(scord_index_map_t *map, uint64_t key, uint32_t index) {
    assert(index != SCORD_INDEX_NONE);
    if (2 * (map->used + 1) > map->places && !grow(map)) return false;
    put(map, key, index);
    return true;
}

bool scord_index_map_set(scord_index_map_t *map, uint64_t key, uint32_t index) {
    if (scord_index_map_find(map, key) == SCORD_INDEX_NONE)
        return scord_index_map_add(map, key, index);
    place_of(map, key)->index = index;
    return true;
}

/* Keys behind the free place move up where a search from their home would end at it (Knuth, TAOCP
 * 6.4, algorithm R). */
void scord_index_map_remove(scord_index_map_t *map, uint64_t key) {
    if (scord_index_map_find(map, key) == SCORD_INDEX_NONE) return;
    size_t hole = (size_t)(place_of(map, key) - map->place);
    map->used--;
    for (size_t at = hole;;) {
        map->place[hole].index = SCORD_INDEX_NONE;
        size_t distance; /* of the hole behind the key's home, and of the key */
        do {
            at = (at + 1) & (map->places - 1);
            if (map->place[at].index == SCORD_INDEX_NONE) return;
            const size_t from = home(map, map->place[at].key);
            distance = ((at - from) & (map->places - 1)) - ((at - hole) & (map->places - 1));
        } while (distance >= map->places);
        map->place[hole] = map->place[at];
        hole = at;
    }
}

void scord_index_map_clear(scord_index_map_t *map) {
    for (size_t i = 0; i < map->places; i++) map->place[i].index = SCORD_INDEX_NONE;
    map->used = 0;
}

void scord_index_map_destroy(scord_index_map_t *map) {
    free(map->place);
    *map = (scord_index_map_t){0};
}
