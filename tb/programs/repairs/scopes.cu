#include "repairs.h"
// case: counter_of_block | device scope (atomicAdd instead of atomicAdd_block) | s/atomicAdd_block/atomicAdd/
__global__ void counter_of_block(int *w) {
    if (threadIdx.x % 32 == 0) atomicAdd_block(w, 1);
}
// case: steal | device scope (atomicAdd instead of atomicAdd_block) | s/atomicAdd_block/atomicAdd/
__global__ void steal(int *w) {
    if (threadIdx.x != 0) return;
    atomicAdd_block(&w[blockIdx.x], 1);
    atomicAdd(&w[(blockIdx.x + 1) % gridDim.x], 1);
}
// case: maximum_of_block | device scope (atomicMax instead of atomicMax_block) | s/atomicMax_block/atomicMax/
__global__ void maximum_of_block(int *w) {
    if (threadIdx.x == 0) atomicMax_block(w, blockIdx.x);
}
// case: swap_of_block | device scope (atomicCAS instead of atomicCAS_block) | s/atomicCAS_block/atomicCAS/
__global__ void swap_of_block(int *w) {
    if (threadIdx.x == 0) atomicCAS_block(w, 0, blockIdx.x + 1);
}
// case: counter_object | device scope | s/thread_scope_block> count/thread_scope_device> count/
__global__ void counter_object(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_block> count(w[0]);
    if (threadIdx.x == 0) count.fetch_add(1, cuda::memory_order_relaxed);
}
// case: lock_of_block | device scope | s/atomicCAS_block/atomicCAS/;s/atomicExch_block/atomicExch/;s/threadfence_block/threadfence/
__global__ void lock_of_block(int *w) {
    if (threadIdx.x != 0) return;
    while (atomicCAS_block(w, 0, 1) != 0);
    __threadfence_block();
    *(volatile int *)&w[32] += 1;
    __threadfence_block();
    atomicExch_block(w, 0);
}
// case: ticket | device scope (atomicAdd instead of atomicAdd_block) | s/atomicAdd_block/atomicAdd/
__global__ void ticket(int *w) {
    if (threadIdx.x % 32 == 0) atomicExch(&w[64 + atomicAdd_block(w, 1)], 1);
}
int main() {
    run(counter_of_block, 3, 64);
    run(steal, 3, 32);
    run(maximum_of_block, 3, 32);
    run(swap_of_block, 3, 32);
    run(counter_object, 3, 32);
    run(lock_of_block, 3, 32);
    run(ticket, 3, 64);
}
