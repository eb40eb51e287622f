// A warp writes words, then ROUNDS other segments, then a lane reads its neighbour's word without a
// __syncwarp() in between.
#include <cstdio>
#ifndef ROUNDS
#define ROUNDS 60000
#endif
__global__ void walk(int *p) {
    const int lane = threadIdx.x;
    p[lane] = lane;
    for (int i = 1; i <= ROUNDS; i++) p[32 * i + lane] = i;
    p[32 * (ROUNDS + 1) + lane] = p[lane ^ 1];
}
int main() {
    int *p;
    cudaMalloc(&p, 32 * (ROUNDS + 2) * sizeof *p);
    walk<<<1, 32>>>(p);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
