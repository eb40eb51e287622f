// Bytes that two warps write in two ways, with a barrier between: clean, whoever wrote the other
// bytes of the word. Before the barrier warp w writes the bytes with i mod 2 = w, behind it those of
// half w. Of each of the 16 words the second store before the barrier is a report.
// races: 0
// not counted: 16
#include <cstdio>

enum { BYTES = 64 };

__global__ void twice(unsigned char *bytes) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    bytes[lane * 2 + warp] = 1;
    __syncthreads();
    bytes[warp * 32 + lane] += 1;
}

int main() {
    unsigned char *bytes, host[BYTES];
    int wrong = 0;
    cudaMalloc(&bytes, sizeof host);
    twice<<<1, 64>>>(bytes);
    cudaMemcpy(host, bytes, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BYTES; i++) wrong += host[i] != 2;
    printf("wrong %d\n", wrong);
    return 0;
}
