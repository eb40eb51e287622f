// Enough memory that clearing its metadata takes more cycles than a device without progress is given.
#include <cstdio>

__global__ void spread(int *p, int stride) { p[threadIdx.x * stride] = threadIdx.x; }

int main() {
    const int words = 1 << 15;
    int *p, last = 0;
    cudaMalloc(&p, words * sizeof(int));
    spread<<<1, 32>>>(p, words / 32);
    cudaMemcpy(&last, p + 31 * (words / 32), sizeof last, cudaMemcpyDeviceToHost);
    printf("last %d\n", last);
}
