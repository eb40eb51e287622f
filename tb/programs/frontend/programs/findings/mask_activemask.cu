// The threads of a branch take __activemask() for the threads that took it.
// right: -DFIXED, a vote before the branch.
// note: mask/activemask 1
#include <cstdio>
__global__ void some(int *out) {
#ifdef FIXED
    const unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < 20);
#endif
    if (threadIdx.x < 20) {
#ifndef FIXED
        const unsigned mask = __activemask();
#endif
        out[threadIdx.x] = __shfl_sync(mask, threadIdx.x + 3, 2); // FOUND
    }
    __syncwarp();
    out[threadIdx.x] += 1;
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    some<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i < 20 ? 6 : 1);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
