/* SPDX-License-Identifier: Apache-2.0 */
/* library_calls.c: see library_calls.h. */
#include "sim/runtime/library_calls.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "cmodel/base/array.h"
#include "sim/runtime/host/host_pages.h"
#include "sim/runtime/library_record.h"
#include "sim/runtime/operations.h"

static bool in_device_range(const void *pointer) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    return address >= DEVICE_MEMORY_BASE && address - DEVICE_MEMORY_BASE < DEVICE_MEMORY_BYTES;
}

void scord_library_begin(scord_library_call_t *call, cudaStream_t stream, const char *name) {
    const library_record_t *again = library_record_running(&stream);
    if (!again && graph_captures(stream)) {
        library_record_t *record = library_record_new();
        if (!record) graph_refuse(stream, name);
        *call = (scord_library_call_t){.name = name, .stream = stream, .recorded = record};
        return;
    }
    session_t *session = session_enter();
    *call = (scord_library_call_t){.session = session, .name = name, .again = again};
    operations_await_all(session);
    mirrors_to_device(session);
    ordering_begin(session, stream, ORDER_COPY, name);
}

/* Memory of the program's own: pages that the order of operations has closed are open for the
 * call. */
static void unlock(scord_library_call_t *call, const void *pointer, size_t bytes) {
    if (!host_pages_unlock(pointer, bytes)) return;
    if (!SCORD_ARRAY_ROOM(call->locks, call->locks_allocated, call->lock_count + 1))
        session_end(call->session, RUN_ENVIRONMENT, "out of memory in %s", call->name);
    call->locks[call->lock_count++] = (scord_library_lock_t){pointer, bytes};
}

void *scord_library_operand(scord_library_call_t *call, const void *pointer, size_t bytes,
                            size_t pitch, size_t count, unsigned use) {
    if (call->recorded)
        return pointer && use & LIBRARY_BY_VALUE && !in_device_range(pointer)
                   ? (void *)(uintptr_t)library_record_value(call->recorded, pointer, bytes)
                   : NULL;
    if (call->again && use & LIBRARY_BY_VALUE) pointer = library_record_find(call->again, pointer);
    session_t *session = call->session;
    if (!pointer || bytes == 0 || count == 0) return (void *)(uintptr_t)pointer;
    if (pitch == bytes) {
        bytes *= count;
        count = 1;
    }
    const size_t all = (count - 1) * pitch + bytes;
    const bool device = in_device_range(pointer);
    void *place = device
                      ? device_memory_translate(session->memory, (uint64_t)(uintptr_t)pointer, all)
                      : (void *)(uintptr_t)pointer;
    if (!place) {
        host_finding_range(session, call->name, pointer, all);
        call->outside = true;
        return NULL;
    }
    if (!device) unlock(call, pointer, all);
    for (size_t i = 0; i < count; i++) {
        const char *piece = (const char *)pointer + i * pitch;
        if (use & LIBRARY_READS) ordering_touch(session, piece, bytes, false);
        if (use & LIBRARY_WRITES) ordering_touch(session, piece, bytes, true);
        if (device && use & LIBRARY_WRITES)
            unwritten_set(&session->unwritten, (uint64_t)(uintptr_t)piece, bytes, false);
    }
    return place;
}

void scord_library_object(scord_library_call_t *call, const void *object, size_t bytes) {
    if (call->recorded && object)
        library_record_object(call->recorded, (void *)(uintptr_t)object, bytes);
}

void scord_library_end(scord_library_call_t *call) {
    if (call->recorded) {
        graph_add_library(call->stream, call->recorded);
        return;
    }
    scord_library_called(NULL, NULL);
    session_t *session = call->session;
    for (unsigned i = 0; i < call->lock_count; i++)
        host_pages_close(call->locks[i].pointer, call->locks[i].bytes);
    free(call->locks);
    ordering_end(session, call->host_waits);
    mirrors_to_host(session);
    session_leave(session, cudaSuccess);
}

void scord_library_lacks(const char *name, const char *what) {
    session_end(session_enter(), RUN_FAULT, "%s: %s", name, what);
}

void *scord_library_function(const char *soname, const char *other, const char *package,
                             const char *function) {
    void *library = dlopen(soname, RTLD_NOW);
    if (!library && other) library = dlopen(other, RTLD_NOW);
    void *found = library ? dlsym(library, function) : NULL;
    if (!found)
        session_end(session_enter(), RUN_ENVIRONMENT,
                    "%s of %s is not there; run `apt-get install %s` or `make setup`", function,
                    soname, package);
    return found;
}
