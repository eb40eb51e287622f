/* kernels.c: calls of CUDA 12 and 13 by which nvcc's host code launches kernels, and names for
 * programs that were compiled with a default stream for each thread (…_ptsz, …_ptds; the others are
 * in sim/module.mk). Operations run in one order; what CUDA orders of it is in ordering.h, which
 * learns here, of the first launch, that the program is such a one.
 */
#include "sim/runtime/ordering.h"

typedef const void *kernel_handle_t; /* the address of the stub */

cudaError_t __cudaGetKernel(kernel_handle_t *kernel, const void *stub);
cudaError_t __cudaLaunchKernel(kernel_handle_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t dynamic_shared, cudaStream_t stream);
cudaError_t cudaGetKernel(kernel_handle_t *kernel, const void *stub);
cudaError_t cudaGetFuncBySymbol(kernel_handle_t *function, const void *stub);
cudaError_t cudaFuncGetName(const char **name, const void *stub);

cudaError_t __cudaGetKernel(kernel_handle_t *kernel, const void *stub) {
    *kernel = stub;
    return cudaSuccess;
}
cudaError_t cudaGetKernel(kernel_handle_t *kernel, const void *stub) {
    return __cudaGetKernel(kernel, stub);
}
cudaError_t cudaGetFuncBySymbol(kernel_handle_t *function, const void *stub) {
    return __cudaGetKernel(function, stub);
}

cudaError_t __cudaLaunchKernel(kernel_handle_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t dynamic_shared, cudaStream_t stream) {
    return cudaLaunchKernel(kernel, grid, block, arguments, dynamic_shared, stream);
}

cudaError_t cudaFuncGetName(const char **name, const void *stub) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, stub, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    *name = kernel->name;
    return session_leave(session, cudaSuccess);
}

/* ---- cudaLaunchKernelEx ---- */

enum { ATTRIBUTE_COOPERATIVE = 2, ATTRIBUTE_CLUSTER = 4 };

typedef struct launch_attribute {
    int32_t id;
    char padding[4];
    union {
        char bytes[64];
        int32_t cooperative;
        dim3 cluster;
    } value;
} launch_attribute_t;

typedef struct launch_config {
    dim3 grid, block;
    size_t dynamic_shared;
    cudaStream_t stream;
    const launch_attribute_t *attributes;
    unsigned int count;
} launch_config_t;

cudaError_t cudaLaunchKernelExC(const launch_config_t *config, const void *function,
                                void **arguments);

/* Clusters of several blocks are not modelled: one that asks for them is refused by name. */
cudaError_t cudaLaunchKernelExC(const launch_config_t *config, const void *function,
                                void **arguments) {
    bool cooperative = false;
    for (unsigned i = 0; i < config->count; i++) {
        const launch_attribute_t *attribute = &config->attributes[i];
        if (attribute->id == ATTRIBUTE_COOPERATIVE) cooperative = attribute->value.cooperative != 0;
        const dim3 cluster = attribute->value.cluster;
        if (attribute->id == ATTRIBUTE_CLUSTER && cluster.x * cluster.y * cluster.z > 1)
            session_end(session_enter(), RUN_FAULT,
                        "a launch in clusters of %u blocks: scord models no clusters "
                        "(docs/ptx-subset.md, \"Not supported\")",
                        cluster.x * cluster.y * cluster.z);
    }
    return (cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel)(
        function, config->grid, config->block, arguments, config->dynamic_shared, config->stream);
}

cudaError_t cudaLaunchKernel_ptsz(const void *function, dim3 grid, dim3 block, void **arguments,
                                  size_t dynamic_shared, cudaStream_t stream);
cudaError_t cudaLaunchKernel_ptsz(const void *function, dim3 grid, dim3 block, void **arguments,
                                  size_t dynamic_shared, cudaStream_t stream) {
    scord_default_stream_per_thread();
    return cudaLaunchKernel(function, grid, block, arguments, dynamic_shared, stream);
}
cudaError_t __cudaLaunchKernel_ptsz(kernel_handle_t kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t dynamic_shared, cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(kernel_handle_t kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t dynamic_shared, cudaStream_t stream) {
    scord_default_stream_per_thread();
    return __cudaLaunchKernel(kernel, grid, block, arguments, dynamic_shared, stream);
}
