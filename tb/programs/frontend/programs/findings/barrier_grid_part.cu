// A block returns before the grid's barrier: the others wait for ever.
// finding: barrier/part-of-grid 1
// options: --spin-limit 50000
// error: no progress
#include <cooperative_groups.h>
__global__ void part(int *out) {
#ifndef FIXED
    if (blockIdx.x == 1) return;
#endif
    out[blockIdx.x] = 1;
    cooperative_groups::this_grid().sync(); // FOUND
    out[4 + blockIdx.x] = out[(blockIdx.x + 1) % 4];
}
int main() {
    int *out;
    cudaMalloc(&out, 8 * sizeof *out);
    cudaMemset(out, 0, 8 * sizeof *out);
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel((void *)part, dim3(4), dim3(1), arguments, 0, 0);
    return cudaDeviceSynchronize();
}
