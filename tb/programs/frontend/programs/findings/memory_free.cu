// Freed twice, from the middle, by the other side's function, and what no allocation has given, malloc() in a kernel has or
// is a variable; nullptr may be freed.
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// finding: memory/bad-free 1
#include <cstdio>
#include <cstdlib>
__device__ int variable[8];
__global__ void take(int **p) { *p = (int *)malloc(64); }
__global__ void give(int **p) { free(*p); }
__global__ void use(int *p) { p[threadIdx.x] = threadIdx.x; }
static void give_back(int *p) {
    cudaFree(p); // FOUND
}
int main() {
    int *p, *q, *pinned, *own = (int *)malloc(64);
    cudaMalloc(&p, 32 * sizeof *p);
    cudaMalloc(&q, 32 * sizeof *q);
    cudaMallocHost(&pinned, 64);
    use<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    cudaFree(nullptr);
    int **held, *inner;
    void *symbol;
    cudaMalloc(&held, sizeof *held);
    take<<<1, 1>>>(held);
    cudaMemcpy(&inner, held, sizeof inner, cudaMemcpyDeviceToHost);
    cudaGetSymbolAddress(&symbol, variable);
#ifdef FIXED
    cudaFree(q);
    give<<<1, 1>>>(held);
    give_back(p);
    cudaFreeHost(pinned);
    free(own);
#else
    cudaFree(q + 4); // FOUND
    cudaFree(p);
    give_back(p);
    cudaFree(pinned); // FOUND
    cudaFree(own); // FOUND
    if (cudaFree(inner) == cudaSuccess) return 3; // FOUND
    if (cudaFree(symbol) == cudaSuccess) return 4; // FOUND
#endif
    return 0;
}
