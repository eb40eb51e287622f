/* SPDX-License-Identifier: Apache-2.0 */
/* grab_cache.c: see grab_cache.h. */
#include "sim/grab/grab_cache.h"

#include <stdlib.h>
#include <string.h>

static size_t lines(const grab_geometry_t *geometry) {
    return (size_t)geometry->sets * geometry->ways;
}

bool grab_cache_make(grab_cache_t *cache, const grab_geometry_t *geometry) {
    *cache = (grab_cache_t){.geometry = *geometry};
    cache->block = malloc(lines(geometry) * sizeof *cache->block);
    if (!cache->block) return false;
    grab_cache_clear(cache);
    return true;
}

void grab_cache_free(grab_cache_t *cache) {
    free(cache->block);
    *cache = (grab_cache_t){0};
}

void grab_cache_clear(grab_cache_t *cache) {
    memset(cache->block, UINT8_MAX,
           lines(&cache->geometry) * sizeof *cache->block); /* GRAB_NO_BLOCK */
    cache->occupied = 0;
}

/* Moves the blocks at places 0 to LAST - 1 up by one and puts BLOCK at place 0. */
static void put_first(uint64_t *set, uint32_t last, uint64_t block) {
    for (uint32_t i = last; i > 0; i--) set[i] = set[i - 1];
    set[0] = block;
}

grab_class_t grab_cache_access(grab_cache_t *cache, uint64_t block, uint64_t *evicted) {
    const grab_geometry_t *geometry = &cache->geometry;
    uint64_t *set = cache->block + (size_t)grab_set_of(geometry, block) * geometry->ways;
    uint32_t at = 0;
    *evicted = GRAB_NO_BLOCK;
    while (at < geometry->ways && set[at] != block && set[at] != GRAB_NO_BLOCK) at++;
    if (at < geometry->ways && set[at] == block) {
        if (geometry->policy == GRAB_LRU) put_first(set, at, block);
        return GRAB_HIT;
    }
    const bool full = cache->occupied == lines(geometry);
    if (at == geometry->ways)
        *evicted = set[--at];
    else
        cache->occupied++;
    put_first(set, at, block);
    return full ? GRAB_MISS_FULL : GRAB_MISS;
}
