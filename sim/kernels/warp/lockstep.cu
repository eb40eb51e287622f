/* lockstep: neighbours exchange values in shared memory without a branch: the warp never diverges, so that only the letter of CUDA
 * (--independent-threads=always) makes it a race; by default it is a finding, warp/not-synchronised. -DFIXED: with __syncwarp. */
#include <cstdio>

__global__ void rotate(const int *in, int *out)
{
    __shared__ int tile[32];
    const int lane = threadIdx.x;
    tile[lane] = in[blockIdx.x * 32 + lane]; // RACE
#ifdef FIXED
    __syncwarp();
#endif
    out[blockIdx.x * 32 + lane] = tile[(lane + 1) % 32]; // RACE
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof *in);
    cudaMalloc(&out, 64 * sizeof *out);
    rotate<<<2, 32>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
