/* partial_mask: each half of a warp works alone, and its first lane hands a value to the rest of the half; a __syncwarp of the half's mask
 * stands in between with -DFIXED. */
#include <cstdio>

__global__ void halves(int *out)
{
    __shared__ volatile int value[2];
    const int lane = threadIdx.x, half = lane / 16;
    if (half == 0) {
        if (lane == 0)
            value[0] = lane + 1; // RACE
#ifdef FIXED
        __syncwarp(0x0000ffff);
#endif
        out[blockIdx.x * 32 + lane] = value[0]; // RACE
    } else {
        if (lane == 16)
            value[1] = lane + 2; // RACE
#ifdef FIXED
        __syncwarp(0xffff0000);
#endif
        out[blockIdx.x * 32 + lane] = 3 * value[1]; // RACE
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    halves<<<2, 32>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
