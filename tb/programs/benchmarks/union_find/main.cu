// union_find [NODES PIECES]: components by the device are those of a search on the host.
#include "check.h"
#include "components.h"

#include <set>

int main(int argc, char **argv) {
    const int nodes = argc > 2 ? atoi(argv[1]) : 1500, pieces = argc > 2 ? atoi(argv[2]) : 9;
    if (pieces < 1 || nodes < 2 * pieces) {
        fprintf(stderr, "usage: %s [NODES PIECES]\n", argv[0]);
        return 2;
    }
    const Graph graph = graph_of_pieces(nodes, pieces, 150, 11);
    WorklistSizes sizes;
    const std::vector<int> device = components_on_device(graph, &sizes), host = components_on_host(graph);
    const std::set<int> labels(device.begin(), device.end());
    printf("%d nodes, %d edges, %zu components; %d nodes by warps, %d by blocks\n", nodes, graph.edges() / 2, labels.size(), sizes.middle, sizes.high);
    const bool right = device == host && (int)labels.size() == pieces && sizes.high > 0 && sizes.middle > 0;
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
