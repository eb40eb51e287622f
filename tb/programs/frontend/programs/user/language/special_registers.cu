// clock, clock64, globaltimer, %smid and other registers, nanosleep, is-it-shared questions, assert that holds, __trap unused.
#include <cassert>
#include <cstdio>
__device__ unsigned smid() {
    unsigned r;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(r));
    return r;
}
__device__ unsigned nsmid() {
    unsigned r;
    asm("mov.u32 %0, %%nsmid;" : "=r"(r));
    return r;
}
__device__ unsigned warpid() {
    unsigned r;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(r));
    return r;
}
__device__ unsigned laneid() {
    unsigned r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__device__ unsigned lanes_below() {
    unsigned r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    return r;
}
__device__ unsigned long long globaltimer() {
    unsigned long long r;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r));
    return r;
}
__device__ unsigned dynamic_bytes() {
    unsigned r;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(r));
    return r;
}
__constant__ int c;
__device__ int g;
__global__ void look(int *bad, long long *elapsed) {
    extern __shared__ char dynamic[];
    __shared__ int s;
    int local = threadIdx.x;
    long long start = clock64();
    clock_t shorter = clock();
    unsigned long long timer = globaltimer();
    for (int i = 0; i < 20; i++) local += i * local % 7;
    __nanosleep(100);
    long long end = clock64();
    int wrong = !(end > start) + !(clock() > shorter) + !(globaltimer() >= timer);
    wrong += smid() >= nsmid();
    wrong += warpid() > 63;
    wrong += laneid() != threadIdx.x % warpSize;
    wrong += lanes_below() != (1u << threadIdx.x % 32) - 1;
    wrong += dynamic_bytes() != 48;
    wrong += !__isShared(&s) + !__isShared(dynamic) + __isGlobal(&s) + !__isGlobal(&g) + !__isGlobal(bad) +
             !__isLocal(&local) + __isShared(&local) + !__isConstant(&c);
    wrong += gridDim.x * blockDim.x != 128 || warpSize != 32;
    assert(wrong == 0 && "everything is as it should be");
    if (local == -12345) __trap();
    if (wrong) atomicAdd(bad, wrong);
    if (threadIdx.x == 0) elapsed[blockIdx.x] = end - start;
}
int main() {
    int *bad, h = 0;
    long long *elapsed, e[2];
    cudaMalloc(&bad, 4);
    cudaMalloc(&elapsed, 16);
    cudaMemset(bad, 0, 4);
    look<<<2, 64, 48>>>(bad, elapsed);
    cudaMemcpy(&h, bad, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(e, elapsed, 16, cudaMemcpyDeviceToHost);
    printf("wrong %d\n", h + (e[0] <= 0) + (e[1] <= 0));
}
