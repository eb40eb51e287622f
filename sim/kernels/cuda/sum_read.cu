/* sum_read.cu: a sum that all warps add to by atomics, and one thread reads (D78).
 *
 * The reader's own warp has added last in some orders of warps, and what the entry of the word says of the others is gone
 * then. The load races with their atomics all the same, unless a barrier (or a grid of them) stands between. -DEARLY: the
 * reader does not wait for the block; with -DSHARED the sum is in shared memory. -DBLOCKS=n: a barrier of the block is no
 * barrier of the grid; -DLAST then reads in the last block to take a ticket. -DINIT: the same warp sets the sum to zero
 * and adds to it, before anything orders the others' atomics behind that.
 */
#include <cstdio>

#ifndef BLOCKS
#define BLOCKS 1
#endif
enum { THREADS = 128 };

__device__ int total;
__device__ unsigned tickets;

__global__ void sums(int *out)
{
#ifdef SHARED
    __shared__ int sum;
#else
    int &sum = total;
#endif
#ifdef INIT
    if (threadIdx.x == 0 && blockIdx.x == 0) sum = 0; // RACE
#endif
#ifdef SHARED
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
#endif
    atomicAdd(&sum, 1); // RACE
#ifndef EARLY
    __syncthreads();
#endif
#ifdef LAST
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&tickets, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) { *out = sum; tickets = 0; }
#else
    if (threadIdx.x == 0) *out = sum; // RACE
#endif
}

int main()
{
    int *out, sum;
    cudaMalloc(&out, 4 * sizeof *out);
    cudaMemset(out, 0, 4 * sizeof *out);
    sums<<<BLOCKS, THREADS>>>(out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    return cudaGetLastError() != cudaSuccess;
}
