/* versioned.h: what the libraries of one CUDA version each (versioned.c) take from libscordcuda.so,
 * which has none of these names of CUDA itself. */
#ifndef SIM_VERSIONED_H
#define SIM_VERSIONED_H

#include "sim/runtime/include/scord_cuda/runtime_types.h"

/* shared.c */
cudaError_t scord_toolkit_properties(struct cudaDeviceProp *properties, int device);
cudaError_t scord_toolkit_pointer(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t scord_toolkit_hint(const void *pointer, size_t bytes);
cudaError_t scord_toolkit_graph_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                             const cudaGraphNode_t *to, size_t count);
/* FOUND: of cuGetProcAddress; NULL: not wanted. An unknown function is NULL, without an error. */
cudaError_t scord_toolkit_entry_point(const char *name, void **function, int version, int *found);

/* of each version */
cudaError_t cudaGetDeviceProperties(void *properties, int device);
cudaError_t cudaPointerGetAttributes(void *attributes, const void *pointer);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes);
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes);

#endif
