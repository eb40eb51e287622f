/* device_api.c: the device's properties, errors, streams and events. Everything is in order and done when it returns. */
#include <stdlib.h>
#include <string.h>

#include "runtime/session.h"

enum { CLOCK_KHZ = 1401000 }; /* GTX 480's shader clock; turns cycles into milliseconds for cudaEventElapsedTime */

/* ---- device ---- */

cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device) {
    *device = 0; /* the only one */
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
    session_t *session = session_enter();
    return session_leave(session, device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

static int threads_per_block(const session_t *session) {
    const uint32_t fit = session->config.warps_per_sm * SCORD_THREADS_PER_WARP;
    return (int)(fit < GPU_MAX_THREADS_PER_BLOCK ? fit : GPU_MAX_THREADS_PER_BLOCK);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    session_t *session = session_enter();
    if (device != 0) return session_leave(session, cudaErrorInvalidDevice);
    const int threads = threads_per_block(session);
    *properties = (struct cudaDeviceProp){
        .name = "scord front-end model", .totalGlobalMem = DEVICE_MEMORY_BYTES, .sharedMemPerBlock = GPU_SHARED_BYTES,
        .regsPerBlock = 32768, .warpSize = SCORD_THREADS_PER_WARP, .memPitch = INT32_MAX, .maxThreadsPerBlock = threads,
        .maxThreadsDim = {threads, threads, 64}, .maxGridSize = {INT32_MAX, UINT16_MAX, UINT16_MAX}, .clockRate = CLOCK_KHZ,
        .totalConstMem = 65536, .major = 6, .minor = 0, .textureAlignment = 512,
        .multiProcessorCount = (int)session->config.num_sms, .canMapHostMemory = 1, .unifiedAddressing = 1,
        .memoryClockRate = 1848000, .memoryBusWidth = 384, .l2CacheSize = 786432,
        .maxThreadsPerMultiProcessor = (int)(session->config.warps_per_sm * SCORD_THREADS_PER_WARP),
        .sharedMemPerMultiprocessor = GPU_SHARED_BYTES, .regsPerMultiprocessor = 32768, .managedMemory = 1,
        .concurrentManagedAccess = 1};
    return session_leave(session, cudaSuccess);
}

static int attribute_of(const struct cudaDeviceProp *p, enum cudaDeviceAttr attribute) {
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock: return p->maxThreadsPerBlock;
        case cudaDevAttrMaxBlockDimX: return p->maxThreadsDim[0];
        case cudaDevAttrMaxBlockDimY: return p->maxThreadsDim[1];
        case cudaDevAttrMaxBlockDimZ: return p->maxThreadsDim[2];
        case cudaDevAttrMaxGridDimX: return p->maxGridSize[0];
        case cudaDevAttrMaxGridDimY: return p->maxGridSize[1];
        case cudaDevAttrMaxGridDimZ: return p->maxGridSize[2];
        case cudaDevAttrMaxSharedMemoryPerBlock:
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: return (int)p->sharedMemPerBlock;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return (int)p->sharedMemPerMultiprocessor;
        case cudaDevAttrTotalConstantMemory: return (int)p->totalConstMem;
        case cudaDevAttrWarpSize: return p->warpSize;
        case cudaDevAttrMaxRegistersPerBlock: return p->regsPerBlock;
        case cudaDevAttrClockRate: return p->clockRate;
        case cudaDevAttrMultiProcessorCount: return p->multiProcessorCount;
        case cudaDevAttrIntegrated: return p->integrated;
        case cudaDevAttrCanMapHostMemory: return p->canMapHostMemory;
        case cudaDevAttrConcurrentKernels: return p->concurrentKernels;
        case cudaDevAttrMemoryClockRate: return p->memoryClockRate;
        case cudaDevAttrGlobalMemoryBusWidth: return p->memoryBusWidth;
        case cudaDevAttrL2CacheSize: return p->l2CacheSize;
        case cudaDevAttrMaxThreadsPerMultiProcessor: return p->maxThreadsPerMultiProcessor;
        case cudaDevAttrUnifiedAddressing: return p->unifiedAddressing;
        case cudaDevAttrComputeCapabilityMajor: return p->major;
        case cudaDevAttrComputeCapabilityMinor: return p->minor;
        case cudaDevAttrManagedMemory: return p->managedMemory;
        case cudaDevAttrConcurrentManagedAccess: return p->concurrentManagedAccess;
        case cudaDevAttrCooperativeLaunch: return p->cooperativeLaunch;
    }
    return -1;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    struct cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error != cudaSuccess) return error;
    *value = attribute_of(&properties, attribute);
    session_t *session = session_enter();
    return session_leave(session, *value < 0 ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
cudaError_t cudaThreadSynchronize(void) { return cudaSuccess; }
/* Allocations stay: programs end after it, and reports still name their memory. */
cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
cudaError_t cudaThreadExit(void) { return cudaSuccess; }
cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
cudaError_t cudaProfilerStop(void) { return cudaSuccess; }
cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    (void)flags;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    (void)config;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    (void)config;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    (void)limit, (void)value;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    *value = limit == cudaLimitStackSize ? 524288 : limit == cudaLimitMallocHeapSize ? DEVICE_MEMORY_BYTES : 0;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version) {
    *version = 10010;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }

/* ---- errors ---- */

cudaError_t cudaPeekAtLastError(void) {
    session_t *session = session_enter();
    const cudaError_t error = session->last_error;
    session_leave(session, cudaSuccess);
    return error;
}

cudaError_t cudaGetLastError(void) {
    session_t *session = session_enter();
    const cudaError_t error = session->last_error;
    session->last_error = cudaSuccess;
    session_leave(session, cudaSuccess);
    return error;
}

typedef struct error_text {
    cudaError_t error;
    const char *name, *text;
} error_text_t;
#define ERROR_TEXT(error, text) {error, #error, text}
static const error_text_t error_texts[] = {
    ERROR_TEXT(cudaSuccess, "no error"),
    ERROR_TEXT(cudaErrorInvalidValue, "invalid argument"),
    ERROR_TEXT(cudaErrorMemoryAllocation, "out of memory"),
    ERROR_TEXT(cudaErrorInitializationError, "initialization error"),
    ERROR_TEXT(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    ERROR_TEXT(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    ERROR_TEXT(cudaErrorInvalidSymbol, "invalid device symbol"),
    ERROR_TEXT(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    ERROR_TEXT(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ERROR_TEXT(cudaErrorInvalidDeviceFunction, "invalid device function"),
    ERROR_TEXT(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    ERROR_TEXT(cudaErrorInvalidDevice, "invalid device ordinal"),
    ERROR_TEXT(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    ERROR_TEXT(cudaErrorNotReady, "device not ready"),
    ERROR_TEXT(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    ERROR_TEXT(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    ERROR_TEXT(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    ERROR_TEXT(cudaErrorAssert, "device-side assert triggered"),
    ERROR_TEXT(cudaErrorLaunchFailure, "unspecified launch failure"),
    ERROR_TEXT(cudaErrorNotSupported, "operation not supported"),
    ERROR_TEXT(cudaErrorUnknown, "unknown error"),
};

static const error_text_t *text_of(cudaError_t error) {
    for (size_t i = 0; i < sizeof error_texts / sizeof *error_texts; i++)
        if (error_texts[i].error == error) return &error_texts[i];
    return NULL;
}

const char *cudaGetErrorString(cudaError_t error) {
    const error_text_t *found = text_of(error);
    return found != NULL ? found->text : "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t error) {
    const error_text_t *found = text_of(error);
    return found != NULL ? found->name : "unrecognized error code";
}

/* ---- streams: one order for all ---- */

struct scord_cuda_stream { int unused; };
struct scord_cuda_event { uint64_t cycle; bool recorded; };

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    session_t *session = session_enter();
    *stream = calloc(1, sizeof **stream);
    return session_leave(session, *stream == NULL ? cudaErrorMemoryAllocation : cudaSuccess);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    (void)flags;
    return cudaStreamCreate(stream);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    (void)flags, (void)priority;
    return cudaStreamCreate(stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    free(stream);
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    (void)stream;
    return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    (void)stream;
    return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    (void)stream, (void)event, (void)flags;
    return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user, unsigned int flags) {
    (void)flags;
    callback(stream, cudaSuccess, user);
    return cudaSuccess;
}

/* ---- events: stamps of the front end's cycle ---- */

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    session_t *session = session_enter();
    *event = calloc(1, sizeof **event);
    return session_leave(session, *event == NULL ? cudaErrorMemoryAllocation : cudaSuccess);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    (void)flags;
    return cudaEventCreate(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    free(event);
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    (void)stream;
    session_t *session = session_enter();
    if (event == NULL) return session_leave(session, cudaErrorInvalidResourceHandle);
    event->cycle = gpu_cycle(session->gpu);
    event->recorded = true;
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    (void)event;
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    (void)event;
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to) {
    session_t *session = session_enter();
    if (from == NULL || to == NULL || !from->recorded || !to->recorded)
        return session_leave(session, cudaErrorInvalidResourceHandle);
    *milliseconds = (float)(((double)to->cycle - (double)from->cycle) / CLOCK_KHZ);
    return session_leave(session, cudaSuccess);
}
