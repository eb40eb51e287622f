// search.cu: rounds of a frontier. Its nodes pass their distances on by atomicMin; a node whose distance fell joins the next
// frontier, once. Places in the frontier are taken by one atomic for all lanes of a warp that want one.
#include "search.h"
#include "check.h"

#include <climits>
#include <cooperative_groups.h>
#include <utility>

namespace cg = cooperative_groups;

__device__ unsigned long long relaxations;

struct DeviceGraph {
    const int *begin, *target, *weight;
};

__device__ int take_place(int *count) {
    const cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(count, (int)group.size());
    return group.shfl(first, 0) + (int)group.thread_rank();
}

// distance_now was copied at the end of the last round: what this round changes is in distance alone.
__global__ void relax(DeviceGraph graph, const int *frontier, int size, const int *distance_now, int *distance, int *joined,
                      int *next, int *next_size, int round) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int looked_at = 0;
    if (i < size) {
        const int node = frontier[i], from = distance_now[node];
        for (int k = graph.begin[node]; k < graph.begin[node + 1]; k++) {
            const int to = graph.target[k], reached = from + graph.weight[k];
            looked_at++;
            if (reached >= distance_now[to] || atomicMin(&distance[to], reached) <= reached) continue;
            if (atomicExch(&joined[to], round) != round) next[take_place(next_size)] = to;
        }
    }
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int offset = 16; offset > 0; offset /= 2) looked_at += warp.shfl_down(looked_at, offset);
    if (warp.thread_rank() == 0) atomicAdd(&relaxations, (unsigned long long)looked_at);
}

__global__ void start(int nodes, int source, int *distance, int *joined, int *frontier) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += gridDim.x * blockDim.x) {
        distance[i] = i == source ? 0 : INT_MAX;
        joined[i] = -1;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) frontier[0] = source;
}

static int *allocated(size_t count) {
    int *pointer;
    CHECK(cudaMalloc((void **)&pointer, count * sizeof(int)));
    return pointer;
}
static int *copied(const std::vector<int> &from) {
    int *pointer = allocated(from.size());
    CHECK(cudaMemcpy(pointer, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice));
    return pointer;
}

SearchResult distances_on_device(const Graph &graph, int source) {
    const int threads = 64;
    const unsigned long long none = 0;
    int *begin = copied(graph.begin), *target = copied(graph.target), *weight = copied(graph.weight);
    int *distance = allocated(graph.nodes), *distance_now = allocated(graph.nodes), *joined = allocated(graph.nodes);
    int *frontier = allocated(graph.nodes), *next = allocated(graph.nodes), *next_size = allocated(1);
    const DeviceGraph device = {begin, target, weight};
    const size_t bytes = graph.nodes * sizeof(int);
    SearchResult result;
    result.rounds = 0;
    CHECK(cudaMemcpyToSymbol(relaxations, &none, sizeof none));
    start<<<4, threads>>>(graph.nodes, source, distance, joined, frontier);
    for (int size = 1; size > 0; result.rounds++) {
        CHECK(cudaMemcpy(distance_now, distance, bytes, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemset(next_size, 0, sizeof(int)));
        relax<<<(size + threads - 1) / threads, threads>>>(device, frontier, size, distance_now, distance, joined, next,
                                                           next_size, result.rounds);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&size, next_size, sizeof size, cudaMemcpyDeviceToHost));
        std::swap(frontier, next);
    }
    result.distance.resize(graph.nodes);
    CHECK(cudaMemcpy(result.distance.data(), distance, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&result.relaxations, relaxations, sizeof relaxations));
    int *const all[] = {begin, target, weight, distance, distance_now, joined, frontier, next, next_size};
    for (int *pointer : all) CHECK(cudaFree(pointer));
    return result;
}
