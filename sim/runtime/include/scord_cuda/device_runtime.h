/* SPDX-License-Identifier: Apache-2.0 */
/* device_runtime.h: the part of CUDA's runtime that kernels may call, and their launches of kernels (dynamic parallelism).
 * Part of runtime_api.h, inside extern "C"; implemented by sim/runtime/device_launches.c, by these names.
 */
#ifndef SCORD_CUDA_DEVICE_RUNTIME_H
#define SCORD_CUDA_DEVICE_RUNTIME_H

#define SCORD_DEVICE_CALL __attribute__((device))
#define SCORD_OF_DEVICE static __inline__ __attribute__((device, always_inline, nodebug))

SCORD_DEVICE_CALL void *cudaGetParameterBuffer(size_t alignment, size_t bytes);
SCORD_DEVICE_CALL void *cudaGetParameterBufferV2(void *function, dim3 grid, dim3 block, unsigned int dynamic_shared);
SCORD_DEVICE_CALL cudaError_t cudaLaunchDevice(void *function, void *parameters, dim3 grid, dim3 block,
                                               unsigned int dynamic_shared, cudaStream_t stream);
SCORD_DEVICE_CALL cudaError_t cudaLaunchDeviceV2(void *parameters, cudaStream_t stream);
SCORD_DEVICE_CALL cudaError_t cudaMalloc(void **pointer, size_t bytes);
SCORD_DEVICE_CALL cudaError_t cudaFree(void *pointer);
SCORD_DEVICE_CALL cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                                              cudaStream_t stream = 0);
SCORD_DEVICE_CALL cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                                size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
SCORD_DEVICE_CALL cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream = 0);
SCORD_DEVICE_CALL cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                                                cudaStream_t stream = 0);
SCORD_DEVICE_CALL cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
SCORD_DEVICE_CALL cudaError_t cudaStreamDestroy(cudaStream_t stream);
SCORD_DEVICE_CALL cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
SCORD_DEVICE_CALL cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
SCORD_DEVICE_CALL cudaError_t cudaEventDestroy(cudaEvent_t event);
SCORD_DEVICE_CALL cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
SCORD_DEVICE_CALL cudaError_t cudaGetLastError(void);
SCORD_DEVICE_CALL cudaError_t cudaPeekAtLastError(void);
SCORD_DEVICE_CALL const char *cudaGetErrorString(cudaError_t error);
SCORD_DEVICE_CALL const char *cudaGetErrorName(cudaError_t error);
SCORD_DEVICE_CALL cudaError_t cudaGetDevice(int *device);
SCORD_DEVICE_CALL cudaError_t cudaGetDeviceCount(int *count);
SCORD_DEVICE_CALL cudaError_t cudaRuntimeGetVersion(int *version);
SCORD_DEVICE_CALL cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
SCORD_DEVICE_CALL cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
SCORD_DEVICE_CALL cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
SCORD_DEVICE_CALL cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
SCORD_DEVICE_CALL cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int block_size,
                                                                            size_t dynamic_shared);

/* Of CUDA before 12: the threads wait until what their grid has launched has ended. */
SCORD_DEVICE_CALL volatile unsigned int *__scord_pending_launches(void);
SCORD_OF_DEVICE cudaError_t cudaDeviceSynchronize(void) {
    volatile unsigned int *pending = __scord_pending_launches();
    while (pending && *pending) {
    }
    return cudaSuccess;
}

/* kernel<<<grid, block, …>>>(…) of device code calls this, then the kernel (sim/core/control.c). */
#ifdef __CUDA_ARCH__
SCORD_DEVICE_CALL void __scord_configure_launch(unsigned long long grid, unsigned int grid_z, unsigned long long block,
                                                unsigned int block_z, unsigned int dynamic_shared, cudaStream_t stream);
static __inline__ __attribute__((host, device, always_inline, nodebug)) cudaError_t
cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t stream = 0) {
    __scord_configure_launch((unsigned long long)grid.y << 32 | grid.x, grid.z, (unsigned long long)block.y << 32 | block.x,
                             block.z, (unsigned int)dynamic_shared, stream);
    return cudaSuccess;
}
#endif

#endif
