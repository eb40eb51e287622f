/* SPDX-License-Identifier: Apache-2.0 */
/* test_fetch.c: the fetch port, the I-buffers and the I-cache (issue 6; W9 to W11).
 *
 * An access in cycle c gives up to 16 bytes = 2 instructions, not over a 128-byte line of 16; they
 * are decoded in c + 1 and issue from c + 2 on. A block launched at the end of cycle c is fetched
 * for from c + 1 on. A warp is eligible when its I-buffer is empty (fetch runs behind issue and
 * decode in a cycle) and it waits for no line.
 */
#include "tb/unit/pipeline/bench.h"

#include <stdio.h>
#include <string.h>

#define IDEAL "icache_ideal=1"

/* ---- the port ---- */

/* Bookkeeping of our own beside the machine: what every warp holds, from issues and fetches alone.
 * Straight-line code. */
typedef struct shadow {
    unsigned held[BENCH_WARPS], issued[BENCH_WARPS], fetched[BENCH_WARPS];
    int last;
} shadow_t;

static unsigned fetch_size(unsigned pc) { return pc % 16 == 15 ? 1 : 2; }

static void shadow_issues(shadow_t *shadow, const bench_record_t *record, unsigned warps,
                          uint64_t cycle) {
    for (unsigned warp = 0; warp < warps; warp++)
        while (shadow->issued[warp] < record->issues[warp] &&
               record->issue[warp][shadow->issued[warp]] == cycle) {
            shadow->issued[warp]++;
            check(shadow->held[warp]-- > 0, "cycle %u: warp %u issues what was not fetched",
                  (unsigned)cycle, warp);
        }
}

static unsigned next_from(uint64_t mask, int last) {
    for (unsigned i = 1; i <= 64; i++)
        if ((mask >> ((unsigned)(last + (int)i) % 64) & 1) != 0)
            return (unsigned)(last + (int)i) % 64;
    return 64;
}

/* Every cycle: who is eligible, who is served (round robin from the last + 1, whoever waits at a
 * barrier). */
static void the_port_against_a_shadow(const char *body, unsigned threads, const char *issue_policy,
                                      unsigned code) {
    bench_t *bench = bench_body(body, IDEAL);
    bench_policy(bench, issue_policy, "rr");
    bench_run(bench, 1, threads);
    static shadow_t shadow;
    memset(&shadow, 0, sizeof shadow);
    shadow.last = -1;
    const bench_record_t *record = &bench->record;
    const unsigned warps = (threads + 31) / 32;
    const uint64_t end = gpu_cycle(bench->gpu);
    unsigned at = 0, blocked_served = 0, latched = 0;
    int latch = -1;
    for (uint64_t cycle = 2; cycle < end; cycle++) {
        shadow_issues(&shadow, record, warps, cycle);
        if (latch >= 0) shadow.held[latch] += latched;
        latch = -1;
        uint64_t eligible = 0;
        for (unsigned warp = 0; warp < warps; warp++)
            if (shadow.held[warp] == 0 && shadow.issued[warp] < code)
                eligible |= UINT64_C(1) << warp;
        const bool served = at < record->fetches && record->fetch[at].cycle == cycle;
        check_equal(served ? record->fetch[at].eligible : 0, eligible, "cycle %u: eligible warps",
                    (unsigned)cycle);
        if (!served) continue;
        check_equal((uint64_t)record->fetch[at].warp, next_from(eligible, shadow.last),
                    "cycle %u: served warp", (unsigned)cycle);
        blocked_served += (record->fetch[at].blocked >> record->fetch[at].warp & 1) != 0;
        latch = shadow.last = record->fetch[at++].warp;
        const unsigned size =
            fetch_size(shadow.fetched[latch]); /* `ret` is the last instruction of the module */
        latched = size < code - shadow.fetched[latch] ? size : code - shadow.fetched[latch];
        shadow.fetched[latch] += latched;
    }
    check_equal(at, record->fetches, "one access a cycle at most");
    if (strstr(body, "bar.sync"))
        check(blocked_served > 0, "warps that wait at a barrier are fetched for");
    bench_check_laws(bench, "port");
    bench_close(bench);
}

static void one_access_a_cycle(void) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 60; i++)
        bench_add(&body, i % 7 == 3 ? "add.u32 %%r1, %%r1, 1;\n" : "mov.u32 %%r%u, 1;\n",
                  2 + i % 20);
    for (unsigned warps = 1; warps <= 32; warps += 5)
        the_port_against_a_shadow(body.text, warps * 32, "lrr", 61);
    body.used = 0;
    for (unsigned i = 0; i < 60; i++)
        bench_add(&body,
                  i % 9 == 0   ? "bar.sync 0;\n"
                  : i % 7 == 3 ? "add.u32 %%r1, %%r1, 1;\n"
                               : "mov.u32 %%r%u, 1;\n",
                  2 + i % 20);
    for (unsigned warps = 2; warps <= 32; warps += 6)
        the_port_against_a_shadow(body.text, warps * 32, warps % 4 == 0 ? "gto" : "lrr", 61);
}

/* The first issue: launched in cycle 1, fetched in 2, decoded in 3. */
static void from_launch_to_first_issue(void) {
    bench_t *bench = bench_body("mov.u32 %r1, 1;", IDEAL);
    bench_run(bench, 1, 32);
    check_equal(bench->record.issue[0][0], 4, "first issue");
    bench_close(bench);
}

/* From an odd instruction on: pairs 3 4, 5 6, … 13 14, then 15 alone at the end of the line, 16 17,
 * … With one warp the two of a pair issue in a row, and the next pair 2 cycles after: fetch is in
 * the cycle of the last issue. */
static void one_instruction_at_the_end_of_a_line(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "bra L;\nmov.u32 %%r1, 1;\nmov.u32 %%r2, 1;\nL:\n");
    for (unsigned i = 3; i < 24; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", i);
    bench_t *bench = bench_body(body.text, IDEAL);
    bench_run(bench, 1, 32);
    for (unsigned pc = 4; pc < 24; pc++) /* issue 0 is the branch, issue k is instruction k + 2 */
        check_equal((uint64_t)bench_distance(bench, 0, pc - 3, pc - 2),
                    pc <= 15 ? (pc % 2 != 0 ? 2 : 1) : (pc % 2 == 0 ? 2 : 1),
                    "instruction %u behind the one before", pc);
    bench_close(bench);
}

/* Wider accesses and buffers: 32 bytes and 4 slots serve 4, but only what fits. 2 slots never hold
 * more than 2. */
static void width_of_accesses(void) {
    static const struct {
        const char *settings;
        unsigned run;
    } cases[] = {
        {IDEAL, 2},
        {IDEAL ",fetch_bytes=32", 2},
        {IDEAL ",ibuffer_slots=4", 2},
        {IDEAL ",fetch_bytes=32,ibuffer_slots=4", 4},
        {IDEAL ",fetch_bytes=8", 1},
        {IDEAL ",ibuffer_slots=1", 1},
        {IDEAL ",instruction_bytes=16", 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        static bench_text_t body;
        body.used = 0;
        for (unsigned at = 0; at < 16; at++) bench_add(&body, "mov.u32 %%r%u, 1;\n", at);
        bench_t *bench = bench_body(body.text, cases[i].settings);
        bench_run(bench, 1, 32);
        for (unsigned at = 1; at < 16; at++)
            check_equal((uint64_t)bench_distance(bench, 0, at - 1, at),
                        at % cases[i].run == 0 ? 2 : 1, "%s: instruction %u", cases[i].settings,
                        at);
        bench_close(bench);
    }
}

/* ---- the I-cache ---- */

/* Cold: the access in cycle 2 goes to the DRAM: 310 cycles, and 128 bytes pass the channel at 16.9
 * a cycle, ⌈2 + 128 / 16.9⌉ = 10: the line is there in 320. Warp 1 joins the miss in cycle 3. Then
 * both must win the port again: 320 and 321. */
static void a_miss_and_the_port_again(void) {
    bench_t *bench = bench_body("mov.u32 %r1, 1;\nmov.u32 %r2, 1;", "");
    bench_run(bench, 1, 64);
    check_equal(bench->record.issue[0][0], 322, "warp 0 behind the miss");
    check_equal(bench->record.issue[1][0], 323, "warp 1 behind the same miss");
    check_equal(bench_statistics(bench).fetch_misses, 2, "both missed");
    check_equal(bench_statistics(bench).l2_misses, 1, "one access leaves the SM");
    bench_check_laws(bench, "miss");
    bench_close(bench);
}

/* Three warps at three cold lines, apart by divergence of the warps. Line 0 is first. */
static void misses_at_once(unsigned mshrs) {
    static bench_text_t body;
    char settings[40];
    body.used = 0;
    bench_add(&body, "mov.u32 %%r1, %%warpid;\nts: .branchtargets A, B, C;\nbrx.idx %%r1, ts;\n");
    for (unsigned line = 1; line <= 3; line++) {
        for (unsigned i = line == 1 ? 2 : 0; i < 16; i++)
            bench_add(&body, "mov.u32 %%r2, 1;\n"); /* fills the line before */
        bench_add(&body, "%c: mov.u32 %%r3, 1;\nret;\n", 'A' + (int)line - 1);
        for (unsigned i = 2; i < 16; i++) bench_add(&body, "mov.u32 %%r2, 1;\n");
    }
    snprintf(settings, sizeof settings, "icache_mshrs=%u", mshrs);
    bench_t *bench = bench_body(body.text, settings);
    bench_run(bench, 1, 96);
    const bench_record_t *record = &bench->record;
    const uint64_t first = record->issue[0][2], second = record->issue[1][2],
                   third = record->issue[2][2];
    if (mshrs == 2) {
        check(third >= first + 318 - 8 && third <= first + 318 + 8,
              "the third line is requested when the first is there: %d cycles after it",
              (int)(third - first));
        check(bench_statistics(bench).fetch_refused >= 290, "refused %u times meanwhile",
              (unsigned)bench_statistics(bench).fetch_refused);
    } else {
        check(third < first + 40, "three lines at once: %d cycles after the first",
              (int)(third - first));
        check_equal(bench_statistics(bench).fetch_refused, 0, "no request is refused");
    }
    check(second < first + 30, "two lines at once: %d cycles after the first",
          (int)(second - first));
    bench_check_laws(bench, "MSHRs");
    bench_close(bench);
}

/* A loop of LINES lines run ROUNDS times by one warp; returns the misses. The counter's
 * instructions are the last ones of the loop, so that the path not taken stays in its line, and the
 * loop begins with a line. */
static uint64_t misses_of_a_loop(unsigned lines, unsigned rounds, const char *settings) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 15; i++) bench_add(&body, "mov.u32 %%r%u, 0;\n", 1);
    bench_add(&body, "mov.u32 %%r1, 0;\nL:\n");
    for (unsigned i = 0; i + 5 < lines * 16; i++)
        bench_add(&body, "mov.u32 %%r%u, 1;\n", 2 + i % 20);
    bench_add(&body,
              "add.u32 %%r1, %%r1, 1;\nsetp.lt.u32 %%p1, %%r1, %u;\n@%%p1 bra L;\nmov.u32 %%r2, "
              "1;\nret;\n",
              rounds);
    bench_t *bench = bench_body(body.text, settings);
    bench_run(bench, 1, 32);
    const uint64_t misses = bench_statistics(bench).fetch_misses;
    bench_check_laws(bench, "loop");
    bench_close(bench);
    return misses;
}

/* 2 KB = 16 lines in 4 sets of 4 ways; one more line before the loop. The loop's line k is in set
 * (k + 1) mod 4, the first line of the code in set 0. 15 lines: nothing is missed twice. 17 lines:
 * its 5 lines of one set come in turn, and least recently used throws out the one that comes next:
 * 5 misses a round, the 12 others stay. */
static void capacity_and_conflicts(void) {
    check_equal(misses_of_a_loop(15, 1, ""), 16, "15 lines and the one before, once");
    check_equal(misses_of_a_loop(15, 6, ""), 16, "15 lines fit");
    check_equal(misses_of_a_loop(16, 6, ""), 17, "16 lines fit, the one before is thrown out");
    check_equal(misses_of_a_loop(17, 6, ""), 18 + 5 * 5, "17 lines: one set too full");
    check_equal(misses_of_a_loop(17, 6, "icache_bytes=4096"), 18, "17 lines in 4 KB");
    check_equal(misses_of_a_loop(17, 6, "icache_ways=16"), 1 + 17 * 6,
                "17 lines in one set of 16: none stays");
    check_equal(misses_of_a_loop(17, 6, IDEAL), 0, "ideal");
}

/* Line A is used again between B, C, D, E, all in its set: least recently used throws out B, not A
 * (first in first out would). */
static void least_recently_used(void) {
    static const char names[] = "ABCDE";
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "mov.u32 %%r1, 0;\nts: .branchtargets B, C, D, E, X;\nA: mov.u32 %%r2, "
                     "%%r1;\nadd.u32 %%r1, %%r1, 1;\nbrx.idx %%r2, ts;\nX: ret;\n");
    for (unsigned i = 5; i < 64; i++) bench_add(&body, "mov.u32 %%r3, 1;\n");
    for (unsigned line = 1; line <= 4; line++) {
        bench_add(&body, "%c: mov.u32 %%r3, 1;\nbra A;\n", names[line]);
        for (unsigned i = 2; i < 64; i++) bench_add(&body, "mov.u32 %%r3, 1;\n");
    }
    bench_t *bench = bench_body(body.text, "");
    bench_run(bench, 1, 32);
    check_equal(bench_statistics(bench).fetch_misses, 5, "A, B, C, D, E once each");
    bench_close(bench);
}

/* The I-cache is empty at every kernel start, the L2 is not: the second launch misses again but is
 * answered in 160 cycles. */
static void a_second_launch(void) {
    bench_t *bench = bench_body("mov.u32 %r1, 1;", "");
    bench_run(bench, 1, 32);
    const uint64_t first = gpu_cycle(bench->gpu);
    bench_run(bench, 1, 32);
    const uint64_t fetched = first + 2; /* launched in the first cycle, fetched in the next: ⌈128
                                           / 16.9⌉ or less for the channel */
    const uint64_t issue = bench->record.issue[0][0];
    check(issue >= fetched + 160 + 7 + 2 && issue <= fetched + 160 + 8 + 2,
          "the L2 answers: issue %u after the fetch", (unsigned)(issue - fetched));
    check_equal(bench_statistics(bench).fetch_misses, 2, "a miss a launch");
    bench_close(bench);
}

/* ---- other fetch policies ---- */

/* Two ports serve two warps a cycle: 16 warps of moves issue twice as fast as fetch lets them with
 * one port and one slot. */
static void two_ports(void) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 64; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", i % 20);
    uint64_t cycles[2];
    for (unsigned ports = 1; ports <= 2; ports++) {
        bench_t *bench = bench_body(body.text, ports == 1 ? IDEAL ",ibuffer_slots=1"
                                                          : IDEAL ",ibuffer_slots=1,fetch_ports=2");
        bench_policy(bench, "lrr", "rr");
        bench_run(bench, 1, 16 * 32);
        cycles[ports - 1] = bench_statistics(bench).cycles;
        bench_check_laws(bench, "ports");
        bench_close(bench);
    }
    check(cycles[0] >= 65 * 16 && cycles[0] < 65 * 16 + 20,
          "one port, one instruction a cycle: %u cycles for %u", (unsigned)cycles[0], 65 * 16);
    check(cycles[1] >= 65 * 8 && cycles[1] < 65 * 8 + 20,
          "two ports, two instructions a cycle: %u cycles for %u", (unsigned)cycles[1], 65 * 8);
}

/* CFF: a warp that does not wait is served before those that wait, but for every 16th grant (W10,
 * W11). Warps come to four barriers at times of their own. */
static void critical_first(void) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body, "mov.u32 %%r1, %%warpid;\n");
    for (unsigned i = 0; i < 4; i++)
        bench_add(&body,
                  "mad.lo.u32 %%r2, %%r1, 7, %u;\nand.b32 %%r2, %%r2, 15;\nL%u: setp.eq.u32 %%p1, "
                  "%%r2, 0;\n@%%p1 bra M%u;\nsub.u32 %%r2, %%r2, 1;\nbra L%u;\nM%u: bar.sync 0;\n",
                  5 * i, i, i, i, i);
    bench_t *bench = bench_body(body.text,
                                IDEAL ",fetch_bytes=8"); /* so that fetch is what all wait for */
    bench_policy(bench, "mwf-gto", "cff");
    bench_run(bench, 1, 1024);
    unsigned wrong = 0, chances = 0;
    for (unsigned i = 0; i < bench->record.fetches; i++) {
        const bench_fetch_t *fetch = &bench->record.fetch[i];
        if (fetch->blocked == 0 || (fetch->eligible & ~fetch->blocked) == 0) continue;
        chances++;
        wrong += i % 16 != 15 && (fetch->blocked >> fetch->warp & 1) != 0;
    }
    check(chances > 30, "%u cycles in which CFF has the choice", chances);
    check_equal(wrong, 0, "waiting warps served before others");
    bench_close(bench);
}

/* FEF serves a warp as soon as a slot is free: with 2 slots and one warp fetch keeps up with one
 * instruction a cycle, where round robin needs 3 cycles for 2. */
static void fewest_entries_first(void) {
    static bench_text_t body;
    body.used = 0;
    for (unsigned i = 0; i < 60; i++) bench_add(&body, "mov.u32 %%r%u, 1;\n", i % 20);
    for (unsigned fef = 0; fef < 2; fef++) {
        bench_t *bench = bench_body(body.text, IDEAL);
        bench_policy(bench, "lrr", fef ? "fef" : "rr");
        bench_run(bench, 1, 32);
        const uint64_t cycles = bench_statistics(bench).cycles, expected = fef ? 61 : 61 * 3 / 2;
        check(cycles >= expected && cycles < expected + 10, "fef %u: %u cycles, at least %u", fef,
              (unsigned)cycles, (unsigned)expected);
        bench_check_laws(bench, "fef");
        bench_close(bench);
    }
}

int main(void) {
    from_launch_to_first_issue();
    one_access_a_cycle();
    one_instruction_at_the_end_of_a_line();
    width_of_accesses();
    a_miss_and_the_port_again();
    misses_at_once(2);
    misses_at_once(3);
    capacity_and_conflicts();
    least_recently_used();
    a_second_launch();
    two_ports();
    critical_first();
    fewest_entries_first();
    return check_summary();
}
