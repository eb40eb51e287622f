/* SPDX-License-Identifier: Apache-2.0 */
/* event_list.h: a stream in memory, for passes that read it again and again (shrinking). */
#ifndef SCORD_EVENT_LIST_H
#define SCORD_EVENT_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "cmodel/stream/event_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_event_list {
    scord_config_t config;
    char config_name[64];
    scord_event_t *events; /* strings are owned by the list */
    size_t count, capacity;
    /* events in front of the others, or between them, that LIMIT had no room for */
    size_t left_out;
} scord_event_list_t;

/* Reads events from PATH up to and including sequence LAST, at most LIMIT (from 4) of them, without
 * expect records. Of more than that the last ones: whole kernels in front are left out, of a kernel
 * too large for the list its oldest accesses and fences, on which no other record depends. Returns
 * 0; or -1 with error->message set, also for a kernel that is too large without them. */
int scord_event_list_read(scord_event_list_t *list, const char *path, uint64_t last, size_t limit,
                          scord_stream_error_t *error);
/* Writes the events whose keep flag is set (NULL: all) as a text stream. */
int scord_event_list_write(const scord_event_list_t *list, const bool *keep, const char *path,
                           scord_stream_error_t *error);
void scord_event_list_free(scord_event_list_t *list);

#ifdef __cplusplus
}
#endif
#endif
