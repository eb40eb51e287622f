/* missing_barrier: a tile is reversed through shared memory, and no barrier stands between writing it and reading it: the threads of
 * the other warps may not have written yet. -DFIXED: with the barrier. */
#include <cstdio>

const int N = 128;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[N];
    const int first = blockIdx.x * N, t = threadIdx.x;
    tile[t] = in[first + t]; // RACE
#ifdef FIXED
    __syncthreads();
#endif
    out[first + t] = tile[N - 1 - t]; // RACE
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 4 * N * sizeof *in);
    cudaMalloc(&out, 4 * N * sizeof *out);
    reverse<<<4, N>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
