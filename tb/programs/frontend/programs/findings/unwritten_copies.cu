// Copies keep what is not written: from an array by a kernel, by cudaMemcpy() to a third, used there.
// right: -DFIXED, the array is written by a kernel first.
// finding: uninitialised/global 1
#include <cstdio>
__global__ void write(int *to) { to[threadIdx.x] = threadIdx.x; }
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void use(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x] + 1; } // FOUND
int main() {
    int *a, *b, *c, host[32], wrong = 0;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMalloc(&c, sizeof host);
#ifdef FIXED
    write<<<1, 32>>>(a);
#endif
    copy<<<1, 32>>>(b, a);
    cudaMemcpy(c, b, sizeof host, cudaMemcpyDeviceToDevice);
    use<<<1, 32>>>(a, c);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
#ifdef FIXED
    for (int i = 0; i < 32; i++) wrong += host[i] != i + 1;
#endif
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
