/* SPDX-License-Identifier: Apache-2.0 */
/* memory_api.c: cudaMalloc, cudaMemcpy and their kin. A copy or a set is a transfer: it runs at its
 * call, or later (operations.c). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/host/host_pages.h"
#include "sim/runtime/operations.h"

/* ---- allocation ---- */

cudaError_t memory_allocate(void **pointer, size_t bytes, device_memory_kind_t kind,
                            const char *function) {
    session_t *session = session_enter();
    if (!pointer) return session_leave(session, cudaErrorInvalidValue);
    *pointer = NULL;
    if (bytes == 0)
        return session_leave(session, cudaSuccess); /* as CUDA: a null pointer and success */
    if (kind == DEVICE_MEMORY_HOST) ordering_start(session); /* the host sees it, too */
    uint64_t address = session_allocate(session, bytes, kind, function);
    if (address == 0) { /* what was freed in stream order lies there still */
        ordering_release(session);
        address = session_allocate(session, bytes, kind, function);
    }
    if (address == 0)
        fprintf(stderr,
                "scord: note: %s of %zu bytes failed: of the model's %" PRIu64
                " bytes, managed and pinned memory included, %" PRIu64 " are in use\n",
                function, bytes, DEVICE_MEMORY_BYTES, device_memory_used(session->memory));
    *pointer = (void *)(uintptr_t)address;
    const bool shared = kind == DEVICE_MEMORY_HOST;
    if (shared) unwritten_host_ran(&session->unwritten); /* as what was there before may say */
    if (address != 0 && (kind == DEVICE_MEMORY_DEVICE || shared))
        unwritten_set(&session->unwritten, address, bytes, true);
    return session_leave(session, address == 0 ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    return memory_allocate(pointer, bytes, DEVICE_MEMORY_DEVICE, "cudaMalloc");
}
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags) {
    (void)flags;
    return memory_allocate(pointer, bytes, DEVICE_MEMORY_HOST, "cudaMallocManaged");
}
cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return memory_allocate(pointer, bytes, DEVICE_MEMORY_HOST, "cudaMallocHost");
}
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags) {
    (void)flags;
    return memory_allocate(pointer, bytes, DEVICE_MEMORY_HOST, "cudaHostAlloc");
}

/* Registered memory stays the program's; kernels see it through a copy (mirrors.c). */
cudaError_t cudaHostRegister(void *host, size_t bytes, unsigned int flags) {
    (void)flags;
    session_t *session = session_enter();
    if (!host || bytes == 0) return session_leave(session, cudaErrorInvalidValue);
    if (mirrors_find(session, host))
        return session_leave(session, cudaErrorHostMemoryAlreadyRegistered);
    ordering_start(session);
    mirrors_add(session, host, bytes);
    host_pages_add(session, host, bytes);
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaHostUnregister(void *host) {
    session_t *session = session_enter();
    operations_await_all(session);
    ordering_device_done(session); /* as cudaFreeHost */
    return session_leave(session, mirrors_remove(session, host) ? cudaSuccess
                                                                : cudaErrorHostMemoryNotRegistered);
}
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host) {
    session_t *session = session_enter();
    const device_allocation_t *found = device_memory_find(session->memory,
                                                          (uint64_t)(uintptr_t)host);
    *flags = cudaHostAllocMapped;
    return session_leave(
        session, found && found->kind == DEVICE_MEMORY_HOST ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
    if (graph_captures(stream)) { /* it is the graph's, from now on */
        const cudaError_t error = memory_allocate(pointer, bytes, DEVICE_MEMORY_DEVICE,
                                                  "cudaMallocAsync");
        return error != cudaSuccess ? error : graph_add_memory(stream, *pointer, bytes);
    }
    session_t *session = session_enter();
    const cudaError_t error = memory_allocate(pointer, bytes, DEVICE_MEMORY_DEVICE,
                                              "cudaMallocAsync");
    if (error == cudaSuccess && bytes > 0) {
        ordering_allocated(session, *pointer, bytes, stream);
        memory_pool_allocated(NULL, *pointer, bytes);
    }
    return session_leave(session, error);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    const size_t row = (width + 511) / 512 * 512;
    *pitch = row;
    return memory_allocate(pointer, row * height, DEVICE_MEMORY_DEVICE, "cudaMallocPitch");
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags) {
    (void)flags;
    session_t *session = session_enter();
    const bool known = device_memory_find(session->memory, (uint64_t)(uintptr_t)host);
    *device = known ? host : (void *)(uintptr_t)mirrors_device_address(session, host);
    return session_leave(session, *device ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t memory_release(void *pointer, const char *function, bool host_waits) {
    session_t *session = session_enter();
    if (!pointer) return session_leave(session, cudaSuccess);
    operations_await_all(session);
    const bool ours = host_finding_free(session, function, pointer);
    if (ours) {
        ordering_free(session, pointer);
        memory_pool_freed(pointer);
    }
    if (host_waits) ordering_device_done(session);
    const bool released = ours && session_release(session, (uint64_t)(uintptr_t)pointer);
    return session_leave(session, released ? cudaSuccess : cudaErrorInvalidDevicePointer);
}
cudaError_t cudaFree(void *pointer) { return memory_release(pointer, "cudaFree", true); }
cudaError_t cudaFreeHost(void *pointer) { return memory_release(pointer, "cudaFreeHost", true); }
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    if (graph_captures(stream)) return graph_add_memory(stream, pointer, 0);
    session_t *session = session_enter();
    if (!pointer) return session_leave(session, cudaSuccess);
    if (!session->ordering) operations_await_all(session);
    const bool released = host_finding_free(session, "cudaFreeAsync", pointer) &&
                          ordering_free_async(session, pointer, stream);
    if (released) memory_pool_freed(pointer);
    return session_leave(session, released ? cudaSuccess : cudaErrorInvalidDevicePointer);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    session_t *session = session_enter();
    *total_bytes = DEVICE_MEMORY_BYTES;
    *free_bytes = DEVICE_MEMORY_BYTES - device_memory_used_without_host(session->memory);
    return session_leave(session, cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    session_t *session = session_enter();
    const device_allocation_t *allocation = device_memory_find(session->memory,
                                                               (uint64_t)(uintptr_t)pointer);
    void *place = (void *)(uintptr_t)pointer;
    *attributes = (struct cudaPointerAttributes){.hostPointer = place};
    const uint64_t mirror = allocation ? 0 : mirrors_device_address_known(session, pointer);
    if (mirror != 0) { /* registered, or a managed variable */
        attributes->type = attributes->memoryType = mirrors_is_managed(pointer)
                                                        ? cudaMemoryTypeManaged
                                                        : cudaMemoryTypeHost;
        attributes->devicePointer = (void *)(uintptr_t)mirror;
    }
    if (!allocation) return session_leave(session, cudaSuccess);
    const bool host = allocation->kind == DEVICE_MEMORY_HOST;
    const bool pinned = host && strstr(allocation->name, "Host"); /* as its function is called */
    attributes->type = attributes->memoryType = pinned ? cudaMemoryTypeHost
                                                : host ? cudaMemoryTypeManaged
                                                       : cudaMemoryTypeDevice;
    attributes->devicePointer = place;
    attributes->hostPointer = host ? place : NULL;
    return session_leave(session, cudaSuccess);
}

/* ---- copies ---- */

static bool in_device_range(const void *pointer) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    return address >= DEVICE_MEMORY_BASE && address - DEVICE_MEMORY_BASE < DEVICE_MEMORY_BYTES;
}

/* Where the bytes of a pointer of either side lie; NULL: not inside an allocation. */
static void *locate(session_t *session, const void *pointer, size_t bytes) {
    if (!in_device_range(pointer)) return (void *)(uintptr_t)pointer;
    return device_memory_translate(session->memory, (uint64_t)(uintptr_t)pointer, bytes);
}

/* Bytes at TO were written; FROM: by a copy from there, NULL: otherwise. */
static void wrote(session_t *session, const void *to, const void *from, size_t bytes) {
    const uint64_t target = (uint64_t)(uintptr_t)to, source = (uint64_t)(uintptr_t)from;
    if (!in_device_range(to)) return;
    if (from && in_device_range(from))
        unwritten_copy(&session->unwritten, target, source, bytes);
    else
        unwritten_set(&session->unwritten, target, bytes, false);
}

static bool sides_agree(const void *to, const void *from, enum cudaMemcpyKind kind) {
    if ((unsigned)kind > cudaMemcpyDefault) return false;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    return (!to_device || in_device_range(to)) && (!from_device || in_device_range(from));
}

/* Device memory that the host cannot touch. */
static bool is_device_only(session_t *session, const void *pointer) {
    return in_device_range(pointer) && ordering_memory(session, pointer) == MEMORY_DEVICE;
}

/* CUDA leaves open what a copy in another direction than its pointers does. */
static void look_at_direction(session_t *session, const void *to, const void *from,
                              enum cudaMemcpyKind kind) {
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    if ((unsigned)kind >= sizeof names / sizeof *names || !to || !from) return;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice,
               from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool wrong_to = to_device ? ordering_memory(session, to) == MEMORY_PAGEABLE
                                    : is_device_only(session, to),
               wrong_from = from_device ? ordering_memory(session, from) == MEMORY_PAGEABLE
                                        : is_device_only(session, from);
    if (wrong_to || wrong_from)
        host_finding(session, SCORD_FINDING_MEMORY_DIRECTION, 0, "%s %s %s memory", names[kind],
                     wrong_to ? "to" : "from",
                     (wrong_to ? to_device : from_device) ? "host" : "device");
}

/* One side may be memory of the program's own that the device sees (mirrors.c). */
static void move(void *to, const void *from, size_t bytes) {
    const bool target = host_pages_unlock(to, bytes), source = host_pages_unlock(from, bytes);
    memmove(to, from, bytes);
    if (target) host_pages_close(to, bytes);
    if (source) host_pages_close(from, bytes);
}

/* A copy to the host of what nothing has written. */
static void look_at_copy_out(session_t *session, const void *from, size_t bytes) {
    const uint64_t address = (uint64_t)(uintptr_t)from;
    uint64_t first = 0;
    const uint64_t open = unwritten_count(&session->unwritten, address, bytes, &first);
    if (open > 0)
        host_finding(session, SCORD_FINDING_UNWRITTEN_COPY, first,
                     "%" PRIu64 " of %zu bytes, the first %" PRIu64 " bytes in", open, bytes,
                     first - address);
}

static cudaError_t copy(session_t *session, void *to, const void *from, size_t bytes,
                        enum cudaMemcpyKind kind) {
    if (bytes == 0) return cudaSuccess;
    if (!to || !from) return cudaErrorInvalidValue;
    if (!sides_agree(to, from, kind)) return cudaErrorInvalidMemcpyDirection;
    void *target = locate(session, to, bytes);
    const void *source = locate(session, from, bytes);
    if (!target) host_finding_range(session, "a copy to", to, bytes);
    if (!source) host_finding_range(session, "a copy from", from, bytes);
    if (!target || !source) return cudaErrorInvalidValue;
    if (in_device_range(from))
        unwritten_see_host(&session->unwritten, session->memory, (uint64_t)(uintptr_t)from, bytes);
    if (!in_device_range(to) && in_device_range(from)) look_at_copy_out(session, from, bytes);
    move(target, source, bytes);
    wrote(session, to, from, bytes);
    ordering_touch(session, from, bytes, false);
    ordering_touch(session, to, bytes, true);
    return cudaSuccess;
}

static cudaError_t is_pitch(session_t *session, size_t pitch, size_t width, size_t height) {
    if (width <= pitch) return cudaSuccess;
    if (height > 0)
        host_finding(session, SCORD_FINDING_MEMORY_COPY, 0, "rows of %zu bytes with a pitch of %zu",
                     width, pitch);
    return cudaErrorInvalidPitchValue;
}

static cudaError_t copy_rows(session_t *session, void *to, size_t to_pitch, const void *from,
                             size_t from_pitch, size_t width, size_t height,
                             enum cudaMemcpyKind kind) {
    const size_t pitch = to_pitch < from_pitch ? to_pitch : from_pitch;
    cudaError_t error = is_pitch(session, pitch, width, height);
    for (size_t row = 0; row < height && error == cudaSuccess; row++)
        error = copy(session, (char *)to + row * to_pitch, (const char *)from + row * from_pitch,
                     width, kind);
    return error;
}
/* COUNT elements of ELEMENT bytes, little-endian. */
static void fill(uint8_t *place, uint32_t value, unsigned element, size_t count) {
    if (element == 1) memset(place, (int)value, count);
    for (size_t i = 0; i < count && element > 1; i++) memcpy(place + i * element, &value, element);
}

static cudaError_t set(session_t *session, void *pointer, uint32_t value, unsigned element,
                       size_t count) {
    const size_t bytes = count * element;
    if (bytes == 0) return cudaSuccess;
    void *place = in_device_range(pointer) ? locate(session, pointer, bytes) : NULL;
    if (!place && pointer) host_finding_range(session, "a memset of", pointer, bytes);
    if (!place) return cudaErrorInvalidValue;
    fill(place, value, element, count);
    wrote(session, pointer, NULL, bytes);
    ordering_touch(session, pointer, bytes, true);
    return cudaSuccess;
}

static cudaError_t set_rows(session_t *session, void *pointer, size_t pitch, uint32_t value,
                            unsigned element, size_t width, size_t height) {
    cudaError_t error = is_pitch(session, pitch, width * element, height);
    for (size_t row = 0; row < height && error == cudaSuccess; row++)
        error = set(session, (char *)pointer + row * pitch, value, element, width);
    return error;
}

/* ---- symbols ---- */

/* Where [offset, offset + bytes) of a __device__ or __constant__ variable lies; NULL and *error
 * otherwise. */
static uint8_t *symbol_bytes(session_t *session, const void *symbol, size_t offset, size_t bytes,
                             cudaError_t *error) {
    session_module_t *module;
    const ptx_variable_t *variable = session_variable(session, symbol, &module);
    *error = !variable ? cudaErrorInvalidSymbol : cudaErrorInvalidValue;
    if (variable && (offset > variable->size || bytes > variable->size - offset))
        host_finding(session, SCORD_FINDING_MEMORY_COPY, 0,
                     "a copy of %zu bytes at byte %zu of %s, which has %" PRIu64 " bytes", bytes,
                     offset, variable->name, variable->size);
    if (!variable || offset > variable->size || bytes > variable->size - offset) return NULL;
    *error = cudaSuccess;
    if (mirrors_find(session, symbol))
        return (uint8_t *)(uintptr_t)symbol + offset; /* managed: the host's side */
    if (variable->space == PTX_SPACE_CONST) return module->constant + variable->address + offset;
    return device_memory_translate(session->memory, variable->address, variable->size) + offset;
}

/* The program's address of a variable's bytes, for the order of operations. */
static void touch_symbol(session_t *session, const void *symbol, size_t offset, size_t bytes,
                         bool writes) {
    session_module_t *module;
    const ptx_variable_t *variable = session_variable(session, symbol, &module);
    const uint64_t base = mirrors_find(session, symbol) ? (uint64_t)(uintptr_t)symbol
                          : variable->space == PTX_SPACE_CONST
                              ? module->constant_address + variable->address
                              : variable->address;
    ordering_touch(session, (const void *)(uintptr_t)(base + offset), bytes, writes);
}

static cudaError_t to_symbol(session_t *session, const void *symbol, const void *from, size_t bytes,
                             size_t offset) {
    cudaError_t error;
    uint8_t *place = symbol_bytes(session, symbol, offset, bytes, &error);
    const void *source = locate(session, from, bytes);
    if (place && !source) error = cudaErrorInvalidValue;
    if (error != cudaSuccess || bytes == 0) return error;
    move(place, source, bytes);
    ordering_touch(session, from, bytes, false);
    touch_symbol(session, symbol, offset, bytes, true);
    return error;
}

static cudaError_t from_symbol(session_t *session, void *to, const void *symbol, size_t bytes,
                               size_t offset) {
    cudaError_t error;
    const uint8_t *place = symbol_bytes(session, symbol, offset, bytes, &error);
    void *target = locate(session, to, bytes);
    if (place && !target) error = cudaErrorInvalidValue;
    if (error != cudaSuccess || bytes == 0) return error;
    move(target, place, bytes);
    wrote(session, to, NULL, bytes);
    touch_symbol(session, symbol, offset, bytes, false);
    ordering_touch(session, to, bytes, true);
    return error;
}

/* ---- transfers ---- */

typedef struct transfer {
    operation_t operation;
    enum { COPY_ROWS, SET_ROWS, TO_SYMBOL, FROM_SYMBOL } what;
    void *to;
    const void *from, *symbol;
    size_t to_pitch, from_pitch, width, height; /* of a symbol: WIDTH bytes from OFFSET on */
    size_t offset;
    enum cudaMemcpyKind kind;
    uint32_t value;
    unsigned element;
    void *kept; /* what a pageable source held at the call; NULL: it is read when it runs */
} transfer_t;

static cudaError_t perform(session_t *session, const transfer_t *what) {
    switch (what->what) {
    case COPY_ROWS:
        return copy_rows(session, what->to, what->to_pitch, what->from, what->from_pitch,
                         what->width, what->height, what->kind);
    case SET_ROWS:
        return set_rows(session, what->to, what->to_pitch, what->value, what->element, what->width,
                        what->height);
    case TO_SYMBOL: return to_symbol(session, what->symbol, what->from, what->width, what->offset);
    default: return from_symbol(session, what->to, what->symbol, what->width, what->offset);
    }
}

static bool run_transfer(session_t *session, operation_t *operation, bool may_wait) {
    transfer_t *what = (transfer_t *)operation;
    (void)may_wait;
    ordering_take_up(session, operation->order, true);
    perform(session, what);
    ordering_end(session, false);
    free(what->kept);
    free(what);
    return true;
}

/* What it will touch. */
static void touch_all(session_t *session, const transfer_t *what) {
    const bool set = what->what == SET_ROWS;
    const size_t width = set ? what->width * what->element : what->width;
    if (what->what == TO_SYMBOL || what->what == FROM_SYMBOL) {
        touch_symbol(session, what->symbol, what->offset, width, what->what == TO_SYMBOL);
        if (what->what == TO_SYMBOL)
            ordering_touch(session, what->from, width, false);
        else
            ordering_touch(session, what->to, width, true);
    }
    for (size_t row = 0; row < what->height; row++) { /* 0 of a symbol */
        if (!set)
            ordering_touch(session, (const char *)what->from + row * what->from_pitch, width,
                           false);
        ordering_touch(session, (char *)what->to + row * what->to_pitch, width, true);
    }
}

static size_t rows_bytes(size_t pitch, size_t width, size_t height) {
    return height == 0 ? 0 : pitch * (height - 1) + width;
}

/* Whether it would succeed; what is wrong with it is said when it is performed. */
static bool is_valid(session_t *session, const transfer_t *what) {
    cudaError_t error = cudaSuccess;
    const bool set = what->what == SET_ROWS;
    const size_t width = set ? what->width * what->element : what->width;
    if (what->what == TO_SYMBOL || what->what == FROM_SYMBOL) {
        const void *other = what->what == TO_SYMBOL ? what->from : what->to;
        return symbol_bytes(session, what->symbol, what->offset, width, &error) &&
               locate(session, other, width);
    }
    return width <= what->to_pitch && what->to &&
           locate(session, what->to, rows_bytes(what->to_pitch, width, what->height)) &&
           (set ? in_device_range(what->to)
                : what->from && width <= what->from_pitch &&
                      locate(session, what->from,
                             rows_bytes(what->from_pitch, width, what->height)) &&
                      sides_agree(what->to, what->from, what->kind));
}

/* A pageable source is read at the call. */
static bool keep_source(session_t *session, transfer_t *what) {
    if (!what->from || ordering_memory(session, what->from) != MEMORY_PAGEABLE) return true;
    const size_t bytes = what->what == TO_SYMBOL
                             ? what->width
                             : rows_bytes(what->from_pitch, what->width, what->height);
    what->kept = malloc(bytes + 1);
    if (!what->kept) return false;
    memcpy(what->kept, what->from, bytes);
    what->from = what->kept;
    return true;
}

/* WAITS: the call returns behind it. */
static cudaError_t transfer(const char *call, cudaStream_t stream, const transfer_t *what,
                            bool waits) {
    session_t *session = session_enter();
    if (what->what == COPY_ROWS && what->width > 0 && what->height > 0)
        look_at_direction(session, what->to, what->from, what->kind);
    ordering_begin(session, stream, what->what == SET_ROWS ? ORDER_SET : ORDER_COPY, call);
    if (operations_idle(session) || !is_valid(session, what)) {
        const cudaError_t error = perform(session, what);
        ordering_end(session, waits);
        return session_leave(session, error);
    }
    transfer_t *kept = malloc(sizeof *kept);
    if (!kept) session_end(session, RUN_ENVIRONMENT, "out of memory for a copy");
    *kept = *what;
    if (!waits && !keep_source(session, kept))
        session_end(session, RUN_ENVIRONMENT, "out of memory for a copy");
    touch_all(session, what);
    kept->operation =
        (operation_t){.order = ordering_put_off(session), .stream = stream, .run = run_transfer};
    operations_add(session, &kept->operation, waits ? OPERATION_AT_ONCE : OPERATION_LATER);
    if (waits) ordering_stream_done(session, stream);
    return session_leave(session, cudaSuccess);
}

/* Whether a copy's call returns behind it (CUDA Runtime API, API synchronization behavior). */
static bool copy_waits(const void *to, const void *from, bool async) {
    session_t *session = session_enter();
    const ordering_memory_t target = ordering_memory(session, to),
                            source = ordering_memory(session, from);
    session_leave(session, cudaSuccess);
    if (!async) return target != MEMORY_DEVICE || source != MEMORY_DEVICE;
    return target == MEMORY_PAGEABLE && source != MEMORY_PAGEABLE;
}

static cudaError_t transfer_rows(const char *call, void *to, size_t to_pitch, const void *from,
                                 size_t from_pitch, size_t width, size_t height,
                                 enum cudaMemcpyKind kind, cudaStream_t stream, bool async) {
    const transfer_t what = {.what = COPY_ROWS,
                             .to = to,
                             .to_pitch = to_pitch,
                             .from = from,
                             .from_pitch = from_pitch,
                             .width = width,
                             .height = height,
                             .kind = kind};
    return transfer(call, stream, &what, copy_waits(to, from, async));
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    if (graph_captures(stream))
        return graph_add_copy(stream, to, bytes, from, bytes, bytes, 1, kind);
    return transfer_rows("cudaMemcpyAsync", to, bytes, from, bytes, bytes, 1, kind, stream, true);
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return transfer_rows("cudaMemcpy", to, bytes, from, bytes, bytes, 1, kind, NULL, false);
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    return transfer_rows("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind, NULL,
                         false);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    if (graph_captures(stream))
        return graph_add_copy(stream, to, to_pitch, from, from_pitch, width, height, kind);
    return transfer_rows("cudaMemcpy2DAsync", to, to_pitch, from, from_pitch, width, height, kind,
                         stream, true);
}

static cudaError_t transfer_set(const char *call, void *pointer, size_t pitch, uint32_t value,
                                unsigned element, size_t width, size_t height, cudaStream_t stream,
                                bool async) {
    const transfer_t what = {.what = SET_ROWS,
                             .to = pointer,
                             .to_pitch = pitch,
                             .width = width,
                             .height = height,
                             .value = value,
                             .element = element};
    session_t *session = session_enter();
    /* the call returns behind it when the memory is pinned or managed (the same section) */
    const bool waits = !async && ordering_memory(session, pointer) != MEMORY_DEVICE;
    session_leave(session, cudaSuccess);
    return transfer(call, stream, &what, waits);
}
cudaError_t memory_set(void *pointer, size_t pitch, uint32_t value, unsigned element, size_t width,
                       size_t height, cudaStream_t stream, bool async) {
    return transfer_set(async ? "cudaMemsetAsync" : "cudaMemset", pointer, pitch, value, element,
                        width, height, stream, async);
}
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream) {
    if (graph_captures(stream)) return graph_add_set(stream, pointer, bytes, value, bytes, 1);
    return memory_set(pointer, bytes, (uint32_t)value, 1, bytes, 1, stream, true);
}
cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
    return memory_set(pointer, bytes, (uint32_t)value, 1, bytes, 1, NULL, false);
}
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    return transfer_set("cudaMemset2D", pointer, pitch, (uint32_t)value, 1, width, height, NULL,
                        false);
}
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    if (graph_captures(stream)) return graph_add_set(stream, pointer, pitch, value, width, height);
    return transfer_set("cudaMemset2DAsync", pointer, pitch, (uint32_t)value, 1, width, height,
                        stream, true);
}

/* A variable lies on the device, whichever of its sides is named. */
static bool symbol_copy_waits(const void *host, bool to_host, bool async) {
    session_t *session = session_enter();
    const ordering_memory_t memory = ordering_memory(session, host);
    session_leave(session, cudaSuccess);
    return async ? to_host && memory == MEMORY_PAGEABLE : memory != MEMORY_DEVICE;
}
static cudaError_t copy_to_symbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                                  cudaStream_t stream, bool async) {
    const transfer_t what = {
        .what = TO_SYMBOL, .symbol = symbol, .from = from, .width = bytes, .offset = offset};
    return transfer(async ? "cudaMemcpyToSymbolAsync" : "cudaMemcpyToSymbol", stream, &what,
                    symbol_copy_waits(from, false, async));
}
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (graph_captures(stream)) {
        char *place = NULL;
        const cudaError_t error = cudaGetSymbolAddress((void **)&place, symbol);
        return error != cudaSuccess
                   ? error
                   : graph_add_copy(stream, place + offset, bytes, from, bytes, bytes, 1, kind);
    }
    return copy_to_symbol(symbol, from, bytes, offset, stream, true);
}
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
    (void)kind;
    return copy_to_symbol(symbol, from, bytes, offset, NULL, false);
}
static cudaError_t copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                    cudaStream_t stream, bool async) {
    const transfer_t what = {
        .what = FROM_SYMBOL, .symbol = symbol, .to = to, .width = bytes, .offset = offset};
    return transfer(async ? "cudaMemcpyFromSymbolAsync" : "cudaMemcpyFromSymbol", stream, &what,
                    symbol_copy_waits(to, true, async));
}
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (graph_captures(stream)) {
        char *place = NULL;
        const cudaError_t error = cudaGetSymbolAddress((void **)&place, symbol);
        return error != cudaSuccess
                   ? error
                   : graph_add_copy(stream, to, bytes, place + offset, bytes, bytes, 1, kind);
    }
    return copy_from_symbol(to, symbol, bytes, offset, stream, true);
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
    (void)kind;
    return copy_from_symbol(to, symbol, bytes, offset, NULL, false);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_variable_t *variable = session_variable(session, symbol, &module);
    const bool constant = variable && variable->space == PTX_SPACE_CONST;
    const bool addressable = constant || (variable && variable->space == PTX_SPACE_GLOBAL);
    if (addressable)
        *pointer =
            (void *)(uintptr_t)(variable->address + (constant ? module->constant_address : 0));
    return session_leave(session, addressable ? cudaSuccess : cudaErrorInvalidSymbol);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_variable_t *variable = session_variable(session, symbol, &module);
    if (variable) *bytes = variable->size;
    return session_leave(session, variable ? cudaSuccess : cudaErrorInvalidSymbol);
}

/* Hints: all memory is equally near here. */
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
    (void)pointer, (void)bytes, (void)device, (void)stream;
    return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          int device) {
    (void)pointer, (void)bytes, (void)advice, (void)device;
    return cudaSuccess;
}

/* No advice is kept: nothing is read mostly, and no place is preferred. */
cudaError_t cudaMemRangeGetAttribute(void *value, size_t bytes,
                                     enum cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t range) {
    session_t *session = session_enter();
    if (!value || bytes < sizeof(int) || !locate(session, pointer, range))
        return session_leave(session, cudaErrorInvalidValue);
    for (size_t i = 0; i < bytes / sizeof(int); i++)
        ((int *)value)[i] = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaMemRangeGetAttributes(void **values, size_t *bytes,
                                      enum cudaMemRangeAttribute *attributes, size_t count,
                                      const void *pointer, size_t range) {
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        error = cudaMemRangeGetAttribute(values[i], bytes[i], attributes[i], pointer, range);
    return error;
}
