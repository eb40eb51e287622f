/* SPDX-License-Identifier: Apache-2.0 */
// atomics.cu: weak accesses beside atomics of the same word (docs/semantics.md D78, D79).
#include "styles.h"

// pair: failed_swap | a weak load beside compare-and-swaps: those that fail only read
__global__ void failed_swap(int *w) {
    if (threadIdx.x == 0) w[100] = w[0] + 1;
    else if (threadIdx.x % 32 == 0) atomicCAS(&w[0], RIGHT(7) WRONG(0), 8);
}
// pair: failed_swap_by_reference | the same by cuda::atomic_ref
__global__ void failed_swap_by_reference(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> word(w[0]);
    int expected = RIGHT(7) WRONG(0);
    if (threadIdx.x == 64) w[100] = w[0] + 1;
    else if (threadIdx.x % 32 == 0) word.compare_exchange_strong(expected, 9);
}
// pair: set_back | a block that sets the ticket counter back need not be the last one
__global__ void set_back(int *w) {
    if (threadIdx.x != 0) return;
    w[1 + blockIdx.x] = 1;
    __threadfence();
    const int ticket = atomicAdd(&w[0], 1);
    if (ticket == gridDim.x - RIGHT(1) WRONG(2)) w[0] = 0;
}
// pair: store_behind_own | a weak store behind the warp's own atomic, whose result nothing reads
__global__ void store_behind_own(int *w) {
    if (threadIdx.x % 32 == 0) atomicAdd(&w[0], 1);
    RIGHT(__syncthreads();)
    if (threadIdx.x == 96) w[0] = 5;
}
// pair: fence_before | a fence before each atomic says nothing of the atomics that come later
__global__ void fence_before(int *w) {
    if (threadIdx.x % 32 == 0) {
        __threadfence();
        atomicAdd(&w[0], 1);
    }
    RIGHT(__syncthreads();)
    if (threadIdx.x == 0) w[50] = w[0];
}
// pair: last_reads | what the last block to add has read comes behind all atomics
__global__ void last_reads(int *w) {
    if (threadIdx.x != 0) return;
    __threadfence();
    const int ticket = atomicAdd(&w[0], 1);
    if (ticket == gridDim.x - RIGHT(1) WRONG(2)) {
        __threadfence();
        w[50] = w[0];
    }
}
// pair: count_then_poll | a counter whose atomics nothing reads, and a wait for it
__global__ void count_then_poll(int *w) {
    w[32 + threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        __threadfence();
        atomicAdd(&w[0], 1);
        RIGHT(while (atomicAdd(&w[0], 0) != 4);)
        __threadfence();
    }
    __syncwarp();
    w[256 + threadIdx.x] = w[32 + (threadIdx.x + 32) % 128];
}
int main() {
    run(failed_swap, 1, 128);
    run(failed_swap_by_reference, 1, 128);
    run(set_back, 4, 32);
    run(store_behind_own, 1, 128);
    run(fence_before, 1, 128);
    run(last_reads, 4, 32);
    run(count_then_poll, 1, 128);
}
