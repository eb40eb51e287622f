/* flag: a warp hands a value to another one by a flag in shared memory; no fence stands between value and flag. -DFIXED: with
 * __threadfence_block on both sides. */
#include <cstdio>

__global__ void hand_over(int *out)
{
    __shared__ volatile int value;
    __shared__ int ready;
    const int t = threadIdx.x;
    if (t == 0)
        ready = 0;
    __syncthreads();
    if (t == 0) {
        value = 42; // RACE
#ifdef FIXED
        __threadfence_block();
#endif
        atomicExch(&ready, 1);
    }
    if (t == 32) {
        while (atomicAdd(&ready, 0) == 0)
            ;
#ifdef FIXED
        __threadfence_block();
#endif
        out[blockIdx.x] = value; // RACE
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 2 * sizeof *out);
    hand_over<<<2, 64>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
