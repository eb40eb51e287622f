// grid.sync() in a kernel that <<<>>> launches. Two warps call it.
// right: -DFIXED, cudaLaunchCooperativeKernel().
// finding: barrier/grid-not-cooperative 2
// total: lanes/same-value 2
#include <cooperative_groups.h>
#include <cstdio>
__global__ void both(int *out) {
    out[blockIdx.x] = 1;          // FOUND
    cooperative_groups::this_grid().sync(); // FOUND
}
int main() {
    int *out, host[2], wrong = 0;
    cudaMalloc(&out, sizeof host);
#ifdef FIXED
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel((const void *)both, dim3(2), dim3(32), arguments, 0, 0);
#else
    both<<<2, 32>>>(out);
#endif
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2; i++) wrong += host[i] != 1;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
