/* SPDX-License-Identifier: Apache-2.0 */
/* test_traffic.c: random traffic of all SMs through the whole memory system: every access that is
 * taken is answered once, nothing is left, and what is counted in one place is counted in the
 * other; the same seed gives the same cycles.
 *
 * usage: test_traffic [SEED]   A failure names seed and settings; SEED alone repeats it. */
#include "tb/unit/memory/memory_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/mem/coalescer.h"
#include "cmodel/base/random.h"

enum { EACH = 400, IN_FLIGHT = 24, SMS = 16, PATIENCE = 3000000 };

typedef struct traffic {
    memory_bench_t *bench;
    uint64_t state; /* of the random numbers */
    memory_access_t next[SMS];
    bool fence_next[SMS], drawn[SMS];
    uint32_t sent[SMS], accesses, fences, waits, in_flight, loads_through_l1, words,
        to_detector_alone;
    uint32_t expected[MEMORY_BENCH_TICKETS], answered_at_once;
    uint64_t request_flits,
        reply_flits; /* of packets that are known; those that fill an L1 are counted by the L2 */
    uint32_t passing, stores; /* packets to the L2 beside those that fill an L1 */
} traffic_t;

static uint64_t draw(traffic_t *traffic) { return scord_split_next(&traffic->state); }

/* Few lines, so that there are hits, merges and write-backs; words in all shapes. */
static void draw_access(traffic_t *traffic, unsigned sm) {
    const uint64_t random = draw(traffic), lines = (random & 7) == 0  ? 30000
                                                   : (random & 7) < 4 ? 24
                                                                      : 600;
    const memory_kind_t kind = (random >> 8 & 7) < 5   ? MEMORY_LOAD
                               : (random >> 8 & 7) < 7 ? MEMORY_STORE
                                                       : MEMORY_ATOMIC;
    uint32_t words = (uint32_t)(draw(traffic) | 1);
    if ((random >> 12 & 3) == 0) words = 0xffffffff;
    if ((random >> 12 & 3) == 1) words = UINT32_C(1) << (random >> 16 & 31);
    if ((random >> 12 & 3) == 2) words = UINT32_C(0xffff) << (random >> 16 & 16);
    const uint32_t ticket = sm * (MEMORY_BENCH_TICKETS / SMS) +
                            traffic->sent[sm] % (MEMORY_BENCH_TICKETS / SMS);
    traffic->next[sm] =
        memory_bench_access(kind, draw(traffic) % lines * ((random >> 24 & 1) != 0 ? 1 : 24), words,
                            (random >> 25 & 3) != 0, ticket);
    traffic->next[sm].conflicts = (uint8_t)(1 + (random >> 28 & 31));
    traffic->fence_next[sm] = (random >> 34 & 31) == 0;
    traffic->drawn[sm] = true;
}

static unsigned flits(const traffic_t *traffic, unsigned bytes) {
    const unsigned flit = traffic->bench->machine.flit_bytes;
    return (bytes + flit - 1) / flit;
}

/* What the access that was taken makes the interconnect carry: M3. */
static void account(traffic_t *traffic, const memory_access_t *access) {
    const gpu_machine_t *machine = &traffic->bench->machine;
    const bool detector = machine->detector == 1,
               l1 = access->kind == MEMORY_LOAD && access->cached && machine->l1_bytes != 0;
    const unsigned riding = detector && machine->time_noc != 0 ? machine->detection_bytes : 0;
    const unsigned bytes = coalescer_bytes(coalescer_sectors(access->words));
    traffic->accesses++;
    traffic->words += (unsigned)__builtin_popcount(access->words);
    if (l1) {
        traffic->loads_through_l1++;
        return;
    }
    traffic->passing++;
    traffic->stores += access->kind == MEMORY_STORE;
    traffic->request_flits += flits(traffic,
                                    8 + riding + (access->kind == MEMORY_LOAD ? 0 : bytes));
    traffic->reply_flits += flits(traffic, 8 + (access->kind == MEMORY_STORE ? 0 : bytes));
}

static void one_sm(traffic_t *traffic, unsigned sm) {
    memory_bench_t *bench = traffic->bench;
    if (traffic->sent[sm] == EACH || draw(traffic) % 4 == 0) return;
    if (!traffic->drawn[sm]) draw_access(traffic, sm);
    if (traffic->fence_next[sm]) {
        if (!memory_system_fence(bench->memory, sm, 0, bench->now)) {
            traffic->waits++;
            return;
        }
        traffic->fence_next[sm] = false;
        traffic->fences++;
        return;
    }
    const memory_outcome_t outcome = memory_system_access(bench->memory, sm, &traffic->next[sm],
                                                          bench->now);
    if (outcome == MEMORY_WAITS) {
        traffic->waits++;
        return;
    }
    account(traffic, &traffic->next[sm]);
    traffic->answered_at_once += outcome == MEMORY_ANSWERED;
    if (outcome == MEMORY_SENT) traffic->expected[traffic->next[sm].ticket]++;
    traffic->sent[sm]++;
    traffic->drawn[sm] = false;
}

static void books(const traffic_t *traffic, const char *name) {
    memory_bench_t *bench = traffic->bench;
    const gpu_machine_t *machine = &bench->machine;
    const gpu_cycle_statistics_t *s = &bench->statistics;
    const bool detector = machine->detector == 1, told = detector && machine->time_noc != 0;
    unsigned wrong = 0;
    for (unsigned i = 0; i < MEMORY_BENCH_TICKETS; i++)
        wrong += bench->answers[i] != traffic->expected[i];
    check_equal(wrong, 0, "%s: tickets not answered as often as asked", name);
    check_equal(bench->total_answers + traffic->answered_at_once, traffic->accesses, "%s: answers",
                name);
    check_equal(s->l1_hits, traffic->answered_at_once, "%s: L1 hits", name);
    check_equal(s->l1_hits + s->l1_misses, traffic->loads_through_l1, "%s: L1 hits and misses",
                name);
    const uint64_t fills = s->l2_hits + s->l2_misses - traffic->passing;
    check(fills <= s->l1_misses, "%s: %u lines fill L1s, for %u misses", name, (unsigned)fills,
          (unsigned)s->l1_misses);
    const uint64_t alone = told ? traffic->loads_through_l1 - fills + traffic->fences : 0;
    const unsigned riding = told ? machine->detection_bytes : 0;
    check_equal(s->noc_request_flits,
                traffic->request_flits + (fills + alone) * flits(traffic, 8 + riding),
                "%s: flits to the L2", name);
    check_equal(s->noc_reply_flits, traffic->reply_flits + fills * flits(traffic, 8 + 128),
                "%s: flits to the SMs", name);
    check_equal(s->detector_requests, detector ? traffic->accesses + traffic->fences : 0,
                "%s: requests to the detector", name);
    check_equal(s->detector_words, detector ? traffic->words : 0, "%s: words to the detector",
                name);
    check(s->detector_decide_cycles >=
              (uint64_t)(detector ? traffic->accesses + machine->detector_banks * traffic->fences
                                  : 0),
          "%s: every request takes a cycle", name);
    check_equal(s->detector_decide_cycles > 0, detector, "%s: the detector had work", name);
    const uint64_t lines = s->dram_reads + s->dram_writes + s->dram_metadata_reads +
                           s->dram_metadata_writes;
    check_equal(s->dram_row_hits + s->dram_row_misses, lines, "%s: lines of the DRAM", name);
    check_equal(s->dram_busy, lines * 128 / machine->dram_bytes, "%s: cycles of the DRAM's pins",
                name);
    check(s->dram_reads <= s->l2_misses, "%s: more lines read than missed", name);
    check(s->dram_writes <= s->l2_hits + s->l2_misses, "%s: more lines written than touched", name);
    check_equal(s->stall_mshr + s->stall_noc + s->stall_detector_hit + s->stall_detector_other,
                traffic->waits, "%s: waits have a reason", name);
    if (machine->time_lhd == 0) check_equal(s->stall_detector_hit, 0, "%s: no hit waits", name);
    if (!detector)
        check_equal(s->l2_metadata_hits + s->l2_metadata_misses + s->stall_detector_hit +
                        s->stall_detector_other,
                    0, "%s: no metadata", name);
}

static bool done(const traffic_t *traffic) {
    for (unsigned sm = 0; sm < traffic->bench->machine.sms; sm++)
        if (traffic->sent[sm] < EACH) return false;
    return traffic->bench->total_answers + traffic->answered_at_once == traffic->accesses &&
           memory_system_detector_idle(traffic->bench->memory);
}

/* Cycles until all is answered and decided. */
static uint64_t run(const char *settings, uint64_t seed, gpu_cycle_statistics_t *statistics) {
    static traffic_t traffic;
    char name[400];
    snprintf(name, sizeof name, "seed %llu, %s", (unsigned long long)seed, settings);
    traffic = (traffic_t){.bench = memory_bench_open(settings, seed), .state = seed * 1000003};
    memory_bench_t *bench = traffic.bench;
    while (!done(&traffic) && bench->now < PATIENCE) {
        for (unsigned sm = 0; sm < bench->machine.sms; sm++) one_sm(&traffic, sm);
        memory_bench_cycle(bench);
    }
    check(done(&traffic), "%s: not at an end after %u cycles", name, PATIENCE);
    const uint64_t cycles = bench->now;
    memory_bench_run(bench, 20000); /* lines on their way to the DRAM; and nothing else comes */
    memory_system_account(bench->memory);
    check(!memory_system_out_of_memory(bench->memory), "%s: out of memory", name);
    books(&traffic, name);
    *statistics = bench->statistics;
    memory_bench_close(bench);
    return cycles;
}

#define TIGHT "l2_bytes=98304,noc_queue=1,l2_queue=1,l2_mshrs=1,dram_queue=2,l1_mshrs=1,l1_merges=1"
/* From ample to the smallest numbers; then the detector with all that makes its port busy. */
static const char *const machines[] = {
    "",
    "dram_jitter=10",
    "sms=16,l2_slices=16,l2_bytes=524288,noc_latency=1,l2_pipeline=1",
    "l2_bytes=98304,dram_jitter=10",
    "l2_bytes=98304,flit_bytes=8,detection_bytes=64,detector=1",
    TIGHT,
    TIGHT ",sms=3,l2_slices=1,l2_ways=1,l2_bytes=4096,l2_pipeline=1,noc_latency=1,dram_banks=1",
    "l1_bytes=0",
    "l1_mshrs=254,l1_merges=64,l2_mshrs=1024,dram_queue=64,dram_return=4000,dram_jitter=50",
    "detector=1",
    "detector=1,dram_jitter=10,l2_bytes=98304,metadata_pipeline=3",
    "detector=1,detector_buffer=1,detector_fifo=2,detector_lanes=1,detector_lines=2",
    "detector=1,detector_lanes=32,detector_lines=64,detector_beat_entries=32,detector_banks=4,"
    "detector_buffer=64",
    "detector=1,time_lhd=0",
    "detector=1,time_noc=0",
    "detector=1,time_md=0,dram_jitter=10",
    "detector=1,time_lhd=0,time_noc=0,detector_beat_entries=32,detector_lanes=32",
    TIGHT
    ",detector=1,detector_buffer=1,detector_lines=64,detector_beat_entries=32,detector_lanes=32",
    "l2_slices=1,l2_bytes=16384,l2_mshrs=2,dram_queue=2,detector=1,detector_lines=64,detector_beat_"
    "entries=32,detector_lanes=32,detector_banks=2",
    "l2_slices=1,l2_bytes=16384,detector=1,detector_lines=64,detector_beat_entries=1,detector_"
    "lanes=32,detector_banks=4",
};

static void play(uint64_t seed) {
    printf("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < sizeof machines / sizeof *machines; i++) {
        gpu_cycle_statistics_t statistics;
        run(machines[i], seed, &statistics);
    }
}

/* The same seed: the same cycle and the same counts; another seed another way. Without jitter and
 * with the same traffic the memory's seed is nothing. */
static void determinism(void) {
    static const char *const settings[] = {"dram_jitter=10",
                                           "dram_jitter=10,detector=1,detector_banks=2"};
    for (unsigned i = 0; i < 2; i++) {
        static gpu_cycle_statistics_t first, second, third;
        const uint64_t cycles = run(settings[i], 77, &first), again = run(settings[i], 77, &second),
                       other = run(settings[i], 78, &third);
        check_equal(again, cycles, "%s: the same seed", settings[i]);
        check(memcmp(&first, &second, sizeof first) == 0, "%s: the same seed, the same counts",
              settings[i]);
        check(other != cycles, "%s: another seed", settings[i]);
    }
}

int main(int count, char **arguments) {
    if (count > 1)
        play(strtoull(arguments[1], NULL, 10));
    else
        for (uint64_t seed = 1; seed <= 2; seed++) play(seed);
    if (count == 1) determinism();
    return check_summary();
}
