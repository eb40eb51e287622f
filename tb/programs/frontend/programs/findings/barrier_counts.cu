// Three warps use barrier 1: the first counts on two warps, the others on three.
// right: -DFIXED, all of them on three.
// finding: barrier/different-counts 1
#include <cstdio>
#ifdef FIXED
#define FIRST 96
#else
#define FIRST 64
#endif
__global__ void named(int *out) {
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, %0;" ::"n"(FIRST) : "memory"); // FOUND
    else
        asm volatile("bar.sync 1, 96;" ::: "memory"); // FOUND
    out[threadIdx.x] = 1;
}
int main() {
    int *out, host[96], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    named<<<1, 96>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++) wrong += host[i] != 1;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
