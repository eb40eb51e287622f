// Warps and lanes that have exited do not hold a barrier up; the barrier's reductions count the arriving lanes only.
#include <cstdio>
__global__ void odd_warps_leave(int *out) {
    __shared__ int shared_value;
    unsigned warp = threadIdx.x / 32;
    if (warp % 2 == 1) return;
    if (threadIdx.x % 32 >= 16) return;
    if (threadIdx.x == 0) shared_value = 41;
    __syncthreads();
    int count = __syncthreads_count(threadIdx.x % 2 == 0);
    int all = __syncthreads_and(threadIdx.x < 1000), any = __syncthreads_or(threadIdx.x == 64);
    out[threadIdx.x] = shared_value + count * 100 + all * 10000 + any * 100000;
}
int main() {
    int *out, host[128];
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    odd_warps_leave<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", host[0], host[16], host[32], host[79]);
}
