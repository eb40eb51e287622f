// Two blocks store to one byte of a word, without any order: a race in either order.
// races: 1
// not counted: 0
#include <cstdio>

__global__ void store(unsigned char *bytes) {
    bytes[5] = 7; // RACE
}

int main() {
    unsigned char *bytes, host[8];
    cudaMalloc(&bytes, sizeof host);
    store<<<2, 1>>>(bytes);
    cudaMemcpy(host, bytes, sizeof host, cudaMemcpyDeviceToHost);
    printf("wrong %d\n", host[5] != 7);
    return 0;
}
