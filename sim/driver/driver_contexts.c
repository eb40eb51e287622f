/* SPDX-License-Identifier: Apache-2.0 */
/* driver_contexts.c: the driver, its one device, and contexts: names for the one state that there
 * is. Each thread has a stack of current ones. */
#include <stdlib.h>
#include <string.h>

#include "sim/driver/driver.h"

enum { DRIVER_VERSION = 13000, STACK_MOST = 64 };

struct CUctx_st {
    unsigned int flags, users;
};
static struct CUctx_st primary; /* the runtime's */
static _Thread_local CUcontext stack[STACK_MOST];
static _Thread_local unsigned depth;

CUresult cuInit(unsigned int flags) {
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    session_leave(session_enter(), cudaSuccess);
    return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int *version) {
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = DRIVER_VERSION;
    return CUDA_SUCCESS;
}

/* ---- the device ---- */

CUresult cuDeviceGetCount(int *count) {
    if (!count) return CUDA_ERROR_INVALID_VALUE;
    return driver_error(cudaGetDeviceCount(count));
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

static CUresult properties_of(struct cudaDeviceProp *properties, CUdevice device) {
    const driver_call_t call = driver_begin("cuDeviceGetAttribute");
    return driver_end(call, cudaGetDeviceProperties(properties, device));
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    struct cudaDeviceProp properties;
    const CUresult error = properties_of(&properties, device);
    if (error != CUDA_SUCCESS) return error;
    if (!name || length <= 0) return CUDA_ERROR_INVALID_VALUE;
    strncpy(name, properties.name, (size_t)length);
    name[length - 1] = '\0';
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
    static const char made_up[sizeof uuid->bytes] = "scord model 0";
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    memcpy(uuid->bytes, made_up, sizeof uuid->bytes);
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) { return cuDeviceGetUuid(uuid, device); }
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    *bytes = DEVICE_MEMORY_BYTES;
    return CUDA_SUCCESS;
}

/* What this machine has no word for is not there. */
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    const driver_call_t call = driver_begin("cuDeviceGetAttribute");
    cudaError_t error = cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)(int)attribute, device);
    if (error == cudaErrorInvalidValue && attribute > 0) {
        *value = attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED;
        error = cudaSuccess;
    }
    return driver_end(call, error);
}
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    struct cudaDeviceProp properties;
    const CUresult error = properties_of(&properties, device);
    if (error != CUDA_SUCCESS) return error;
    *major = properties.major;
    *minor = properties.minor;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetProperties(CUdevprop *to, CUdevice device) {
    struct cudaDeviceProp from;
    const CUresult error = properties_of(&from, device);
    if (error != CUDA_SUCCESS) return error;
    *to = (CUdevprop){.maxThreadsPerBlock = from.maxThreadsPerBlock,
                      .sharedMemPerBlock = (int)from.sharedMemPerBlock,
                      .totalConstantMemory = (int)from.totalConstMem,
                      .SIMDWidth = from.warpSize,
                      .memPitch = (int)from.memPitch,
                      .regsPerBlock = from.regsPerBlock,
                      .clockRate = from.clockRate,
                      .textureAlign = (int)from.textureAlignment};
    memcpy(to->maxThreadsDim, from.maxThreadsDim, sizeof to->maxThreadsDim);
    memcpy(to->maxGridSize, from.maxGridSize, sizeof to->maxGridSize);
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device) {
    return driver_error(cudaDeviceGetPCIBusId(id, length, device));
}
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
    return driver_error(cudaDeviceCanAccessPeer(can, device, peer));
}

/* ---- the primary context ---- */

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    primary.users++;
    *context = &primary;
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (primary.users == 0) return CUDA_ERROR_INVALID_CONTEXT;
    primary.users--;
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
    return device == 0 ? cuCtxSynchronize() : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    primary.flags = flags;
    return CUDA_SUCCESS;
}

/* A program with kernels of its own uses the runtime, which has made it. */
static bool runtime_is_used(void) {
    session_t *session = session_enter();
    bool used = false;
    for (const session_symbol_t *kernel = session->kernels; kernel; kernel = kernel->next)
        used |= kernel->host != kernel;
    session_leave(session, cudaSuccess);
    return used;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (flags) *flags = primary.flags;
    if (active) *active = primary.users > 0 || runtime_is_used();
    return CUDA_SUCCESS;
}

/* ---- contexts ---- */

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    CUcontext made = calloc(1, sizeof *made);
    if (!made || depth == STACK_MOST) {
        free(made);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    made->flags = flags;
    *context = stack[depth++] = made;
    return CUDA_SUCCESS;
}
CUresult cuCtxCreate_v3(CUcontext *context, void *affinities, int count, unsigned int flags,
                        CUdevice device) {
    (void)affinities, (void)count;
    return cuCtxCreate(context, flags, device);
}
CUresult cuCtxCreate_v4(CUcontext *context, void *parameters, unsigned int flags, CUdevice device) {
    (void)parameters;
    return cuCtxCreate(context, flags, device);
}
CUresult cuCtxDestroy(CUcontext context) {
    if (!context || context == &primary) return CUDA_ERROR_INVALID_CONTEXT;
    const CUresult error = cuCtxSynchronize();
    if (depth > 0 && stack[depth - 1] == context) depth--;
    free(context);
    return error;
}
CUresult cuCtxPushCurrent(CUcontext context) {
    if (!context) return CUDA_ERROR_INVALID_CONTEXT;
    if (depth == STACK_MOST) return CUDA_ERROR_OUT_OF_MEMORY;
    stack[depth++] = context;
    return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext *context) {
    if (depth == 0) return CUDA_ERROR_INVALID_CONTEXT;
    depth--;
    if (context) *context = stack[depth];
    return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
    if (depth > 0) depth--;
    return context ? cuCtxPushCurrent(context) : CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    *context = depth > 0 ? stack[depth - 1] : runtime_is_used() ? &primary : NULL;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice *device) {
    *device = 0;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetFlags(unsigned int *flags) {
    *flags = depth > 0 ? stack[depth - 1]->flags : primary.flags;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version) {
    (void)context;
    *version = 3020;
    return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize(void) {
    const driver_call_t call = driver_begin("cuCtxSynchronize");
    return driver_end(call, cudaDeviceSynchronize());
}

/* ---- limits and hints ---- */

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
    return driver_error(cudaDeviceSetLimit((enum cudaLimit)(int)limit, value));
}
CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
    return driver_error(cudaDeviceGetLimit(value, (enum cudaLimit)(int)limit));
}
CUresult cuCtxGetCacheConfig(CUfunc_cache *config) {
    *config = CU_FUNC_CACHE_PREFER_NONE;
    return CUDA_SUCCESS;
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
    (void)config;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config) {
    *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return CUDA_SUCCESS;
}
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
    (void)config;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
    return driver_error(cudaDeviceGetStreamPriorityRange(least, greatest));
}
CUresult cuProfilerStart(void) { return CUDA_SUCCESS; }
CUresult cuProfilerStop(void) { return CUDA_SUCCESS; }
