// A barrier for 40 threads, which are no whole warps.
// right: -DFIXED, 64.
// finding: barrier/no-whole-warps 1
// error: the run ends there
#include <cstdio>
#ifdef FIXED
#define COUNT 64
#else
#define COUNT 40
#endif
__global__ void named(int *out) {
    asm volatile("bar.sync 1, %0;" ::"n"(COUNT) : "memory"); // FOUND
    out[threadIdx.x] = 1;
}
int main() {
    int *out, host[64], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    named<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) wrong += host[i] != 1;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
