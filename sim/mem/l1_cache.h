/* SPDX-License-Identifier: Apache-2.0 */
/* l1_cache.h: the L1 data cache of an SM and its MSHRs (docs/memory-system.md, M2; ScoRD Table V).
 *
 * Loads allocate when they miss; a store evicts its line and goes on to the L2 (write-evict, no
 * write-allocate). A line that is being fetched has an MSHR with the tickets that wait for it. The
 * least recently used line is replaced, never one that is being fetched.
 */
#ifndef SIM_L1_CACHE_H
#define SIM_L1_CACHE_H

#include "sim/mem/memory_packet.h"

typedef struct l1_line {
    uint64_t segment; /* + 1; 0: empty */
    uint64_t used;    /* stamp of the last use */
    uint8_t mshr;     /* + 1: on its way; 0: here */
    bool stale;       /* written while on its way: not kept when it comes */
    /* of l1_write_combining.h alone */
    uint32_t held, dirty; /* words that are here, and of these not yet in the L2 */
    uint64_t writers;     /* warps that wrote the dirty words */
} l1_line_t;

typedef struct l1_mshr {
    uint32_t line;  /* index */
    uint32_t count; /* tickets; 0: free */
    uint32_t *tickets;
} l1_mshr_t;

typedef struct l1_cache {
    l1_line_t *lines; /* sets × ways; NULL: no cache */
    l1_mshr_t *mshrs;
    uint32_t *tickets; /* mshr_count × merges */
    uint32_t sets, ways, mshr_count, merges, free_mshrs;
    uint32_t dirty_lines; /* of l1_write_combining.h alone */
    uint64_t stamp;
} l1_cache_t;

typedef enum l1_answer {
    L1_HIT,
    L1_MERGED, /* on its way; TICKET will be answered */
    L1_MISS, /* the line is asked for: the caller sends a packet whose ticket is *mshr; TICKET will
                be answered */
    L1_WAITS /* no MSHR, no place in one, or every line of the set is on its way; nothing has
                changed */
} l1_answer_t;

/* bytes 0: no cache, every load passes by. mshrs 1 to 254. False: out of memory (l1_cache_free even
 * then). */
bool l1_cache_make(l1_cache_t *cache, uint32_t bytes, uint32_t ways, uint32_t mshrs,
                   uint32_t merges);
void l1_cache_free(l1_cache_t *cache);
void l1_cache_clear(l1_cache_t *cache); /* kernel start; nothing is on its way */

/* A load of SEGMENT for TICKET. */
l1_answer_t l1_cache_load(l1_cache_t *cache, uint64_t segment, uint32_t ticket, uint32_t *mshr);
/* What l1_cache_load would answer, without doing it. */
l1_answer_t l1_cache_look(const l1_cache_t *cache, uint64_t segment);
/* A store to SEGMENT, or an atomic: its line is not kept. */
void l1_cache_evict(l1_cache_t *cache, uint64_t segment);
/* The line of MSHR has come. Returns how many *tickets are answered (valid until the next load). */
uint32_t l1_cache_fill(l1_cache_t *cache, uint32_t mshr, const uint32_t **tickets);

/* For l1_write_combining.h: the line of SEGMENT, here or on its way (NULL: none); the one that it
 * would take (NULL: all of the set are on their way); and a free MSHR, of which there is one. */
l1_line_t *l1_cache_find(const l1_cache_t *cache, uint64_t segment);
l1_line_t *l1_cache_victim(const l1_cache_t *cache, uint64_t segment);
uint32_t l1_cache_take_mshr(l1_cache_t *cache);

#endif
