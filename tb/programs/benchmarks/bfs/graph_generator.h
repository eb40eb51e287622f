/* SPDX-License-Identifier: Apache-2.0 */
/* graph_generator.h: R-MAT graphs (Chakrabarti et al. 2004), in C. */
#ifndef GRAPH_GENERATOR_H
#define GRAPH_GENERATOR_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph {
    int nodes, edges;
    int *rows, *columns; /* compressed rows */
} graph_t;

graph_t *graph_generate(int log2_nodes, int edges_per_node, unsigned seed);
void graph_levels(const graph_t *graph, int source, int *level); /* breadth first, on the host */
void graph_free(graph_t *graph);

#ifdef __cplusplus
}
#endif
#endif
