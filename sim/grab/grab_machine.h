/* SPDX-License-Identifier: Apache-2.0 */
/* grab_machine.h: the caches that a run is scored on, as users write them:
 * "l1=32K,ways=8,threads=half".
 */
#ifndef SIM_GRAB_MACHINE_H
#define SIM_GRAB_MACHINE_H

#include <stddef.h>

#include "sim/grab/grab_cache.h"

enum { GRAB_MACHINE_TEXT = 256 };

typedef struct grab_machine {
    grab_geometry_t l1; /* of each SM */
    grab_geometry_t l2; /* of all; sets 0: none */
    uint32_t groups; /* number of groups into which the resident threads of an SM are divided; each
                        has its own L1 (docs/grab.md, G9) */
} grab_machine_t;

/* Table V of ScoRD: 16 KB of L1, 4 ways; 1.5 MB of L2, 8 ways; lines of 128 bytes; LRU. */
void grab_machine_default(grab_machine_t *machine);
/* Applies "key=value,…" to *machine, as far as `scord grab --help` names the keys. False: *message
 * says what is wrong with which setting, and what is legal. */
bool grab_machine_set(grab_machine_t *machine, const char *text, char *message, size_t size);
/* All of it as text that grab_machine_set takes. Returns buffer. */
char *grab_machine_text(const grab_machine_t *machine, char *buffer, size_t size);

#endif
