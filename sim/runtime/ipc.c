/* SPDX-License-Identifier: Apache-2.0 */
/* ipc.c: handles by which processes share memory and events. A handle opens in its own process;
 * memory of another one is another model's: opening it ends the program with one error. */
#include <string.h>
#include <unistd.h>

#include "sim/runtime/session.h"

/* What a handle of 64 bytes holds. */
typedef struct shared {
    pid_t process;
    uint64_t object;
} shared_t;
_Static_assert(sizeof(shared_t) <= sizeof(cudaIpcMemHandle_t), "it fits");

static cudaError_t put(void *handle, size_t bytes, const void *object) {
    const shared_t shared = {.process = getpid(), .object = (uintptr_t)object};
    memset(handle, 0, bytes);
    memcpy(handle, &shared, sizeof shared);
    return cudaSuccess;
}
static void *get(session_t *session, const void *handle, const char *function) {
    shared_t shared;
    memcpy(&shared, handle, sizeof shared);
    if (shared.process != getpid())
        session_end(session, RUN_FAULT,
                    "%s of a handle from another process, which scord does not have "
                    "(docs/cuda.md, \"Runtime API\")",
                    function);
    return (void *)(uintptr_t)shared.object;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *memory) {
    session_t *session = session_enter();
    const bool known = handle && device_memory_find(session->memory, (uintptr_t)memory);
    return session_leave(session,
                         known ? put(handle, sizeof *handle, memory) : cudaErrorInvalidValue);
}
cudaError_t cudaIpcOpenMemHandle(void **memory, cudaIpcMemHandle_t handle, unsigned int flags) {
    session_t *session = session_enter();
    if (!memory || flags != cudaIpcMemLazyEnablePeerAccess)
        return session_leave(session, cudaErrorInvalidValue);
    *memory = get(session, &handle, "cudaIpcOpenMemHandle");
    const bool known = device_memory_find(session->memory, (uintptr_t)*memory);
    return session_leave(session, known ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaIpcCloseMemHandle(void *memory) {
    session_t *session = session_enter();
    const bool known = device_memory_find(session->memory, (uintptr_t)memory);
    return session_leave(session, known ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
    session_t *session = session_enter();
    return session_leave(session, handle && event ? put(handle, sizeof *handle, event)
                                                  : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
    session_t *session = session_enter();
    if (!event) return session_leave(session, cudaErrorInvalidValue);
    *event = get(session, &handle, "cudaIpcOpenEventHandle");
    return session_leave(session, *event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
