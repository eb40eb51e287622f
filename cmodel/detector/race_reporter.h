/* SPDX-License-Identifier: Apache-2.0 */
/* race_reporter.h: the race log, a ring in memory (docs/semantics.md section 6, D38).
 *
 * Record i, counted from the last reset, lies in slot i mod capacity. Software consumes records by
 * moving the head. When tail - head = capacity, a new record is dropped and counted. The log
 * outlives kernels (D5 keeps it).
 */
#ifndef SCORD_RACE_REPORTER_H
#define SCORD_RACE_REPORTER_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

typedef struct scord_race_reporter {
    scord_race_record_t *record; /* capacity slots */
    uint64_t capacity;
    uint64_t head, tail; /* records consumed, records written: head <= tail <= head + capacity */
    uint64_t dropped;    /* records dropped because the ring was full */
} scord_race_reporter_t;

/* Allocates room for `capacity` (>= 1) records. False: no memory. */
bool scord_race_reporter_create(scord_race_reporter_t *log, uint64_t capacity);
void scord_race_reporter_destroy(scord_race_reporter_t *log);
/* The slot of the next record, to be filled by the caller; NULL when the ring is full: the drop is
 * counted. */
scord_race_record_t *scord_race_reporter_next(scord_race_reporter_t *log);
/* Software has consumed the records before number `head`. False, and nothing changes, unless head
 * .. tail holds it. */
bool scord_race_reporter_consume(scord_race_reporter_t *log, uint64_t head);
/* Record number `index`, consumed or not, or NULL when it was not written yet or its slot was used
 * again. */
const scord_race_record_t *scord_race_reporter_record(const scord_race_reporter_t *log,
                                                      uint64_t index);
/* Empties the log: head, tail and dropped to zero. */
void scord_race_reporter_reset(scord_race_reporter_t *log);

#endif
