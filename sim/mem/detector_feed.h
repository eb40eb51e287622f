/* SPDX-License-Identifier: Apache-2.0 */
/* detector_feed.h: the requests of an SM on their way to the detector (docs/memory-system.md, M6;
 * ScoRD section IV, D1).
 *
 * The buffer between an SM's L1 and the detector. Requests leave it in program order, each once its
 * packet has arrived (the packet that asks the L2 for the data, or one of its own: an L1 hit, a
 * fence).
 */
#ifndef SIM_DETECTOR_FEED_H
#define SIM_DETECTOR_FEED_H

#include "sim/mem/detector_timing.h"

typedef struct detector_feed_entry {
    detector_timing_request_t request;
    bool arrived;
} detector_feed_entry_t;

typedef struct detector_feed {
    detector_feed_entry_t *entries; /* a ring */
    uint32_t capacity, first, count;
    uint64_t first_number;
} detector_feed_t;

/* capacity at least 1. False: out of memory. */
bool detector_feed_make(detector_feed_t *feed, uint32_t capacity);
void detector_feed_free(detector_feed_t *feed);
static inline bool detector_feed_full(const detector_feed_t *feed) {
    return feed->count == feed->capacity;
}
/* Makes room for one more when it is full. False: out of memory. */
bool detector_feed_grow(detector_feed_t *feed);
/* Only when it is not full. Returns the request's number, for detector_feed_arrived; numbers begin
 * at 1. */
uint64_t detector_feed_put(detector_feed_t *feed, const detector_timing_request_t *request);
/* The packet of request NUMBER has arrived. */
void detector_feed_arrived(detector_feed_t *feed, uint64_t number);
/* The oldest request if it has arrived; NULL: none. */
const detector_timing_request_t *detector_feed_head(const detector_feed_t *feed);
void detector_feed_drop(detector_feed_t *feed);

#endif
