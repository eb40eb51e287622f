// bfs [LOG2_NODES EDGES_PER_NODE]: levels of a graph, breadth first by work queues, which the host never sees: the size of the
// next grid is read from managed memory.
#include "check.h"
#include "graph_generator.h"
#include "queue.cuh"

#include <chrono>
#include <vector>

struct Csr {
    const int *__restrict__ rows, *__restrict__ columns;
};

enum Advance { ByThread, ByWarp };

template <Advance how>
__global__ void expand(Csr graph, int *level, int next_level, const int *frontier, const int *frontier_size, GlobalQueue out) {
    __shared__ LocalQueue queue;
    queue_reset(&queue);
    const int lanes = how == ByWarp ? 32 : 1, lane = how == ByWarp ? threadIdx.x & 31 : 0;
    const int worker = (blockIdx.x * blockDim.x + threadIdx.x) / lanes, workers = gridDim.x * blockDim.x / lanes;
    for (int i = worker; i < *frontier_size; i += workers) {
        const int v = frontier[i];
        for (int e = graph.rows[v] + lane; e < graph.rows[v + 1]; e += lanes) {
            const int u = __ldg(&graph.columns[e]);
            if (atomicCAS(&level[u], -1, next_level) == -1) queue_push(&queue, out, u);
        }
    }
    queue_flush(&queue, out);
}

static int *managed(int count) {
    int *memory;
    CHECK(cudaMallocManaged(&memory, count * sizeof *memory, cudaMemAttachGlobal));
    return memory;
}

int main(int argc, char **argv) {
    graph_t *const graph = graph_generate(argc > 2 ? atoi(argv[1]) : 10, argc > 2 ? atoi(argv[2]) : 8, 2004);
    if (!graph) return EXIT_FAILURE;
    int *const rows = managed(graph->nodes + 1), *const columns = managed(graph->edges), *const level = managed(graph->nodes);
    int *const queues[2] = {managed(graph->nodes), managed(graph->nodes)}, *const sizes = managed(2);
    memcpy(rows, graph->rows, (graph->nodes + 1) * sizeof *rows);
    memcpy(columns, graph->columns, graph->edges * sizeof *columns);
    int device = 0;
    CHECK(cudaGetDevice(&device));
    int concurrent = 0;
    CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device));
#if CUDART_VERSION < 13000
    if (concurrent) CHECK(cudaMemAdvise(columns, graph->edges * sizeof *columns, cudaMemAdviseSetReadMostly, device));
    if (concurrent) CHECK(cudaMemPrefetchAsync(columns, graph->edges * sizeof *columns, device, 0));
#endif
    const auto begin = std::chrono::steady_clock::now();
    bool right = true;
    std::vector<int> expected(graph->nodes);
    for (int source : {0, 1, graph->nodes / 3}) {
        for (int v = 0; v < graph->nodes; v++) level[v] = -1;
        level[source] = 0;
        queues[0][0] = source;
        sizes[0] = 1;
        int depth = 0, widest = 0;
        for (; sizes[depth & 1] > 0; depth++) {
            const int from = depth & 1, to = 1 - from, size = sizes[from];
            if (size > widest) widest = size;
            sizes[to] = 0;
            const Csr csr = {rows, columns};
            const GlobalQueue out = {queues[to], &sizes[to], graph->nodes};
            if (size < 64) expand<ByWarp><<<(size + 1) / 2, 64>>>(csr, level, depth + 1, queues[from], &sizes[from], out);
            else expand<ByThread><<<(size + 127) / 128, 128>>>(csr, level, depth + 1, queues[from], &sizes[from], out);
            CHECK(cudaPeekAtLastError());
            CHECK(cudaDeviceSynchronize());
        }
        graph_levels(graph, source, expected.data());
        int wrong = 0, reached = 0;
        for (int v = 0; v < graph->nodes; v++) wrong += level[v] != expected[v], reached += level[v] >= 0;
        printf("from %d: %d of %d nodes, %d levels, at most %d at once, %d wrong\n", source, reached, graph->nodes, depth, widest, wrong);
        right = right && wrong == 0;
    }
    unsigned int spilled;
    CHECK(cudaMemcpyFromSymbol(&spilled, overflows, sizeof spilled));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    right = right && spilled > 0 && seconds.count() > 0;
    for (int *memory : {rows, columns, level, queues[0], queues[1], sizes}) CHECK(cudaFree(memory));
    graph_free(graph);
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
