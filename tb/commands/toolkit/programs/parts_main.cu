// Separate compilation: a function, a variable and a managed variable of the other file.
#include <cstdio>

extern __device__ int offset;
extern __managed__ int calls;
__device__ int twice(int value);

__global__ void fill(int *out) {
    out[threadIdx.x] = twice((int)threadIdx.x) + offset;
    atomicAdd(&calls, 1);
}

int main() {
    int *out;
    cudaMallocManaged(&out, 32 * sizeof *out);
    calls += 100;
    fill<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("last %d, calls %d\n", out[31], calls);
    return 0;
}
