/* SPDX-License-Identifier: Apache-2.0 */
/* versioned.c: functions of the CUDA runtime whose parameters differ from version to version; the
 * others lie once in libscordcuda.so. Compiled once for each version (CUDART: 11, 12, 13) to a
 * library that has that version's name, so that a program gets what it was compiled for.
 *
 * Layouts: docs/cuda.md, "Programs that nvcc built".
 */
#include <string.h>

#include "sim/toolkit/versioned.h"

/* ---- properties: of CUDA 11, 12 (…_v2) and 13; the middle one holds all members ---- */

#define BEFORE_13 (CUDART < 13)
#define SINCE_12  (CUDART >= 12)

typedef struct properties {
    char name[256];
    char uuid[16];
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
#if BEFORE_13
    int clockRate;
#endif
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
#if BEFORE_13
    int deviceOverlap;
#endif
    int multiProcessorCount;
#if BEFORE_13
    int kernelExecTimeoutEnabled;
#endif
    int integrated, canMapHostMemory;
#if BEFORE_13
    int computeMode;
#endif
    int maxTexture1D, maxTexture1DMipmap;
#if BEFORE_13
    int maxTexture1DLinear;
#endif
    int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
    int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2];
    int maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2];
    int maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
    int asyncEngineCount, unifiedAddressing;
#if BEFORE_13
    int memoryClockRate;
#endif
    int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
    int hostNativeAtomicSupported;
#if BEFORE_13
    int singleToDoublePrecisionPerfRatio;
#endif
    int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
    int canUseHostPointerForRegisteredMem, cooperativeLaunch;
#if BEFORE_13
    int cooperativeMultiDeviceLaunch;
#endif
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
} properties_t;

#if SINCE_12
typedef struct properties_rest { /* behind those: nothing of it is there */
    int hostRegisterSupported, none[75];
} properties_rest_t;
#endif

/* Fills what both have. */
static void take(properties_t *to, const struct cudaDeviceProp *from) {
    memset(to, 0, sizeof *to);
    memcpy(to->name, from->name, sizeof to->name);
    to->totalGlobalMem = from->totalGlobalMem;
    to->sharedMemPerBlock = from->sharedMemPerBlock;
    to->regsPerBlock = from->regsPerBlock;
    to->warpSize = from->warpSize;
    to->memPitch = from->memPitch;
    to->maxThreadsPerBlock = from->maxThreadsPerBlock;
    memcpy(to->maxThreadsDim, from->maxThreadsDim, sizeof to->maxThreadsDim);
    memcpy(to->maxGridSize, from->maxGridSize, sizeof to->maxGridSize);
    to->totalConstMem = from->totalConstMem;
    to->major = from->major;
    to->minor = from->minor;
    to->textureAlignment = from->textureAlignment;
    to->texturePitchAlignment = from->texturePitchAlignment;
    to->multiProcessorCount = from->multiProcessorCount;
    to->integrated = from->integrated;
    to->canMapHostMemory = from->canMapHostMemory;
    to->surfaceAlignment = from->surfaceAlignment;
    to->concurrentKernels = from->concurrentKernels;
    to->asyncEngineCount = from->asyncEngineCount;
    to->unifiedAddressing = from->unifiedAddressing;
    to->memoryBusWidth = from->memoryBusWidth;
    to->l2CacheSize = from->l2CacheSize;
    to->maxThreadsPerMultiProcessor = from->maxThreadsPerMultiProcessor;
    to->streamPrioritiesSupported = from->streamPrioritiesSupported;
    to->globalL1CacheSupported = from->globalL1CacheSupported;
    to->localL1CacheSupported = from->localL1CacheSupported;
    to->sharedMemPerMultiprocessor = from->sharedMemPerMultiprocessor;
    to->regsPerMultiprocessor = from->regsPerMultiprocessor;
    to->managedMemory = from->managedMemory;
    to->hostNativeAtomicSupported = from->hostNativeAtomicSupported;
    to->pageableMemoryAccess = from->pageableMemoryAccess;
    to->concurrentManagedAccess = from->concurrentManagedAccess;
    to->computePreemptionSupported = from->computePreemptionSupported;
    to->canUseHostPointerForRegisteredMem = from->canUseHostPointerForRegisteredMem;
    to->cooperativeLaunch = from->cooperativeLaunch;
    to->sharedMemPerBlockOptin = from->sharedMemPerBlockOptin;
    to->maxBlocksPerMultiProcessor = from->maxBlocksPerMultiProcessor;
#if BEFORE_13
    to->clockRate = from->clockRate;
    to->deviceOverlap = from->deviceOverlap;
    to->memoryClockRate = from->memoryClockRate;
    to->singleToDoublePrecisionPerfRatio = from->singleToDoublePrecisionPerfRatio;
#endif
}

static cudaError_t fill(properties_t *properties, int device) {
    struct cudaDeviceProp all;
    const cudaError_t error = scord_toolkit_properties(&all, device);
    if (error == cudaSuccess) take(properties, &all);
    return error;
}

#if SINCE_12
typedef struct long_properties {
    properties_t first;
    properties_rest_t rest;
} long_properties_t;
_Static_assert(sizeof(long_properties_t) == (BEFORE_13 ? 1032 : 1008), "CUDA's size");

static cudaError_t fill_long(long_properties_t *properties, int device) {
    const cudaError_t error = fill(&properties->first, device);
    if (error != cudaSuccess) return error;
    properties->rest = (properties_rest_t){.hostRegisterSupported = 1};
    return cudaSuccess;
}
#endif
#if BEFORE_13
_Static_assert(sizeof(properties_t) == 728, "CUDA's size");
cudaError_t cudaGetDeviceProperties(void *properties, int device) {
    return fill(properties, device);
}
#else
cudaError_t cudaGetDeviceProperties(void *properties, int device) {
    return fill_long(properties, device);
}
#endif
#if CUDART == 12
cudaError_t cudaGetDeviceProperties_v2(void *properties, int device);
cudaError_t cudaGetDeviceProperties_v2(void *properties, int device) {
    return fill_long(properties, device);
}
#endif

/* ---- others ---- */

typedef struct pointer_attributes {
    int type, device;
    void *device_pointer, *host_pointer;
} pointer_attributes_t;

cudaError_t cudaPointerGetAttributes(void *place, const void *pointer) {
    pointer_attributes_t *attributes = place;
    struct cudaPointerAttributes all;
    const cudaError_t error = scord_toolkit_pointer(&all, pointer);
    if (error == cudaSuccess)
        *attributes = (pointer_attributes_t){(int)all.type, all.device, all.devicePointer,
                                             all.hostPointer};
    return error;
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = CUDART * 1000;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version) { return cudaRuntimeGetVersion(version); }

/* Hints. CUDA 13 has a structure of two numbers for the place, in the register of the device, and
 * flags before the stream; the other versions do not look at them either. */
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes) {
    return scord_toolkit_hint(pointer, bytes);
}
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes) {
    return scord_toolkit_hint(pointer, bytes);
}

/* ---- graphs: CUDA 13 has data of the edges, of which there is none here, before their number;
 * CUDA 12 has such functions under the names …_v2 and …_v3 beside the others ---- */

static void no_edge_data(cudaGraphEdgeData *data, const size_t *count) {
    if (data && count) memset(data, 0, *count * sizeof *data);
}

#define NODES const cudaGraphNode_t *
#define TWO_FORMS(name, before, data, behind, prepare, call)                                       \
    cudaError_t WITHOUT(name)(before, behind);                                                     \
    cudaError_t WITH(name)(before, data, behind);                                                  \
    cudaError_t WITHOUT(name)(before, behind) { return call; }                                     \
    cudaError_t WITH(name)(before, data, behind) {                                                 \
        prepare;                                                                                   \
        return call;                                                                               \
    }
#if BEFORE_13
#define WITHOUT(name) name
#define WITH(name)    name##_v2
#else
#define WITHOUT(name) scord_before_13_##name /* not exported */
#define WITH(name)    name
#endif
#define AND ,

TWO_FORMS(cudaGraphAddDependencies, cudaGraph_t graph AND NODES from AND NODES to,
          const cudaGraphEdgeData *data, size_t count, (void)data,
          scord_toolkit_graph_dependencies(graph, from, to, count))
TWO_FORMS(cudaGraphRemoveDependencies, cudaGraph_t graph AND NODES from AND NODES to,
          const cudaGraphEdgeData *data, size_t count, (void)data,
          scord_graph_remove_dependencies(graph, from, to, count))
TWO_FORMS(cudaGraphGetEdges, cudaGraph_t graph AND cudaGraphNode_t *from AND cudaGraphNode_t *to,
          cudaGraphEdgeData *data, size_t *count, no_edge_data(data, count),
          scord_graph_edges(graph, from, to, count))
TWO_FORMS(cudaGraphNodeGetDependencies, cudaGraphNode_t node AND cudaGraphNode_t *nodes,
          cudaGraphEdgeData *data, size_t *count, no_edge_data(data, count),
          scord_graph_dependencies(node, nodes, count))
TWO_FORMS(cudaGraphNodeGetDependentNodes, cudaGraphNode_t node AND cudaGraphNode_t *nodes,
          cudaGraphEdgeData *data, size_t *count, no_edge_data(data, count),
          scord_graph_dependents(node, nodes, count))
TWO_FORMS(cudaGraphAddNode, cudaGraphNode_t *node AND cudaGraph_t graph AND NODES before,
          const cudaGraphEdgeData *data, size_t count AND struct cudaGraphNodeParams *what,
          (void)data, scord_graph_add(node, graph, before, count, what))
TWO_FORMS(cudaStreamUpdateCaptureDependencies, cudaStream_t stream AND NODES nodes,
          const cudaGraphEdgeData *data, size_t count AND unsigned int flags, (void)data,
          scord_stream_capture_behind(stream, nodes, count, flags))

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **behind, size_t *count);
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **behind,
                                        const cudaGraphEdgeData **data, size_t *count);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **behind, size_t *count) {
    return scord_stream_capture(stream, status, id, graph, behind, count);
}
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **behind,
                                        const cudaGraphEdgeData **data, size_t *count) {
    if (data) *data = NULL;
    return scord_stream_capture(stream, status, id, graph, behind, count);
}
#if BEFORE_13
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id) {
    return scord_stream_capture(stream, status, id, NULL, NULL, NULL);
}
#else
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **behind, const cudaGraphEdgeData **data,
                                     size_t *count);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **behind, const cudaGraphEdgeData **data,
                                     size_t *count) {
    return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, behind, data, count);
}
#endif

#if SINCE_12
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
    info->errorFromNode = NULL;
    return scord_graph_update(executable, graph, &info->errorNode, &info->result);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *what);
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *what) {
    const cudaError_t error = scord_toolkit_graph_instantiate(executable, graph, what->flags);
    what->errNode_out = NULL;
    what->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess
                                            : cudaGraphInstantiateError;
    return error;
}
#else
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphNode_t *error_node,
                                enum cudaGraphExecUpdateResult *result);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphNode_t *error_node,
                                enum cudaGraphExecUpdateResult *result) {
    return scord_graph_update(executable, graph, error_node, result);
}
#endif

/* ---- functions of the driver API by name ---- */

#if SINCE_12
cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                    int *found);
cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                    int *found) {
    (void)flags;
    return scord_toolkit_entry_point(name, function, CUDART * 1000, found);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function,
                                             unsigned int version, unsigned long long flags,
                                             int *found);
cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function,
                                             unsigned int version, unsigned long long flags,
                                             int *found) {
    (void)flags;
    return scord_toolkit_entry_point(name, function, (int)version, found);
}
#else
cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags);
cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags) {
    (void)flags;
    return scord_toolkit_entry_point(name, function, CUDART * 1000, NULL);
}
#endif
