/* reduction_global: a sum by halving within a warp, in global memory, without __syncwarp: right on machines that ran a warp in step.
 * -DFIXED: with __syncwarp in every step. */
#include <cstdio>

__global__ void sum(const int *in, int *memory, int *out)
{
    int *partial = memory + blockIdx.x * 32;
    const int lane = threadIdx.x;
    partial[lane] = in[blockIdx.x * 32 + lane]; // RACE
#ifdef FIXED
    __syncwarp();
#endif
    for (int half = 16; half > 0; half /= 2) {
        if (lane < half)
            partial[lane] += partial[lane + half]; // RACE
#ifdef FIXED
        __syncwarp();
#endif
    }
    if (lane == 0)
        out[blockIdx.x] = partial[0];
    (void)memory;
}

int main()
{
    int *memory;
    cudaMalloc(&memory, 5 * 64 * sizeof *memory);
    cudaMemset(memory, 0, 5 * 64 * sizeof *memory);
    sum<<<2, 32>>>(memory, memory + 64, memory + 128);
    return cudaDeviceSynchronize() != cudaSuccess;
}
