/* SPDX-License-Identifier: Apache-2.0 */
// graph.h: undirected graphs in compressed rows, both directions of each edge.
#ifndef GRAPH_H
#define GRAPH_H

#include <vector>

struct Graph {
    int nodes;
    std::vector<int> index,
        neighbours; // of node v: neighbours[index[v]] to neighbours[index[v + 1]]
    int edges() const { return (int)neighbours.size(); }
};

Graph graph_of_pieces(int nodes, int pieces, int hub_degree, unsigned seed);
std::vector<int>
components_on_host(const Graph &graph); // of each node the least node of its component

#endif
