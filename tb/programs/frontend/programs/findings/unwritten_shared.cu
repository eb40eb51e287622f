// A histogram whose bins are never cleared: an atomic adds to what is there; and the result decides a branch.
// right: -DFIXED, the block clears them first.
// finding: uninitialised/shared 1
#include <cstdio>
__global__ void histogram(int *out) {
    __shared__ int bin[32];
#ifdef FIXED
    bin[threadIdx.x] = 0;
    __syncthreads();
#endif
    atomicAdd(&bin[threadIdx.x % 8], 1); // FOUND
    __syncthreads();
    if (threadIdx.x < 8) out[threadIdx.x] = bin[threadIdx.x] > 3;
}
int main() {
    int *out, host[8], wrong = 0;
    cudaMalloc(&out, sizeof host);
    histogram<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) wrong += host[i] != 1;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
