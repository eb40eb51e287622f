// Every lane of a warp takes a lock of its own: of the 32, four have entries in the lock table, and 28 are beyond (D71).
// acted: many_locks
// count: 28
#include <cstdio>

enum { LOCKS = 32 };

__global__ void hold(int *locks, volatile int *sums) {
    const int lane = threadIdx.x;
    if (atomicCAS(&locks[lane], 0, 1) != 0)
        return;
    __threadfence();
    sums[lane] += 1;
    __threadfence();
    atomicExch(&locks[lane], 0);
}

int main() {
    int *locks, *sums;
    cudaMalloc(&locks, LOCKS * sizeof *locks);
    cudaMalloc(&sums, LOCKS * sizeof *sums);
    cudaMemset(locks, 0, LOCKS * sizeof *locks);
    cudaMemset(sums, 0, LOCKS * sizeof *sums);
    hold<<<1, LOCKS>>>(locks, sums);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
