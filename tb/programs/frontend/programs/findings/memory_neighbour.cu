// One element past a __shared__ array, into the next one: an index, a pointer that runs, and an atomic.
// finding: memory/neighbour 1
// finding: memory/neighbour 1
// finding: memory/neighbour 1
#include <cstdio>
#ifdef FIXED
#define LAST 63
#define TURNS 32
#define BIN 15
#else
#define LAST 64
#define TURNS 33
#define BIN 16
#endif
__global__ void shift(int *out) {
    __shared__ int tile[64], next[64];
    tile[threadIdx.x] = threadIdx.x;
    next[threadIdx.x] = -1;
    __syncthreads();
    const int i = threadIdx.x + 1;
    if (i <= LAST) out[threadIdx.x] = tile[i] + next[0]; // FOUND
}
__global__ void walk(int *out, int turns) {
    __shared__ int row[32], other[32];
    row[threadIdx.x] = threadIdx.x;
    other[threadIdx.x] = 1;
    __syncthreads();
    int sum = other[31 - threadIdx.x];
    for (const int *p = row; p < row + turns; p++) sum += *p; // FOUND
    out[threadIdx.x] = sum;
}
__global__ void count(int *out, int bin) {
    __shared__ unsigned bins[16], rest[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = rest[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&bins[bin], 1u); // FOUND
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x] + rest[15 - threadIdx.x];
}
int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    shift<<<1, 64>>>(out);
    walk<<<1, 32>>>(out, TURNS);
    count<<<1, 32>>>(out, BIN);
    return cudaDeviceSynchronize();
}
