/* SPDX-License-Identifier: Apache-2.0 */
/* device_api.c: the device's properties and limits, and errors. */
#include <string.h>

#include "sim/runtime/operations.h"

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
    const int registers = session->cycles.wanted ? (int)session->cycles.machine.registers : 32768;
    const int threads = threads_per_block(session);
    const unsigned architecture = session_architecture(session);
    *properties = (struct cudaDeviceProp){
        .name = "scord front-end model",
        .totalGlobalMem = DEVICE_MEMORY_BYTES,
        .sharedMemPerBlock = GPU_SHARED_BYTES,
        .regsPerBlock = registers,
        .warpSize = SCORD_THREADS_PER_WARP,
        .memPitch = INT32_MAX,
        .maxThreadsPerBlock = threads,
        .maxThreadsDim = {threads, threads, 64},
        .maxGridSize = {INT32_MAX, UINT16_MAX, UINT16_MAX},
        .clockRate = DEVICE_CLOCK_KHZ,
        .totalConstMem = 65536,
        .major = (int)(architecture / 10),
        .minor = (int)(architecture % 10),
        .textureAlignment = 512,
        .deviceOverlap = 1,
        .maxTexture1D = 131072, /* as GPUs of that generation; memory is the limit here */
        .maxTexture1DLinear = 268435456,
        .maxTexture2D = {131072, 65536},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxSurface1D = 32768,
        .maxSurface2D = {131072, 65536},
        .maxSurface3D = {16384, 16384, 16384},
        .maxSurface2DLayered = {32768, 32768, 2048},
        .multiProcessorCount = (int)session->config.num_sms,
        .canMapHostMemory = 1,
        .concurrentKernels = 1, /* in the model one after the other: an order that is allowed */
        .asyncEngineCount = 2,
        .unifiedAddressing = 1,
        .memoryClockRate = 1848000,
        .memoryBusWidth = 384,
        .l2CacheSize = 786432,
        .maxThreadsPerMultiProcessor = (int)(session->config.warps_per_sm * SCORD_THREADS_PER_WARP),
        .sharedMemPerMultiprocessor = GPU_SHARED_BYTES,
        .regsPerMultiprocessor = registers,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = session_most_shared(session),
        .maxBlocksPerMultiProcessor = (int)session->config.blocks_per_sm,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .streamPrioritiesSupported = 1,
        .pageableMemoryAccess = 0,
        .canUseHostPointerForRegisteredMem = 1,
        .singleToDoublePrecisionPerfRatio = 8,
        .surfaceAlignment = 512,
        .texturePitchAlignment = 32,
        .hostRegisterSupported = 1,
        .memoryPoolsSupported = 1,
        .hostNativeAtomicSupported = 0,
        .computePreemptionSupported = 0};
    for (unsigned i = 0; i < sizeof properties->uuid.bytes; i++) /* the same in every run */
        properties->uuid.bytes[i] = "scord model of a"[i];
    return session_leave(session, cudaSuccess);
}

static int attribute_of(const struct cudaDeviceProp *p, enum cudaDeviceAttr attribute) {
    switch (attribute) {
#define SCORD_ATTRIBUTE(name, number, value)                                                       \
    case number:                                                                                   \
        return value;
#include "sim/runtime/include/scord_cuda/device_attributes.h"
#undef SCORD_ATTRIBUTE
    default: return -2;
    }
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    struct cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error != cudaSuccess) return error;
    *value = attribute_of(&properties, attribute);
    session_t *session = session_enter();
    return session_leave(session, *value == -2 ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaDeviceSynchronize(void) {
    session_t *session = session_enter();
    operations_await_all(session);
    ordering_device_done(session);
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }
/* Allocations are kept: programs end after it, and reports still name their memory. */
cudaError_t cudaDeviceReset(void) { return cudaDeviceSynchronize(); }
cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
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
/* Kept for those who ask; the model has room for what it can hold, whatever they are. */
static size_t limits[] = {[cudaLimitStackSize] = 524288,
                          [cudaLimitPrintfFifoSize] = 1 << 20,
                          [cudaLimitMallocHeapSize] = DEVICE_MEMORY_BYTES,
                          [cudaLimitDevRuntimeSyncDepth] = 2,
                          [cudaLimitDevRuntimePendingLaunchCount] = 2048,
                          [cudaLimitMaxL2FetchGranularity] = 64,
                          [cudaLimitPersistingL2CacheSize] = 0};
static bool is_limit(enum cudaLimit limit) {
    return (unsigned int)limit < sizeof limits / sizeof *limits;
}
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    session_t *session = session_enter();
    if (is_limit(limit)) limits[limit] = value;
    return session_leave(session, is_limit(limit) ? cudaSuccess : cudaErrorUnsupportedLimit);
}
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    session_t *session = session_enter();
    if (value && is_limit(limit)) *value = limits[limit];
    return session_leave(session, !value            ? cudaErrorInvalidValue
                                  : is_limit(limit) ? cudaSuccess
                                                    : cudaErrorUnsupportedLimit);
}
enum { OFFERED_VERSION = 12040 }; /* CUDART_VERSION of scord_cuda.h */
cudaError_t cudaDriverGetVersion(int *version) {
    *version = OFFERED_VERSION;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
    *flags = cudaDeviceMapHost;
    return cudaSuccess;
}
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    (void)wanted;
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
    if (length < 13) return cudaErrorInvalidValue;
    strcpy(id, "0000:00:00.0");
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

/* There is one device, so there are no peers. */
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    *can = 0;
    return device == 0 && peer == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    (void)peer, (void)flags;
    session_t *session = session_enter();
    return session_leave(session, cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) { return cudaDeviceEnablePeerAccess(peer, 0); }

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags) {
    (void)device_flags, (void)flags;
    return cudaSetDevice(device);
}
cudaError_t cudaSetValidDevices(int *devices, int count) {
    session_t *session = session_enter();
    const bool valid = count == 0 || (devices && count == 1 && devices[0] == 0);
    return session_leave(session, valid ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
    return cudaDeviceSetLimit(limit, value);
}
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit) {
    return cudaDeviceGetLimit(value, limit);
}
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
    session_t *session = session_enter();
    const bool own = strcmp(id, "0000:00:00.0") == 0 || strcmp(id, "00:00.0") == 0;
    if (own) *device = 0;
    return session_leave(session, own ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from,
                                      int to) {
    (void)attribute, (void)from, (void)to;
    *value = 0;
    session_t *session = session_enter();
    return session_leave(session, cudaErrorInvalidDevice); /* two different devices are asked for */
}
cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }

/* ---- errors ---- */

cudaError_t cudaPeekAtLastError(void) {
    session_t *session = session_enter();
    const cudaError_t error = session_last_error(false);
    session_leave(session, cudaSuccess);
    return error;
}

cudaError_t cudaGetLastError(void) {
    session_t *session = session_enter();
    const cudaError_t error = session_last_error(true);
    session_leave(session, cudaSuccess);
    return error;
}

typedef struct error_text {
    cudaError_t error;
    const char *name, *text;
} error_text_t;
static const error_text_t error_texts[] = {
#define SCORD_ERROR(name, number, text) {name, #name, text},
#include "sim/runtime/include/scord_cuda/error_codes.h"
#undef SCORD_ERROR
};

static const error_text_t *text_of(cudaError_t error) {
    for (size_t i = 0; i < sizeof error_texts / sizeof *error_texts; i++)
        if (error_texts[i].error == error) return &error_texts[i];
    return NULL;
}

const char *cudaGetErrorString(cudaError_t error) {
    const error_text_t *found = text_of(error);
    return found ? found->text : "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t error) {
    const error_text_t *found = text_of(error);
    return found ? found->name : "unrecognized error code";
}
