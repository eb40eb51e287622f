/* SPDX-License-Identifier: Apache-2.0 */
/* random_event.h: legal events of every kind, drawn from a seed. */
#ifndef STREAM_RANDOM_EVENT_H
#define STREAM_RANDOM_EVENT_H

#include "tb/unit/stream/test_support.h"

typedef struct random_source {
    uint64_t state;
} random_source_t;

uint64_t random_next(random_source_t *source);
/* Below LIMIT; LIMIT > 0. */
uint64_t random_below(random_source_t *source, uint64_t limit);
/* COUNT legal events under CONFIG, every kind among them when COUNT >= SCORD_EVENT_KIND_COUNT;
 * sequence and cycle set. */
void random_events(random_source_t *source, const scord_config_t *config, size_t count,
                   events_t *events);

#endif
