#include "repairs.h"
// case: warp_exchange | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void warp_exchange(int *w) {
    __shared__ int value[32];
    value[threadIdx.x] = threadIdx.x;
    MISSING;
    w[blockIdx.x * 32 + threadIdx.x] = value[31 - threadIdx.x];
}
// case: warp_reduction | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void warp_reduction(int *w) {
    volatile __shared__ int value[64];
    value[threadIdx.x] = 1;
    value[threadIdx.x + 32] = 1;
    __syncwarp();
    for (int half = 32; half > 0; half /= 2) {
        const int v = value[threadIdx.x + half];
        MISSING;
        value[threadIdx.x] += threadIdx.x < half ? v : 0;
        MISSING;
    }
    if (threadIdx.x == 0) w[blockIdx.x] = value[0];
}
// case: leader | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void leader(int *w) {
    __shared__ int base;
    if (threadIdx.x == 0) base = blockIdx.x * 32;
    MISSING;
    w[base + threadIdx.x] = 1;
}
// case: global_warp | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void global_warp(int *w) {
    const int base = blockIdx.x * 32;
    w[base + threadIdx.x] = 1;
    MISSING;
    w[1024 + base + threadIdx.x] = w[base + (threadIdx.x + 1) % 32];
}
// case: written_again | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void written_again(int *w) {
    const int base = blockIdx.x * 32, v = w[base + (threadIdx.x + 1) % 32];
    MISSING;
    w[base + threadIdx.x] = v + 1;
}
// case: lanes_of_one_store | one thread write | s/w\[blockIdx.x\] = threadIdx.x/if (threadIdx.x == 31) w[blockIdx.x] = threadIdx.x/
__global__ void lanes_of_one_store(int *w) {
    w[blockIdx.x] = threadIdx.x;
}
int main() {
    run(warp_exchange, 2, 32);
    run(warp_reduction, 2, 32);
    run(leader, 2, 32);
    run(global_warp, 2, 32);
    run(written_again, 2, 32);
    run(lanes_of_one_store, 2, 32);
}
