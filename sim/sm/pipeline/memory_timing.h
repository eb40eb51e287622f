/* SPDX-License-Identifier: Apache-2.0 */
/* memory_timing.h: when memory answers: an L1 a SM, one L2, DRAM behind it, and the bandwidth
 * between each SM and the L2.
 *
 * A model of latency and bandwidth, not of queues: an access is resolved when it is made, and its
 * answer's time is known. L1: loads allocate, a store evicts the line (global write-evict), strong
 * accesses and atomics pass it by, a line that is on its way is waited for. L2: everything
 * allocates. Least recently used is replaced in both. Lines of 128 bytes. The seed varies the
 * latency of DRAM (W13).
 */
#ifndef SIM_MEMORY_TIMING_H
#define SIM_MEMORY_TIMING_H

#include "sim/machine/cycle_statistics.h"
#include "sim/machine/machine.h"

enum { MEMORY_LINE = 128 };

typedef struct cache_line {
    uint64_t line;  /* address / MEMORY_LINE + 1; 0: empty */
    uint64_t used;  /* stamp of the last use */
    uint64_t ready; /* cycle from which on its data is there */
} cache_line_t;

typedef struct cache {
    cache_line_t *lines; /* sets × ways */
    uint32_t sets, ways;
    uint64_t stamp;
} cache_t;

typedef struct memory_timing {
    const gpu_machine_t *machine;
    cache_t l1[16], l2;
    uint64_t to_sm[16],
        from_sm[16]; /* when the channel is free again, in tenths of bytes of its bandwidth */
    uint64_t seed, draws;
} memory_timing_t;

/* False: out of memory (memory_timing_free even then). */
bool memory_timing_make(memory_timing_t *memory, const gpu_machine_t *machine, uint64_t seed);
void memory_timing_free(memory_timing_t *memory);
/* Kernel start: the L1s are empty (they are not coherent); the L2 keeps its lines. Cycles go on
 * from launch to launch. */
void memory_timing_start(memory_timing_t *memory);

/* Each returns the cycle in which the answer is there. line: address / MEMORY_LINE; bytes that
 * travel: 32, 64 or 128. */
uint64_t memory_load(memory_timing_t *memory, gpu_cycle_statistics_t *statistics, unsigned sm,
                     uint64_t line, unsigned bytes, bool cached, uint64_t now);
uint64_t memory_store(memory_timing_t *memory, gpu_cycle_statistics_t *statistics, unsigned sm,
                      uint64_t line, unsigned bytes, uint64_t now);
/* conflicts: lanes on one word; each costs a cycle at the L2. */
uint64_t memory_atomic(memory_timing_t *memory, gpu_cycle_statistics_t *statistics, unsigned sm,
                       uint64_t line, unsigned conflicts, uint64_t now);

/* A cache of its own for other uses (the I-cache). Returns the line, or NULL: miss. */
bool cache_make(cache_t *cache, uint64_t bytes, uint32_t ways, uint32_t line_bytes);
void cache_clear(cache_t *cache);
cache_line_t *cache_find(cache_t *cache, uint64_t line);
cache_line_t *cache_replace(cache_t *cache,
                            uint64_t line); /* the least recently used of its set becomes it */

#endif
