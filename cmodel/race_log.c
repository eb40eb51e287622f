/* race_log.c: see race_log.h. */
#include "race_log.h"

#include <stdlib.h>

bool scord_race_log_create(scord_race_log_t *log, uint64_t capacity)
{
    *log = (scord_race_log_t){.capacity = capacity};
    log->record = calloc(capacity, sizeof *log->record);
    return log->record != NULL;
}

void scord_race_log_destroy(scord_race_log_t *log)
{
    free(log->record);
    *log = (scord_race_log_t){0};
}

void scord_race_log_append(scord_race_log_t *log, const scord_race_record_t *record)
{
    if (log->tail == log->capacity) {
        log->dropped++;
        return;
    }
    log->record[log->tail++] = *record;
}

void scord_race_log_reset(scord_race_log_t *log)
{
    log->tail = 0;
    log->dropped = 0;
}
