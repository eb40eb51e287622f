/* histogram: bins of a block in shared memory, counted without atomics. -DFIXED: with atomicAdd, which on shared memory orders the threads
 * of the block. */
#include <cstdio>

const int N = 128, BINS = 16;

__global__ void count(const int *in, int *bins)
{
    __shared__ int local[BINS];
    const int t = threadIdx.x;
    if (t < BINS)
        local[t] = 0;
    __syncthreads();
#ifdef FIXED
    atomicAdd(&local[in[blockIdx.x * N + t] % BINS], 1);
#else
    local[in[blockIdx.x * N + t] % BINS]++; // RACE
#endif
    __syncthreads();
    if (t < BINS)
        atomicAdd(&bins[t], local[t]);
}

int main()
{
    int *in, *bins, values[3 * N];
    for (int i = 0; i < 3 * N; i++)
        values[i] = i * i;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&bins, BINS * sizeof *bins);
    cudaMemset(bins, 0, BINS * sizeof *bins);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    count<<<3, N>>>(in, bins);
    return cudaDeviceSynchronize() != cudaSuccess;
}
