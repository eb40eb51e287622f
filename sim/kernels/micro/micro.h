/* SPDX-License-Identifier: Apache-2.0 */
/* micro.h: the host side of a microbenchmark: some words of device memory, 0 at first, and their values after the kernel. */
#ifndef MICRO_H
#define MICRO_H

#include <cstdio>

template <int Words> struct micro_words {
    int *device, host[Words];

    micro_words()
    {
        cudaMalloc(&device, sizeof host);
        cudaMemset(device, 0, sizeof host);
    }
    // Waits for the kernel and takes the words to the host; false after a message: it failed.
    bool read()
    {
        cudaError_t error = cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) {
            fprintf(stderr, "%s\n", cudaGetErrorString(error));
            return false;
        }
        cudaFree(device);
        return true;
    }
};

#endif
