/* missing_lane: lane 3 never comes to the __syncwarp that names it: it waits at a barrier of the block instead. One clear message. */
#include <cstdio>

__global__ void wait()
{
    if (threadIdx.x != 3)
        __syncwarp(); // HERE
    __syncthreads();
}

int main()
{
    wait<<<1, 32>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
