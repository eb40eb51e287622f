/* lock/block_release_fence_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence. Scope: device.
 * Only the fence of the unlock has block scope: the writes of the critical section need not be visible to the
 * next holder in another block.
 */
#include <cstdio>

// The same critical section by two blocks.
__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
        __threadfence_block();
        atomicExch(lock, 0);
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
