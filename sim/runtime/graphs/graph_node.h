/* SPDX-License-Identifier: Apache-2.0 */
/* graph_node.h: what a graph is made of, for the files of the graphs API: graphs.c (making,
 * capture, launch), graph_edits.c (questions, changes) and graph_conditions.c (nodes that choose).
 */
#ifndef SCORD_RUNTIME_GRAPH_NODE_H
#define SCORD_RUNTIME_GRAPH_NODE_H

#include "sim/runtime/host/call_sites.h"
#include "sim/runtime/ordering.h"

struct cudaGraphNode {
    enum cudaGraphNodeType type;
    const void *function; /* of a kernel */
    dim3 grid, block;
    size_t dynamic_shared;
    void **arguments;               /* each a block of its own, the last NULL */
    struct library_record *library; /* instead of a kernel: a call of cuBLAS and its like */
    struct cudaMemcpy3DParms copy;
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;
    struct cudaGraph *child; /* a copy */
    cudaEvent_t recorded;    /* or waited for */
    void *memory;            /* that it allocates or frees */
    size_t memory_bytes;
    unsigned *condition;       /* of the device; of a conditional node */
    struct cudaGraph **bodies; /* its own; one runs, by the condition */
    unsigned body_count;
    enum cudaGraphConditionalNodeType choice;
    bool cooperative, disabled;
    cudaLaunchAttributeValue attributes[STREAM_ATTRIBUTES];
    struct cudaGraph *graph;       /* whose node it is */
    struct cudaGraphNode **before; /* what it depends on */
    size_t before_count;
    bool done;                          /* in the launch that runs */
    const struct cudaGraphNode *origin; /* that it is a copy of; NULL: of none */
    /* of an instance's node: */
    uint32_t chain;
    struct cudaGraphNode *next; /* the one behind it in its chain; NULL: the last */
    uint32_t event;             /* its end in the order of operations; ORDER_NONE: not yet */
    bool captured;
    uintptr_t place[CALL_FRAMES]; /* then: where */
};
struct cudaGraph {
    struct cudaGraphNode **nodes;
    size_t count;
    /* of an instance: */
    cudaStream_t *chain_stream; /* one a chain, NULL: there is one chain */
    uint32_t chains;            /* 0: not known yet */
    uint32_t begin, end;        /* events of its launches; ORDER_NONE: not launched */
};

/* A node behind COUNT others; NULL without memory. */
struct cudaGraphNode *graph_add_node(cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                     enum cudaGraphNodeType type);
cudaError_t graph_added(cudaGraphNode_t *to, struct cudaGraphNode *node);
/* Copies of what the arguments point to, as large as the kernel's parameters. */
cudaError_t graph_set_kernel(struct cudaGraphNode *node, const struct cudaKernelNodeParams *what);
/* The copy of NODE in an instance; NULL: it is of another graph. */
struct cudaGraphNode *graph_copy_of(cudaGraphExec_t executable, const struct cudaGraphNode *node);
struct cudaMemcpy3DParms graph_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                    size_t width, size_t height, enum cudaMemcpyKind kind);
void graph_free_node(struct cudaGraphNode *node);
/* What the node stands for becomes what FROM stands for; neither's edges change. */
cudaError_t graph_copy_work(struct cudaGraphNode *to, const struct cudaGraphNode *from);
/* The nodes of GRAPH run in STREAM, or in streams of their chains. */
cudaError_t graph_run_nodes(cudaGraph_t graph, cudaStream_t stream);
/* graph_conditions.c: the bodies that the condition chooses run. */
cudaError_t graph_run_condition(const struct cudaGraphNode *node, cudaStream_t stream);
/* The graph that STREAM is captured to, and what its next node is behind; NULL: it is not. */
cudaGraph_t graph_capture(cudaStream_t stream, struct cudaGraphNode *const **behind, size_t *count);

#endif
