// The runtime API that CUDA programs call as a matter of course.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
__global__ void twice(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] *= 2; }
__device__ int table[8];
static int failures;
#define EXPECT(condition) do { if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); failures++; } } while (0)
int main() {
    int count = 0, device = -1, value = 0, blocks = 0, grid = 0, block = 0;
    cudaDeviceProp properties;
    EXPECT(cudaGetDeviceCount(&count) == cudaSuccess && count == 1);
    EXPECT(cudaGetDevice(&device) == cudaSuccess && device == 0);
    EXPECT(cudaSetDevice(0) == cudaSuccess && cudaSetDevice(3) == cudaErrorInvalidDevice);
    EXPECT(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
    EXPECT(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.warpSize == 32);
    EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess && value == properties.multiProcessorCount);
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, twice, 64, 0) == cudaSuccess && blocks == 8);
    EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, twice) == cudaSuccess && block % 32 == 0 && grid > 0);
    EXPECT(strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
    int *managed, *pinned, *plain, *pitched; size_t pitch, bytes;
    EXPECT(cudaMallocManaged(&managed, 64 * sizeof(int)) == cudaSuccess);
    EXPECT(cudaMallocHost(&pinned, 64 * sizeof(int)) == cudaSuccess);
    EXPECT(cudaMalloc(&plain, 64 * sizeof(int)) == cudaSuccess);
    EXPECT(cudaMallocPitch(&pitched, &pitch, 40, 4) == cudaSuccess && pitch >= 40);
    for (int i = 0; i < 64; i++) managed[i] = pinned[i] = i;
    cudaStream_t stream; cudaEvent_t start, stop; float milliseconds = -1;
    EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
    EXPECT(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&stop) == cudaSuccess);
    EXPECT(cudaEventRecord(start, stream) == cudaSuccess);
    twice<<<2, 32, 0, stream>>>(managed, 64);
    EXPECT(cudaEventRecord(stop, stream) == cudaSuccess && cudaEventSynchronize(stop) == cudaSuccess);
    EXPECT(cudaEventElapsedTime(&milliseconds, start, stop) == cudaSuccess && milliseconds > 0);
    EXPECT(managed[63] == 126);
    EXPECT(cudaMemcpyAsync(plain, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice, stream) == cudaSuccess);
    twice<<<2, 32, 0, stream>>>(plain, 64);
    EXPECT(cudaMemcpyAsync(pinned, plain, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
    EXPECT(cudaStreamSynchronize(stream) == cudaSuccess && pinned[10] == 20);
    EXPECT(cudaMemcpy2D(pitched, pitch, pinned, 40, 40, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    int back[40] = {0};
    EXPECT(cudaMemcpy2D(back, 40, pitched, pitch, 40, 4, cudaMemcpyDeviceToHost) == cudaSuccess && back[39] == pinned[39]);
    EXPECT(cudaMemcpy(plain, pinned, 65 * sizeof(int), cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(back, pinned, 4, cudaMemcpyDeviceToDevice) == cudaErrorInvalidMemcpyDirection);
    int eight[8] = {1, 2, 3, 4, 5, 6, 7, 8}, one = 0; void *address;
    EXPECT(cudaMemcpyToSymbol(table, eight, sizeof eight) == cudaSuccess);
    EXPECT(cudaMemcpyFromSymbol(&one, table, sizeof one, 3 * sizeof one) == cudaSuccess && one == 4);
    EXPECT(cudaMemcpyFromSymbol(eight, table, sizeof eight, 4) == cudaErrorInvalidValue);
    EXPECT(cudaGetSymbolAddress(&address, table) == cudaSuccess && cudaGetSymbolSize(&bytes, table) == cudaSuccess && bytes == 32);
    twice<<<1, 8>>>((int *)address, 8);
    EXPECT(cudaMemcpyFromSymbol(&one, table, sizeof one, 7 * sizeof one) == cudaSuccess && one == 16);
    EXPECT(cudaFree(plain) == cudaSuccess && cudaFree(plain) == cudaErrorInvalidDevicePointer && cudaFree(0) == cudaSuccess);
    EXPECT(cudaFree(managed) == cudaSuccess && cudaFreeHost(pinned) == cudaSuccess);
    EXPECT(cudaStreamDestroy(stream) == cudaSuccess && cudaEventDestroy(start) == cudaSuccess);
    EXPECT(cudaDeviceReset() == cudaSuccess);
    printf("failures %d\n", failures);
    return failures != 0;
}
