// Each side of a branch shuffles by itself, with the mask of the whole warp: neither side ever has all threads.
// right: -DFIXED, one shuffle behind the branch.
// finding: mask/lanes-elsewhere 1
// error: the threads wait for ever
#include <cstdio>
__global__ void sides(int *out) {
    int value = threadIdx.x;
#ifdef FIXED
    value += threadIdx.x % 2 ? 10 : 20;
    value = __shfl_xor_sync(0xffffffffu, value, 2);
#else
    if (threadIdx.x % 2)
        value = __shfl_xor_sync(0xffffffffu, value + 10, 2); // FOUND
    else
        value = __shfl_xor_sync(0xffffffffu, value + 20, 2); // FOUND
#endif
    out[threadIdx.x] = value;
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    sides<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i ^ 2) + (i % 2 ? 10 : 20);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
