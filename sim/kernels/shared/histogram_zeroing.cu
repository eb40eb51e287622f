/* histogram_zeroing: the bins are counted by atomics, but no barrier stands between setting them to zero and the first of these.
 * -DFIXED: with the barrier. */
#include <cstdio>

const int N = 128, BINS = 96;

__global__ void count(const int *in, int *bins)
{
    __shared__ unsigned local[BINS];
    const int t = threadIdx.x;
    if (t < BINS)
        local[t] = 0; // RACE
#ifdef FIXED
    __syncthreads();
#endif
    atomicAdd(&local[in[blockIdx.x * N + t] % BINS], 1u); // RACE
    __syncthreads();
    if (t < BINS)
        atomicAdd(&bins[t], (int)local[t]);
}

int main()
{
    int *in, *bins, values[3 * N];
    for (int i = 0; i < 3 * N; i++)
        values[i] = i * 37;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&bins, BINS * sizeof *bins);
    cudaMemset(bins, 0, BINS * sizeof *bins);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    count<<<3, N>>>(in, bins);
    return cudaDeviceSynchronize() != cudaSuccess;
}
