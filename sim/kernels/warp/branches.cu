/* branches: the two halves of a warp write the same words in the arms of one branch, and nothing says which comes last. -DFIXED: the second
 * half waits for the first. */
#include <cstdio>

__global__ void both(int *out)
{
    const int lane = threadIdx.x;
    volatile int *word = &out[blockIdx.x * 16 + lane % 16];
    if (lane < 16)
        *word = lane; // RACE
#ifdef FIXED
    __syncwarp();
    if (lane >= 16)
#else
    else
#endif
        *word = clock() % 2 + lane; // RACE
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    both<<<4, 32>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
