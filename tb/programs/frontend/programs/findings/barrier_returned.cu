// The last warp, and half of the one before, return before a __syncthreads().
// right: -DFIXED, they skip the work.
// note: barrier/threads-returned 2
#include <cstdio>
__global__ void some(int *out) {
    __shared__ int value[128];
    const int count = 80;
#ifdef FIXED
    if (threadIdx.x < count) value[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < count) out[threadIdx.x] = value[count - 1 - threadIdx.x];
#else
    if (threadIdx.x >= count) {
        out[threadIdx.x] = 7;
        return;
    }
    value[threadIdx.x] = threadIdx.x;
    __syncthreads(); // FOUND
    out[threadIdx.x] = value[count - 1 - threadIdx.x];
#endif
}
int main() {
    int *out, host[128], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    some<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++) wrong += i < 80 && host[i] != 79 - i;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
