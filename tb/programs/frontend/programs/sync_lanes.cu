// The lanes of a warp exchange values through memory, ordered by __syncwarp.
#include <cstdio>
__global__ void exchange(int *in, int *out) {
    in[threadIdx.x] = (int)threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = in[threadIdx.x ^ 1];
}
int main() {
    int *words;
    cudaMalloc(&words, 128 * sizeof *words);
    exchange<<<1, 64>>>(words, words + 64);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
