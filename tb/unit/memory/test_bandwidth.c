/* SPDX-License-Identifier: Apache-2.0 */
/* test_bandwidth.c: what the queues let through: measured throughput is the limit that M2 to M5
 * state, from below exactly, from above but for the first access's latency and 6 percent. */
#include "tb/unit/memory/memory_bench.h"

#include "sim/mem/l2_slice.h"

enum { SLICES = 12, ROW = 16, BANKS = 16, LATENCY = 500 };

static const uint32_t ALL = 0xffffffff;

typedef enum pattern {
    EVERY_SLICE, /* lines one after the other */
    ONE_SLICE,   /* of slice 0 */
    ONE_BANK     /* of slice 0, a row of bank 0 each */
} pattern_t;

typedef struct flow {
    const char *name, *settings;
    unsigned sms, each; /* accesses of each SM */
    memory_kind_t kind;
    uint32_t words;
    bool cached;
    pattern_t pattern;
    unsigned lines; /* different ones, taken in turn */
    bool resident;  /* in the L2 before; else every line comes from the DRAM */
    double cycles;  /* for an access of all SMs together */
} flow_t;

static uint64_t segment_of(const flow_t *flow, unsigned i) {
    i %= flow->lines;
    if (flow->pattern == EVERY_SLICE) return i;
    return l2_global(flow->pattern == ONE_SLICE ? i : (uint64_t)i * ROW * BANKS, 0, SLICES);
}

static void bring(memory_bench_t *bench, const flow_t *flow) {
    for (unsigned i = 0; i < flow->lines; i++) {
        const memory_access_t store = memory_bench_access(MEMORY_STORE, segment_of(flow, i), ALL,
                                                          false, 4000);
        memory_bench_send(bench, 0, &store);
    }
    memory_bench_run(bench, 2000);
}

/* Hands over what it can, one access an SM and cycle, until all are answered; cycles that took. */
static uint64_t flow_through(memory_bench_t *bench, const flow_t *flow) {
    unsigned sent[16] = {0}, hits = 0;
    const unsigned total = flow->sms * flow->each, before = bench->total_answers;
    const uint64_t begin = bench->now;
    while (bench->total_answers - before + hits < total && bench->now - begin < 1000000) {
        for (unsigned sm = 0; sm < flow->sms; sm++) {
            if (sent[sm] == flow->each) continue;
            memory_access_t access =
                memory_bench_access(flow->kind, segment_of(flow, sm * flow->each + sent[sm]),
                                    flow->words, flow->cached, sm);
            access.conflicts = 32;
            const memory_outcome_t outcome = memory_system_access(bench->memory, sm, &access,
                                                                  bench->now);
            if (outcome == MEMORY_WAITS) continue;
            sent[sm]++;
            hits += outcome == MEMORY_ANSWERED;
        }
        memory_bench_cycle(bench);
    }
    check_equal(bench->total_answers - before + hits, total, "%s: all are answered", flow->name);
    return bench->now - begin;
}

static void measure(const flow_t *flow) {
    memory_bench_t *bench = memory_bench_open(flow->settings, 1);
    if (flow->resident) bring(bench, flow);
    const uint64_t cycles = flow_through(bench, flow);
    const double accesses = (double)flow->sms * flow->each, least = (accesses - 1) * flow->cycles;
    check((double)cycles >= least && (double)cycles <= 1.06 * least + LATENCY,
          "%s: %.3f cycles an access, expected %.3f", flow->name, (double)cycles / accesses,
          flow->cycles);
    memory_bench_close(bench);
}

/* 8 command cycles of a line at 1.32 a cycle; tRC 40 */
#define PINS      (8 / 1.32)
#define ROW_CYCLE (40 / 1.32)

static const flow_t flows[] = {
    {"an SM's reply port: a line is 5 flits", "", 1, 1200, MEMORY_LOAD, 0xffffffff, false,
     EVERY_SLICE, 600, true, 5},
    {"an SM's reply port: words are 2 flits", "", 1, 1200, MEMORY_LOAD, 1, false, EVERY_SLICE, 600,
     true, 2},
    {"an SM's request port: lines to store are 5 flits", "", 1, 1200, MEMORY_STORE, 0xffffffff,
     false, EVERY_SLICE, 600, true, 5},
    {"flits of 64 bytes: 3", "flit_bytes=64", 1, 1200, MEMORY_LOAD, 0xffffffff, false, EVERY_SLICE,
     600, true, 3},
    {"a slice's reply port, 15 SMs", "", 15, 100, MEMORY_LOAD, 0xffffffff, false, ONE_SLICE, 60,
     true, 5},
    {"a slice's reply port, words", "", 15, 100, MEMORY_LOAD, 1, false, ONE_SLICE, 60, true, 2},
    {"a slice's request port, stores", "", 15, 100, MEMORY_STORE, 0xffffffff, false, ONE_SLICE, 60,
     true, 5},
    {"a slice's port of 32 bytes, behind flits of 128", "flit_bytes=128", 15, 100, MEMORY_LOAD,
     0xffffffff, false, ONE_SLICE, 60, true, 4},
    {"a slice's port of 8 bytes", "l2_port_bytes=8", 15, 100, MEMORY_LOAD, 0xffffffff, false,
     ONE_SLICE, 60, true, 16},
    {"atomics of 32 lanes on a word", "", 15, 60, MEMORY_ATOMIC, 1, false, ONE_SLICE, 60, true, 33},
    {"the pins of a DRAM channel", "", 15, 100, MEMORY_LOAD, 0xffffffff, false, ONE_SLICE, 1500,
     false, PINS},
    {"twice as many pins: the reply port", "dram_bytes=32", 15, 100, MEMORY_LOAD, 0xffffffff, false,
     ONE_SLICE, 1500, false, 5},
    {"half the DRAM clock", "dram_clock=66", 15, 100, MEMORY_LOAD, 0xffffffff, false, ONE_SLICE,
     1500, false, 2 * PINS},
    {"a row each in one bank: tRC", "", 15, 40, MEMORY_LOAD, 0xffffffff, false, ONE_BANK, 600,
     false, ROW_CYCLE},
    {"an L1 without limit: a hit a cycle", "", 1, 1000, MEMORY_LOAD, 0xffffffff, true, EVERY_SLICE,
     1, true, 1},
    {"8 MSHRs of 146 cycles each", "l1_mshrs=8", 1, 960, MEMORY_LOAD, 0xffffffff, true, EVERY_SLICE,
     480, true, 146.0 / 8},
    {"one place for those that wait for the DRAM: 1 + 15 + 100 cycles", "l2_mshrs=1", 15, 20,
     MEMORY_LOAD, 0xffffffff, false, ONE_SLICE, 300, false, 1 + 115},
};

int main(void) {
    for (unsigned i = 0; i < sizeof flows / sizeof *flows; i++) measure(&flows[i]);
    return check_summary();
}
