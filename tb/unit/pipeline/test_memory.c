/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c: shared memory, L1, L2, DRAM, the channel, stores, atomics, fences (issue 6).
 *
 * A memory instruction of S registers that issues in c is at the load/store unit in a = c + 3 + S
 * (test_issue.c). Constants and parameters: 1 cycle from there; shared memory: 3 and one more for
 * each further word in one bank; L1 hit: 5; else the channel of 16.9 bytes a cycle, ⌈bytes / 16.9⌉
 * (32, 64 or 128 bytes travel; a line for a load that fills the L1), and 160 (L2) or 310 (DRAM).
 * What needs the result issues in the cycle it is there.
 */
#include "tb/unit/pipeline/bench.h"

#include <stdio.h>

#define WIDE   "icache_ideal=1,ibuffer_slots=8,fetch_bytes=64"
#define QUEUES ",memory_queues=1,detector=0"

enum {
    ISSUE = 3,
    LINE_CYCLES = 8,
    QUARTER_CYCLES = 2,
    HALF_CYCLES = 4,
    L1 = 5,
    L2 = 160,
    DRAM = 310
}; /* ⌈128 / 16.9⌉, ⌈32 / 16.9⌉, ⌈64 / 16.9⌉ */

/* ---- shared memory ---- */

/* Address %r2 of each lane from %r1 = its number; then the access and one that needs it. */
static void shared_access_by(const char *settings, const char *name, const char *address,
                             const char *access, unsigned cycles) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "mov.u32 %%r2, s;\nmov.u32 %%r1, %%tid.x;\n%s\n%s\nnot.b32 %%r10, %%r9;\n",
              address, access);
    bench_t *bench = bench_body(body.text, settings);
    bench_run(bench, 1, 32);
    const unsigned load = bench->record.issues[0] - 3; /* … load, not, ret */
    check_equal((uint64_t)bench_distance(bench, 0, load, load + 1), ISSUE + 1 + 3 + cycles - 1,
                "shared memory, %s", name);
    check_equal(bench_statistics(bench).shared_accesses, 1, "shared memory, %s: accesses", name);
    check_equal(bench_statistics(bench).shared_conflict_cycles, cycles - 1,
                "shared memory, %s: conflict cycles", name);
    bench_close(bench);
}

/* Shared memory is the same before both memory models. */
static void shared_access(const char *name, const char *address, const char *access,
                          unsigned cycles) {
    shared_access_by(WIDE, name, address, access, cycles);
    shared_access_by(WIDE QUEUES, name, address, access, cycles);
}

static void bank_conflicts(void) {
    static const char load[] = "ld.shared.u32 %r9, [%r2];";
    shared_access("stride 1", "shl.b32 %r2, %r1, 2;", load, 1);
    shared_access("stride 2", "shl.b32 %r2, %r1, 3;", load, 2);
    shared_access("stride 3", "mul.lo.u32 %r2, %r1, 12;", load, 1);
    shared_access("stride 8", "shl.b32 %r2, %r1, 5;", load, 8);
    shared_access("stride 32", "shl.b32 %r2, %r1, 7;", load, 32);
    shared_access("stride 33", "mul.lo.u32 %r2, %r1, 132;", load, 1);
    shared_access("broadcast", "mov.u32 %r2, 64;", load, 1);
    shared_access("two words in one bank, 16 lanes each",
                  "and.b32 %r2, %r1, 1; shl.b32 %r2, %r2, 7;", load, 2);
    shared_access("bytes", "mov.u32 %r2, %r1;", "ld.shared.u8 %r9, [%r2];", 1);
    /* 64 words in 32 banks */
    shared_access("64 bit, stride 1", "shl.b32 %r2, %r1, 3;", "ld.shared.v2.u32 {%r9, %r8}, [%r2];",
                  2);
    shared_access("128 bit, stride 1", "shl.b32 %r2, %r1, 4;",
                  "ld.shared.v4.u32 {%r9, %r8, %r7, %r6}, [%r2];", 4);
}

/* The unit is busy as long: independent loads, once collectors and latches are full, issue that far
 * apart. */
static void conflicts_occupy_the_unit(const char *settings) {
    for (unsigned stride = 1; stride <= 32; stride *= 8) {
        static bench_text_t body;
        body.used = 0;
        bench_add(&body, "mov.u32 %%r2, s;\nmov.u32 %%r1, %%tid.x;\nmul.lo.u32 %%r2, %%r1, %u;\n",
                  4 * stride);
        for (unsigned i = 0; i < 40; i++)
            bench_add(&body, "ld.shared.u32 %%r%u, [%%r2];\n", 10 + i);
        bench_t *bench = bench_body(body.text, settings);
        bench_run(bench, 1, 32);
        /* 1 a cycle is more than two collectors take: an address is read in 1 cycle, in use again
         * in the next: 2 of 2 cycles */
        check_equal((uint64_t)bench_distance(bench, 0, 18, 34),
                    stride == 1 ? 16 / 8 * 9 : 16 * stride, "16 loads of stride %u", stride);
        bench_close(bench);
    }
}

/* ---- global memory ---- */

#define ADDRESS                                                                                    \
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, "    \
    "%rd1, %rd2;\n"
enum { ADDRESS_CODE = 4 };

/* The accesses of BODY follow the address code one by one, each waiting for the one before; the
 * distance of instruction AT to the next. */
static void global_access(const char *name, const char *body, unsigned threads, unsigned at,
                          unsigned cycles, const char *settings) {
    static bench_text_t text;
    text.used = 0;
    bench_add(&text, "%s%s\n", ADDRESS, body);
    bench_t *bench = bench_body(text.text, settings);
    bench_run(bench, 1, threads);
    check_equal((uint64_t)bench_distance(bench, 0, ADDRESS_CODE + at, ADDRESS_CODE + at + 1),
                cycles, "%s", name);
    bench_check_laws(bench, name);
    bench_close(bench);
}

#define LOAD   "ld.global.u32 %r2, [%rd3];\nnot.b32 %r3, %r2;\n"
#define STRONG "ld.volatile.global.u32 %r2, [%rd3];\nnot.b32 %r3, %r2;\n"
#define FENCE  "membar.gl;\n"

static void latencies(void) {
    global_access("DRAM", LOAD, 32, 0, ISSUE + 1 + DRAM + LINE_CYCLES, WIDE);
    global_access("L1 hit", LOAD LOAD, 32, 2, ISSUE + 1 + L1, WIDE);
    global_access("strong load: L2, not L1", LOAD STRONG, 32, 2, ISSUE + 1 + L2 + LINE_CYCLES,
                  WIDE);
    global_access("strong load fills no L1", STRONG LOAD, 32, 2, ISSUE + 1 + L2 + LINE_CYCLES,
                  WIDE);
    global_access("strong load of a quarter", LOAD STRONG, 8, 2, ISSUE + 1 + L2 + QUARTER_CYCLES,
                  WIDE);
    global_access("strong load of a half", LOAD STRONG, 16, 2, ISSUE + 1 + L2 + HALF_CYCLES, WIDE);
    global_access("weak load of a quarter brings a line", LOAD, 8, 0,
                  ISSUE + 1 + DRAM + LINE_CYCLES, WIDE);
    global_access("no L1, a quarter", LOAD, 8, 0, ISSUE + 1 + DRAM + QUARTER_CYCLES,
                  WIDE ",l1_bytes=0");
    global_access("no L1, again", LOAD LOAD, 32, 2, ISSUE + 1 + L2 + LINE_CYCLES,
                  WIDE ",l1_bytes=0");
    global_access("a store evicts the line from the L1",
                  LOAD "st.global.u32 [%rd3], %r1;\n" FENCE LOAD, 32, 4,
                  ISSUE + 1 + L2 + LINE_CYCLES, WIDE);
    global_access("latencies are numbers of the machine", LOAD, 32, 0, ISSUE + 1 + 500 + 4,
                  WIDE ",dram_latency=500,bandwidth=320");
}

/* A store is acknowledged by the L2: address and value are 2 registers; the fence behind it issues
 * next and holds the warp back until then. Without a fence nothing waits. A fence with nothing
 * outstanding: it is at the unit in c + 3 and done 1 later. */
static void stores_and_fences(void) {
    global_access("a store is not waited for", "st.global.u32 [%rd3], %r1;\nmov.u32 %r4, 1;\n", 32,
                  0, 1, WIDE);
    global_access("a fence waits for the store",
                  "st.global.u32 [%rd3], %r1;\n" FENCE "mov.u32 %r4, 1;\n", 32, 1,
                  ISSUE + 2 + LINE_CYCLES + L2 - 1, WIDE);
    global_access("block fence too", "st.global.u32 [%rd3], %r1;\nmembar.cta;\nmov.u32 %r4, 1;\n",
                  32, 1, ISSUE + 2 + LINE_CYCLES + L2 - 1, WIDE);
    global_access("a fence of nothing", FENCE "mov.u32 %r4, 1;\n", 32, 0, ISSUE + 1, WIDE);
    global_access("a fence waits for loads",
                  "ld.global.u32 %r2, [%rd3];\n" FENCE "mov.u32 %r4, 1;\n", 32, 1,
                  ISSUE + 1 + LINE_CYCLES + DRAM - 1, WIDE);
    /* a second store of a line each: the channel to the L2 takes one after the other, the unit one
     * a cycle: done 2 × 7.57 after */
    global_access("two stores share the channel",
                  "st.global.u32 [%rd3], %r1;\nst.global.u32 [%rd3+128], %r1;\n" FENCE
                  "mov.u32 %r4, 1;\n",
                  32, 2, ISSUE + 2 + 16 + L2 - 2, WIDE);
}

/* Atomics go to the L2: 32 bytes there, 32 back, the lanes on one word in turn, and the warp waits
 * for the answer whether or not the next instruction needs it. First from DRAM. Registers: address
 * and value. */
static void atomics(void) {
    global_access("atomic, DRAM, one lane",
                  "atom.global.add.u32 %r2, [%rd3], %r1;\nmov.u32 %r4, 1;\n", 1, 0,
                  ISSUE + 2 + 2 * QUARTER_CYCLES + DRAM + 1, WIDE);
    global_access("atomic, L2, 32 words",
                  STRONG "atom.global.add.u32 %r2, [%rd3], %r1;\nmov.u32 %r4, 1;\n", 32, 2,
                  ISSUE + 2 + 2 * QUARTER_CYCLES + L2 + 1, WIDE);
    global_access("atomic, L2, one word",
                  STRONG "atom.global.add.u32 %r2, [%rd1], %r1;\nmov.u32 %r4, 1;\n", 32, 2,
                  ISSUE + 2 + 2 * QUARTER_CYCLES + L2 + 32, WIDE);
    global_access("reduction", STRONG "red.global.add.u32 [%rd1], %r1;\nmov.u32 %r4, 1;\n", 32, 2,
                  ISSUE + 2 + 2 * QUARTER_CYCLES + L2 + 32, WIDE);
    global_access("an atomic evicts the line from the L1",
                  LOAD "atom.global.add.u32 %r5, [%rd3], %r1;\n" LOAD, 32, 3,
                  ISSUE + 1 + L2 + LINE_CYCLES, WIDE);
}

/* Lanes 128 bytes apart: 32 lines, one a cycle at the unit, 32 × 128 bytes through the channel:
 * ⌈4096 / 16.9⌉ = 243 and the latency. Strong: 32 × 32 bytes, ⌈1024 / 16.9⌉ = 61. */
static void segments(void) {
    static const char spread[] = "mul.wide.u32 %rd4, %r1, 128;\nadd.u64 %rd4, %rd1, "
                                 "%rd4;\nld.global.u32 %r2, [%rd4];\nnot.b32 %r3, %r2;\n";
    static const char strong[] = "mul.wide.u32 %rd4, %r1, 128;\nadd.u64 %rd4, %rd1, "
                                 "%rd4;\nld.volatile.global.u32 %r2, [%rd4];\nnot.b32 %r3, %r2;\n";
    global_access("32 lines", spread, 32, 2, ISSUE + 1 + DRAM + 243, WIDE);
    global_access("32 quarters", strong, 32, 2, ISSUE + 1 + DRAM + 61, WIDE);
}

/* An L2 hit requested behind a DRAM access does not wait for it: line 0 is in the L2 (the store
 * brought it), line 1 is not. The loads issue in c and c + 1; the second line passes the channel
 * behind the first: 2 × 7.57 cycles from a on, which is 15.15, and a is at the unit a cycle
 * earlier: the answer is there at a + 16 + 160 at the latest. */
static void a_hit_behind_a_miss(void) {
    bench_t *bench = bench_body(
        ADDRESS "st.global.u32 [%rd3], %r1;\n" FENCE
                "ld.global.u32 %r2, [%rd3+4096];\nld.global.u32 %r3, [%rd3];\nnot.b32 %r4, %r3;\n",
        WIDE);
    bench_run(bench, 1, 32);
    const unsigned load = ADDRESS_CODE + 3;
    const int64_t distance = bench_distance(bench, 0, load, load + 1);
    check(distance >= ISSUE + 1 + L2 + LINE_CYCLES && distance <= ISSUE + 1 + L2 + 2 * LINE_CYCLES,
          "L2 hit behind a DRAM access: %d cycles", (int)distance);
    bench_close(bench);
}

/* A line that is on its way is waited for, not requested again: the second warp has its data when
 * the first has, and 5 more. */
static void a_line_on_its_way(void) {
    bench_t *bench = bench_body(
        "ld.param.u64 %rd1, [p];\nld.global.u32 %r2, [%rd1];\nnot.b32 %r3, %r2;\n", WIDE);
    bench_run(bench, 1, 64);
    const bench_record_t *record = &bench->record;
    check_equal(record->issue[0][2] - record->issue[0][1], ISSUE + 1 + DRAM + LINE_CYCLES,
                "warp 0's data");
    check_equal(record->issue[1][2] - record->issue[0][2], L1, "warp 1's data, 5 cycles after");
    check_equal(bench_statistics(bench).l2_misses, 1, "one access leaves the SM");
    check_equal(bench_statistics(bench).l1_hits, 1, "the second hits");
    bench_close(bench);
}

/* 32 warps × 16 loads of a line each that is used once: 512 lines of 128 bytes take 65536 / 16.9 =
 * 3878 cycles, and the first answer 310. */
static void bandwidth(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s%s", ADDRESS,
              "mul.wide.u32 %rd2, %r1, 64;\nadd.u64 %rd3, %rd1, %rd2;\n"); /* a warp: 2048 bytes */
    for (unsigned i = 0; i < 16; i++)
        bench_add(&body, "ld.global.u32 %%r%u, [%%rd3+%u];\n", 10 + i, i * 65536);
    static const struct {
        const char *settings;
        unsigned tenths;
    } cases[] = {{"icache_ideal=1", 169}, {"icache_ideal=1,bandwidth=320", 320}};
    for (unsigned i = 0; i < 2; i++) {
        bench_t *bench = bench_body(body.text, cases[i].settings);
        bench_run(bench, 1, 1024);
        /* lanes of 64 bytes stride: each warp's load touches 16 lines */
        const uint64_t bytes = bench_statistics(bench).l1_misses * 128,
                       cycles = bench_statistics(bench).cycles,
                       least = bytes * 10 / cases[i].tenths;
        check_equal(bytes, 32u * 16 * 16 * 128, "lines requested");
        check(cycles >= least && cycles <= least + 700,
              "%u bytes in %u cycles, the channel takes %u", (unsigned)bytes, (unsigned)cycles,
              (unsigned)least);
        bench_close(bench);
    }
}

/* The jitter is uniform within ±10 % of the DRAM's latency, drawn from the seed (W13):
 * reproducible, and different for another seed. */
static void jitter(void) {
    uint64_t cycles[3];
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s", ADDRESS);
    for (unsigned i = 0; i < 30; i++)
        bench_add(&body, "ld.global.u32 %%r2, [%%rd3+%u];\nnot.b32 %%r3, %%r2;\n", i * 128);
    for (unsigned run = 0; run < 3; run++) {
        bench_t *bench = bench_body(body.text, WIDE ",dram_jitter=10");
        bench_seed(bench, run == 2 ? 6 : 5);
        bench_run(bench, 1, 32);
        cycles[run] = bench_statistics(bench).cycles;
        int64_t least = INT64_MAX, most = 0;
        for (unsigned i = 0; i < 30; i++) {
            const int64_t distance = bench_distance(bench, 0, ADDRESS_CODE + 2 * i,
                                                    ADDRESS_CODE + 2 * i + 1) -
                                     ISSUE - 1;
            least = distance < least ? distance : least;
            most = distance > most ? distance : most;
        }
        check(least >= 279 + LINE_CYCLES - 1 && most <= 341 + LINE_CYCLES,
              "DRAM within 10 %%: %d to %d", (int)least, (int)most);
        check(least < 300 && most > 335, "… and varied: %d to %d", (int)least, (int)most);
        bench_close(bench);
    }
    check_equal(cycles[0], cycles[1], "the same seed");
    check(cycles[0] != cycles[2], "another seed");
}

/* L1: 16 KB, 4 ways, 32 sets: lines 4 KB apart share a set. Five of them in turn never hit, four
 * do. */
static void l1_sets(void) {
    for (unsigned lines = 4; lines <= 5; lines++) {
        static bench_text_t body;
        body.used = 0;
        bench_add(&body, "%s", ADDRESS);
        for (unsigned i = 0; i < 4 * lines; i++)
            bench_add(&body, "ld.global.u32 %%r2, [%%rd3+%u];\nnot.b32 %%r3, %%r2;\n",
                      i % lines * 4096);
        bench_t *bench = bench_body(body.text, WIDE);
        bench_run(bench, 1, 32);
        check_equal(bench_statistics(bench).l1_hits, lines == 4 ? 12 : 0, "%u lines of one set",
                    lines);
        check_equal(bench_statistics(bench).l1_misses, lines == 4 ? 4 : 20,
                    "%u lines of one set, misses", lines);
        bench_close(bench);
    }
}

int main(void) {
    bank_conflicts();
    conflicts_occupy_the_unit(WIDE);
    conflicts_occupy_the_unit(WIDE QUEUES);
    latencies();
    stores_and_fences();
    atomics();
    segments();
    a_hit_behind_a_miss();
    a_line_on_its_way();
    bandwidth();
    jitter();
    l1_sets();
    return check_summary();
}
