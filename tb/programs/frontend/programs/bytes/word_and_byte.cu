// One block stores a word, then another one a byte of it, then a third one reads another byte. Turns
// by relaxed atomics fix the order, and order no data. Both later accesses race with the word's store,
// the second one although the word's entry has a new owner.
// races: 2
// not counted: 0
#include <cstdio>

__device__ void wait_for(int *turn, int mine) {
    while (atomicAdd(turn, 0) != mine) continue;
}

__global__ void store(unsigned char *bytes, int *turn, int *sum) {
    wait_for(turn, blockIdx.x);
    if (blockIdx.x == 0) *(int *)bytes = 0x01010101; // RACE
    if (blockIdx.x == 1) bytes[2] = 7;               // RACE
    if (blockIdx.x == 2) *sum = bytes[3];            // RACE
    atomicAdd(turn, 1);
}

int main() {
    unsigned char *bytes, host[4];
    int *turn, *sum, result;
    cudaMalloc(&bytes, sizeof host);
    cudaMalloc(&turn, sizeof *turn);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(turn, 0, sizeof *turn);
    store<<<3, 1>>>(bytes, turn, sum);
    cudaMemcpy(host, bytes, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("wrong %d\n", (host[2] != 7) + (result != 1));
    return 0;
}
