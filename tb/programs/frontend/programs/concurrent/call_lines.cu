// Calls in functions that the compiler puts into others (-O2): the innermost line of the program's own, and who calls.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

static inline void check(cudaError_t error) {
    if (error != cudaSuccess) exit(3);
}
static inline void upload(int *d, const int *h, int n, cudaStream_t s) {
    check(cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s)); // line 10
}
struct Buffer {
    int *h, *d;
    explicit Buffer(int n) {
        cudaMallocHost(&h, n * sizeof(int));
        cudaMalloc(&d, n * sizeof(int));
    }
    void up(int n, cudaStream_t s) { upload(d, h, n, s); } // line 18
    void set(int i, int value) { h[i] = value; }           // line 19
};
__global__ void tell(int *data, volatile int *flag) {
    data[0] = 1;
    *flag = 1;
}

int main() {
    Buffer a(1024), b(1024);
    cudaStream_t s;
    cudaStreamCreate(&s);
    a.up(100, s); // line 30
    a.set(4, 1);  // line 31
    cudaDeviceSynchronize();
    b.up(200, s);                 // line 33
    std::fill(b.h, b.h + 10, 4); // line 34
    cudaDeviceSynchronize();
    volatile int *flag = b.h + 512;
    *flag = 0;
    tell<<<1, 1, 0, s>>>(b.h, flag);
    while (*flag == 0) {
    }
    printf("%d\n", b.h[0]); // line 41
    cudaDeviceSynchronize();
}
