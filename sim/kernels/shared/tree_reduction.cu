/* tree_reduction: the sum of a block's values by halving, and the loop has no barrier: a step adds what another warp may not have summed
 * yet. -DFIXED: with it. */
#include <cstdio>

const int N = 256;

__global__ void sum(const int *in, int *out)
{
    __shared__ int partial[N];
    const int t = threadIdx.x;
    partial[t] = in[blockIdx.x * N + t]; // RACE
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half]; // RACE
#ifdef FIXED
        __syncthreads();
#endif
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 2 * N * sizeof *in);
    cudaMemset(in, 0, 2 * N * sizeof *in);
    cudaMalloc(&out, 2 * sizeof *out);
    sum<<<2, N>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
