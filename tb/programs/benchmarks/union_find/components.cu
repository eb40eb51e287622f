// components.cu: in the manner of ECL-CC (Jaiganesh and Burtscher 2018). Each node points to a smaller one; hooking joins the
// representatives of an edge's ends, finding them halves the paths. Nodes of few neighbours are done by a thread, of more by a
// warp, of many by a block, from a worklist filled at both ends. Pointers change while others follow them: they are relaxed.
#include "components.h"
#include "check.h"

#include <cuda/atomic>

static const int Threads = 128, WarpDegree = 8, BlockDegree = 64;

static __device__ int top_low, pos_low, top_high, pos_high;

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

static __device__ inline int load(int *word) { return Word(*word).load(cuda::memory_order_relaxed); }
static __device__ inline void store(int *word, int value) { Word(*word).store(value, cuda::memory_order_relaxed); }

// The representative, with "intermediate pointer jumping".
static __device__ inline int representative(const int node, int *const parent) {
    int current = load(&parent[node]);
    if (current != node) {
        int next, previous = node;
        while (current > (next = load(&parent[current]))) {
            store(&parent[previous], next);
            previous = current;
            current = next;
        }
    }
    return current;
}

static __device__ inline void hook(int v, int u, int *const parent) {
    int of_v = representative(v, parent), of_u = representative(u, parent);
    bool repeat;
    do {
        repeat = false;
        if (of_v != of_u) {
            int result;
            if (of_v < of_u) {
                if ((result = atomicCAS(&parent[of_u], of_u, of_v)) != of_u) {
                    of_u = result;
                    repeat = true;
                }
            } else {
                if ((result = atomicCAS(&parent[of_v], of_v, of_u)) != of_v) {
                    of_v = result;
                    repeat = true;
                }
            }
        }
    } while (repeat);
}

static __global__ void init(const int nodes, const int *const __restrict__ index, const int *const __restrict__ neighbours, int *const parent) {
    const int from = threadIdx.x + blockIdx.x * blockDim.x, step = gridDim.x * blockDim.x;
    for (int v = from; v < nodes; v += step) {
        const int begin = index[v], end = index[v + 1];
        int least = v;
        for (int i = begin; i < end && least == v; i++) least = min(least, neighbours[i]);
        parent[v] = least;
    }
    if (from == 0) {
        top_low = pos_low = 0;
        top_high = pos_high = nodes - 1;
    }
}

static __global__ void by_threads(const int nodes, const int *const __restrict__ index, const int *const __restrict__ neighbours, int *const parent,
                                  int *const worklist) {
    const int from = threadIdx.x + blockIdx.x * blockDim.x, step = gridDim.x * blockDim.x;
    for (int v = from; v < nodes; v += step) {
        const int begin = index[v], end = index[v + 1], degree = end - begin;
        if (degree > BlockDegree) worklist[atomicSub(&top_high, 1)] = v;
        else if (degree > WarpDegree) worklist[atomicAdd(&top_low, 1)] = v;
        else
            for (int i = begin; i < end; i++)
                if (v > neighbours[i]) hook(v, neighbours[i], parent);
    }
}

static __global__ void by_warps(const int *const __restrict__ index, const int *const __restrict__ neighbours, int *const parent,
                                const int *const __restrict__ worklist) {
    const int lane = threadIdx.x % warpSize, count = top_low;
    int at;
    if (lane == 0) at = atomicAdd(&pos_low, 1);
    at = __shfl_sync(~0u, at, 0);
    while (at < count) {
        const int v = worklist[at];
        for (int i = index[v] + lane; i < index[v + 1]; i += warpSize)
            if (v > neighbours[i]) hook(v, neighbours[i], parent);
        __syncwarp();
        if (lane == 0) at = atomicAdd(&pos_low, 1);
        at = __shfl_sync(~0u, at, 0);
    }
}

static __global__ void by_blocks(const int *const __restrict__ index, const int *const __restrict__ neighbours, int *const parent,
                                 const int *const __restrict__ worklist) {
    __shared__ int shared_at;
    const int end = top_high;
    for (;;) {
        if (threadIdx.x == 0) shared_at = atomicSub(&pos_high, 1);
        __syncthreads();
        const int at = shared_at;
        __syncthreads();
        if (at <= end) break;
        const int v = worklist[at];
        for (int i = index[v] + (int)threadIdx.x; i < index[v + 1]; i += Threads)
            if (v > neighbours[i]) hook(v, neighbours[i], parent);
    }
}

static __global__ void flatten(const int nodes, int *const parent) {
    const int from = threadIdx.x + blockIdx.x * blockDim.x, step = gridDim.x * blockDim.x;
    for (int v = from; v < nodes; v += step) {
        int next, current = load(&parent[v]);
        const int old = current;
        while (current > (next = load(&parent[current]))) current = next;
        if (old != current) store(&parent[v], current);
    }
}

std::vector<int> components_on_device(const Graph &graph, WorklistSizes *sizes) {
    int *index, *neighbours, *parent, *worklist, low, high;
    CHECK(cudaMalloc((void **)&index, (graph.nodes + 1) * sizeof(int)));
    CHECK(cudaMalloc((void **)&neighbours, graph.edges() * sizeof(int)));
    CHECK(cudaMalloc((void **)&parent, graph.nodes * sizeof(int)));
    CHECK(cudaMalloc((void **)&worklist, graph.nodes * sizeof(int)));
    CHECK(cudaMemcpy(index, graph.index.data(), (graph.nodes + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(neighbours, graph.neighbours.data(), graph.edges() * sizeof(int), cudaMemcpyHostToDevice));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int blocks = min(properties.multiProcessorCount * properties.maxThreadsPerMultiProcessor / Threads, (graph.nodes + Threads - 1) / Threads);
    CHECK(cudaFuncSetCacheConfig(init, cudaFuncCachePreferL1));
    init<<<blocks, Threads>>>(graph.nodes, index, neighbours, parent);
    by_threads<<<blocks, Threads>>>(graph.nodes, index, neighbours, parent, worklist);
    by_warps<<<blocks, Threads>>>(index, neighbours, parent, worklist);
    by_blocks<<<blocks, Threads>>>(index, neighbours, parent, worklist);
    flatten<<<blocks, Threads>>>(graph.nodes, parent);
    CHECK(cudaGetLastError());
    std::vector<int> labels(graph.nodes);
    CHECK(cudaMemcpy(labels.data(), parent, graph.nodes * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&low, top_low, sizeof low));
    CHECK(cudaMemcpyFromSymbol(&high, top_high, sizeof high));
    *sizes = {low, graph.nodes - 1 - high};
    for (int *memory : {index, neighbours, parent, worklist}) CHECK(cudaFree(memory));
    return labels;
}
