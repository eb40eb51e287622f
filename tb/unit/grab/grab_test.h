/* SPDX-License-Identifier: Apache-2.0 */
/* grab_test.h: what the tests of tb/unit/grab have in common: counted checks, random programs of
 * events, and GRAB beside its reference.
 */
#ifndef TB_GRAB_TEST_H
#define TB_GRAB_TEST_H

#include "sim/grab/grab.h"
#include "tb/unit/grab/grab_reference.h"

/* Prints failures, the first of them only; main ends with `return check_summary();` */
void check(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
int check_summary(void);

/* The caches of a trial, in both languages. */
typedef struct trial {
    grab_machine_t machine;
    scord_config_t config;
    grab_t *grab;
    reference_t *reference;
} trial_t;

void trial_open(trial_t *trial, const grab_machine_t *machine, unsigned sms, unsigned warps);
void trial_event(trial_t *trial, const scord_event_t *event); /* to both */
void trial_close(trial_t *trial);
/* That both have found the same so far: the sums (after every event), or everything. NAME: for
 * messages. */
void trial_compare_sums(const trial_t *trial, const char *name);
void trial_compare(const trial_t *trial, const char *name);

/* A random machine, and events that fit it; the same for the same state. */
typedef struct random_events {
    uint64_t state;
    unsigned sms, warps, slots, warps_per_block, locations, pool; /* pool: blocks of memory */
    uint32_t line;
    bool begun;
    unsigned only_threads; /* lanes that take part, 0: all */
} random_events_t;

uint32_t random_below(uint64_t *state, uint32_t bound);
void random_machine(uint64_t *state, grab_machine_t *machine);
void random_open(random_events_t *events, uint64_t seed, const grab_machine_t *machine);
void random_next(random_events_t *events, scord_event_t *event);

#endif
