/* atomic/block_atomic_then_load_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: racy. Accepted rules: (d) scoped atomic. Scope: device.
 * A block-scope atomic, a flag, then a volatile load by another block, without fences. The load is outside the
 * scope of the atomic (section IV-A: "if a load or store finds that the previous access was via an atomic of
 * block scope"); that verdict goes before the missing device fence.
 */
#include <cstdio>

__global__ void count_and_read(volatile int *counter, int *flag, volatile int *observed)
{
    if (blockIdx.x == 0) {
        atomicAdd_block((int *)counter, 1);
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        *observed = *counter;
    }
}

int main()
{
    int *words, host[3];
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    count_and_read<<<2, 1>>>(words, words + 1, words + 2);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(words);
    printf("observed %d\n", host[2]);
    return 0;
}
