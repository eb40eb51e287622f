// Copies and memsets past an allocation, of freed memory and past a variable; each is refused, and the program goes on.
// finding: memory/copy-out-of-range 1
// finding: memory/copy-out-of-range 1
// finding: memory/copy-out-of-range 1
// finding: memory/copy-out-of-range 2
// finding: memory/after-free 1
#include <cstdio>
#ifdef FIXED
#define EXTRA 0
#else
#define EXTRA 1
#endif
__constant__ int table[8];
__global__ void use(int *p) { p[threadIdx.x] = table[threadIdx.x % 8]; }
int main() {
    static int host[64];
    int *p, *q;
    cudaMalloc(&p, 32 * sizeof *p);
    cudaMalloc(&q, 32 * sizeof *q);
    cudaMemset(p, 0, (32 + EXTRA) * sizeof *p); // FOUND
    cudaMemcpyToSymbol(table, host, (8 + EXTRA) * sizeof *table); // FOUND
    cudaMemcpy(q, host, (32 + EXTRA) * sizeof *q, cudaMemcpyHostToDevice); // FOUND
    use<<<1, 32>>>(p);
    for (int turn = 0; turn < 2; turn++)
        cudaMemcpy(host, p + 16, (16 + EXTRA) * sizeof *p, cudaMemcpyDeviceToHost); // FOUND
#ifndef FIXED
    cudaFree(q);
#endif
    cudaMemcpy(q, p, 32 * sizeof *p, cudaMemcpyDeviceToDevice); // FOUND
    return cudaDeviceSynchronize();
}
