/* graphs.c: CUDA graphs, made node by node or by capturing streams.
 *
 * While a stream is captured its operations become nodes instead of running; a stream that waits
 * for an event of it joins the capture. Every operation of a stream runs to its end here, in the
 * order of the calls, so captured nodes follow one another in that order. A launch runs the nodes
 * after those that they depend on, each by the call that it was made of.
 *
 * Invariant: a node's arguments are copies of the graph's own.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/session.h"

struct cudaGraphNode {
    enum cudaGraphNodeType type;
    const void *function; /* of a kernel */
    dim3 grid, block;
    size_t dynamic_shared;
    void **arguments; /* each a block of its own, the last NULL */
    struct cudaMemcpy3DParms copy;
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;
    struct cudaGraph *child;       /* a copy */
    struct cudaGraphNode **before; /* what it depends on */
    size_t before_count;
    bool done; /* in the launch that runs */
};
struct cudaGraph {
    struct cudaGraphNode **nodes;
    size_t count;
};

static cudaError_t leave(cudaError_t error) { return session_leave(session_enter(), error); }

/* ---- nodes ---- */

static void free_node(struct cudaGraphNode *node) {
    for (size_t i = 0; node->arguments && node->arguments[i]; i++) free(node->arguments[i]);
    free(node->arguments);
    if (node->child) cudaGraphDestroy(node->child);
    free(node->before);
    free(node);
}

/* A node behind COUNT others; NULL without memory. */
static struct cudaGraphNode *add_node(cudaGraph_t graph, const cudaGraphNode_t *before,
                                      size_t count, enum cudaGraphNodeType type) {
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
    graph->nodes[graph->count++] = node;
    return node;
}

static cudaError_t added(cudaGraphNode_t *to, struct cudaGraphNode *node) {
    if (node && to) *to = node;
    return leave(node ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* Copies of what ARGUMENTS point to, as large as the kernel's parameters. */
static cudaError_t set_kernel(struct cudaGraphNode *node, const struct cudaKernelNodeParams *what) {
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
    return leave(*graph ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph) return leave(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->count; i++) free_node(graph->nodes[i]);
    free(graph->nodes);
    free(graph);
    return leave(cudaSuccess);
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaKernelNodeParams *what) {
    struct cudaGraphNode *made = add_node(graph, before, count, cudaGraphNodeTypeKernel);
    if (made && !what->kernelParams && !what->extra) { /* a kernel without parameters */
        void *none[1] = {NULL};
        struct cudaKernelNodeParams plain = *what;
        plain.kernelParams = none;
        const cudaError_t error = set_kernel(made, &plain);
        return error != cudaSuccess ? error : added(node, made);
    }
    const cudaError_t error = made ? set_kernel(made, what) : cudaSuccess;
    return error != cudaSuccess ? error : added(node, made);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemcpy3DParms *what) {
    struct cudaGraphNode *made = add_node(graph, before, count, cudaGraphNodeTypeMemcpy);
    if (made) made->copy = *what;
    return added(node, made);
}
static struct cudaMemcpy3DParms rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
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
    const struct cudaMemcpy3DParms what = rows(to, bytes, from, bytes, bytes, 1, kind);
    return cudaGraphAddMemcpyNode(node, graph, before, count, &what);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *what) {
    struct cudaGraphNode *made = add_node(graph, before, count, cudaGraphNodeTypeMemset);
    if (made) made->set = *what;
    return added(node, made);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *what) {
    struct cudaGraphNode *made = add_node(graph, before, count, cudaGraphNodeTypeHost);
    if (made) made->host = *what;
    return added(node, made);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count) {
    return added(node, add_node(graph, before, count, cudaGraphNodeTypeEmpty));
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

static cudaError_t copy_node(cudaGraph_t to, const struct cudaGraphNode *node) {
    struct cudaGraphNode *made = add_node(to, node->before, node->before_count, node->type);
    if (!made) return leave(cudaErrorMemoryAllocation);
    made->copy = node->copy;
    made->set = node->set;
    made->host = node->host;
    const struct cudaKernelNodeParams what = {.func = (void *)(uintptr_t)node->function,
                                              .gridDim = node->grid,
                                              .blockDim = node->block,
                                              .sharedMemBytes = (unsigned)node->dynamic_shared,
                                              .kernelParams = node->arguments};
    if (node->child) return cudaGraphClone(&made->child, node->child);
    return node->function ? set_kernel(made, &what) : cudaSuccess;
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
    struct cudaGraphNode *made = add_node(graph, before, count, cudaGraphNodeTypeGraph);
    const cudaError_t error = made ? cudaGraphClone(&made->child, child) : cudaSuccess;
    return error != cudaSuccess ? error : added(node, made);
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

static cudaError_t run_nodes(cudaGraph_t graph, cudaStream_t stream);

static cudaError_t run_node(struct cudaGraphNode *node, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    if (node->done) return cudaSuccess;
    node->done = true; /* a cycle is no graph: it ends here */
    for (size_t i = 0; i < node->before_count && error == cudaSuccess; i++)
        error = run_node(node->before[i], stream);
    if (error != cudaSuccess) return error;
    if (node->type == cudaGraphNodeTypeKernel)
        error = cudaLaunchKernel(node->function, node->grid, node->block, node->arguments,
                                 node->dynamic_shared, stream);
    else if (node->type == cudaGraphNodeTypeMemcpy)
        error = cudaMemcpy3DAsync(&node->copy, stream);
    else if (node->type == cudaGraphNodeTypeMemset)
        error = run_memset(&node->set, stream);
    else if (node->type == cudaGraphNodeTypeHost)
        error = cudaLaunchHostFunc(stream, node->host.fn, node->host.userData);
    else if (node->type == cudaGraphNodeTypeGraph)
        error = run_nodes(node->child, stream);
    return error;
}
static cudaError_t run_nodes(cudaGraph_t graph, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < graph->count; i++) graph->nodes[i]->done = false;
    for (size_t i = 0; i < graph->count && error == cudaSuccess; i++)
        error = run_node(graph->nodes[i], stream);
    return error;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    if (!executable) return leave(cudaErrorInvalidValue);
    if (graph_captures(stream))
        return cudaGraphAddChildGraphNode(NULL, graph_of_capture(), NULL, 0,
                                          (cudaGraph_t)executable);
    return run_nodes((cudaGraph_t)executable, stream);
}

/* ---- capture: one at a time ---- */

enum { STREAMS_MAX = 64 };
static struct {
    cudaGraph_t graph; /* NULL: nothing is captured */
    cudaStream_t origin, streams[STREAMS_MAX];
    unsigned count;
    cudaEvent_t events[STREAMS_MAX];
    unsigned event_count;
} capture;

cudaGraph_t graph_of_capture(void) { return capture.graph; }

bool graph_captures(cudaStream_t stream) {
    for (unsigned i = 0; capture.graph && i < capture.count; i++)
        if (capture.streams[i] == stream) return true;
    return false;
}
cudaError_t graph_record_event(cudaEvent_t event) {
    if (capture.event_count == STREAMS_MAX) return leave(cudaErrorStreamCaptureUnsupported);
    capture.events[capture.event_count++] = event;
    return leave(cudaSuccess);
}
bool graph_wait_event(cudaStream_t stream, cudaEvent_t event) {
    bool captured = false;
    for (unsigned i = 0; capture.graph && i < capture.event_count; i++)
        captured |= capture.events[i] == event;
    if (captured && !graph_captures(stream) && capture.count < STREAMS_MAX)
        capture.streams[capture.count++] = stream;
    return graph_captures(stream);
}
void graph_refuse(cudaStream_t stream, const char *function) {
    if (graph_captures(stream))
        session_end(session_enter(), RUN_FAULT,
                    "%s in a stream that is captured, which scord does not have (docs/cuda.md, "
                    "\"Runtime API\")",
                    function);
}

cudaError_t graph_add_kernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t dynamic_shared) {
    const struct cudaKernelNodeParams what = {.func = (void *)(uintptr_t)function,
                                              .gridDim = grid,
                                              .blockDim = block,
                                              .sharedMemBytes = (unsigned)dynamic_shared,
                                              .kernelParams = arguments};
    return cudaGraphAddKernelNode(NULL, capture.graph, NULL, 0, &what);
}
cudaError_t graph_add_copy(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height, enum cudaMemcpyKind kind) {
    const struct cudaMemcpy3DParms what = rows(to, to_pitch, from, from_pitch, width, height, kind);
    return cudaGraphAddMemcpyNode(NULL, capture.graph, NULL, 0, &what);
}
cudaError_t graph_add_set(void *pointer, int value, size_t bytes) {
    const struct cudaMemsetParams what = {.dst = pointer,
                                          .value = (unsigned)value & 255,
                                          .elementSize = 1,
                                          .width = bytes,
                                          .height = 1};
    return cudaGraphAddMemsetNode(NULL, capture.graph, NULL, 0, &what);
}
cudaError_t graph_add_host(cudaHostFn_t function, void *user) {
    const struct cudaHostNodeParams what = {.fn = function, .userData = user};
    return cudaGraphAddHostNode(NULL, capture.graph, NULL, 0, &what);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    (void)mode;
    if (!stream || stream == cudaStreamLegacy) return leave(cudaErrorStreamCaptureUnsupported);
    if (capture.graph) return leave(cudaErrorIllegalState);
    capture.origin = capture.streams[0] = stream;
    capture.count = 1;
    capture.event_count = 0;
    return cudaGraphCreate(&capture.graph, 0);
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    if (!capture.graph) return leave(cudaErrorIllegalState);
    if (stream != capture.origin) return leave(cudaErrorStreamCaptureUnmatched);
    *graph = capture.graph;
    capture.graph = NULL;
    return leave(cudaSuccess);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    *status = graph_captures(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return leave(cudaSuccess);
}
