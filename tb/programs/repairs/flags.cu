#include "repairs.h"
// case: last_block | put __threadfence() after | s/MISSING/__threadfence()/
__global__ void last_block(int *w) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        *(volatile int *)&w[16 + blockIdx.x] = blockIdx.x;
        MISSING;
        last = atomicAdd(w, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) atomicAdd(&w[1], *(volatile int *)&w[16 + threadIdx.x]);
}
// case: last_block_narrow | __threadfence() instead of __threadfence_block() | s/__threadfence_block()/__threadfence()/
__global__ void last_block_narrow(int *w) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        *(volatile int *)&w[16 + blockIdx.x] = blockIdx.x;
        __threadfence_block();
        last = atomicAdd(w, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) atomicAdd(&w[1], *(volatile int *)&w[16 + threadIdx.x]);
}
// case: last_block_weak | between the atomic or volatile load that sees the signal | s/MISSING/__threadfence()/
__global__ void last_block_weak(int *w) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        w[16 + blockIdx.x] = blockIdx.x;
        __threadfence();
        last = atomicAdd(w, 1) == gridDim.x - 1;
        MISSING;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) atomicAdd(&w[1], w[16 + threadIdx.x]);
}
// case: message | __threadfence() | s/MISSING/__threadfence()/
__global__ void message(int *w) {
    volatile int *data = w, *flag = w + 32;
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *data = 42;
        MISSING;
        *flag = 1;
    } else if (blockIdx.x == 1) {
        while (*flag == 0);
        __threadfence();
        w[64] = *data;
    }
}
// case: message_by_atomics | put __threadfence() after | s/MISSING/__threadfence()/
__global__ void message_by_atomics(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        w[0] = 42;
        MISSING;
        atomicExch(&w[32], 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(&w[32], 0) == 0);
        __threadfence();
        w[64] = w[0];
    }
}
// case: message_of_block | __threadfence_block() | s/MISSING/__threadfence_block()/
__global__ void message_of_block(int *w) {
    volatile int *data = w + blockIdx.x, *flag = w + 32 + blockIdx.x;
    if (threadIdx.x == 0) {
        *data = 42;
        MISSING;
        *flag = 1;
    } else if (threadIdx.x == 32) {
        while (*flag == 0);
        __threadfence_block();
        w[64 + blockIdx.x] = *data;
    }
}
// case: plain_flag | atomic flag | s/w\[32\] = 1;/atomicExch(\&w[32], 1);/;s/while (w\[32\] == 0)/while (atomicAdd(\&w[32], 0) == 0)/
__global__ void plain_flag(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        w[0] = 42;
        __threadfence();
        w[32] = 1;
    } else if (blockIdx.x == 1) {
        for (int i = 0; i < 50; i++) while (w[32] == 0) if (++i > 50) break;
        __threadfence();
        w[64] = w[0] * 0;
    }
}
// case: half_volatile_flag | or a volatile store | s/^        w\[32\] = 1;/        *(volatile int *)\&w[32] = 1;/
__global__ void half_volatile_flag(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *(volatile int *)w = 42;
        __threadfence();
        w[32] = 1;
    } else if (blockIdx.x == 1) {
        while (*(volatile int *)&w[32] == 0);
        __threadfence();
        w[64] = *(volatile int *)w;
    }
}
// case: relaxed_flag | release|__threadfence() | s/memory_order_relaxed); \/\/ store/memory_order_release);/;s/memory_order_relaxed) == 0/memory_order_acquire) == 0/
__global__ void relaxed_flag(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(w[32]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        w[0] = 42;
        flag.store(1, cuda::memory_order_relaxed); // store
    } else if (blockIdx.x == 1) {
        while (flag.load(cuda::memory_order_relaxed) == 0);
        w[64] = w[0];
    }
}
// case: flag_of_block_scope | device scope|acquire | s/thread_scope_block> flag/thread_scope_device> flag/
__global__ void flag_of_block_scope(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_block> flag(w[32]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        w[0] = 42;
        flag.store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        while (flag.load(cuda::memory_order_acquire) == 0);
        w[64] = w[0];
    }
}
// case: flag_too_early | a __threadfence() before it is set | s/w\[0\] = 42; \/\/ late//;s/\/\/ earlier/w[0] = 42;/
__global__ void flag_too_early(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        // earlier
        __threadfence();
        atomicExch(&w[32], 1);
        w[0] = 42; // late
    } else if (blockIdx.x == 1) {
        while (atomicAdd(&w[32], 0) == 0);
        __threadfence();
        w[64] = w[0];
    }
}
// case: leader_in_step | put a __syncwarp() behind | s/MISSING/__syncwarp()/
__global__ void leader_in_step(int *w) {
    if (blockIdx.x == 0) {
        w[32 + threadIdx.x] = threadIdx.x;
        MISSING;
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&w[0], 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(&w[0], 0) == 0);
            __threadfence();
        }
        __syncwarp();
        w[96 + threadIdx.x] = w[32 + threadIdx.x];
    }
}
int main() {
    run(last_block, 3, 64);
    run(leader_in_step, 2, 32);
    run(last_block_narrow, 3, 64);
    run(last_block_weak, 3, 64);
    run(message, 2, 32);
    run(message_by_atomics, 2, 32);
    run(message_of_block, 2, 64);
    run(plain_flag, 2, 32);
    run(half_volatile_flag, 2, 32);
    run(relaxed_flag, 2, 32);
    run(flag_of_block_scope, 2, 32);
    run(flag_too_early, 2, 32);
}
