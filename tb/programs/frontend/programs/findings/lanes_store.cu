// Threads of one warp that put their numbers into the bin of their key: which number stays is open. Keys of 64 threads
// are their number modulo 4, so that each of the two warps has eight threads a bin.
// right: -DFIXED, the largest number stays, by an atomic.
// finding: lanes/different-values 2
#include <cstdio>
__global__ void bins(int *bin) {
    const int key = threadIdx.x % 4 + 4 * (threadIdx.x / 32);
#ifdef FIXED
    atomicMax(&bin[key], (int)threadIdx.x);
#else
    bin[key] = threadIdx.x; // FOUND
#endif
}
int main() {
    int *bin, host[8], wrong = 0;
    cudaMalloc(&bin, sizeof host);
    cudaMemset(bin, 0, sizeof host);
    bins<<<1, 64>>>(bin);
    cudaMemcpy(host, bin, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) wrong += host[i] % 4 != i % 4;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
