/* atomic/block_atomics_same_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Atomics of block scope by two warps of one block: the scope is just enough.
 */
#include <cstdio>

// Two warps of one block count with atomics, twice each.
__global__ void count(int *counter)
{
    if (threadIdx.x == 0) {
        atomicAdd_block(counter, 1);
        atomicAdd_block(counter, 1);
    } else if (threadIdx.x == 32) {
        atomicAdd_block(counter, 10);
        atomicAdd_block(counter, 10);
    }
}

int main()
{
    int *words, host[1];
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    count<<<1, 64>>>(words);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(words);
    printf("counter %d\n", host[0]);
    return host[0] == 22 ? 0 : 1;
}
