// Block 0 waits for every other block, the others wait for block 0's answer: all resident blocks must progress.
// Flags are atomics; with -DPLAIN_FLAGS volatile words, which ScoRD as published reports: no fence follows the store of a flag (D67).
#include <cstdio>
__device__ int arrived[32];
__device__ int answer;
__device__ int data[32];
#ifdef PLAIN_FLAGS
__device__ int read_flag(int *flag) { return *(volatile int *)flag; }
__device__ void set_flag(int *flag) { *(volatile int *)flag = 1; }
#else
__device__ int read_flag(int *flag) { return atomicAdd(flag, 0); }
__device__ void set_flag(int *flag) { atomicExch(flag, 1); }
#endif
__global__ void handshake(int *sum) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (unsigned b = 1; b < gridDim.x; b++) while (read_flag(&arrived[b]) == 0) {}
        __threadfence();
        int total = 0;
        for (unsigned b = 1; b < gridDim.x; b++) total += *(volatile int *)&data[b];
        *sum = total;
        __threadfence();
        set_flag(&answer);
    } else {
        *(volatile int *)&data[blockIdx.x] = (int)blockIdx.x;
        __threadfence();
        set_flag(&arrived[blockIdx.x]);
        while (read_flag(&answer) == 0) {}
    }
}
int main() {
    int *sum, result = 0;
    cudaMalloc(&sum, sizeof(int));
    handshake<<<16, 32>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("sum %d\n", result);
}
