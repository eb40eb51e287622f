/* SPDX-License-Identifier: Apache-2.0 */
/* random_stream.h: small random event streams, rich in synchronisation that nearly suffices.
 *
 * Everything a stream contains follows from its seed. Values returned by atomics and volatile reads
 * are those that memory holds in stream order, as in streams of the front end.
 */
#ifndef SCORD_TB_RANDOM_STREAM_H
#define SCORD_TB_RANDOM_STREAM_H

#include "cmodel/stream/event.h"

enum { RANDOM_STREAM_MAX = 64 };

typedef struct random_stream {
    unsigned count;
    scord_event_t events[RANDOM_STREAM_MAX];
} random_stream_t;

/* splitmix64: the next number of the sequence. */
uint64_t random_next(uint64_t *state);
/* 0 .. below-1. */
unsigned random_below(uint64_t *state, unsigned below);
void random_stream_make(random_stream_t *stream, uint64_t seed);

#endif
