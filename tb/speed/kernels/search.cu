// search: breadth-first search, level by level, in a graph of 2^15 vertices with 8 scattered edges each.
__device__ unsigned target(unsigned vertex, unsigned edge, unsigned n) {
    unsigned hash = (vertex * 8 + edge) * 2654435761u;
    hash = (hash ^ hash >> 13) * 0x85ebca6bu;
    return (hash ^ hash >> 16) % n;
}
__global__ void build(int *edges, int *level, int n) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = 0; e < 8; e++) edges[8 * v + e] = target(v, e, n);
    level[v] = v == 0 ? 0 : -1;
}
__global__ void expand(const int *edges, int *level, const int *from, int count, int *to, int *next, int depth) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int v = from[i];
    for (int e = 0; e < 8; e++) {
        const int w = edges[8 * v + e];
        if (atomicCAS(&level[w], -1, depth) == -1) to[atomicAdd(next, 1)] = w;
    }
}
int main() {
    const int n = 1 << 15;
    int *edges, *level, *from, *to, *next, count = 1;
    cudaMalloc(&edges, 8 * n * sizeof *edges);
    cudaMalloc(&level, n * sizeof *level);
    cudaMalloc(&from, n * sizeof *from);
    cudaMalloc(&to, n * sizeof *to);
    cudaMalloc(&next, sizeof *next);
    for (int run = 0; run < 4; run++) {
        build<<<n / 256, 256>>>(edges, level, n);
        cudaMemset(from, 0, sizeof *from);
        count = 1;
        for (int depth = 1; count > 0; depth++) {
            cudaMemset(next, 0, sizeof *next);
            expand<<<(count + 255) / 256, 256>>>(edges, level, from, count, to, next, depth);
            cudaMemcpy(&count, next, sizeof count, cudaMemcpyDeviceToHost);
            int *swap = from;
            from = to;
            to = swap;
        }
    }
    return cudaDeviceSynchronize();
}
