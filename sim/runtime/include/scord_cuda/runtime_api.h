/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_api.h: the CUDA runtime API that scord provides. Part of scord_cuda.h; implemented by sim/runtime.
 *
 * Streams are in order and every launch has run to its end when the call returns, but for a kernel that waits for the host
 * (docs/cuda.md); so have asynchronous copies.
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
#endif

#include "runtime_types.h"

/* ---- memory ---- */
__host__ cudaError_t cudaMalloc(void **pointer, size_t bytes);
__host__ cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags);
__host__ cudaError_t cudaMallocHost(void **pointer, size_t bytes);
__host__ cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags);
__host__ cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
__host__ cudaError_t cudaHostRegister(void *host, size_t bytes, unsigned int flags);
__host__ cudaError_t cudaHostUnregister(void *host);
__host__ cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);
__host__ cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream);
__host__ cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
__host__ cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent);
__host__ cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *what);
__host__ cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *what, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);
__host__ cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                                       cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes);
__host__ cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *what);
__host__ cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *what, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                         cudaStream_t stream SCORD_DEFAULT(0));
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
__host__ cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                                       cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
__host__ cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, int device);
__host__ cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

__host__ cudaError_t cudaMemRangeGetAttribute(void *value, size_t bytes, enum cudaMemRangeAttribute attribute,
                                              const void *pointer, size_t range);
__host__ cudaError_t cudaMemRangeGetAttributes(void **values, size_t *bytes, enum cudaMemRangeAttribute *attributes,
                                               size_t count, const void *pointer, size_t range);

/* ---- arrays, texture and surface objects ---- */
__host__ cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
                                     size_t height SCORD_DEFAULT(0), unsigned int flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                                       struct cudaExtent extent, unsigned int flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaFreeArray(cudaArray_t array);
__host__ cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const struct cudaChannelFormatDesc *format,
                                              struct cudaExtent extent, unsigned int levels,
                                              unsigned int flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap);
__host__ cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t mipmap, unsigned int number);
__host__ cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned int *flags,
                                      cudaArray_t array);
__host__ cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array);
__host__ cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                         size_t height, enum cudaMemcpyKind kind);
__host__ cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                              size_t width, size_t height, enum cudaMemcpyKind kind,
                                              cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                           size_t height, enum cudaMemcpyKind kind);
__host__ cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                                size_t width, size_t height, enum cudaMemcpyKind kind,
                                                cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                       enum cudaMemcpyKind kind);
__host__ cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                         enum cudaMemcpyKind kind);
__host__ cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                            enum cudaMemcpyKind kind, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                              enum cudaMemcpyKind kind, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t x,
                                            size_t y, size_t bytes,
                                            enum cudaMemcpyKind kind SCORD_DEFAULT(cudaMemcpyDeviceToDevice));
__host__ cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t x,
                                              size_t y, size_t width, size_t height,
                                              enum cudaMemcpyKind kind SCORD_DEFAULT(cudaMemcpyDeviceToDevice));
__host__ cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels, const struct cudaChannelFormatDesc *format,
                                                          int device);
__host__ cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *to, cudaTextureObject_t object);
__host__ cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *to, cudaTextureObject_t object);
__host__ cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *to, cudaTextureObject_t object);
__host__ cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *to, cudaSurfaceObject_t object);
__host__ cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                             const struct cudaTextureDesc *texture,
                                             const struct cudaResourceViewDesc *view);
__host__ cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
__host__ cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource);
__host__ cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);

/* ---- texture and surface references, of CUDA before 12 (textures.h has the rest) ---- */
__host__ cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *pointer,
                                     const struct cudaChannelFormatDesc *format, size_t bytes);
__host__ cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *pointer,
                                       const struct cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch);
__host__ cudaError_t cudaBindTextureToArray(const struct textureReference *reference, cudaArray_const_t array,
                                            const struct cudaChannelFormatDesc *format);
__host__ cudaError_t cudaUnbindTexture(const struct textureReference *reference);
__host__ cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *reference);
__host__ cudaError_t cudaGetTextureReference(const struct textureReference **reference, const void *symbol);
__host__ cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference, cudaArray_const_t array,
                                            const struct cudaChannelFormatDesc *format);
__host__ cudaError_t cudaGetSurfaceReference(const struct surfaceReference **reference, const void *symbol);

/* ---- memory pools: they keep nothing back, and count ---- */
__host__ cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
__host__ cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
__host__ cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
__host__ cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
__host__ cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
__host__ cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
__host__ cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
__host__ cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count);
__host__ cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *place);
__host__ cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
__host__ cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);

/* ---- device ---- */
__host__ cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
__host__ cudaError_t cudaSetValidDevices(int *devices, int count);
__host__ cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
__host__ cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
__host__ cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
__host__ cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to);
__host__ cudaError_t cudaCtxResetPersistingL2Cache(void);
__host__ cudaError_t cudaGetDeviceCount(int *count);
__host__ cudaError_t cudaGetDevice(int *device);
__host__ cudaError_t cudaSetDevice(int device);
__host__ cudaError_t cudaSetDeviceFlags(unsigned int flags);
__host__ cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
__host__ cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
__host__ cudaError_t cudaDeviceSynchronize(void);
/* What CUB and Thrust 1.17 call in device code, in its place; as that one it is of the host here. */
static inline __host__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void) {
    return cudaDeviceSynchronize();
}
__host__ cudaError_t cudaThreadSynchronize(void);
__host__ cudaError_t cudaDeviceReset(void);
__host__ cudaError_t cudaThreadExit(void);
__host__ cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
__host__ cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
__host__ cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
__host__ cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
__host__ cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
__host__ cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
__host__ cudaError_t cudaGetDeviceFlags(unsigned int *flags);
__host__ cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
__host__ cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
__host__ cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
__host__ cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
__host__ cudaError_t cudaDeviceDisablePeerAccess(int peer);
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
__host__ cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
__host__ cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
__host__ cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
__host__ cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user);
__host__ cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes SCORD_DEFAULT(0),
                                              unsigned int flags SCORD_DEFAULT(cudaMemAttachSingle));
__host__ cudaError_t cudaStreamSynchronize(cudaStream_t stream);
__host__ cudaError_t cudaStreamQuery(cudaStream_t stream);
__host__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                           unsigned int flags);
__host__ cudaError_t cudaEventCreate(cudaEvent_t *event);
__host__ cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *memory);
__host__ cudaError_t cudaIpcOpenMemHandle(void **memory, cudaIpcMemHandle_t handle, unsigned int flags);
__host__ cudaError_t cudaIpcCloseMemHandle(void *memory);
__host__ cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
__host__ cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);
__host__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
__host__ cudaError_t cudaEventDestroy(cudaEvent_t event);
__host__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream SCORD_DEFAULT(0));
__host__ cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream SCORD_DEFAULT(0),
                                              unsigned int flags SCORD_DEFAULT(cudaEventRecordDefault));
__host__ cudaError_t cudaEventSynchronize(cudaEvent_t event);
__host__ cudaError_t cudaEventQuery(cudaEvent_t event);
/* Milliseconds of the modelled device: front-end cycles at the clock rate of cudaDeviceProp. */
__host__ cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);

__host__ cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue *value);
__host__ cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                            cudaLaunchAttributeValue *value);
__host__ cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);

/* ---- kernels ---- */
__host__ cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                      size_t dynamic_shared, cudaStream_t stream);
__host__ cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                                 size_t dynamic_shared, cudaStream_t stream);
__host__ cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments);
__host__ cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function);
__host__ cudaError_t cudaGetFuncBySymbol(cudaFunction_t *handle, const void *function);
__host__ cudaError_t cudaFuncGetName(const char **name, const void *function);
__host__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function);
__host__ cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value);
__host__ cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config);
__host__ cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config);
__host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int block_size,
                                                                   size_t dynamic_shared);
__host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function,
                                                                            int block_size, size_t dynamic_shared,
                                                                            unsigned int flags);
__host__ cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks,
                                                               int block_size);
__host__ cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
__host__ cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
__host__ cudaError_t cudaProfilerStart(void);
__host__ cudaError_t cudaProfilerStop(void);

/* ---- graphs ---- */
__host__ cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
__host__ cudaError_t cudaGraphDestroy(cudaGraph_t graph);
__host__ cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t from);
__host__ cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                            size_t count, const struct cudaKernelNodeParams *what);
__host__ cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                            size_t count, const struct cudaMemcpy3DParms *what);
__host__ cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                              size_t count, void *to, const void *from, size_t bytes,
                                              enum cudaMemcpyKind kind);
__host__ cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                            size_t count, const struct cudaMemsetParams *what);
__host__ cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                          size_t count, const struct cudaHostNodeParams *what);
__host__ cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                           size_t count);
__host__ cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                                size_t count, cudaGraph_t child);
__host__ cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                                 size_t count, cudaEvent_t event);
__host__ cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                               size_t count, cudaEvent_t event);
__host__ cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                              size_t count, struct cudaMemAllocNodeParams *what);
__host__ cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                             size_t count, void *pointer);
__host__ cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *what);
__host__ cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer);
__host__ cudaError_t cudaDeviceGraphMemTrim(int device);
__host__ cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value);
__host__ cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value);
__host__ cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                                    size_t count, const void *symbol, const void *from, size_t bytes,
                                                    size_t offset, enum cudaMemcpyKind kind);
__host__ cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                                      size_t count, void *to, const void *symbol, size_t bytes,
                                                      size_t offset, enum cudaMemcpyKind kind);
__host__ cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *what);
__host__ cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t bytes,
                                                    enum cudaMemcpyKind kind);
__host__ cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *what);
__host__ cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *what);
__host__ cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *what);
__host__ cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *what);
__host__ cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event);
__host__ cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event);
__host__ cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
__host__ cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
__host__ cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                          cudaEvent_t event);
__host__ cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node, cudaEvent_t event);
__host__ cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph);
__host__ cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                          cudaGraph_t child);
__host__ cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned int enabled);
__host__ cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned int *enabled);
__host__ cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long *flags);
__host__ cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
__host__ cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
__host__ cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t node, cudaGraph_t clone);
__host__ cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags);
__host__ cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
__host__ cudaError_t cudaUserObjectCreate(cudaUserObject_t *to, void *object, cudaHostFn_t destroy, unsigned int count,
                                          unsigned int flags);
__host__ cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count SCORD_DEFAULT(1));
__host__ cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count SCORD_DEFAULT(1));
__host__ cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                               unsigned int count SCORD_DEFAULT(1), unsigned int flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                                unsigned int count SCORD_DEFAULT(1));
__host__ cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id,
                                                     const cudaLaunchAttributeValue *value);
__host__ cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id,
                                                     cudaLaunchAttributeValue *value);
__host__ cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from);
__host__ cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                                      unsigned int first SCORD_DEFAULT(0),
                                                      unsigned int flags SCORD_DEFAULT(0));
/* Those whose parameters differ from version to version (below). */
__host__ cudaError_t scord_graph_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count);
__host__ cudaError_t scord_graph_dependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count);
__host__ cudaError_t scord_graph_dependents(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count);
__host__ cudaError_t scord_graph_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                     const cudaGraphNode_t *to, size_t count);
__host__ cudaError_t scord_graph_update(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t *error_node,
                                        enum cudaGraphExecUpdateResult *result);
__host__ cudaError_t scord_stream_capture(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                                          cudaGraph_t *graph, const cudaGraphNode_t **behind, size_t *count);
__host__ cudaError_t scord_graph_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                     struct cudaGraphNodeParams *what);
__host__ cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                              size_t count);
__host__ cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
__host__ cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
__host__ cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *what);
__host__ cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                                  const struct cudaKernelNodeParams *what);
__host__ cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                                  const struct cudaMemcpy3DParms *what);
__host__ cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                      const struct cudaKernelNodeParams *what);
__host__ cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                      const struct cudaMemcpy3DParms *what);
__host__ cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                        void *to, const void *from, size_t bytes,
                                                        enum cudaMemcpyKind kind);
__host__ cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                      const struct cudaMemsetParams *what);
__host__ cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                    const struct cudaHostNodeParams *what);
__host__ cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                                   unsigned long long flags SCORD_DEFAULT(0));
__host__ cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable);
__host__ cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream);
__host__ cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);
__host__ cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
__host__ cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *before,
                                                   const cudaGraphEdgeData *edges, size_t count,
                                                   enum cudaStreamCaptureMode mode);
__host__ cudaError_t scord_stream_capture_behind(cudaStream_t stream, const cudaGraphNode_t *nodes, size_t count,
                                                 unsigned int flags);
__host__ cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
__host__ cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);

#ifdef __CUDA__
/* The handle of a graph's condition is the address of its word (sim/runtime/graphs/graph_conditions.c). */
static __inline__ __attribute__((device, always_inline, nodebug)) void
cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
    *(volatile unsigned int *)handle = value;
}
/* Programmatic launches: every launch has ended before the next begins; what each has waited for counts for the order
 * of launches (docs/launch-order.md). */
static __inline__ __attribute__((device, always_inline, nodebug)) void cudaGridDependencySynchronize(void) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
}
static __inline__ __attribute__((device, always_inline, nodebug)) void cudaTriggerProgrammaticLaunchCompletion(void) {
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
#include "device_runtime.h"
#endif

/* What clang's <<<>>> calls; it looks the older name up when it compiles for the device (device_runtime.h has it then). */
#ifndef __CUDA_ARCH__
__host__ cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared SCORD_DEFAULT(0), cudaStream_t stream SCORD_DEFAULT(0));
#endif
__host__ unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared SCORD_DEFAULT(0), void *stream SCORD_DEFAULT(0));
__host__ cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *dynamic_shared, void *stream);

#ifdef __cplusplus
}

/* -default-stream per-thread: stream 0 is cudaStreamPerThread, in the whole program. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
extern "C" void scord_default_stream_per_thread(void);
namespace {
struct scord_default_stream_t {
    scord_default_stream_t() { scord_default_stream_per_thread(); }
} scord_default_stream;
}
#endif

/* ---- the SDK's typed overloads ---- */
/* nodebug: a call that stands in one of these has the line of who calls it (sim/runtime/host/call_sites.h) */
#ifdef __clang__
#define SCORD_HOST static __inline__ __attribute__((host, nodebug))
#else
#define SCORD_HOST static __inline__ __attribute__((host))
#endif
template <typename T> SCORD_HOST cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    return cudaMalloc((void **)pointer, bytes);
}
#ifdef __CUDA__
template <typename T> SCORD_OF_DEVICE cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    return cudaMalloc((void **)pointer, bytes);
}
#endif
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
SCORD_HOST cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }
template <typename T> SCORD_HOST cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync((void **)pointer, bytes, stream);
}
template <typename T>
SCORD_HOST cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **arguments,
                                                   size_t dynamic_shared = 0, cudaStream_t stream SCORD_DEFAULT(0)) {
    return cudaLaunchCooperativeKernel((const void *)function, grid, block, arguments, dynamic_shared, stream);
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
SCORD_HOST cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                               cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <typename T>
SCORD_HOST cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                 cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <typename T> SCORD_HOST cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <typename T> SCORD_HOST cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    return cudaGetSymbolSize(bytes, (const void *)&symbol);
}
template <typename T>
SCORD_HOST cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **arguments,
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
template <typename T>
SCORD_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T *function, int block_size,
                                                                              size_t dynamic_shared, unsigned int) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, block_size, dynamic_shared);
}
/* The block size with the most resident threads, ties to the larger one (CUDA's definition); shared(size): dynamic shared
 * bytes of a block of that size. */
template <typename T, typename F>
SCORD_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T *function, F shared, int limit = 0) {
    struct cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    struct cudaFuncAttributes attributes; /* __launch_bounds__ of the kernel */
    if (cudaFuncGetAttributes(&attributes, (const void *)function) == cudaSuccess &&
        attributes.maxThreadsPerBlock < properties.maxThreadsPerBlock)
        properties.maxThreadsPerBlock = attributes.maxThreadsPerBlock;
    int best = 0;
    if (limit <= 0 || limit > properties.maxThreadsPerBlock) limit = properties.maxThreadsPerBlock;
    for (int size = limit / 32 * 32; size >= 32; size -= 32) {
        int blocks = 0;
        cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)function, size, shared(size));
        if (error != cudaSuccess) return error;
        if (blocks * size > best) {
            best = blocks * size;
            *block = size;
            *grid = blocks * properties.multiProcessorCount;
        }
    }
    return best > 0 ? cudaSuccess : cudaErrorInvalidConfiguration;
}
template <typename T>
SCORD_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T *function, size_t dynamic_shared = 0,
                                                          int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, function, [=](int) { return dynamic_shared; }, limit);
}
template <typename T, typename F>
SCORD_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, T *function, F shared,
                                                                              int limit = 0, unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, function, shared, limit);
}
template <typename T>
SCORD_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T *function,
                                                                   size_t dynamic_shared = 0, int limit = 0,
                                                                   unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSize(grid, block, function, dynamic_shared, limit);
}
template <typename T>
SCORD_HOST cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *function, int blocks, int block_size) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)function, blocks, block_size);
}
template <typename T>
SCORD_HOST cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream);
}
template <typename T>
SCORD_HOST cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream);
}
/* CUDA 11's form, with room for a node and a text of what went wrong. */
SCORD_HOST cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, cudaGraphNode_t *, char *,
                                            size_t) {
    return cudaGraphInstantiate(executable, graph, 0ull);
}
/* CUDA 13's forms with a place instead of a device. */
SCORD_HOST cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, cudaMemLocation, unsigned int,
                                            cudaStream_t stream = 0) {
    return cudaMemPrefetchAsync(pointer, bytes, 0, stream);
}
SCORD_HOST cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, cudaMemLocation) {
    return cudaMemAdvise(pointer, bytes, advice, 0);
}
/* ---- graphs: CUDA 11's, 12's and 13's parameters ---- */
SCORD_HOST cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
    return scord_graph_edges(graph, from, to, count);
}
SCORD_HOST cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                         cudaGraphEdgeData *data, size_t *count) {
    if (data) __builtin_memset(data, 0, *count * sizeof *data);
    return scord_graph_edges(graph, from, to, count);
}
SCORD_HOST cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    return scord_graph_dependencies(node, nodes, count);
}
SCORD_HOST cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                                    size_t *count) {
    if (data) __builtin_memset(data, 0, *count * sizeof *data);
    return scord_graph_dependencies(node, nodes, count);
}
SCORD_HOST cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    return scord_graph_dependents(node, nodes, count);
}
SCORD_HOST cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                                      size_t *count) {
    if (data) __builtin_memset(data, 0, *count * sizeof *data);
    return scord_graph_dependents(node, nodes, count);
}
SCORD_HOST cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                                   size_t count) {
    return scord_graph_remove_dependencies(graph, from, to, count);
}
SCORD_HOST cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                                const cudaGraphEdgeData *, size_t count) {
    return cudaGraphAddDependencies(graph, from, to, count);
}
SCORD_HOST cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t *error_node,
                                           cudaGraphExecUpdateResult *result) {
    return scord_graph_update(executable, graph, error_node, result);
}
SCORD_HOST cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                           cudaGraphExecUpdateResultInfo *info) {
    info->errorFromNode = 0;
    return scord_graph_update(executable, graph, &info->errorNode, &info->result);
}
SCORD_HOST cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                                unsigned long long *id = 0, cudaGraph_t *graph = 0,
                                                const cudaGraphNode_t **behind = 0, size_t *count = 0) {
    return scord_stream_capture(stream, status, id, graph, behind, count);
}
SCORD_HOST cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id,
                                                cudaGraph_t *graph, const cudaGraphNode_t **behind,
                                                const cudaGraphEdgeData **data, size_t *count) {
    if (data) *data = 0;
    return scord_stream_capture(stream, status, id, graph, behind, count);
}
SCORD_HOST cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, size_t count,
                                                           unsigned int flags = 0) {
    return scord_stream_capture_behind(stream, nodes, count, flags);
}
SCORD_HOST cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                           const cudaGraphEdgeData *, size_t count, unsigned int flags = 0) {
    return scord_stream_capture_behind(stream, nodes, count, flags);
}
SCORD_HOST cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                                   unsigned long long *id = 0, cudaGraph_t *graph = 0,
                                                   const cudaGraphNode_t **behind = 0, size_t *count = 0) {
    return scord_stream_capture(stream, status, id, graph, behind, count);
}
SCORD_HOST cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                        cudaGraphNodeParams *what) {
    return scord_graph_add(node, graph, before, count, what);
}
SCORD_HOST cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                        const cudaGraphEdgeData *, size_t count, cudaGraphNodeParams *what) {
    return scord_graph_add(node, graph, before, count, what);
}
SCORD_HOST cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *executable, cudaGraph_t graph,
                                                      cudaGraphInstantiateParams *what) {
    what->errNode_out = 0;
    const cudaError_t error = cudaGraphInstantiate(executable, graph, what->flags);
    what->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    return error;
}
template <typename T>
SCORD_HOST cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                                      size_t count, const T &symbol, const void *from, size_t bytes,
                                                      size_t offset, cudaMemcpyKind kind) {
    return cudaGraphAddMemcpyNodeToSymbol(node, graph, before, count, (const void *)&symbol, from, bytes, offset, kind);
}
template <typename T>
SCORD_HOST cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                        const cudaGraphNode_t *before, size_t count, void *to,
                                                        const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
    return cudaGraphAddMemcpyNodeFromSymbol(node, graph, before, count, to, (const void *)&symbol, bytes, offset, kind);
}

/* ---- launches described by a structure ---- */
template <typename T> SCORD_HOST cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, T *function, void **arguments) {
    return cudaLaunchKernelExC(config, (const void *)function, arguments);
}
/* The arguments become what the kernel takes before their addresses are passed. */
template <typename... Parameters, typename... Arguments>
SCORD_HOST cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                          Arguments &&...arguments) {
    return [&](Parameters... converted) {
        void *places[sizeof...(Parameters) + 1] = {(void *)&converted...};
        return cudaLaunchKernelExC(config, (const void *)kernel, places);
    }(static_cast<Arguments &&>(arguments)...);
}
template <typename T> SCORD_HOST cudaError_t cudaGetKernel(cudaKernel_t *kernel, T *function) {
    return cudaGetKernel(kernel, (const void *)function);
}
template <typename T> SCORD_HOST cudaError_t cudaGetFuncBySymbol(cudaFunction_t *handle, T *function) {
    return cudaGetFuncBySymbol(handle, (const void *)function);
}
template <typename T> SCORD_HOST cudaError_t cudaFuncGetName(const char **name, T *function) {
    return cudaFuncGetName(name, (const void *)function);
}
#undef SCORD_HOST
#endif

#endif
