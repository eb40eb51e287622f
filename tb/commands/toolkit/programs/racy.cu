// A race of two blocks in an inlined function, and what a program asks of its device.
#include <cstdio>

__device__ int total;
__constant__ int step;

__device__ __forceinline__ void add_plainly(int *word, int value) {
    *word += value; // RACE
}

__global__ void count(int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i + 1] = i * step;
    if (threadIdx.x == 0) add_plainly(out, 1);
    atomicAdd(&total, step);
}

int main(int argc, char **) {
    int *out, host[129], sum = 0, three = 3;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    cudaMemcpyToSymbol(step, &three, sizeof three);
    count<<<2, 64>>>(out, 128);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, count);
    cudaPointerAttributes pointer;
    cudaPointerGetAttributes(&pointer, out);
    int version = 0;
    cudaRuntimeGetVersion(&version);
    printf("sum %d, last %d, capability %d.%d, warp %d, most threads %d, device memory %d, version %d\n", sum, host[128],
           properties.major, properties.minor, properties.warpSize, attributes.maxThreadsPerBlock,
           pointer.type == cudaMemoryTypeDevice && pointer.devicePointer == out, version == CUDART_VERSION);
    return argc - 1;
}
