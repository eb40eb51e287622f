/* SPDX-License-Identifier: Apache-2.0 */
/* driver_entry_points.c: cuGetProcAddress: functions by name, for programs that open the library
 * themselves; of several versions the newest that the program's version of CUDA knows. */
#include <string.h>

#include "sim/driver/driver.h"

typedef void function_t(void);
typedef struct entry_point {
    const char *name;
    int since; /* version of CUDA; 0: any */
    function_t *function;
} entry_point_t;
#define ENTRY(name)                                                                                \
    { #name, 0, (function_t *)name }
#define NEWER(name, since, function)                                                               \
    { name, since, (function_t *)function }
static const entry_point_t entries[] = {
    ENTRY(cuInit),
    ENTRY(cuDriverGetVersion),
    ENTRY(cuGetErrorName),
    ENTRY(cuGetErrorString),
    ENTRY(cuGetProcAddress),
    NEWER("cuGetProcAddress", 12000, cuGetProcAddress_v2),
    ENTRY(cuDeviceGet),
    ENTRY(cuDeviceGetCount),
    ENTRY(cuDeviceGetName),
    ENTRY(cuDeviceGetUuid),
    NEWER("cuDeviceGetUuid", 11040, cuDeviceGetUuid_v2),
    ENTRY(cuDeviceTotalMem),
    ENTRY(cuDeviceGetAttribute),
    ENTRY(cuDeviceComputeCapability),
    ENTRY(cuDeviceGetProperties),
    ENTRY(cuDeviceGetPCIBusId),
    ENTRY(cuDeviceCanAccessPeer),
    ENTRY(cuDevicePrimaryCtxRetain),
    ENTRY(cuDevicePrimaryCtxRelease),
    ENTRY(cuDevicePrimaryCtxReset),
    ENTRY(cuDevicePrimaryCtxSetFlags),
    ENTRY(cuDevicePrimaryCtxGetState),
    ENTRY(cuCtxCreate),
    NEWER("cuCtxCreate", 11040, cuCtxCreate_v3),
    NEWER("cuCtxCreate", 12050, cuCtxCreate_v4),
    ENTRY(cuCtxDestroy),
    ENTRY(cuCtxPushCurrent),
    ENTRY(cuCtxPopCurrent),
    ENTRY(cuCtxSetCurrent),
    ENTRY(cuCtxGetCurrent),
    ENTRY(cuCtxGetDevice),
    ENTRY(cuCtxGetFlags),
    ENTRY(cuCtxGetApiVersion),
    ENTRY(cuCtxSynchronize),
    ENTRY(cuCtxSetLimit),
    ENTRY(cuCtxGetLimit),
    ENTRY(cuCtxGetCacheConfig),
    ENTRY(cuCtxSetCacheConfig),
    ENTRY(cuCtxGetSharedMemConfig),
    ENTRY(cuCtxSetSharedMemConfig),
    ENTRY(cuCtxGetStreamPriorityRange),
    ENTRY(cuProfilerStart),
    ENTRY(cuProfilerStop),
    ENTRY(cuModuleLoad),
    ENTRY(cuModuleLoadData),
    ENTRY(cuModuleLoadDataEx),
    ENTRY(cuModuleLoadFatBinary),
    ENTRY(cuModuleUnload),
    ENTRY(cuModuleGetFunction),
    ENTRY(cuModuleGetFunctionCount),
    ENTRY(cuModuleEnumerateFunctions),
    ENTRY(cuModuleGetGlobal),
    ENTRY(cuModuleGetLoadingMode),
    ENTRY(cuLinkCreate),
    ENTRY(cuLinkAddData),
    ENTRY(cuLinkAddFile),
    ENTRY(cuLinkComplete),
    ENTRY(cuLinkDestroy),
    ENTRY(cuLibraryLoadData),
    ENTRY(cuLibraryLoadFromFile),
    ENTRY(cuLibraryUnload),
    ENTRY(cuLibraryGetKernel),
    ENTRY(cuLibraryGetKernelCount),
    ENTRY(cuLibraryEnumerateKernels),
    ENTRY(cuLibraryGetModule),
    ENTRY(cuLibraryGetGlobal),
    ENTRY(cuLibraryGetManaged),
    ENTRY(cuKernelGetFunction),
    ENTRY(cuKernelGetName),
    ENTRY(cuKernelGetAttribute),
    ENTRY(cuKernelSetAttribute),
    ENTRY(cuKernelSetCacheConfig),
    ENTRY(cuFuncGetName),
    ENTRY(cuFuncGetAttribute),
    ENTRY(cuFuncSetAttribute),
    ENTRY(cuFuncSetCacheConfig),
    ENTRY(cuFuncSetSharedMemConfig),
    ENTRY(cuFuncGetParamInfo),
    ENTRY(cuLaunchKernel),
    ENTRY(cuLaunchKernelEx),
    ENTRY(cuLaunchCooperativeKernel),
    ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor),
    ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
    ENTRY(cuOccupancyMaxPotentialBlockSize),
    ENTRY(cuOccupancyMaxPotentialBlockSizeWithFlags),
    ENTRY(cuMemGetInfo),
    ENTRY(cuMemAlloc),
    ENTRY(cuMemAllocPitch),
    ENTRY(cuMemAllocManaged),
    ENTRY(cuMemAllocHost),
    ENTRY(cuMemAllocAsync),
    ENTRY(cuMemHostAlloc),
    ENTRY(cuMemHostGetDevicePointer),
    ENTRY(cuMemAddressReserve),
    ENTRY(cuMemAddressFree),
    ENTRY(cuMemGetAllocationGranularity),
    ENTRY(cuMemCreate),
    ENTRY(cuMemRelease),
    ENTRY(cuMemRetainAllocationHandle),
    ENTRY(cuMemGetAllocationPropertiesFromHandle),
    ENTRY(cuMemMap),
    ENTRY(cuMemUnmap),
    ENTRY(cuMemSetAccess),
    ENTRY(cuMemGetAccess),
    ENTRY(cuMemHostGetFlags),
    ENTRY(cuMemHostRegister),
    ENTRY(cuMemHostUnregister),
    ENTRY(cuMemFree),
    ENTRY(cuMemFreeAsync),
    ENTRY(cuMemFreeHost),
    ENTRY(cuMemGetAddressRange),
    ENTRY(cuPointerGetAttribute),
    ENTRY(cuPointerGetAttributes),
    ENTRY(cuMemcpy),
    ENTRY(cuMemcpyAsync),
    ENTRY(cuMemcpyPeer),
    ENTRY(cuMemcpyPeerAsync),
    ENTRY(cuMemcpyHtoD),
    ENTRY(cuMemcpyDtoH),
    ENTRY(cuMemcpyDtoD),
    ENTRY(cuMemcpyHtoDAsync),
    ENTRY(cuMemcpyDtoHAsync),
    ENTRY(cuMemcpyDtoDAsync),
    ENTRY(cuMemcpy2D),
    ENTRY(cuMemcpy2DUnaligned),
    ENTRY(cuMemcpy2DAsync),
    ENTRY(cuMemsetD8),
    ENTRY(cuMemsetD16),
    ENTRY(cuMemsetD32),
    ENTRY(cuMemsetD8Async),
    ENTRY(cuMemsetD16Async),
    ENTRY(cuMemsetD32Async),
    ENTRY(cuMemsetD2D8),
    ENTRY(cuMemsetD2D16),
    ENTRY(cuMemsetD2D32),
    ENTRY(cuMemPrefetchAsync),
    ENTRY(cuMemAdvise),
    ENTRY(cuStreamCreate),
    ENTRY(cuStreamCreateWithPriority),
    ENTRY(cuStreamDestroy),
    ENTRY(cuStreamSynchronize),
    ENTRY(cuStreamQuery),
    ENTRY(cuStreamWaitEvent),
    ENTRY(cuStreamAddCallback),
    ENTRY(cuLaunchHostFunc),
    ENTRY(cuStreamGetFlags),
    ENTRY(cuStreamGetPriority),
    ENTRY(cuStreamGetCtx),
    ENTRY(cuStreamAttachMemAsync),
    ENTRY(cuEventCreate),
    ENTRY(cuEventDestroy),
    ENTRY(cuEventRecord),
    ENTRY(cuEventRecordWithFlags),
    ENTRY(cuEventSynchronize),
    ENTRY(cuEventQuery),
    ENTRY(cuEventElapsedTime),
};

/* Old programs may name a version themselves (cuMemAlloc_v2). */
static bool is_named(const entry_point_t *entry, const char *name) {
    const size_t length = strlen(entry->name);
    return strncmp(name, entry->name, length) == 0 &&
           (name[length] == '\0' || strcmp(name + length, "_v2") == 0);
}

CUresult cuGetProcAddress_v2(const char *name, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *found) {
    (void)flags;
    const entry_point_t *best = NULL;
    if (!name || !function) return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (is_named(&entries[i], name) && entries[i].since <= version &&
            (!best || entries[i].since > best->since))
            best = &entries[i];
    *function = NULL;
    if (best) memcpy(function, &best->function, sizeof *function);
    if (found) *found = best ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return best ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
CUresult cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags) {
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

/* Undocumented tables: NVRTC asks for one, and goes without. */
CUresult cuGetExportTable(const void **table, const CUuuid *id);
CUresult cuGetExportTable(const void **table, const CUuuid *id) {
    (void)id;
    *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
}
