/* atomic/device_atomics_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Atomics of device scope by two blocks.
 */
#include <cstdio>

// Two blocks count with atomics, twice each.
__global__ void count(int *counter)
{
    if (blockIdx.x == 0) {
        atomicAdd(counter, 1);
        atomicAdd(counter, 1);
    } else if (blockIdx.x == 1) {
        atomicAdd(counter, 10);
        atomicAdd(counter, 10);
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
    return host[0] == 22 ? 0 : 1;
}
