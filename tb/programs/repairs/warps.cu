#include "repairs.h"
// case: leader | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void leader(int *w) {
    __shared__ int base;
    if (threadIdx.x == 0) base = 5;
    MISSING;
    w[blockIdx.x * 64 + base % 32 + threadIdx.x] = 1;
}
// case: two_halves | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void two_halves(int *w) {
    __shared__ int value[32];
    if (threadIdx.x < 16) value[threadIdx.x] = threadIdx.x * 3;
    else value[threadIdx.x] = threadIdx.x + 5;
    MISSING;
    w[blockIdx.x * 32 + threadIdx.x] = value[31 - threadIdx.x];
}
// case: filled_by_some | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void filled_by_some(int *w) {
    const int base = blockIdx.x * 32;
    if (threadIdx.x % 4 == 0) w[base + threadIdx.x] = 7;
    MISSING;
    if (threadIdx.x % 4 == 1) w[base + threadIdx.x] = w[base + threadIdx.x - 1];
}
// case: one_clears | __syncwarp() | s/MISSING/__syncwarp()/
__global__ void one_clears(int *w) {
    __shared__ int count;
    if (threadIdx.x == 31) count = 0;
    MISSING;
    if (threadIdx.x % 2) atomicAdd(&count, 1);
    __syncwarp();
    if (threadIdx.x == 0) w[blockIdx.x] = count;
}
int main() {
    run(leader, 2, 32);
    run(two_halves, 2, 32);
    run(filled_by_some, 2, 32);
    run(one_clears, 2, 32);
}
