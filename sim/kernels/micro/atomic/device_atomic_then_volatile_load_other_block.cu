/* atomic/device_atomic_then_volatile_load_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * A device-scope atomic, a device fence, a flag, then a volatile load by another block: atomic and non-atomic
 * accesses to one word, properly ordered.
 */
#include <cstdio>

__global__ void count_and_read(volatile int *counter, int *flag, volatile int *observed)
{
    if (blockIdx.x == 0) {
        atomicAdd((int *)counter, 1);
        __threadfence();
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        __threadfence();
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
    return host[2] == 1 ? 0 : 1;
}
