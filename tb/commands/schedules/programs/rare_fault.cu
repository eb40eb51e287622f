/* rare_fault: block 1 looks while block 0 is within its window: no race, but an assertion that fails, in rare orders. */
#include <cassert>
#include <cstdio>

__device__ int window, pastime[2];

__global__ void look()
{
    if (blockIdx.x == 0) {
        atomicExch(&window, 1);
        atomicExch(&window, 0);
    }
    for (int i = 0; i < 10; i++) atomicAdd(&pastime[blockIdx.x], 1);
    if (blockIdx.x == 1) assert(atomicAdd(&window, 0) == 0);
}

int main()
{
    look<<<2, 1>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
