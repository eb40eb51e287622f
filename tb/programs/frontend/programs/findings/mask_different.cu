// Threads 16 to 31 vote with all, threads 0 to 15, which these name, with half of the warp.
// right: -DFIXED, each half with itself.
// finding: mask/different-masks 1
#include <cstdio>
#ifdef FIXED
#define UPPER 0xffff0000u
#else
#define UPPER 0xffffffffu
#endif
__global__ void halves(int *out) {
    const unsigned mask = threadIdx.x < 16 ? 0xffffu : UPPER;
    out[threadIdx.x] = __any_sync(mask, threadIdx.x % 16 == 3); // FOUND
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    halves<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != 1;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
