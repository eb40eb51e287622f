/* SPDX-License-Identifier: Apache-2.0 */
/* memory_bench.h: a memory system without its SMs: the machine `scord` (ScoRD Table V) and its
 * accesses, one by one.
 *
 * A cycle is as in pipeline.c: the SMs take answers and hand over accesses, then the memory's clock
 * moves on. Cycles begin at 0.
 */
#ifndef TB_MEMORY_BENCH_H
#define TB_MEMORY_BENCH_H

#include "tb/unit/pipeline/bench.h"
#include "sim/mem/memory_system.h"

enum { MEMORY_BENCH_TICKETS = 1 << 12 };

typedef struct memory_bench {
    gpu_machine_t machine;
    gpu_cycle_statistics_t statistics;
    memory_system_t *memory;
    uint64_t now;
    uint64_t answered[MEMORY_BENCH_TICKETS]; /* cycle + 1 of the last answer; 0: none */
    uint32_t answers[MEMORY_BENCH_TICKETS];  /* how many came */
    uint32_t total_answers;
} memory_bench_t;

/* Machine `scord` with SETTINGS; no DRAM jitter and no detector unless SETTINGS name them, after
 * kernel start. Exits the test when they are wrong. */
memory_bench_t *memory_bench_open(const char *settings, uint64_t seed);
void memory_bench_close(memory_bench_t *bench);
/* The next kernel: counts begin at 0 unless KEEP. */
void memory_bench_start(memory_bench_t *bench, bool keep);
/* The cycle's end, with the answers of the next one's beginning. */
void memory_bench_cycle(memory_bench_t *bench);
void memory_bench_run(memory_bench_t *bench, unsigned cycles);
/* Accesses of 128-byte segments. WORDS: touched. */
memory_access_t memory_bench_access(memory_kind_t kind, uint64_t segment, uint32_t words,
                                    bool cached, uint32_t ticket);
/* Hands ACCESS over, in the first cycle that takes it. */
memory_outcome_t memory_bench_send(memory_bench_t *bench, unsigned sm,
                                   const memory_access_t *access);
/* ACCESS alone, of SM 0: cycles from the one that takes it to its answer's; 0: an L1 hit. Then 600
 * cycles pass. */
uint64_t memory_bench_alone(memory_bench_t *bench, const memory_access_t *access);

#endif
