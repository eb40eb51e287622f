/* lock/device_lock_same_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * A lock of device scope, taken by two warps of one block: more scope than needed.
 */
#include <cstdio>

// The same critical section by two warps of one block.
__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
        __threadfence();
        atomicExch(lock, 0);
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
    return host[0] == 2 ? 0 : 1;
}
