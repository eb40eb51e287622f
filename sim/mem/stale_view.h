/* SPDX-License-Identifier: Apache-2.0 */
/* stale_view.h: what the L1s of the machine `hrf` hold, byte by byte (stale_l1;
 * docs/memory-system.md, S7).
 *
 * Without it every access takes effect in the one global memory, and an L1 is a matter of time
 * only: right for programs without races, and as good as any other result for the rest. With it
 * each SM has a view: loads may return what its L1 has held for long, stores stay there until they
 * are written back, atomics of block scope are done there. So a program whose scope is too small
 * computes what it would on such a machine.
 *
 * A view has the size, the ways and the replacement of the L1. It follows the order in which
 * instructions take effect, the L1 that of the load/store unit: they may replace different lines.
 */
#ifndef SIM_STALE_VIEW_H
#define SIM_STALE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/mem/device_memory.h"

typedef struct stale_view stale_view_t; /* of all SMs */

/* How the next accesses of a warp go. */
typedef enum stale_way {
    STALE_LOAD,  /* the SM's line, which is fetched when it is not there */
    STALE_STORE, /* the same, without fetching */
    STALE_ATOMIC,
    STALE_PASS /* the L2: what the SM holds of the line is written back and dropped */
} stale_way_t;

/* BYTES of each L1, a multiple of WAYS lines. NULL: out of memory. */
stale_view_t *stale_view_make(device_memory_t *memory, unsigned sms, uint32_t bytes, uint32_t ways);
void stale_view_free(stale_view_t *view); /* NULL: nothing */

/* The accesses that follow are WARP's of SM. */
void stale_view_begin(stale_view_t *view, unsigned sm, unsigned warp, stale_way_t way);
/* As device_memory_translate, for an access of up to 16 bytes; a larger one is NULL. Bytes of a
 * store or atomic are the SM's own from now on. */
uint8_t *stale_view_translate(stale_view_t *view, uint64_t address, uint32_t bytes);
/* A release of device scope by SM: bytes that WARPS (a bit each) wrote are written back. An
 * acquire: clean bytes are dropped. */
void stale_view_flush(stale_view_t *view, unsigned sm, uint64_t warps);
void stale_view_invalidate(stale_view_t *view, unsigned sm);
/* A kernel ends: everything is written back and dropped. */
void stale_view_end(stale_view_t *view);

#endif
