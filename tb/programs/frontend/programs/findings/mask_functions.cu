// All threads call, and thread 31 is not in the mask: votes, matches, reductions and __syncwarp().
// right: -DFIXED, all threads are.
// finding: mask/caller-not-in-mask 1
// finding: mask/caller-not-in-mask 1
// finding: mask/caller-not-in-mask 1
// finding: mask/caller-not-in-mask 1
#include <cstdio>
#ifdef FIXED
#define MASK 0xffffffffu
#else
#define MASK 0x7fffffffu
#endif
__global__ void all(int *out) {
    int sum = __popc(__ballot_sync(MASK, 1)) != 0;        // FOUND
    sum += __popc(__match_any_sync(MASK, 7)) != 0;        // FOUND
    sum += __reduce_add_sync(MASK, 1u) != 0;              // FOUND
    __syncwarp(MASK);                                     // FOUND
    out[threadIdx.x] = sum;
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    all<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != 3;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
