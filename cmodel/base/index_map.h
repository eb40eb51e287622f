/* SPDX-License-Identifier: Apache-2.0 */
/* index_map.h: hash map from a 64-bit key to a 32-bit index.
 *
 * Open addressing with linear probing, doubled when half full.
 */
#ifndef SCORD_INDEX_MAP_H
#define SCORD_INDEX_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCORD_INDEX_NONE UINT32_MAX

typedef struct scord_index_place {
    uint64_t key;
    uint32_t index; /* SCORD_INDEX_NONE: free */
} scord_index_place_t;

typedef struct scord_index_map {
    scord_index_place_t *place;
    size_t places, used;
} scord_index_map_t; /* zeroed = empty */

/* Index of `key`, or SCORD_INDEX_NONE. */
uint32_t scord_index_map_find(const scord_index_map_t *map, uint64_t key);
/* Adds a key that is not in the map. False: no memory, map unchanged. */
bool scord_index_map_add(scord_index_map_t *map, uint64_t key, uint32_t index);
/* Adds a key, or changes the index of one in the map. False: no memory, map unchanged. */
bool scord_index_map_set(scord_index_map_t *map, uint64_t key, uint32_t index);
/* Removes a key; nothing when it is not in the map. */
void scord_index_map_remove(scord_index_map_t *map, uint64_t key);
/* Removes all keys, keeps the memory. */
void scord_index_map_clear(scord_index_map_t *map);
void scord_index_map_destroy(scord_index_map_t *map);

#endif
