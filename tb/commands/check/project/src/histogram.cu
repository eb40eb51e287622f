// The kernels; the counting is in another translation unit.
#include "count.h"
__global__ void histogram(unsigned int *bins, unsigned int mask) {
    count(bins, (blockIdx.x * blockDim.x + threadIdx.x) & mask);
    if (threadIdx.x == 0) atomicAdd(&total, 1u);
}
unsigned int run(unsigned int *bins, unsigned int mask) {
    unsigned int result = 0;
    histogram<<<4, 64>>>(bins, mask);
    cudaMemcpyFromSymbol(&result, total, sizeof result); // a variable that another file defines
    return result;
}
