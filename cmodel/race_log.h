/* race_log.h: the race log in memory (docs/semantics.md section 6).
 *
 * Keeps every report until its buffer is full, then counts the drops; never silent. It outlives kernels (D5 keeps it).
 */
#ifndef SCORD_RACE_LOG_H
#define SCORD_RACE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "scord_params.h"

typedef struct scord_race_log {
    scord_race_record_t *record;
    uint64_t capacity, tail, dropped; /* records */
} scord_race_log_t;

/* Allocates room for `capacity` records. False: no memory. */
bool scord_race_log_create(scord_race_log_t *log, uint64_t capacity);
void scord_race_log_destroy(scord_race_log_t *log);
void scord_race_log_append(scord_race_log_t *log, const scord_race_record_t *record);
/* Empties the log: tail and dropped to zero. */
void scord_race_log_reset(scord_race_log_t *log);

#endif
