// Lanes of one warp that have diverged write different bytes of one word: with threads told apart a
// report for each of the 8 words, and no race.
// options: --independent-threads
// rtl: --config tinyits
// races: 0
// not counted: 8
#include <cstdio>

__global__ void odd_and_even(unsigned char *bytes) {
    if (threadIdx.x % 2 == 0)
        bytes[threadIdx.x] = 3;
    else
        bytes[threadIdx.x] = (unsigned char)threadIdx.x;
}

int main() {
    unsigned char *bytes, host[32];
    int wrong = 0;
    cudaMalloc(&bytes, sizeof host);
    odd_and_even<<<1, 32>>>(bytes);
    cudaMemcpy(host, bytes, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i % 2 == 0 ? 3 : i);
    printf("wrong %d\n", wrong);
    return 0;
}
