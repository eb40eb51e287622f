// Warp specialisation with named barriers in inline PTX: two producer warps fill a buffer, two consumer warps empty it.
#include <cstdio>
#define ROUNDS 6
__device__ __forceinline__ void barrier_sync(int id, int threads) {
    asm volatile("bar.sync %0, %1;" : : "r"(id), "r"(threads) : "memory");
}
__device__ __forceinline__ void barrier_arrive(int id, int threads) {
    asm volatile("bar.arrive %0, %1;" : : "r"(id), "r"(threads) : "memory");
}
enum { EMPTY = 1, FULL = 2, PRODUCERS = 3 };
__global__ void pipeline(const int *in, int *out) {
    __shared__ int buffer[64], turned[64];
    int t = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        for (int r = 0; r < ROUNDS; r++) {
            turned[t] = in[blockIdx.x * ROUNDS * 64 + r * 64 + t];
            barrier_sync(PRODUCERS, 64);
            int value = turned[63 - t];
            barrier_sync(EMPTY, 128);
            buffer[t] = value * 2;
            __threadfence_block();
            barrier_arrive(FULL, 128);
            barrier_sync(PRODUCERS, 64);
        }
    } else {
        barrier_arrive(EMPTY, 128);
        for (int r = 0; r < ROUNDS; r++) {
            barrier_sync(FULL, 128);
            out[blockIdx.x * ROUNDS * 64 + r * 64 + t] = buffer[t] + 1;
            if (r + 1 < ROUNDS) barrier_arrive(EMPTY, 128);
        }
    }
}
int main() {
    const int n = 2 * ROUNDS * 64;
    int h[n], got[n], *in, *out, wrong = 0;
    for (int i = 0; i < n; i++) h[i] = i * 11;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    pipeline<<<2, 128>>>(in, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += got[i] != h[i / 64 * 64 + 63 - i % 64] * 2 + 1;
    printf("wrong %d\n", wrong);
}
