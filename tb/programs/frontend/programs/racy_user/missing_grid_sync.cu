// A block sync where a grid sync is needed. rule: b
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void shift(volatile int *a, volatile int *b, int n) {
    int i = (int)cg::this_grid().thread_rank();
    a[i] = i;
    cg::this_thread_block().sync(); // grid.sync() is what it takes
    b[i] = a[(i + 64) % n]; // RACE
}
int main() {
    int *a, *b, n = 256; cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMemset(a, 0, n * 4);
    void *arguments[] = {&a, &b, &n};
    cudaLaunchCooperativeKernel((void *)shift, dim3(4), dim3(64), arguments, 0, 0);
}
