/* SPDX-License-Identifier: Apache-2.0 */
/* session.h: the process-wide state of the CUDA runtime. CUDA's API has no handle, so this is the
 * one place of scord with a global; the libraries under it (sim/sm, sim/core, sim/ptx, sim/mem)
 * have none.
 */
#ifndef SIM_SESSION_H
#define SIM_SESSION_H

#include <stdbool.h>

#include "sim/grab/grab.h"
#include "sim/mem/device_memory.h"
#include "sim/mem/unwritten_map.h"
#include "sim/runtime/include/scord_cuda/runtime_api.h"
#include "sim/runtime/host/host_findings.h"
#include "sim/runtime/run_status.h"
#include "sim/sm/gpu.h"
#include "cmodel/stream/event_stream.h"

enum {
    DEVICE_CLOCK_KHZ = 1401000
}; /* GTX 480's shader clock; turns cycles into milliseconds for cudaEventElapsedTime */

/* One .cu file of the program: its PTX as registered. */
typedef struct session_unit {
    const char *text;              /* NULL: it is there as machine code only */
    uint32_t number;               /* in its module */
    struct session_module *module; /* NULL: not yet loaded */
    struct session_unit *sibling;  /* of the same registration: nvcc -rdc=true; NULL: the last */
    struct session_unit *next;
} session_unit_t;

/* The .cu files that were registered before the first CUDA call, linked; files of a library opened
 * later are another. */
typedef struct session_module {
    ptx_module_t *ptx;
    core_compiled_t *compiled; /* NULL: interpreted */
    uint8_t *constant;         /* its constant segment; NULL: it has none */
    uint64_t constant_address;
    uint32_t pc_base;
    bool looked_at, launches; /* its kernels may launch others (device_launches.h) */
    struct session_module *next;
} session_module_t;

/* What the host compiler registers: host address of a kernel's stub or of a variable's shadow, and
 * its device name. */
typedef struct session_symbol {
    const void *host;
    const char *name; /* mangled; lives in the program's data */
    session_unit_t *unit;
    void **pointer; /* of nvcc's managed variable: takes the address; NULL: none */
    struct session_symbol *next;
} session_symbol_t;

/* Host memory that a kernel sees through a copy on the device: registered memory, and the host's
 * side of a managed variable. */
typedef struct session_mirror {
    void *host;
    uint64_t device, bytes; /* device 0: the program has not asked for its address */
    void *given;            /* as the device was given it last; NULL: not yet */
    struct session_mirror *next;
} session_mirror_t;

/* Dynamic shared memory that a kernel may have by cudaFuncSetAttribute. */
typedef struct session_allowance {
    const ptx_function_t *kernel;
    uint64_t bytes;
    struct session_allowance *next;
} session_allowance_t;

typedef struct session_ordering session_ordering_t; /* ordering.c */

/* Cycle by cycle; session_machine.c. */
typedef struct session_cycles {
    bool wanted; /* else functional */
    gpu_machine_t machine;
    gpu_schedule_t schedule;
    gpu_schedule_by_t schedule_by;
    scord_scheduler_device_t *device; /* NULL: none */
    FILE *phases;                     /* NULL: not wanted */
    int kernels_fd;                   /* -1: not wanted */
    bool second_place;                /* where the newest records are */
} session_cycles_t;

/* GRAB beside the run; session_grab.c. */
typedef struct session_grab {
    grab_t *observer;  /* NULL: not wanted */
    int fd;            /* takes its results; -1: none */
    bool second_place; /* where the newest results are */
    uint64_t events;
    double saved; /* when, of scord_seconds_now */
} session_grab_t;

typedef struct session {
    scord_config_t config;
    char config_name[256];
    device_memory_t *memory;
    unwritten_t unwritten; /* of it */
    host_findings_t found; /* at calls of the API */
    gpu_t *gpu;
    session_cycles_t cycles;
    session_grab_t grab;
    FILE *left;                    /* takes what is left in memory; NULL: not wanted */
    bool writer_wanted;            /* events are wanted */
    scord_stream_writer_t *writer; /* NULL: no events wanted */
    run_status_t *status;          /* shared with the command, or private */
    bool reports_to_command;
    session_unit_t *pending;   /* registered, not loaded; newest first */
    session_module_t *modules; /* newest first */
    session_mirror_t *mirrors;
    bool interpret;               /* nothing is compiled (core_compile) */
    bool ordering_wanted;         /* races between launches are looked for */
    session_ordering_t *ordering; /* NULL: nothing can overlap so far */
    bool launched;                /* a kernel has been */
    session_symbol_t *kernels, *variables;
    session_allowance_t *allowances; /* of dynamic shared memory */
    uint64_t workspace;              /* device memory of nvcc's grid barrier; 0: none yet */
    uint32_t next_pc;
    uint32_t allocations;  /* numbers the names "cudaMalloc#1", … */
    const char *called_as; /* the function of the driver API that runs; NULL: none */
} session_t;

/* The session, made at the first call; locked until session_leave. Never NULL: what cannot be made
 * ends the program with RUN_EXIT_ENVIRONMENT. */
session_t *session_enter(void);
/* The same for the registration of programs, which loads nothing: session_enter loads what is
 * registered. */
session_t *session_register(void);
/* Remembers ERROR as the last one if it is one, unlocks, returns ERROR. */
cudaError_t session_leave(session_t *session, cudaError_t error);
/* This thread gives the session up for a while, however often it has entered it. */
unsigned session_step_out(session_t *session);
void session_step_in(session_t *session, unsigned kept);
/* Ends the program with one clear message: the events so far are kept, its own output is flushed.
 * Does not return. */
void session_end(session_t *session, run_outcome_t outcome, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* Around what the model runs in this thread: a signal there is an error of the model. */
void session_enter_model(void);
void session_leave_model(void);
/* The last error of the calling thread. */
cudaError_t session_last_error(bool forget);
void session_set_last_error(cudaError_t error);

/* Into the event stream, if there is one, now. */
void session_emit(session_t *session, scord_event_t *event);

int session_descriptor(const char *variable); /* of the environment, closed on exec; -1: not set */

/* session_machine.c. session_read_machine ends the program on what it cannot use. */
void session_read_machine(session_t *session);
void session_write_kernels(session_t *session); /* after every launch */
void session_close_machine(session_t *session); /* the last one, and the end of the waves */

/* session_grab.c. session_open_grab, behind session_read_machine, ends the program on what it
 * cannot use. */
void session_open_grab(session_t *session);
int session_observe(session_t *session, const scord_event_t *event); /* 0 */
void session_save_grab(session_t *session);
void session_close_grab(session_t *session);

/* memory_left.c */
void session_open_left(session_t *session);
bool session_release(session_t *session, uint64_t address); /* by the host; false: as of memory */
void session_close_left(session_t *session);

/* modules.c: registers a PTX text, which lives as long as the program; NULL: there is machine code
 * only. SIBLING: the one before of the same registration. */
session_unit_t *session_add_unit(session_t *session, const char *text, session_unit_t *sibling);
void session_add_managed(session_t *session, void **handle, void **pointer, const char *name);
/* A PTX text in an image of device code as the compiler's registration takes it (register_clang.c,
 * sim/toolkit/register_nvcc.c); NULL: it holds machine code only. */
const char *session_image_text(session_t *session, const void *image);
/* For the driver API: loads UNIT and its siblings as a module of their own. They have just been
 * added by session_add_unit, between session_enter and session_leave. */
void session_load(session_t *session);
/* The kernel that NAME (which lives as long as the program) is there; what cudaLaunchKernel and the
 * like take for it. NULL: there is none. */
const void *session_unit_kernel(session_t *session, session_unit_t *unit, const char *name);
const ptx_variable_t *session_unit_variable(session_unit_t *unit, const char *name,
                                            session_module_t **module); /* NULL: none */
const ptx_function_t *session_kernel(session_t *session, const void *host,
                                     session_module_t **module);
/* The compute capability that the program is compiled for, 80: of its newest kernel. */
unsigned session_architecture(const session_t *session);
/* Shared memory of a block that a kernel may ask for, by compute capability (CUDA C++ Programming
 * Guide, technical specifications). */
uint64_t session_most_shared(const session_t *session);
const ptx_variable_t *session_variable(session_t *session, const void *host,
                                       session_module_t **module);
uint64_t session_allocate(session_t *session, uint64_t bytes, device_memory_kind_t kind,
                          const char *function);

/* streams.c, for stream_create.c, which has the second: it is linked when the program calls it. */
cudaError_t session_make_stream(cudaStream_t *stream, unsigned int flags, int priority);
extern const char scord_makes_streams[1] __attribute__((weak));

/* Of launches and streams; later ones are CUDA's own business. NULL: ID is no attribute. */
enum { STREAM_ATTRIBUTES = cudaLaunchAttributeNvlinkUtilCentricScheduling + 1 };
cudaLaunchAttributeValue *stream_attribute(cudaStream_t stream, unsigned id);
/* EVENT is recorded when a launch into STREAM, made next, has begun (an attribute of the launch):
 * it stands for what the launch is behind, and for nothing that the launch does. */
void stream_event_of_launch(cudaEvent_t event, cudaStream_t stream);

/* memory_api.c, for the driver API, too. FUNCTION names the memory. */
cudaError_t memory_allocate(void **pointer, size_t bytes, device_memory_kind_t kind,
                            const char *function);
/* As cudaFree; HOST_WAITS: the host is behind all work then. */
cudaError_t memory_release(void *pointer, const char *function, bool host_waits);
/* memory_pools.c: memory comes from POOL (NULL: the device's), and goes back; other memory: nothing
 * happens. */
void memory_pool_allocated(cudaMemPool_t pool, const void *pointer, size_t bytes);
void memory_pool_freed(const void *pointer);
/* Rows of WIDTH elements of ELEMENT bytes (1, 2, 4) become VALUE. */
cudaError_t memory_set(void *pointer, size_t pitch, uint32_t value, unsigned element, size_t width,
                       size_t height, cudaStream_t stream, bool async);

/* textures.c: an array as pitched memory; position (and EXTENT) become bytes. */
struct cudaPitchedPtr array_as_pitched(cudaArray_const_t array, struct cudaPos *position,
                                       struct cudaExtent *extent);

/* graphs.c: whether operations in the stream become nodes of a graph; how they do. */
bool graph_captures(cudaStream_t stream);
cudaError_t graph_add_kernel(cudaStream_t stream, const void *function, dim3 grid, dim3 block,
                             void **arguments, size_t dynamic_shared, const uintptr_t *frames);
cudaError_t graph_add_copy_3d(cudaStream_t stream, const struct cudaMemcpy3DParms *what);
cudaError_t graph_add_copy(cudaStream_t stream, void *to, size_t to_pitch, const void *from,
                           size_t from_pitch, size_t width, size_t height,
                           enum cudaMemcpyKind kind);
cudaError_t graph_add_set(cudaStream_t stream, void *pointer, size_t pitch, int value, size_t width,
                          size_t height);
cudaError_t graph_add_host(cudaStream_t stream, cudaHostFn_t function, void *user);
/* BYTES 0: MEMORY is freed. */
cudaError_t graph_add_memory(cudaStream_t stream, void *memory, size_t bytes);
cudaError_t graph_record_event(cudaEvent_t event, cudaStream_t stream); /* which is captured */
/* A node that records the event, or waits for it: of the program, not of the capture. */
cudaError_t graph_add_event(cudaStream_t stream, cudaEvent_t event, enum cudaGraphNodeType type);
/* Whether the stream is captured, or joins the capture that the event is of. */
bool graph_wait_event(cudaStream_t stream, cudaEvent_t event);
struct library_record;
cudaError_t graph_add_library(cudaStream_t stream, struct library_record *record);
void graph_refuse(cudaStream_t stream, const char *function); /* ends the program if captured */

/* mirrors.c */
void mirrors_add_managed(
    session_t *session); /* after loading: the host's side takes the initial values */
void mirrors_to_device(session_t *session); /* before a launch */
void mirrors_to_host(session_t *session);   /* behind it */
session_mirror_t *mirrors_add(session_t *session, void *host, uint64_t bytes);
session_mirror_t *mirrors_find(session_t *session,
                               const void *host); /* the one that holds HOST; NULL: none */
bool mirrors_remove(session_t *session,
                    const void *host); /* false: no registered memory begins at HOST */
/* The device's address of mirrored host memory, its copy made if need be; 0: HOST is not mirrored,
 * or there is no room. */
uint64_t mirrors_device_address(session_t *session, const void *host);
/* The same if it has a copy; 0: none. */
bool mirrors_is_managed(const void *host); /* whether it lies in a managed variable (clang) */
uint64_t mirrors_device_address_known(session_t *session, const void *host);

/* core_host_t.call: printf, assert, malloc, free and mathematics of device code; context is the
 * session. */
int session_host_call(void *context, core_host_call_t *call, char *message, size_t size);

#endif
