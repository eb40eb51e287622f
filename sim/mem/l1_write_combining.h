/* SPDX-License-Identifier: Apache-2.0 */
/* l1_write_combining.h: the L1 of the machine `hrf` (docs/memory-system.md, S1 to S5; HRF section
 * 3.2), on the lines and MSHRs of l1_cache.h.
 *
 * Stores and atomics of block scope are done here: their words are dirty, and go to the L2 when the
 * line is replaced, when something passes the L1 by on that line, or when a release of device scope
 * flushes. A line that was only written holds no more than its dirty words; a load of others
 * fetches it. An acquire of device scope drops what is clean.
 *
 * Whoever meets L1_WRITE_BACK sends the line that is named to the L2, and tries again in the next
 * cycle; the line is clean from then on.
 */
#ifndef SIM_L1_WRITE_COMBINING_H
#define SIM_L1_WRITE_COMBINING_H

#include "sim/mem/l1_cache.h"

typedef enum l1_combined {
    L1C_HIT,
    L1C_MERGED, /* on its way; TICKET will be answered */
    L1C_MISS,   /* as L1_MISS */
    L1C_WAITS,
    L1C_WRITE_BACK
} l1_combined_t;

typedef struct l1_write_back {
    uint64_t segment;
    uint32_t words; /* dirty */
} l1_write_back_t;

/* A store of WORDS of SEGMENT by WARP. Never a miss. */
l1_combined_t l1_combining_store(l1_cache_t *cache, uint64_t segment, uint32_t words, unsigned warp,
                                 l1_write_back_t *back);
/* A load, or an atomic of block scope (ATOMIC: its words are dirty then). */
l1_combined_t l1_combining_read(l1_cache_t *cache, uint64_t segment, uint32_t words, bool atomic,
                                unsigned warp, uint32_t ticket, uint32_t *mshr,
                                l1_write_back_t *back);
/* An access to SEGMENT that passes the L1 by: L1C_HIT when nothing of it is left here. */
l1_combined_t l1_combining_pass(l1_cache_t *cache, uint64_t segment, l1_write_back_t *back);
/* The line of MSHR has come; as l1_cache_fill. */
uint32_t l1_combining_fill(l1_cache_t *cache, uint32_t mshr, const uint32_t **tickets);
/* The next dirty line of WARPS (a bit each), which is clean then. False: there is none. */
bool l1_combining_flush(l1_cache_t *cache, uint64_t warps, l1_write_back_t *back);
/* Clean words are not here any more. Returns how many lines held some. */
uint32_t l1_combining_invalidate(l1_cache_t *cache);

#endif
