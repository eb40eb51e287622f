/* SPDX-License-Identifier: Apache-2.0 */
/* detector_feed.c: see detector_feed.h. */
#include "sim/mem/detector_feed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool detector_feed_make(detector_feed_t *feed, uint32_t capacity) {
    assert(capacity >= 1);
    *feed = (detector_feed_t){.entries = calloc(capacity, sizeof *feed->entries),
                              .capacity = capacity,
                              .first_number = 1};
    return feed->entries;
}

void detector_feed_free(detector_feed_t *feed) { free(feed->entries); }

static detector_feed_entry_t *entry(const detector_feed_t *feed, uint32_t place) {
    return &feed->entries[(feed->first + place) % feed->capacity];
}

bool detector_feed_grow(detector_feed_t *feed) {
    if (!detector_feed_full(feed)) return true;
    detector_feed_entry_t *larger = malloc(2 * (size_t)feed->capacity * sizeof *larger);
    if (!larger) return false;
    for (uint32_t i = 0; i < feed->count; i++) larger[i] = *entry(feed, i);
    free(feed->entries);
    feed->entries = larger;
    feed->capacity *= 2;
    feed->first = 0;
    return true;
}

uint64_t detector_feed_put(detector_feed_t *feed, const detector_timing_request_t *request) {
    assert(feed->count < feed->capacity);
    *entry(feed, feed->count) = (detector_feed_entry_t){.request = *request};
    return feed->first_number + feed->count++;
}

void detector_feed_arrived(detector_feed_t *feed, uint64_t number) {
    assert(number >= feed->first_number && number - feed->first_number < feed->count);
    entry(feed, (uint32_t)(number - feed->first_number))->arrived = true;
}

const detector_timing_request_t *detector_feed_head(const detector_feed_t *feed) {
    const detector_feed_entry_t *oldest = &feed->entries[feed->first];
    return feed->count > 0 && oldest->arrived ? &oldest->request : NULL;
}

void detector_feed_drop(detector_feed_t *feed) {
    assert(feed->count > 0 && feed->entries[feed->first].arrived);
    feed->first = (feed->first + 1) % feed->capacity;
    feed->first_number++;
    feed->count--;
}
