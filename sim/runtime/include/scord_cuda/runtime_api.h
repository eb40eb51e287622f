/* runtime_api.h: the CUDA runtime API that scord provides. Part of scord_cuda.h; implemented by sim/runtime.
 *
 * Streams are in order and every launch has run to its end when the call returns; so have asynchronous copies.
 */
#ifndef SCORD_CUDA_RUNTIME_API_H
#define SCORD_CUDA_RUNTIME_API_H

#ifdef __cplusplus
#define SCORD_DEFAULT(value) = value
extern "C" {
#else /* the runtime itself, in C */
#define SCORD_DEFAULT(value)
#define __host__
#include <stddef.h>
typedef struct dim3 { unsigned int x, y, z; } dim3;
#endif

/* Values are CUDA 10.1's. */
typedef enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702,
    cudaErrorAssert = 710,
    cudaErrorLaunchFailure = 719,
    cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999
} cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

typedef struct scord_cuda_stream *cudaStream_t;
typedef struct scord_cuda_event *cudaEvent_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *user);

enum {
    cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
    cudaStreamDefault = 0, cudaStreamNonBlocking = 1,
    cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4,
    cudaHostRegisterDefault = 0,
    cudaMemAttachGlobal = 1, cudaMemAttachHost = 2,
    cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
    cudaDeviceScheduleBlockingSync = 4, cudaDeviceMapHost = 8
};
#define cudaCpuDeviceId (-1)
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount
};
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13, cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19, cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrManagedMemory = 83,
    cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
    int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, concurrentManagedAccess, cooperativeLaunch;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
};
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
struct cudaPointerAttributes {
    enum cudaMemoryType memoryType, type;
    int device;
    void *devicePointer, *hostPointer;
};

/* ---- memory ---- */
__host__ cudaError_t cudaMalloc(void **pointer, size_t bytes);
__host__ cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags);
__host__ cudaError_t cudaMallocHost(void **pointer, size_t bytes);
__host__ cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags);
__host__ cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
__host__ cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
__host__ cudaError_t cudaFree(void *pointer);
__host__ cudaError_t cudaFreeHost(void *pointer);
__host__ cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
__host__ cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                                     cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                  size_t height, enum cudaMemcpyKind kind);
__host__ cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                       size_t height, enum cudaMemcpyKind kind, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset SCORD_DEFAULT(0),
                                        enum cudaMemcpyKind kind SCORD_DEFAULT(cudaMemcpyHostToDevice));
__host__ cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset SCORD_DEFAULT(0),
                                          enum cudaMemcpyKind kind SCORD_DEFAULT(cudaMemcpyDeviceToHost));
__host__ cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                             enum cudaMemcpyKind kind, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                               enum cudaMemcpyKind kind, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);
__host__ cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol);
__host__ cudaError_t cudaMemset(void *pointer, int value, size_t bytes);
__host__ cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
__host__ cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
__host__ cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, int device);
__host__ cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

/* ---- device ---- */
__host__ cudaError_t cudaGetDeviceCount(int *count);
__host__ cudaError_t cudaGetDevice(int *device);
__host__ cudaError_t cudaSetDevice(int device);
__host__ cudaError_t cudaSetDeviceFlags(unsigned int flags);
__host__ cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
__host__ cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
__host__ cudaError_t cudaDeviceSynchronize(void);
__host__ cudaError_t cudaThreadSynchronize(void);
__host__ cudaError_t cudaDeviceReset(void);
__host__ cudaError_t cudaThreadExit(void);
__host__ cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
__host__ cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
__host__ cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
__host__ cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
__host__ cudaError_t cudaDriverGetVersion(int *version);
__host__ cudaError_t cudaRuntimeGetVersion(int *version);

/* ---- errors ---- */
__host__ cudaError_t cudaGetLastError(void);
__host__ cudaError_t cudaPeekAtLastError(void);
__host__ const char *cudaGetErrorString(cudaError_t error);
__host__ const char *cudaGetErrorName(cudaError_t error);

/* ---- streams and events ---- */
__host__ cudaError_t cudaStreamCreate(cudaStream_t *stream);
__host__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
__host__ cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
__host__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
__host__ cudaError_t cudaStreamSynchronize(cudaStream_t stream);
__host__ cudaError_t cudaStreamQuery(cudaStream_t stream);
__host__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                           unsigned int flags);
__host__ cudaError_t cudaEventCreate(cudaEvent_t *event);
__host__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
__host__ cudaError_t cudaEventDestroy(cudaEvent_t event);
__host__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaEventSynchronize(cudaEvent_t event);
__host__ cudaError_t cudaEventQuery(cudaEvent_t event);
/* Milliseconds of the modelled device: front-end cycles at the clock rate of cudaDeviceProp. */
__host__ cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);

/* ---- kernels ---- */
__host__ cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                      size_t dynamic_shared, cudaStream_t stream);
__host__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function);
__host__ cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value);
__host__ cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config);
__host__ cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config);
__host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int block_size,
                                                                   size_t dynamic_shared);
__host__ cudaError_t cudaProfilerStart(void);
__host__ cudaError_t cudaProfilerStop(void);

/* What clang's <<<>>> calls; it looks the older name up when it compiles for the device. */
__host__ cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared SCORD_DEFAULT(0), cudaStream_t stream SCORD_DEFAULT(0));
__host__ unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared SCORD_DEFAULT(0), void *stream SCORD_DEFAULT(0));
__host__ cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *dynamic_shared, void *stream);

#ifdef __cplusplus
}

/* ---- the SDK's typed overloads ---- */
#define SCORD_HOST static __inline__ __attribute__((host))
template <typename T> SCORD_HOST cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    return cudaMalloc((void **)pointer, bytes);
}
template <typename T>
SCORD_HOST cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void **)pointer, bytes, flags);
}
template <typename T> SCORD_HOST cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned int flags = 0) {
    return cudaHostAlloc((void **)pointer, bytes, flags);
}
template <typename T> SCORD_HOST cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags) {
    return cudaHostAlloc((void **)pointer, bytes, flags);
}
template <typename T> SCORD_HOST cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return cudaHostGetDevicePointer((void **)device, host, flags);
}
template <typename T>
SCORD_HOST cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}
template <typename T>
SCORD_HOST cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                          enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <typename T>
SCORD_HOST cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                            enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <typename T>
SCORD_HOST cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset,
                                               enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <typename T>
SCORD_HOST cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset,
                                                 enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <typename T> SCORD_HOST cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <typename T> SCORD_HOST cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    return cudaGetSymbolSize(bytes, (const void *)&symbol);
}
template <typename T>
SCORD_HOST cudaError_t cudaLaunchKernel(const T *function, dim3 grid, dim3 block, void **arguments,
                                        size_t dynamic_shared = 0, cudaStream_t stream SCORD_DEFAULT(0)) {
    return cudaLaunchKernel((const void *)function, grid, block, arguments, dynamic_shared, stream);
}
template <typename T> SCORD_HOST cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *function) {
    return cudaFuncGetAttributes(attributes, (const void *)function);
}
template <typename T>
SCORD_HOST cudaError_t cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <typename T> SCORD_HOST cudaError_t cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config) {
    return cudaFuncSetCacheConfig((const void *)function, config);
}
template <typename T> SCORD_HOST cudaError_t cudaFuncSetSharedMemConfig(T *function, enum cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig((const void *)function, config);
}
template <typename T>
SCORD_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *function, int block_size,
                                                                     size_t dynamic_shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, block_size, dynamic_shared);
}
/* The block size with the most resident threads, ties to the larger one (CUDA's definition). */
template <typename T>
SCORD_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T *function, size_t dynamic_shared = 0,
                                                          int limit = 0) {
    struct cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    int best = 0;
    if (limit <= 0 || limit > properties.maxThreadsPerBlock) limit = properties.maxThreadsPerBlock;
    for (int size = limit / 32 * 32; size >= 32; size -= 32) {
        int blocks = 0;
        cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)function, size, dynamic_shared);
        if (error != cudaSuccess) return error;
        if (blocks * size > best) {
            best = blocks * size;
            *block = size;
            *grid = blocks * properties.multiProcessorCount;
        }
    }
    return best > 0 ? cudaSuccess : cudaErrorInvalidConfiguration;
}
#undef SCORD_HOST
#endif

#endif
