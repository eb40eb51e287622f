/* SPDX-License-Identifier: Apache-2.0 */
/* device_launches.c: see device_launches.h. Three ways lead here, by the names that they call:
 *
 *     nvcc 12 and later   __cudaCDP2GetParameterBufferV2, stores, __cudaCDP2LaunchDeviceV2, …
 *     nvcc before         cudaGetParameterBufferV2, cudaLaunchDeviceV2, … (libcudadevrt's PTX
 * defines these; sim/ptx leaves the definitions out) clang               __scord_configure_launch,
 * then a call of the kernel itself (device_ir.c)
 *
 * Parameters that a thread stores lie in device memory of their own, which no other thread meets.
 * A stream of the device is a number: all work of a grid is in one order.
 *
 * Invariants: a configuration is taken by the call that follows it in its thread; a parameter
 * buffer is known until its launch, or for ever when there is none.
 * Reference: CUDA programming guide, "CUDA Dynamic Parallelism"; cuda_device_runtime_api.h.
 */
#include "sim/runtime/device_launches.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "sim/runtime/operations.h"
#include "sim/runtime/ordering.h"

/* Handles of CUDA's own streams. */
enum { STREAM_OF_THREAD = 2, STREAM_TAIL = 3, STREAM_FORGET = 4, STREAM_FIRST = 256 };

/* A launch that a thread prepares: by its parameter buffer, or (clang) for its next call. */
typedef struct prepared {
    struct prepared *next;
    uint64_t buffer; /* device address; 0: of clang's */
    const core_warp_t *warp;
    uint32_t lane;
    const ptx_function_t *kernel;
    dim3 grid, block;
    uint32_t dynamic_shared;
    uint64_t stream;
} prepared_t;

static device_grid_t *current; /* as the session, one for the process; its lock guards it */
static prepared_t *prepared;
static cudaError_t last_error;
static uint64_t handles = STREAM_FIRST;

void device_grid_begin(device_grid_t *grid) {
    grid->launcher = current;
    current = grid;
}
void device_grid_end(session_t *session, device_grid_t *grid) {
    assert(current == grid && (grid->launcher || !grid->work));
    current = grid->launcher;
    if (grid->word != 0) device_memory_release(session->memory, grid->word);
    grid->word = 0;
    if (!grid->work) return;
    device_work_t *last = grid->work;
    while (last->next) last = last->next;
    last->next = current->work;
    current->work = grid->work;
}

static void no_memory(session_t *session) {
    session_end(session, RUN_ENVIRONMENT, "out of memory for a launch by a kernel");
}

/* ---- work ---- */

device_work_t *device_work_take(session_t *session, device_grid_t *grid) {
    device_work_t *work = grid->work;
    if (work)
        grid->work = work->next;
    else if (grid->word != 0)
        memset(device_memory_translate(session->memory, grid->word, 4), 0, 4);
    return work;
}

void device_work_free(device_work_t *work) {
    free(work->parameters);
    free(work);
}

/* What is in one order with others of its launcher: streams of the device are of a block, or of a
 * thread. 0: with none. */
static uint64_t chain_of(const core_host_call_t *call, uint64_t stream) {
    uint64_t chain = SCORD_GOLDEN64;
    if (stream == STREAM_FORGET) return 0;
    if (stream < STREAM_FIRST) {
        const uint32_t *part = call->block;
        for (unsigned i = 0; i < 3; i++) chain = scord_mix64(chain ^ part[i]);
        part = call->thread;
        for (unsigned i = 0; i < 3 && stream == STREAM_OF_THREAD; i++)
            chain = scord_mix64(chain ^ part[i]);
    }
    return scord_mix64(chain ^ stream) | 1;
}

static void add_work(session_t *session, const core_host_call_t *call, uint64_t stream,
                     const device_work_t *what) {
    device_work_t **at = &current->work;
    device_work_t *work = malloc(sizeof *work);
    if (!work) no_memory(session);
    *work = *what;
    work->tail = stream == STREAM_TAIL;
    work->launch = (order_launch_t){.chain = chain_of(call, stream), .tail = work->tail};
    work->ordered = ordering_launch(session, call, current->module, work);
    while (*at && (*at)->tail <= work->tail) at = &(*at)->next;
    work->next = *at;
    *at = work;
}

void device_work_run(session_t *session, const device_work_t *work) {
    for (uint64_t row = 0; row < work->height; row++) {
        const uint64_t to = work->to + row * work->to_pitch,
                       from = work->from + row * work->from_pitch;
        uint8_t *target = device_memory_translate(session->memory, to, work->width);
        const uint8_t *source = work->kind == DEVICE_WORK_SET
                                    ? target
                                    : device_memory_translate(session->memory, from, work->width);
        if (!target || !source)
            session_end(session, RUN_FAULT,
                        "a kernel asked for a %s of %" PRIu64 " bytes at 0x%" PRIx64
                        ", which no allocation holds",
                        work->kind == DEVICE_WORK_SET ? "set" : "copy", work->width,
                        target ? from : to);
        if (work->kind == DEVICE_WORK_SET) {
            ordering_launched_touch(session, to, work->width, true);
            memset(target, work->value, work->width);
            unwritten_set(&session->unwritten, to, work->width, false);
        } else {
            ordering_launched_touch(session, to, work->width, true);
            ordering_launched_touch(session, from, work->width, false);
            memmove(target, source, work->width);
            unwritten_copy(&session->unwritten, to, from, work->width);
        }
    }
}

/* ---- arguments ---- */

static dim3 dimensions(const core_host_call_t *call, uint32_t index) {
    dim3 of = {0, 0, 0};
    uint32_t bytes;
    const void *at = core_host_argument(call, index, &bytes);
    memcpy(&of, at, bytes < sizeof of ? bytes : sizeof of);
    return of;
}

static const ptx_function_t *kernel_at(uint64_t address) {
    const ptx_module_t *module = current->module->ptx;
    if (address - PTX_CODE_WINDOW >= ptx_function_count(module)) return NULL;
    const ptx_function_t *function = ptx_function(module, (uint32_t)(address - PTX_CODE_WINDOW));
    return function->entry && function->defined ? function : NULL;
}

/* A value at the address that the thread gave for it. */
static void put(core_host_call_t *call, uint32_t index, uint64_t value, uint32_t bytes) {
    if (!core_write(call->warp, call->lane, call->argument[index], &value, bytes))
        call->result = cudaErrorInvalidValue;
}

static void fail(core_host_call_t *call, cudaError_t error) {
    last_error = error;
    call->result = error;
}

/* ---- launches ---- */

static prepared_t *prepare(session_t *session, const core_host_call_t *call) {
    prepared_t *launch = calloc(1, sizeof *launch);
    if (!launch) no_memory(session);
    launch->warp = call->warp;
    launch->lane = call->lane;
    launch->next = prepared;
    return prepared = launch;
}

/* The newest of the thread, or that of BUFFER, taken out of the list; NULL: none. */
static prepared_t *take_prepared(const core_host_call_t *call, uint64_t buffer) {
    prepared_t **at = &prepared;
    while (*at && ((*at)->buffer != buffer ||
                   (buffer == 0 && ((*at)->warp != call->warp || (*at)->lane != call->lane))))
        at = &(*at)->next;
    prepared_t *found = *at;
    if (found) *at = found->next;
    return found;
}

static void launch(session_t *session, core_host_call_t *call, const prepared_t *what,
                   uint8_t *parameters) {
    const cudaError_t error = !what->kernel ? cudaErrorInvalidDeviceFunction
                                            : launch_fits(session, what->kernel, what->grid,
                                                          what->block, what->dynamic_shared);
    if (error != cudaSuccess) {
        free(parameters);
        fail(call, error);
        return;
    }
    add_work(session, call, what->stream,
             &(device_work_t){.kind = DEVICE_WORK_KERNEL,
                              .kernel = what->kernel,
                              .grid = what->grid,
                              .block = what->block,
                              .dynamic_shared = what->dynamic_shared,
                              .parameters = parameters});
}

static uint8_t *parameter_block(session_t *session, const ptx_function_t *kernel) {
    uint8_t *block = calloc(1, (size_t)kernel->parameter_bytes + 16);
    if (!block) no_memory(session);
    return block;
}

/* clang: kernel<<<…>>>(…) calls this, then the kernel. */
static void configure(session_t *session, core_host_call_t *call) {
    prepared_t *launch = prepare(session, call);
    launch->grid = (dim3){(unsigned)call->argument[0], (unsigned)(call->argument[0] >> 32),
                          (unsigned)call->argument[1]};
    launch->block = (dim3){(unsigned)call->argument[2], (unsigned)(call->argument[2] >> 32),
                           (unsigned)call->argument[3]};
    launch->dynamic_shared = (uint32_t)call->argument[4];
    launch->stream = call->argument[5];
}

static int launch_called(session_t *session, core_host_call_t *call, char *message, size_t size) {
    prepared_t *what = take_prepared(call, 0);
    if (!what) {
        snprintf(message, size, "kernel %s is called without a configuration", call->kernel->name);
        return -1;
    }
    what->kernel = call->kernel;
    uint8_t *block = parameter_block(session, call->kernel);
    for (uint32_t i = 0; i < call->kernel->parameter_count; i++) {
        uint32_t bytes;
        const void *argument = core_host_argument(call, i, &bytes);
        assert(bytes >= call->kernel->parameters[i].size);
        memcpy(block + call->kernel->parameters[i].offset, argument,
               call->kernel->parameters[i].size);
    }
    launch(session, call, what, block);
    free(what);
    return 0;
}

/* void *cudaGetParameterBuffer(alignment, size); the V2 form states the launch. */
static void parameter_buffer(session_t *session, core_host_call_t *call, bool stated) {
    const ptx_function_t *kernel = stated ? kernel_at(call->argument[0]) : NULL;
    const uint64_t bytes = !stated ? call->argument[1] : kernel ? kernel->parameter_bytes : 0;
    if (stated && !kernel) {
        last_error = cudaErrorInvalidDeviceFunction;
        return;
    }
    call->result = session_allocate(session, bytes == 0 ? 1 : bytes, DEVICE_MEMORY_HEAP,
                                    "parameters of a launch");
    if (call->result == 0) {
        last_error = cudaErrorLaunchOutOfResources;
        return;
    }
    prepared_t *launch = prepare(session, call);
    launch->buffer = call->result;
    launch->kernel = kernel;
    if (!stated) return;
    launch->grid = dimensions(call, 1);
    launch->block = dimensions(call, 2);
    launch->dynamic_shared = (uint32_t)call->argument[3];
}

/* cudaLaunchDevice(kernel, buffer, grid, block, shared, stream), V2: (buffer, stream). */
static void launch_buffer(session_t *session, core_host_call_t *call, bool stated) {
    const uint64_t buffer = call->argument[stated ? 0 : 1];
    prepared_t *what = buffer == 0 ? NULL : take_prepared(call, buffer);
    if (!what) {
        fail(call, cudaErrorInvalidValue);
        return;
    }
    what->stream = call->argument[stated ? 1 : 5];
    if (!stated) {
        what->kernel = kernel_at(call->argument[0]);
        what->grid = dimensions(call, 2);
        what->block = dimensions(call, 3);
        what->dynamic_shared = (uint32_t)call->argument[4];
    }
    uint8_t *block = NULL;
    if (what->kernel) {
        block = parameter_block(session, what->kernel);
        const uint8_t *stored = device_memory_translate(session->memory, buffer,
                                                        what->kernel->parameter_bytes);
        if (stored) memcpy(block, stored, what->kernel->parameter_bytes);
    }
    launch(session, call, what, block);
    ordering_forget(session, buffer);
    device_memory_release(session->memory, buffer);
    free(what);
}

/* The word that is not 0 while the grid has work: cudaDeviceSynchronize polls it. */
static void pending_word(session_t *session, core_host_call_t *call) {
    const uint32_t one = 1;
    if (!current->work) return;
    if (current->word == 0)
        current->word = session_allocate(session, sizeof one, DEVICE_MEMORY_HOST,
                                         "launches by a kernel");
    if (current->word == 0) no_memory(session);
    memcpy(device_memory_translate(session->memory, current->word, sizeof one), &one, sizeof one);
    gpu_expect_wait(session->gpu);
    call->result = current->word;
}

/* ---- copies, memory, questions ---- */

static void copy(session_t *session, const core_host_call_t *call) {
    add_work(session, call, call->argument[4],
             &(device_work_t){.kind = DEVICE_WORK_COPY,
                              .to = call->argument[0],
                              .from = call->argument[1],
                              .width = call->argument[2],
                              .height = call->argument[2] != 0});
}
static void copy_2d(session_t *session, const core_host_call_t *call) {
    add_work(session, call, call->argument[7],
             &(device_work_t){.kind = DEVICE_WORK_COPY,
                              .to = call->argument[0],
                              .to_pitch = call->argument[1],
                              .from = call->argument[2],
                              .from_pitch = call->argument[3],
                              .width = call->argument[4],
                              .height = call->argument[4] != 0 ? call->argument[5] : 0});
}
static void set(session_t *session, const core_host_call_t *call) {
    add_work(session, call, call->argument[3],
             &(device_work_t){.kind = DEVICE_WORK_SET,
                              .to = call->argument[0],
                              .value = (uint8_t)call->argument[1],
                              .width = call->argument[2],
                              .height = call->argument[2] != 0});
}
static void set_2d(session_t *session, const core_host_call_t *call) {
    add_work(session, call, call->argument[5],
             &(device_work_t){.kind = DEVICE_WORK_SET,
                              .to = call->argument[0],
                              .to_pitch = call->argument[1],
                              .value = (uint8_t)call->argument[2],
                              .width = call->argument[3],
                              .height = call->argument[3] != 0 ? call->argument[4] : 0});
}

static void allocate(session_t *session, core_host_call_t *call) {
    const uint64_t bytes = call->argument[1],
                   address = session_allocate(session, bytes == 0 ? 1 : bytes, DEVICE_MEMORY_HEAP,
                                              "cudaMalloc of a kernel");
    if (address == 0) {
        fail(call, cudaErrorMemoryAllocation);
        return;
    }
    unwritten_set(&session->unwritten, address, bytes, true);
    put(call, 0, address, 8);
}
static void release(session_t *session, core_host_call_t *call) {
    const device_allocation_t *found = device_memory_find(session->memory, call->argument[0]);
    if (call->argument[0] == 0) return;
    if (found) ordering_forget(session, found->address);
    if (!found || found->kind != DEVICE_MEMORY_HEAP ||
        !device_memory_release(session->memory, call->argument[0]))
        fail(call, cudaErrorInvalidValue);
}

/* A text of the host's as the device has it: made once. */
static uint64_t text_address(session_t *session, const char *text) {
    static struct {
        const char *text;
        uint64_t address;
    } kept[64];
    size_t i = 0;
    while (i < sizeof kept / sizeof *kept - 1 && kept[i].text && kept[i].text != text) i++;
    if (kept[i].text == text) return kept[i].address;
    kept[i].text = text;
    kept[i].address = session_allocate(session, strlen(text) + 1, DEVICE_MEMORY_VARIABLE,
                                       "text of an error");
    if (kept[i].address == 0) no_memory(session);
    memcpy(device_memory_translate(session->memory, kept[i].address, strlen(text) + 1), text,
           strlen(text) + 1);
    return kept[i].address;
}

static void attribute(core_host_call_t *call) {
    int value = 0;
    const cudaError_t error = cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)call->argument[1],
                                                     (int)call->argument[2]);
    if (error != cudaSuccess)
        fail(call, error);
    else
        put(call, 0, (uint32_t)value, 4);
}
static void limit(core_host_call_t *call) {
    size_t value = 0;
    cudaDeviceGetLimit(&value, (enum cudaLimit)call->argument[1]);
    put(call, 0, value, 8);
}
static void occupancy(session_t *session, core_host_call_t *call) {
    const ptx_function_t *kernel = kernel_at(call->argument[1]);
    const int threads = (int)call->argument[2];
    if (!kernel || threads <= 0) {
        fail(call, kernel ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
        return;
    }
    put(call, 0,
        gpu_blocks_per_sm(session->gpu, (uint64_t)threads,
                          gpu_block_shared_bytes(kernel, call->argument[3]),
                          kernel->register_demand),
        4);
}

typedef enum device_function {
    GET_PARAMETER_BUFFER,
    GET_PARAMETER_BUFFER_V2,
    LAUNCH_DEVICE,
    LAUNCH_DEVICE_V2,
    MEMCPY,
    MEMCPY_2D,
    MEMSET,
    MEMSET_2D,
    MALLOC,
    FREE,
    NEW_HANDLE,
    NOTHING, /* one order holds for all streams */
    WAIT_EVENT,
    LAST_ERROR,
    PEEK_ERROR,
    ERROR_STRING,
    ERROR_NAME,
    ZERO, /* device 0, cache configuration 0 */
    ONE,
    VERSION,
    ATTRIBUTE,
    LIMIT,
    OCCUPANCY,
    SET_CONDITION
} device_function_t;

static const struct {
    const char *name;
    device_function_t function;
} functions[] = {{"GetParameterBuffer", GET_PARAMETER_BUFFER},
                 {"GetParameterBufferV2", GET_PARAMETER_BUFFER_V2},
                 {"LaunchDevice", LAUNCH_DEVICE},
                 {"LaunchDeviceV2", LAUNCH_DEVICE_V2},
                 {"MemcpyAsync", MEMCPY},
                 {"Memcpy2DAsync", MEMCPY_2D},
                 {"MemsetAsync", MEMSET},
                 {"Memset2DAsync", MEMSET_2D},
                 {"Malloc", MALLOC},
                 {"Free", FREE},
                 {"StreamCreateWithFlags", NEW_HANDLE},
                 {"EventCreateWithFlags", NEW_HANDLE},
                 {"StreamDestroy", NOTHING},
                 {"EventDestroy", NOTHING},
                 {"EventRecord", NOTHING},
                 {"EventRecordWithFlags", NOTHING},
                 {"StreamWaitEvent", WAIT_EVENT},
                 {"GraphSetConditional", SET_CONDITION},
                 {"GetLastError", LAST_ERROR},
                 {"PeekAtLastError", PEEK_ERROR},
                 {"GetErrorString", ERROR_STRING},
                 {"GetErrorName", ERROR_NAME},
                 {"GetDevice", ZERO},
                 {"DeviceGetCacheConfig", ZERO},
                 {"DeviceGetSharedMemConfig", ONE},
                 {"GetDeviceCount", ONE},
                 {"RuntimeGetVersion", VERSION},
                 {"DeviceGetAttribute", ATTRIBUTE},
                 {"DeviceGetLimit", LIMIT},
                 {"OccupancyMaxActiveBlocksPerMultiprocessor", OCCUPANCY},
                 {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", OCCUPANCY}};

/* "__cudaCDP2MemcpyAsync_ptsz" and "cudaMemcpyAsync" are one. */
static bool find_function(const char *name, device_function_t *function) {
    static const char second[] = "__cudaCDP2";
    const size_t prefix = strncmp(name, second, strlen(second)) == 0 ? strlen(second)
                          : strncmp(name, "cuda", 4) == 0            ? 4
                                                                     : 0;
    size_t length = strlen(name + prefix);
    if (prefix == 0) return false;
    if (length > 5 && strcmp(name + prefix + length - 5, "_ptsz") == 0) length -= 5;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        *function = functions[i].function;
        if (strlen(functions[i].name) == length &&
            strncmp(functions[i].name, name + prefix, length) == 0)
            return true;
    }
    return false;
}

static void ask(session_t *session, core_host_call_t *call, device_function_t function) {
    switch (function) {
    case LAST_ERROR:
    case PEEK_ERROR:
        call->result = last_error;
        if (function == LAST_ERROR) last_error = cudaSuccess;
        break;
    case ERROR_STRING:
        call->result = text_address(session, cudaGetErrorString((cudaError_t)call->argument[0]));
        break;
    case ERROR_NAME:
        call->result = text_address(session, cudaGetErrorName((cudaError_t)call->argument[0]));
        break;
    case NEW_HANDLE: put(call, 0, handles++, 8); break;
    case ZERO: put(call, 0, 0, 4); break;
    case ONE: put(call, 0, 1, 4); break;
    case VERSION: {
        int version;
        cudaRuntimeGetVersion(&version);
        put(call, 0, (uint32_t)version, 4);
        break;
    }
    case ATTRIBUTE: attribute(call); break;
    case LIMIT: limit(call); break;
    case OCCUPANCY: occupancy(session, call); break;
    default: break; /* nothing to do */
    }
}

static void act(session_t *session, core_host_call_t *call, device_function_t function) {
    switch (function) {
    case GET_PARAMETER_BUFFER:
    case GET_PARAMETER_BUFFER_V2:
        parameter_buffer(session, call, function == GET_PARAMETER_BUFFER_V2);
        break;
    case LAUNCH_DEVICE:
    case LAUNCH_DEVICE_V2: launch_buffer(session, call, function == LAUNCH_DEVICE_V2); break;
    case MEMCPY: copy(session, call); break;
    case MEMCPY_2D: copy_2d(session, call); break;
    case MEMSET: set(session, call); break;
    case MEMSET_2D: set_2d(session, call); break;
    case MALLOC: allocate(session, call); break;
    case FREE: release(session, call); break;
    case WAIT_EVENT: ordering_launches_wait(session); break;
    case SET_CONDITION: {
        const uint32_t value = (uint32_t)call->argument[1]; /* the handle is its word's address */
        core_write(call->warp, call->lane, call->argument[0], &value, sizeof value);
        break;
    }
    default: ask(session, call, function);
    }
}

bool device_launches_has(const ptx_module_t *module) {
    static const char *const calls[] = {"__scord_configure_launch", "cudaLaunchDevice",
                                        "cudaLaunchDeviceV2",       "__cudaCDP2LaunchDevice",
                                        "__cudaCDP2LaunchDeviceV2", "__cudaCDP2MemcpyAsync",
                                        "__cudaCDP2MemsetAsync",    NULL};
    for (uint32_t i = 0; i < ptx_function_count(module); i++)
        for (const char *const *name = calls; *name; name++) {
            const size_t length = strlen(*name);
            const char *called = ptx_function(module, i)->name;
            if (strncmp(called, *name, length) == 0 &&
                (called[length] == '\0' || strcmp(called + length, "_ptsz") == 0))
                return true;
        }
    return false;
}

bool device_call(session_t *session, core_host_call_t *call, char *message, size_t size,
                 int *code) {
    device_function_t function;
    *code = 0;
    if (!current) return false;
    if (call->kernel) {
        *code = launch_called(session, call, message, size);
    } else if (strcmp(call->name, "__scord_configure_launch") == 0) {
        configure(session, call);
    } else if (strcmp(call->name, "__scord_pending_launches") == 0) {
        pending_word(session, call);
    } else if (find_function(call->name, &function)) {
        act(session, call, function);
    } else {
        return false;
    }
    return true;
}
