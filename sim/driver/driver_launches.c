/* SPDX-License-Identifier: Apache-2.0 */
/* driver_launches.c: attributes of functions, launches and occupancy. */
#include <string.h>

#include "sim/driver/driver.h"
#include "sim/runtime/ordering.h"

static const ptx_function_t *kernel_of(session_t *session, CUfunction function) {
    session_module_t *module;
    return session_kernel(session, driver_stub(function), &module);
}

/* ---- functions ---- */

CUresult cuFuncGetName(const char **name, CUfunction function) {
    const driver_call_t call = driver_begin("cuFuncGetName");
    const ptx_function_t *kernel = kernel_of(call.session, function);
    if (kernel) *name = kernel->name;
    return driver_end(call, kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

static int attribute_of(const struct cudaFuncAttributes *all, CUfunction_attribute attribute) {
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return all->maxThreadsPerBlock;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: return (int)all->sharedSizeBytes;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: return (int)all->constSizeBytes;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: return (int)all->localSizeBytes;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: return all->numRegs;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: return all->ptxVersion;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: return all->binaryVersion;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: return all->maxDynamicSharedSizeBytes;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: break;
    }
    return 0;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
    struct cudaFuncAttributes all = {0};
    const driver_call_t call = driver_begin("cuFuncGetAttribute");
    const cudaError_t error = cudaFuncGetAttributes(&all, driver_stub(function));
    if (error == cudaSuccess) *value = attribute_of(&all, attribute);
    return driver_end(call, error);
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    const driver_call_t call = driver_begin("cuFuncSetAttribute");
    return driver_end(call, cudaFuncSetAttribute(driver_stub(function),
                                                 (enum cudaFuncAttribute)(int)attribute, value));
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
    (void)function, (void)config;
    return CUDA_SUCCESS;
}
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
    (void)function, (void)config;
    return CUDA_SUCCESS;
}
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes) {
    const driver_call_t call = driver_begin("cuFuncGetParamInfo");
    const ptx_function_t *kernel = kernel_of(call.session, function);
    const bool there = kernel && index < kernel->parameter_count;
    if (there) *offset = kernel->parameters[index].offset;
    if (there && bytes) *bytes = kernel->parameters[index].size;
    return driver_end(call, there ? cudaSuccess : cudaErrorInvalidValue);
}

/* A kernel of a library is its function. */
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
    *function = kernel;
    return kernel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuKernelGetName(const char **name, CUkernel kernel) { return cuFuncGetName(name, kernel); }
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device) {
    (void)device;
    return cuFuncGetAttribute(value, attribute, kernel);
}
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device) {
    (void)device;
    return cuFuncSetAttribute(kernel, attribute, value);
}
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device) {
    (void)kernel, (void)config, (void)device;
    return CUDA_SUCCESS;
}

/* ---- launches ---- */

enum { PARAMETERS_MOST = 4096 };

/* EXTRA: the parameters as one block of bytes. False: it names none. */
static bool read_block(void **extra, const char **block, size_t *size) {
    *block = NULL;
    *size = 0;
    for (; extra && *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) *block = extra[1];
        if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) *size = *(const size_t *)extra[1];
    }
    return *block;
}

/* Where each parameter lies. */
static bool place_parameters(const ptx_function_t *kernel, void **extra, void **places) {
    const char *block;
    size_t size;
    if (kernel->parameter_count == 0) return true;
    if (!read_block(extra, &block, &size) || kernel->parameter_count > PARAMETERS_MOST)
        return false;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const ptx_parameter_t *parameter = &kernel->parameters[i];
        if ((size_t)parameter->offset + parameter->size > size) return false;
        places[i] = (char *)(uintptr_t)block + parameter->offset;
    }
    return true;
}

static CUresult launch(const char *name, CUfunction function, dim3 grid, dim3 block,
                       unsigned int shared, CUstream stream, void **parameters, void **extra,
                       bool cooperative) {
    void *places[PARAMETERS_MOST];
    const driver_call_t call = driver_begin(name);
    const ptx_function_t *kernel = kernel_of(call.session, function);
    if (!kernel) return driver_end(call, cudaErrorInvalidDeviceFunction);
    if (!parameters && !place_parameters(kernel, extra, places))
        return driver_end(call, cudaErrorInvalidValue);
    return driver_end(call, (cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel)(
                                driver_stub(function), grid, block,
                                parameters ? parameters : places, shared, stream));
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared, CUstream stream,
                        void **parameters, void **extra) {
    return launch("cuLaunchKernel", function, (dim3){grid_x, grid_y, grid_z},
                  (dim3){block_x, block_y, block_z}, shared, stream, parameters, extra, false);
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared, CUstream stream,
                                   void **parameters) {
    return launch("cuLaunchCooperativeKernel", function, (dim3){grid_x, grid_y, grid_z},
                  (dim3){block_x, block_y, block_z}, shared, stream, parameters, NULL, true);
}

/* Clusters of several blocks are not modelled: one that asks for them is refused by name. */
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters,
                          void **extra) {
    bool cooperative = false;
    for (unsigned int i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &config->attrs[i];
        const CUlaunchAttributeValue *value = &attribute->value;
        const unsigned int blocks = value->clusterDim.x * value->clusterDim.y * value->clusterDim.z;
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) cooperative = value->cooperative != 0;
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
            ordering_kernel_programmatic(value->programmaticStreamSerializationAllowed != 0);
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT)
            stream_event_of_launch(value->programmaticEvent.event, config->hStream);
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
            stream_event_of_launch(value->launchCompletionEvent.event, config->hStream);
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION && blocks > 1)
            session_end(session_enter(), RUN_FAULT,
                        "a launch in clusters of %u blocks: scord models no clusters "
                        "(docs/ptx-subset.md, \"Not supported\")",
                        blocks);
    }
    return launch("cuLaunchKernelEx", function,
                  (dim3){config->gridDimX, config->gridDimY, config->gridDimZ},
                  (dim3){config->blockDimX, config->blockDimY, config->blockDimZ},
                  config->sharedMemBytes, config->hStream, parameters, extra, cooperative);
}

/* ---- occupancy ---- */

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int block_size, size_t dynamic_shared) {
    const driver_call_t call = driver_begin("cuOccupancyMaxActiveBlocksPerMultiprocessor");
    return driver_end(call, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                blocks, driver_stub(function), block_size, dynamic_shared));
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                              int block_size, size_t dynamic_shared,
                                                              unsigned int flags) {
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size,
                                                       dynamic_shared);
}

/* The largest block, of whole warps, among those with the most threads on an SM. */
CUresult cuOccupancyMaxPotentialBlockSize(int *least_grid, int *block_size, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t dynamic_shared,
                                          int limit) {
    struct cudaDeviceProp device;
    int most = 0, best = 0;
    CUresult error = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
    if (error != CUDA_SUCCESS) return error;
    cudaGetDeviceProperties(&device, 0);
    if (limit > 0 && limit < most) most = limit;
    *block_size = *least_grid = 0;
    for (int size = (most + 31) / 32 * 32; size > 0; size -= 32) {
        const int threads = size < most ? size : most;
        int blocks = 0;
        error = cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function, threads, shared_of ? shared_of(threads) : dynamic_shared);
        if (error != CUDA_SUCCESS) return error;
        if (blocks * threads <= best) continue;
        best = blocks * threads;
        *block_size = threads;
        *least_grid = blocks * device.multiProcessorCount;
    }
    return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *least_grid, int *block_size,
                                                   CUfunction function,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t dynamic_shared, int limit,
                                                   unsigned int flags) {
    (void)flags;
    return cuOccupancyMaxPotentialBlockSize(least_grid, block_size, function, shared_of,
                                            dynamic_shared, limit);
}
