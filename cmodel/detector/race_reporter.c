/* SPDX-License-Identifier: Apache-2.0 */
/* race_reporter.c: see race_reporter.h. */
#include "cmodel/detector/race_reporter.h"

#include <assert.h>
#include <stdlib.h>

bool scord_race_reporter_create(scord_race_reporter_t *log, uint64_t capacity) {
    assert(capacity > 0);
    *log = (scord_race_reporter_t){.capacity = capacity};
    log->record = calloc(capacity, sizeof *log->record);
    return log->record;
}

void scord_race_reporter_destroy(scord_race_reporter_t *log) {
    free(log->record);
    *log = (scord_race_reporter_t){0};
}

scord_race_record_t *scord_race_reporter_next(scord_race_reporter_t *log) {
    assert(log->head <= log->tail && log->tail - log->head <= log->capacity);
    if (log->tail - log->head == log->capacity) { /* D38 */
        log->dropped++;
        return NULL;
    }
    return &log->record[log->tail++ % log->capacity];
}

bool scord_race_reporter_consume(scord_race_reporter_t *log, uint64_t head) {
    if (head < log->head || head > log->tail) return false;
    log->head = head;
    return true;
}

const scord_race_record_t *scord_race_reporter_record(const scord_race_reporter_t *log,
                                                      uint64_t index) {
    if (index >= log->tail || index + log->capacity < log->tail) return NULL;
    return &log->record[index % log->capacity];
}

void scord_race_reporter_reset(scord_race_reporter_t *log) {
    log->head = log->tail = log->dropped = 0;
}
