/* SPDX-License-Identifier: Apache-2.0 */
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
cudaError_t scord_toolkit_graph_instantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                            unsigned long long flags);
/* sim/runtime: as runtime_api.h has them */
cudaError_t scord_graph_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              size_t *count);
cudaError_t scord_graph_dependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count);
cudaError_t scord_graph_dependents(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count);
cudaError_t scord_graph_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to, size_t count);
cudaError_t scord_graph_update(cudaGraphExec_t executable, cudaGraph_t graph,
                               cudaGraphNode_t *error_node, enum cudaGraphExecUpdateResult *result);
cudaError_t scord_graph_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                            size_t count, struct cudaGraphNodeParams *what);
cudaError_t scord_stream_capture(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                 unsigned long long *id, cudaGraph_t *graph,
                                 const cudaGraphNode_t **behind, size_t *count);
cudaError_t scord_stream_capture_behind(cudaStream_t stream, const cudaGraphNode_t *nodes,
                                        size_t count, unsigned int flags);
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
