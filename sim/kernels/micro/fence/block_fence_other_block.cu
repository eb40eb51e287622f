/* fence/block_fence_other_block: two-thread microbenchmark of ScoRD Table I, family "fence".
 *
 * Expected: racy. Accepted rules: (b) missing device fence. Scope: device.
 * A write, a fence, an atomic flag, a read by another block. The fence has block scope only, so the reader
 * outside the block may see the old value: a scoped race (section III-A, "scoped race due to fence").
 */
#include <cstdio>

// Message passing between two blocks: data, then an atomic flag.
__global__ void message(volatile int *data, int *flag, volatile int *observed)
{
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence_block();
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        __threadfence_block();
        *observed = *data;
    }
}

int main()
{
    int *words, host[3];
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    message<<<2, 1>>>(words, words + 1, words + 2);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(words);
    printf("observed %d\n", host[2]);
    return 0;
}
