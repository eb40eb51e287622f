/* SPDX-License-Identifier: Apache-2.0 */
/* test_slice.c: a slice of the L2 (M4): 128 KB, 8 ways, lines of 128 bytes: 128 sets. A request put
 * in cycle c is at the port in c + 120 (the detector's: c + 20), holds it for ⌈bytes / 32⌉ cycles,
 * an atomic for as many more as lanes are on one word, and its answer is there when the port is
 * free. The DRAM runs with the slice's clock here (dram_clock 100): a line requested in cycle p:
 * activate p + 1, column p + 1 + tRCD, data complete tCL + 8 later, in the slice 100 after that: p
 * + 1 + 12 + 12 + 8 + 100 = p + 133, and so is the answer. */
#include "tb/unit/pipeline/bench.h"

#include <stdlib.h>
#include <string.h>

#include "sim/mem/l2_slice.h"

enum {
    PIPELINE = 120,
    META_PIPELINE = 20,
    WAYS = 8,
    SETS = 128,
    SLICES = 12,
    FETCH = 133,
    ACTIVATE = 12 /* tRCD */,
    ANSWERS = 256
};

static const dram_timing_t timing = {.banks = 16,
                                     .row_lines = 16,
                                     .queue = 16,
                                     .burst = 8,
                                     .rrd = 6,
                                     .rcd = 12,
                                     .ras = 28,
                                     .rp = 12,
                                     .rc = 40,
                                     .cl = 12,
                                     .wl = 4,
                                     .cdlr = 5,
                                     .wr = 12};
static const l2_options_t standard = {.bytes = 131072,
                                      .ways = WAYS,
                                      .latency = {PIPELINE, META_PIPELINE},
                                      .port_bytes = 32,
                                      .waiters = 32,
                                      .queue = 8,
                                      .dram_return = 100,
                                      .dram_clock = 100};

typedef struct slice_bench {
    l2_slice_t slice;
    uint64_t now;
    uint64_t answered[ANSWERS]; /* cycle, by ticket; 0: not */
    bool deaf;                  /* answers are not taken */
} slice_bench_t;

static slice_bench_t *open_slice(const l2_options_t *options) {
    slice_bench_t *bench = calloc(1, sizeof *bench);
    check(l2_slice_make(&bench->slice, options, &timing), "made");
    bench->now = 1000;
    return bench;
}

static void close_slice(slice_bench_t *bench) {
    l2_slice_free(&bench->slice);
    free(bench);
}

static void take(slice_bench_t *bench, packet_queue_t *answers) {
    for (const memory_packet_t *packet; (packet = packet_queue_head(answers, bench->now));
         packet_queue_drop(answers)) {
        check_equal(bench->answered[packet->ticket], 0, "request %u is answered once",
                    packet->ticket);
        bench->answered[packet->ticket] = bench->now;
    }
}

static void run(slice_bench_t *bench, unsigned cycles) {
    for (; cycles > 0; cycles--, bench->now++) {
        l2_slice_clock_dram(&bench->slice, bench->now, bench->now);
        l2_slice_clock(&bench->slice, bench->now, SLICES);
        if (bench->deaf) continue;
        take(bench, &bench->slice.answers);
        take(bench, &bench->slice.metadata_answers);
    }
}

/* Segment number K of set SET, of slice 0. */
static uint64_t segment_of(uint64_t set, uint64_t k) {
    return l2_global(set + k * SETS, 0, SLICES);
}

static memory_packet_t packet_of(memory_kind_t kind, uint64_t segment, uint8_t sectors,
                                 uint32_t ticket) {
    return (memory_packet_t){.kind = (uint8_t)kind,
                             .segment = segment,
                             .sectors = sectors,
                             .ticket = ticket,
                             .bytes = (uint16_t)(32 * __builtin_popcount(sectors)),
                             .conflicts = 1};
}

static void put(slice_bench_t *bench, memory_kind_t kind, uint64_t segment, uint8_t sectors,
                uint32_t ticket) {
    const memory_packet_t packet = packet_of(kind, segment, sectors, ticket);
    check(l2_slice_has_room(&bench->slice, kind >= MEMORY_METADATA_READ), "room for %u", ticket);
    bench->answered[ticket] = 0;
    l2_slice_put(&bench->slice, &packet, bench->now);
}

/* One request alone: cycles until its answer. */
static uint64_t alone(slice_bench_t *bench, memory_kind_t kind, uint64_t segment, uint8_t sectors) {
    const uint64_t begin = bench->now;
    put(bench, kind, segment, sectors, 0);
    run(bench, 600);
    check(l2_slice_idle(&bench->slice), "idle after it");
    return bench->answered[0] - begin;
}

static void mapping(void) {
    for (uint64_t address = 0; address < 12 * 256 * 4; address += 128) {
        const uint64_t segment = address / 128;
        const uint32_t slice = l2_slice_of(segment, SLICES);
        check_equal(slice, address / 256 % 12, "slice of address %u", (unsigned)address);
        check_equal(l2_global(l2_local(segment, SLICES), slice, SLICES), segment,
                    "there and back, address %u", (unsigned)address);
    }
    check_equal(l2_local(24, SLICES), 2, "256 bytes of each slice in turn");
    check_equal(l2_local(25, SLICES), 3, "the second half");
}

static void latencies(void) {
    slice_bench_t *bench = open_slice(&standard);
    const uint64_t segment = segment_of(3, 0);
    check_equal(alone(bench, MEMORY_LOAD, segment, 15), PIPELINE + FETCH, "a load from the DRAM");
    check_equal(alone(bench, MEMORY_LOAD, segment, 15), PIPELINE + 4, "a hit of 128 bytes");
    check_equal(alone(bench, MEMORY_LOAD, segment, 3), PIPELINE + 2, "of 64");
    check_equal(alone(bench, MEMORY_LOAD, segment, 1), PIPELINE + 1, "of 32");
    check_equal(alone(bench, MEMORY_STORE, segment, 15), PIPELINE + 4, "a store of 128 bytes");
    check_equal(alone(bench, MEMORY_STORE, segment_of(4, 0), 8), PIPELINE + 1,
                "a store that misses fetches nothing");
    check_equal(bench->slice.counts.dram_reads[0], 1, "one line was read");
    check_equal(bench->slice.counts.hits[0], 4, "hits");
    check_equal(bench->slice.counts.misses[0], 2, "misses");
    memory_packet_t atomic = packet_of(MEMORY_ATOMIC, segment, 1, 1);
    atomic.conflicts = 32;
    const uint64_t begin = bench->now;
    l2_slice_put(&bench->slice, &atomic, bench->now);
    put(bench, MEMORY_LOAD, segment, 1, 2);
    run(bench, 300);
    check_equal(bench->answered[1] - begin, PIPELINE + 1 + 32, "an atomic, 32 lanes on a word");
    check_equal(bench->answered[2] - begin, PIPELINE + 1 + 32 + 1, "holds the port for them");
    close_slice(bench);

    l2_options_t narrow = standard;
    narrow.port_bytes = 24;
    bench = open_slice(&narrow);
    alone(bench, MEMORY_LOAD, segment, 15);
    check_equal(alone(bench, MEMORY_LOAD, segment, 15), PIPELINE + 6,
                "24 bytes a cycle: 128 bytes take 6");
    close_slice(bench);
}

/* Hits one behind the other: the port is the limit, in order; the pipeline takes one a cycle. */
static void the_port(void) {
    slice_bench_t *bench = open_slice(&standard);
    alone(bench, MEMORY_LOAD, segment_of(0, 0), 15);
    const uint64_t begin = bench->now;
    static const uint8_t sectors[] = {15, 15, 1, 3, 1, 1, 15};
    static const unsigned answered[] = {4, 8, 9, 11, 12, 13, 17}; /* sums of bytes / 32 */
    for (uint32_t i = 0; i < 7; i++) {
        put(bench, MEMORY_LOAD, segment_of(0, 0), sectors[i], 1 + i);
        run(bench, 1);
    }
    run(bench, 300);
    for (uint32_t i = 0; i < 7; i++)
        check_equal(bench->answered[1 + i] - begin, PIPELINE + answered[i], "request %u of 7", i);
    close_slice(bench);
}

/* Three loads of a line on its way: one fetch, all are answered with it; what hits meanwhile is not
 * held up. */
static void merges(void) {
    slice_bench_t *bench = open_slice(&standard);
    alone(bench, MEMORY_LOAD, segment_of(9, 0), 15);
    const uint64_t begin = bench->now;
    for (uint32_t i = 1; i <= 3; i++) put(bench, MEMORY_LOAD, segment_of(7, 0), 15, i);
    put(bench, MEMORY_LOAD, segment_of(9, 0), 1, 4);
    run(bench, 600);
    for (uint32_t i = 1; i <= 3; i++)
        check_equal(bench->answered[i] - begin, PIPELINE + FETCH - ACTIVATE,
                    "load %u of the line, its row is open", i);
    check_equal(bench->answered[4] - begin, PIPELINE + 3 * 4 + 1, "a hit under misses");
    check_equal(bench->slice.counts.dram_reads[0], 2, "fetched once");
    check_equal(bench->slice.counts.misses[0], 4, "misses");
    close_slice(bench);
}

/* Stores make sectors that are whole; the rest of the line is fetched when it is requested. */
static void sectors(void) {
    slice_bench_t *bench = open_slice(&standard);
    const uint64_t segment = segment_of(1, 0);
    alone(bench, MEMORY_STORE, segment, 5);
    check_equal(alone(bench, MEMORY_LOAD, segment, 1), PIPELINE + 1, "a stored sector is there");
    check_equal(alone(bench, MEMORY_LOAD, segment, 4), PIPELINE + 1, "the other too");
    check_equal(bench->slice.counts.dram_reads[0], 0, "nothing was read");
    check_equal(alone(bench, MEMORY_LOAD, segment, 2), PIPELINE + FETCH, "one between is not");
    check_equal(alone(bench, MEMORY_LOAD, segment, 15), PIPELINE + 4, "then all are");
    check_equal(bench->slice.counts.dram_reads[0], 1, "one line was read");
    check_equal(alone(bench, MEMORY_LOAD, segment_of(1, 1), 1), PIPELINE + FETCH,
                "a load of a sector");
    check_equal(alone(bench, MEMORY_LOAD, segment_of(1, 1), 8), PIPELINE + 1, "brings the line");
    for (uint64_t k = 2; k < 2 + WAYS; k++) alone(bench, MEMORY_LOAD, segment_of(1, k), 1);
    check_equal(bench->slice.counts.dram_writes[0], 1,
                "the fetch kept it dirty, and the clean line went without");
    close_slice(bench);
}

/* Eight dirty lines of a set; the ninth writes the oldest back, not one more, and finds the other
 * seven. */
static void write_back(void) {
    slice_bench_t *bench = open_slice(&standard);
    for (uint64_t k = 0; k < WAYS; k++) alone(bench, MEMORY_STORE, segment_of(5, k), 15);
    alone(bench, MEMORY_LOAD, segment_of(5, 0), 1); /* used again: the second is the oldest */
    check_equal(bench->slice.counts.dram_writes[0], 0, "nothing is written before");
    alone(bench, MEMORY_STORE, segment_of(5, WAYS), 1);
    check_equal(bench->slice.counts.dram_writes[0], 1, "one line is written back");
    check_equal(bench->slice.dram.busy, 8, "and reaches the DRAM");
    const uint64_t misses = bench->slice.counts.misses[0];
    for (uint64_t k = 0; k < WAYS; k++)
        if (k != 1)
            check_equal(alone(bench, MEMORY_LOAD, segment_of(5, k), 15), PIPELINE + 4,
                        "line %u is still there", (unsigned)k);
    check_equal(bench->slice.counts.misses[0], misses, "seven of them");
    check(alone(bench, MEMORY_LOAD, segment_of(5, 1), 15) > PIPELINE + FETCH - 20,
          "the second is not");
    check_equal(bench->slice.counts.dram_writes[0], 2, "and its fetch writes another back");
    for (uint64_t k = 0; k < WAYS; k++) alone(bench, MEMORY_ATOMIC, segment_of(6, k), 1);
    alone(bench, MEMORY_LOAD, segment_of(6, WAYS), 1);
    check_equal(bench->slice.counts.dram_writes[0], 3, "an atomic makes its line dirty");
    check_equal(bench->slice.counts.dram_reads[0], 1 + WAYS + 1, "and needs its contents");
    close_slice(bench);
}

/* A line on its way is not replaced: the ninth load of a set waits at the port until one has come,
 * and all behind it wait. */
static void all_ways_on_their_way(void) {
    slice_bench_t *bench = open_slice(&standard);
    alone(bench, MEMORY_LOAD, segment_of(3, 0), 15);
    const uint64_t begin = bench->now;
    for (uint32_t k = 0; k <= WAYS; k++) put(bench, MEMORY_LOAD, segment_of(2, k), 15, 1 + k);
    put(bench, MEMORY_LOAD, segment_of(3, 0), 1, 20);
    run(bench, 2000);
    uint64_t first = UINT64_MAX;
    for (uint32_t k = 0; k < WAYS; k++)
        first = bench->answered[1 + k] < first ? bench->answered[1 + k] : first;
    check_equal(first - begin, PIPELINE + FETCH - ACTIVATE, "the first comes, its row is open");
    check_equal(bench->answered[20] - first, 4 + 1,
                "in that cycle the ninth has the port, then the one behind it");
    check(bench->answered[1 + WAYS] > bench->answered[20], "the ninth waits for the DRAM");
    check_equal(bench->slice.counts.dram_reads[0], 1 + WAYS + 1, "every line once");
    check(l2_slice_idle(&bench->slice), "idle");
    close_slice(bench);
}

/* Two places for those that wait for the DRAM: the third load waits at the port for the first's
 * line. */
static void waiters(void) {
    l2_options_t options = standard;
    options.waiters = 2;
    slice_bench_t *bench = open_slice(&options);
    const uint64_t begin = bench->now;
    for (uint32_t i = 1; i <= 3; i++) put(bench, MEMORY_LOAD, segment_of(i, 0), 15, i);
    run(bench, 1000);
    check_equal(bench->answered[1] - begin, PIPELINE + FETCH, "the first");
    check(bench->answered[3] - bench->answered[1] >= FETCH - 12,
          "the third begins when the first has come: %u later",
          (unsigned)(bench->answered[3] - bench->answered[1]));
    check_equal(bench->slice.waiters_left, 2, "all places are free again");
    close_slice(bench);
}

/* Answers are not taken: `queue` of them are made, then nothing is served; the detector's and the
 * SMs' do not hold each other up but for the order at the port. */
static void answers_not_taken(void) {
    slice_bench_t *bench = open_slice(&standard);
    alone(bench, MEMORY_LOAD, segment_of(0, 0), 15);
    bench->deaf = true;
    for (uint32_t i = 1; i <= 12; i++) put(bench, MEMORY_LOAD, segment_of(0, 0), 1, i);
    run(bench, 500);
    check_equal(bench->slice.answers.count, 8, "eight answers wait");
    check_equal(bench->slice.requests[0].count, 4, "four requests are not served");
    check(!l2_slice_idle(&bench->slice), "not idle");
    bench->deaf = false;
    run(bench, 20);
    for (uint32_t i = 1; i <= 12; i++) check(bench->answered[i] != 0, "request %u in the end", i);
    check(l2_slice_idle(&bench->slice), "idle");
    /* the same with all waiting for the DRAM: there is room for them behind the eight */
    bench->deaf = true;
    for (uint32_t i = 1; i <= 40; i++) put(bench, MEMORY_LOAD, segment_of(10 + i, 0), 15, i);
    run(bench, 3000);
    check(bench->slice.answers.count >= 8 && bench->slice.answers.count <= 40, "%u answers wait",
          bench->slice.answers.count);
    bench->deaf = false;
    run(bench, 3000);
    for (uint32_t i = 1; i <= 40; i++) check(bench->answered[i] != 0, "load %u in the end", i);
    close_slice(bench);
}

static void metadata(void) {
    slice_bench_t *bench = open_slice(&standard);
    const uint64_t segment = segment_of(4, 0);
    check_equal(alone(bench, MEMORY_METADATA_READ, segment, 3), META_PIPELINE + FETCH,
                "metadata from the DRAM");
    check_equal(alone(bench, MEMORY_METADATA_READ, segment, 3), META_PIPELINE + 2, "from the L2");
    check_equal(alone(bench, MEMORY_METADATA_WRITE, segment_of(4, 1), 1), META_PIPELINE + 1,
                "a write fetches nothing");
    check_equal(bench->slice.counts.hits[1], 1, "metadata hits");
    check_equal(bench->slice.counts.misses[1], 2, "metadata misses");
    check_equal(bench->slice.counts.dram_reads[1], 1, "metadata lines read");
    check_equal(bench->slice.counts.hits[0] + bench->slice.counts.misses[0] +
                    bench->slice.counts.dram_reads[0],
                0, "no data");
    for (uint64_t k = 2; k < 2 + WAYS; k++) alone(bench, MEMORY_LOAD, segment_of(4, k), 1);
    check_equal(bench->slice.counts.dram_writes[1], 1, "a line of metadata written back");
    check_equal(bench->slice.counts.dram_writes[0], 0, "for data");
    put(bench, MEMORY_METADATA_READ, segment_of(4, 5), 1, 1);
    bench->deaf = true;
    run(bench, META_PIPELINE + 2);
    check_equal(bench->slice.metadata_answers.count, 1, "the answer goes to the detector");
    check_equal(bench->slice.answers.count, 0, "not to the interconnect");
    close_slice(bench);
}

/* Both kinds at the port: in turn, 1 cycle each; a data request that has to wait for its set holds
 * up no metadata. */
static void in_turn(void) {
    slice_bench_t *bench = open_slice(&standard);
    alone(bench, MEMORY_LOAD, segment_of(0, 0), 15);
    alone(bench, MEMORY_METADATA_READ, segment_of(1, 0), 15);
    alone(bench, MEMORY_LOAD, segment_of(0, 0), 15); /* so that metadata have the turn */
    const uint64_t begin = bench->now;
    for (uint32_t i = 1; i <= 3; i++) put(bench, MEMORY_LOAD, segment_of(0, 0), 1, i);
    run(bench, PIPELINE - META_PIPELINE);
    for (uint32_t i = 11; i <= 13; i++) put(bench, MEMORY_METADATA_READ, segment_of(1, 0), 1, i);
    run(bench, 200);
    for (uint32_t i = 0; i < 3; i++) {
        check_equal(bench->answered[11 + i] - begin, PIPELINE + 2 * i + 1, "metadata %u in turn",
                    i);
        check_equal(bench->answered[1 + i] - begin, PIPELINE + 2 * i + 2, "data %u in turn", i);
    }
    for (uint32_t k = 0; k <= WAYS; k++) put(bench, MEMORY_LOAD, segment_of(2, k), 15, 1 + k);
    run(bench, PIPELINE + 80);
    const uint64_t then = bench->now;
    put(bench, MEMORY_METADATA_READ, segment_of(1, 0), 1, 20);
    run(bench, 1000);
    check(bench->answered[20] - then <= META_PIPELINE + 2,
          "metadata beside a request that waits: %u cycles",
          (unsigned)(bench->answered[20] - then));
    check(bench->answered[1 + WAYS] > bench->answered[20], "which waits for longer");
    close_slice(bench);
}

/* As many lines on the way back as may wait: more than the DRAM's way back ever held before. */
static void a_long_way_back(void) {
    l2_options_t options = standard;
    options.waiters = 600;
    options.dram_return = 4000;
    slice_bench_t *bench = open_slice(&options);
    uint32_t sent = 0, answered = 0;
    for (unsigned i = 0; i < 12000 && answered < 600; i++) {
        if (sent < 600 && l2_slice_has_room(&bench->slice, false)) {
            const memory_packet_t packet = packet_of(MEMORY_LOAD, l2_global(sent, 0, SLICES), 15,
                                                     sent % ANSWERS);
            l2_slice_put(&bench->slice, &packet, bench->now);
            sent++;
        }
        bench->deaf = true;
        run(bench, 1);
        for (; packet_queue_head(&bench->slice.answers, bench->now);
             packet_queue_drop(&bench->slice.answers))
            answered++;
    }
    check_equal(answered, 600, "600 lines, 4000 cycles of way back");
    check(l2_slice_idle(&bench->slice), "idle");
    close_slice(bench);
}

int main(void) {
    mapping();
    latencies();
    the_port();
    merges();
    sectors();
    write_back();
    all_ways_on_their_way();
    waiters();
    answers_not_taken();
    metadata();
    in_turn();
    a_long_way_back();
    return check_summary();
}
