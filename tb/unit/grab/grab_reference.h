/* SPDX-License-Identifier: Apache-2.0 */
/* grab_reference.h: Algorithm 1 of the GRAB paper as it stands there, slow and literal: caches as
 * places with stamps, one cache for every thread, the whole trace, and LocalizeRoot walking it
 * backwards. Shares nothing with sim/grab but the types of its input.
 *
 * Exits the test when there is no memory.
 */
#ifndef TB_GRAB_REFERENCE_H
#define TB_GRAB_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event.h"

#define REFERENCE_EMPTY UINT64_MAX

typedef enum reference_class {
    REFERENCE_HIT,
    REFERENCE_MISS,
    REFERENCE_MISS_FULL
} reference_class_t;
enum { REFERENCE_MH, REFERENCE_FULL_MH, REFERENCE_MM, REFERENCE_TYPES }; /* Table 1 */

typedef struct reference_geometry {
    uint32_t ways, sets, line;
    bool fifo;
} reference_geometry_t;

/* A sextuple of T (the thread's identity as its cache's number), and δg. */
typedef struct reference_request {
    uint32_t cache, sm,
        evictor; /* evictor: pc of the last eviction of the block, when it has a root */
    uint32_t pc, root_pc;
    uint64_t block, evicted, root_block; /* REFERENCE_EMPTY: empty */
    uint64_t golden_thread;              /* a thread that hits alone; REFERENCE_EMPTY: none */
    reference_class_t class;
    bool golden_hit;
} reference_request_t;

typedef struct reference reference_t;

/* l2.sets 0: none. GROUPS: decision G9. */
reference_t *reference_create(reference_geometry_t l1, reference_geometry_t l2, unsigned groups,
                              const scord_config_t *config);
void reference_destroy(reference_t *reference);
void reference_event(reference_t *reference, const scord_event_t *event);
/* The trace T of a level (0: L1, 1: L2). */
const reference_request_t *reference_trace(const reference_t *reference, unsigned level,
                                           uint32_t *count);
/* Table 1; REFERENCE_TYPES: a hit. */
unsigned reference_fault(const reference_request_t *request);

#endif
