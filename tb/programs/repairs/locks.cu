#include "repairs.h"
__device__ void take(int *lock) {
    while (atomicCAS(lock, 0, 1) != 0);
    __threadfence();
}
__device__ void give(int *lock) {
    __threadfence();
    atomicExch(lock, 0);
}
// case: not_locked | hold the lock | s/w\[32\] += 7;/take(w); w[32] += 7; give(w);/
__global__ void not_locked(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 2) {
        w[32] += 7;
        return;
    }
    take(w);
    w[32] += 1;
    give(w);
}
// case: two_locks | hold the same lock|hold the lock of | s/blockIdx.x % 2/0/
__global__ void two_locks(int *w) {
    if (threadIdx.x != 0) return;
    int *lock = w + blockIdx.x % 2;
    take(lock);
    w[32] += 1;
    give(lock);
}
// case: released_by_a_store | atomicExch | s/^    w\[0\] = 0;/    atomicExch(w, 0);/
__global__ void released_by_a_store(int *w) {
    if (threadIdx.x != 0) return;
    take(w);
    w[32] += 1;
    __threadfence();
    w[0] = 0;
}
// case: no_fence_before_release | put __threadfence() | s/MISSING/__threadfence()/
__global__ void no_fence_before_release(int *w) {
    if (threadIdx.x != 0) return;
    take(w);
    w[32] += 1;
    MISSING;
    atomicExch(w, 0);
}
// case: taken_by_a_store | atomic | s/while (w\[0\] != 0);/while (atomicCAS(w, 0, 1) != 0);/;s/^    w\[0\] = 1;//;s/^    w\[0\] = 0;/    atomicExch(w, 0);/
__global__ void taken_by_a_store(int *w) {
    if (threadIdx.x != 0) return;
    while (w[0] != 0);
    w[0] = 1;
    __threadfence();
    w[32] += 1;
    __threadfence();
    w[0] = 0;
}
// case: node | hold the lock | s/w\[32 + (i + 1) % 4\] = 3;/take(w + (i + 1) % 4); w[32 + (i + 1) % 4] = 3; give(w + (i + 1) % 4);/
__global__ void node(int *w) {
    if (threadIdx.x != 0) return;
    const int i = blockIdx.x;
    take(w + i);
    w[32 + i] += 1;
    give(w + i);
    w[32 + (i + 1) % 4] = 3;
}
int main() {
    run(not_locked, 3, 32);
    run(two_locks, 3, 32);
    run(released_by_a_store, 3, 32);
    run(no_fence_before_release, 3, 32);
    run(taken_by_a_store, 2, 32);
    run(node, 4, 32);
}
