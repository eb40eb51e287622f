// Aggregated atomics (NVIDIA's "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics"): one lane adds for all and
// tells the others by a shuffle, in which they take part with a variable that has no value yet; written in five ways.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ int by_group(int *n) {
    auto g = cg::coalesced_threads();
    int p;
    if (g.thread_rank() == 0) p = atomicAdd(n, g.size());
    p = g.shfl(p, 0);
    return p + g.thread_rank();
}
__device__ int below(unsigned int mask) { return __popc(mask & ((1u << threadIdx.x % 32) - 1)); }
__device__ int by_shuffle(int *n) {
    const unsigned int mask = __activemask();
    const int leader = __ffs(mask) - 1;
    int p;
    if (threadIdx.x % 32 == leader) p = atomicAdd(n, __popc(mask));
    return __shfl_sync(mask, p, leader) + below(mask);
}
__device__ int by_ptx(int *n) {
    const unsigned int mask = __activemask();
    const int leader = __ffs(mask) - 1;
    int p, all;
    if (threadIdx.x % 32 == leader) p = atomicAdd(n, __popc(mask));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;" : "=r"(all) : "r"(p), "r"(leader), "r"(mask));
    return all + below(mask);
}
__device__ __noinline__ int broadcast(unsigned int mask, int value, int lane) { return __shfl_sync(mask, value, lane); }
__device__ int by_call(int *n) {
    const unsigned int mask = __activemask();
    const int leader = __ffs(mask) - 1;
    int p;
    if (threadIdx.x % 32 == leader) p = atomicAdd(n, __popc(mask));
    return broadcast(mask, p, leader) + below(mask);
}
__device__ __noinline__ int add_if(bool mine, int *n, int count) {
    int p;
    if (mine) p = atomicAdd(n, count);
    return p;
}
__device__ int by_result(int *n) {
    const unsigned int mask = __activemask();
    const int leader = __ffs(mask) - 1;
    return __shfl_sync(mask, add_if(threadIdx.x % 32 == leader, n, __popc(mask)), leader) + below(mask);
}

const int N = 1000, WAYS = 5;
__global__ void filter(int *out, int *n, const int *in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N || in[i] == 0) return;
    out[by_group(n)] = in[i];
    out[N + by_shuffle(n + 1)] = in[i];
    out[2 * N + by_ptx(n + 2)] = in[i];
    out[3 * N + by_call(n + 3)] = in[i];
    out[4 * N + by_result(n + 4)] = in[i];
}

int main() {
    int *in, *out, *n, count = 0, wrong = 0;
    long sum = 0;
    cudaMallocManaged(&in, N * sizeof(int));
    cudaMallocManaged(&out, WAYS * N * sizeof(int));
    cudaMallocManaged(&n, WAYS * sizeof(int));
    for (int i = 0; i < WAYS; i++) n[i] = 0;
    for (int i = 0; i < N; i++) {
        in[i] = i % 3 == 2 ? i : 0;
        count += in[i] != 0;
        sum += in[i];
    }
    filter<<<4, 256>>>(out, n, in);
    cudaDeviceSynchronize();
    for (int way = 0; way < WAYS; way++) {
        long got = 0;
        for (int i = 0; i < n[way] && i < N; i++) got += out[way * N + i];
        wrong += n[way] != count || got != sum;
    }
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
