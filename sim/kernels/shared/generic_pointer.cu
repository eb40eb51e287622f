/* generic_pointer: one instruction stores to shared memory by some lanes and to global memory by others, through a generic pointer; no
 * barrier before other warps read the shared half. -DFIXED: with it. */
#include <cstdio>

const int N = 64;

__device__ __noinline__ void put(int *to, int value) { *to = value; } // RACE

__global__ void spread(int *out)
{
    __shared__ int tile[N];
    const int t = threadIdx.x;
    put(t % 2 ? &tile[t] : &out[t], t);
#ifdef FIXED
    __syncthreads();
#endif
    if (t % 2)
        out[t] = tile[(t + 32) % N]; // RACE
}

int main()
{
    int *out;
    cudaMalloc(&out, N * sizeof *out);
    spread<<<1, N>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
