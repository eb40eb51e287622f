// malloc() and free() in kernels. Memory given back and given out again is ordered by the allocator: under a schedule of lanes
// that made the second use race with the first (threads of one warp). A wrong free() is found, and the run goes on.
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// finding: memory/bad-free 1
// options: --schedule pct-lanes:3:1:1000
#include <cstdio>
__global__ void churn(int *out) {
    int sum = 0;
    for (int r = 0; r < 4; r++) {
        int *p = (int *)malloc(16 * sizeof(int));
        for (int i = 0; i < 16; i++) p[i] = threadIdx.x + i;
        for (int i = 0; i < 16; i++) sum += p[i];
        free(p);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__device__ char *volatile kept[32]; // so that the compiler does not see what is freed
__global__ void wrong(int *out, int *of_host) {
    kept[threadIdx.x] = (char *)malloc(64);
#ifndef FIXED
    if (threadIdx.x == 3) free(kept[3] + 4); // FOUND
    if (threadIdx.x == 11) free(of_host);   // FOUND
#endif
    free(kept[threadIdx.x]);
#ifndef FIXED
    if (threadIdx.x == 19) free(kept[19]); // FOUND
#endif
    out[threadIdx.x] = 2;
}
int main() {
    int *out, *other;
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMalloc(&other, 64);
    churn<<<2, 64>>>(out);
    wrong<<<1, 32>>>(out, other);
    return cudaDeviceSynchronize();
}
