/* SPDX-License-Identifier: Apache-2.0 */
/* explore.h: every feasible interleaving of a two-thread event program.
 *
 * Memory is interleaved one event at a time (D1: one total order at the detector). The values of
 * locks and flags are modelled, so that an acquire waits while the other thread holds the lock and
 * only feasible interleavings are visited. A spin shows up to max_failed failed reads, then the
 * thread waits until the read would succeed.
 */
#ifndef SCORD_TB_EXPLORE_H
#define SCORD_TB_EXPLORE_H

#include "tb/interleavings/event_program.h"

enum {
    EXPLORE_MAX_FAILED = 3,
    EXPLORE_MAX_EVENTS = PROGRAM_THREADS * PROGRAM_MAX_STEPS * (1 + EXPLORE_MAX_FAILED)
};

typedef struct executed_step {
    unsigned thread;
    const step_t *step;
    uint32_t returned; /* value read */
} executed_step_t;

/* Called once per complete interleaving. Returns 0 to go on, anything else to stop. */
typedef int explore_visit_t(void *context, const executed_step_t *steps, unsigned count);

typedef enum explore_status { EXPLORE_OK = 0, EXPLORE_STOPPED, EXPLORE_DEADLOCK } explore_status_t;

/* max_failed: 0 .. EXPLORE_MAX_FAILED failed reads an acquire or await may show. EXPLORE_DEADLOCK:
 * some interleaving leaves a thread waiting for ever, so the program is wrong. */
explore_status_t explore(const event_program_t *program, unsigned max_failed,
                         explore_visit_t *visit, void *context);

#endif
