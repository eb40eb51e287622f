/* device_scan: an inclusive scan whose shared array belongs to a device function; the barrier between reading and writing is missing.
 * -DFIXED: with it. */
#include <cstdio>

const int N = 128;

__device__ __noinline__ int scan(int value)
{
    __shared__ int prefix[N];
    const int t = threadIdx.x;
    prefix[t] = value;
    __syncthreads();
    for (int distance = 1; distance < N; distance *= 2) {
        const int before = t >= distance ? prefix[t - distance] : 0; // RACE
#ifdef FIXED
        __syncthreads();
#endif
        prefix[t] += before; // RACE
        __syncthreads();
    }
    return prefix[t];
}

__global__ void prefix_sums(const int *in, int *out)
{
    const int i = blockIdx.x * N + threadIdx.x;
    out[i] = scan(in[i]);
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 2 * N * sizeof *in);
    cudaMalloc(&out, 2 * N * sizeof *out);
    cudaMemset(in, 0, 2 * N * sizeof *in);
    prefix_sums<<<2, N>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
