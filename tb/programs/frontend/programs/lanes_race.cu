// The lanes of one warp store different values to one word: a race that a detector of warps cannot see.
#include <cstdio>
__device__ int shared_word;
__global__ void write_it() { shared_word = (int)threadIdx.x; }  // RACE
int main() {
    write_it<<<1, 32>>>();
    cudaDeviceSynchronize();
    printf("done\n");
    return 0;
}
