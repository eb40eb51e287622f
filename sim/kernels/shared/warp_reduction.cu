/* warp_reduction: the last steps of a tree reduction inside one warp, without __syncwarp: warp-synchronous code, which was right as long
 * as a warp ran in step. To the detector a warp is one thread, so that it is no race; by default
 * it is a finding, warp/not-synchronised; -DFIXED: with __syncwarp. Under
 * --independent-threads the lanes of a warp are threads of their own, and the first form races. */
#include <cstdio>

const int N = 64;

__global__ void sum(const int *in, int *out)
{
    __shared__ volatile int partial[N];
    const int t = threadIdx.x;
    partial[t] = in[blockIdx.x * N + t];
    __syncthreads();
    if (t < 32) {
        for (int half = 32; half > 0; half /= 2) {
            const int other = partial[t + half]; // RACE
#ifdef FIXED
            __syncwarp();
#endif
            partial[t] = partial[t] + other; // RACE
#ifdef FIXED
            __syncwarp();
#endif
        }
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 4 * N * sizeof *in);
    cudaMemset(in, 0, 4 * N * sizeof *in);
    cudaMalloc(&out, 4 * sizeof *out);
    sum<<<4, N>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
