// Two kernels with barriers, divergence, shared memory and misses, for the tests of `scord sim`; the same result under every
// schedule. usage: phases [LAUNCHES]
#include <cstdio>
#include <cstdlib>

__device__ unsigned total;

__global__ void turns(const unsigned *in, unsigned *out, int n) {
    __shared__ unsigned tile[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i * 33 % n];
    __syncthreads();
    for (int turn = 0; turn < (int)(threadIdx.x / 32) + 2; turn++) tile[threadIdx.x] = tile[threadIdx.x] * 7 + turn; // warps take different time
    __syncthreads();
    unsigned value = tile[127 - threadIdx.x];
    if (threadIdx.x % 3 == 0) value /= 3;
    out[i] = value + blockIdx.x % 11;
}

__global__ void sum(const unsigned *in, int n) {
    unsigned mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
    atomicAdd(&total, mine);
}

int main(int argc, char **argv) {
    const int blocks = 40, n = blocks * 128, launches = argc > 1 ? atoi(argv[1]) : 2;
    unsigned *in, *out, found;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    for (int i = 0; i < n; i++) in[i] = i * 2654435761u;
    for (int i = 0; i < launches; i++) {
        turns<<<blocks, 128>>>(in, out, n);
        sum<<<16, 64>>>(out, n);
    }
    cudaMemcpyFromSymbol(&found, total, sizeof found);
    printf("total %u\n", found);
}
