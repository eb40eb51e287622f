#include "repairs.h"
// case: tile | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void tile(int *w) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    MISSING;
    w[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}
// case: tile_again | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void tile_again(int *w) {
    __shared__ int tile[128];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        tile[threadIdx.x] = threadIdx.x + i;
        __syncthreads();
        sum += tile[127 - threadIdx.x];
        MISSING;
    }
    w[blockIdx.x * 128 + threadIdx.x] = sum;
}
// case: reduction | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void reduction(int *w) {
    __shared__ int part[128];
    part[threadIdx.x] = 1;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        MISSING;
    }
    if (threadIdx.x == 0) w[blockIdx.x] = part[0];
}
// case: scan | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void scan(int *w) {
    __shared__ int value[128];
    value[threadIdx.x] = 1;
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        const int add = threadIdx.x >= step ? value[threadIdx.x - step] : 0;
        MISSING;
        value[threadIdx.x] += add;
        __syncthreads();
    }
    w[blockIdx.x * 128 + threadIdx.x] = value[threadIdx.x];
}
// case: broadcast | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void broadcast(int *w) {
    __shared__ int first;
    if (threadIdx.x == 0) first = w[blockIdx.x];
    MISSING;
    w[1000 + blockIdx.x * 128 + threadIdx.x] = first;
}
// case: global_of_block | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void global_of_block(int *w) {
    w[blockIdx.x * 128 + threadIdx.x] = 3;
    MISSING;
    w[4096 + blockIdx.x * 128 + threadIdx.x] = w[blockIdx.x * 128 + 127 - threadIdx.x];
}
// case: in_place | __syncthreads() between | s/w\[i\] = w\[left\] + w\[i\];/const int v = w[left] + w[i]; __syncthreads(); w[i] = v;/
__global__ void in_place(int *w) {
    const int i = blockIdx.x * 128 + threadIdx.x, left = blockIdx.x * 128 + (threadIdx.x + 127) % 128;
    w[i] = w[left] + w[i];
}
// case: fence_is_no_barrier | __syncthreads() between | s/__threadfence_block()/__syncthreads()/
__global__ void fence_is_no_barrier(int *w) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    __threadfence_block();
    w[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}
// case: syncwarp_is_no_barrier | __syncthreads() between | s/__syncwarp()/__syncthreads()/
__global__ void syncwarp_is_no_barrier(int *w) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    __syncwarp();
    w[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}
// case: initialised | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void initialised(int *w) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    MISSING;
    if (threadIdx.x % 3 == 0) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) w[blockIdx.x] = count;
}
// case: result | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void result(int *w) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (threadIdx.x % 3 == 0) atomicAdd(&count, 1);
    MISSING;
    /* not warp 0, whose own atomic is the word's last access in this schedule: an entry has one owner */
    if (threadIdx.x == 96) w[blockIdx.x] = count;
}
// case: transpose | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void transpose(int *w) {
    __shared__ int tile[16][17];
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    tile[y][x] = w[threadIdx.x];
    MISSING;
    w[2048 + blockIdx.x * 256 + threadIdx.x] = tile[x][y];
}
// case: pipeline | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void pipeline(int *w) {
    __shared__ int stage[2][64];
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        if (threadIdx.x < 64) stage[i % 2][threadIdx.x] = i;
        __syncthreads();
        if (threadIdx.x >= 64) sum += stage[i % 2][threadIdx.x - 64] + stage[(i + 1) % 2][(threadIdx.x - 61) % 64] * (i > 0);
        MISSING;
    }
    w[blockIdx.x * 128 + threadIdx.x] = sum;
}
int main() {
    run(tile, 2, 128);
    run(tile_again, 2, 128);
    run(reduction, 2, 128);
    run(scan, 2, 128);
    run(broadcast, 2, 128);
    run(global_of_block, 2, 128);
    run(in_place, 2, 128);
    run(fence_is_no_barrier, 2, 128);
    run(syncwarp_is_no_barrier, 2, 128);
    run(initialised, 2, 128);
    run(result, 2, 128);
    run(transpose, 2, 256);
    run(pipeline, 2, 128);
}
