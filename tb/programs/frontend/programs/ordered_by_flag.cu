// Block 1 uses a word after a block-scope atomic of block 0, ordered by a device fence and a flag. Table IV(d) asks for no
// order, so the detector reports it whatever the fence. Block 1 has no fence after its poll: PTX wants one.
#include <cstdio>
__device__ int word, flag;
__global__ void use_both() {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        atomicAdd_block(&word, 1);
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) {}
        atomicAdd(&word, 1);  // REPORTED
    }
}
int main() {
    use_both<<<2, 32>>>();
    cudaDeviceSynchronize();
    printf("done\n");
    return 0;
}
