// The lanes of one warp store different values to one word: a race that a detector of warps cannot see.
#include <cstdio>
__device__ int shared_word;
__global__ void write_it() { shared_word = (int)threadIdx.x; }  // RACE
int main() {
#ifdef WARPS
    write_it<<<1, 64>>>(); // the same line races between lanes of each warp, and between the warps
#else
    write_it<<<1, 32>>>();
#endif
    cudaDeviceSynchronize();
    printf("done\n");
    return 0;
}
