/* lock/block_lock_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence, (d) scoped atomic. Scope: device.
 * A lock of block scope throughout (Figure 5, lines 3 to 10), taken by two blocks: it excludes and orders only
 * inside a block.
 */
#include <cstdio>

// The same critical section by two blocks.
__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS_block(lock, 0, 1) != 0)
            ;
        __threadfence_block();
        *data = *data + 1;
        __threadfence_block();
        atomicExch_block(lock, 0);
    }
}

int main()
{
    int *words, host[2];
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    increment<<<2, 1>>>(words, words + 1);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(words);
    printf("data %d\n", host[0]);
    return 0;
}
