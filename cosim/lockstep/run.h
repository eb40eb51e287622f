/* SPDX-License-Identifier: Apache-2.0 */
/* run.h: what every part of the lockstep shares: options, the cycle, and the outcome of the run.
 *
 * A run stops at its first problem: `status` leaves SCORD_LOCKSTEP_OK once and never changes again.
 * Every function that may find one checks the status, or its caller does, before the next step.
 */
#ifndef SCORD_LOCKSTEP_RUN_H
#define SCORD_LOCKSTEP_RUN_H

#include "cmodel/base/random.h"
#include "cosim/lockstep/kept_events.h"
#include "cosim/lockstep/lockstep_types.h"

enum {
    SCORD_HANG_CYCLES = 20000 /* without progress, times (1 + max_latency / 16), are a hang */
};

typedef struct scord_run {
    scord_lockstep_options_t options; /* max_latency: the default is filled in */
    scord_config_t config;
    scord_random_t random; /* memory map, changes of the issue policy, free order */
    scord_lockstep_statistics_t statistics; /* cycles: clock edges since reset was released */
    uint64_t last_progress;                 /* cycle in which the device last moved on */
    uint32_t kernel;                        /* number of the last one that began */
    scord_lockstep_status_t status;
    scord_lockstep_mismatch_t mismatch; /* unit "": none yet */
    scord_kept_event_t *source;         /* of the mismatch, with a reference, or NULL */
    char details[2048]; /* lines of text on the mismatch: all fields that differ, what hangs */
} scord_run_t;

static inline bool scord_run_ok(const scord_run_t *run) { return run->status == SCORD_LOCKSTEP_OK; }

/* The device did something: the watchdog starts again. */
static inline void scord_run_progress(scord_run_t *run) {
    run->last_progress = run->statistics.cycles;
}

/* Ends the run without a mismatch: no memory, or a file that cannot be written. */
void scord_run_fail(scord_run_t *run, scord_lockstep_status_t status);
/* Ends the run with a mismatch, if it has not ended yet. source: the event that it is about, or
 * NULL; unit and field: up to 31 and 95 characters are kept. */
void scord_run_mismatch(scord_run_t *run, scord_lockstep_status_t status,
                        scord_kept_event_t *source, const char *unit, const char *field,
                        const char *expected, const char *actual);
/* The same with SCORD_LOCKSTEP_MISMATCH and two numbers. */
void scord_run_mismatch_number(scord_run_t *run, scord_kept_event_t *source, const char *unit,
                               const char *field, uint64_t expected, uint64_t actual);
/* VALUE of a field as reports show it: a number, and the name that it stands for or the number in
 * hexadecimal. */
void scord_run_value_text(const char *unit, const char *field, uint64_t value, char *text,
                          size_t size);

#endif
