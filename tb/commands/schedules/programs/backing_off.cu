/* backing_off: waits that are no plain spins: a lock with growing pauses, a ticket that is drawn again, a heartbeat that
 * is written while waiting, a barrier of the grid. */
#include <cstdio>

__device__ int lock, turn, beat[8], arrived, sum;

__device__ void pause(int length)
{
    volatile int left = length;
    while (left > 0) left = left - 1;
}

__global__ void wait_in_all_ways()
{
    for (int length = 1; atomicCAS(&lock, 0, 1) != 0; length = length < 16 ? 2 * length : length) pause(length);
    __threadfence();
    atomicAdd(&sum, 1);
    __threadfence();
    atomicExch(&lock, 0);
    while (atomicAdd(&turn, 0) != gridDim.x - 1 - blockIdx.x) atomicAdd(&beat[blockIdx.x], 1);
    atomicAdd(&turn, 1);
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile int *)&arrived < (int)gridDim.x) {}
    atomicAdd(&sum, 10);
}

int main()
{
    int result;
    wait_in_all_ways<<<4, 1>>>();
    cudaMemcpyFromSymbol(&result, sum, sizeof result);
    printf("%d\n", result);
    return 0;
}
