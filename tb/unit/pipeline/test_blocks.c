/* SPDX-License-Identifier: Apache-2.0 */
/* test_blocks.c: blocks, barriers and exits in the cycle-level machine (issue 6). */
#include "tb/unit/pipeline/bench.h"

#include <stdio.h>
#include <string.h>

#define IDEAL "icache_ideal=1"
#define WIDE  "icache_ideal=1,ibuffer_slots=8,fetch_bytes=64"

/* Warp 0 goes on at W0, warp 1 at W1. */
#define BY_WARP "mov.u32 %r1, %warpid;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra W1;\n"

static void chain(bench_text_t *body, unsigned count) {
    for (unsigned i = 0; i < count; i++) bench_add(body, "add.u32 %%r5, %%r5, 1;\n");
}

/* ---- barriers ---- */

/* Warp 0 waits; warp 1 arrives 20 dependent adds later. What follows the barrier is in warp 0's
 * I-buffer already: with warp 1 on the other scheduler, that goes second in a cycle, warp 0 issues
 * in the cycle after the arrival. */
static void released_by_the_last_arrival(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s", BY_WARP "bar.sync 0;\nmov.u32 %r6, 1;\nret;\nW1:\n");
    chain(&body, 20);
    bench_add(&body, "bar.sync 0;\nmov.u32 %%r6, 1;\n");
    bench_t *bench = bench_body(body.text, WIDE);
    bench_run(bench, 1, 64);
    const bench_record_t *record = &bench->record;
    const uint64_t arrival = record->issue[1][3 + 20];
    check_equal(record->issue[0][4], arrival + 1, "warp 0 goes on after warp 1's arrival");
    check(record->issue[0][3] + 100 < arrival, "warp 0 waited");
    bench_check_laws(bench, "barrier");
    bench_close(bench);
}

/* The same, but warp 1 ends instead: exits re-test the barrier. */
static void released_by_an_exit(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s", BY_WARP "bar.sync 0;\nmov.u32 %r6, 1;\nret;\nW1:\n");
    chain(&body, 20);
    bench_t *bench = bench_body(body.text, WIDE);
    bench_run(bench, 1, 64);
    check_equal(bench->record.issue[0][4], bench->record.issue[1][3 + 20] + 1,
                "warp 0 goes on after warp 1's exit");
    bench_close(bench);
}

/* bar.arrive does not wait; bar.sync with a thread count waits for two warps of three; bar.red adds
 * predicates. */
static void named_barriers(void) {
    bench_t *bench = bench_body(
        "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %warpid;\nmov.u32 %r3, %tid.x;\nmul.wide.u32 %rd2, "
        "%r3, 4;\nadd.u64 %rd2, %rd2, %rd1;\n"
        "setp.eq.u32 %p1, %r1, 2;\n@%p1 bra W2;\nsetp.eq.u32 %p1, %r1, 1;\n@%p1 bra W1;\n"
        "bar.sync 1, 64;\nbra J;\nW1: bar.arrive 1, 64;\nJ: W2: and.b32 %r4, %r3, 1;\nsetp.ne.u32 "
        "%p2, %r4, 0;\n"
        "bar.red.popc.u32 %r5, 0, %p2;\nst.global.u32 [%rd2], %r5;\n",
        IDEAL);
    bench_run(bench, 1, 96);
    uint32_t value[96];
    memcpy(value, bench_data(bench), sizeof value);
    for (unsigned i = 0; i < 96; i++) check_equal(value[i], 48, "bar.red.popc, thread %u", i);
    bench_check_laws(bench, "named barriers");
    bench_close(bench);
}

/* ---- slots ---- */

static const bench_block_t *event_of(const bench_t *bench, unsigned number, bool exit) {
    for (unsigned i = 0; i < bench->record.blocks; i++)
        if (bench->record.block[i].exit == exit && number-- == 0) return &bench->record.block[i];
    static const bench_block_t none;
    check(false, "no such block event");
    return &none;
}

/* One slot, two blocks. The slot is free when all that its block has in flight is through: `ret`
 * (issue + 3, latency 1), the add before it (3 + 2 registers + 4), or the acknowledgement of its
 * store (3 + 2 registers + ⌈128 / 16.9⌉ + 160). The next block is launched at the end of that
 * cycle. */
static void a_slot_waits_for_its_stores(void) {
#define PLACE                                                                                      \
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, "    \
    "%rd1, %rd2;\n"
    static const struct {
        const char *name, *body;
        unsigned last, cycles;
    } cases[] = {
        {"ret", "", 0, 3 + 1},
        {"add", PLACE, 3, 3 + 2 + 4},
        {"store", PLACE "st.global.u32 [%rd3], %r1;\n", 4, 3 + 2 + 8 + 160},
    };
    for (unsigned i = 0; i < 3; i++) {
        bench_t *bench = bench_body(cases[i].body, WIDE ",warps=32,blocks=1");
        bench_run(bench, 2, 32);
        const bench_record_t *record = &bench->record;
        const uint64_t expected = record->issue[0][cases[i].last] + cases[i].cycles;
        check_equal(event_of(bench, 0, true)->cycle, expected, "%s: the block leaves",
                    cases[i].name);
        check_equal(event_of(bench, 1, false)->cycle, expected, "%s: the next is launched",
                    cases[i].name);
        check_equal(record->issue[0][record->issues[0] / 2], expected + 3, "%s: and issues",
                    cases[i].name);
        bench_check_laws(bench, "slot");
        bench_close(bench);
    }
}

/* At most one block an SM and cycle, SMs in turn, the lowest free slot. Blocks run as long as their
 * number says, in no order. */
static void launches(unsigned sms) {
    static bench_text_t body;
    char settings[60];
    body.used = 0;
    bench_add(&body,
              "mov.u32 %%r1, %%ctaid.x;\nmul.lo.u32 %%r2, %%r1, 7;\nand.b32 %%r2, %%r2, 15;\nL: "
              "setp.eq.u32 %%p1, %%r2, 0;\n@%%p1 bra E;\nsub.u32 %%r2, %%r2, 1;\nbra L;\nE:\n");
    snprintf(settings, sizeof settings, IDEAL ",warps=32,sms=%u", sms);
    bench_t *bench = bench_body(body.text, settings);
    bench_run(bench, 40, 32);
    uint64_t last[BENCH_SMS] = {0}, used[BENCH_SMS] = {0};
    unsigned launched = 0, most = 0;
    for (unsigned i = 0; i < bench->record.blocks; i++) {
        const bench_block_t *event = &bench->record.block[i];
        if (event->exit) {
            used[event->sm] &= ~(UINT64_C(1) << event->slot);
            continue;
        }
        if (launched++ < 8 * sms)
            check_equal(event->cycle, 1 + (launched - 1) / sms, "block %u of the first",
                        launched - 1);
        if (launched <= 8 * sms)
            check_equal(event->sm, (launched - 1) % sms, "block %u: SM", launched - 1);
        check(event->cycle > last[event->sm], "one launch an SM and cycle (%u)",
              (unsigned)event->cycle);
        check((used[event->sm] >> event->slot & 1) == 0 &&
                  (~used[event->sm] & ((UINT64_C(1) << event->slot) - 1)) == 0,
              "slot %u is the lowest free one", event->slot);
        last[event->sm] = event->cycle;
        used[event->sm] |= UINT64_C(1) << event->slot;
        most = (unsigned)__builtin_popcountll(used[event->sm]) > most
                   ? (unsigned)__builtin_popcountll(used[event->sm])
                   : most;
    }
    check_equal(launched, 40, "all blocks");
    check_equal(most, 8, "slots in use at once");
    bench_close(bench);
}

/* ---- resident blocks ---- */

static void expect_resident(const char *name, bench_t *bench, unsigned blocks, unsigned threads,
                            unsigned dynamic_shared, unsigned expected) {
    check_equal((unsigned)bench_kernel(bench, "k", blocks, threads, dynamic_shared), GPU_OK,
                "%s: %s", name, bench->error.message);
    check_equal(bench_statistics(bench).blocks_per_sm, expected, "%s", name);
    unsigned now = 0, most = 0;
    for (unsigned i = 0; i < bench->record.blocks; i++) {
        const bench_block_t *event = &bench->record.block[i];
        if (event->sm != 0) continue;
        now = event->exit ? now - 1 : now + 1;
        most = now > most ? now : most;
    }
    if (bench->record.blocks > 0) check_equal(most, expected, "%s: at once", name);
    bench_close(bench);
}

/* Long enough that blocks are there together. */
static bench_t *resident(const char *settings, unsigned live) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < live; i++) bench_add(&body, "mov.u32 %%r%u, %%tid.x;\n", i);
    chain(&body, 60);
    for (unsigned i = 1; i < live; i++) bench_add(&body, "add.u32 %%r0, %%r0, %%r%u;\n", i);
    bench_add(&body, "ld.param.u64 %%rd1, [p];\nst.global.u32 [%%rd1], %%r0;\n");
    return bench_body(body.text, settings);
}

static void resident_limits(void) {
    expect_resident("8 slots", resident(IDEAL ",warps=32", 2), 30, 32, 0, 8);
    expect_resident("4 slots of a machine", resident(IDEAL ",warps=32,blocks=4", 2), 30, 32, 0, 4);
    expect_resident("warps: 32 of 5", resident(IDEAL ",warps=32", 2), 30, 5 * 32, 0, 6);
    expect_resident("warps: 48 of 16", resident(IDEAL, 2), 30, 512, 0, 3);
    expect_resident("threads: 33 are two warps", resident(IDEAL ",warps=8", 2), 30, 33, 0, 4);
    /* static 8192 bytes, and dynamic ones behind them: 48 KB / 16 KB, / 20 KB */
    bench_t *bench = resident(IDEAL ",warps=32", 2);
    check(ptx_find_function(bench->module, "k")->static_shared_bytes % 16 == 0,
          "static shared memory");
    const unsigned fixed = ptx_find_function(bench->module, "k")->static_shared_bytes;
    expect_resident("shared memory: 3 of 16 KB", bench, 30, 32, 16384 - fixed, 3);
    expect_resident("shared memory: 2 of 20 KB", resident(IDEAL ",warps=32", 2), 30, 32,
                    20480 - fixed, 2);
    expect_resident("shared memory of the machine",
                    resident(IDEAL ",warps=32,shared_bytes=32768", 2), 30, 32, 16384 - fixed, 2);
    /* registers: a block of 8 warps takes 256 × demand */
    bench = resident(IDEAL ",warps=64", 50);
    const unsigned demand = ptx_find_function(bench->module, "k")->register_demand,
                   fit = 32768 / (256 * demand);
    check(demand >= 48 && fit < 64 / 8 && fit >= 1, "%u registers a thread: %u blocks", demand,
          fit);
    expect_resident("registers", bench, 30, 256, 0, fit);
    expect_resident("an even share of the grid: 3 blocks, 2 SMs",
                    resident(IDEAL ",warps=32,sms=2", 2), 3, 32, 0, 2);
    expect_resident("an even share of the grid: 5 blocks, 2 SMs",
                    resident(IDEAL ",warps=32,sms=2", 2), 5, 32, 0, 3);
    expect_resident("an even share of the grid: 2 blocks, 4 SMs",
                    resident(IDEAL ",warps=32,sms=4", 2), 2, 32, 0, 1);
}

/* A block that never fits is known before its launch. */
static void what_never_fits(void) {
    bench_t *bench = resident(IDEAL ",warps=4,registers=4096", 50);
    bench_run(bench, 1, 64);
    check_equal(gpu_blocks_per_sm(bench->gpu, 1024, 0, 16), 0, "more warps than the SM has");
    check_equal(gpu_blocks_per_sm(bench->gpu, 128, 0, 33), 0, "more registers than the SM has");
    check_equal(gpu_blocks_per_sm(bench->gpu, 128, 0, 32), 1, "as many registers as the SM has");
    check_equal(gpu_blocks_per_sm(bench->gpu, 32, 49153, 16), 0,
                "more shared memory than the SM has");
    bench_close(bench);
}

/* ---- schedulers ---- */

/* Warp w belongs to scheduler w mod N, and each issues one a cycle at most: bench_run checks both.
 * 16 warps of moves with a wide front end and enough ports: N issue a cycle but for the edges. */
static void schedulers(void) {
    for (unsigned count = 1; count <= 4; count++) {
        static bench_text_t body;
        char settings[160];
        body.used = 0;
        for (unsigned i = 0; i < 96; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", i % 40);
        snprintf(settings, sizeof settings,
                 WIDE ",schedulers=%u,sp_ports=4,writeback_width=8,sp_collectors=16", count);
        bench_t *bench = bench_body(body.text, settings);
        bench_run(bench, 1, 16 * 32);
        const uint64_t cycles = bench_statistics(bench).cycles,
                       least = (16 * 97 + count - 1) / count;
        check(cycles >= least && cycles <= least + 97 + 30, "%u schedulers: %u cycles, at least %u",
              count, (unsigned)cycles, (unsigned)least);
        uint64_t picks = 0;
        for (unsigned unit = 0; unit < count; unit++) picks += bench->record.issue_calls[unit];
        check_equal(picks, 16 * 97, "%u schedulers: picks", count);
        bench_check_laws(bench, "schedulers");
        bench_close(bench);
    }
}

int main(void) {
    released_by_the_last_arrival();
    released_by_an_exit();
    named_barriers();
    a_slot_waits_for_its_stores();
    for (unsigned sms = 1; sms <= 3; sms++) launches(sms);
    resident_limits();
    what_never_fits();
    schedulers();
    return check_summary();
}
