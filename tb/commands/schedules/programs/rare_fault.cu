/* rare_fault: block 1 takes a wrong index when it looks while block 0 is within its window: no race, but an access out
 * of range, in rare orders. */
#include <cstdio>

__device__ int window, pastime[2], table[4];

__global__ void look()
{
    if (blockIdx.x == 0) {
        atomicExch(&window, 1);
        atomicExch(&window, 0);
    }
    for (int i = 0; i < 10; i++) atomicAdd(&pastime[blockIdx.x], 1);
    if (blockIdx.x == 1) atomicAdd(&table[atomicAdd(&window, 0) * 1000000], 1);
}

int main()
{
    look<<<2, 1>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
