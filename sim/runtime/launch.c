/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c: <<<>>>, cudaLaunchKernel, function attributes and occupancy.
 *
 *     kernel<<<grid, block, shared, stream>>>(a, b);
 *       clang: __cudaPushCallConfiguration · stub · __cudaPopCallConfiguration · cudaLaunchKernel
 *     cudaLaunchKernel: refusal? · parameters packed, host pointers translated · operations_add
 *     run_kernel: mirrors_to_device · gpu_run · statistics, errors, mirrors_to_host
 *
 * A launch runs to its end before its call returns. There are two exceptions, which operations.c
 * decides: a launch that is put off, and a kernel that spins on memory which the host or another
 * kernel can write (GPU_WAITS). It keeps its description, parameters and state; while another runs
 * in the machine, it steps aside.
 *
 * A launch that the machine cannot run is refused with the reason, which the command prints; the
 * program gets CUDA's error code, as on a GPU. Faults, deadlocks and endless spins end the program.
 *
 * Invariants: configurations are pushed and popped like a stack, for each thread; a launch's
 * description stays where it is until the launch has ended, since the machine keeps a pointer to
 * it; at most one launch is in the machine.
 * Reference: CUDA runtime API; clang's CUDA support for the call sequence.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "sim/runtime/host/call_sites.h"
#include "sim/runtime/device_launches.h"
#include "sim/runtime/event_queue.h"
#include "sim/runtime/operations.h"

typedef struct call_configuration {
    dim3 grid, block;
    size_t dynamic_shared;
    void *stream;
    bool has_frames;
    uintptr_t frames[CALL_FRAMES]; /* where it stands */
} call_configuration_t;

enum { CONFIGURATIONS_MAX = 16 }; /* <<<>>> inside arguments of <<<>>>; deeper than anyone writes */
static _Thread_local call_configuration_t configurations[CONFIGURATIONS_MAX];
static _Thread_local unsigned configuration_count;
static _Thread_local call_configuration_t called; /* the last that was popped; its launch follows */

/* The first launch may start an order of operations, as its kernel may launch others. */
static bool place_matters(void *stream) {
    session_t *session = session_register();
    const bool matters = session->ordering || !session->launched || stream == cudaStreamPerThread;
    session_leave(session, cudaSuccess);
    return matters;
}

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared,
                                         void *stream) {
    if (configuration_count == CONFIGURATIONS_MAX) return 1; /* clang then skips the launch */
    call_configuration_t *top = &configurations[configuration_count++];
    *top = (call_configuration_t){
        .grid = grid, .block = block, .dynamic_shared = dynamic_shared, .stream = stream};
    top->has_frames = place_matters(stream);
    if (top->has_frames) call_frames(top->frames);
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *dynamic_shared,
                                       void *stream) {
    assert(configuration_count <= CONFIGURATIONS_MAX);
    if (configuration_count == 0) return cudaErrorInvalidConfiguration;
    const call_configuration_t *top = &configurations[--configuration_count];
    *grid = top->grid;
    *block = top->block;
    *dynamic_shared = top->dynamic_shared;
    *(void **)stream = top->stream;
    called = *top;
    return cudaSuccess;
}

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared, cudaStream_t stream) {
    return __cudaPushCallConfiguration(grid, block, dynamic_shared, stream) == 0
               ? cudaSuccess
               : cudaErrorInvalidConfiguration;
}

static void room_text(const session_t *session, const ptx_function_t *kernel, uint64_t threads,
                      char *text, size_t size) {
    const unsigned warps = session->config.warps_per_sm, most = warps * SCORD_THREADS_PER_WARP;
    if (session->cycles.wanted)
        snprintf(text, size,
                 "a block of %" PRIu64 " threads of about %u registers; the machine has %u warps "
                 "(%u threads), %u registers and %u "
                 "bytes of shared memory an SM",
                 threads, kernel->register_demand, warps, most, session->cycles.machine.registers,
                 session->cycles.machine.shared_bytes);
    else
        snprintf(text, size,
                 "a block of %" PRIu64 " threads; configuration %s has %u warps (%u threads) an SM",
                 threads, session->config.name, warps, most);
}

uint64_t session_most_shared(const session_t *session) {
    static const struct {
        unsigned least;
        uint64_t kilobytes;
    } known[] = {{100, 227}, {90, 227}, {89, 99}, {87, 163},
                 {86, 99},   {80, 163}, {75, 64}, {70, 96}};
    if (session->cycles.wanted) return session->cycles.machine.shared_bytes;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (session_architecture(session) >= known[i].least) return known[i].kilobytes << 10;
    return GPU_SHARED_BYTES;
}

/* Dynamic shared memory that the kernel may have. */
static uint64_t allowance(const session_t *session, const ptx_function_t *kernel) {
    for (const session_allowance_t *at = session->allowances; at; at = at->next)
        if (at->kernel == kernel) return at->bytes;
    const uint64_t fixed = gpu_block_shared_bytes(kernel, 0);
    return fixed < GPU_SHARED_BYTES ? GPU_SHARED_BYTES - fixed : 0;
}
static bool allow(session_t *session, const ptx_function_t *kernel, uint64_t bytes) {
    session_allowance_t *at = session->allowances;
    while (at && at->kernel != kernel) at = at->next;
    if (!at) {
        at = malloc(sizeof *at);
        if (!at) return false;
        *at = (session_allowance_t){.kernel = kernel, .next = session->allowances};
        session->allowances = at;
    }
    at->bytes = bytes;
    return true;
}

/* Why the machine cannot take the launch; NULL: it can. */
static const char *refusal(const session_t *session, const ptx_function_t *kernel, dim3 grid,
                           dim3 block, size_t dynamic, char *text, size_t size) {
    const uint64_t threads = (uint64_t)block.x * block.y * block.z;
    const uint64_t shared = gpu_block_shared_bytes(kernel, dynamic);
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0)
        snprintf(text, size, "an empty grid or block");
    else if (block.x > GPU_MAX_THREADS_PER_BLOCK || block.y > GPU_MAX_THREADS_PER_BLOCK ||
             block.z > 64 || threads > GPU_MAX_THREADS_PER_BLOCK)
        snprintf(text, size, "a block of %" PRIu64 " threads; the most is %u", threads,
                 GPU_MAX_THREADS_PER_BLOCK);
    else if (grid.x > INT32_MAX || grid.y > UINT16_MAX || grid.z > UINT16_MAX)
        snprintf(text, size,
                 "a grid of %u x %u x %u blocks; the most is 2147483647 x 65535 x 65535", grid.x,
                 grid.y, grid.z);
    else if (shared - dynamic > GPU_SHARED_BYTES || shared > session_most_shared(session))
        snprintf(text, size, "%" PRIu64 " bytes of shared memory; the most is %" PRIu64, shared,
                 shared - dynamic > GPU_SHARED_BYTES ? (uint64_t)GPU_SHARED_BYTES
                                                     : session_most_shared(session));
    else if (shared > GPU_SHARED_BYTES && dynamic > allowance(session, kernel))
        snprintf(
            text, size,
            "%zu bytes of dynamic shared memory; more than %" PRIu64 " are for kernels that "
            "cudaFuncSetAttribute(…, cudaFuncAttributeMaxDynamicSharedMemorySize, …) allows them",
            dynamic, allowance(session, kernel));
    else if (kernel->max_threads != 0 && threads > kernel->max_threads)
        snprintf(text, size, "a block of %" PRIu64 " threads; its launch bounds say %u", threads,
                 kernel->max_threads);
    else if (gpu_blocks_per_sm(session->gpu, threads, shared, kernel->register_demand) == 0)
        room_text(session, kernel, threads, text, size);
    else
        return NULL;
    return text;
}

static cudaError_t refuse(session_t *session, const char *name, const char *reason) {
    char readable[256];
    run_status_t *status = session->status;
    if (status->refused_launches++ == 0)
        snprintf(status->refused, sizeof status->refused, "kernel %s was launched with %s",
                 scord_demangle(name, readable, sizeof readable), reason);
    return cudaErrorInvalidConfiguration;
}

cudaError_t launch_fits(session_t *session, const ptx_function_t *kernel, dim3 grid, dim3 block,
                        size_t dynamic_shared) {
    char reason[256];
    return refusal(session, kernel, grid, block, dynamic_shared, reason, sizeof reason)
               ? refuse(session, kernel->name, reason)
               : cudaSuccess;
}

static uint8_t *pack_parameters(session_t *session, const ptx_function_t *kernel,
                                void **arguments) {
    uint8_t *block = calloc(1, (size_t)kernel->parameter_bytes + 16);
    if (!block)
        session_end(session, RUN_ENVIRONMENT, "out of memory for the parameters of %s",
                    kernel->name);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        assert(kernel->parameters[i].offset + kernel->parameters[i].size <=
               kernel->parameter_bytes);
        memcpy(block + kernel->parameters[i].offset, arguments[i], kernel->parameters[i].size);
    }
    return block;
}

/* A pointer argument to registered host memory or to a managed variable becomes the device's
 * address of it. */
static void translate_pointers(session_t *session, const ptx_function_t *kernel,
                               uint8_t *parameters) {
    for (uint32_t i = 0; i < kernel->parameter_count && session->mirrors; i++) {
        uint64_t value;
        if (kernel->parameters[i].size != sizeof value) continue;
        memcpy(&value, parameters + kernel->parameters[i].offset, sizeof value);
        const uint64_t device = mirrors_device_address(session, (const void *)(uintptr_t)value);
        if (device != 0) memcpy(parameters + kernel->parameters[i].offset, &device, sizeof device);
    }
}

static void end_on_error(session_t *session, gpu_status_t status, const gpu_error_t *error) {
    switch (status) {
    case GPU_OK:
    case GPU_WAITS: return;
    case GPU_SINK_CLOSED:
        session_end(session, RUN_ENVIRONMENT, "nobody reads the event stream any more");
    case GPU_NO_MEMORY: session_end(session, RUN_ENVIRONMENT, "out of memory during a launch");
    case GPU_FAULT:
    case GPU_DEADLOCK:
    case GPU_NO_PROGRESS: session_end(session, RUN_FAULT, "%s", error->message);
    case GPU_MISMATCH: session_end(session, RUN_MISMATCH, "%s", error->message);
    }
}

/* A launch, until it has ended. */
typedef struct kernel_operation {
    operation_t operation;
    gpu_launch_t launch;
    uint8_t *parameters;
    const session_module_t *module;
    device_grid_t grid; /* what its threads launch */
    bool begun;
    gpu_aside_t
        *aside; /* while it waits and another runs; NULL: it is in the machine, or nowhere */
} kernel_operation_t;

static kernel_operation_t *resident; /* waits in the machine; NULL: none */

static void note_run(session_t *session) {
    session->status->statistics = *gpu_statistics(session->gpu);
    memcpy(session->status->dropped, gpu_dropped(session->gpu), sizeof session->status->dropped);
    session_write_kernels(session);
}

/* No launch is in the machine. */
static void make_room(session_t *session) {
    if (!resident) return;
    kernel_operation_t *waiting = resident;
    resident = NULL;
    waiting->aside = gpu_step_aside(session->gpu);
    if (!waiting->aside) session_end(session, RUN_ENVIRONMENT, "out of memory for a launch");
}

static gpu_status_t go_on(session_t *session, kernel_operation_t *kernel, bool may_wait,
                          gpu_error_t *error) {
    if (resident != kernel) make_room(session);
    if (!kernel->begun) {
        kernel->begun = true;
        event_queue_begin(session, kernel);
        return gpu_run(session->gpu, &kernel->launch, error);
    }
    if (kernel->aside) gpu_come_back(session->gpu, kernel->aside);
    kernel->aside = NULL;
    event_queue_turn(session, kernel);
    return gpu_resume(session->gpu, may_wait, error);
}

/* Nothing that the program has asked for can release the kernel. */
static void end_of_wait(session_t *session, const operation_t *operation,
                        const gpu_error_t *error) {
    char text[1024];
    ordering_stuck_words(session, operation->order, text, sizeof text);
    session_end(session, RUN_FAULT, "%s\n  %s", text, error->message);
}

/* ---- what kernels launch (device_launches.h) ---- */

static void run_works(session_t *session, device_grid_t *grid);

/* A grid whose status is STATUS, to its end: what it has launched runs while it waits for that;
 * what is left is its caller's to run. GPU_WAITS: it waits for the host. */
static gpu_status_t run_grid(session_t *session, const void *launch, device_grid_t *grid,
                             gpu_status_t status, gpu_error_t *error) {
    while (status == GPU_WAITS && grid->work) {
        gpu_aside_t *aside = gpu_step_aside(session->gpu);
        if (!aside)
            session_end(session, RUN_FAULT,
                        "a kernel waits for kernels that it launched (cudaDeviceSynchronize), "
                        "which scord has in functional runs only");
        run_works(session, grid);
        ordering_launches_wait(session);
        gpu_come_back(session->gpu, aside);
        event_queue_turn(session, launch);
        status = gpu_resume(session->gpu, true, error);
    }
    if (status == GPU_OK) event_queue_end(session, launch);
    return status;
}

/* What it has launched itself becomes LAUNCHER's, before the rest: grids that launch their
 * successors go on for as long as they like. */
static void run_child(session_t *session, device_grid_t *launcher, const device_work_t *work) {
    const session_module_t *module = launcher->module;
    gpu_error_t error;
    device_grid_t grid = {.module = module};
    const gpu_launch_t launch = {.module = module->ptx,
                                 .compiled = module->compiled,
                                 .kernel = work->kernel,
                                 .pc_base = module->pc_base,
                                 .grid = {work->grid.x, work->grid.y, work->grid.z},
                                 .block = {work->block.x, work->block.y, work->block.z},
                                 .dynamic_shared = work->dynamic_shared,
                                 .parameters = work->parameters,
                                 .constant = module->constant,
                                 .name = work->kernel->name};
    order_operation_t *outer = ordering_launched_begin(session, work);
    device_grid_begin(&grid);
    event_queue_begin(session, &launch);
    gpu_status_t status = run_grid(session, &launch, &grid, gpu_run(session->gpu, &launch, &error),
                                   &error);
    while (status == GPU_WAITS) /* no other warp runs meanwhile: it ends, or that is an error */
        status = run_grid(session, &launch, &grid, gpu_resume(session->gpu, false, &error), &error);
    end_on_error(session, status, &error);
    ordering_launched_end(session, outer);
    device_grid_end(session, &grid);
}

static void run_device_copy(session_t *session, const device_work_t *work) {
    order_operation_t *outer = ordering_launched_begin(session, work);
    device_work_run(session, work);
    ordering_launched_end(session, outer);
}

static void run_works(session_t *session, device_grid_t *grid) {
    for (device_work_t *work; (work = device_work_take(session, grid));) {
        if (work->kind == DEVICE_WORK_KERNEL)
            run_child(session, grid, work);
        else
            run_device_copy(session, work);
        device_work_free(work);
    }
}

static bool run_kernel(session_t *session, operation_t *operation, bool may_wait) {
    kernel_operation_t *kernel = (kernel_operation_t *)operation;
    gpu_error_t error;
    mirrors_to_device(session);
    ordering_kernel_runs(session, operation->order);
    session_enter_model();
    kernel->grid.module = kernel->module;
    device_grid_begin(&kernel->grid);
    const gpu_status_t status = run_grid(session, kernel, &kernel->grid,
                                         go_on(session, kernel, may_wait, &error), &error);
    if (status == GPU_OK) run_works(session, &kernel->grid);
    if (status == GPU_OK || status == GPU_WAITS) device_grid_end(session, &kernel->grid);
    session_leave_model();
    note_run(session);
    if (status == GPU_NO_PROGRESS && operation->order && !may_wait)
        end_of_wait(session, operation, &error);
    end_on_error(session, status, &error);
    mirrors_to_host(session);
    resident = status == GPU_WAITS ? kernel : NULL;
    if (status == GPU_WAITS) {
        operation->warps = gpu_resident_warps(session->gpu);
        ordering_kernel_pauses(session);
    } else {
        ordering_kernel_end(session, kernel->module, kernel->launch.constant_read);
        free(kernel->parameters);
        free(kernel);
    }
    scord_stream_error_t stream_error;
    if (session->writer)
        scord_stream_flush(session->writer, &stream_error); /* keeps it if the host code crashes */
    return status != GPU_WAITS;
}

/* nvcc's grid.sync() finds {bytes, barrier} there, which the driver clears. */
static uint64_t grid_workspace(session_t *session, bool cooperative) {
    const uint32_t content[2] = {sizeof content, 0};
    if (!cooperative) return 0;
    if (session->workspace == 0)
        session->workspace = session_allocate(session, sizeof content, DEVICE_MEMORY_VARIABLE,
                                              "grid barrier");
    void *place = session->workspace == 0
                      ? NULL
                      : device_memory_translate(session->memory, session->workspace,
                                                sizeof content);
    if (place) memcpy(place, content, sizeof content);
    return session->workspace;
}

static cudaError_t launch_kernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                 size_t dynamic_shared, cudaStream_t stream, bool cooperative) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, function, &module);
    char reason[256];
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    if (refusal(session, kernel, grid, block, dynamic_shared, reason, sizeof reason))
        return session_leave(session, refuse(session, kernel->name, reason));
    kernel_operation_t *operation = calloc(1, sizeof *operation);
    if (!operation) session_end(session, RUN_ENVIRONMENT, "out of memory for a launch");
    uint8_t *parameters = pack_parameters(session, kernel, arguments);
    translate_pointers(session, kernel, parameters);
    operation->operation.run = run_kernel;
    operation->operation.stream = stream;
    operation->operation.warps =
        (uint32_t)(((uint64_t)block.x * block.y * block.z + SCORD_THREADS_PER_WARP - 1) /
                   SCORD_THREADS_PER_WARP);
    operation->parameters = parameters;
    operation->module = module;
    operation->launch = (gpu_launch_t){.module = module->ptx,
                                       .compiled = module->compiled,
                                       .kernel = kernel,
                                       .pc_base = module->pc_base,
                                       .grid = {grid.x, grid.y, grid.z},
                                       .block = {block.x, block.y, block.z},
                                       .dynamic_shared = (uint32_t)dynamic_shared,
                                       .parameters = parameters,
                                       .constant = module->constant,
                                       .name = kernel->name,
                                       .cooperative = cooperative,
                                       .workspace = grid_workspace(session, cooperative)};
    session->launched = true;
    if (!module->looked_at) module->launches = device_launches_has(module->ptx);
    module->looked_at = true;
    if (module->launches) ordering_start(session);
    operation->operation.order = ordering_kernel(session, stream, &operation->launch,
                                                 called.has_frames ? called.frames : NULL);
    if (module->launches) ordering_may_launch(session, operation->operation.order);
    operation->launch.own_stream = stream || operation->operation.order;
    operation->launch.constant_read = ordering_constants(session, module);
    called.has_frames = false;
    operations_add(session, &operation->operation, OPERATION_LATER);
    return session_leave(session, cudaSuccess);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t dynamic_shared, cudaStream_t stream) {
    if (graph_captures(stream)) {
        const bool has_frames = called.has_frames;
        called.has_frames = false;
        return graph_add_kernel(stream, function, grid, block, arguments, dynamic_shared,
                                has_frames ? called.frames : NULL);
    }
    return launch_kernel(function, grid, block, arguments, dynamic_shared, stream, false);
}

/* All blocks of a cooperative launch are resident at once, or it is refused; every launch here may
 * wait for all of its resident blocks, so nothing else is special about it. */
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t dynamic_shared,
                                        cudaStream_t stream) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, function, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    const uint64_t threads = (uint64_t)block.x * block.y * block.z,
                   blocks = (uint64_t)grid.x * grid.y * grid.z;
    const uint64_t fit = gpu_blocks_per_sm(session->gpu, threads,
                                           gpu_block_shared_bytes(kernel, dynamic_shared),
                                           kernel->register_demand);
    if (fit > 0 && blocks > fit * session->config.num_sms) {
        char reason[256];
        snprintf(reason, sizeof reason,
                 "a cooperative grid of %" PRIu64 " blocks; %s%s holds %" PRIu64 " of them at once",
                 blocks, session->cycles.wanted ? "the machine" : "configuration ",
                 session->cycles.wanted ? "" : session->config.name, fit * session->config.num_sms);
        refuse(session, kernel->name, reason);
        return session_leave(session, cudaErrorCooperativeLaunchTooLarge);
    }
    session_leave(session, cudaSuccess);
    return launch_kernel(function, grid, block, arguments, dynamic_shared, stream, true);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, function, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = kernel->static_shared_bytes,
        .constSizeBytes = ptx_constant_bytes(module->ptx),
        .localSizeBytes = kernel->local_bytes,
        .numRegs = (int)kernel->register_demand,
        .ptxVersion = (int)kernel->architecture,
        .binaryVersion = (int)kernel->architecture,
        .maxThreadsPerBlock = (int)(kernel->max_threads != 0 ? kernel->max_threads
                                                             : GPU_MAX_THREADS_PER_BLOCK),
        .maxDynamicSharedSizeBytes = (int)allowance(session, kernel)};
    return session_leave(session, cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute,
                                 int value) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, function, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return session_leave(session, cudaSuccess);
    if (value < 0 || gpu_block_shared_bytes(kernel, (uint64_t)value) > session_most_shared(session))
        return session_leave(session, cudaErrorInvalidValue);
    return session_leave(
        session, allow(session, kernel, (uint64_t)value) ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* Hints that this machine has no use for. */
cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config) {
    (void)function, (void)config;
    return cudaSuccess;
}
cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config) {
    (void)function, (void)config;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_size, size_t dynamic_shared, unsigned int flags) {
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size,
                                                         dynamic_shared);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_size, size_t dynamic_shared) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, function, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    if (block_size <= 0) return session_leave(session, cudaErrorInvalidValue);
    *blocks = (int)gpu_blocks_per_sm(session->gpu, (uint64_t)block_size,
                                     gpu_block_shared_bytes(kernel, dynamic_shared),
                                     kernel->register_demand);
    return session_leave(session, cudaSuccess);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function,
                                                      int blocks, int block_size) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, function, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    if (blocks <= 0 || block_size <= 0) return session_leave(session, cudaErrorInvalidValue);
    const size_t part = GPU_SHARED_BYTES / (size_t)blocks, fixed = kernel->static_shared_bytes;
    *bytes = part > fixed ? part - fixed : 0;
    return session_leave(session, cudaSuccess);
}
