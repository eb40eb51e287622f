/* grab_cache.c: see grab_cache.h. */
#include "grab/grab_cache.h"

#include <stdlib.h>
#include <string.h>

bool grab_cache_make(grab_cache_t *cache, const grab_geometry_t *geometry) {
    *cache = (grab_cache_t){.geometry = *geometry};
    cache->block = malloc((size_t)geometry->sets * geometry->ways * sizeof *cache->block);
    cache->used = calloc(geometry->sets, sizeof *cache->used);
    return cache->block != NULL && cache->used != NULL;
}

void grab_cache_free(grab_cache_t *cache) {
    free(cache->block);
    free(cache->used);
    *cache = (grab_cache_t){0};
}

void grab_cache_clear(grab_cache_t *cache) {
    memset(cache->used, 0, cache->geometry.sets * sizeof *cache->used);
    cache->occupied = 0;
}

/* What stood at the places 0 to LAST - 1 moves one further, BLOCK takes place 0. */
static void put_first(uint64_t *set, uint32_t last, uint64_t block) {
    for (uint32_t i = last; i > 0; i--) set[i] = set[i - 1];
    set[0] = block;
}

grab_class_t grab_cache_access(grab_cache_t *cache, uint64_t block, uint64_t *evicted) {
    const grab_geometry_t *geometry = &cache->geometry;
    const uint32_t index = (uint32_t)(block % geometry->sets), used = cache->used[index];
    uint64_t *set = cache->block + (size_t)index * geometry->ways;
    uint32_t at = 0;
    *evicted = GRAB_NO_BLOCK;
    while (at < used && set[at] != block) at++;
    if (at < used) {
        if (geometry->policy == GRAB_LRU) put_first(set, at, block);
        return GRAB_HIT;
    }
    const bool full = cache->occupied == (uint64_t)geometry->sets * geometry->ways;
    if (used == geometry->ways) {
        *evicted = set[used - 1];
        put_first(set, used - 1, block);
    } else {
        put_first(set, used, block);
        cache->used[index]++;
        cache->occupied++;
    }
    return full ? GRAB_MISS_FULL : GRAB_MISS;
}
