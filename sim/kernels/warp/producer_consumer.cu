/* producer_consumer: lane 0 prepares a value that the other lanes of its warp read, behind the branch. -DFIXED: after a __syncwarp. */
#include <cstdio>

__global__ void share(int *value, int *out)
{
    const int lane = threadIdx.x;
    if (lane == 0) {
        int sum = 0;
        for (int i = 0; i < 5; i++)
            sum = sum * 3 + clock() % 7;
        value[blockIdx.x] = sum; // RACE
    }
#ifdef FIXED
    __syncwarp();
#endif
    out[blockIdx.x * 32 + lane] = *(volatile int *)&value[blockIdx.x]; // RACE
}

int main()
{
    int *value, *out;
    cudaMalloc(&value, 4 * sizeof *value);
    cudaMalloc(&out, 4 * 32 * sizeof *out);
    share<<<4, 32>>>(value, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
