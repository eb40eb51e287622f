/* SPDX-License-Identifier: Apache-2.0 */
/* test_queues.c: the pipeline before the memory hierarchy with queues (machine `scord`, issue 7).
 * tb/unit/memory derives what an access takes from the cycle in which the load/store unit hands it
 * over: a line from the L2 146 cycles, a strong word 140, a store of a line 146.
 *
 * A memory instruction of S registers that issues in c is there in a = c + 3 + S (test_issue.c). An
 * L1 hit completes in a + 5; an answer that comes in a + n, in a + n + 1. What needs the result, or
 * a fence that waits, issues in that cycle.
 */
#include "tb/unit/pipeline/bench.h"

#define SCORD    "scord,icache_ideal=1,ibuffer_slots=8,fetch_bytes=64"
#define ALONE    SCORD ",detector=0"
#define DETECTED SCORD ",detector=1"
#define SCOPED   ALONE ",scoped_l1=1"

enum { ISSUE = 3, L1 = 5, LINE = 146 + 1, WORD = 140 + 1, STORE = 146 + 1 };

#define ADDRESS                                                                                    \
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, "    \
    "%rd1, %rd2;\n"
#define LOAD   "ld.global.u32 %r2, [%rd3];\nnot.b32 %r3, %r2;\n"
#define STRONG "ld.volatile.global.u32 %r2, [%rd3];\nnot.b32 %r3, %r2;\n"
#define FENCE  "membar.gl;\n"
enum { ADDRESS_CODE = 4 };

static bench_t *run_body(const char *body, unsigned blocks, unsigned threads,
                         const char *settings) {
    static bench_text_t text;
    text.used = 0;
    bench_add(&text, "%s%s\n", ADDRESS, body);
    bench_t *bench = bench_body(text.text, settings);
    bench_run(bench, blocks, threads);
    bench_check_laws(bench, settings);
    return bench;
}

static gpu_cycle_statistics_t statistics_of(const char *body, unsigned blocks, unsigned threads,
                                            const char *settings) {
    bench_t *bench = run_body(body, blocks, threads, settings);
    const gpu_cycle_statistics_t statistics = bench_statistics(bench);
    bench_close(bench);
    return statistics;
}

/* Distance of instruction AT of BODY to the next, one warp. */
static void distance(const char *name, const char *body, unsigned at, unsigned cycles,
                     const char *settings) {
    bench_t *bench = run_body(body, 1, 32, settings);
    check_equal((uint64_t)bench_distance(bench, 0, ADDRESS_CODE + at, ADDRESS_CODE + at + 1),
                cycles, "%s", name);
    bench_close(bench);
}

/* From the DRAM, with its clock as the core's: requested at the port in a + 129, activate + 1,
 * column + 12, data + 20, back + 100, and 13 for the answer's flits: a + 275. */
static void latencies(void) {
    distance("an L1 hit", LOAD LOAD, 2, ISSUE + 1 + L1, ALONE);
    distance("a strong load: the L2, not the L1", LOAD STRONG, 2, ISSUE + 1 + LINE, ALONE);
    distance("a strong load of a broadcast",
             LOAD "ld.volatile.global.u32 %r2, [%rd1];\nnot.b32 %r3, %r2;\n", 2, ISSUE + 1 + WORD,
             ALONE);
    distance("a strong load fills no L1", STRONG LOAD, 2, ISSUE + 1 + LINE, ALONE);
    distance("a load from the DRAM", LOAD, 0, ISSUE + 1 + 275 + 1, ALONE ",dram_clock=100");
    distance("a store evicts the line from the L1", LOAD "st.global.u32 [%rd3], %r1;\n" FENCE LOAD,
             4, ISSUE + 1 + LINE, ALONE);
    distance("l1_latency is a number of the machine", LOAD LOAD, 2, ISSUE + 1 + 30,
             ALONE ",l1_latency=30");
    distance("shared memory beside",
             "mov.u32 %r5, s;\nld.shared.u32 %r9, [%r5];\nnot.b32 %r10, %r9;\n", 1, ISSUE + 1 + 3,
             ALONE);
    distance("32 passes over the banks",
             "mov.u32 %r5, s;\nmul.lo.u32 %r4, %r1, 128;\nadd.u32 %r5, %r5, %r4;\nld.shared.u32 "
             "%r9, [%r5];\nnot.b32 %r10, %r9;\n",
             3, ISSUE + 1 + 3 + 31, ALONE);
}

/* A fence holds the warp back until every store is answered. Two stores to one slice: the second is
 * at the unit a cycle later, goes when the first's 5 flits are through, 4 cycles later, and is
 * answered as much later: 1 + 4. */
static void fences(void) {
    distance("a store is not waited for", "st.global.u32 [%rd3], %r1;\nmov.u32 %r4, 1;\n", 0, 1,
             ALONE);
    distance("a fence waits for the store",
             "st.global.u32 [%rd3], %r1;\n" FENCE "mov.u32 %r4, 1;\n", 1, ISSUE + 2 + STORE - 1,
             ALONE);
    distance("a fence waits for both",
             "st.global.u32 [%rd3], %r1;\nst.global.u32 [%rd3+128], %r1;\n" FENCE
             "mov.u32 %r4, 1;\n",
             2, ISSUE + 2 + STORE + 5 - 2, ALONE);
    distance("a fence waits for a load",
             LOAD "ld.volatile.global.u32 %r5, [%rd3];\n" FENCE "mov.u32 %r4, 1;\n", 3,
             ISSUE + 1 + LINE - 1, ALONE);
    distance("a fence of nothing", FENCE "mov.u32 %r4, 1;\n", 0, ISSUE + 1, ALONE);
    distance("an atomic holds the warp back, 32 lanes on a word",
             LOAD "atom.global.add.u32 %r5, [%rd1], %r1;\nmov.u32 %r4, 1;\n", 2,
             ISSUE + 2 + 141 + 32 + 1, ALONE);
    distance("32 words", LOAD "atom.global.add.u32 %r5, [%rd3], %r1;\nmov.u32 %r4, 1;\n", 2,
             ISSUE + 2 + 5 + 8 + 120 + 4 + 1 + 5 + 8 + 1, ALONE);
}

/* scoped_l1. The store issues in c, is at the L1 in a = c + 3 + 2 and through in a + 5; in that
 * cycle the fence, which issued in c + 1, sends the line, a store of 128 bytes. A fence begins a
 * cycle after it came, and one of block scope flushes nothing. */
static void scoped_fences(void) {
    distance("a fence flushes the line, and waits for the L2",
             "st.global.u32 [%rd3], %r1;\n" FENCE "mov.u32 %r4, 1;\n", 1,
             ISSUE + 2 + L1 + STORE - 1, SCOPED);
    distance("a block fence waits for the L1",
             "st.global.u32 [%rd3], %r1;\nmembar.cta;\nmov.u32 %r4, 1;\n", 1, ISSUE + 2 + L1 - 1,
             SCOPED);
    distance("a fence of nothing", FENCE "mov.u32 %r4, 1;\n", 0, ISSUE + 2, SCOPED);
    distance("a line that was only read is not sent", LOAD FENCE "mov.u32 %r4, 1;\n", 2, ISSUE + 2,
             SCOPED);
}

/* 32 segments, a strong word of each: one a cycle leaves the unit, answers of 2 flits come every 2
 * cycles: the last 31 × 2 after a word alone. The first time round they come from the DRAM. */
static void segments(void) {
    static const char spread[] = "mul.wide.u32 %rd4, %r1, 128;\nadd.u64 %rd4, %rd1, "
                                 "%rd4;\nld.volatile.global.u32 %r2, [%rd4];\nnot.b32 %r3, %r2;\n"
                                 "ld.volatile.global.u32 %r2, [%rd4];\nnot.b32 %r3, %r2;\n";
    distance("32 segments from the L2", spread, 4, ISSUE + 1 + WORD + 31 * 2, ALONE);
    const gpu_cycle_statistics_t s = statistics_of(spread, 1, 32, ALONE);
    check_equal(s.segments, 64, "segments");
    check_equal(s.l2_misses, 32, "from the DRAM");
    check_equal(s.l2_hits, 32, "from the L2");
    /* some hit, some miss: the instruction completes with its last */
    static const char mixed[] = LOAD "mul.wide.u32 %rd4, %r1, 8;\nadd.u64 %rd4, %rd1, "
                                     "%rd4;\nld.global.u32 %r2, [%rd4];\nnot.b32 %r3, %r2;\n";
    distance("a segment from the L1, one from the DRAM behind it", mixed, 4,
             ISSUE + 1 + 1 + 275 + 1 - 12, ALONE ",dram_clock=100");
    static const char both[] = LOAD
        "ld.global.u32 %r2, [%rd3+128];\nnot.b32 %r3, %r2;\nmul.wide.u32 %rd4, %r1, 8;\nadd.u64 "
        "%rd4, %rd1, %rd4;\nld.global.u32 %r2, [%rd4];\nnot.b32 %r3, %r2;\n";
    distance("two segments from the L1, one a cycle", both, 6, ISSUE + 1 + 1 + L1, ALONE);
}

/* One MSHR: the second line waits at the unit until the first has come, in a + 275, and the hit
 * behind it waits with it: it is handed over a cycle later. It issued 3 cycles after the first: as
 * instruction 8 of the kernel it is fetched a cycle after the 8 before. */
static void what_waits_blocks(void) {
    static const char body[] = LOAD "ld.global.u32 %r5, [%rd3+4096];\nld.global.u32 %r6, "
                                    "[%rd3+8192];\nld.global.u32 %r7, [%rd3];\nnot.b32 %r8, %r7;\n";
    distance("a hit behind a load that waits for an MSHR", body, 4, ISSUE + 1 + 275 + 1 + L1 - 3,
             ALONE ",l1_mshrs=1,dram_clock=100,dram_row_bytes=128");
    distance("with MSHRs it does not wait", body, 4, ISSUE + 1 + L1, ALONE ",dram_clock=100");
    check(statistics_of(body, 1, 32, ALONE ",l1_mshrs=1").stall_mshr > 250,
          "the unit's cycles of waiting are counted");
    check_equal(statistics_of(body, 1, 32, ALONE).stall_mshr, 0, "none");
    static bench_text_t many;
    many.used = 0;
    for (unsigned i = 0; i < 20; i++)
        bench_add(&many, "st.global.u32 [%%rd3+%u], %%r1;\n", 128 * i);
    const gpu_cycle_statistics_t s = statistics_of(many.text, 1, 32, ALONE ",noc_queue=1");
    check(s.stall_noc > 40, "stores of 5 flits fill the interconnect's input: %u cycles",
          (unsigned)s.stall_noc);
    check_equal(s.noc_request_flits, 20 * 5, "flits");
    check_equal(s.noc_reply_flits, 20, "answers");
}

/* The L1 is empty at a kernel's start, the L2 keeps what it has: the second kernel's line comes
 * from there. */
static void the_next_kernel(void) {
    bench_t *bench = bench_body(ADDRESS LOAD, ALONE);
    bench_run(bench, 1, 32);
    bench_run(bench, 1, 32);
    check_equal((uint64_t)bench_distance(bench, 0, ADDRESS_CODE, ADDRESS_CODE + 1),
                ISSUE + 1 + LINE, "the second kernel's line");
    check_equal(bench_statistics(bench).dram_reads, 1, "read from the DRAM once");
    bench_close(bench);
}

/* ---- detection ---- */

/* Hits of one line, many more than the detector decides meanwhile. */
static const char *many_hits(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s", LOAD);
    for (unsigned i = 0; i < 200; i++)
        bench_add(&body, "ld.global.u32 %%r%u, [%%rd3];\n", 10 + i % 50);
    return body.text;
}

static void kernel_end(void) {
    static const char body[] = LOAD "st.global.u32 [%rd3+4096], %r1;\n" FENCE
                                    "atom.global.add.u32 %r5, [%rd1], %r1;\n";
    const gpu_cycle_statistics_t with = statistics_of(body, 4, 64, DETECTED),
                                 without = statistics_of(body, 4, 64, ALONE);
    check(with.detector_drain_cycles > 0, "the kernel's end waits for the detector");
    check_equal(without.detector_drain_cycles, 0, "without detector it does not");
    check(with.cycles > without.cycles, "detection takes time: %u, %u cycles",
          (unsigned)with.cycles, (unsigned)without.cycles);
    check_equal(with.detector_requests, with.segments + 8, "a request a segment and fence");
    check_equal(with.detector_words, 8 * (32 + 32 + 1),
                "words of a warp: load, store, one word of the atomic");
    check_equal(without.detector_requests + without.l2_metadata_hits + without.l2_metadata_misses +
                    without.dram_metadata_reads,
                0, "nothing of it without detector");
    check(with.detector_clear_cycles > 0, "the clear at kernel start is counted apart");
    check(with.dram_metadata_reads > 0, "metadata come from the DRAM");
    bench_t *bench = run_body(body, 4, 64, DETECTED);
    const uint64_t drained = bench_statistics(bench).detector_drain_cycles,
                   cycles = bench_statistics(bench).cycles;
    const bench_block_t *last = &bench->record.block[bench->record.blocks - 1];
    check(last->exit, "the last event is a block's exit");
    check_equal(cycles - drained, last->cycle,
                "the launch's cycles end with its last block, then the detector's begin");
    bench_close(bench);
}

static void lhd(void) {
    const char *body = many_hits();
    const gpu_cycle_statistics_t with = statistics_of(body, 1, 32, DETECTED),
                                 without = statistics_of(body, 1, 32, DETECTED ",time_lhd=0"),
                                 alone = statistics_of(body, 1, 32, ALONE);
    check(with.stall_detector_hit > 200, "a full buffer holds up L1 hits: %u cycles",
          (unsigned)with.stall_detector_hit);
    check_equal(without.stall_detector_hit, 0, "time_lhd=0: none");
    check_equal(with.detector_requests, without.detector_requests, "the same requests");
    check(with.cycles - with.detector_drain_cycles > alone.cycles + 200,
          "the program's part takes longer: %u, %u",
          (unsigned)(with.cycles - with.detector_drain_cycles), (unsigned)alone.cycles);
    check(without.cycles - without.detector_drain_cycles < alone.cycles + 100,
          "time_lhd=0: it does not: %u",
          (unsigned)(without.cycles - without.detector_drain_cycles));
    check(without.stall_noc == 0, "a hit's packet of one flit leaves in its cycle");
}

static void noc(void) {
    const char *body = many_hits();
    const gpu_cycle_statistics_t with = statistics_of(body, 1, 32, DETECTED),
                                 without = statistics_of(body, 1, 32, DETECTED ",time_noc=0"),
                                 alone = statistics_of(body, 1, 32, ALONE);
    check_equal(with.noc_request_flits - alone.noc_request_flits, 200, "a flit for each hit");
    check_equal(without.noc_request_flits, alone.noc_request_flits,
                "time_noc=0: no flit for detection");
    const gpu_cycle_statistics_t wide = statistics_of(body, 1, 32, DETECTED ",detection_bytes=56");
    check_equal(wide.noc_request_flits, 2 * with.noc_request_flits,
                "8 + 56 bytes: 2 flits for everything");
    check_equal(with.noc_reply_flits, alone.noc_reply_flits, "answers are as without");
}

/* Metadata at hand: nothing of them travels, the same is decided, and the kernel is over sooner. */
static void metadata(void) {
    static const char body[] = LOAD "st.global.u32 [%rd3+4096], %r1;\n" FENCE
                                    "atom.global.add.u32 %r5, [%rd1], %r1;\n";
    const gpu_cycle_statistics_t with = statistics_of(body, 4, 64, DETECTED),
                                 without = statistics_of(body, 4, 64, DETECTED ",time_md=0"),
                                 alone = statistics_of(body, 4, 64, ALONE);
    check(with.l2_metadata_hits + with.l2_metadata_misses > 0, "metadata travel");
    check_equal(without.l2_metadata_hits + without.l2_metadata_misses +
                    without.dram_metadata_reads + without.dram_metadata_writes,
                0, "time_md=0: none do");
    check_equal(without.detector_requests, with.detector_requests, "time_md=0: the same requests");
    check_equal(without.detector_words, with.detector_words, "time_md=0: the same words");
    check_equal(without.detector_decide_cycles, with.detector_decide_cycles,
                "time_md=0: decided as fast");
    check(without.detector_drain_cycles < with.detector_drain_cycles,
          "time_md=0: the end waits less: %u, %u", (unsigned)without.detector_drain_cycles,
          (unsigned)with.detector_drain_cycles);
    const gpu_cycle_statistics_t nothing =
        statistics_of(body, 4, 64, DETECTED ",time_md=0,time_noc=0,time_lhd=0,detector_lanes=32");
    check(nothing.cycles <= alone.cycles + 30, "none of the three: %u cycles, without detector %u",
          (unsigned)nothing.cycles, (unsigned)alone.cycles);
}

int main(void) {
    latencies();
    fences();
    scoped_fences();
    segments();
    what_waits_blocks();
    the_next_kernel();
    kernel_end();
    lhd();
    noc();
    metadata();
    return check_summary();
}
