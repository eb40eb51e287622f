/* SPDX-License-Identifier: Apache-2.0 */
// graph.cpp: see graph.h.
#include "graph.h"

#include <algorithm>
#include <utility>

Graph graph_of_pieces(int nodes, int pieces, int hub_degree, unsigned seed) {
    std::vector<std::pair<int, int>> edges;
    const auto random = [&seed](int below) {
        seed = seed * 1664525u + 1013904223u;
        return (int)((seed >> 8) % (unsigned)below);
    };
    const auto connect = [&edges](int a, int b) {
        if (a == b) return;
        edges.push_back(std::make_pair(a, b));
        edges.push_back(std::make_pair(b, a));
    };
    for (int v = pieces; v < nodes; v++) // a random tree in each piece
        connect(v, v % pieces + pieces * random(v / pieces));
    for (int i = 0; i < nodes / 2; i++) {
        const int v = random(nodes);
        connect(v, v % pieces + pieces * random(nodes / pieces));
    }
    for (int i = 0; i < hub_degree; i++) connect(0, pieces * random(nodes / pieces));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    Graph graph = {nodes, std::vector<int>(nodes + 1), {}};
    for (const auto &edge : edges) {
        graph.index[edge.first + 1]++;
        graph.neighbours.push_back(edge.second);
    }
    for (int v = 0; v < nodes; v++) graph.index[v + 1] += graph.index[v];
    return graph;
}

std::vector<int> components_on_host(const Graph &graph) {
    std::vector<int> label(graph.nodes, -1), stack;
    for (int start = 0; start < graph.nodes; start++) {
        if (label[start] >= 0) continue;
        label[start] = start;
        stack.push_back(start);
        while (!stack.empty()) {
            const int v = stack.back();
            stack.pop_back();
            for (int e = graph.index[v]; e < graph.index[v + 1]; e++) {
                const int u = graph.neighbours[e];
                if (label[u] >= 0) continue;
                label[u] = start;
                stack.push_back(u);
            }
        }
    }
    return label;
}
