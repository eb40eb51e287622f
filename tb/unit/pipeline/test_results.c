/* SPDX-License-Identifier: Apache-2.0 */
/* test_results.c: the cycle-level machine computes what the functional one does, under every
 * policy, again and again, and at the ends of its ranges. Arguments: PROGRAMS.ptx LOCKS.ptx
 * (compiled from tb/unit/ptx). */
#include "tb/unit/pipeline/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDEAL "icache_ideal=1"

static const char *const issue_policies[] = {
#define ISSUE_POLICY(name, ...) name,
#include "sim/machine/policies.def"
};
static const char *const fetch_policies[] = {
#define FETCH_POLICY(name, ...) name,
#include "sim/machine/policies.def"
};
enum {
    ISSUE_POLICIES = sizeof issue_policies / sizeof *issue_policies,
    FETCH_POLICIES = sizeof fetch_policies / sizeof *fetch_policies
};

static char *read_file(const char *path) {
    FILE *from = fopen(path, "rb");
    if (!from) {
        printf("%s: cannot read\n0 passed, 1 failed\n", path);
        exit(1);
    }
    char *text = calloc(1, 1 << 20);
    const size_t size = fread(text, 1, (1 << 20) - 1, from);
    fclose(from);
    text[size] = 0;
    return text;
}

/* ---- both modes ---- */

typedef struct program {
    const char *kernel;
    uint32_t blocks, threads, dynamic_shared;
    uint64_t argument; /* the second, when there is one */
} program_t;

static const program_t compiled[] = {
    {"integers", 5, 96, 0, 0},        {"floats", 1, 64, 0, 0}, {"sorts", 1, 64, 0, 0},
    {"function_calls", 1, 128, 0, 0}, {"wides", 1, 64, 0, 0},  {"virtuals", 1, 64, 0, 0},
};
static const program_t locked[] = {{"lock_if", 2, 40, 0, 1},
                                   {"lock_ticket", 2, 33, 0, 1},
                                   {"lock_then_barrier", 1, 40, 0, 1},
                                   {"chain_calls", 1, 8, 0, 1}};

static gpu_status_t run_program(bench_t *bench, const program_t *program) {
    bench->parameters[1] = program->argument;
    return bench_kernel(bench, program->kernel, program->blocks, program->threads,
                        program->dynamic_shared);
}

/* Memory after the cycle-level run is that after the functional one. */
static void same_memory(const char *text, const program_t *program, const uint8_t *expected,
                        const char *issue, const char *fetch, const char *settings) {
    bench_t *bench = bench_open(text, settings);
    bench_policy(bench, issue, fetch);
    check_equal((unsigned)run_program(bench, program), GPU_OK, "%s under %s, %s, %s: %s",
                program->kernel, issue, fetch, settings, bench->error.message);
    check(memcmp(bench_data(bench), expected, BENCH_DATA) == 0,
          "%s under %s, %s, %s: memory differs", program->kernel, issue, fetch, settings);
    bench_check_laws(bench, program->kernel);
    bench_close(bench);
}

static void both_modes(const char *text, const program_t *programs, unsigned count) {
    static uint8_t expected[BENCH_DATA];
    for (unsigned p = 0; p < count; p++) {
        bench_t *bench = bench_open(text, "");
        bench_functional(bench);
        check_equal((unsigned)run_program(bench, &programs[p]), GPU_OK, "%s, functional: %s",
                    programs[p].kernel, bench->error.message);
        memcpy(expected, bench_data(bench), BENCH_DATA);
        unsigned written = 0;
        for (unsigned i = 0; i < BENCH_DATA; i++) written += expected[i] != 0;
        check(written >= 1, "%s writes something", programs[p].kernel);
        bench_close(bench);
        for (unsigned i = 0; i < ISSUE_POLICIES; i++)
            for (unsigned f = 0; f < FETCH_POLICIES; f++)
                if ((i + f + p) % 4 == 0)
                    same_memory(text, &programs[p], expected, issue_policies[i], fetch_policies[f],
                                "sms=2");
        same_memory(text, &programs[p], expected, "mwf-gto", "cff", "");
        same_memory(text, &programs[p], expected, "lrr", "rr", "scord,detector=0");
        same_memory(text, &programs[p], expected, "gto", "rr",
                    "scord,l2_bytes=98304,sms=2,detector=1,dram_jitter=10");
        same_memory(text, &programs[p], expected, "lrr", "rr",
                    "sms=16,warps=64,schedulers=4,fetch_ports=4,ibuffer_slots=8,fetch_bytes=64");
        same_memory(text, &programs[p], expected, "gto", "rr",
                    "warps=4,schedulers=1,ibuffer_slots=1,icache_mshrs=1,icache_bytes=512,sp_"
                    "collectors=1,mem_collectors=1");
    }
}

/* ---- the same again ---- */

/* What depends on addresses, atomics' order and the DRAM's jitter: two runs of a seed agree in
 * every count. */
static const char order[] =
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmul.wide.u32 %rd2, "
    "%r1, 132;\nadd.u64 %rd3, %rd1, %rd2;\nand.b32 %r4, %r1, 3;\n"
    "L: ld.global.u32 %r5, [%rd3];\natom.global.add.u32 %r6, [%rd1+65536], 1;\nmad.lo.u32 %r7, "
    "%r6, 4, %r2;\nst.global.u32 [%rd3], %r7;\nbar.sync 0;\n"
    "setp.eq.u32 %p1, %r4, 0;\n@%p1 bra X;\nsub.u32 %r4, %r4, 1;\nbra L;\nX:\n";

static void deterministic(void) {
    for (unsigned i = 0; i < ISSUE_POLICIES; i++) {
        gpu_cycle_statistics_t statistics[3];
        for (unsigned run = 0; run < 3; run++) {
            bench_t *bench = bench_body(order, "sms=2,dram_jitter=10");
            bench_policy(bench, issue_policies[i], "rr");
            bench_seed(bench, run == 2 ? 8 : 7);
            /* %r4 differs in a warp: bar.sync of divergent lanes, each split in turn until its
             * lanes have all arrived */
            check_equal((unsigned)bench_kernel(bench, "k", 12, 96, 0), GPU_OK, "order: %s",
                        bench->error.message);
            statistics[run] = bench_statistics(bench);
            bench_close(bench);
        }
        check(memcmp(&statistics[0], &statistics[1], sizeof *statistics) == 0,
              "%s: two runs of a seed differ", issue_policies[i]);
        check(statistics[0].cycles != statistics[2].cycles, "%s: another seed is another run",
              issue_policies[i]);
    }
}

/* ---- no warp starves ---- */

/* 8 blocks of 6 warps fill the SM; blocks 0 … 6 spin, in the way of SPIN, until the last one has
 * worked for a while. */
static void spin_between_blocks(const char *name, const char *spin, unsigned blocks,
                                unsigned turn) {
    static bench_text_t body;
    body.used = 0;
    bench_add(&body,
              "ld.param.u64 %%rd1, [p];\nmov.u32 %%r1, %%ctaid.x;\nsetp.eq.u32 %%p1, %%r1, "
              "%u;\n@%%p1 bra P;\n%s\nret;\n"
              "P: mov.u32 %%r2, 0;\nW: add.u32 %%r2, %%r2, 1;\nsetp.lt.u32 %%p2, %%r2, 100;\n@%%p2 "
              "bra W;\nbar.sync 0;\nmembar.gl;\nst.volatile.global.u32 [%%rd1], 1;\n",
              blocks - 1, spin);
    for (unsigned i = 0; i < ISSUE_POLICIES; i++)
        for (unsigned f = 0; f < FETCH_POLICIES; f++) {
            if ((i + f) % 3 != turn) continue;
            bench_t *bench = bench_body(body.text, "");
            bench_policy(bench, issue_policies[i], fetch_policies[f]);
            check_equal((unsigned)bench_kernel(bench, "k", blocks, 192, 0), GPU_OK,
                        "spin by %s under %s, %s: %.200s", name, issue_policies[i],
                        fetch_policies[f], bench->error.message);
            check_equal(bench_statistics(bench).blocks, blocks, "all blocks ended");
            bench_close(bench);
        }
}

/* ---- sizes ---- */

static const char number[] =
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, "
    "%ntid.x;\nmad.lo.u32 %r4, %r2, %r3, %r1;\nmul.wide.u32 %rd2, %r4, 4;\n"
    "add.u64 %rd3, %rd1, %rd2;\nadd.u32 %r5, %r4, 1;\nst.global.u32 [%rd3], %r5;\n";

static void sizes(const char *settings) {
    static const struct {
        uint32_t blocks, threads;
    } shapes[] = {{1, 1}, {1, 1024}, {7, 1024}, {20000, 1}, {300, 33}, {1, 31}, {2000, 64}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        bench_t *bench = bench_body(number, settings);
        const uint32_t warps = (shapes[i].threads + 31) / 32;
        if (warps <= bench->machine.warps) {
            bench_run(bench, shapes[i].blocks, shapes[i].threads);
            unsigned wrong = 0;
            for (uint32_t t = 0; t < shapes[i].blocks * shapes[i].threads; t++) {
                uint32_t value;
                memcpy(&value, bench_data(bench) + 4 * t, 4);
                wrong += value != t + 1;
            }
            check_equal(wrong, 0, "%u blocks of %u threads, %s", shapes[i].blocks,
                        shapes[i].threads, settings);
            bench_check_laws(bench, settings);
        }
        bench_close(bench);
    }
}

/* Every number of the machine alone at its ends; what does not fit together is refused by
 * gpu_machine_check. */
static void ends_of_every_number(void) {
    static const struct {
        const char *name;
        uint32_t least, most;
    } ends[] = {
#define MACHINE(name, value, minimum, maximum, text) {#name, minimum, maximum},
#include "sim/machine/machine.def"
#undef MACHINE
    };
    unsigned ran = 0;
    for (unsigned i = 0; i < 2 * sizeof ends / sizeof *ends; i++) {
        char setting[80], message[300];
        gpu_machine_t machine;
        snprintf(setting, sizeof setting, "%s=%u", ends[i / 2].name,
                 i % 2 == 0 ? ends[i / 2].least : ends[i / 2].most);
        gpu_machine_named("baws", &machine);
        check(gpu_machine_set(&machine, setting, message, sizeof message), "%s: %s", setting,
              message);
        if (!gpu_machine_check(&machine, message, sizeof message)) {
            check(strlen(message) > 20, "%s is refused with a reason", setting);
            continue;
        }
        bench_t *bench = bench_body(order, setting);
        if (bench->machine.warps >= 3 &&
            bench->machine.registers >= 4096) { /* what the block needs */
            bench_policy(bench, i % 4 < 2 ? "mwf-gto" : "lrr",
                         i % 3 == 0   ? "cff"
                         : i % 3 == 1 ? "fef"
                                      : "rr");
            check_equal((unsigned)bench_kernel(bench, "k", 5, 96, 0), GPU_OK, "%s: %s", setting,
                        bench->error.message);
            bench_check_laws(bench, setting);
            ran++;
        }
        bench_close(bench);
    }
    check(ran > 100, "%u machines", ran);
}

/* A wrong setting is refused with its range. */
static void wrong_settings(void) {
    static const char *const wrong[] = {
        "sms=0",          "sms=17",   "sms",           "sms=",  "sms=1x",   "nothing=1",
        "warps=-1",       "warps=65", "sms=3,warps=x", "=",     "warpsx=3", "sms=3,",
        "sms=3,,warps=2", ",",        "sms=+3",        "sms= 3"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        gpu_machine_t machine;
        char message[300] = "";
        gpu_machine_named("baws", &machine);
        check(!gpu_machine_set(&machine, wrong[i], message, sizeof message) && strlen(message) > 20,
              "'%s' is refused", wrong[i]);
    }
    gpu_machine_t machine;
    char text[300];
    check(gpu_machine_named("scord", &machine) && machine.warps == 32,
          "the machine scord has 32 warps");
    check(!gpu_machine_named("none", &machine), "no machine none");
    gpu_machine_named("baws", &machine);
    check(gpu_machine_set(&machine, "sms=3,l1_bytes=0", text, sizeof text), "two settings");
    check(strcmp(gpu_machine_differences(&machine, text, sizeof text), "sms=3,l1_bytes=0") == 0,
          "differences: %s", text);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: test_results PROGRAMS.ptx LOCKS.ptx\n", stderr);
        return 2;
    }
    char *programs = read_file(argv[1]), *locks = read_file(argv[2]);
    both_modes(programs, compiled, sizeof compiled / sizeof *compiled);
    both_modes(locks, locked, sizeof locked / sizeof *locked);
    free(programs);
    free(locks);
    deterministic();
    spin_between_blocks(
        "volatile loads",
        "S: ld.volatile.global.u32 %r3, [%rd1];\nsetp.eq.u32 %p3, %r3, 0;\n@%p3 bra S;", 8, 0);
    spin_between_blocks(
        "atomics", "S: atom.global.or.b32 %r3, [%rd1], 0;\nsetp.eq.u32 %p3, %r3, 0;\n@%p3 bra S;",
        8, 1);
    spin_between_blocks(
        "one thread, the others wait at a barrier",
        "mov.u32 %r4, %tid.x;\nsetp.ne.u32 %p4, %r4, 0;\n@%p4 bra B;\nS: ld.volatile.global.u32 "
        "%r3, [%rd1];\nsetp.eq.u32 %p3, %r3, 0;\n@%p3 bra S;\nB: bar.sync 0;",
        8, 2);
    sizes("");
    sizes("sms=16,warps=64,schedulers=4,fetch_ports=4,ibuffer_slots=8,fetch_bytes=64");
    sizes("warps=1,schedulers=1,blocks=1");
    ends_of_every_number();
    wrong_settings();
    return check_summary();
}
