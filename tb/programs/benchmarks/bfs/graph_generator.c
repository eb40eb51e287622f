/* SPDX-License-Identifier: Apache-2.0 */
/* graph_generator.c: see graph_generator.h. */
#include "graph_generator.h"

#include <stdlib.h>

typedef struct pair {
    int from, to;
} pair_t;

static int compare_pairs(const void *a, const void *b) {
    const pair_t *p = a, *q = b;
    return p->from != q->from ? (p->from > q->from) - (p->from < q->from)
                              : (p->to > q->to) - (p->to < q->to);
}

graph_t *graph_generate(int log2_nodes, int edges_per_node, unsigned seed) {
    graph_t *graph = malloc(sizeof *graph);
    if (!graph) return NULL;
    graph->nodes = 1 << log2_nodes;
    graph->edges = graph->nodes * edges_per_node;
    graph->rows = calloc((size_t)graph->nodes + 1, sizeof *graph->rows);
    graph->columns = calloc((size_t)graph->edges, sizeof *graph->columns);
    pair_t *pairs = calloc((size_t)graph->edges, sizeof *pairs);
    if (!graph->rows || !graph->columns || !pairs) {
        free(pairs);
        graph_free(graph);
        return NULL;
    }
    for (int e = 0; e < graph->edges; e++) {
        for (int bit = 0; bit < log2_nodes; bit++) { /* quadrants of 57, 19, 19 and 5 percent */
            seed = seed * 1664525u + 1013904223u;
            const unsigned percent = (seed >> 16) % 100;
            pairs[e].from = pairs[e].from * 2 + (percent >= 76);
            pairs[e].to = pairs[e].to * 2 + ((percent >= 57 && percent < 76) || percent >= 95);
        }
    }
    qsort(pairs, (size_t)graph->edges, sizeof *pairs, compare_pairs);
    for (int e = 0; e < graph->edges; e++) {
        graph->rows[pairs[e].from + 1]++;
        graph->columns[e] = pairs[e].to;
    }
    for (int v = 0; v < graph->nodes; v++) graph->rows[v + 1] += graph->rows[v];
    free(pairs);
    return graph;
}

void graph_levels(const graph_t *graph, int source, int *level) {
    int *queue = malloc((size_t)graph->nodes * sizeof *queue), head = 0, tail = 0;
    for (int v = 0; v < graph->nodes; v++) level[v] = -1;
    if (!queue) return;
    level[source] = 0;
    queue[tail++] = source;
    while (head < tail) {
        const int v = queue[head++];
        for (int e = graph->rows[v]; e < graph->rows[v + 1]; e++) {
            const int u = graph->columns[e];
            if (level[u] >= 0) continue;
            level[u] = level[v] + 1;
            queue[tail++] = u;
        }
    }
    free(queue);
}

void graph_free(graph_t *graph) {
    free(graph->rows);
    free(graph->columns);
    free(graph);
}
