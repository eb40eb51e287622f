#include "repairs.h"
// case: two_phases | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void two_phases(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    w[i] = i;
    MISSING;
    w[4096 + i] = w[all - 1 - i];
}
// case: syncthreads_is_not_enough | grid.sync() | s/__syncthreads()/cg::this_grid().sync()/
__global__ void syncthreads_is_not_enough(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    w[i] = i;
    __syncthreads();
    w[4096 + i] = w[all - 1 - i];
}
// case: fence_is_not_enough | grid.sync() | s/__threadfence()/cg::this_grid().sync()/
__global__ void fence_is_not_enough(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    w[i] = i;
    __threadfence();
    w[4096 + i] = w[all - 1 - i];
}
// case: stencil | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void stencil(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    for (int step = 0; step < 3; step++) {
        int *from = w + step % 2 * 4096, *to = w + (step + 1) % 2 * 4096;
        to[i] = from[(i + all - 1) % all] + from[(i + 1) % all];
        MISSING;
    }
}
// case: in_place_stencil | grid.sync() | s/w\[i\] = w\[(i + 1) % all\] + w\[i\];/const int v = w[(i + 1) % all] + w[i]; cg::this_grid().sync(); w[i] = v;/
__global__ void in_place_stencil(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    w[i] = w[(i + 1) % all] + w[i];
}
// case: breadth_first | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void breadth_first(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    if (i == 0) atomicExch(&w[0], 1);
    for (int level = 1; level < 4; level++) {
        MISSING;
        if (i % 2 == level % 2) w[4096 + i] = w[4096 + (i + all / 2 + 1) % all] + level;
    }
}
// case: sums_of_blocks | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void sums_of_blocks(int *w) {
    if (threadIdx.x == 0) w[blockIdx.x] = blockIdx.x;
    MISSING;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) sum += w[i];
        w[100] = sum;
    }
}
// case: read_then_written | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void read_then_written(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    const int v = w[all - 1 - i];
    MISSING;
    w[i] = v + 1;
}
// case: cleared_by_one | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void cleared_by_one(int *w) {
    if (blockIdx.x == 0 && threadIdx.x < 4) w[threadIdx.x] = 0;
    MISSING;
    if (threadIdx.x % 32 == 0) atomicAdd(&w[threadIdx.x / 32], 1);
}
// case: read_by_one | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void read_by_one(int *w) {
    if (threadIdx.x % 32 == 0) atomicAdd(&w[0], 1);
    MISSING;
    if (blockIdx.x == 0 && threadIdx.x == 0) w[1] = w[0];
}
// case: leader_signals | __syncthreads() behind | s/MISSING/__syncthreads()/
__global__ void leader_signals(int *w) {
    if (blockIdx.x == 0) {
        w[100 + threadIdx.x] = threadIdx.x;
        MISSING;
        __threadfence();
        if (threadIdx.x == 0) atomicExch(&w[0], 1);
    } else {
        while (threadIdx.x == 0 && atomicAdd(&w[0], 0) == 0) continue;
        __threadfence();
        __syncthreads();
        w[1000 * blockIdx.x + threadIdx.x] = w[100 + threadIdx.x];
    }
}
// case: leader_waits | __syncthreads() before|atomic flag | s/MISSING/__syncthreads()/
__global__ void leader_waits(int *w) {
    if (blockIdx.x == 0) {
        w[100 + threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&w[0], 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(&w[0], 0) == 0) continue;
            __threadfence();
        }
        MISSING;
        w[1000 * blockIdx.x + threadIdx.x] = w[100 + threadIdx.x];
    }
}
int main() {
    run(two_phases, 3, 96);
    run(syncthreads_is_not_enough, 3, 96);
    run(fence_is_not_enough, 3, 96);
    run(stencil, 3, 96);
    run(in_place_stencil, 3, 96);
    run(breadth_first, 3, 96);
    run(sums_of_blocks, 3, 96);
    run(read_then_written, 3, 96);
    run(cleared_by_one, 3, 96);
    run(read_by_one, 3, 96);
    run(leader_signals, 3, 96);
    run(leader_waits, 3, 96);
}
