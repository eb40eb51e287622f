/* SPDX-License-Identifier: Apache-2.0 */
/* driver_streams.c: streams and events. */
#include <stdlib.h>

#include "sim/driver/driver.h"

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority) {
    if (!stream) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuStreamCreate");
    return driver_end(call, cudaStreamCreateWithPriority(stream, flags, priority));
}
CUresult cuStreamCreate(CUstream *stream, unsigned int flags) {
    return cuStreamCreateWithPriority(stream, flags, 0);
}
CUresult cuStreamDestroy(CUstream stream) {
    const driver_call_t call = driver_begin("cuStreamDestroy");
    return driver_end(call, cudaStreamDestroy(stream));
}
CUresult cuStreamSynchronize(CUstream stream) {
    const driver_call_t call = driver_begin("cuStreamSynchronize");
    return driver_end(call, cudaStreamSynchronize(stream));
}
CUresult cuStreamQuery(CUstream stream) {
    const driver_call_t call = driver_begin("cuStreamQuery");
    return driver_end(call, cudaStreamQuery(stream));
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
    const driver_call_t call = driver_begin("cuStreamWaitEvent");
    return driver_end(call, cudaStreamWaitEvent(stream, event, flags));
}

/* Host functions run at once, outside of the lock. */
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user) {
    if (!function) return CUDA_ERROR_INVALID_VALUE;
    return driver_error(cudaLaunchHostFunc(stream, function, user));
}

typedef struct callback {
    CUstreamCallback function;
    CUstream stream;
    void *user;
} callback_t;
static void call_back(void *place) {
    callback_t *callback = place;
    callback->function(callback->stream, CUDA_SUCCESS, callback->user);
    free(callback);
}
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void *user,
                             unsigned int flags) {
    (void)flags;
    callback_t *callback = function ? malloc(sizeof *callback) : NULL;
    if (!callback) return function ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_VALUE;
    *callback = (callback_t){function, stream, user}; /* which may run later */
    return cuLaunchHostFunc(stream, call_back, callback);
}

CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags) {
    return driver_error(cudaStreamGetFlags(stream, flags));
}
CUresult cuStreamGetPriority(CUstream stream, int *priority) {
    return driver_error(cudaStreamGetPriority(stream, priority));
}
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
    (void)stream;
    return cuCtxGetCurrent(context);
}
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t bytes,
                                unsigned int flags) {
    return driver_error(cudaStreamAttachMemAsync(stream, driver_pointer(pointer), bytes, flags));
}

CUresult cuEventCreate(CUevent *event, unsigned int flags) {
    if (!event) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuEventCreate");
    return driver_end(call, cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventDestroy(CUevent event) {
    if (!event) return CUDA_ERROR_INVALID_HANDLE;
    const driver_call_t call = driver_begin("cuEventDestroy");
    return driver_end(call, cudaEventDestroy(event));
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
    const driver_call_t call = driver_begin("cuEventRecord");
    return driver_end(call, cudaEventRecord(event, stream));
}
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags) {
    const driver_call_t call = driver_begin("cuEventRecordWithFlags");
    return driver_end(call, cudaEventRecordWithFlags(event, stream, flags));
}
CUresult cuEventSynchronize(CUevent event) {
    if (!event) return CUDA_ERROR_INVALID_HANDLE;
    const driver_call_t call = driver_begin("cuEventSynchronize");
    return driver_end(call, cudaEventSynchronize(event));
}
CUresult cuEventQuery(CUevent event) {
    if (!event) return CUDA_ERROR_INVALID_HANDLE;
    const driver_call_t call = driver_begin("cuEventQuery");
    return driver_end(call, cudaEventQuery(event));
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to) {
    const driver_call_t call = driver_begin("cuEventElapsedTime");
    return driver_end(call, cudaEventElapsedTime(milliseconds, from, to));
}
