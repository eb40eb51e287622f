/* grab_evictions.c: see grab_evictions.h. */
#include "grab/grab_evictions.h"

#include <stdlib.h>

enum { FIRST_PLACES = 1024 };

/* An epoch later nothing is left: places of other epochs are free. (After 2^32 launches the first would come back.) */
void grab_evictions_clear(grab_evictions_t *evictions) {
    evictions->epoch++;
    evictions->used = 0;
}

static bool is_free(const grab_evictions_t *evictions, const grab_eviction_t *place) {
    return place->epoch != evictions->epoch + 1;
}

/* BLOCK's place, or the free one where it belongs. Multiplicative hashing as in cmodel/report/index_map.c. */
static grab_eviction_t *place_of(const grab_evictions_t *evictions, uint64_t block) {
    size_t at = (size_t)(block * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (evictions->places - 1);
    while (!is_free(evictions, &evictions->place[at]) && evictions->place[at].block != block) at = (at + 1) & (evictions->places - 1);
    return &evictions->place[at];
}

static bool grow(grab_evictions_t *evictions) {
    grab_evictions_t larger = {.places = evictions->places == 0 ? FIRST_PLACES : 2 * evictions->places,
                               .used = evictions->used, .epoch = evictions->epoch};
    larger.place = calloc(larger.places, sizeof *larger.place);
    if (larger.place == NULL) return false;
    for (size_t i = 0; i < evictions->places; i++)
        if (!is_free(evictions, &evictions->place[i])) *place_of(&larger, evictions->place[i].block) = evictions->place[i];
    free(evictions->place);
    *evictions = larger;
    return true;
}

const grab_eviction_t *grab_evictions_find(const grab_evictions_t *evictions, uint64_t block) {
    if (evictions->places == 0) return NULL;
    const grab_eviction_t *place = place_of(evictions, block);
    return is_free(evictions, place) ? NULL : place;
}

bool grab_evictions_add(grab_evictions_t *evictions, uint64_t block, uint32_t evictor, grab_cause_t root) {
    if (2 * (evictions->used + 1) > evictions->places && !grow(evictions)) return false;
    grab_eviction_t *place = place_of(evictions, block);
    evictions->used += is_free(evictions, place);
    *place = (grab_eviction_t){.block = block, .root = root, .evictor = evictor, .epoch = evictions->epoch + 1};
    return true;
}

void grab_evictions_free(grab_evictions_t *evictions) {
    free(evictions->place);
    *evictions = (grab_evictions_t){0};
}
