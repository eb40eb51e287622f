/* SPDX-License-Identifier: Apache-2.0 */
/* shrink_internal.h: what the files of the shrinker share.
 *
 *   shrink.c           what is left out: kernels, blocks, chunks of events, pairs
 *   shrink_simplify.c  what is made simpler: environment, configuration, lanes, stamps, addresses
 *   shrink_schedule.c  random picks of the harness become schedule records of the stream
 */
#ifndef SCORD_SHRINK_INTERNAL_H
#define SCORD_SHRINK_INTERNAL_H

#include "cosim/lockstep/lockstep.h"
#include "cosim/shrink/shrink.h"

typedef struct scord_shrink {
    scord_event_list_t list;
    scord_lockstep_options_t options;
    const scord_lockstep_mismatch_t *mismatch;
    bool *keep;    /* of every event: is it in the candidate? */
    size_t *order; /* kept indices of one round */
    size_t used;   /* events that the last run came to before it ended */
    unsigned runs;
    unsigned variants; /* other seeds and latencies that are tried for a candidate; 0 unless the
                          mismatch depends on them */
    double deadline;
    /* of every run, for shrink_schedule.c; may be NULL */
    void (*on_event)(struct scord_shrink *shrink, scord_lockstep_t *lockstep, size_t index);
    void (*on_cycle)(void *context, const struct scord_device *device);
    void *context;
} scord_shrink_t;

bool scord_shrink_in_time(const scord_shrink_t *shrink);
/* Does the stream of the kept events still show the mismatch? Events are renumbered, as a written
 * stream would be. */
bool scord_shrink_fails(scord_shrink_t *shrink);

/* shrink_schedule.c. True: the candidate has its picks in schedule records now, and still shows the
 * mismatch; else it is as before. */
bool scord_shrink_record_picks(scord_shrink_t *shrink);

/* shrink_simplify.c. Each keeps a simplification when the mismatch is still shown. */
void scord_shrink_environment(scord_shrink_t *shrink);
void scord_shrink_events(scord_shrink_t *shrink);

#endif
