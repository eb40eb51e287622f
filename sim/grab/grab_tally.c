/* SPDX-License-Identifier: Apache-2.0 */
/* grab_tally.c: see grab_tally.h. */
#include "sim/grab/grab_tally.h"

#include <stdlib.h>

enum { FIRST_PLACES = 64 };

/* The place of the keys, or the free one where they belong. */
static grab_entry_t *place_of(const grab_tally_t *tally, uint64_t first, uint64_t second) {
    const uint64_t hash = (first ^ (second << 32 | second >> 32)) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32 ^ hash) & (tally->places - 1);
    for (;; at = (at + 1) & (tally->places - 1)) {
        grab_entry_t *entry = &tally->place[at];
        if (grab_entry_is_free(entry) || (entry->first == first && entry->second == second))
            return entry;
    }
}

static bool grow(grab_tally_t *tally) {
    grab_tally_t larger = *tally;
    larger.places = tally->places == 0 ? FIRST_PLACES : 2 * tally->places;
    larger.place = calloc(larger.places, sizeof *larger.place);
    if (!larger.place) return false;
    for (size_t i = 0; i < tally->places; i++)
        if (!grab_entry_is_free(&tally->place[i]))
            *place_of(&larger, tally->place[i].first, tally->place[i].second) = tally->place[i];
    free(tally->place);
    *tally = larger;
    return true;
}

bool grab_tally_add(grab_tally_t *tally, uint64_t first, uint64_t second, grab_fault_t type) {
    if (2 * (tally->used + 1) > tally->places && !grow(tally)) return false;
    grab_entry_t *entry = place_of(tally, first, second);
    tally->used += grab_entry_is_free(entry);
    entry->first = first;
    entry->second = second;
    entry->faults[type]++;
    return true;
}

void grab_tally_free(grab_tally_t *tally) {
    free(tally->place);
    *tally = (grab_tally_t){0};
}
