/* SPDX-License-Identifier: Apache-2.0 */
/* graphs.c: CUDA graphs, made node by node or by capturing streams.
 *
 * While a stream is captured its operations become nodes instead of running, each behind the last
 * one of its stream; a stream that waits for an event of the capture joins it, and its next node is
 * behind what the event stands for. A launch runs the nodes after those that they depend on, each
 * by the call that it was made of.
 *
 * For the order of operations (ordering.h) a graph falls into chains, each node behind the one
 * before. A graph of one chain runs in the stream of the launch; else each chain has a stream of
 * its own, which goes on behind the launch's stream and behind nodes of other chains where an edge
 * says so, and the launch's stream goes on behind all chains.
 *
 * Memory that a graph allocates is there from the call that makes the node, and stays.
 *
 * Invariants: a node's arguments are copies of the graph's own; chains are those of the nodes and
 * edges that a graph had at its first launch, when it is an instance that does not change.
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/runtime/host/call_sites.h"
#include "sim/runtime/library_record.h"
#include "sim/runtime/graphs/graph_node.h"
#include "sim/runtime/ordering.h"

static cudaError_t leave(cudaError_t error) { return session_leave(session_enter(), error); }

/* ---- nodes ---- */

void graph_free_node(struct cudaGraphNode *node) {
    library_record_drop(node->library);
    for (size_t i = 0; node->arguments && node->arguments[i]; i++) free(node->arguments[i]);
    free(node->arguments);
    if (node->child) cudaGraphDestroy(node->child);
    for (unsigned i = 0; i < node->body_count; i++) cudaGraphDestroy(node->bodies[i]);
    free(node->bodies);
    free(node->before);
    free(node);
}

/* A node behind COUNT others; NULL without memory. */
struct cudaGraphNode *graph_add_node(cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                     enum cudaGraphNodeType type) {
    struct cudaGraphNode *node = calloc(1, sizeof *node);
    void *nodes = realloc(graph->nodes, (graph->count + 1) * sizeof(void *));
    if (nodes) graph->nodes = nodes;
    struct cudaGraphNode **list = calloc(count + 1, sizeof *list);
    if (!node || !nodes || !list) {
        free(node);
        free(list);
        return NULL;
    }
    if (count > 0) memcpy(list, before, count * sizeof *list);
    node->type = type;
    node->before = list;
    node->before_count = count;
    node->event = ORDER_NONE;
    node->graph = graph;
    graph->nodes[graph->count++] = node;
    return node;
}

cudaError_t graph_added(cudaGraphNode_t *to, struct cudaGraphNode *node) {
    if (node && to) *to = node;
    return leave(node ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* Copies of what ARGUMENTS point to, as large as the kernel's parameters. */
cudaError_t graph_set_kernel(struct cudaGraphNode *node, const struct cudaKernelNodeParams *what) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, what->func, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    void **copies = calloc(kernel->parameter_count + 1, sizeof *copies);
    if (!copies) return session_leave(session, cudaErrorMemoryAllocation);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        copies[i] = malloc(kernel->parameters[i].size);
        if (!copies[i]) return session_leave(session, cudaErrorMemoryAllocation);
        memcpy(copies[i], what->kernelParams[i], kernel->parameters[i].size);
    }
    for (size_t i = 0; node->arguments && node->arguments[i]; i++) free(node->arguments[i]);
    free(node->arguments);
    node->arguments = copies;
    node->function = what->func;
    node->grid = what->gridDim;
    node->block = what->blockDim;
    node->dynamic_shared = what->sharedMemBytes;
    return session_leave(session, cudaSuccess);
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
    (void)flags;
    *graph = calloc(1, sizeof **graph);
    if (*graph) (*graph)->begin = (*graph)->end = ORDER_NONE;
    return leave(*graph ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* Streams of chains are used again: each one is a number in all clocks, for good. */
static cudaStream_t *free_streams;
static uint32_t free_count, free_allocated;

static cudaStream_t take_stream(void) {
    cudaStream_t stream = NULL;
    session_t *session = session_enter();
    session->called_as = ORDERING_BRANCH;
    if (free_count > 0)
        stream = free_streams[--free_count];
    else
        session_make_stream(&stream, cudaStreamNonBlocking, 0);
    session->called_as = NULL;
    session_leave(session, cudaSuccess);
    return stream;
}
static void give_back(cudaStream_t stream) {
    session_t *session = session_enter();
    if (SCORD_ARRAY_ROOM(free_streams, free_allocated, free_count + 1))
        free_streams[free_count++] = stream;
    session_leave(session, cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph) return leave(cudaErrorInvalidValue);
    session_t *session = session_enter();
    for (size_t i = 0; i < graph->count; i++) ordering_event_gone(session, graph->nodes[i]->event);
    ordering_event_gone(session, graph->begin);
    ordering_event_gone(session, graph->end);
    session_leave(session, cudaSuccess);
    for (uint32_t i = 0; graph->chain_stream && i < graph->chains; i++)
        give_back(graph->chain_stream[i]);
    free(graph->chain_stream);
    for (size_t i = 0; i < graph->count; i++) graph_free_node(graph->nodes[i]);
    free(graph->nodes);
    free(graph);
    return leave(cudaSuccess);
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaKernelNodeParams *what) {
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeKernel);
    if (made && !what->kernelParams && !what->extra) { /* a kernel without parameters */
        void *none[1] = {NULL};
        struct cudaKernelNodeParams plain = *what;
        plain.kernelParams = none;
        const cudaError_t error = graph_set_kernel(made, &plain);
        return error != cudaSuccess ? error : graph_added(node, made);
    }
    const cudaError_t error = made ? graph_set_kernel(made, what) : cudaSuccess;
    return error != cudaSuccess ? error : graph_added(node, made);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemcpy3DParms *what) {
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeMemcpy);
    if (made) made->copy = *what;
    return graph_added(node, made);
}
struct cudaMemcpy3DParms graph_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                    size_t width, size_t height, enum cudaMemcpyKind kind) {
    return (struct cudaMemcpy3DParms){
        .srcPtr = make_cudaPitchedPtr((void *)(uintptr_t)from, from_pitch, width, height),
        .dstPtr = make_cudaPitchedPtr(to, to_pitch, width, height),
        .extent = make_cudaExtent(width, height, 1),
        .kind = kind};
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    const struct cudaMemcpy3DParms what = graph_rows(to, bytes, from, bytes, bytes, 1, kind);
    return cudaGraphAddMemcpyNode(node, graph, before, count, &what);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *what) {
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeMemset);
    if (made) made->set = *what;
    return graph_added(node, made);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *what) {
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeHost);
    if (made) made->host = *what;
    return graph_added(node, made);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count) {
    return graph_added(node, graph_add_node(graph, before, count, cudaGraphNodeTypeEmpty));
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count) {
    (void)graph;
    for (size_t i = 0; i < count; i++) {
        void *list = realloc(to[i]->before, (to[i]->before_count + 1) * sizeof(void *));
        if (!list) return leave(cudaErrorMemoryAllocation);
        to[i]->before = list;
        to[i]->before[to[i]->before_count++] = from[i];
    }
    return leave(cudaSuccess);
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    if (nodes && graph->count > 0)
        memcpy(nodes, graph->nodes,
               (*count < graph->count ? *count : graph->count) * sizeof *nodes);
    *count = graph->count;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    *type = node->type;
    return leave(cudaSuccess);
}

/* ---- copies, which are what is launched ---- */

cudaError_t graph_copy_work(struct cudaGraphNode *to, const struct cudaGraphNode *from) {
    to->copy = from->copy;
    to->set = from->set;
    to->host = from->host;
    to->recorded = from->recorded;
    to->memory = from->memory;
    to->memory_bytes = from->memory_bytes;
    to->condition = from->condition;
    to->choice = from->choice;
    if (from->library) library_record_share(from->library);
    library_record_drop(to->library);
    to->library = from->library;
    to->cooperative = from->cooperative;
    to->disabled = from->disabled;
    memcpy(to->attributes, from->attributes, sizeof to->attributes);
    if (from->child) {
        if (to->child) cudaGraphDestroy(to->child);
        return cudaGraphClone(&to->child, from->child);
    }
    if (from->body_count > 0) {
        for (unsigned i = 0; i < to->body_count; i++) cudaGraphDestroy(to->bodies[i]);
        free(to->bodies);
        to->body_count = 0;
        to->bodies = calloc(from->body_count, sizeof(cudaGraph_t));
        if (!to->bodies) return leave(cudaErrorMemoryAllocation);
    }
    for (unsigned i = 0; i < from->body_count; i++, to->body_count++) {
        const cudaError_t error = cudaGraphClone(&to->bodies[i], from->bodies[i]);
        if (error != cudaSuccess) return error;
    }
    const struct cudaKernelNodeParams what = {.func = (void *)(uintptr_t)from->function,
                                              .gridDim = from->grid,
                                              .blockDim = from->block,
                                              .sharedMemBytes = (unsigned)from->dynamic_shared,
                                              .kernelParams = from->arguments};
    return from->function ? graph_set_kernel(to, &what) : cudaSuccess;
}

static cudaError_t copy_node(cudaGraph_t to, const struct cudaGraphNode *node) {
    struct cudaGraphNode *made = graph_add_node(to, node->before, node->before_count, node->type);
    if (!made) return leave(cudaErrorMemoryAllocation);
    made->origin = node;
    made->captured = node->captured;
    memcpy(made->place, node->place, sizeof made->place);
    return graph_copy_work(made, node);
}
cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t from) {
    cudaError_t error = cudaGraphCreate(to, 0);
    for (size_t i = 0; i < from->count && error == cudaSuccess; i++)
        error = copy_node(*to, from->nodes[i]);
    for (size_t i = 0; i < from->count && error == cudaSuccess; i++)
        for (size_t k = 0; k < (*to)->nodes[i]->before_count; k++)
            for (size_t j = 0; j < from->count; j++) /* of the copy now */
                if ((*to)->nodes[i]->before[k] == from->nodes[j])
                    (*to)->nodes[i]->before[k] = (*to)->nodes[j];
    return error;
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t count,
                                       cudaGraph_t child) {
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeGraph);
    const cudaError_t error = made ? cudaGraphClone(&made->child, child) : cudaSuccess;
    return error != cudaSuccess ? error : graph_added(node, made);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags) {
    (void)flags;
    return cudaGraphClone((cudaGraph_t *)executable, graph);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags) {
    return cudaGraphInstantiate(executable, graph, flags);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    return cudaGraphDestroy((cudaGraph_t)executable);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    (void)executable, (void)stream;
    return cudaSuccess;
}

/* ---- parameters of nodes that are there ---- */

/* The copy of NODE in an instance; NULL: it is of another graph. */
struct cudaGraphNode *graph_copy_of(cudaGraphExec_t executable, const struct cudaGraphNode *node) {
    const struct cudaGraph *graph = (cudaGraph_t)executable;
    for (size_t i = 0; graph && i < graph->count; i++)
        if (graph->nodes[i]->origin == node) return graph->nodes[i];
    return NULL;
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *what) {
    if (!node || node->type != cudaGraphNodeTypeKernel) return leave(cudaErrorInvalidValue);
    *what = (struct cudaKernelNodeParams){.func = (void *)(uintptr_t)node->function,
                                          .gridDim = node->grid,
                                          .blockDim = node->block,
                                          .sharedMemBytes = (unsigned)node->dynamic_shared,
                                          .kernelParams = node->arguments};
    return leave(cudaSuccess);
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *what) {
    if (!node || node->type != cudaGraphNodeTypeKernel) return leave(cudaErrorInvalidValue);
    return graph_set_kernel(node, what);
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *what) {
    return cudaGraphKernelNodeSetParams(graph_copy_of(executable, node), what);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *what) {
    if (!node || node->type != cudaGraphNodeTypeMemcpy) return leave(cudaErrorInvalidValue);
    node->copy = *what;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *what) {
    return cudaGraphMemcpyNodeSetParams(graph_copy_of(executable, node), what);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void *to, const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind) {
    const struct cudaMemcpy3DParms what = graph_rows(to, bytes, from, bytes, bytes, 1, kind);
    return cudaGraphExecMemcpyNodeSetParams(executable, node, &what);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *what) {
    struct cudaGraphNode *copy = graph_copy_of(executable, node);
    if (!copy || copy->type != cudaGraphNodeTypeMemset) return leave(cudaErrorInvalidValue);
    copy->set = *what;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *what) {
    struct cudaGraphNode *copy = graph_copy_of(executable, node);
    if (!copy || copy->type != cudaGraphNodeTypeHost) return leave(cudaErrorInvalidValue);
    copy->host = *what;
    return leave(cudaSuccess);
}

/* ---- launches ---- */

static cudaError_t run_memset(const struct cudaMemsetParams *what, cudaStream_t stream) {
    char *row = what->dst;
    if (what->elementSize == 1)
        return cudaMemset2DAsync(row, what->height > 1 ? what->pitch : what->width,
                                 (int)what->value, what->width, what->height, stream);
    const size_t bytes = what->width * what->elementSize;
    char *values = malloc(bytes);
    if (!values) return leave(cudaErrorMemoryAllocation);
    for (size_t i = 0; i < what->width; i++)
        memcpy(values + i * what->elementSize, &what->value, what->elementSize);
    cudaError_t error = cudaSuccess;
    for (size_t y = 0; y < what->height && error == cudaSuccess; y++)
        error = cudaMemcpyAsync(row + y * what->pitch, values, bytes, cudaMemcpyHostToDevice,
                                stream);
    free(values);
    return error;
}

static cudaError_t graph_add_child(cudaStream_t stream, cudaGraph_t child);

/* The node takes on the chain of one that it depends on and that is its chain's last so far. */
static void find_chain(cudaGraph_t graph, struct cudaGraphNode *node) {
    if (node->done) return;
    node->done = true;
    for (size_t i = 0; i < node->before_count; i++) find_chain(graph, node->before[i]);
    for (size_t i = 0; i < node->before_count; i++) {
        if (node->before[i]->next) continue;
        node->before[i]->next = node;
        node->chain = node->before[i]->chain;
        return;
    }
    node->chain = graph->chains++;
}

static bool find_chains(cudaGraph_t graph) {
    if (graph->chains > 0) return true;
    for (size_t i = 0; i < graph->count; i++) {
        graph->nodes[i]->done = false;
        graph->nodes[i]->next = NULL;
    }
    for (size_t i = 0; i < graph->count; i++) find_chain(graph, graph->nodes[i]);
    if (graph->chains <= 1) return true;
    graph->chain_stream = calloc(graph->chains, sizeof(cudaStream_t));
    for (uint32_t i = 0; graph->chain_stream && i < graph->chains; i++)
        if (!(graph->chain_stream[i] = take_stream())) return false;
    return graph->chain_stream;
}

/* The event stands for all work of the stream so far; the stream goes on behind it, with a kernel
 * that may begin early, too. */
static void mark(uint32_t *event, cudaStream_t stream) {
    session_t *session = session_enter();
    ordering_mark(session, event, stream);
    session_leave(session, cudaSuccess);
}
static void follow(cudaStream_t stream, uint32_t event) {
    session_t *session = session_enter();
    ordering_follow(session, stream, event);
    ordering_edge(session, stream);
    session_leave(session, cudaSuccess);
}

/* Memory of a graph is there for as long as the program; only cudaFree can take it away. */
static cudaError_t check_memory(const struct cudaGraphNode *node) {
    session_t *session = session_enter();
    if (!device_memory_find(session->memory, (uintptr_t)node->memory))
        session_end(session, RUN_FAULT,
                    "a graph is launched again whose memory the program has freed outside of it, "
                    "which scord does not have (docs/cuda.md, \"Runtime API\")");
    return session_leave(session, cudaSuccess);
}

/* Reports name a copy or set as the call that the node is most likely made of. */
static const char *name_of(const struct cudaGraphNode *node) {
    const bool copies = node->type == cudaGraphNodeTypeMemcpy;
    const size_t rows = copies ? node->copy.extent.height : node->set.height;
    if (copies && node->copy.extent.depth > 1) return "cudaMemcpy3DAsync";
    if (rows > 1) return copies ? "cudaMemcpy2DAsync" : "cudaMemset2DAsync";
    return copies ? "cudaMemcpyAsync" : "cudaMemsetAsync";
}
static cudaError_t run_transfer(const struct cudaGraphNode *node, cudaStream_t stream) {
    session_t *session = session_enter();
    const char *before = session->called_as;
    session->called_as = name_of(node);
    const cudaError_t error = node->type == cudaGraphNodeTypeMemcpy
                                  ? cudaMemcpy3DAsync(&node->copy, stream)
                                  : run_memset(&node->set, stream);
    session->called_as = before;
    return session_leave(session, error);
}

static cudaError_t run_call(const struct cudaGraphNode *node, cudaStream_t stream) {
    if (node->disabled) return cudaSuccess;
    switch (node->type) {
    case cudaGraphNodeTypeKernel:
        if (node->library) {
            library_record_run(node->library, stream);
            return cudaSuccess;
        }
        ordering_kernel_programmatic(
            node->attributes[cudaLaunchAttributeProgrammaticStreamSerialization]
                .programmaticStreamSerializationAllowed != 0);
        return (node->cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel)(
            node->function, node->grid, node->block, node->arguments, node->dynamic_shared, stream);
    case cudaGraphNodeTypeEventRecord: return cudaEventRecord(node->recorded, stream);
    case cudaGraphNodeTypeWaitEvent: return cudaStreamWaitEvent(stream, node->recorded, 0);
    case cudaGraphNodeTypeMemAlloc: return check_memory(node);
    case cudaGraphNodeTypeConditional: return graph_run_condition(node, stream);
    case cudaGraphNodeTypeMemcpy:
    case cudaGraphNodeTypeMemset: return run_transfer(node, stream);
    case cudaGraphNodeTypeHost:
        return cudaLaunchHostFunc(stream, node->host.fn, node->host.userData);
    case cudaGraphNodeTypeGraph: return graph_run_nodes(node->child, stream);
    default: return cudaSuccess;
    }
}

static cudaError_t run_node(cudaGraph_t graph, struct cudaGraphNode *node, cudaStream_t launched) {
    cudaError_t error = cudaSuccess;
    if (node->done) return cudaSuccess;
    node->done = true; /* a cycle is no graph: it ends here */
    for (size_t i = 0; i < node->before_count && error == cudaSuccess; i++)
        error = run_node(graph, node->before[i], launched);
    const bool apart = graph->chain_stream;
    const cudaStream_t stream = apart ? graph->chain_stream[node->chain] : launched;
    for (size_t i = 0; i < node->before_count && apart; i++)
        if (node->before[i]->next != node) follow(stream, node->before[i]->event);
    ordering_place(node->captured ? node->place : NULL);
    if (error == cudaSuccess) error = run_call(node, stream);
    ordering_place(NULL);
    if (apart) mark(&node->event, stream);
    return error;
}
cudaError_t graph_run_nodes(cudaGraph_t graph, cudaStream_t stream) {
    cudaError_t error = find_chains(graph) ? cudaSuccess : leave(cudaErrorMemoryAllocation);
    follow(stream, graph->end); /* of the launch before */
    mark(&graph->begin, stream);
    for (uint32_t i = 0; graph->chain_stream && i < graph->chains; i++)
        follow(graph->chain_stream[i], graph->begin);
    for (size_t i = 0; i < graph->count; i++) graph->nodes[i]->done = false;
    for (size_t i = 0; i < graph->count && error == cudaSuccess; i++)
        error = run_node(graph, graph->nodes[i], stream);
    for (size_t i = 0; graph->chain_stream && i < graph->count; i++)
        if (!graph->nodes[i]->next) follow(stream, graph->nodes[i]->event);
    follow(stream, ORDER_NONE); /* a graph has ended when what is behind it begins */
    mark(&graph->end, stream);
    return error;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    if (!executable) return leave(cudaErrorInvalidValue);
    if (graph_captures(stream)) return graph_add_child(stream, (cudaGraph_t)executable);
    session_t *session = session_enter();
    ordering_graph_begin(session);
    session_leave(session, cudaSuccess);
    const cudaError_t error = graph_run_nodes((cudaGraph_t)executable, stream);
    session_enter();
    ordering_graph_end(session);
    return session_leave(session, error);
}

/* ---- capture: one at a time ---- */

/* Nodes that the next one is behind. */
typedef struct tail {
    struct cudaGraphNode **node;
    uint32_t count, allocated;
} tail_t;

enum { STREAMS_MAX = 64 };
static struct {
    cudaGraph_t graph; /* NULL: nothing is captured */
    cudaStream_t origin, streams[STREAMS_MAX];
    tail_t tail[STREAMS_MAX]; /* of each stream */
    unsigned count;
    cudaEvent_t events[STREAMS_MAX];
    tail_t recorded[STREAMS_MAX]; /* by each event */
    unsigned event_count;
} capture;

static int captured_stream(cudaStream_t stream) {
    for (unsigned i = 0; capture.graph && i < capture.count; i++)
        if (capture.streams[i] == stream) return (int)i;
    return -1;
}
bool graph_captures(cudaStream_t stream) { return captured_stream(stream) >= 0; }
cudaGraph_t graph_capture(cudaStream_t stream, struct cudaGraphNode *const **behind,
                          size_t *count) {
    const int at = captured_stream(stream);
    if (at < 0) return NULL;
    *behind = capture.tail[at].node;
    *count = capture.tail[at].count;
    return capture.graph;
}

static bool add_to_tail(tail_t *tail, struct cudaGraphNode *node) {
    for (uint32_t i = 0; i < tail->count; i++)
        if (tail->node[i] == node) return true;
    if (!SCORD_ARRAY_ROOM(tail->node, tail->allocated, tail->count + 1)) return false;
    tail->node[tail->count++] = node;
    return true;
}
static bool add_tail(tail_t *to, const tail_t *from) {
    for (uint32_t i = 0; i < from->count; i++)
        if (!add_to_tail(to, from->node[i])) return false;
    return true;
}

cudaError_t graph_record_event(cudaEvent_t event, cudaStream_t stream) {
    unsigned i = 0;
    while (i < capture.event_count && capture.events[i] != event) i++;
    if (i == STREAMS_MAX) return leave(cudaErrorStreamCaptureUnsupported);
    if (i == capture.event_count) capture.event_count++;
    capture.events[i] = event;
    capture.recorded[i].count = 0; /* the last record counts */
    const bool added = add_tail(&capture.recorded[i], &capture.tail[captured_stream(stream)]);
    return leave(added ? cudaSuccess : cudaErrorMemoryAllocation);
}
bool graph_wait_event(cudaStream_t stream, cudaEvent_t event) {
    const tail_t *recorded = NULL;
    for (unsigned i = 0; capture.graph && i < capture.event_count; i++)
        if (capture.events[i] == event) recorded = &capture.recorded[i];
    if (recorded && !graph_captures(stream) && capture.count < STREAMS_MAX) {
        capture.tail[capture.count].count = 0;
        capture.streams[capture.count++] = stream;
    }
    const int at = captured_stream(stream);
    if (at >= 0 && recorded) add_tail(&capture.tail[at], recorded);
    return at >= 0;
}

/* What STREAM's next node is behind; and the node is there. */
static cudaError_t placed_at(cudaError_t error, cudaStream_t stream, struct cudaGraphNode **made,
                             const uintptr_t *frames) {
    struct cudaGraphNode *node = *made; /* the call in ERROR's place has made it */
    tail_t *tail = &capture.tail[captured_stream(stream)];
    if (error != cudaSuccess || !node) return error;
    tail->count = 0;
    node->captured = true;
    if (frames)
        memcpy(node->place, frames, sizeof node->place);
    else
        call_frames(node->place);
    return add_to_tail(tail, node) ? cudaSuccess : leave(cudaErrorMemoryAllocation);
}
static cudaError_t placed(cudaError_t error, cudaStream_t stream, struct cudaGraphNode **made) {
    return placed_at(error, stream, made, NULL);
}
#define BEHIND_TAIL(stream)                                                                        \
    capture.graph, capture.tail[captured_stream(stream)].node,                                     \
        capture.tail[captured_stream(stream)].count

void graph_refuse(cudaStream_t stream, const char *function) {
    if (graph_captures(stream))
        session_end(session_enter(), RUN_FAULT,
                    "%s in a stream that is captured, which scord does not have (docs/cuda.md, "
                    "\"Runtime API\")",
                    function);
}

cudaError_t graph_add_kernel(cudaStream_t stream, const void *function, dim3 grid, dim3 block,
                             void **arguments, size_t dynamic_shared, const uintptr_t *frames) {
    struct cudaGraphNode *node = NULL;
    const struct cudaKernelNodeParams what = {.func = (void *)(uintptr_t)function,
                                              .gridDim = grid,
                                              .blockDim = block,
                                              .sharedMemBytes = (unsigned)dynamic_shared,
                                              .kernelParams = arguments};
    const cudaError_t error = placed_at(cudaGraphAddKernelNode(&node, BEHIND_TAIL(stream), &what),
                                        stream, &node, frames);
    const bool programmatic = ordering_take_programmatic();
    if (node)
        node->attributes[cudaLaunchAttributeProgrammaticStreamSerialization]
            .programmaticStreamSerializationAllowed = programmatic;
    return error;
}
cudaError_t graph_add_copy_3d(cudaStream_t stream, const struct cudaMemcpy3DParms *what) {
    struct cudaGraphNode *node = NULL;
    return placed(cudaGraphAddMemcpyNode(&node, BEHIND_TAIL(stream), what), stream, &node);
}
cudaError_t graph_add_copy(cudaStream_t stream, void *to, size_t to_pitch, const void *from,
                           size_t from_pitch, size_t width, size_t height,
                           enum cudaMemcpyKind kind) {
    const struct cudaMemcpy3DParms what = graph_rows(to, to_pitch, from, from_pitch, width, height,
                                                     kind);
    return graph_add_copy_3d(stream, &what);
}
cudaError_t graph_add_set(cudaStream_t stream, void *pointer, size_t pitch, int value, size_t width,
                          size_t height) {
    struct cudaGraphNode *node = NULL;
    const struct cudaMemsetParams what = {.dst = pointer,
                                          .pitch = pitch,
                                          .value = (unsigned)value & 255,
                                          .elementSize = 1,
                                          .width = width,
                                          .height = height};
    return placed(cudaGraphAddMemsetNode(&node, BEHIND_TAIL(stream), &what), stream, &node);
}
cudaError_t graph_add_host(cudaStream_t stream, cudaHostFn_t function, void *user) {
    struct cudaGraphNode *node = NULL;
    const struct cudaHostNodeParams what = {.fn = function, .userData = user};
    return placed(cudaGraphAddHostNode(&node, BEHIND_TAIL(stream), &what), stream, &node);
}
static cudaError_t graph_add_child(cudaStream_t stream, cudaGraph_t child) {
    struct cudaGraphNode *node = NULL;
    return placed(cudaGraphAddChildGraphNode(&node, BEHIND_TAIL(stream), child), stream, &node);
}

cudaError_t graph_add_event(cudaStream_t stream, cudaEvent_t event, enum cudaGraphNodeType type) {
    struct cudaGraphNode *node = graph_add_node(BEHIND_TAIL(stream), type);
    if (!node) return leave(cudaErrorMemoryAllocation);
    node->recorded = event;
    return placed(cudaSuccess, stream, &node);
}

cudaError_t graph_add_library(cudaStream_t stream, struct library_record *record) {
    struct cudaGraphNode *node = graph_add_node(BEHIND_TAIL(stream), cudaGraphNodeTypeKernel);
    if (!node) return leave(cudaErrorMemoryAllocation);
    node->library = record;
    return placed(cudaSuccess, stream, &node);
}

cudaError_t graph_add_memory(cudaStream_t stream, void *memory, size_t bytes) {
    struct cudaGraphNode *node = graph_add_node(
        BEHIND_TAIL(stream), bytes > 0 ? cudaGraphNodeTypeMemAlloc : cudaGraphNodeTypeMemFree);
    if (!node) return leave(cudaErrorMemoryAllocation);
    node->memory = memory;
    node->memory_bytes = bytes;
    return placed(cudaSuccess, stream, &node);
}

static cudaError_t begin_capture(cudaStream_t stream) {
    if (!stream || stream == cudaStreamLegacy) return leave(cudaErrorStreamCaptureUnsupported);
    if (capture.graph) return leave(cudaErrorIllegalState);
    capture.origin = capture.streams[0] = stream;
    capture.tail[0].count = 0;
    capture.count = 1;
    capture.event_count = 0;
    return cudaSuccess;
}
static cudaError_t add_nodes(tail_t *tail, const cudaGraphNode_t *nodes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!add_to_tail(tail, (struct cudaGraphNode *)nodes[i]))
            return leave(cudaErrorMemoryAllocation);
    return cudaSuccess;
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    (void)mode;
    const cudaError_t error = begin_capture(stream);
    return error != cudaSuccess ? error : cudaGraphCreate(&capture.graph, 0);
}
/* What is captured goes into GRAPH, behind nodes of it. */
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *before,
                                          const cudaGraphEdgeData *edges, size_t count,
                                          enum cudaStreamCaptureMode mode) {
    (void)mode, (void)edges;
    if (!graph || (count > 0 && !before)) return leave(cudaErrorInvalidValue);
    const cudaError_t error = begin_capture(stream);
    if (error != cudaSuccess) return error;
    capture.graph = graph;
    return add_nodes(&capture.tail[0], before, count);
}
/* What the stream's next node is behind: these as well (FLAGS 0), or these alone. */
cudaError_t scord_stream_capture_behind(cudaStream_t stream, const cudaGraphNode_t *nodes,
                                        size_t count, unsigned int flags) {
    const int at = captured_stream(stream);
    if (at < 0) return leave(cudaErrorIllegalState);
    if (flags != 0) capture.tail[at].count = 0;
    return add_nodes(&capture.tail[at], nodes, count);
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    if (!capture.graph) return leave(cudaErrorIllegalState);
    if (stream != capture.origin) return leave(cudaErrorStreamCaptureUnmatched);
    if (graph) *graph = capture.graph;
    capture.graph = NULL;
    return leave(cudaSuccess);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    *status = graph_captures(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return leave(cudaSuccess);
}
