/* SPDX-License-Identifier: Apache-2.0 */
/* run_status.h: how `scord check` and the program it runs exchange options and status, beside the
 * event stream.
 *
 * The command passes what the run needs in environment variables, and shares a page-sized record
 * (an anonymous file) that the runtime keeps up to date: it survives a crash of the program.
 */
#ifndef SIM_RUN_STATUS_H
#define SIM_RUN_STATUS_H

#include <stdint.h>

#include "sim/sm/gpu.h"

#define RUN_EVENT_FD                                                                               \
    "SCORD_EVENT_FD" /* descriptor that takes the binary event stream; unset: no events */
#define RUN_STATUS_FD                                                                              \
    "SCORD_STATUS_FD" /* descriptor of a run_status_t to map; unset: errors go to standard error   \
                       */
#define RUN_CONFIG                                                                                 \
    "SCORD_CONFIG" /* configuration, as scord_config_parse reads it; unset: the default machine */
#define RUN_SEED       "SCORD_SEED"       /* schedule seed; unset: 0 */
#define RUN_SCHEDULE   "SCORD_SCHEDULE"   /* a schedule's name (pct.h); unset: the seed's */
#define RUN_SPIN_LIMIT "SCORD_SPIN_LIMIT" /* unset: GPU_DEFAULT_SPIN_LIMIT */
#define RUN_LEFT_FD                                                                                \
    "SCORD_LEFT_FD" /* descriptor that takes what is left in memory (memory_left.c); unset: not    \
                       wanted */

#define RUN_ASYNC                                                                                  \
    "SCORD_ASYNC" /* when an operation runs: "late", or a seed that it is drawn by; unset: at its  \
                     call */

#define RUN_TIMELINE_FD                                                                            \
    "SCORD_TIMELINE_FD" /* descriptor that takes what the picture of the streams shows             \
                           (timeline.h); unset: not wanted */

#define RUN_SHARED                                                                                 \
    "SCORD_SHARED" /* "1": shared memory is tracked too (functional mode); unset: not */

#define RUN_KEEP_GOING                                                                             \
    "SCORD_KEEP_GOING" /* "1": accesses out of range are left out and counted; unset: faults */

#define RUN_SYNCWARPS                                                                              \
    "SCORD_SYNCWARPS" /* "1": a record of every __syncwarp, also where warps are threads to the    \
                         detector: the exact oracle judges threads; unset: not */

#define RUN_FINDINGS                                                                               \
    "SCORD_FINDINGS" /* kinds of findings that are looked for, bit scord_finding_kind_t each       \
                        (functional mode); unset: none */

#define RUN_INTERPRET                                                                              \
    "SCORD_INTERPRET" /* "1": every instruction is interpreted; unset: vector functions where      \
                         there are some (docs/compiled-kernels.md) */

#define RUN_EXECUTABLE                                                                             \
    "SCORD_EXECUTABLE" /* that checks: it compiles what the program compiles (run_time_compiler.c) \
                        */

#define RUN_LEAKS "SCORD_LEAKS" /* "1": what lives at the end is reported; unset: not */

/* Cycle by cycle (`scord sim`); RUN_MACHINE unset: functional, and none of the others counts. */
#define RUN_MACHINE                                                                                \
    "SCORD_MACHINE" /* what differs from the machine "baws", as gpu_machine_set reads it ("":      \
                       nothing) */
#define RUN_ISSUE "SCORD_ISSUE" /* as gpu_schedule_issue_named reads it; unset: lrr */
#define RUN_FETCH "SCORD_FETCH" /* as gpu_schedule_fetch_named reads it; unset: rr */
#define RUN_SCHEDULE_BY                                                                            \
    "SCORD_SCHEDULE_BY" /* "lockstep", "closed-loop"; unset: the golden model                      \
                         */
#define RUN_SCHEDULER_DEVICE                                                                       \
    "SCORD_SCHEDULER_DEVICE" /* shared object with SCORD_SCHEDULER_DEVICE_OPEN, for those two */
#define RUN_SCHEDULER_WAVES "SCORD_SCHEDULER_WAVES" /* FST file of its SM 0; unset: none */
#define RUN_PHASES_FD       "SCORD_PHASES_FD" /* descriptor that takes phases; unset: not wanted */
#define RUN_KERNELS_FD                                                                             \
    "SCORD_KERNELS_FD" /* descriptor of a file that takes a run_kernels_t; unset: not wanted */

/* `scord grab` */
#define RUN_GRAB "SCORD_GRAB" /* caches, as grab_read_machines reads them; unset: no GRAB */
#define RUN_GRAB_FD                                                                                \
    "SCORD_GRAB_FD" /* descriptor of a file that takes a run_grab_t; unset: not wanted */

enum {
    RUN_EXIT_MISMATCH = 1,
    RUN_EXIT_FAULT = 2,
    RUN_EXIT_ENVIRONMENT = 3
}; /* exit codes of a program ended by the runtime */

typedef enum run_outcome {
    RUN_NOT_STARTED = 0, /* the program used no CUDA, or died before */
    RUN_RUNNING,     /* … and still so when the program is gone: it was killed or left by _exit */
    RUN_ENDED,       /* the program ended; the stream is closed */
    RUN_FAULT,       /* ended by the runtime: message says why */
    RUN_ENVIRONMENT, /* ended by the runtime: the machine refused something */
    RUN_MISMATCH     /* ended by the runtime: the scheduler device differs from the golden model */
} run_outcome_t;

typedef struct run_status {
    /* cmodel/build_id.h. First, and of this size for good: builds that differ in everything else
     * must find them. "" = the program used no CUDA. */
    char runtime_build[32]; /* of libscordsim.a */
    char library_build[32]; /* of libscord.a */
    uint32_t outcome;       /* run_outcome_t */
    uint32_t refused_launches;
    uint32_t failed_inside; /* 1: the program was killed by its own signal inside the model (an
                               assertion, a bad access), which is no error of the program */
    uint32_t copies;        /* and sets that the host asked for */
    uint32_t overlaps;      /* operations that --async can put off */
    uint32_t checks_order;  /* 1: what they touch was looked at */
    gpu_statistics_t statistics;
    char message[4096]; /* RUN_FAULT, RUN_ENVIRONMENT, RUN_MISMATCH, or a crash that the runtime can
                           explain; "" none */
    char dropped[512];  /* with RUN_KEEP_GOING: the first access that was out of range */
    char refused[512];  /* the first launch that the machine refused, and why */
} run_status_t;

/* Begins the file of RUN_KERNELS_FD: where its newest `count` gpu_kernel_statistics_t are. Written
 * behind them after every launch (they take turns at two places), so that a program that is killed
 * leaves whole records. All zero: no launch has ended. */
typedef struct run_kernels {
    uint64_t record_bytes, offset, count;
} run_kernels_t;

/* Begins the file of RUN_GRAB_FD: where its newest results are, and their bytes, as
 * grab_results_read reads them. All zero: none. */
typedef struct run_grab {
    uint64_t offset, bytes;
} run_grab_t;

#endif
