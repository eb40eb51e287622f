// A sum over an array of which the last quarter was never written. Two warps have four such values each thread.
// right: -DFIXED, all of it is written.
// finding: uninitialised/global 2
#include <cstdio>
__global__ void sum(const int *in, int *out) {
    int total = 0;
#pragma unroll 1
    for (int i = 0; i < 4; i++) total += in[i * 64 + threadIdx.x]; // FOUND
    out[threadIdx.x] = total;
}
int main() {
    int *in, *out, host[64], wrong = 0;
    cudaMalloc(&in, 256 * sizeof *in);
    cudaMalloc(&out, sizeof host);
#ifdef FIXED
    cudaMemset(in, 0, 256 * sizeof *in);
#else
    cudaMemset(in, 0, 192 * sizeof *in);
#endif
    sum<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) wrong += host[i] != 0;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
