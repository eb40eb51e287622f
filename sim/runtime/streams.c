/* streams.c: streams and events. Every operation has run to its end when its call returns, in the
 * order of the calls: one of the orders that CUDA allows, and the same in every run. The exception
 * is a kernel that waits for the host (launch.c). */
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/session.h"

/* ---- streams: one order for all ---- */

static cudaError_t is_done(void) { /* not ready is no error to remember */
    session_t *session = session_enter();
    const bool done = session_try(session);
    session_leave(session, cudaSuccess);
    return done ? cudaSuccess : cudaErrorNotReady;
}

struct scord_cuda_stream {
    unsigned int flags;
    int priority;
};
struct scord_cuda_event {
    uint64_t cycle;
    bool recorded, untimed;
};

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    session_t *session = session_enter();
    *stream = calloc(1, sizeof **stream);
    if (!*stream) return session_leave(session, cudaErrorMemoryAllocation);
    **stream = (struct scord_cuda_stream){.flags = flags, .priority = priority};
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

static bool is_named(cudaStream_t stream) {
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
    *flags = is_named(stream) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    *priority = is_named(stream) ? 0 : stream->priority;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least) *least = 0;
    if (greatest) *greatest = -1;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    session_t *session = session_enter();
    if (is_named(stream)) return session_leave(session, cudaErrorInvalidResourceHandle);
    free(stream);
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    (void)stream;
    return cudaDeviceSynchronize();
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    (void)stream;
    return is_done();
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    (void)stream, (void)event, (void)flags;
    return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                  unsigned int flags) {
    (void)flags;
    callback(stream, cudaSuccess, user);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user) {
    (void)stream;
    function(user);
    return cudaSuccess;
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned int flags) {
    (void)stream, (void)pointer, (void)bytes, (void)flags;
    return cudaSuccess;
}

/* ---- events: stamps of the front end's cycle ---- */

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    session_t *session = session_enter();
    *event = calloc(1, sizeof **event);
    if (!*event) return session_leave(session, cudaErrorMemoryAllocation);
    (*event)->untimed = flags & cudaEventDisableTiming;
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    free(event);
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    (void)stream;
    session_t *session = session_enter();
    if (!event) return session_leave(session, cudaErrorInvalidResourceHandle);
    event->cycle = gpu_cycle(session->gpu);
    event->recorded = true;
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    (void)flags;
    return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    (void)event;
    return cudaDeviceSynchronize();
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    (void)event;
    return is_done();
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to) {
    session_t *session = session_enter();
    if (!from || !to || !from->recorded || !to->recorded || from->untimed || to->untimed)
        return session_leave(session, cudaErrorInvalidResourceHandle);
    *milliseconds = (float)(((double)to->cycle - (double)from->cycle) / DEVICE_CLOCK_KHZ);
    return session_leave(session, cudaSuccess);
}
