// Each warp runs as many rounds with a __syncthreads() as its number says, and one barrier follows: the barriers of the
// rounds meet the last one. The second warp has one barrier more, at which the first has ended.
// right: -DFIXED, as many rounds for each warp.
// finding: barrier/different-places 1
// finding: barrier/part-of-warp 1
#include <cstdio>
__global__ void rounds(int *out) {
#ifdef FIXED
    const int count = 2;
#else
    const int count = 1 + threadIdx.x / 32;
#endif
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += 2 / count;
        __syncthreads(); // FOUND
    }
    out[threadIdx.x] = sum;
    __syncthreads(); // FOUND
    if (sum == 7) out[threadIdx.x] = 0;
}
int main() {
    int *out, host[64], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    rounds<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) wrong += host[i] != 2;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
