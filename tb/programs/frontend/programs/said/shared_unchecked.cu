// A missing barrier in shared memory, which is looked for under --shared only.
// Each word has one store and one load of the other warp: 64 races, in any order.
// options: --as published
// acted: unchecked_shared
// count: 1
// removed by: --shared
// then: 64
#include <cstdio>

__global__ void reverse(int *out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x; // RACE
    out[threadIdx.x] = tile[63 - threadIdx.x]; // RACE
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    reverse<<<1, 64>>>(out);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
