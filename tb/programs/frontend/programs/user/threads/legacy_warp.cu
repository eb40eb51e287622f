// Code from before Volta: warp-synchronous sums in volatile shared memory, votes and shuffles without _sync, old names.
// options: -arch=sm_60
// oracle: lanes (warp-synchronous code has none of the __syncwarp that CUDA asks for since Volta)
#include <cstdio>
template <unsigned SIZE> __device__ void warp_reduce(volatile int *s, unsigned t) {
    if (SIZE >= 64) s[t] += s[t + 32];
    if (SIZE >= 32) s[t] += s[t + 16];
    if (SIZE >= 16) s[t] += s[t + 8];
    if (SIZE >= 8) s[t] += s[t + 4];
    if (SIZE >= 4) s[t] += s[t + 2];
    if (SIZE >= 2) s[t] += s[t + 1];
}
template <unsigned SIZE> __global__ void reduce(const int *in, int *out, unsigned n) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x, i = blockIdx.x * SIZE * 2 + t;
    int sum = 0;
    while (i < n) {
        sum += in[i];
        if (i + SIZE < n) sum += in[i + SIZE];
        i += SIZE * 2 * gridDim.x;
    }
    s[t] = sum;
    __syncthreads();
    if (SIZE >= 512) {
        if (t < 256) s[t] += s[t + 256];
        __syncthreads();
    }
    if (SIZE >= 256) {
        if (t < 128) s[t] += s[t + 128];
        __syncthreads();
    }
    if (SIZE >= 128) {
        if (t < 64) s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32) warp_reduce<SIZE>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void votes(int *out) {
    int t = threadIdx.x;
    out[t] = __any(t == 3) + 2 * __all(t < 32) + 4 * __popc(__ballot(t & 1)) + __shfl(t, 5) * 1000 + __shfl_up(t, 1) +
             __shfl_down(t, 2) + __shfl_xor(t, 4);
}
int main() {
    const int n = 3000;
    static int in[n];
    int *d, *o, out[32], expected = 0, got = 0, wrong = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i % 71 - 30;
        expected += in[i];
    }
    cudaMalloc((void **)&d, n * sizeof(int));
    cudaMalloc((void **)&o, 32 * sizeof(int));
    cudaMemcpy(d, in, n * sizeof(int), cudaMemcpyHostToDevice);
    reduce<128><<<4, 128, 128 * sizeof(int)>>>(d, o, n);
    cudaThreadSynchronize();
    cudaMemcpy(out, o, 16, cudaMemcpyDeviceToHost);
    for (int b = 0; b < 4; b++) got += out[b];
    wrong += got != expected;
    reduce<512><<<2, 512, 512 * sizeof(int)>>>(d, o, n);
    cudaMemcpy(out, o, 8, cudaMemcpyDeviceToHost);
    wrong += out[0] + out[1] != expected;
    votes<<<1, 32>>>(o);
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 32; t++)
        wrong += out[t] != 1 + 2 + 64 + 5000 + (t ? t - 1 : 0) + (t < 30 ? t + 2 : t) + (t ^ 4);
    printf("wrong %d\n", wrong);
}
