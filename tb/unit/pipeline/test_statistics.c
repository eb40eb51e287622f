/* SPDX-License-Identifier: Apache-2.0 */
/* test_statistics.c: what a run counts: each reason of W14 provoked alone, barrier shares and RTRU
 * of W12 by hand. */
#include "tb/unit/pipeline/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define IDEAL   "icache_ideal=1"
#define WIDE    "icache_ideal=1,ibuffer_slots=8,fetch_bytes=64"
#define BY_WARP "mov.u32 %r1, %warpid;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra W1;\n"

static const char *const reasons[GPU_STALL_COUNT] = {"exit", "barrier",    "fetch",       "control",
                                                     "data", "structural", "not selected"};

/* Stall cycles of all warps by reason, and all other laws. */
static void expect_stalls(const char *name, const bench_t *bench,
                          const uint64_t expected[GPU_STALL_COUNT]) {
    const gpu_cycle_statistics_t statistics = bench_statistics(bench);
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++)
        check_equal(statistics.warp_stalls[i], expected[i], "%s: %s", name, reasons[i]);
    bench_check_laws(bench, name);
}

/* One warp, launched in cycle 1, first issue in 4: fetch stalls in 2 and 3. N dependent adds 8
 * cycles apart (3 + 1 + 4). Behind the first of a pair the second is there: 7 data stalls. Behind
 * the second the I-buffer is empty for a cycle (1 fetch, decoded in it), then 6 data stalls. `ret`
 * needs nothing: it issues as the first of the next pair, 2 cycles after the last add (1 fetch),
 * and the block is resident until the last result is back: the add before it is through in its
 * issue + 8, `ret` in + 2 + 4: exit stalls in 5 cycles, from + 3 to
 * + 7 (writeback frees the slot before issue is looked at in + 8). */
static void data_and_exit(void) {
    enum { PAIRS = 10 };
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 2 * PAIRS; i++) bench_add(&body, "add.u32 %%r1, %%r1, 1;\n");
    bench_t *bench = bench_body(body.text, IDEAL);
    bench_run(bench, 1, 32);
    const uint64_t expected[GPU_STALL_COUNT] = {[GPU_STALL_FETCH] = 2 + PAIRS,
                                                [GPU_STALL_DATA] = PAIRS * 7 + (PAIRS - 1) * 6,
                                                [GPU_STALL_EXIT] = 5};
    expect_stalls("dependent adds", bench, expected);
    /* the scheduler of even warps: idle in all of these; the other has no warp; both in cycle 1,
     * and in the last one */
    const gpu_cycle_statistics_t statistics = bench_statistics(bench);
    check_equal(statistics.idle_slots_empty, statistics.cycles + 2, "slots without a warp");
    check(fabs(statistics.idle_slots[GPU_STALL_DATA] - (PAIRS * 7 + (PAIRS - 1) * 6)) < 1e-6,
          "idle slots by data: %f", statistics.idle_slots[GPU_STALL_DATA]);
    bench_close(bench);
}

/* Independent moves: 2 issue, 1 fetch stall, and so on. */
static void fetch(void) {
    enum { PAIRS = 12 };
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 2 * PAIRS; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", i);
    bench_t *bench = bench_body(body.text, IDEAL);
    bench_run(bench, 1, 32);
    const uint64_t expected[GPU_STALL_COUNT] = {
        [GPU_STALL_FETCH] = 2 + PAIRS, [GPU_STALL_EXIT] = 3}; /* `ret` is through in its issue + 4
                                                               */
    expect_stalls("moves", bench, expected);
    bench_close(bench);
}

/* Taken branches, each the second of its pair: 1 fetch stall (nothing is there, nothing was
 * flushed), 2 control stalls (stale when looked at, then flushed and not refilled), see
 * test_issue.c. N jumps to the instruction 3 further, that begins an even pair. */
static void control(void) {
    enum { JUMPS = 9 };
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < JUMPS; i++)
        bench_add(&body,
                  "mov.u32 %%r%u, 1;\nbra L%u;\nmov.u32 %%r60, 1;\nmov.u32 %%r61, 1;\nL%u:\n", i, i,
                  i);
    bench_t *bench = bench_body(body.text, IDEAL);
    bench_run(bench, 1, 32);
    const uint64_t expected[GPU_STALL_COUNT] = {
        [GPU_STALL_FETCH] = 2 + JUMPS, [GPU_STALL_CONTROL] = 2 * JUMPS, [GPU_STALL_EXIT] = 3};
    expect_stalls("jumps", bench, expected);
    check_equal(bench_statistics(bench).flushed_instructions, 2 * JUMPS, "a pair a jump");
    bench_close(bench);
}

/* One warp, divisions of constants (nothing to read or wait for) on a unit that takes one every 8
 * cycles: those that find the latch to the collectors full are structural stalls, nothing is data.
 * 24 divisions in a front end of 8: gaps of 1 behind every 8. */
static void structural(void) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 24; i++) bench_add(&body, "div.u32 %%r%u, 7, 3;\n", i);
    bench_t *bench = bench_body(body.text, WIDE);
    bench_run(bench, 1, 32);
    const bench_record_t *record = &bench->record;
    /* between first and last division every cycle is an issue, the cycle behind every 8th, or
     * structural */
    const uint64_t between = record->issue[0][23] - record->issue[0][0] + 1;
    const gpu_cycle_statistics_t statistics = bench_statistics(bench);
    check_equal(statistics.warp_stalls[GPU_STALL_STRUCTURAL], between - 24 - 2, "structural");
    check_equal(statistics.warp_stalls[GPU_STALL_FETCH], 2 + 3,
                "fetch: start, and behind the 8th, 16th and 24th");
    check_equal(statistics.warp_stalls[GPU_STALL_DATA], 0, "no data stalls");
    check_equal(statistics.warp_stalls[GPU_STALL_NOT_SELECTED], 0, "no other warp");
    check(statistics.warp_stalls[GPU_STALL_STRUCTURAL] > 60, "the unit is busy");
    bench_check_laws(bench, "structural");
    bench_close(bench);
}

/* One scheduler and two warps of moves in a front end of 8: 8 of one, then 8 of the other … (oldest
 * first): in every cycle in which both have something, one is not selected. Counted from the picks:
 * cycles in which a warp issues while the other holds something. */
static void not_selected(void) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 7; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", i);
    bench_t *bench = bench_body(body.text, WIDE ",schedulers=1");
    bench_policy(bench, "gto", "rr");
    bench_run(bench, 1, 64);
    /* 7 moves and `ret`: one fetch each, in cycles 2 and 3; warp 0 issues in 4 … 11, warp 1 from 5
     * on could, does in 12 … 19 */
    check_equal(bench->record.issue[1][0], 12, "warp 1 comes second");
    const uint64_t expected[GPU_STALL_COUNT] = {
        [GPU_STALL_FETCH] = 2 + 3, [GPU_STALL_NOT_SELECTED] = 7, [GPU_STALL_EXIT] = 11 + 3};
    expect_stalls("not selected", bench, expected);
    bench_close(bench);
}

/* ---- barriers: W12 ---- */

/* Two warps, two phases. All from the cycles of the issues: launch in cycle 1; warp 0 at the
 * barrier in a0, warp 1 in a1 (later), where it releases; ends in e0 and e1; the block's end is the
 * cycle in which its last operation is through. */
static void barrier_share_and_rtru(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s", BY_WARP "bar.sync 0;\nmov.u32 %r6, 1;\nret;\nW1:\n");
    for (unsigned i = 0; i < 20; i++) bench_add(&body, "add.u32 %%r5, %%r5, 1;\n");
    bench_add(&body, "bar.sync 0;\n");
    for (unsigned i = 0; i < 10; i++) bench_add(&body, "add.u32 %%r5, %%r5, 1;\n");
    bench_t *bench = bench_body(body.text, WIDE ",warps=32");
    bench_run(bench, 1, 64);
    const bench_record_t *record = &bench->record;
    const gpu_cycle_statistics_t statistics = bench_statistics(bench);
    const double a0 = (double)record->issue[0][3], a1 = (double)record->issue[1][3 + 20];
    const double e0 = (double)record->issue[0][5], e1 = (double)record->issue[1][3 + 20 + 1 + 10];
    double launch = 0, end = 0;
    for (unsigned i = 0; i < record->blocks; i++)
        *(record->block[i].exit ? &end : &launch) = (double)record->block[i].cycle;
    check_equal((uint64_t)launch, 1, "launch");
    /* phase 1: T = a0 - launch, a1 - launch; phase 2: e0 - a1, e1 - a1 */
    const double lost = (a1 - a0) + (e1 - e0), total = 2 * (a1 - launch) + 2 * (e1 - a1);
    check_equal(statistics.phases, 2, "phases");
    check(fabs(statistics.rtru_lost - lost) < 1e-9 && fabs(statistics.rtru_total - total) < 1e-9,
          "RTRU %f / %f, expected %f / %f", statistics.rtru_lost, statistics.rtru_total, lost,
          total);
    const double mean = (a1 - a0) / (2 * (a1 - launch)) + (e1 - e0) / (2 * (e1 - a1));
    check(fabs(statistics.rtru_phases - mean) < 1e-9, "RTRUs of the phases %f, expected %f",
          statistics.rtru_phases, mean);
    check_equal(statistics.warps, 2, "warps");
    check(fabs(statistics.barrier_shares - (a1 - a0) / (end - launch)) < 1e-9,
          "barrier shares %f, expected %f", statistics.barrier_shares, (a1 - a0) / (end - launch));
    const double exits = ((end - e0) + (end - e1)) / (end - launch);
    check(fabs(statistics.exit_shares - exits) < 1e-9, "exit shares %f, expected %f",
          statistics.exit_shares, exits);
    /* W14 agrees. Scheduler 0 goes first in a cycle: warp 0 waits from a0 + 1 to a1, and has ended
     * from e0 + 1 on; warp 1 from e1 + 1 on */
    check_equal(statistics.warp_stalls[GPU_STALL_BARRIER], (uint64_t)(a1 - a0), "barrier stalls");
    check_equal(statistics.warp_stalls[GPU_STALL_EXIT], (uint64_t)(end - 1 - e0 + end - 1 - e1),
                "exit stalls");
    bench_check_laws(bench, "barrier");
    bench_close(bench);
}

/* Two named barriers: a release of one does not end the wait at the other. Warps 0 and 3 meet at
 * barrier 1 late, warps 1 and 2 at barrier 2 early; the share is of each warp's own wait. */
static void named_barriers_end_their_own_waits(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body,
              "mov.u32 %%r1, %%warpid;\nts: .branchtargets A, B, B, C;\nbrx.idx %%r1, ts;\n");
    bench_add(&body, "A: bar.sync 1, 64;\nret;\nC:\n");
    for (unsigned i = 0; i < 40; i++) bench_add(&body, "add.u32 %%r5, %%r5, 1;\n");
    bench_add(&body, "bar.sync 1, 64;\nret;\nB: bar.sync 2, 64;\n");
    bench_t *bench = bench_body(body.text, WIDE ",warps=32");
    bench_run(bench, 1, 128);
    const bench_record_t *record = &bench->record;
    const double own = (double)(record->issue[3][42] - record->issue[0][2]);
    const double b1 = (double)record->issue[1][2], b2 = (double)record->issue[2][2];
    double launch = 0, end = 0;
    for (unsigned i = 0; i < record->blocks; i++)
        *(record->block[i].exit ? &end : &launch) = (double)record->block[i].cycle;
    const double expected = (own + fabs(b1 - b2)) / (end - launch);
    check(own > 250, "warp 0 waits long");
    check(fabs(bench_statistics(bench).barrier_shares - expected) < 1e-9,
          "barrier shares %f, expected %f", bench_statistics(bench).barrier_shares, expected);
    bench_close(bench);
}

/* ---- the log of phases ---- */

static void phase_log(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "%s", "mov.u32 %r1, 1;\nbar.sync 0;\nmov.u32 %r2, 1;\n");
    bench_t *bench = bench_body(body.text, WIDE ",warps=32");
    FILE *out = tmpfile();
    bench->options.phases = out;
    bench_run(bench, 2, 64);
    rewind(out);
    unsigned lines = 0;
    char line[200];
    while (fgets(line, sizeof line, out)) {
        unsigned long kernel, sm, slot, block, warp, phase, start, arrive, end;
        char kind[20];
        const int fields = sscanf(line, "%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%19s", &kernel, &sm,
                                  &slot, &block, &warp, &phase, &start, &arrive, &end, kind);
        check_equal((uint64_t)fields, 10, "fields of %s", line);
        if (fields != 10) continue;
        lines++;
        const unsigned at = (unsigned)(slot * 2 + warp);
        check(block == slot && sm == 0 && phase < 2 && warp < 2, "names of %s", line);
        check_equal(arrive, bench->record.issue[at][phase == 0 ? 1 : 3], "arrival in %s", line);
        check_equal((uint64_t)(strcmp(kind, phase == 0 ? "barrier" : "exit") == 0), 1, "kind of %s",
                    line);
        check(start < arrive && arrive <= end, "order in %s", line);
    }
    check_equal(lines, 2 * 2 * 2, "a line a block, warp and phase");
    fclose(out);
    bench_close(bench);
}

/* ---- laws under every policy ---- */

static const char busy[] =
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmad.lo.u32 %r3, %r2, "
    "160, %r1;\nmul.wide.u32 %rd2, %r3, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
    "mov.u32 %r10, s;\nshl.b32 %r11, %r1, 2;\nadd.u32 %r10, %r10, %r11;\nand.b32 %r4, %r1, 7;\n"
    "L: ld.global.u32 %r5, [%rd3];\nadd.u32 %r5, %r5, %r4;\nst.shared.u32 [%r10], %r5;\nbar.sync "
    "0;\nld.shared.u32 %r6, [%r10];\nst.global.u32 [%rd3], %r6;\n"
    "atom.global.add.u32 %r7, [%rd1+65536], 1;\nmembar.gl;\ndiv.u32 %r8, %r7, 3;\nsetp.eq.u32 %p1, "
    "%r4, 0;\n@%p1 bra X;\nsub.u32 %r4, %r4, 1;\nbra L;\nX: bar.sync 0;\n";

static void laws_under_every_policy(void) {
    static const char *const issue[] = {
#define ISSUE_POLICY(name, ...) name,
#include "sim/machine/policies.def"
    };
    static const char *const fetches[] = {
#define FETCH_POLICY(name, ...) name,
#include "sim/machine/policies.def"
    };
    static const char *const settings[] = {"", "sms=3,ibuffer_slots=4",
                                           "schedulers=4,fetch_ports=2,icache_bytes=512",
                                           "schedulers=1,tie_by_age=1"};
    for (unsigned i = 0; i < sizeof issue / sizeof *issue; i++)
        for (unsigned f = 0; f < sizeof fetches / sizeof *fetches; f++)
            for (unsigned s = (i + f) % 2; s < 4; s += 2) {
                char name[100];
                snprintf(name, sizeof name, "%s, %s, %s", issue[i], fetches[f], settings[s]);
                bench_t *bench = bench_body(busy, settings[s]);
                bench_policy(bench, issue[i], fetches[f]);
                check_equal((unsigned)bench_kernel(bench, "k", 9, 160, 0), GPU_OK, "%s: %s", name,
                            bench->error.message);
                bench_check_laws(bench, name);
                bench_close(bench);
            }
}

int main(void) {
    data_and_exit();
    fetch();
    control();
    structural();
    not_selected();
    barrier_share_and_rtru();
    named_barriers_end_their_own_waits();
    phase_log();
    laws_under_every_policy();
    return check_summary();
}
