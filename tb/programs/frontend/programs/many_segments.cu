// A byte in each of 2^18 + 1 segments of 128 bytes: one more than `scord check` tells bytes apart in at a time. The oldest
// one gives way, since one warp has touched its words. -DRACE: the last block writes the first byte again, a race.
// -DWARPS=2: two warps write a byte each in one word, so that none can give way; those beyond keep the word's verdict.
#include <cstdio>

#ifndef WARPS
#define WARPS 1
#endif
enum { SEGMENTS = (1 << 18) + 1, SEGMENT = 128 };

__global__ void touch(unsigned char *bytes) {
    const int i = blockIdx.x * 32 + threadIdx.x % 32;
    if (i < SEGMENTS) bytes[(size_t)i * SEGMENT + threadIdx.x / 32] = 1;
#ifdef RACE
    if (i == SEGMENTS - 1) bytes[0] = 2;
#endif
}

int main() {
    unsigned char *bytes;
    cudaMalloc(&bytes, (size_t)SEGMENTS * SEGMENT);
    touch<<<(SEGMENTS + 31) / 32, 32 * WARPS>>>(bytes);
    printf("%d\n", (int)cudaDeviceSynchronize());
    cudaFree(bytes);
    return 0;
}
