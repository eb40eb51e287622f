/* SPDX-License-Identifier: Apache-2.0 */
/* grab_evictions.h: for every block that a cache has lost, the access that evicted it last, and
 * that access's root cause (GRAB section 4.3, Figure 7).
 *
 * LocalizeRoot walks the trace backwards to the last access that evicted the missing block, and
 * takes that access's root cause, or the access itself when it has none. Both are known when the
 * block is evicted, so the last eviction of each block is all of the trace that has to be kept.
 * Neighbouring blocks lie together, because they are mostly evicted and missed together.
 */
#ifndef SIM_GRAB_EVICTIONS_H
#define SIM_GRAB_EVICTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRAB_NO_SITE UINT32_MAX

enum { GRAB_EVICTION_PAGE = 8 }; /* neighbouring blocks */

/* A root cause: the program location of the first eviction of a chain, and the block that it asked
 * for. */
typedef struct grab_cause {
    uint64_t block;
    uint32_t site; /* GRAB_NO_SITE: empty */
} grab_cause_t;

typedef struct grab_eviction {
    uint64_t root_block;
    uint32_t root_site;
    /* site of the access that evicted; GRAB_NO_SITE: the block has not been evicted */
    uint32_t evictor;
} grab_eviction_t;

typedef struct grab_eviction_page {
    uint64_t number; /* block / GRAB_EVICTION_PAGE */
    uint32_t index;  /* in `eviction`, + 1; 0: a free place */
    uint32_t epoch;  /* differs from the map's: the page counts as empty */
} grab_eviction_page_t;

typedef struct grab_evictions {
    grab_eviction_page_t *place; /* open addressing, at most half full */
    size_t places;
    size_t last_found, last_added;                   /* places used last */
    grab_eviction_t (*eviction)[GRAB_EVICTION_PAGE]; /* by page */
    uint32_t used, room; /* pages in there, and pages that it has room for */
    uint32_t epoch;
} grab_evictions_t; /* zeroed = none */

/* Removes all evictions: a launch begins. */
void grab_evictions_clear(grab_evictions_t *evictions);
/* BLOCK's last eviction; NULL: it has not been evicted. Valid until the next _add. */
const grab_eviction_t *grab_evictions_find(grab_evictions_t *evictions, uint64_t block);
/* BLOCK is evicted by EVICTOR, for the reason ROOT. False: out of memory. */
bool grab_evictions_add(grab_evictions_t *evictions, uint64_t block, uint32_t evictor,
                        grab_cause_t root);
void grab_evictions_free(grab_evictions_t *evictions);

#endif
