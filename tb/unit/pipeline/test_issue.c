/* SPDX-License-Identifier: Apache-2.0 */
/* test_issue.c: scoreboard, latencies, issue ports, operand collectors, register banks, and paths
 * not taken (issue 6).
 *
 * The rules, from which every number here is derived (stages run from the back to the front, so
 * what one stage hands on, the next takes a cycle later): an instruction that issues in cycle c,
 * with S registers to read and latency L, c + 1          enters a collector unit c + 2 … reads one
 * operand a cycle (S cycles, without bank conflicts), leaves the cycle after the last c + 3 + S its
 * unit takes it c + 3 + S + L  its result is written: writeback runs before issue, so that a
 * dependent instruction issues in this cycle. Fetch in cycle c: decode in c + 1, issue in c + 2 at
 * the earliest.
 */
#include "tb/unit/pipeline/bench.h"

#include <stdio.h>
#include <stdlib.h>

enum { COLLECT = 3 }; /* cycles around the operand reads, as above */

#define IDEAL "icache_ideal=1"
/* A front end that never limits one warp: 8 instructions a fetch. */
#define WIDE "icache_ideal=1,ibuffer_slots=8,fetch_bytes=64"

/* ---- latencies ---- */

typedef struct latency_case {
    const char *chain,
        *same; /* reads its own result (%r1, …); writes the same register but does not read it */
    unsigned sources, latency;
} latency_case_t;

/* Latencies of issue 6; sources: distinct registers that are read, predicates are in no bank. */
static const latency_case_t latencies[] = {
    {"add.u32 %r1, %r1, 1;", "add.u32 %r1, %r2, 1;", 1, 4},
    {"sub.u32 %r1, %r1, %r2;", "sub.u32 %r1, %r2, %r3;", 2, 4},
    {"max.s32 %r1, %r1, 1;", "max.s32 %r1, %r2, 1;", 1, 13},
    {"min.u32 %r1, %r1, 1;", "min.u32 %r1, %r2, 1;", 1, 13},
    {"mul.lo.u32 %r1, %r1, 3;", "mul.lo.u32 %r1, %r2, 3;", 1, 4},
    {"mad.lo.u32 %r1, %r1, %r2, %r3;", "mad.lo.u32 %r1, %r2, %r3, %r4;", 3, 5},
    {"div.u32 %r1, %r1, 3;", "div.u32 %r1, %r2, 3;", 1, 145},
    {"rem.s32 %r1, %r1, 3;", "rem.s32 %r1, %r2, 3;", 1, 145},
    {"add.f32 %f1, %f1, %f2;", "add.f32 %f1, %f2, %f3;", 2, 4},
    {"mul.f32 %f1, %f1, %f1;", "mul.f32 %f1, %f2, %f2;", 1, 4},
    {"fma.rn.f32 %f1, %f1, %f2, %f3;", "fma.rn.f32 %f1, %f2, %f3, %f4;", 3, 5},
    {"div.rn.f32 %f1, %f1, %f2;", "div.rn.f32 %f1, %f2, %f3;", 2, 39},
    {"sqrt.rn.f32 %f1, %f1;", "sqrt.rn.f32 %f1, %f2;", 1, 8},
    {"ex2.approx.f32 %f1, %f1;", "ex2.approx.f32 %f1, %f2;", 1, 8},
    {"rcp.rn.f32 %f1, %f1;", "rcp.rn.f32 %f1, %f2;", 1, 8},
    {"xor.b32 %r1, %r1, 5;", "xor.b32 %r1, %r2, 5;", 1, 1},
    {"shl.b32 %r1, %r1, %r2;", "shl.b32 %r1, %r2, %r3;", 2, 1},
    {"mov.u32 %r1, %r1;", "mov.u32 %r1, 7;", 1, 1},
    {"cvt.u32.u16 %r1, %r1;", "cvt.u32.u16 %r1, %r2;", 1, 1},
    {"selp.b32 %r1, %r1, %r2, %p1;", "selp.b32 %r1, %r2, %r3, %p1;", 2, 1},
};

enum { CHAIN = 12 };

static bench_t *run_repeated(const char *instruction, unsigned times, const char *settings,
                             unsigned threads) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < times; i++) bench_add(&body, "%s\n", instruction);
    bench_t *bench = bench_body(body.text, settings);
    bench_run(bench, 1, threads);
    return bench;
}

/* RAW: each waits for the one before. WAW: so does each that writes the same register; `mov %r1, 7`
 * reads none. */
static void latency_of_each_class(void) {
    for (unsigned i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        const latency_case_t *one = &latencies[i];
        bench_t *bench = run_repeated(one->chain, CHAIN, IDEAL, 32);
        for (unsigned at = 1; at < CHAIN; at++)
            check_equal((uint64_t)bench_distance(bench, 0, at - 1, at),
                        COLLECT + one->sources + one->latency, "read after write: %s, %u",
                        one->chain, at);
        bench_close(bench);
        const bool none = one->same[0] == 'm' && one->same[1] == 'o';
        bench = run_repeated(one->same, CHAIN, IDEAL, 32);
        for (unsigned at = 1; at < CHAIN; at++)
            check_equal((uint64_t)bench_distance(bench, 0, at - 1, at),
                        COLLECT + (none ? 0 : one->sources) + one->latency,
                        "write after write: %s, %u", one->same, at);
        bench_close(bench);
    }
}

/* Predicates and guards are in the scoreboard: setp reads one register, 3 + 1 + 1; what it guards
 * waits for it. No write after read: %r2 may be written while the instruction before has still to
 * read it. */
static void predicates_and_order(void) {
    bench_t *bench = bench_body("setp.eq.u32 %p1, %r1, 0;\n@%p1 mov.u32 %r2, 1;\nadd.u32 %r3, %r4, "
                                "%r5;\nmov.u32 %r4, 1;\nmov.u32 %r6, 2;",
                                WIDE);
    bench_run(bench, 1, 32);
    check_equal((uint64_t)bench_distance(bench, 0, 0, 1), 5, "a guard waits for its predicate");
    check_equal((uint64_t)bench_distance(bench, 0, 1, 2), 1,
                "independent instructions follow each other");
    check_equal((uint64_t)bench_distance(bench, 0, 2, 3), 1, "no write after read hazard");
    check_equal((uint64_t)bench_distance(bench, 0, 3, 4), 1, "an independent move");
    bench_close(bench);
}

/* ---- initiation intervals and ports ---- */

typedef struct rate_case {
    const char *instruction; /* %u: destination */
    unsigned units, interval;
} rate_case_t;

static const rate_case_t rates[] = {
    {"max.s32 %%r%u, %%r60, 1;", 2, 2},     {"mul.lo.u32 %%r%u, %%r60, 3;", 2, 2},
    {"div.u32 %%r%u, %%r60, 3;", 1, 8},     {"div.rn.f32 %%f%u, %%f15, %%f15;", 1, 4},
    {"ex2.approx.f32 %%f%u, %%f15;", 1, 8}, {"mov.u32 %%r%u, 1;", 2, 1},
};

static int compare_cycles(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Cycles between issue FROM and issue TO of all warps together. */
static uint64_t merged_distance(const bench_t *bench, unsigned warps, unsigned from, unsigned to) {
    static uint64_t all[BENCH_WARPS * BENCH_ISSUES];
    unsigned count = 0;
    for (unsigned warp = 0; warp < warps; warp++)
        for (unsigned i = 0; i < bench->record.issues[warp] && i < BENCH_ISSUES; i++)
            all[count++] = bench->record.issue[warp][i];
    qsort(all, count, sizeof *all, compare_cycles);
    return all[to] - all[from];
}

/* 16 warps of 64 instructions that wait for none: a full unit takes one every `interval`, so the
 * issue port behind it does, too: 256 in the middle take 256 × interval / units. (Where there is
 * one port scheduler 0 always wins it, W5: its 512 come first.) */
static void throughput_of_each_unit(void) {
    for (unsigned i = 0; i < sizeof rates / sizeof *rates; i++) {
        static bench_text_t body;
        body.used = 0;
        for (unsigned at = 0; at < 64; at++) {
            char line[80];
            snprintf(line, sizeof line, rates[i].instruction, at % 12);
            bench_add(&body, "%s\n", line);
        }
        bench_t *bench = bench_body(body.text, IDEAL);
        bench_run(bench, 1, 16 * 32);
        check_equal(merged_distance(bench, 16, 100, 356), 256u * rates[i].interval / rates[i].units,
                    "throughput of %s", rates[i].instruction);
        bench_check_laws(bench, rates[i].instruction);
        bench_close(bench);
    }
}

/* Warp 0 divides (its unit takes one every 8 cycles and its port stays full), warp 1 moves. One
 * scheduler, oldest first: warp 0 is always looked at before warp 1, which issues nevertheless: in
 * every cycle but the eighth, since the front end is wide enough: while warp 1 issues its 56 moves
 * (8 a fetch, 8 issues and a gap of 2 at most), 56 + 7 × 2 + those of warp 0 (one of 8) pass. */
static void a_full_port_does_not_end_the_walk(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "mov.u32 %%r1, %%tid.x;\nsetp.lt.u32 %%p1, %%r1, 32;\n@!%%p1 bra M;\n");
    for (unsigned i = 0; i < 40; i++) bench_add(&body, "div.u32 %%r%u, %%r60, 3;\n", 2 + i);
    bench_add(&body, "ret;\nM:\n");
    for (unsigned i = 0; i < 56; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", 2 + i);
    bench_t *bench = bench_body(body.text, WIDE ",schedulers=1");
    bench_policy(bench, "gto", "rr");
    bench_run(bench, 1, 64);
    const uint64_t from = bench->record.issue[1][3], to = bench->record.issue[1][58];
    check(from > bench->record.issue[0][3] && to < bench->record.issue[0][42],
          "both run at the same time");
    check(to - from <= 56 + 7 * 2 + (56 + 14) / 8 + 10,
          "moves behind a full SFU port took %u cycles", (unsigned)(to - from));
    const gpu_cycle_statistics_t statistics = bench_statistics(bench);
    check(statistics.warp_stalls[GPU_STALL_STRUCTURAL] > 100, "the divider's port is full: %u",
          (unsigned)statistics.warp_stalls[GPU_STALL_STRUCTURAL]);
    bench_close(bench);
}

/* Ports SP 2, SFU 1, MEM 1: with both schedulers ready in a cycle, two SP instructions can issue
 * but only one to the SFU or memory. The first instructions of warps 0 and 1 come a cycle apart by
 * fetch, the second ones issue in … : warp 0 issues in c and c + 1, warp 1 in c + 1 and c + 2, so
 * that both are at the port in c + 1; scheduler 0 goes first (W5). */
static void ports_of_each_unit(void) {
    static const struct {
        const char *body, *settings;
        unsigned second;
    } cases[] = {
        {"mov.u32 %r1, 1;\nmov.u32 %r2, 1;", IDEAL, 1},
        {"mov.u32 %r1, 1;\nmov.u32 %r2, 1;", IDEAL ",sp_ports=1", 2},
        {"ex2.approx.f32 %f1, %f9;\nex2.approx.f32 %f2, %f9;", IDEAL, 2},
        {"ex2.approx.f32 %f1, %f9;\nex2.approx.f32 %f2, %f9;", IDEAL ",sfu_ports=2", 1},
        {"ld.shared.u32 %r1, [s];\nld.shared.u32 %r2, [s];", IDEAL, 2},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_t *bench = bench_body(cases[i].body, cases[i].settings);
        bench_run(bench, 1, 64);
        const uint64_t first = bench->record.issue[0][0];
        check_equal(bench->record.issue[0][1] - first, 1, "ports %u: warp 0's second", i);
        check_equal(bench->record.issue[1][0] - first, cases[i].second,
                    "ports %u (%s): warp 1's first", i, cases[i].settings);
        bench_close(bench);
    }
}

/* ---- operand collectors and banks ---- */

/* COUNT instructions of warp 0 (and 1) that only wait for operands; every one of the last 24 × a
 * step takes `spacing` cycles. */
/* Destinations out of the way: of %r40 … %r60 all but %r52 and %r53, which are in the banks of the
 * sources. */
static unsigned destination(unsigned i) { return i % 19 < 12 ? 40 + i % 19 : 42 + i % 19; }

static void expect_spacing(const char *name, const char *even, const char *odd,
                           const char *settings, unsigned threads, unsigned spacing_of_24) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s",
              odd ? "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra O;\n" : "");
    for (unsigned i = 0; i < 120; i++)
        bench_add(&body, even, destination(i)), bench_add(&body, "\n");
    bench_add(&body, "ret;\nO:\n");
    for (unsigned i = 0; i < 120 && odd; i++)
        bench_add(&body, odd, destination(i)), bench_add(&body, "\n");
    bench_t *bench = bench_body(body.text, settings);
    bench_run(bench, 1, threads);
    check_equal((uint64_t)bench_distance(bench, 0, 64, 88), spacing_of_24, "%s", name);
    if (odd)
        check_equal((uint64_t)bench_distance(bench, 1, 64, 88), spacing_of_24, "%s, warp 1", name);
    bench_close(bench);
}

static void operand_collectors(void) {
    /* a collector reads one operand a cycle and is used again in the cycle it leaves: S + 1 cycles
     * an instruction */
    expect_spacing("1 collector, 1 source", "xor.b32 %%r%u, %%r5, 1;", NULL,
                   WIDE ",sp_collectors=1", 32, 24 * 2);
    expect_spacing("1 collector, 3 sources", "mad.lo.u32 %%r%u, %%r5, %%r6, %%r7;", NULL,
                   WIDE ",sp_collectors=1", 32, 24 * 4);
    expect_spacing("2 collectors, 3 sources", "mad.lo.u32 %%r%u, %%r5, %%r6, %%r7;", NULL,
                   WIDE ",sp_collectors=2", 32, 24 * 2);
    /* %r0 is register 8, so %r(16k + 5) of one warp share a bank: 3 reads in turn; spread ones are
     * limited by fetch: 8 issue, the I-buffer is empty in the cycle of the last, fetch then, decode
     * a cycle after: 9 cycles and the tenth issues again */
    expect_spacing("three sources in one bank", "mad.lo.u32 %%r%u, %%r5, %%r21, %%r37;", NULL, WIDE,
                   32, 24 * 3);
    expect_spacing("three sources in three banks", "mad.lo.u32 %%r%u, %%r5, %%r22, %%r39;", NULL,
                   WIDE, 32, 24 / 8 * 9);
    expect_spacing("banks of 17", "mad.lo.u32 %%r%u, %%r5, %%r21, %%r37;", NULL,
                   WIDE ",register_banks=17", 32, 24 / 8 * 9);
}

/* One read a cycle of both warps together. */
static void one_bank_of_two_warps(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "mov.u32 %%r1, %%tid.x;\nsetp.ge.u32 %%p1, %%r1, 32;\n@%%p1 bra O;\n");
    for (unsigned i = 0; i < 240; i++)
        bench_add(&body, "%sxor.b32 %%r%u, %%r%u, 1;\n", i == 120 ? "ret;\nO: " : "",
                  destination(i), i < 120 ? 5 : 4);
    bench_t *bench = bench_body(body.text, WIDE);
    bench_run(bench, 1, 64);
    check_equal(merged_distance(bench, 2, 30, 110), 80, "one bank, two warps");
    bench_close(bench);
}

/* The bank is (register + warp) mod 16: %r5 of warp 0 and %r4 of warp 1 are in one bank, that
 * serves one a cycle: half the rate each. %r5 of both are not: then fetch limits again: two warps
 * share the port, but it is free 7 of 9 cycles. */
static void banks_of_two_warps(void) {
    one_bank_of_two_warps();
    expect_spacing("two banks, two warps", "xor.b32 %%r%u, %%r5, 1;", "xor.b32 %%r%u, %%r5, 1;",
                   WIDE, 64, 24 / 8 * 9);
}

/* Collectors that an instruction can wait in: 6 SP, 8 SFU, 2 MEM. Of a blocked unit, as many issue
 * at once as fit: one in execution, the latch before the unit, the collectors, the latch before
 * them. SFU: 1 + 1 + 8 + 1; then one every 8 cycles. */
static void collectors_of_each_unit(void) {
    bench_t *bench = run_repeated("mov.u32 %r1, 1;", 1, IDEAL, 32);
    check_equal(bench->machine.sp_collectors, 6, "SP collectors");
    check_equal(bench->machine.sfu_collectors, 8, "SFU collectors");
    check_equal(bench->machine.mem_collectors, 2, "MEM collectors");
    bench_close(bench);
    static bench_text_t body;
    for (unsigned collectors = 1; collectors <= 8; collectors *= 2) {
        char settings[120];
        body.used = 0;
        for (unsigned i = 0; i < 40; i++) bench_add(&body, "div.u32 %%r%u, 7, 3;\n", i);
        snprintf(settings, sizeof settings, WIDE ",sfu_collectors=%u,int_div_interval=64",
                 collectors);
        bench = bench_body(body.text, settings);
        bench_run(bench, 1, 32);
        unsigned at_once = 1;
        while (at_once < 40 && bench_distance(bench, 0, 0, at_once) < 64) at_once++;
        check_equal(at_once, 1 + 1 + collectors + 1,
                    "divisions that issue before the second starts, %u collectors", collectors);
        bench_close(bench);
    }
}

/* One result of the SP and SFU units a cycle bounds the whole run: 16 warps of 128 moves take 2048
 * cycles at least, with two a cycle the 1032 of the two schedulers (`ret` included). Little more,
 * since moves wait for results only when their register is still to be written. */
static void writeback_width(void) {
    for (unsigned width = 1; width <= 2; width++) {
        static bench_text_t body;
        char settings[60];
        body.used = 0;
        for (unsigned i = 0; i < 128; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", i % 12);
        snprintf(settings, sizeof settings, IDEAL ",writeback_width=%u", width);
        bench_t *bench = bench_body(body.text, settings);
        bench_run(bench, 1, 16 * 32);
        const uint64_t cycles = bench_statistics(bench).cycles, least = width == 1 ? 2048 : 1032;
        check(cycles >= least && cycles <= least + 100, "writeback of %u: 2048 moves in %u cycles",
              width, (unsigned)cycles);
        bench_close(bench);
    }
}

/* ---- paths not taken ---- */

/* A branch to itself + K, taken; PAD instructions before it place it in a pair. Fetch serves pairs
 * from instruction 0 on. As the second of a pair it issues in c, the I-buffer is empty and the port
 * fetches on behind it (c), which is decoded in c + 1, visited in c + 2 and flushed; fetch from the
 * target in the same cycle, issue in c + 4. As the first, the second slot is visited in c + 1 and
 * flushed, fetched in c + 1, and the target issues in c + 3. Flushed: the pair behind it, or the
 * one slot. */
static void cost_of_a_taken_branch(void) {
    static const struct {
        const char *pad;
        unsigned at, cost, flushed;
    } cases[] = {
        {"mov.u32 %r1, 1;\n", 1, 4, 2},
        {"mov.u32 %r1, 1;\nmov.u32 %r2, 1;\n", 2, 3, 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        static bench_text_t body;
        body.used = 0;
        bench_add(&body,
                  "%sbra T;\nmov.u32 %%r3, 1;\nmov.u32 %%r4, 1;\nmov.u32 %%r5, 1;\nmov.u32 %%r6, "
                  "1;\nT: mov.u32 %%r7, 1;\n",
                  cases[i].pad);
        bench_t *bench = bench_body(body.text, IDEAL);
        bench_run(bench, 1, 32);
        check_equal((uint64_t)bench_distance(bench, 0, cases[i].at, cases[i].at + 1), cases[i].cost,
                    "taken branch, case %u", i);
        check_equal(bench_statistics(bench).flushed_instructions, cases[i].flushed,
                    "flushed, case %u", i);
        check_equal(bench_statistics(bench).warp_stalls[GPU_STALL_CONTROL], 2,
                    "control stalls, case %u", i);
        bench_check_laws(bench, "taken branch");
        bench_close(bench);
    }
}

/* A branch not taken costs nothing. */
static void cost_of_a_branch_not_taken(void) {
    bench_t *bench = bench_body("mov.u32 %r1, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra T;\nmov.u32 "
                                "%r3, 1;\nT: mov.u32 %r4, 1;",
                                WIDE);
    bench_run(bench, 1, 32);
    check_equal((uint64_t)bench_distance(bench, 0, 2, 3), 1, "behind a branch not taken");
    check_equal(bench_statistics(bench).warp_stalls[GPU_STALL_CONTROL], 0, "no control stalls");
    bench_close(bench);
}

/* One scheduler, MWF: no warp waits, so slot 0 goes before slot 1. Block 1 branches over a move
 * while block 0 issues moves (8 of 9 cycles: a fetch, then a gap): the walk ends at block 0's pick,
 * so the stale slot stays until the first cycle in which block 0 issues nothing. It is flushed and
 * the target fetched in that cycle, and issues 2 cycles later, or in block 0's next gap. */
static void stale_slots_stay_until_they_are_visited(unsigned delay) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "mov.u32 %%r1, %%ctaid.x;\nsetp.ne.u32 %%p1, %%r1, 0;\n@%%p1 bra B;\n");
    for (unsigned i = 0; i < 100; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", 4 + i % 40);
    bench_add(&body, "ret;\nB:\n");
    for (unsigned i = 0; i < delay; i++) bench_add(&body, "mov.u32 %%r2, 2;\n");
    bench_add(&body, "bra T;\nmov.u32 %%r4, 1;\nT: mov.u32 %%r5, 1;\n");
    bench_t *bench = bench_body(body.text, WIDE ",schedulers=1");
    bench_policy(bench, "mwf-lrr", "rr");
    bench_run(bench, 2, 32);
    const bench_record_t *record = &bench->record;
    const uint64_t branch = record->issue[1][3 + delay];
    uint64_t visit = branch + 1;
    for (unsigned i = 0; i < record->issues[0]; i++) visit += record->issue[0][i] == visit;
    uint64_t target = visit + 2;
    for (unsigned i = 0; i < record->issues[0]; i++) target += record->issue[0][i] == target;
    check(visit > branch + 2, "block 0 goes on behind the branch");
    check_equal(record->issue[1][4 + delay], target,
                "delay %u: the target issues after the visit (branch in %u, visit in %u)", delay,
                (unsigned)branch, (unsigned)visit);
    bench_close(bench);
}

int main(void) {
    latency_of_each_class();
    predicates_and_order();
    throughput_of_each_unit();
    a_full_port_does_not_end_the_walk();
    ports_of_each_unit();
    operand_collectors();
    banks_of_two_warps();
    collectors_of_each_unit();
    writeback_width();
    cost_of_a_taken_branch();
    cost_of_a_branch_not_taken();
    for (unsigned delay = 0; delay < 5; delay++) stale_slots_stay_until_they_are_visited(delay);
    return check_summary();
}
