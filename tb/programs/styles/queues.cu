/* SPDX-License-Identifier: Apache-2.0 */
// queues.cu: work queues, stacks, scans and flags between blocks.
#include "styles.h"

// pair: aggregated | a warp's leader takes room for all its lanes; the slots are read by the last block
__global__ void aggregated(int *w) {
    __shared__ bool last;
    const cg::coalesced_group g = cg::coalesced_threads();
    int at;
    if (g.thread_rank() == 0) at = atomicAdd(&w[0], g.size());
    at = g.shfl(at, 0) + g.thread_rank();
    w[64 + at] = threadIdx.x;
    RIGHT(__threadfence(); __syncthreads();)
    if (threadIdx.x == 0) {
        WRONG(__threadfence();)
        last = atomicAdd(&w[1], 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) for (int i = threadIdx.x; i < w[0]; i += blockDim.x) w[2048 + i] = w[64 + i];
}
// pair: look_back | a scan in one pass: a block's sum is published by a flag behind a fence
__global__ void look_back(int *w) {
    volatile int *flag = w;
    int *sum = w + 64;
    if (threadIdx.x != 0) return;
    int prefix = 0;
    sum[blockIdx.x] = blockIdx.x + 1;
    RIGHT(__threadfence();)
    flag[blockIdx.x] = 1;
    for (int b = (int)blockIdx.x - 1; b >= 0; b--) {
        while (flag[b] == 0);
        __threadfence();
        prefix += sum[b];
    }
    w[128 + blockIdx.x] = prefix;
}
// pair: look_back_packed | flag and sum in one word need no fence; in two they do
__global__ void look_back_packed(int *w) {
    if (threadIdx.x != 0) return;
    unsigned long long *state = (unsigned long long *)w;
    int prefix = 0;
    RIGHT(atomicExch(&state[blockIdx.x], 1ull << 32 | (blockIdx.x + 1));)
    WRONG(w[512 + blockIdx.x] = blockIdx.x + 1; atomicExch(&state[blockIdx.x], 1ull << 32);)
    for (int b = (int)blockIdx.x - 1; b >= 0; b--) {
        unsigned long long s;
        while (((s = atomicAdd(&state[b], 0ull)) >> 32) == 0);
        RIGHT(prefix += (int)s;)
        WRONG(prefix += w[512 + b];)
    }
    w[128 + blockIdx.x] = prefix;
}
// pair: persistent_queue | blocks take items by a counter; the item's number is shared by a barrier
__global__ void persistent_queue(int *w) {
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0) item = atomicAdd(&w[0], 1);
        __syncthreads();
        const int mine = item;
        RIGHT(__syncthreads();)
        if (mine >= 12) break;
        w[64 + mine * 64 + threadIdx.x] = mine;
    }
}
// pair: produced_items | items of other blocks are read behind the counter of those that are ready
__global__ void produced_items(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(w[0]);
    if (blockIdx.x == 0) {
        for (int i = 0; i < 4; i++) {
            w[64 + i * 64 + threadIdx.x] = i;
            __syncthreads();
            if (threadIdx.x == 0)
                ready.store(i + 1, RIGHT(cuda::memory_order_release) WRONG(cuda::memory_order_relaxed));
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            if (threadIdx.x == 0) while (ready.load(cuda::memory_order_acquire) <= i);
            __syncthreads();
            sum += w[64 + i * 64 + threadIdx.x];
        }
        w[1024 + blockIdx.x * 64 + threadIdx.x] = sum;
    }
}
// pair: stack_push | a lock-free stack: a node is written before its fence, and pushed by a swap
__global__ void stack_push(int *w) {
    if (threadIdx.x != 0) return;
    const int node = 64 + 2 * blockIdx.x;
    w[node + 1] = blockIdx.x;
    int head = *(volatile int *)&w[0], seen;
    do {
        seen = head;
        w[node] = seen;
        RIGHT(__threadfence();)
        head = atomicCAS(&w[0], seen, node);
    } while (head != seen);
    if (blockIdx.x == gridDim.x - 1) {
        int at;
        while ((at = atomicExch(&w[0], 0)) == 0);
        __threadfence();
        int sum = 0;
        for (; at != 0; at = w[at]) sum += w[at + 1];
        w[32] = sum;
    }
}
// pair: list_insert | a list behind a lock: the lock is given back behind a fence
__global__ void list_insert(int *w) {
    if (threadIdx.x % 32 != 0) return;
    const int node = 64 + (blockIdx.x * 2 + threadIdx.x / 32) * 2;
    while (atomicCAS(&w[0], 0, 1) != 0);
    __threadfence();
    w[node] = w[1];
    w[1] = node;
    RIGHT(__threadfence();)
    atomicExch(&w[0], 0);
}
// pair: seqlock | readers try again while the writer is at work; the data are relaxed atomics
__global__ void seqlock(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> sequence(w[0]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 1; i < 4; i++) {
            sequence.store(2 * i - 1, cuda::memory_order_relaxed);
            cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
            RIGHT(cuda::atomic_ref<int, cuda::thread_scope_device>(w[64]).store(i, cuda::memory_order_relaxed);)
            WRONG(w[64] = i;)
            sequence.store(2 * i, cuda::memory_order_release);
        }
    } else {
        int before, after, value;
        do {
            before = sequence.load(cuda::memory_order_acquire);
            RIGHT(value = cuda::atomic_ref<int, cuda::thread_scope_device>(w[64]).load(cuda::memory_order_relaxed);)
            WRONG(value = w[64];)
            cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
            after = sequence.load(cuda::memory_order_relaxed);
        } while (before != after || before % 2 != 0 || before == 0);
        w[128 + blockIdx.x] = value;
    }
}
// pair: publication | a new version is written aside and published by its pointer
__global__ void publication(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> current(w[0]);
    if (threadIdx.x >= 32) return;
    if (blockIdx.x == 0) {
        for (int v = 1; v < 4; v++) {
            if (threadIdx.x == 0) {
                for (int i = 0; i < 4; i++) w[RIGHT(64 * v) WRONG(64) + i] = v;
                current.store(RIGHT(64 * v) WRONG(64), cuda::memory_order_release);
            }
        }
    } else if (threadIdx.x == 0) {
        int at;
        while ((at = current.load(cuda::memory_order_acquire)) == 0);
        w[1024 + blockIdx.x] = w[at] + w[at + 3];
    }
}
// pair: flag_per_block | neighbours wait for each other's flags between steps
__global__ void flag_per_block(int *w) {
    int *flag = w, *cell = w + 64;
    for (int step = 1; step <= 3; step++) {
        const int from = (blockIdx.x + gridDim.x - 1) % gridDim.x;
        cell[step * 256 + blockIdx.x * 32 + threadIdx.x] = step;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&flag[blockIdx.x], step);
            while (atomicAdd(&flag[RIGHT(from) WRONG(blockIdx.x)], 0) < step);
            __threadfence();
        }
        __syncthreads();
        w[2048 + step * 256 + blockIdx.x * 32 + threadIdx.x] = cell[step * 256 + from * 32 + threadIdx.x];
    }
}
// pair: grid_barrier | a grid barrier by hand, in a sense-reversing loop
__global__ void grid_barrier(int *w) {
    for (int round = 1; round <= 3; round++) {
        w[64 + round * 256 + blockIdx.x * 64 + threadIdx.x] = round;
        RIGHT(__syncthreads();)
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&w[0], 1);
            while (*(volatile int *)&w[0] < round * (int)gridDim.x);
            __threadfence();
        }
        __syncthreads();
        w[4096 + round * 256 + blockIdx.x * 64 + threadIdx.x] =
            w[64 + round * 256 + (blockIdx.x + 1) % gridDim.x * 64 + threadIdx.x];
    }
}
// pair: grid_barrier_generation | the same with a counter that its last block sets back, and a generation
__global__ void grid_barrier_generation(int *w) {
    for (int round = 0; round < 3; round++) {
        w[64 + (RIGHT(round) WRONG(0)) * 256 + blockIdx.x * 64 + threadIdx.x] = round;
        __syncthreads();
        if (threadIdx.x == 0) {
            const int generation = *(volatile int *)&w[1];
            __threadfence();
            if (atomicAdd(&w[0], 1) == gridDim.x - 1) {
                w[0] = 0;
                __threadfence();
                atomicAdd(&w[1], 1);
            } else {
                while (*(volatile int *)&w[1] == generation);
            }
            __threadfence();
        }
        __syncthreads();
        w[4096 + round * 256 + blockIdx.x * 64 + threadIdx.x] =
            w[64 + (RIGHT(round) WRONG(0)) * 256 + (blockIdx.x + 1) % gridDim.x * 64 + threadIdx.x];
    }
}
// pair: dequeue | a queue's head is taken by a swap; what the producer wrote is read behind its ticket
__global__ void dequeue(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> tail(w[1]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < 6; i++) {
            w[64 + i] = i;
            tail.fetch_add(1, RIGHT(cuda::memory_order_release) WRONG(cuda::memory_order_relaxed));
        }
        return;
    }
    for (int n = 0; n < 2; n++) {
        int mine = atomicAdd(&w[0], 1);
        while (tail.load(cuda::memory_order_acquire) <= mine);
        w[128 + mine] = w[64 + mine];
    }
}
// pair: scoped_counter | blocks count with atomics of block scope in one word
__global__ void scoped_counter(int *w) {
    cuda::atomic_ref<int, RIGHT(cuda::thread_scope_device) WRONG(cuda::thread_scope_block)> count(w[0]);
    count.fetch_add(1, cuda::memory_order_relaxed);
}
// pair: ticket_lock | a ticket lock; the holder gives it on behind its data
__global__ void ticket_lock(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> next(w[0]), serving(w[1]);
    if (threadIdx.x != 0) return;
    const int mine = next.fetch_add(1, cuda::memory_order_relaxed);
    while (serving.load(cuda::memory_order_acquire) != mine);
    w[64] += 1;
    serving.store(mine + 1, RIGHT(cuda::memory_order_release) WRONG(cuda::memory_order_relaxed));
}
// pair: last_block_other_warp | another warp of the last block reads and clears the ticket counter
__global__ void last_block_other_warp(int *w) {
    __shared__ bool last;
    w[64 + blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __threadfence();
    RIGHT(__syncthreads();)
    if (threadIdx.x == 0) last = atomicAdd(&w[0], 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++) sum += w[64 + b * 64 + threadIdx.x];
        w[2048 + threadIdx.x] = sum;
        if (threadIdx.x == 40) { w[32] = w[0]; w[0] = 0; }
    }
}
int main() {
    run(aggregated, 3, 64);
    run(look_back, 4, 32);
    run(look_back_packed, 4, 32);
    run(persistent_queue, 3, 64);
    run(produced_items, 3, 64);
    run(stack_push, 4, 32);
    run(list_insert, 3, 64);
    run(seqlock, 3, 32);
    run(publication, 3, 32);
    run(flag_per_block, 4, 32);
    run(grid_barrier, 4, 64);
    run(grid_barrier_generation, 4, 64);
    run(dequeue, 4, 32);
    run(scoped_counter, 3, 32);
    run(ticket_lock, 4, 32);
    run(last_block_other_warp, 3, 64);
}
