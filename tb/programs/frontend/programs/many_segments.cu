// A byte in each of 2^18 + 1 segments of 128 bytes: one more than `scord check` tells bytes apart in.
#include <cstdio>

enum { SEGMENTS = (1 << 18) + 1, SEGMENT = 128 };

__global__ void touch(unsigned char *bytes) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SEGMENTS) bytes[(size_t)i * SEGMENT] = 1;
}

int main() {
    unsigned char *bytes;
    cudaMalloc(&bytes, (size_t)SEGMENTS * SEGMENT);
    touch<<<(SEGMENTS + 1023) / 1024, 1024>>>(bytes);
    printf("%d\n", (int)cudaDeviceSynchronize());
    cudaFree(bytes);
    return 0;
}
