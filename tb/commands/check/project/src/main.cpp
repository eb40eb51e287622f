/* SPDX-License-Identifier: Apache-2.0 */
// The host's part, for the host compiler.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
unsigned int run(unsigned int *bins, unsigned int mask);
unsigned int calls_so_far();
int main(int argc, char **argv) {
    const unsigned int bins = argc > 1 ? (unsigned int)atoi(argv[1]) : 8;
    unsigned int *device, sum = 0, host[64];
    cudaMalloc(&device, sizeof host);
    cudaMemset(device, 0, sizeof host);
    const unsigned int total = run(device, bins - 1);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (unsigned int i = 0; i < bins; i++) sum += host[i];
    printf("bins %u, sum %u, total %u, calls %u\n", bins, sum, total, calls_so_far());
    return cudaFree(device) == cudaSuccess ? 0 : 1;
}
