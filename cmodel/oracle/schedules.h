/* SPDX-License-Identifier: Apache-2.0 */
/* schedules.h: the oracle over all schedules of a small recorded program.
 *
 * A stream records one schedule. Split into one event sequence per warp, it is a program whose
 * other schedules can be enumerated: every order of the warps' events that barriers allow and that
 * keeps the recorded control flow. Kept means: every compare-and-swap succeeds or fails as
 * recorded, and every strong load and every atomic that leaves memory as it is (a poll) reads the
 * recorded value. Values that other atomics return are assumed not to steer the program. A warp
 * whose next read would return another value waits; an order in which all remaining warps wait is
 * cut there, and its events up to the cut still count: they are the start of a real execution.
 * Orders that differ only in independent neighbours are tried once (sleep sets: Godefroid,
 * "Partial-Order Methods for the Verification of Concurrent Systems", 1996): races depend only on
 * the order of dependent events.
 */
#ifndef SCORD_HRF_SCHEDULES_H
#define SCORD_HRF_SCHEDULES_H

#include "cmodel/oracle/oracle.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SCORD_SCHEDULES_EVENTS_MAX = 512,
    SCORD_SCHEDULES_WARPS_MAX = 16,
    SCORD_SCHEDULES_BYTES_MAX = 1024
};

typedef struct scord_schedules scord_schedules_t;

typedef enum scord_schedules_status {
    SCORD_SCHEDULES_OK = 0,
    SCORD_SCHEDULES_INVALID, /* the stream cannot be split; message gives the reason */
    SCORD_SCHEDULES_NO_MEMORY
} scord_schedules_status_t;

typedef struct scord_schedules_result {
    uint64_t schedules; /* run to the end, one per class of equivalent orders */
    uint64_t cut;       /* ended where the recorded control flow cannot continue */
    uint64_t redundant; /* ended because an equivalent order was tried */
    uint64_t racy;      /* of schedules and cut: those with a race */
    uint64_t unknown;   /* reads waited for because the value in memory is not in the stream */
    bool complete;      /* the bound was not reached */
} scord_schedules_result_t;

/* bound: most schedules (run or cut) of a launch. reduce: false tries equivalent orders too, for
 * tests. observe (may be NULL) gets the races of every schedule. */
scord_schedules_t *scord_schedules_create(const scord_oracle_axes_t *axes, uint64_t bound,
                                          bool reduce, scord_oracle_observe_t *observe,
                                          void *context);
void scord_schedules_destroy(scord_schedules_t *schedules);
/* Every event of the stream; kernel_end explores the launch. */
scord_schedules_status_t scord_schedules_event(scord_schedules_t *schedules,
                                               const scord_event_t *event);
/* After the last event: explores a launch that has no kernel_end. */
scord_schedules_status_t scord_schedules_finish(scord_schedules_t *schedules);
const scord_schedules_result_t *
scord_schedules_result(const scord_schedules_t *schedules); /* sums over launches */
const char *scord_schedules_message(const scord_schedules_t *schedules);
/* The first racy schedule, as sequence numbers of the stream's events in the order tried; returns
 * their number. */
unsigned scord_schedules_example(const scord_schedules_t *schedules, const uint64_t **sequences);

#ifdef __cplusplus
}
#endif
#endif
