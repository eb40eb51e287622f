/* gpu.h: the front-end machine: SMs, block dispatch, warp issue, barriers, and the event stream
 * they give.
 *
 * Two modes, the same results: functional (fast; every front-end cycle each SM may issue one warp
 * instruction of a ready warp, and it is complete when the cycle ends), and cycle by cycle
 * (options.machine: fetch, I-buffer, scoreboard, issue schedulers, operand collectors, units,
 * memory latency: pipeline.h). In both an instruction takes effect when it issues.
 *
 * A launch runs to its end inside gpu_run. Blocks go to the lowest free slot, round robin over SMs
 * (the machine of ScoRD Table V: num_sms, blocks_per_sm, warps_per_sm of the configuration). All
 * resident blocks make progress under every seed. Errors are data (gpu_error_t), nothing is printed
 * here.
 */
#ifndef SIM_GPU_H
#define SIM_GPU_H

#include <stdio.h>

#include "sim/core/core.h"
#include "sim/mem/device_memory.h"
#include "sim/sm/scheduler_device.h"
#include "sim/machine/cycle_statistics.h"
#include "sim/machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GPU_SHARED_BYTES                                                                           \
    49152u /* shared memory of an SM, and the most a block may have (compute capability 2.0) */
#define GPU_MAX_THREADS_PER_BLOCK 1024u
#define GPU_DEFAULT_SPIN_LIMIT                                                                     \
    UINT64_C(2000000) /* warp instructions without a sign of progress, see progress.h */

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
    bool independent_threads; /* core.h; the lanes' parting and __syncwarp are events (D44) */
    bool track_shared; /* accesses to shared memory are events too (D50); functional mode only */
    FILE *phases;      /* takes a line for every warp and phase (phase_log.h); NULL: none */
} gpu_options_t;

typedef struct gpu_launch {
    const ptx_module_t *module;
    const ptx_function_t *kernel;
    uint32_t pc_base; /* pc of the module's instruction 0 in the stream */
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;   /* bytes */
    const uint8_t *parameters; /* kernel->parameter_bytes */
    uint8_t *constant;
    const char *name; /* for people */
    bool own_stream;  /* the host may copy into any memory while it runs */
} gpu_launch_t;

typedef enum gpu_status {
    GPU_OK = 0,
    GPU_FAULT, /* a thread did something impossible: out-of-range access, failed assertion, … */
    GPU_DEADLOCK,    /* a block's live warps all wait for each other */
    GPU_NO_PROGRESS, /* an endless spin, see progress.h */
    GPU_WAITS, /* for the host: a spin on memory that the host can write meanwhile; gpu_resume goes
                  on */
    GPU_MISMATCH, /* the device picked otherwise than the golden model, or cannot run this schedule
                   */
    GPU_SINK_CLOSED, /* nobody takes events any more */
    GPU_NO_MEMORY
} gpu_status_t;

typedef struct gpu_error {
    char message[4096]; /* first line: what, kernel, file:line, thread; then the waiting warps, one
                           a line */
} gpu_error_t;

typedef struct gpu_statistics {
    uint64_t cycles, warp_instructions, thread_instructions, launches, blocks, events;
} gpu_statistics_t;

typedef struct gpu gpu_t;
gpu_t *gpu_create(const gpu_options_t *options); /* NULL: out of memory */
void gpu_destroy(gpu_t *gpu);

/* Runs a launch that fits (gpu_blocks_per_sm >= 1) to its end, or until all that it does is to wait
 * for the host (GPU_WAITS): LAUNCH must then stay until gpu_resume has ended it, and no other
 * launch may begin. On any other status but GPU_OK *error is filled, the events so far are out and
 * the launch is given up. */
gpu_status_t gpu_run(gpu_t *gpu, const gpu_launch_t *launch, gpu_error_t *error);
/* Goes on with a launch that waits. MAY_WAIT false: waiting on is GPU_NO_PROGRESS. */
gpu_status_t gpu_resume(gpu_t *gpu, bool may_wait, gpu_error_t *error);

/* Resident blocks of THREADS threads, SHARED_BYTES and REGISTERS_PER_THREAD
 * (ptx_function_t.register_demand; only the cycle-level machine counts registers) that fit an SM;
 * 0: such a block never fits. */
unsigned gpu_blocks_per_sm(const gpu_t *gpu, uint64_t threads, uint64_t shared_bytes,
                           uint32_t registers_per_thread);

/* Says in the stream that ADDRESS … holds NAME. Returns GPU_OK or GPU_SINK_CLOSED. */
gpu_status_t gpu_name_object(gpu_t *gpu, uint64_t address, uint64_t bytes, const char *name);

const gpu_statistics_t *gpu_statistics(const gpu_t *gpu);

/* What the launches of one kernel counted, cycle by cycle. */
typedef struct gpu_kernel_statistics {
    char name[256]; /* demangled, cut */
    gpu_cycle_statistics_t statistics;
} gpu_kernel_statistics_t;
/* One for each kernel that ran, in order of first launch; valid until the next launch. *count 0 in
 * functional mode. */
const gpu_kernel_statistics_t *gpu_kernels(const gpu_t *gpu, uint32_t *count);
uint64_t gpu_cycle(const gpu_t *gpu);

/* "file.cu:12" of an instruction, or its PTX line when the compiler gave none. Returns buffer. */
char *gpu_location_text(const ptx_module_t *module, uint32_t instruction, char *buffer,
                        size_t size);
/* FILE without the "./" that the compilation directory "." puts before a relative name. */
static inline const char *gpu_file_name(const char *file) {
    while (file[0] == '.' && file[1] == '/') file += 2;
    return file;
}

#ifdef __cplusplus
}
#endif
#endif
