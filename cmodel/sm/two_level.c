/* SPDX-License-Identifier: Apache-2.0 */
/* two_level.c: see two_level.h. */
#include "cmodel/sm/two_level.h"

#include <assert.h>
#include <string.h>

static void append(scord_two_level_t *level, uint64_t warps) {
    for (; warps; warps &= warps - 1) {
        assert(level->pending < sizeof level->queue / sizeof level->queue[0]);
        level->queue[level->pending++] = (uint8_t)__builtin_ctzll(warps);
    }
}

/* Place of the first of `candidates` in the queue, or its length. */
static unsigned find(const scord_two_level_t *level, uint64_t candidates) {
    unsigned place = 0;
    while (place < level->pending && !(candidates >> level->queue[place] & 1)) place++;
    return place;
}

static void drop(scord_two_level_t *level, unsigned place) {
    assert(place < level->pending);
    level->pending--;
    memmove(level->queue + place, level->queue + place + 1, level->pending - place);
}

void scord_two_level_start(scord_two_level_t *level, uint64_t warps, unsigned capacity) {
    assert(capacity >= 1 && capacity <= UINT8_MAX);
    *level = (scord_two_level_t){.warps = warps, .capacity = (uint8_t)capacity};
}

void scord_two_level_launch(scord_two_level_t *level, uint64_t warps) {
    warps &= level->warps;
    level->active &= ~warps;
    for (unsigned place; (place = find(level, warps)) < level->pending;) drop(level, place);
    append(level, warps);
}

static bool has_room(const scord_two_level_t *level) {
    return __builtin_popcountll(level->active) < level->capacity && level->pending > 0;
}

static void promote(scord_two_level_t *level, unsigned place) {
    assert(!(level->active >> level->queue[place] & 1)); /* active or pending, never both */
    level->active |= UINT64_C(1) << level->queue[place];
    drop(level, place);
}

void scord_two_level_clock(scord_two_level_t *level, uint64_t waiting, bool untested) {
    append(level, level->active & waiting);
    level->active &= ~waiting;
    while (untested && has_room(level)) promote(level, 0);
    const unsigned place = find(level, ~waiting);
    if (has_room(level) && place < level->pending) promote(level, place);
    assert(__builtin_popcountll(level->active) <= level->capacity);
}

int scord_two_level_first_pending(const scord_two_level_t *level, uint64_t candidates) {
    const unsigned place = find(level, candidates);
    return place < level->pending ? level->queue[place] : -1;
}
