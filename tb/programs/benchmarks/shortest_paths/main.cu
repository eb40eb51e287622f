// shortest_paths [NODES]: distances from node 0 of a graph of NODES nodes (600), checked against Dijkstra's algorithm.
#include "check.h"
#include "graph.h"
#include "search.h"

#include <algorithm>

int main(int argc, char **argv) {
    const int nodes = argc > 1 ? std::max(2, atoi(argv[1])) : 600;
    const Graph graph = small_world(nodes, 4, 11);
    const std::vector<int> expected = distances_on_host(graph, 0);
    const SearchResult found = distances_on_device(graph, 0);
    int wrong = 0;
    for (int i = 0; i < nodes; i++)
        if (found.distance[i] != expected[i] && wrong++ < 5)
            printf("node %d: %d, not %d\n", i, found.distance[i], expected[i]);
    printf("%d nodes, %zu edges, farthest at %d\n", nodes, graph.edges(), *std::max_element(expected.begin(), expected.end()));
    const bool right = wrong == 0 && found.rounds > 3 && found.relaxations >= graph.edges();
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
