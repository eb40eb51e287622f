/* SPDX-License-Identifier: Apache-2.0 */
// graph.cpp: see graph.h.
#include "graph.h"

#include <climits>
#include <functional>
#include <queue>

static unsigned next(unsigned &state) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

Graph small_world(int nodes, int degree, unsigned seed) {
    Graph graph;
    graph.nodes = nodes;
    graph.begin.push_back(0);
    for (int node = 0; node < nodes; node++) {
        for (int k = 1; k <= degree; k++) {
            const bool far = next(seed) % 16 == 0;
            graph.target.push_back(far ? (int)(next(seed) % (unsigned)nodes) : (node + k) % nodes);
            graph.weight.push_back(1 + (int)(next(seed) % 20));
        }
        if (node % 50 == 0) // some with many neighbours
            for (int k = 0; k < 40; k++) {
                graph.target.push_back((node + 7 * k) % nodes);
                graph.weight.push_back(30 + (int)(next(seed) % 50));
            }
        graph.begin.push_back((int)graph.target.size());
    }
    return graph;
}

std::vector<int> distances_on_host(const Graph &graph, int source) {
    typedef std::pair<int, int> Entry; // distance, node
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
    std::vector<int> distance(graph.nodes, INT_MAX);
    distance[source] = 0;
    queue.push(Entry(0, source));
    while (!queue.empty()) {
        const Entry at = queue.top();
        queue.pop();
        if (at.first > distance[at.second]) continue;
        for (int k = graph.begin[at.second]; k < graph.begin[at.second + 1]; k++) {
            const int reached = at.first + graph.weight[k];
            if (reached >= distance[graph.target[k]]) continue;
            distance[graph.target[k]] = reached;
            queue.push(Entry(reached, graph.target[k]));
        }
    }
    return distance;
}
