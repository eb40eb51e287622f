// The library's part: relocatable device code.
#include "count.h"
__device__ unsigned int total = 5;
static __device__ unsigned int calls; // host and device code use it: its name is made unique by the compiler
__device__ void count(unsigned int bins[], unsigned int bin) {
#ifdef NARROW
    atomicAdd_block(&bins[bin], 1u); // NARROW
#else
    atomicAdd(&bins[bin], 1u);
#endif
    atomicAdd(&calls, 1u);
}
unsigned int calls_so_far() {
    unsigned int value = 0;
    cudaMemcpyFromSymbol(&value, calls, sizeof value);
    return value;
}
