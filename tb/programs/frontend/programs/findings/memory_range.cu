// Past the end of an array, and before its begin: with --keep-going both, and what is behind them.
// options: --keep-going
// finding: memory/out-of-range 3
// finding: memory/out-of-range 1
#include <cstdio>
#ifdef FIXED
#define AT(i, n) ((i) < (n) ? (i) : 0)
#define BEFORE 0
#else
#define AT(i, n) (i)
#define BEFORE 1
#endif
__global__ void past(float *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == AT(i, n)) p[i] = i; // FOUND
}
__global__ void before(const float *p, float *sum) {
    *sum = p[-BEFORE]; // FOUND
}
int main() {
    float *p, *sum;
    cudaMalloc(&p, 100 * sizeof *p);
    cudaMalloc(&sum, sizeof *sum);
    past<<<1, 192>>>(p, 100);
    before<<<1, 1>>>(p, sum);
    return cudaDeviceSynchronize();
}
