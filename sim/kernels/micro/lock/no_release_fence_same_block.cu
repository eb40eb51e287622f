/* lock/no_release_fence_same_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (a) missing block fence. Scope: block.
 * The fence of the unlock is missing, the holders are two warps of one block.
 */
#include <cstdio>

// The same critical section by two warps of one block.
__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS_block(lock, 0, 1) != 0)
            ;
        __threadfence_block();
        *data = *data + 1;
        atomicExch_block(lock, 0);
    }
}

int main()
{
    int *words, host[2];
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    increment<<<1, 64>>>(words, words + 1);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(words);
    printf("data %d\n", host[0]);
    return 0;
}
