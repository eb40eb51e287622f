// cases: 6; options: --spin-limit 50000
#include "misuse.h"
#define ALL 0xffffffffu
// case: mask/lanes-elsewhere | sides: a shuffle on each side with the whole mask | All non-exited threads named in mask must execute the same intrinsic with the same mask, or the result is undefined. | CUDA C++ Programming Guide, Warp Shuffle Functions
__global__ void sides(int *out) {
    int value = threadIdx.x;
#ifndef FIXED
    if (threadIdx.x % 2)
        value = __shfl_xor_sync(ALL, value + 10, 2); // FOUND1 mask/lanes-elsewhere
    else
        value = __shfl_xor_sync(ALL, value + 20, 2);
#endif
    RIGHT(value = __shfl_xor_sync(ALL, value + 10, 2);)
    out[threadIdx.x] = value;
}
// case: mask/lanes-elsewhere | barrier: a vote in a branch, the others wait at a barrier | the same | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void at_barrier(int *out) {
    int value = 0;
    if (threadIdx.x < 16 RIGHT(|| true)) value = __any_sync(ALL, threadIdx.x == 3); // FOUND2 mask/lanes-elsewhere
    __syncthreads();
    out[threadIdx.x] = value;
}
// case: barrier/no-whole-warps | forty: a count of 40 threads | The thread count is a multiple of the warp size. | PTX ISA, barrier
__global__ void forty(int *out) {
    asm volatile("bar.sync 1, %0;" ::"n"(WRONG(40) RIGHT(64)) : "memory"); // FOUND3 barrier/no-whole-warps
    out[threadIdx.x] = 1;
}
// case: barrier/no-whole-warps | computed: a count in a register | the same | PTX ISA, barrier
__global__ void computed(int *out, int threads) {
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); // FOUND4 barrier/no-whole-warps
    out[threadIdx.x] = 1;
}
// case: barrier/part-of-grid | returns: a block returns before grid.sync() | All threads of the grid call it. | CUDA C++ Programming Guide, Cooperative Groups, Grid Synchronization
__global__ void returns(int *out) {
    WRONG(if (blockIdx.x == 1) return;)
    out[blockIdx.x] = 1;
    cooperative_groups::this_grid().sync(); // FOUND5 barrier/part-of-grid
    out[8 + blockIdx.x] = 1;
}
// case: barrier/part-of-grid | first: only one block calls | the same | CUDA C++ Programming Guide, Cooperative Groups, Grid Synchronization
__global__ void first(int *out) {
    if (blockIdx.x == 0 RIGHT(|| true)) cooperative_groups::this_grid().sync(); // FOUND6 barrier/part-of-grid
    out[blockIdx.x] = 1;
}
int main() {
    begin();
    void *arguments[] = {&out};
    if (CASE <= 1) { if (CASE == 1 RIGHT(|| true)) sides<<<1, 32>>>(out); }
    if (CASE == 2 RIGHT(|| true)) at_barrier<<<1, 32>>>(out);
    if (CASE == 3 RIGHT(|| true)) forty<<<1, 64>>>(out);
    if (CASE == 4 RIGHT(|| true)) computed<<<1, 64>>>(out, WRONG(48) RIGHT(64));
    if (CASE == 5 RIGHT(|| true)) cudaLaunchCooperativeKernel((void *)returns, dim3(4), dim3(1), arguments, 0, 0);
    if (CASE == 6 RIGHT(|| true)) cudaLaunchCooperativeKernel((void *)first, dim3(2), dim3(1), arguments, 0, 0);
    return end();
}
