/* lock/block_lock_on_one_side_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence, (d) scoped atomic, (e) no common lock on load. Scope:
 * device.
 * Two blocks, one lock word: block 0 locks and unlocks with device scope, block 1 with block scope throughout.
 */
#include <cstdio>

__global__ void increment(volatile int *data, int *lock)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
        __threadfence();
        atomicExch(lock, 0);
    } else if (blockIdx.x == 1) {
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
