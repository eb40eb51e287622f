/* SPDX-License-Identifier: Apache-2.0 */
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

cudaError_t __cudaGetKernel(kernel_handle_t *kernel, const void *stub) {
    *kernel = stub;
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(kernel_handle_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t dynamic_shared, cudaStream_t stream) {
    return cudaLaunchKernel(kernel, grid, block, arguments, dynamic_shared, stream);
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
