// Each thread writes a byte of shared memory for its pair, so that the two threads of a pair write one byte. Four warps
// store twice: their number, and then a value that is the same for both.
// right: -DFIXED, a byte a thread.
// finding: lanes/different-values 4
// total: lanes/same-value 4
#include <cstdio>
__global__ void pairs(int *out) {
    __shared__ unsigned char seen[128], all[128];
#ifdef FIXED
    seen[threadIdx.x] = threadIdx.x;
    all[threadIdx.x] = 7;
#else
    seen[threadIdx.x / 2] = threadIdx.x; // FOUND
    all[threadIdx.x / 2] = 7;            // FOUND
#endif
    __syncthreads();
    if (threadIdx.x < 64) out[threadIdx.x] = seen[threadIdx.x] + all[threadIdx.x];
}
int main() {
    int *out, host[64], wrong = 0;
    cudaMalloc(&out, sizeof host);
    pairs<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) wrong += host[i] < 7;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
