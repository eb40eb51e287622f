// Freed twice, from the middle, by the other side's function, and what no allocation has given; nullptr may be freed.
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// finding: memory/bad-free 1
#include <cstdio>
#include <cstdlib>
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
#ifdef FIXED
    cudaFree(q);
    give_back(p);
    cudaFreeHost(pinned);
    free(own);
#else
    cudaFree(q + 4); // FOUND
    cudaFree(p);
    give_back(p);
    cudaFree(pinned); // FOUND
    cudaFree(own); // FOUND
#endif
    return 0;
}
