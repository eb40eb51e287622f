// A warp that holds five locks: the table holds four, and the first is dropped (D20), once.
// options: --config gtx480
// acted: dropped_locks
// count: 1
#include <cstdio>

enum { LOCKS = 5 };

__global__ void hold(int *locks, int *sum) {
    for (int i = 0; i < LOCKS; i++)
        while (atomicCAS(&locks[i], 0, 1) != 0) continue;
    __threadfence();
    *(volatile int *)sum += 1;
    __threadfence();
    for (int i = 0; i < LOCKS; i++) atomicExch(&locks[i], 0);
}

int main() {
    int *locks, *sum;
    cudaMalloc(&locks, LOCKS * sizeof *locks);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(locks, 0, LOCKS * sizeof *locks);
    cudaMemset(sum, 0, sizeof *sum);
    hold<<<1, 1>>>(locks, sum);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
