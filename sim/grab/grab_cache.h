/* SPDX-License-Identifier: Apache-2.0 */
/* grab_cache.h: a cache <A, S, L> as GRAB sees it: which memory blocks it holds, and which one an
 * access evicts (GRAB section 2, "Background on caches"). Data, latency and outstanding misses are
 * not modelled.
 *
 * A block is a byte address divided by the line size; it belongs to set (block mod S). A request
 * for a block that is not there takes a free line of its set, or the line of the least recently
 * used block (LRU) or of the block that came first (FIFO).
 */
#ifndef SIM_GRAB_CACHE_H
#define SIM_GRAB_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#define GRAB_NO_BLOCK UINT64_MAX

typedef enum grab_policy { GRAB_LRU, GRAB_FIFO } grab_policy_t;

typedef struct grab_geometry {
    uint32_t ways, sets; /* A and S, at least 1; sets 0: no such cache */
    uint32_t line;       /* L in bytes, a power of two */
    grab_policy_t policy;
} grab_geometry_t;

/* Access categories, equation (1). */
typedef enum grab_class {
    GRAB_HIT,
    GRAB_MISS,     /* some line of the cache, of any set, is free */
    GRAB_MISS_FULL /* miss*: no line is free */
} grab_class_t;

/* The set of BLOCK: block mod S. */
static inline uint32_t grab_set_of(const grab_geometry_t *geometry, uint64_t block) {
    const uint32_t sets = geometry->sets;
    return (sets & (sets - 1)) == 0 ? (uint32_t)block & (sets - 1)
                                    : (uint32_t)(block % sets); /* a division is slow */
}

typedef struct grab_cache {
    grab_geometry_t geometry;
    uint64_t *block; /* sets × ways; of a set the newest first, free lines (GRAB_NO_BLOCK) last */
    uint64_t occupied; /* lines in all sets */
} grab_cache_t;

bool grab_cache_make(grab_cache_t *cache,
                     const grab_geometry_t *geometry); /* empty; false: out of memory */
void grab_cache_free(grab_cache_t *cache);
void grab_cache_clear(grab_cache_t *cache);

/* A request for BLOCK: its category before, and the cache is updated. *EVICTED: GRAB_NO_BLOCK when
 * none is. */
grab_class_t grab_cache_access(grab_cache_t *cache, uint64_t block, uint64_t *evicted);

#endif
