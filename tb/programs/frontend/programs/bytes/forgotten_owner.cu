// Races of one byte that a report of different bytes hides in the entry of the word. Turns by
// relaxed atomics fix the order, and order no data.
//   block 0  byte 0 := 1
//   block 1  byte 1 := 2   the word's entry: a race, then block 1 is the owner. Of different bytes.
//            reads byte 0  the word's entry: block 1's own word. Races with block 0's store.
//   block 2  byte 0 := 3   races with block 1's read, by the word's entry too
//            byte 3 := 4   no other access of this byte
// races: 2
// not counted: 1
// only bytes: 1
#include <cstdio>

__device__ void wait_for(int *turn, int mine) {
    while (atomicAdd(turn, 0) != mine) continue;
}

__global__ void store(unsigned char *bytes, int *turn, int *seen) {
    wait_for(turn, blockIdx.x);
    if (blockIdx.x == 0) bytes[0] = 1; // RACE
    if (blockIdx.x == 1) {
        bytes[1] = 2;
        *seen = bytes[0]; // RACE
    }
    if (blockIdx.x == 2) {
        bytes[0] = 3; // RACE
        bytes[3] = 4;
    }
    atomicAdd(turn, 1);
}

int main() {
    unsigned char *bytes, host[4];
    int *turn, *seen, result;
    cudaMalloc(&bytes, sizeof host);
    cudaMalloc(&turn, sizeof *turn);
    cudaMalloc(&seen, sizeof *seen);
    cudaMemset(turn, 0, sizeof *turn);
    store<<<3, 1>>>(bytes, turn, seen);
    cudaMemcpy(host, bytes, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&result, seen, sizeof result, cudaMemcpyDeviceToHost);
    printf("wrong %d\n", (host[0] != 3) + (host[1] != 2) + (host[3] != 4) + (result != 1));
    return 0;
}
