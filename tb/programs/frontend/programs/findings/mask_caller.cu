// Sixteen threads shuffle with a mask that names eight of them.
// right: -DFIXED, a mask of all sixteen.
// finding: mask/caller-not-in-mask 1
#include <cstdio>
#ifdef FIXED
#define MASK 0xffffu
#else
#define MASK 0xffu
#endif
__global__ void first(int *out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(MASK, threadIdx.x + 5, 0); // FOUND
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    first<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i < 16 ? 5 : 0);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
