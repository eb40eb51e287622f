/* SPDX-License-Identifier: Apache-2.0 */
// locks.cu: locks, flags in PTX, objects in global memory, readers and writers.
#include "styles.h"
#include <cuda/semaphore>

// pair: red_release | a counter by red.release in PTX, waited for by ld.acquire
__global__ void red_release(int *w) {
    int seen;
    if (blockIdx.x < 3) {
        if (threadIdx.x != 0) return;
        w[64 + blockIdx.x] = blockIdx.x;
        RIGHT(asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(w) : "memory");)
        WRONG(asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(w) : "memory");)
    } else if (threadIdx.x == 0) {
        do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(w) : "memory");
        while (seen != 3);
        w[128] = w[64] + w[65] + w[66];
    }
}
// pair: cached_loads | __ldcg() is a weak load
__global__ void cached_loads(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        __stcg(&w[64], 7);
        __threadfence();
        atomicExch(&w[0], 1);
    } else {
        RIGHT(while (atomicAdd(&w[0], 0) == 0); __threadfence();)
        w[128] = __ldcg(&w[64]);
    }
}
// pair: readers_writers | a lock for many readers or one writer
__global__ void readers_writers(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> lock(w[0]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x % 2 == 0) {
        int expected = 0;
        while (!lock.compare_exchange_weak(expected, -1, cuda::memory_order_acquire)) expected = 0;
        w[64]++;
        lock.store(0, RIGHT(cuda::memory_order_release) WRONG(cuda::memory_order_relaxed));
    } else {
        int readers = lock.load(cuda::memory_order_relaxed);
        do if (readers < 0) readers = 0;
        while (!lock.compare_exchange_weak(readers, readers + 1, cuda::memory_order_acquire));
        w[128 + blockIdx.x] = w[64];
        lock.fetch_sub(1, cuda::memory_order_release);
    }
}
// pair: readers_leave | a writer waits until the reader is done, or only until it has come
__global__ void readers_leave(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> lock(w[0]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        const int free = RIGHT(2) WRONG(1);
        int expected = free;
        while (!lock.compare_exchange_weak(expected, -1, cuda::memory_order_acquire)) expected = free;
        w[64] = 1;
        lock.store(0, cuda::memory_order_release);
    } else {
        lock.fetch_add(1, cuda::memory_order_acquire);
        w[128] = w[64];
        lock.fetch_add(1, cuda::memory_order_release);
    }
}
// pair: global_barrier | a cuda::barrier of device scope in global memory
__global__ void global_barrier(int *w) {
    typedef cuda::barrier<cuda::thread_scope_device> barrier_t;
    barrier_t *all = (barrier_t *)&w[512];
    w[64 + blockIdx.x * 32 + threadIdx.x] = 1;
    RIGHT(all->arrive_and_wait();)
    WRONG(__syncthreads();)
    w[256 + blockIdx.x * 32 + threadIdx.x] = w[64 + (1 - blockIdx.x) * 32 + threadIdx.x];
}
// right: make_barrier | a barrier for the next launch
__global__ void make_barrier(int *w) {
    typedef cuda::barrier<cuda::thread_scope_device> barrier_t;
    new (&w[512]) barrier_t(64);
}
// pair: global_semaphore | a counting semaphore of device scope: producer and consumer
__global__ void global_semaphore(int *w) {
    typedef cuda::counting_semaphore<cuda::thread_scope_device> semaphore_t;
    semaphore_t *items = (semaphore_t *)&w[512];
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < 4; i++) {
            RIGHT(w[64 + i] = i;)
            items->release();
            WRONG(w[64 + i] = i;)
        }
    } else {
        for (int i = 0; i < 4; i++) {
            items->acquire();
            w[128 + i] = w[64 + i];
        }
    }
}
// right: make_semaphore | a semaphore for the next launch
__global__ void make_semaphore(int *w) {
    typedef cuda::counting_semaphore<cuda::thread_scope_device> semaphore_t;
    new (&w[512]) semaphore_t(0);
}
// pair: volatile_unlock | a lock given back by a volatile store needs a fence before it
__global__ void volatile_unlock(int *w) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&w[0], 0, 1) != 0) __nanosleep(20);
    __threadfence();
    w[64] += 1;
    RIGHT(__threadfence();)
    *(volatile int *)&w[0] = 0;
}
// pair: try_lock | who does not get the lock leaves the data alone
__global__ void try_lock(int *w) {
    if (threadIdx.x != 0) return;
    const bool mine = atomicCAS(&w[0], 0, 1) == 0;
    __threadfence();
    if (RIGHT(mine) WRONG(true)) w[64] += 1;
    __threadfence();
    if (mine) atomicExch(&w[0], 0);
}
// pair: two_locks | different locks protect nothing in common
__global__ void two_locks(int *w) {
    int *lock = &w[RIGHT(0) WRONG(blockIdx.x % 2)];
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0);
    __threadfence();
    w[64] += 1;
    __threadfence();
    atomicExch(lock, 0);
}
// pair: once | the first to come fills a table, and others wait for it
__global__ void once(int *w) {
    if (threadIdx.x != 0) return;
    if (atomicCAS(&w[0], 0, 1) == 0) {
        w[64] = 5;
        RIGHT(__threadfence();)
        atomicExch(&w[0], 2);
    } else {
        while (atomicAdd(&w[0], 0) != 2);
        __threadfence();
    }
    w[128 + blockIdx.x] = w[64];
}
// pair: hash_insert | a key by a swap; its value is read by who finds the key
__global__ void hash_insert(int *w) {
    if (threadIdx.x != 0) return;
    int *key = &w[64], *value = &w[65];
    const int old = atomicCAS(key, 0, 7);
    RIGHT(atomicAdd(value, 1);)
    WRONG(if (old == 0) *value = 1; else w[128 + blockIdx.x] = *value;)
    RIGHT((void)old;)
}
// pair: union_roots | a root is linked to a smaller one by a swap that checks it
__global__ void union_roots(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) return;
    RIGHT(atomicMin(&w[64 + i / 2], i);)
    WRONG(if (w[64 + i / 2] > i || w[64 + i / 2] == 0) w[64 + i / 2] = i;)
}
// pair: wide_flags | a flag of 64 bits, and data before it
__global__ void wide_flags(int *w) {
    unsigned long long *flag = (unsigned long long *)w;
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        w[64] = 3;
        RIGHT(__threadfence();)
        atomicExch(flag, 1ull << 40);
    } else {
        while (atomicAdd(flag, 0ull) == 0);
        __threadfence();
        w[128] = w[64];
    }
}
// pair: double_counter | counts of two rounds in one counter; the second round must be waited for
__global__ void double_counter(int *w) {
    for (int round = 1; round <= 2; round++) {
        if (threadIdx.x == 0) {
            w[64 + blockIdx.x] = round;
            __threadfence();
            atomicAdd(&w[0], 1);
            while (atomicAdd(&w[0], 0) < (RIGHT(round) WRONG(1)) * (int)gridDim.x);
            __threadfence();
            w[128 + round * 8 + blockIdx.x] = w[64 + (blockIdx.x + 1) % gridDim.x];
            __threadfence();
            RIGHT(atomicAdd(&w[1], 1);)
            RIGHT(while (atomicAdd(&w[1], 0) < round * (int)gridDim.x);)
            RIGHT(__threadfence();)
        }
    }
}
// pair: ping_pong | two blocks write one word in turns
__global__ void ping_pong(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> turn(w[0]);
    if (threadIdx.x != 0) return;
    for (int i = 0; i < 3; i++) {
        while (turn.load(RIGHT(cuda::memory_order_acquire) WRONG(cuda::memory_order_relaxed)) != blockIdx.x);
        w[64]++;
        turn.store(1 - blockIdx.x, cuda::memory_order_release);
    }
}
// pair: early_section | one of the sections of a lock has no fence behind its CAS; whichever block comes first (D82)
__global__ void early_section(int *w) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&w[0], 0, 1) != 0);
    RIGHT(__threadfence();)
    WRONG(if (blockIdx.x == 0) __threadfence();)
    w[64] += blockIdx.x + 1;
    __threadfence();
    atomicExch(&w[0], 0);
}
// pair: early_lanes | a lock for each of four words, taken by lanes; a block without the fence
__global__ void early_lanes(int *w) {
    if (threadIdx.x >= 4) return;
    for (bool done = false; !done;)
        if (atomicCAS(&w[threadIdx.x], 0, 1) == 0) {
            RIGHT(__threadfence();)
            WRONG(if (blockIdx.x != 1) __threadfence();)
            w[64 + threadIdx.x]++;
            __threadfence();
            atomicExch(&w[threadIdx.x], 0);
            done = true;
        }
}
// right: claimed_words | words that are claimed by CAS and never given back are their claimer's
__global__ void claimed_words(int *w) {
    for (int i = 0; i < 64; i++)
        if (atomicCAS(&w[i], 0, 1) == 0) w[64 + i] = threadIdx.x;
}
int main() {
    run(red_release, 4, 32);
    run(cached_loads, 2, 32);
    run(readers_writers, 4, 32);
    run(readers_leave, 2, 32);
    int *w = zeros();
    make_barrier<<<1, 1>>>(w);
    global_barrier<<<2, 32>>>(w);
    end(w);
    w = zeros();
    make_semaphore<<<1, 1>>>(w);
    global_semaphore<<<2, 32>>>(w);
    end(w);
    run(volatile_unlock, 3, 32);
    run(try_lock, 3, 32);
    run(two_locks, 4, 32);
    run(once, 3, 32);
    run(hash_insert, 3, 32);
    run(union_roots, 2, 64);
    run(wide_flags, 2, 32);
    run(double_counter, 3, 32);
    run(ping_pong, 2, 32);
    run(early_section, 2, 32);
    run(early_lanes, 3, 32);
    run(claimed_words, 3, 32);
}
