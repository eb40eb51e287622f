/* SPDX-License-Identifier: Apache-2.0 */
// graph.h: directed graphs with weights, as lists of neighbours one behind the other.
#ifndef GRAPH_H
#define GRAPH_H

#include <cstddef>
#include <vector>

struct Graph {
    int nodes;
    std::vector<int> begin, target, weight;
    std::size_t edges() const { return target.size(); }
};

// A few long edges in a ring of short ones: every node is reached, over many steps.
Graph small_world(int nodes, int degree, unsigned seed);
// Dijkstra's algorithm on the host.
std::vector<int> distances_on_host(const Graph &graph, int source);

#endif
