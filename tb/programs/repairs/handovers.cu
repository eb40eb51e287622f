// Words that locks, flags and counters hand on, with a fence, an order or a scope missing.
#include "repairs.h"
// case: hand_barrier | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void hand_barrier(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    w[64 + i] = i;
    MISSING;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(w, 1);
        while (atomicAdd(w, 0) < gridDim.x);
    }
    __syncthreads();
    w[4096 + i] = w[64 + all - 1 - i];
}
// case: narrow_barrier | grid.sync() | s/w.4096 + i. =/cg::this_grid().sync(); w[4096 + i] =/
__global__ void narrow_barrier(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    w[64 + i] = i;
    __threadfence_block();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(w, 1);
        while (atomicAdd(w, 0) < gridDim.x);
        __threadfence_block();
    }
    __syncthreads();
    w[4096 + i] = w[64 + all - 1 - i];
}
// case: table | grid.sync()|__syncthreads() between | s/if (w.512 + (h + 64) % 128.)/cg::this_grid().sync(); if (w[512 + (h + 64) % 128])/
__global__ void table(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, h = i % 128;
    if (atomicCAS(&w[h], 0, i + 1) == 0) {
        w[256 + h] = i * 3;
        MISSING;
        w[512 + h] = 1;
    }
    if (w[512 + (h + 64) % 128]) {
        MISSING;
        w[1024 + i] = w[256 + (h + 64) % 128];
    }
}
// case: normalise | grid.sync() | s/MISSING/cg::this_grid().sync()/
__global__ void normalise(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(w, i);
    MISSING;
    w[64 + i] = i * 100 / (w[0] + 1);
}
// case: flag_no_fence | and one behind the read | s/MISSING/__threadfence()/
__global__ void flag_no_fence(int *w) {
    volatile int *flag = w;
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        w[33] = 17;
        MISSING;
        *flag = 1;
    } else {
        while (!*flag);
        MISSING;
        w[64 + blockIdx.x] = w[33];
    }
}
// case: last_inc | and one behind the read | s/MISSING/__threadfence()/
__global__ void last_inc(int *w) {
    __shared__ bool last;
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        w[16 + blockIdx.x] = sum;
        MISSING;
        last = atomicInc((unsigned *)w, gridDim.x - 1) == gridDim.x - 1;
        MISSING;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int all = 0;
        for (int i = 0; i < gridDim.x; i++) all += w[16 + i];
        w[1] = all;
    }
}
// case: relaxed_count | signal by a release | s/memory_order_relaxed/memory_order_acq_rel/
__global__ void relaxed_count(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> count(w[0]);
    if (threadIdx.x) return;
    w[16 + blockIdx.x] = blockIdx.x * 3;
    if (count.fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1) {
        int all = 0;
        for (int i = 0; i < gridDim.x; i++) all += w[16 + i];
        w[1] = all;
    }
}
// case: no_acquire | let that load acquire | s/load(cuda::memory_order_relaxed)/load(cuda::memory_order_acquire)/
__global__ void no_acquire(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(w[0]);
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        w[33] = 5;
        flag.store(1, cuda::memory_order_release);
    } else {
        while (flag.load(cuda::memory_order_relaxed) == 0);
        w[64 + blockIdx.x] = w[33];
    }
}
// case: no_release | signal by a release | s/store(1, cuda::memory_order_relaxed)/store(1, cuda::memory_order_release)/
__global__ void no_release(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(w[0]);
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        w[33] = 5;
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (flag.load(cuda::memory_order_acquire) == 0);
        w[64 + blockIdx.x] = w[33];
    }
}
// case: look_back | and one behind the read | s/MISSING/__threadfence()/
__global__ void look_back(int *w) {
    int *sum = w + 64;
    volatile int *state = w;
    if (threadIdx.x == 0) {
        int base = 0;
        if (blockIdx.x > 0) {
            while (state[blockIdx.x - 1] == 0);
            MISSING;
            base = sum[blockIdx.x - 1];
        }
        sum[blockIdx.x] = base + 7;
        MISSING;
        state[blockIdx.x] = 1;
    }
}
// case: narrow_message | __threadfence() | s/__threadfence_block()/__threadfence()/
__global__ void narrow_message(int *w) {
    volatile int *flag = w;
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        w[33] = 17;
        __threadfence_block();
        *flag = 1;
    } else {
        while (!*flag);
        __threadfence_block();
        w[64 + blockIdx.x] = w[33];
    }
}
// case: shared_flag | the word is a flag|__syncthreads() between | s/flag = 1;/atomicExch(\&flag, 1);/;s/while (\*(volatile int \*)&flag == 0)/while (atomicAdd(\&flag, 0) == 0)/;s/MISSING/__threadfence_block()/
__global__ void shared_flag(int *w) {
    __shared__ int flag, data;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 5;
        MISSING;
        flag = 1;
    } else if (threadIdx.x == 32) {
        while (*(volatile int *)&flag == 0);
        MISSING;
        w[blockIdx.x] = data;
    }
}
// case: exch_lock | and one behind the atomic that takes | s/MISSING/__threadfence()/
__global__ void exch_lock(int *w) {
    if (threadIdx.x) return;
    while (atomicExch(w, 1) != 0);
    MISSING;
    w[33] += 1;
    MISSING;
    atomicExch(w, 0);
}
// case: cas_lock | and one behind the atomic that takes | s/MISSING/__threadfence()/
__global__ void cas_lock(int *w) {
    if (threadIdx.x) return;
    while (atomicCAS(w, 0, 1) != 0);
    MISSING;
    w[33] += 1;
    MISSING;
    atomicExch(w, 0);
}
// case: ticket_lock | and one behind the atomic that takes | s/MISSING/__threadfence()/
__global__ void ticket_lock(int *w) {
    if (threadIdx.x) return;
    const int mine = atomicAdd(&w[0], 1);
    while (atomicAdd(&w[1], 0) != mine);
    MISSING;
    w[33] += 1;
    MISSING;
    atomicAdd(&w[1], 1);
}
// case: volatile_release | an atomicExch|and one behind the atomic | s/\*(volatile int \*)w = 0;/__threadfence(); atomicExch(w, 0);/
__global__ void volatile_release(int *w) {
    if (threadIdx.x) return;
    while (atomicCAS(w, 0, 1) != 0);
    __threadfence();
    w[33] += 1;
    *(volatile int *)w = 0;
}
// case: exch_block | device scope|instead of __threadfence_block() | s/atomicExch_block/atomicExch/;s/__threadfence_block/__threadfence/
__global__ void exch_block(int *w) {
    if (threadIdx.x) return;
    while (atomicExch_block(w, 1) != 0);
    __threadfence_block();
    w[33] += 1;
    __threadfence_block();
    atomicExch_block(w, 0);
}
// case: reader | hold the lock | s/const int v = w\[33\];/while (atomicCAS(w, 0, 1) != 0); __threadfence(); const int v = w[33]; __threadfence(); atomicExch(w, 0);/
__global__ void reader(int *w) {
    if (threadIdx.x) return;
    if (blockIdx.x < 2) {
        while (atomicCAS(w, 0, 1) != 0);
        __threadfence();
        w[33] += 1;
        __threadfence();
        atomicExch(w, 0);
    } else {
        const int v = w[33];
        w[64 + blockIdx.x] = v;
    }
}
// case: scoped_fetch | device scope | s/thread_scope_block/thread_scope_device/g
__global__ void scoped_fetch(int *w) {
    cuda::atomic<int, cuda::thread_scope_block> *count = (cuda::atomic<int, cuda::thread_scope_block> *)w;
    if (threadIdx.x % 32 == 0) w[64 + count->fetch_add(1)] = blockIdx.x;
}
// case: warp_leader | __syncwarp()|let one thread write | s/MISSING/__syncwarp()/
__global__ void warp_leader(int *w) {
    __shared__ int base[4];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) base[warp] = atomicAdd(w, 32);
    MISSING;
    w[64 + base[warp] + lane] = lane;
}
int main() {
    run(hand_barrier, 3, 64);
    run(narrow_barrier, 3, 64);
    run(table, 2, 128);
    run(normalise, 3, 64);
    run(flag_no_fence, 3, 32);
    run(last_inc, 3, 64);
    run(relaxed_count, 3, 32);
    run(no_acquire, 3, 32);
    run(no_release, 3, 32);
    run(look_back, 3, 32);
    run(narrow_message, 3, 32);
    run(shared_flag, 2, 64);
    run(exch_lock, 3, 32);
    run(cas_lock, 3, 32);
    run(ticket_lock, 3, 32);
    run(volatile_release, 3, 32);
    run(exch_block, 3, 32);
    run(reader, 3, 32);
    run(scoped_fetch, 3, 64);
    run(warp_leader, 2, 128);
}
