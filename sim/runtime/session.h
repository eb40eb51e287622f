/* session.h: the process-wide state of the CUDA runtime. CUDA's API has no handle, so this is the one place of scord
 * with a global; the libraries under it (sim/sm, sim/core, sim/ptx, sim/mem) have none.
 */
#ifndef SIM_SESSION_H
#define SIM_SESSION_H

#include <stdbool.h>

#include "mem/device_memory.h"
#include "runtime/include/scord_cuda/runtime_api.h"
#include "runtime/run_status.h"
#include "sm/gpu.h"
#include "stream/event_stream.h"

/* One PTX module of the program (one .cu file). */
typedef struct session_module {
    ptx_module_t *ptx;
    uint8_t *constant; /* its constant segment */
    uint32_t pc_base;
    struct session_module *next;
} session_module_t;

/* What the host compiler registers: host address of a kernel's stub or of a variable's shadow, and its device name. */
typedef struct session_symbol {
    const void *host;
    const char *name; /* mangled; lives in the program's data */
    session_module_t *module;
    struct session_symbol *next;
} session_symbol_t;

typedef struct session {
    scord_config_t config;
    char config_name[256];
    device_memory_t *memory;
    gpu_t *gpu;
    scord_stream_writer_t *writer; /* NULL: no events wanted */
    run_status_t *status;          /* shared with `scord check`, or private */
    bool reports_to_command;
    session_module_t *modules;     /* newest first */
    session_symbol_t *kernels, *variables;
    uint32_t next_pc;
    uint32_t allocations; /* numbers the names "cudaMalloc#1", … */
    cudaError_t last_error;
} session_t;

/* The session, made at the first call; locked until session_leave. Never NULL: what cannot be made ends the program with
 * RUN_EXIT_ENVIRONMENT. */
session_t *session_enter(void);
/* Remembers ERROR as the last one if it is one, unlocks, returns ERROR. */
cudaError_t session_leave(session_t *session, cudaError_t error);
/* Ends the program with one clear message: the events so far are kept, its own output is flushed. Does not return. */
void session_end(session_t *session, run_outcome_t outcome, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

session_module_t *session_load(session_t *session, const char *text);
const ptx_function_t *session_kernel(session_t *session, const void *host, session_module_t **module);
const ptx_variable_t *session_variable(session_t *session, const void *host, session_module_t **module);
uint64_t session_allocate(session_t *session, uint64_t bytes, device_memory_kind_t kind, const char *function);

/* core_host_t.call: printf, assert, malloc, free and mathematics of device code; context is the session. */
int session_host_call(void *context, core_host_call_t *call, char *message, size_t size);

#endif
