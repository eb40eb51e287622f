/* device_api.c: the device's properties and limits, and errors. */
#include <string.h>

#include "sim/runtime/ordering.h"

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
        .multiProcessorCount = (int)session->config.num_sms,
        .canMapHostMemory = 1,
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
        .sharedMemPerBlockOptin = GPU_SHARED_BYTES,
        .maxBlocksPerMultiProcessor = (int)session->config.blocks_per_sm,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .streamPrioritiesSupported = 1,
        .pageableMemoryAccess = 0,
        .canUseHostPointerForRegisteredMem = 1,
        .singleToDoublePrecisionPerfRatio = 8,
        .surfaceAlignment = 512,
        .texturePitchAlignment = 32,
        .hostNativeAtomicSupported = 0,
        .computePreemptionSupported = 0};
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
    case cudaDevAttrMaxRegistersPerMultiprocessor: return p->regsPerMultiprocessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return p->maxBlocksPerMultiProcessor;
    case cudaDevAttrEccEnabled: return p->ECCEnabled;
    case cudaDevAttrAsyncEngineCount: return p->asyncEngineCount;
    case cudaDevAttrComputeMode: return p->computeMode;
    case cudaDevAttrTextureAlignment: return (int)p->textureAlignment;
    case cudaDevAttrMaxPitch: return (int)p->memPitch;
    case cudaDevAttrPageableMemoryAccess: return p->pageableMemoryAccess;
    case cudaDevAttrStreamPrioritiesSupported: return p->streamPrioritiesSupported;
    case cudaDevAttrHostNativeAtomicSupported: return p->hostNativeAtomicSupported;
    case cudaDevAttrCanUseHostPointerForRegisteredMem: return p->canUseHostPointerForRegisteredMem;
    case cudaDevAttrPciBusId:
    case cudaDevAttrPciDeviceId: return 0;
    case cudaDevAttrKernelExecTimeout: return p->kernelExecTimeoutEnabled;
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

cudaError_t cudaDeviceSynchronize(void) {
    session_t *session = session_enter();
    session_settle(session);
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
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    (void)limit, (void)value;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    *value = limit == cudaLimitStackSize        ? 524288
             : limit == cudaLimitMallocHeapSize ? DEVICE_MEMORY_BYTES
                                                : 0;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version) {
    *version = 10010;
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
#define ERROR_TEXT(error, text)                                                                    \
    { error, #error, text }
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
    ERROR_TEXT(cudaErrorInsufficientDriver,
               "CUDA driver version is insufficient for CUDA runtime version"),
    ERROR_TEXT(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    ERROR_TEXT(cudaErrorNoKernelImageForDevice,
               "no kernel image is available for execution on the device"),
    ERROR_TEXT(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ERROR_TEXT(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ERROR_TEXT(cudaErrorHostMemoryAlreadyRegistered,
               "part or all of the requested memory range is already mapped"),
    ERROR_TEXT(cudaErrorHostMemoryNotRegistered,
               "pointer does not correspond to a registered memory region"),
    ERROR_TEXT(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    ERROR_TEXT(cudaErrorMisalignedAddress, "misaligned address"),
    ERROR_TEXT(cudaErrorInvalidAddressSpace,
               "operation not supported on global/shared address space"),
    ERROR_TEXT(cudaErrorInvalidPc, "invalid program counter"),
    ERROR_TEXT(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ERROR_TEXT(cudaErrorNotPermitted, "operation not permitted"),
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
