/* slot_reuse: many more blocks than the machine holds, each of which writes all of its shared memory by one warp and leaves without a
 * barrier: the next block at the same place writes it by another warp, and nothing orders the two. Clean: the memory of a block is new. */
#include <cstdio>

const int N = 64;

__global__ void turn(int *out)
{
    __shared__ volatile int tile[N];
    const int writer = blockIdx.x / 5 % 2, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == writer) {
        tile[lane] = lane;
        tile[lane + 32] = lane;
        atomicAdd(out, tile[lane]);
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    turn<<<500, N>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
