// Breadth-first search over a graph in CSR form: a frontier queue filled by atomics, one launch a level.
#include <cstdio>
#include <queue>
#include <vector>
__global__ void expand(const int *offsets, const int *edges, const int *frontier, int count, int *next,
                       int *next_count, int *level, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int node = frontier[i];
    for (int e = offsets[node]; e < offsets[node + 1]; e++)
        if (atomicCAS(&level[edges[e]], -1, depth) == -1) next[atomicAdd(next_count, 1)] = edges[e];
}
int main() {
    const int n = 600;
    std::vector<std::vector<int>> adjacent(n);
    unsigned state = 7;
    for (int i = 0; i < 1500; i++) {
        state = state * 1103515245u + 12345u;
        int a = (state >> 10) % (n - 20);
        state = state * 1103515245u + 12345u;
        int b = (state >> 10) % (n - 20);
        adjacent[a].push_back(b);
        adjacent[b].push_back(a);
    }
    std::vector<int> offsets(1, 0), edges, expected(n, -1), got(n), start(n, -1);
    for (auto &list : adjacent) {
        edges.insert(edges.end(), list.begin(), list.end());
        offsets.push_back((int)edges.size());
    }
    std::queue<int> queue;
    queue.push(0);
    expected[0] = 0;
    start[0] = 0;
    while (!queue.empty()) {
        int a = queue.front();
        queue.pop();
        for (int b : adjacent[a])
            if (expected[b] < 0) {
                expected[b] = expected[a] + 1;
                queue.push(b);
            }
    }
    int *d_offsets, *d_edges, *d_level, *d_a, *d_b, *d_count, count = 1;
    cudaMalloc(&d_offsets, offsets.size() * 4);
    cudaMalloc(&d_edges, edges.size() * 4);
    cudaMalloc(&d_level, n * 4);
    cudaMalloc(&d_a, n * 4);
    cudaMalloc(&d_b, n * 4);
    cudaMalloc(&d_count, 4);
    cudaMemcpy(d_offsets, &offsets[0], offsets.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_edges, &edges[0], edges.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_level, &start[0], n * 4, cudaMemcpyHostToDevice);
    cudaMemset(d_a, 0, 4);
    for (int depth = 1; count > 0; depth++) {
        cudaMemset(d_count, 0, sizeof(int));
        expand<<<(count + 63) / 64, 64>>>(d_offsets, d_edges, d_a, count, d_b, d_count, d_level, depth);
        cudaMemcpy(&count, d_count, 4, cudaMemcpyDeviceToHost);
        int *t = d_a;
        d_a = d_b;
        d_b = t;
    }
    cudaMemcpy(got.data(), d_level, n * 4, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += got[i] != expected[i];
    printf("wrong %d\n", wrong);
}
