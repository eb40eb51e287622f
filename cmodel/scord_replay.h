/* SPDX-License-Identifier: Apache-2.0 */
/* scord_replay.h: stream events → SM events → model, in stream order.
 *
 * lower: what an SM's load/store unit does with a warp instruction: coalesces it into segment
 * requests in ascending address (D2), followed by the lock words of CAS and Exch lanes in ascending
 * lane order (D17, D19). The RTL driver and the model replay share it, so that both get the same SM
 * events.
 */
#ifndef SCORD_REPLAY_H
#define SCORD_REPLAY_H

#include "cmodel/stream/event.h"
#include "cmodel/scord_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most SM events that one stream event lowers to: 32 lanes × 16 bytes touch at most 32 segments,
 * plus 32 lock words. */
enum { SCORD_LOWER_MAX = 2 * SCORD_THREADS_PER_WARP };

/* Fills events[0..n) and *sm; returns n (0 for records without effect on the detector). */
unsigned scord_lower(const scord_event_t *event, unsigned *sm,
                     scord_sm_event_t events[SCORD_LOWER_MAX]);

/* A model run. observe is called for every retired item (access words and fences), in order; may be
 * NULL. */
typedef void scord_observe_t(void *context, const scord_event_t *event,
                             const scord_retire_t *retire);
/* Words that are decided at once (scord_model_check_alike). takes: whether the observer can do
 * without an item for each of further clean words of the event's segment; asked behind an item.
 * observe: they are WORDS of the segment of *retire, the item before, and have its path. */
typedef struct scord_observe_alike {
    bool (*takes)(void *context, const scord_event_t *event);
    void (*observe)(void *context, const scord_event_t *event, const scord_retire_t *retire,
                    uint32_t words);
    scord_alike_words_t
        *kept; /* of scord_model_check_alike, before observe is called; NULL: none */
} scord_observe_alike_t;
typedef struct scord_replay {
    scord_model_t *model;
    scord_observe_t *observe;
    const scord_observe_alike_t *alike; /* NULL: an item for every word */
    void *context;
    /* while an item is observed: what its request was made of; NULL otherwise */
    const scord_sm_event_t *lowered;
    /* outcome of the last access event, for expect records */
    uint32_t races;
    scord_retire_t first_race, first_word;
    int pick;
} scord_replay_t;

typedef enum scord_replay_status {
    SCORD_REPLAY_OK = 0,
    SCORD_REPLAY_EXPECTATION, /* an expect or expect_pick record does not hold; message says what
                                 happened instead */
    SCORD_REPLAY_NO_MEMORY,
    SCORD_REPLAY_INVALID /* kernel_begin with a tracked range that no model can have; message names
                            it */
} scord_replay_status_t;

void scord_replay_init(scord_replay_t *replay, scord_model_t *model, scord_observe_t *observe,
                       void *context);
/* EVENT, a valid one, is replayed soon: prefetches the entries that it looks at first; those of its
 * other segments are prefetched when it is lowered. Changes nothing. */
void scord_replay_expect(const scord_replay_t *replay, const scord_event_t *event);
scord_replay_status_t scord_replay_event(scord_replay_t *replay, const scord_event_t *event,
                                         char *message, size_t message_size);
/* The same of an event that scord_lower has made LOWERED[0 .. count-1] of, for unit SM; such that
 * their entries are prefetched, if at all, by scord_replay_expect_lowered. */
scord_replay_status_t scord_replay_lowered(scord_replay_t *replay, const scord_event_t *event,
                                           unsigned sm, const scord_sm_event_t *lowered,
                                           unsigned count, char *message, size_t message_size);
void scord_replay_expect_lowered(const scord_replay_t *replay, const scord_sm_event_t *lowered,
                                 unsigned count);

#ifdef __cplusplus
}
#endif
#endif
