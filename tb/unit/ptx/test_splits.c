/* SPDX-License-Identifier: Apache-2.0 */
/* test_splits.c: divergence, reconvergence and progress inside a warp. Arguments: LOCKS.ptx
 * (compiled from locks.cu). */
#include "tb/unit/ptx/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3 };

typedef struct data {
    uint32_t lock, count, turn, ticket, flag[64];
} data_t;

static uint64_t run_lock(const char *ptx, const char *kernel, uint32_t threads, uint32_t fairness,
                         bool independent, uint32_t expected) {
    static machine_t machine;
    machine_open(&machine, ptx, 1 << 16);
    machine.launch.fairness = fairness;
    machine.launch.independent_threads = independent;
    uint64_t address = machine_allocate(&machine, sizeof(data_t));
    struct {
        uint64_t data;
        uint32_t rounds;
    } parameters = {address, ROUNDS};
    bool ran = machine_run(&machine, kernel, &parameters, 1, threads, 0);
    const data_t *data = (const void *)machine_at(&machine, address);
    check(ran, "%s with %u threads: %s", kernel, threads, machine.fault);
    check(data->count == expected, "%s with %u threads, fairness %u: count %u, expected %u", kernel,
          threads, fairness, data->count, expected);
    if (!strcmp(kernel, "lock_then_barrier"))
        for (uint32_t i = 0; i < threads && i < 64; i++)
            check(data->flag[i] == expected, "%s: thread %u passed the barrier early", kernel, i);
    printf(
        "  %-20s %3u threads, fairness %3u%s: %8llu warp instructions, %llu per thread and round\n",
        kernel, threads, fairness, independent ? ", independent threads" : "",
        (unsigned long long)machine.instructions,
        (unsigned long long)machine.instructions / threads / ROUNDS);
    uint64_t instructions = machine.instructions;
    machine_close(&machine);
    return instructions;
}

static void test_locks(const char *path) {
    static const struct {
        const char *kernel;
        uint32_t rounds, most;
    } locks[] = {{"lock_if", ROUNDS, 256},
                 {"lock_while", ROUNDS, 256},
                 {"lock_plain_release", ROUNDS, 256},
                 {"lock_ticket", ROUNDS, 256},
                 {"chain", 1, 64},
                 {"chain_plain", 1, 64},
                 {"chain_calls", 1, 64}};
    static const uint32_t sizes[] = {1, 2, 31, 32, 64, 256};
    char *ptx = machine_read_file(path);
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; i++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            bool pairs = !strcmp(locks[i].kernel, "chain_calls");
            if (sizes[s] > locks[i].most || (pairs && sizes[s] % 2)) continue;
            run_lock(ptx, locks[i].kernel, sizes[s], 0, false, sizes[s] * locks[i].rounds);
            run_lock(ptx, locks[i].kernel, sizes[s], 1, false, sizes[s] * locks[i].rounds);
            run_lock(ptx, locks[i].kernel, sizes[s], 0, true, sizes[s] * locks[i].rounds);
        }
    /* a spin is recognised as such, not only by the limit of instructions */
    check(run_lock(ptx, "chain", 32, 1000000, false, 32) < 2000,
          "chain: spinning lanes go on spinning");
    check(run_lock(ptx, "lock_if", 32, 1000000, false, 32 * ROUNDS) < 5000,
          "lock_if: spinning lanes go on spinning");
    run_lock(ptx, "lock_then_barrier", 64, 0, true, 64 * ROUNDS + 16 * (0 + 1 + 2 + 3));
    run_lock(ptx, "lock_then_barrier", 64, 0, false, 64 * ROUNDS + 16 * (0 + 1 + 2 + 3));
    free(ptx);
}

/* `left` returns at two places: lane 0 at once, the others behind a loop. */
#define HEAD                                                                                       \
    ".version 6.0\n.target sm_60\n.address_size 64\n.func left(.param .b32 a)\n{\n.reg .pred "     \
    "%p<2>;\n.reg .b32 %r<4>;\nld.param.u32 %r1, [a];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 ret;\n"      \
    "mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 5;\n@%p1 bra L;\nret;\n}\n"   \
    ".visible .entry k(.param .u64 p)\n{\n.reg "                                                   \
    ".pred %p<8>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<8>;\n"                                         \
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, "    \
    "%rd1, %rd2;\n"
#define TAIL "\nret;\n}\n"

typedef struct trace { /* active masks of the stores, in order */
    uint32_t count, mask[64];
} trace_t;

static void keep_store(void *context, const core_step_result_t *result) {
    trace_t *trace = context;
    if (result->outcome == CORE_ACCESS && result->access.op == SCORD_OP_STORE && trace->count < 64)
        trace->mask[trace->count++] = result->mask;
}

/* How run_body runs warps: as before Volta, or not. */
typedef struct mode {
    bool post_dominators;
    uint32_t fairness;
} warp_mode_t;
static warp_mode_t mode;

/* Runs the body (out = [%rd3], lane in %r1) with 32 threads; returns the machine, open. */
static machine_t *run_body(const char *body, uint32_t threads, trace_t *trace, bool *ran) {
    static machine_t machine;
    static char text[8192];
    static uint64_t parameter;
    snprintf(text, sizeof text, "%s%s%s", HEAD, body, TAIL);
    machine_open(&machine, text, 1 << 16);
    machine.step_limit = 100000;
    machine.launch.post_dominators = mode.post_dominators;
    machine.launch.fairness = mode.fairness;
    machine.observe = trace ? keep_store : NULL;
    machine.context = trace;
    parameter = machine_allocate(&machine, 4096);
    *ran = machine_run(&machine, "k", &parameter, 1, threads, 0);
    return &machine;
}

static uint32_t out_word(machine_t *machine, uint32_t index) {
    uint32_t value;
    memcpy(&value, machine_at(machine, MACHINE_BASE) + 4 * index, 4);
    return value;
}

static void expect_trace(const char *name, const char *body, uint32_t count,
                         const uint32_t *masks) {
    trace_t trace = {0};
    bool ran;
    machine_t *machine = run_body(body, 32, &trace, &ran);
    check(ran, "%s: %s", name, machine->fault);
    check(trace.count == count, "%s: %u stores, expected %u", name, trace.count, count);
    for (uint32_t i = 0; i < count && i < trace.count; i++)
        check(trace.mask[i] == masks[i], "%s: store %u by lanes %08x, expected %08x", name, i,
              trace.mask[i], masks[i]);
    machine_close(machine);
}

static void test_reconvergence(void) {
    expect_trace("if-else",
                 "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra A; st.global.u32 [%rd3], "
                 "1; bra B; A: st.global.u32 [%rd3], 2; B: st.global.u32 [%rd3+128], 3;",
                 3, (uint32_t[]){0x55555555, 0xaaaaaaaa, 0xffffffff});
    expect_trace("nested if",
                 "setp.gt.u32 %p1, %r1, 7; setp.gt.u32 %p2, %r1, 15; @%p1 bra A; st.global.u32 "
                 "[%rd3], 1; bra B; A: @%p2 bra C; st.global.u32 [%rd3], 2;"
                 "bra D; C: st.global.u32 [%rd3], 2; D: st.global.u32 [%rd3], 4; B: st.global.u32 "
                 "[%rd3], 3;",
                 5, (uint32_t[]){0xff, 0xff00, 0xffff0000, 0xffffff00, 0xffffffff});
    expect_trace("loop tested at its start",
                 "and.b32 %r2, %r1, 3; L: setp.eq.u32 %p1, %r2, 0; @%p1 bra E; sub.u32 %r2, %r2, "
                 "1; bra L; E: st.global.u32 [%rd3], 1;",
                 1, (uint32_t[]){0xffffffff});
    expect_trace("loop tested at its end",
                 "and.b32 %r2, %r1, 3; L: setp.eq.u32 %p1, %r2, 0; sub.u32 %r2, %r2, 1; @!%p1 bra "
                 "L; st.global.u32 [%rd3], 1;",
                 1, (uint32_t[]){0xffffffff});
    expect_trace("block of a loop behind its latch",
                 "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; mov.u32 %r3, 0; L: st.global.u32 "
                 "[%rd3], 1; @%p1 bra C; add.u32 %r4, %r4, 1; N: add.u32 %r3, %r3, 1;"
                 "setp.lt.u32 %p2, %r3, 3; @%p2 bra L; bra E; C: add.u32 %r4, %r4, 2; bra N; E: "
                 "st.global.u32 [%rd3], 2;",
                 4, (uint32_t[]){0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff});
    expect_trace("predicated exit", "setp.lt.u32 %p1, %r1, 4; @%p1 exit; st.global.u32 [%rd3], 1;",
                 1, (uint32_t[]){0xfffffff0});
    expect_trace("predicated store of none",
                 "setp.lt.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd3], 1; st.global.u32 [%rd3], 2;",
                 1, (uint32_t[]){0xffffffff});
    expect_trace("indexed branch",
                 "and.b32 %r2, %r1, 3; ts: .branchtargets A, B, C, C; brx.idx %r2, ts; A: "
                 "st.global.u32 [%rd3], 1; B: st.global.u32 [%rd3], 2; C: st.global.u32 [%rd3], 3;",
                 3, (uint32_t[]){0x11111111, 0x33333333, 0xffffffff});
}

/* Lane 0 stays in a loop or function; fairness 1 lets it yield at every turn. */
#define LANE_0_LOOPS                                                                               \
    "setp.ne.u32 %p1, %r1, 0; @%p1 bra E; L: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 5; @%p2 "  \
    "bra L; E: st.global.u32 [%rd3], 1;"
#define CALL_LEFT                                                                                  \
    "{ .param .b32 q; st.param.b32 [q], %r1; call left, (q); } st.global.u32 [%rd3], 1;"
#define LANE_0_WAITS                                                                               \
    "setp.ne.u32 %p1, %r1, 0; @%p1 bra E; L: ld.volatile.global.u32 %r2, [%rd1+512]; "             \
    "setp.eq.u32 %p2, %r2, 0; @%p2 bra L; E: st.volatile.global.u32 [%rd1+512], 1;"

/* Before Volta lanes wait for each other at the post-dominator of their branch, whatever order they
 * are run in. Else a split that yields lets the others pass. */
static void test_meetings(void) {
    mode = (warp_mode_t){.fairness = 1};
    expect_trace("loop of lane 0, others pass", LANE_0_LOOPS, 2, (uint32_t[]){0xfffffffe, 1});
    expect_trace("return of lane 0, it passes", CALL_LEFT, 2, (uint32_t[]){1, 0xfffffffe});
    expect_trace("lane 0 waits for the others", LANE_0_WAITS, 2, (uint32_t[]){0xfffffffe, 1});
    mode = (warp_mode_t){.post_dominators = true, .fairness = 1};
    expect_trace("loop of lane 0, others wait", LANE_0_LOOPS, 1, (uint32_t[]){0xffffffff});
    expect_trace("return of lane 0, it waits", CALL_LEFT, 1, (uint32_t[]){0xffffffff});
    bool ran;
    machine_t *machine = run_body(LANE_0_WAITS, 32, NULL, &ran);
    check(!ran && strstr(machine->fault, "step limit"),
          "lane 0 waits for lanes that wait for it: %s", machine->fault);
    machine_close(machine);
    /* lanes 16 to 31 leave the outer branch by exit: the inner meeting of 0 to 15 stands */
    expect_trace("exit inside",
                 "setp.gt.u32 %p1, %r1, 15; @%p1 bra X; setp.gt.u32 %p2, %r1, 3; @%p2 bra E; L: "
                 "add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 5; @%p3 bra L; E: st.global.u32 "
                 "[%rd3], 1; bra D; X: exit; D: st.global.u32 [%rd3], 2;",
                 2, (uint32_t[]){0xffff, 0xffff});
    /* branches with one post-dominator have one meeting: their lanes may merge before it */
    expect_trace(
        "two ways to a shared block",
        "and.b32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r2, 1; setp.eq.u32 "
        "%p3, %r2, 2; @%p1 bra S; @%p2 bra T; @%p3 bra S; bra T; S: st.global.u32 [%rd3], "
        "1; bra E; T: st.global.u32 [%rd3], 2; E: st.global.u32 [%rd3], 3;",
        3, (uint32_t[]){0x55555555, 0xaaaaaaaa, 0xffffffff});
    mode = (warp_mode_t){.post_dominators = true};
    test_reconvergence();
    mode = (warp_mode_t){0};
}

static void expect_words(const char *name, const char *body, uint32_t threads,
                         uint32_t (*expected)(uint32_t lane)) {
    bool ran;
    machine_t *machine = run_body(body, threads, NULL, &ran);
    check(ran, "%s: %s", name, machine->fault);
    for (uint32_t lane = 0; ran && lane < threads; lane++)
        check(out_word(machine, lane) == expected(lane), "%s: thread %u: %x, expected %x", name,
              lane, out_word(machine, lane), expected(lane));
    machine_close(machine);
}

static uint32_t all_lanes(uint32_t lane) {
    (void)lane;
    return UINT32_MAX;
}
static uint32_t by_parity(uint32_t lane) { return lane & 1 ? 0xaaaaaaaa : 0x55555555; }
static uint32_t halves(uint32_t lane) { return lane < 16 ? 0xffff : 0xffff0000; }
static uint32_t upper(uint32_t lane) { return lane < 8 ? 0 : 0xffffff00; }
static uint32_t crossed(uint32_t lane) { return 100 + (lane ^ 1); }
static uint32_t eighteen(uint32_t lane) {
    (void)lane;
    return 10 + 8;
} /* 1, 5, … 37 and 40 to 47 */
static uint32_t sixty_four(uint32_t lane) {
    (void)lane;
    return 64;
}

static void test_exchange(void) {
    /* the lanes come to the vote by different ways and at different times; all must vote together
     */
    expect_words("vote waits for divergent lanes",
                 "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra A; add.u32 %r3, %r1, 1; "
                 "add.u32 %r3, %r3, 1; A: setp.ge.u32 %p2, %r1, 0;"
                 "vote.sync.ballot.b32 %r4, %p2, -1; st.global.u32 [%rd3], %r4;",
                 32, all_lanes);
    expect_words("two groups vote apart",
                 "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; setp.ge.u32 %p2, %r1, 0; @%p1 bra "
                 "A; vote.sync.ballot.b32 %r4, %p2, 0x55555555; bra B;"
                 "A: vote.sync.ballot.b32 %r4, %p2, 0xaaaaaaaa; B: st.global.u32 [%rd3], %r4;",
                 32, by_parity);
    expect_words("two masks at one instruction",
                 "setp.lt.u32 %p1, %r1, 16; selp.b32 %r2, 0xffff, 0xffff0000, %p1; setp.ge.u32 "
                 "%p2, %r1, 0; vote.sync.ballot.b32 %r4, %p2, %r2; st.global.u32 [%rd3], %r4;",
                 32, halves);
    expect_words("lanes that left are not waited for",
                 "setp.lt.u32 %p1, %r1, 8; @%p1 exit; setp.ge.u32 %p2, %r1, 0; "
                 "vote.sync.ballot.b32 %r4, %p2, -1; st.global.u32 [%rd3], %r4;",
                 32, upper);
    expect_words("lanes leave while others wait",
                 "setp.ge.u32 %p1, %r1, 8; setp.ge.u32 %p2, %r1, 0; @!%p1 bra A; "
                 "vote.sync.ballot.b32 %r4, %p2, -1; st.global.u32 [%rd3], %r4; exit; A: exit;",
                 32, upper);
    expect_words("bar.warp.sync at two places",
                 "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; add.u32 %r5, %r1, 100; xor.b32 "
                 "%r6, %r1, 1; mul.wide.u32 %rd4, %r6, 4; add.u64 %rd4, %rd4, %rd1; @%p1 bra A;"
                 "st.volatile.global.u32 [%rd3+256], %r5; bar.warp.sync -1; ld.volatile.global.u32 "
                 "%r7, [%rd4+256]; bra B;"
                 "A: st.volatile.global.u32 [%rd3+256], %r5; bar.warp.sync -1; "
                 "ld.volatile.global.u32 %r7, [%rd4+256]; B: st.global.u32 [%rd3], %r7;",
                 32, crossed);
    expect_words(
        "bar.red.popc over divergent arrival",
        "and.b32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 1; setp.ge.u32 %p2, %r1, 40; or.pred %p1, %p1, "
        "%p2; setp.lt.u32 %p3, %r1, 5; @%p3 bra A; add.u32 %r3, %r3, 1;"
        "A: setp.lt.u32 %p4, %r1, 0; bar.red.popc.u32 %r4, 0, %p1; st.global.u32 [%rd3], %r4;",
        48, eighteen);
    expect_words(
        "barrier at two places",
        "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra A; atom.global.add.u32 %r3, "
        "[%rd1+512], 1; bar.sync 0; bra B; A: atom.global.add.u32 %r3, [%rd1+512], 1; bar.sync 0;"
        "B: ld.volatile.global.u32 %r4, [%rd1+512]; st.global.u32 [%rd3], %r4;",
        64, sixty_four);
}

static void expect_fault(const char *name, const char *body, const char *message) {
    bool ran;
    machine_t *machine = run_body(body, 64, NULL, &ran);
    check(!ran && strstr(machine->fault, message), "%s: `%s`, expected `%s`", name, machine->fault,
          message);
    machine_close(machine);
}

static void test_faults(void) {
    expect_fault("out of range", "st.global.u32 [%rd3+65536], 1;", "out-of-range store of 4 bytes");
    expect_fault("null", "mov.u64 %rd4, 0; ld.u32 %r2, [%rd4];",
                 "out-of-range load of 4 bytes at address 0x0");
    expect_fault("misaligned", "ld.global.u32 %r2, [%rd3+2];", "misaligned load of 4 bytes");
    expect_fault("shared", "ld.shared.u32 %r2, [0];", "of shared memory");
    expect_fault("local", "mov.u64 %rd4, 4096; st.local.u32 [%rd4], 1;", "of local memory");
    expect_fault("trap", "trap;", "trap");
    expect_fault("wait for each other",
                 "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra A; bar.warp.sync -1; bra "
                 "B; A: bar.sync 0; B:",
                 "wait at a .sync instruction");
    expect_fault("two barriers",
                 "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra A; bar.sync 1; bra B; A: "
                 "bar.sync 2; B:",
                 "different barriers");
    expect_fault("two barriers in one instruction", "and.b32 %r2, %r1, 1; bar.sync %r2;",
                 "different barriers");
    expect_fault("two counts in one instruction",
                 "and.b32 %r2, %r1, 1; add.u32 %r2, %r2, 1; shl.b32 %r2, %r2, 5; bar.sync 1, %r2;",
                 "or thread counts");
    expect_fault("barrier 16", "bar.sync 16;", "only 0 to 15");
    expect_fault("part of a warp", "bar.sync 0, 33;", "33 threads are no whole warps");
    expect_fault("nobody", "bar.arrive 0, 0;", "0 threads are no whole warps");
    expect_fault("endless spin",
                 "L: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; @%p1 bra L;",
                 "step limit");
    expect_fault("call of data", "{ .param .b32 q; mov.u64 %rd4, 64; call (q), %rd4, (); }",
                 "not a function");
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        puts("usage: test_splits LOCKS.ptx");
        return 2;
    }
    test_reconvergence();
    test_meetings();
    test_exchange();
    test_faults();
    test_locks(arguments[1]);
    return check_summary();
}
