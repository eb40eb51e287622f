/* SPDX-License-Identifier: Apache-2.0 */
/* micro_events.h: an interleaving of a microbenchmark's event program as events of a stream. */
#ifndef SCORD_TB_MICRO_EVENTS_H
#define SCORD_TB_MICRO_EVENTS_H

#include "tb/interleavings/explore.h"
#include "cmodel/stream/event.h"

/* Fills events[0 .. count + 4) at most: kernel_begin, launches, then the steps; returns how many.
 * Threads of one block are its warps 0 and 1; otherwise a block each, on two SMs. A PC is the
 * step's line in the program's file. */
unsigned micro_events(bool same_block, const executed_step_t *steps, unsigned count,
                      scord_event_t *events);

#endif
