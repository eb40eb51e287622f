/* SPDX-License-Identifier: Apache-2.0 */
/* grab.h: GRAB, the memory-interference debugger ("Systematic Detection of Memory Related
 * Performance Bottlenecks in GPGPU Programs"), as an observer of the event stream: scored on one
 * machine's caches and, for "what if" questions, on others at the same time. Decisions G1 ...:
 * docs/grab.md.
 */
#ifndef SIM_GRAB_H
#define SIM_GRAB_H

#include "sim/grab/grab_results.h"

typedef struct grab grab_t;

/* COUNT (1 to GRAB_SCORINGS_MAX) machines; CONFIG: SMs and warps of the stream. NULL: out of
 * memory. */
grab_t *grab_create(const grab_machine_t *machine, unsigned count, const scord_config_t *config);
void grab_destroy(grab_t *grab);
/* The next event of the execution. False: out of memory; the results so far stay. */
bool grab_event(grab_t *grab, const scord_event_t *event);
/* The results so far; valid until grab_destroy. */
const grab_results_t *grab_results(const grab_t *grab);

/* Parses the machines of TEXT, "l1=16K;l1=32K,ways=8": the first one, then for each further one its
 * differences from the first. Returns their number; 0: *message says what is wrong. */
unsigned grab_read_machines(const char *text, grab_machine_t machine[GRAB_SCORINGS_MAX],
                            char *message, size_t size);

#endif
