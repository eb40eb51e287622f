/* SPDX-License-Identifier: Apache-2.0 */
/* graph_edits.c: questions about the nodes and edges of a graph, and changes of both: nodes of
 * further kinds, parameters, edges, and an instance that takes what a graph of the same form says.
 *
 * Functions whose parameters differ between CUDA 11, 12 and 13 have names of our own here; the
 * header gives them CUDA's (runtime_api.h, "graphs"). Programs that nvcc built do not have them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/graphs/graph_node.h"

static cudaError_t leave(cudaError_t error) { return session_leave(session_enter(), error); }

/* ---- nodes of further kinds ---- */

static cudaError_t add_event(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *before, size_t count, cudaEvent_t event,
                             enum cudaGraphNodeType type) {
    if (!event) return leave(cudaErrorInvalidValue);
    struct cudaGraphNode *made = graph_add_node(graph, before, count, type);
    if (made) made->recorded = event;
    return graph_added(node, made);
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *before, size_t count,
                                        cudaEvent_t event) {
    return add_event(node, graph, before, count, event, cudaGraphNodeTypeEventRecord);
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *before, size_t count,
                                      cudaEvent_t event) {
    return add_event(node, graph, before, count, event, cudaGraphNodeTypeWaitEvent);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count,
                                     struct cudaMemAllocNodeParams *what) {
    if (!what || what->bytesize == 0) return leave(cudaErrorInvalidValue);
    const cudaError_t error = memory_allocate(&what->dptr, what->bytesize, DEVICE_MEMORY_DEVICE,
                                              "cudaGraphAddMemAllocNode");
    if (error != cudaSuccess) return error;
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeMemAlloc);
    if (made) made->memory = what->dptr;
    if (made) made->memory_bytes = what->bytesize;
    return graph_added(node, made);
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *before, size_t count, void *pointer) {
    struct cudaGraphNode *made = graph_add_node(graph, before, count, cudaGraphNodeTypeMemFree);
    if (made) made->memory = pointer;
    return graph_added(node, made);
}
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *what) {
    if (!node || node->type != cudaGraphNodeTypeMemAlloc) return leave(cudaErrorInvalidValue);
    *what = (struct cudaMemAllocNodeParams){.bytesize = node->memory_bytes, .dptr = node->memory};
    return leave(cudaSuccess);
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer) {
    if (!node || node->type != cudaGraphNodeTypeMemFree) return leave(cudaErrorInvalidValue);
    *(void **)pointer = node->memory;
    return leave(cudaSuccess);
}
/* What graphs allocated counts as the device's memory; there is nothing to give back. */
cudaError_t cudaDeviceGraphMemTrim(int device) {
    return leave(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value) {
    session_t *session = session_enter();
    if (device != 0 || !value) return session_leave(session, cudaErrorInvalidValue);
    const uint64_t used = device_memory_used_without_host(session->memory);
    (void)attribute;
    memcpy(value, &used, sizeof used);
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value) {
    (void)attribute, (void)value; /* high-water marks, which begin anew */
    return leave(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

static cudaError_t symbol_place(void **place, const void *symbol, size_t offset) {
    const cudaError_t error = cudaGetSymbolAddress(place, symbol);
    if (error == cudaSuccess) *place = (char *)*place + offset;
    return error;
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *before, size_t count,
                                           const void *symbol, const void *from, size_t bytes,
                                           size_t offset, enum cudaMemcpyKind kind) {
    void *to;
    const cudaError_t error = symbol_place(&to, symbol, offset);
    return error != cudaSuccess
               ? error
               : cudaGraphAddMemcpyNode1D(node, graph, before, count, to, from, bytes, kind);
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *before, size_t count, void *to,
                                             const void *symbol, size_t bytes, size_t offset,
                                             enum cudaMemcpyKind kind) {
    void *from;
    const cudaError_t error = symbol_place(&from, symbol, offset);
    return error != cudaSuccess
               ? error
               : cudaGraphAddMemcpyNode1D(node, graph, before, count, to, from, bytes, kind);
}

/* ---- parameters ---- */

static bool is(cudaGraphNode_t node, enum cudaGraphNodeType type) {
    return node && node->type == type;
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *what) {
    if (!is(node, cudaGraphNodeTypeMemcpy)) return leave(cudaErrorInvalidValue);
    *what = node->copy;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from,
                                           size_t bytes, enum cudaMemcpyKind kind) {
    const struct cudaMemcpy3DParms what = graph_rows(to, bytes, from, bytes, bytes, 1, kind);
    return cudaGraphMemcpyNodeSetParams(node, &what);
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *what) {
    if (!is(node, cudaGraphNodeTypeMemset)) return leave(cudaErrorInvalidValue);
    *what = node->set;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *what) {
    if (!is(node, cudaGraphNodeTypeMemset)) return leave(cudaErrorInvalidValue);
    node->set = *what;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *what) {
    if (!is(node, cudaGraphNodeTypeHost)) return leave(cudaErrorInvalidValue);
    *what = node->host;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *what) {
    if (!is(node, cudaGraphNodeTypeHost)) return leave(cudaErrorInvalidValue);
    node->host = *what;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
    if (!is(node, cudaGraphNodeTypeEventRecord)) return leave(cudaErrorInvalidValue);
    *event = node->recorded;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
    if (!is(node, cudaGraphNodeTypeWaitEvent)) return leave(cudaErrorInvalidValue);
    *event = node->recorded;
    return leave(cudaSuccess);
}
static cudaError_t set_event(cudaGraphNode_t node, enum cudaGraphNodeType type, cudaEvent_t event) {
    if (!is(node, type) || !event) return leave(cudaErrorInvalidValue);
    node->recorded = event;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_event(node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_event(node, cudaGraphNodeTypeWaitEvent, event);
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return set_event(graph_copy_of(executable, node), cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return set_event(graph_copy_of(executable, node), cudaGraphNodeTypeWaitEvent, event);
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
    if (!is(node, cudaGraphNodeTypeGraph)) return leave(cudaErrorInvalidValue);
    *graph = node->child;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    struct cudaGraphNode *copy = graph_copy_of(executable, node);
    if (!is(copy, cudaGraphNodeTypeGraph)) return leave(cudaErrorInvalidValue);
    cudaGraphDestroy(copy->child);
    return cudaGraphClone(&copy->child, child);
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned int enabled) {
    struct cudaGraphNode *copy = graph_copy_of(executable, node);
    if (!copy) return leave(cudaErrorInvalidValue);
    copy->disabled = enabled == 0;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned int *enabled) {
    const struct cudaGraphNode *copy = graph_copy_of(executable, node);
    if (!copy) return leave(cudaErrorInvalidValue);
    *enabled = !copy->disabled;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long *flags) {
    *flags = 0; /* none has an effect */
    return leave(executable ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- nodes and edges ---- */

/* Of a list as CUDA gives it: at most *COUNT go to TO (NULL: none), and *COUNT says how many. */
typedef struct listing {
    size_t room, count;
} listing_t;

static bool takes(listing_t *listing) { return listing->count++ < listing->room; }

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    listing_t listing = {.room = nodes ? *count : 0};
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->before_count == 0 && takes(&listing))
            nodes[listing.count - 1] = graph->nodes[i];
    *count = listing.count;
    return leave(cudaSuccess);
}
cudaError_t scord_graph_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              size_t *count) {
    listing_t listing = {.room = from && to ? *count : 0};
    for (size_t i = 0; i < graph->count; i++) {
        struct cudaGraphNode *node = graph->nodes[i];
        for (size_t k = 0; k < node->before_count; k++)
            if (takes(&listing)) {
                from[listing.count - 1] = node->before[k];
                to[listing.count - 1] = node;
            }
    }
    *count = listing.count;
    return leave(cudaSuccess);
}
cudaError_t scord_graph_dependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    listing_t listing = {.room = nodes ? *count : 0};
    for (size_t i = 0; i < node->before_count; i++)
        if (takes(&listing)) nodes[listing.count - 1] = node->before[i];
    *count = listing.count;
    return leave(cudaSuccess);
}
cudaError_t scord_graph_dependents(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    listing_t listing = {.room = nodes ? *count : 0};
    const struct cudaGraph *graph = node->graph;
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->before_count; k++)
            if (graph->nodes[i]->before[k] == node && takes(&listing))
                nodes[listing.count - 1] = graph->nodes[i];
    *count = listing.count;
    return leave(cudaSuccess);
}

static bool drop_edge(struct cudaGraphNode *from, struct cudaGraphNode *to) {
    for (size_t k = 0; k < to->before_count; k++)
        if (to->before[k] == from) {
            to->before[k] = to->before[--to->before_count];
            return true;
        }
    return false;
}
cudaError_t scord_graph_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to, size_t count) {
    bool all = graph;
    for (size_t i = 0; i < count; i++) all &= drop_edge(from[i], to[i]);
    return leave(all ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    if (!node) return leave(cudaErrorInvalidValue);
    struct cudaGraph *graph = node->graph;
    size_t at = graph->count;
    for (size_t i = 0; i < graph->count; i++) {
        while (drop_edge(node, graph->nodes[i])) {
        }
        if (graph->nodes[i] == node) at = i;
    }
    if (at == graph->count) return leave(cudaErrorInvalidValue);
    memmove(graph->nodes + at, graph->nodes + at + 1, (--graph->count - at) * sizeof(void *));
    graph_free_node(node);
    return leave(cudaSuccess);
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t node,
                                     cudaGraph_t clone) {
    struct cudaGraphNode *copy = graph_copy_of((cudaGraphExec_t)clone, node);
    if (copy) *found = copy;
    return leave(copy ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- an instance takes what a graph of the same form says ---- */

static size_t place_of(const struct cudaGraph *graph, const struct cudaGraphNode *node) {
    size_t at = 0;
    while (at < graph->count && graph->nodes[at] != node) at++;
    return at;
}
/* The same nodes in the same order, with the same edges. */
static enum cudaGraphExecUpdateResult compare(const struct cudaGraph *to,
                                              const struct cudaGraph *from, size_t *at) {
    *at = 0;
    if (to->count != from->count) return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < to->count; i++) {
        const struct cudaGraphNode *old = to->nodes[i], *node = from->nodes[i];
        *at = i;
        if (old->before_count != node->before_count) return cudaGraphExecUpdateErrorTopologyChanged;
        for (size_t k = 0; k < old->before_count; k++)
            if (place_of(to, old->before[k]) != place_of(from, node->before[k]))
                return cudaGraphExecUpdateErrorTopologyChanged;
        if (old->type != node->type) return cudaGraphExecUpdateErrorNodeTypeChanged;
        if ((old->function && !node->function) || !old->library != !node->library)
            return cudaGraphExecUpdateErrorParametersChanged;
    }
    return cudaGraphExecUpdateSuccess;
}
cudaError_t scord_graph_update(cudaGraphExec_t executable, cudaGraph_t graph,
                               cudaGraphNode_t *error_node,
                               enum cudaGraphExecUpdateResult *result) {
    struct cudaGraph *to = (cudaGraph_t)executable;
    if (!to || !graph) return leave(cudaErrorInvalidValue);
    size_t at;
    *result = compare(to, graph, &at);
    *error_node = *result == cudaGraphExecUpdateSuccess || at >= graph->count ? NULL
                                                                              : graph->nodes[at];
    if (*result != cudaGraphExecUpdateSuccess) return leave(cudaErrorGraphExecUpdateFailure);
    for (size_t i = 0; i < to->count; i++) {
        const cudaError_t error = graph_copy_work(to->nodes[i], graph->nodes[i]);
        if (error != cudaSuccess) return error;
        to->nodes[i]->origin = graph->nodes[i];
    }
    return leave(cudaSuccess);
}

/* ---- pictures ---- */

static const char *type_name(enum cudaGraphNodeType type) {
    static const char *const names[] = {"kernel", "memcpy", "memset", "host",       "graph",
                                        "empty",  "wait",   "record", "signal",     "wait",
                                        "alloc",  "free",   "batch",  "conditional"};
    return (size_t)type < sizeof names / sizeof *names ? names[type] : "node";
}
static const char *name_of(const struct cudaGraphNode *node) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = node->function ? session_kernel(session, node->function, &module)
                                                  : NULL;
    session_leave(session, cudaSuccess);
    return kernel ? kernel->name : "";
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags) {
    (void)flags;
    FILE *file = graph && path ? fopen(path, "w") : NULL;
    if (!file) return leave(cudaErrorOperatingSystem);
    fprintf(file, "digraph dot {\n");
    for (size_t i = 0; i < graph->count; i++)
        fprintf(file, "\"%zu\" [label=\"%zu %s %s\"];\n", i, i, type_name(graph->nodes[i]->type),
                name_of(graph->nodes[i]));
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->before_count; k++)
            fprintf(file, "\"%zu\" -> \"%zu\";\n", place_of(graph, graph->nodes[i]->before[k]), i);
    fprintf(file, "}\n");
    return leave(fclose(file) == 0 ? cudaSuccess : cudaErrorOperatingSystem);
}

/* ---- what a capture is at ---- */

cudaError_t scord_stream_capture(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                 unsigned long long *id, cudaGraph_t *graph,
                                 const cudaGraphNode_t **behind, size_t *count) {
    struct cudaGraphNode *const *tail = NULL;
    size_t length = 0;
    const cudaGraph_t captured = graph_capture(stream, &tail, &length);
    *status = captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    if (id) *id = captured ? (uintptr_t)captured : 0;
    if (graph) *graph = captured;
    if (behind) *behind = (const cudaGraphNode_t *)tail;
    if (count) *count = length;
    return leave(cudaSuccess);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    static _Thread_local enum cudaStreamCaptureMode held = cudaStreamCaptureModeGlobal;
    const enum cudaStreamCaptureMode old = held; /* no call is refused for another's capture */
    held = *mode;
    *mode = old;
    return leave(cudaSuccess);
}

/* ---- objects of the program that live as long as graphs: they are destroyed with the last
 * reference that the program gives back ---- */

struct CUuserObject_st {
    void *object;
    cudaHostFn_t destroy;
    unsigned count;
};
cudaError_t cudaUserObjectCreate(cudaUserObject_t *to, void *object, cudaHostFn_t destroy,
                                 unsigned int count, unsigned int flags) {
    (void)flags;
    *to = calloc(1, sizeof **to);
    if (!*to) return leave(cudaErrorMemoryAllocation);
    **to = (struct CUuserObject_st){object, destroy, count};
    return leave(cudaSuccess);
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
    object->count += count;
    return leave(cudaSuccess);
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
    if (object->count < count) return leave(cudaErrorInvalidValue);
    object->count -= count;
    if (object->count > 0) return leave(cudaSuccess);
    object->destroy(object->object);
    free(object);
    return leave(cudaSuccess);
}
/* A graph's references are the object's: with `move` the program's become the graph's. */
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
    (void)graph;
    if ((flags & cudaGraphUserObjectMove) == 0) object->count += count;
    return leave(cudaSuccess);
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count) {
    (void)graph;
    return cudaUserObjectRelease(object, count);
}
