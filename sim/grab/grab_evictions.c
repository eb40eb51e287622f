/* SPDX-License-Identifier: Apache-2.0 */
/* grab_evictions.c: the last eviction of each block and its root cause: a hash map of pages
 * (grab_evictions.h).
 *
 *     place[hash(page)] ─► page: number, epoch, index ─► eviction[index − 1][0 … 7]
 *                                                        one for each of 8 neighbouring blocks
 *
 * A page is claimed when the first of its blocks is evicted. Open addressing with linear probing,
 * at most half full, sizes powers of two. Pages are never taken out: a launch begins a new epoch,
 * and a page of an older epoch counts as empty and is reused in place.
 *
 * last_found and last_added are the places of the pages used last. Most accesses are close to the
 * one before, so most look-ups need no hashing.
 *
 * Invariants: index ≠ 0 exactly in used places; places is a power of two and at least twice
 * `used`, so that probing ends; evictor GRAB_NO_SITE: not evicted in this launch.
 * Expensive: growing, which moves places but not evictions.
 * Reference: GRAB, section 4.3, Figure 7.
 */
#include "sim/grab/grab_evictions.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/base/array.h"

enum { FIRST_PLACES = 64 };

/* (After 2^32 launches the epoch wraps and the first launch's pages would count again.) */
void grab_evictions_clear(grab_evictions_t *evictions) { evictions->epoch++; }

/* The place of page NUMBER, or the free one where it belongs. Multiplicative hashing as in
 * cmodel/base/index_map.c. */
static size_t place_of(const grab_evictions_t *evictions, uint64_t number) {
    assert(evictions->places > evictions->used &&
           (evictions->places & (evictions->places - 1)) == 0);
    size_t at = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (evictions->places - 1);
    while (evictions->place[at].index != 0 && evictions->place[at].number != number)
        at = (at + 1) & (evictions->places - 1);
    return at;
}

/* The same, trying place *LAST first. */
static grab_eviction_page_t *page_of(const grab_evictions_t *evictions, uint64_t number,
                                     size_t *last) {
    if (evictions->place[*last].index == 0 || evictions->place[*last].number != number)
        *last = place_of(evictions, number);
    return &evictions->place[*last];
}

static bool grow(grab_evictions_t *evictions) {
    grab_evictions_t larger = *evictions;
    larger.last_found = larger.last_added = 0;
    larger.places = evictions->places == 0 ? FIRST_PLACES : 2 * evictions->places;
    larger.place = calloc(larger.places, sizeof *larger.place);
    if (!larger.place) return false;
    for (size_t i = 0; i < evictions->places; i++)
        if (evictions->place[i].index != 0)
            larger.place[place_of(&larger, evictions->place[i].number)] = evictions->place[i];
    free(evictions->place);
    *evictions = larger;
    return true;
}

static grab_eviction_t *eviction_of(const grab_evictions_t *evictions,
                                    const grab_eviction_page_t *page, uint64_t block) {
    assert(page->index != 0);
    return &evictions->eviction[page->index - 1][block % GRAB_EVICTION_PAGE];
}

const grab_eviction_t *grab_evictions_find(grab_evictions_t *evictions, uint64_t block) {
    if (evictions->places == 0) return NULL;
    const grab_eviction_page_t *page = page_of(evictions, block / GRAB_EVICTION_PAGE,
                                               &evictions->last_found);
    if (page->index == 0 || page->epoch != evictions->epoch) return NULL;
    const grab_eviction_t *eviction = eviction_of(evictions, page, block);
    return eviction->evictor == GRAB_NO_SITE ? NULL : eviction;
}

/* The page NUMBER, of this epoch; NULL: out of memory. */
static grab_eviction_page_t *page_for(grab_evictions_t *evictions, uint64_t number) {
    if (2 * (evictions->used + 1) > evictions->places && !grow(evictions)) return NULL;
    grab_eviction_page_t *page = page_of(evictions, number, &evictions->last_added);
    if (page->index != 0 && page->epoch == evictions->epoch) return page;
    if (page->index == 0) {
        if (!SCORD_ARRAY_ROOM(evictions->eviction, evictions->room, evictions->used + 1))
            return NULL;
        page->index = ++evictions->used;
    }
    page->number = number;
    page->epoch = evictions->epoch;
    for (unsigned i = 0; i < GRAB_EVICTION_PAGE; i++)
        eviction_of(evictions, page, i)->evictor = GRAB_NO_SITE;
    return page;
}

bool grab_evictions_add(grab_evictions_t *evictions, uint64_t block, uint32_t evictor,
                        grab_cause_t root) {
    assert(evictor != GRAB_NO_SITE);
    const grab_eviction_page_t *page = page_for(evictions, block / GRAB_EVICTION_PAGE);
    if (!page) return false;
    *eviction_of(evictions, page, block) =
        (grab_eviction_t){.root_block = root.block, .root_site = root.site, .evictor = evictor};
    return true;
}

void grab_evictions_free(grab_evictions_t *evictions) {
    free(evictions->place);
    free(evictions->eviction);
    *evictions = (grab_evictions_t){0};
}
