/* SPDX-License-Identifier: Apache-2.0 */
/* gpu_types.h: what the machine (gpu.h) takes and gives: options, launches, results. The parts of
 * the machine include this; only its users include gpu.h. */
#ifndef SIM_GPU_TYPES_H
#define SIM_GPU_TYPES_H

#include <stdio.h>

#include "sim/core/core.h"
#include "sim/machine/cycle_statistics.h"
#include "sim/machine/machine.h"
#include "sim/machine/pct.h"
#include "sim/mem/device_memory.h"
#include "sim/mem/unwritten_map.h"
#include "sim/sm/schedule/scheduler_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Shared memory of an SM, and the most a block may have unless its kernel asks for more by
 * cudaFuncSetAttribute: such a block has an SM for itself (functional mode). */
#define GPU_SHARED_BYTES          49152u
#define GPU_SHARED_MOST           232448u /* of compute capability 9.0 */
#define GPU_MAX_THREADS_PER_BLOCK 1024u
#define GPU_DEFAULT_SPIN_LIMIT                                                                     \
    2000000 /* warp instructions without a sign of progress, see progress.h */

/* Shared memory of a block: dynamic begins after static, 16-aligned. */
static inline uint64_t gpu_block_shared_bytes(const ptx_function_t *kernel,
                                              uint64_t dynamic_bytes) {
    return ((uint64_t)kernel->static_shared_bytes + 15) / 16 * 16 + dynamic_bytes;
}

/* Takes an event of the stream; nonzero ends the run with GPU_SINK_CLOSED. */
typedef int gpu_sink_t(void *context, scord_event_t *event);

typedef struct gpu_options {
    scord_config_t config;
    uint64_t seed;       /* 0: plain round robin; else the issue order is drawn from it */
    pct_options_t pct;   /* depth not 0: the order is that of PCT; functional mode only */
    uint64_t spin_limit; /* 0: GPU_DEFAULT_SPIN_LIMIT */
    device_memory_t *memory;
    core_host_t host; /* calls of functions without a body */
    gpu_sink_t *sink; /* NULL: no events */
    void *sink_context;
    /* Cycle by cycle; NULL: functional. Its sms, blocks and warps replace the configuration's; with
     * more than SCORD_MAX_WARPS_PER_SM warps there must be no sink (the detector has no names for
     * them). */
    const gpu_machine_t *machine;
    gpu_schedule_t schedule;
    gpu_schedule_by_t schedule_by;
    scord_scheduler_device_t *device; /* of lockstep and closed loop; stays the caller's */
    bool independent_threads; /* core.h, for kernels of sm_70 and later; the lanes' parting and
                                 __syncwarp are events (D44) */
    bool syncwarps;           /* __syncwarp are events, also without independent_threads (D43) */
    bool track_shared; /* accesses to shared memory are events too (D50); functional mode only */
    bool keep_going;   /* accesses out of range are left out and counted */
    unwritten_t *unwritten; /* of device memory; NULL, or without bits: not kept */
    uint32_t findings; /* kinds that are looked for, a bit each (core.h); functional mode only */
    FILE *phases;      /* takes a line for every warp and phase (phase_log.h); NULL: none */
} gpu_options_t;

typedef struct gpu_launch {
    const ptx_module_t *module;
    const core_compiled_t *compiled; /* of the module, as core.h has it */
    const ptx_function_t *kernel;
    uint32_t pc_base; /* pc of the module's instruction 0 in the stream */
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;   /* bytes */
    const uint8_t *parameters; /* kernel->parameter_bytes */
    uint8_t *constant;
    uint8_t *constant_read; /* core.h */
    const char *name;       /* for people */
    bool cooperative;       /* launched so: all blocks are resident at once */
    uint64_t workspace;     /* of the grid barrier of nvcc's headers, see core.h */
    bool own_stream;        /* the host may copy into any memory while it runs */
} gpu_launch_t;

typedef enum gpu_status {
    GPU_OK = 0,
    GPU_FAULT, /* a thread did something impossible: out-of-range access, failed assertion, … */
    GPU_DEADLOCK,    /* a block's live warps all wait for each other */
    GPU_NO_PROGRESS, /* an endless spin, see progress.h */
    GPU_WAITS, /* for the host: a spin on memory that the host can write meanwhile; gpu_resume goes
                  on */
    GPU_MISMATCH,    /* the device's pick differs from the golden model's, or it cannot run this
                        schedule */
    GPU_SINK_CLOSED, /* the sink refused an event */
    GPU_NO_MEMORY
} gpu_status_t;

typedef struct gpu_error {
    char message[4096]; /* first line: what, kernel, file:line, thread; then the waiting warps, one
                           a line */
} gpu_error_t;

typedef struct gpu_statistics {
    uint64_t cycles, warp_instructions, thread_instructions, launches, blocks, events;
    uint64_t unchecked_shared; /* launches with shared memory that is not tracked */
    uint64_t forgotten_lanes;  /* segments of warp_words.h, for want of room */
    uint64_t dropped;          /* accesses of threads, out of range (keep_going) */
    uint64_t compiled;         /* launches that were not interpreted alone */
    uint64_t warps, steps; /* warps; their instructions that others notice (core_step_noticed) */
} gpu_statistics_t;

typedef struct gpu gpu_t;

/* What the launches of one kernel counted, cycle by cycle. */
typedef struct gpu_kernel_statistics {
    char name[256]; /* demangled, cut */
    gpu_cycle_statistics_t statistics;
} gpu_kernel_statistics_t;

/* FILE without the "./" that the compilation directory "." puts before a relative name. */
static inline const char *gpu_file_name(const char *file) {
    while (file[0] == '.' && file[1] == '/') file += 2;
    return file;
}

#ifdef __cplusplus
}
#endif
#endif
