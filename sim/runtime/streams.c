/* SPDX-License-Identifier: Apache-2.0 */
/* streams.c: streams and events. When operations run is in operations.c. */
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/operations.h"

/* ---- streams: run in one order; what CUDA orders of it is in ordering.h ---- */

struct CUstream_st {
    unsigned int flags;
    int priority;
    uint32_t number; /* in the order of operations */
    bool refused;    /* the last query */
    cudaLaunchAttributeValue attributes[STREAM_ATTRIBUTES];
};
struct CUevent_st {
    uint64_t cycle;
    bool recorded, untimed, refused;
    uint32_t number; /* the same; ORDER_NONE: never recorded there */
};

cudaError_t session_make_stream(cudaStream_t *stream, unsigned int flags, int priority) {
    session_t *session = session_enter();
    *stream = calloc(1, sizeof **stream);
    if (!*stream) return session_leave(session, cudaErrorMemoryAllocation);
    **stream =
        (struct CUstream_st){.flags = flags,
                             .priority = priority,
                             .number = ordering_stream(session, !(flags & cudaStreamNonBlocking))};
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return session_make_stream(stream, cudaStreamDefault, 0);
}

static bool is_named(cudaStream_t stream) {
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

uint32_t session_stream_number(session_t *session, cudaStream_t stream) {
    (void)session;
    return is_named(stream) || stream->number == ORDER_NONE ? ORDER_LEGACY_STREAM : stream->number;
}

cudaLaunchAttributeValue *stream_attribute(cudaStream_t stream, unsigned id) {
    static cudaLaunchAttributeValue of_default[STREAM_ATTRIBUTES]; /* for the named streams */
    if (id >= STREAM_ATTRIBUTES) return NULL;
    return is_named(stream) ? &of_default[id] : &stream->attributes[id];
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
    *flags = is_named(stream) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    *priority = is_named(stream) ? 0 : stream->priority;
    return cudaSuccess;
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    (void)stream;
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    *id = (unsigned long long)(uintptr_t)stream;
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
    ordering_stream_gone(session, stream);
    free(stream);
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    session_t *session = session_enter();
    operations_await_stream(session, stream);
    ordering_stream_done(session, stream);
    return session_leave(session, cudaSuccess);
}
/* What runs at its call has ended when the program asks, and on a GPU it may not have: the first
 * question that an order depends on is answered by no, so that a program which does not heed the
 * answer has no order by it. */
static bool refuses(bool has_waited, bool *refused) {
    *refused = !has_waited && !*refused;
    return *refused;
}

static bool *refused_of(cudaStream_t stream) {
    static _Thread_local bool of_named;
    return is_named(stream) ? &of_named : &stream->refused;
}

/* Not ready is no error to remember. */
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    session_t *session = session_enter();
    const bool done = operations_try_stream(session, stream) &&
                      !refuses(ordering_stream_is_done(session, stream), refused_of(stream));
    if (done) ordering_stream_done(session, stream);
    session_leave(session, cudaSuccess);
    return done ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    if (event && flags == cudaEventWaitExternal && graph_captures(stream))
        return graph_add_event(stream, event, cudaGraphNodeTypeWaitEvent);
    if (graph_wait_event(stream, event)) return cudaSuccess;
    session_t *session = session_enter();
    if (!event) return session_leave(session, cudaErrorInvalidResourceHandle);
    ordering_wait(session, stream, event->number);
    return session_leave(session, cudaSuccess);
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
    (*event)->number = ORDER_NONE;
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    session_t *session = session_enter();
    if (event) ordering_event_gone(session, event->number);
    free(event);
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (event && graph_captures(stream)) return graph_record_event(event, stream);
    session_t *session = session_enter();
    if (!event) return session_leave(session, cudaErrorInvalidResourceHandle);
    event->cycle = gpu_cycle(session->gpu);
    event->recorded = true;
    event->refused = false;
    ordering_record(session, &event->number, stream);
    return session_leave(session, cudaSuccess);
}
/* What the kernel did need not have ended when its blocks have begun or triggered. */
void stream_event_of_launch(cudaEvent_t event, cudaStream_t stream) {
    if (!event) return;
    if (graph_captures(stream)) {
        graph_record_event(event, stream);
        return;
    }
    session_t *session = session_enter();
    event->cycle = gpu_cycle(session->gpu);
    event->recorded = true;
    event->refused = false;
    ordering_mark(session, &event->number, stream);
    session_leave(session, cudaSuccess);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    if (event && flags == cudaEventRecordExternal && graph_captures(stream))
        return graph_add_event(stream, event, cudaGraphNodeTypeEventRecord);
    return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    session_t *session = session_enter();
    operations_await_event(session, event ? event->number : ORDER_NONE);
    if (event) ordering_event_done(session, event->number);
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    session_t *session = session_enter();
    const bool done = operations_try_event(session, event ? event->number : ORDER_NONE) &&
                      (!event ||
                       !refuses(ordering_event_is_done(session, event->number), &event->refused));
    if (done && event) ordering_event_done(session, event->number);
    session_leave(session, cudaSuccess);
    return done ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to) {
    session_t *session = session_enter();
    if (!from || !to || !from->recorded || !to->recorded || from->untimed || to->untimed)
        return session_leave(session, cudaErrorInvalidResourceHandle);
    *milliseconds = (float)(((double)to->cycle - (double)from->cycle) / DEVICE_CLOCK_KHZ);
    return session_leave(session, cudaSuccess);
}
