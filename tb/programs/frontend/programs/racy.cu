// Two blocks write one word, a static (tracked like all of global memory, D3), without any synchronisation.
#include <cstdio>
__device__ int shared_word;
__global__ void write_it() {
    if (threadIdx.x == 0)
        shared_word = (int)blockIdx.x;  // RACE
}
int main(int argc, char **) {
    write_it<<<2, 32>>>();
    cudaDeviceSynchronize();
    printf("done\n");
    return argc - 1;
}
