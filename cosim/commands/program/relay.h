/* SPDX-License-Identifier: Apache-2.0 */
/* relay.h: batches that pass a line of stages in order, a thread each.
 *
 *   stage 0 ──► stage 1 ──► … ──► last stage
 *      ▲    the same few batches, again and again    │
 *      └─────────────────────────────────────────────┘
 *
 * A batch is a number below `batches`; what it stands for is the caller's, and belongs to the stage
 * that has taken it and not given it yet. A stage takes what the stage before has given; stage 0
 * takes new batches, then what the last stage has given. So all batches pass each stage in one
 * order.
 *
 * When all batches are on their way, stage 0 waits until half of them are back: it is woken up less
 * often.
 */
#ifndef SCORD_RELAY_H
#define SCORD_RELAY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { RELAY_STAGES = 3 };

typedef struct relay {
    pthread_mutex_t mutex;
    pthread_cond_t change[RELAY_STAGES]; /* something for the stage */
    bool waits[RELAY_STAGES], left[RELAY_STAGES];
    uint64_t given[RELAY_STAGES]; /* batches */
    unsigned batches, stages;     /* stages 0: not known yet, and takes wait */
    bool stopped;
} relay_t;

typedef enum relay_next {
    RELAY_BATCH,
    RELAY_LATER, /* there was none in time */
    RELAY_END    /* there will be none */
} relay_next_t;

/* BATCHES, for stages that may wait from now on … */
void relay_start(relay_t *relay, unsigned batches);
/* … and may take some: there are STAGES, 2 to RELAY_STAGES. */
void relay_go(relay_t *relay, unsigned stages);
void relay_finish(relay_t *relay); /* when no other thread uses it any more */
/* The next batch of STAGE. Waits for it, at most MILLISECONDS; 0: as long as it takes. */
relay_next_t relay_take(relay_t *relay, unsigned stage, unsigned milliseconds, unsigned *batch);
/* STAGE has done with the batch that it took. */
void relay_give(relay_t *relay, unsigned stage);
/* STAGE gives no more. */
void relay_leave(relay_t *relay, unsigned stage);
/* Stage 0 takes no more; the others go on with what was given. */
void relay_stop(relay_t *relay);

#endif
