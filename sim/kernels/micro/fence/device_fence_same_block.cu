/* fence/device_fence_same_block: two-thread microbenchmark of ScoRD Table I, family "fence".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * A write, a device-scope fence, an atomic flag, a read by another warp of the same block: more scope than needed.
 */
#include <cstdio>

// Message passing between two warps of one block: data, then an atomic flag.
__global__ void message(volatile int *data, int *flag, volatile int *observed)
{
    if (threadIdx.x == 0) {
        *data = 42;
        __threadfence();
        atomicExch(flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(flag, 0) != 1)
            ;
        __threadfence();
        *observed = *data;
    }
}

int main()
{
    int *words, host[3];
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    message<<<1, 64>>>(words, words + 1, words + 2);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(words);
    printf("observed %d\n", host[2]);
    return host[2] == 42 ? 0 : 1;
}
