/* SPDX-License-Identifier: Apache-2.0 */
/* test_recovery.c: a machine whose last launch was given up, or waits for the host, runs the next
 * one as a new machine would. Counts of launches that were given up end within a cycle, so their
 * sums obey no law. */
#include "tb/unit/pipeline/bench.h"

#include <string.h>

static const char may_fault[] =
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, "
    "%rd1, %rd2;\nld.global.u32 %r2, [%rd3];\nld.global.u32 %r4, [%rd1+8192];\n"
    "add.u32 %r2, %r2, %r4;\nst.global.u32 [%rd3], %r2;\nsetp.eq.u32 %p1, %r4, 1;\n@%p1 bra "
    "F;\nsetp.eq.u32 %p2, %r4, 2;\n@%p2 bra D;\nsetp.eq.u32 %p2, %r4, 3;\n@%p2 bra S;\n"
    "bar.sync 0;\nst.global.u32 [%rd3+4096], %r1;\nret;\nF: ld.global.u32 %r5, [0];\nret;\nD: "
    "setp.lt.u32 %p3, %r1, 32;\n@%p3 bra E;\nbar.sync 1, 96;\nE: bar.sync 2, 96;\nret;\n"
    "S: ld.volatile.global.u32 %r6, [%rd1+8192];\nsetp.eq.u32 %p4, %r6, 3;\n@%p4 bra "
    "S;\nst.global.u32 [%rd3+4096], %r1;\n";

static void command(bench_t *bench, uint32_t value) { memcpy(bench_data(bench) + 8192, &value, 4); }

static void expect_clean_run(bench_t *bench, const char *after) {
    uint32_t value[64];
    command(bench, 0);
    memset(bench_data(bench) + 4096, 0xff, 256);
    bench_run(bench, 9, 64);
    memcpy(value, bench_data(bench) + 4096, sizeof value);
    for (unsigned i = 0; i < 64; i++) check_equal(value[i], i, "thread %u after %s", i, after);
}

static void runs_again(const char *settings) {
    bench_t *bench = bench_body(may_fault, settings);
    bench->options.spin_limit = 3000;
    expect_clean_run(bench, "nothing");
    command(bench, 1);
    check_equal((unsigned)bench_kernel(bench, "k", 9, 64, 0), GPU_FAULT, "a fault");
    check(strstr(bench->error.message, "kernel k"), "its message names the kernel: %.80s",
          bench->error.message);
    expect_clean_run(bench, "a fault");
    command(bench, 2);
    check_equal((unsigned)bench_kernel(bench, "k", 9, 64, 0), GPU_DEADLOCK, "a deadlock");
    expect_clean_run(bench, "a deadlock");
    command(bench, 3);
    check_equal((unsigned)bench_kernel(bench, "k", 9, 64, 0), GPU_NO_PROGRESS, "an endless spin");
    expect_clean_run(bench, "an endless spin");
    /* the same spin in a stream of its own waits for the host, which ends it */
    command(bench, 3);
    bench->launch.own_stream = true;
    check_equal((unsigned)bench_kernel(bench, "k", 9, 64, 0), GPU_WAITS,
                "a spin that the host can end");
    check_equal((unsigned)gpu_resume(bench->gpu, true, &bench->error), GPU_WAITS, "it still waits");
    command(bench, 0);
    check_equal((unsigned)gpu_resume(bench->gpu, true, &bench->error), GPU_OK,
                "the host ends it: %s", bench->error.message);
    expect_clean_run(bench, "a wait");
    command(bench, 3);
    check_equal((unsigned)bench_kernel(bench, "k", 9, 64, 0), GPU_WAITS,
                "a spin that the host could end");
    check_equal((unsigned)gpu_resume(bench->gpu, false, &bench->error), GPU_NO_PROGRESS,
                "but will not");
    expect_clean_run(bench, "a wait in vain");
    bench_close(bench);
}

int main(void) {
    runs_again("");
    runs_again("sms=2,schedulers=4,fetch_ports=2");
    runs_again("scord,detector=0");
    runs_again("scord,sms=2,dram_return=1000,detector=1");
    return check_summary();
}
