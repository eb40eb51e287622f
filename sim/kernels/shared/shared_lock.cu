/* shared_lock: a lock in shared memory protects a sum of the block; the last warp adds without taking it. -DFIXED: all take it. */
#include <cstdio>

const int N = 96;

__global__ void sum(const int *in, int *out)
{
    __shared__ int lock;
    __shared__ volatile int total;
    const int t = threadIdx.x;
    if (t == 0) {
        lock = 0;
        total = 0;
    }
    __syncthreads();
    if (t % 32 == 0) {
#ifndef FIXED
        if (t == N - 32) {
            total = total + in[t]; // RACE
            return;
        }
#endif
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence_block();
        total = total + in[t]; // RACE
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = total;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, N * sizeof *in);
    cudaMemset(in, 0, N * sizeof *in);
    cudaMalloc(&out, 3 * sizeof *out);
    sum<<<3, N>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
