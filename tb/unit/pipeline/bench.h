/* SPDX-License-Identifier: Apache-2.0 */
/* bench.h: the cycle-level machine on the bench: hand-written PTX, the machine's numbers per test,
 * and a record of every pick.
 *
 * The record is made by a scheduler device (sim/sm/schedule/scheduler_device.h) that picks as the
 * golden model does and notes what it is asked: so the cycle of every issue, fetch and block launch
 * is known without a change to the machine. Straight-line code of one warp issues in its order, so
 * issue k of a warp is its instruction k. FEF has no device: there only statistics.
 */
#ifndef TB_PIPELINE_BENCH_H
#define TB_PIPELINE_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sm/gpu.h"

enum {
    BENCH_SMS = 16,
    BENCH_WARPS = 64,
    BENCH_ISSUES = 1024,
    BENCH_FETCHES = 16384,
    BENCH_LAUNCHES = 256,
    BENCH_DATA = 1 << 20
};

typedef struct bench_fetch { /* a use of the fetch port of SM 0 */
    uint64_t cycle, eligible, blocked;
    int warp;
} bench_fetch_t;

typedef struct bench_block { /* of any SM */
    uint64_t cycle;
    unsigned sm, slot;
    bool exit; /* else launch */
} bench_block_t;

typedef struct bench_record {
    uint64_t issue[BENCH_WARPS][BENCH_ISSUES]; /* SM 0: cycle of issue k of the warp */
    uint32_t issues[BENCH_WARPS];
    bench_fetch_t fetch[BENCH_FETCHES];
    uint32_t fetches;
    bench_block_t block[BENCH_LAUNCHES];
    uint32_t blocks;
    uint64_t issue_calls[SCORD_SCHEDULER_UNITS]; /* picks of each scheduler of SM 0 */
    bool wrong_unit, two_a_cycle; /* a scheduler issued a warp of another, or twice in a cycle */
    uint64_t last_pick[SCORD_SCHEDULER_UNITS];
} bench_record_t;

typedef struct bench {
    gpu_machine_t machine;
    gpu_options_t options;
    device_memory_t *memory;
    ptx_module_t *module;
    uint8_t *constant;
    gpu_t *gpu;
    gpu_error_t error;
    gpu_launch_t launch;
    uint64_t data; /* address of BENCH_DATA bytes, the kernel's first parameter */
    uint64_t parameters[4];
    scord_scheduler_device_t device;
    scord_warp_scheduler_t scheduler[BENCH_SMS];
    bench_record_t record;
} bench_t;

/* The machine as it stands in machine.def but for one SM, no DRAM jitter and SETTINGS
 * ("name=value,…"; "scord,name=value,…": the machine `scord`); policies lrr and rr. TEXT: a whole
 * PTX module. Exits the test when something of it is wrong. */
bench_t *bench_open(const char *text, const char *settings);
/* The same around the body of kernel k (.param .u64 p): registers %p<8>, %r<64>, %rd<16>, %f<16>,
 * %fd<16> in this order, nothing executed before the body, `ret` behind it. */
bench_t *bench_body(const char *body, const char *settings);
void bench_policy(bench_t *bench, const char *issue, const char *fetch); /* before bench_run */
void bench_functional(bench_t *bench);                                   /* before bench_run */
void bench_seed(bench_t *bench, uint64_t seed);
/* Runs kernel k (bench_run) or NAME. May be called again. */
gpu_status_t bench_run(bench_t *bench, uint32_t blocks, uint32_t threads);
gpu_status_t bench_kernel(bench_t *bench, const char *name, uint32_t blocks, uint32_t threads,
                          uint32_t dynamic_shared);
void bench_close(bench_t *bench);

uint8_t *bench_data(bench_t *bench);
/* Sum over the kernels that ran. */
gpu_cycle_statistics_t bench_statistics(const bench_t *bench);
/* Cycles between issue FROM and issue TO of WARP of SM 0. */
int64_t bench_distance(const bench_t *bench, unsigned warp, unsigned from, unsigned to);
/* Laws that hold for every run: what is counted in one place is counted in the other. */
void bench_check_laws(const bench_t *bench, const char *name);

/* Appends formatted text to a buffer of a test. */
typedef struct bench_text {
    char text[1 << 16];
    size_t used;
} bench_text_t;
void bench_add(bench_text_t *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Counting: prints failures; main ends with `return check_summary();` */
void check(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
void check_equal(uint64_t actual, uint64_t expected, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int check_summary(void);

#endif
