/* SPDX-License-Identifier: Apache-2.0 */
/* graph_conditions.c: nodes of a graph that choose, and cudaGraphAddNode, which makes nodes of
 * every kind.
 *
 * The handle of a condition is the address of a word in the device's memory, which
 * cudaGraphSetConditional writes (include/scord_cuda/runtime_api.h). When such a node's turn
 * comes, what its stream has is waited for and the word is read: the host decides.
 */
#include <stdlib.h>

#include "sim/runtime/graphs/graph_node.h"

static cudaError_t leave(cudaError_t error) { return session_leave(session_enter(), error); }

/* A word, and the value that a launch begins with when FLAGS say so. */
typedef struct condition {
    unsigned value, first, assigns;
} condition_t;

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int first, unsigned int flags) {
    const condition_t condition = {first, first, flags & cudaGraphCondAssignDefault};
    void *place;
    if (!handle || !graph) return leave(cudaErrorInvalidValue);
    const cudaError_t error = memory_allocate(&place, sizeof condition, DEVICE_MEMORY_DEVICE,
                                              "cudaGraphConditionalHandleCreate");
    if (error != cudaSuccess) return error;
    *handle = (uintptr_t)place;
    return cudaMemcpy(place, &condition, sizeof condition, cudaMemcpyHostToDevice);
}

static cudaError_t read_condition(const struct cudaGraphNode *node, cudaStream_t stream,
                                  condition_t *condition) {
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess)
        error = cudaMemcpy(condition, node->condition, sizeof *condition, cudaMemcpyDeviceToHost);
    return error;
}

cudaError_t graph_run_condition(const struct cudaGraphNode *node, cudaStream_t stream) {
    condition_t condition;
    cudaError_t error = read_condition(node, stream, &condition);
    if (node->choice == cudaGraphCondTypeWhile) {
        while (error == cudaSuccess && condition.value != 0) {
            error = graph_run_nodes(node->bodies[0], stream);
            if (error == cudaSuccess) error = read_condition(node, stream, &condition);
        }
    } else if (error == cudaSuccess) {
        const unsigned chosen = node->choice == cudaGraphCondTypeIf ? condition.value == 0
                                                                    : condition.value;
        if (chosen < node->body_count) error = graph_run_nodes(node->bodies[chosen], stream);
    }
    if (error != cudaSuccess || !condition.assigns) return error;
    /* as the next launch finds it */
    return cudaMemcpy(node->condition, &condition.first, sizeof condition.first,
                      cudaMemcpyHostToDevice);
}

static cudaError_t add_condition(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 struct cudaConditionalNodeParams *what) {
    if (what->size == 0 || !what->handle) return leave(cudaErrorInvalidValue);
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeConditional);
    if (!made) return leave(cudaErrorMemoryAllocation);
    made->bodies = calloc(what->size, sizeof(cudaGraph_t));
    if (!made->bodies) return leave(cudaErrorMemoryAllocation);
    for (unsigned i = 0; i < what->size; i++, made->body_count++) {
        const cudaError_t error = cudaGraphCreate(&made->bodies[i], 0);
        if (error != cudaSuccess) return error;
    }
    made->condition = (unsigned *)(uintptr_t)what->handle;
    made->choice = what->type;
    what->phGraph_out = made->bodies;
    return graph_added(node, made);
}

/* A host function and a fill have the members of both forms at the same places. */
cudaError_t scord_graph_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                            size_t count, struct cudaGraphNodeParams *what) {
    switch (what->type) {
    case cudaGraphNodeTypeKernel: {
        const struct cudaKernelNodeParams kernel = {.func = what->kernel.func,
                                                    .gridDim = what->kernel.gridDim,
                                                    .blockDim = what->kernel.blockDim,
                                                    .sharedMemBytes = what->kernel.sharedMemBytes,
                                                    .kernelParams = what->kernel.kernelParams,
                                                    .extra = what->kernel.extra};
        return cudaGraphAddKernelNode(node, graph, before, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, before, count, &what->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const struct cudaMemsetParams set = {what->memset.dst,   what->memset.pitch,
                                             what->memset.value, what->memset.elementSize,
                                             what->memset.width, what->memset.height};
        return cudaGraphAddMemsetNode(node, graph, before, count, &set);
    }
    case cudaGraphNodeTypeHost: {
        const struct cudaHostNodeParams host = {what->host.fn, what->host.userData};
        return cudaGraphAddHostNode(node, graph, before, count, &host);
    }
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(node, graph, before, count, what->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, before, count);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(node, graph, before, count, what->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(node, graph, before, count, what->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: {
        struct cudaMemAllocNodeParams memory = {.bytesize = what->alloc.bytesize};
        const cudaError_t error = cudaGraphAddMemAllocNode(node, graph, before, count, &memory);
        what->alloc.dptr = memory.dptr;
        return error;
    }
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(node, graph, before, count, what->free.dptr);
    case cudaGraphNodeTypeConditional:
        return add_condition(node, graph, before, count, &what->conditional);
    default: return leave(cudaErrorNotSupported);
    }
}
