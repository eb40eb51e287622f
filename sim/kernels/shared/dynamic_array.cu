/* dynamic_array: the array whose size the launch gives, behind a static one; the missing barrier is in a template. -DFIXED: with it. */
#include <cstdio>

extern __shared__ int values[];

template <typename T> __global__ void rotate(const T *in, T *out)
{
    __shared__ int last;
    const int t = threadIdx.x, n = blockDim.x;
    if (t == n - 1)
        last = in[t];
    values[t] = in[t]; // RACE
#ifdef FIXED
    __syncthreads();
#endif
    const int mine = values[(t + 32) % n]; // RACE
    __syncthreads();
    out[blockIdx.x * n + t] = mine + last;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 96 * sizeof *in);
    cudaMemset(in, 0, 96 * sizeof *in);
    cudaMalloc(&out, 3 * 96 * sizeof *out);
    rotate<<<3, 96, 96 * sizeof(int)>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
