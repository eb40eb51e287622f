/* atomic/block_atomics_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: racy. Accepted rules: (d) scoped atomic. Scope: device.
 * Atomics of block scope on one word from two blocks: neither is sure to see the other, counts get lost.
 */
#include <cstdio>

// Two blocks count with atomics, twice each.
__global__ void count(int *counter)
{
    if (blockIdx.x == 0) {
        atomicAdd_block(counter, 1);
        atomicAdd_block(counter, 1);
    } else if (blockIdx.x == 1) {
        atomicAdd_block(counter, 10);
        atomicAdd_block(counter, 10);
    }
}

int main()
{
    int *words, host[1];
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    count<<<2, 1>>>(words);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(words);
    printf("counter %d\n", host[0]);
    return 0;
}
