// What careful programs check: error names, last errors, launch failures, attributes, occupancy, limits, devices.
// It frees what it must not, on purpose, and looks at the error code.
// options: --without memory
#include <cstdio>
#include <cstring>
#include <thread>
__global__ void nothing() {}
__global__ void __launch_bounds__(128, 2) bounded(float *p) {
    __shared__ float s[300];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[127 - threadIdx.x];
}
static int wrong;
#define EXPECT(condition)                                  \
    do {                                                   \
        if (!(condition)) {                                \
            printf("line %d: %s\n", __LINE__, #condition); \
            wrong++;                                       \
        }                                                  \
    } while (0)
int main() {
    int count = 0, value = -1, least, greatest, can = -1;
    size_t bytes, total;
    void *p = &p;
    cudaDeviceProp prop;
    char bus[20];
    cudaFuncAttributes a;
    EXPECT(cudaGetDeviceCount(&count) == cudaSuccess && count == 1 && cudaSetDevice(7) == cudaErrorInvalidDevice &&
           cudaGetLastError() == cudaErrorInvalidDevice);
    EXPECT(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation") &&
           !strcmp(cudaGetErrorString(cudaSuccess), "no error"));
    EXPECT(cudaMalloc(&p, (size_t)1 << 45) == cudaErrorMemoryAllocation && p == nullptr &&
           cudaPeekAtLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaErrorMemoryAllocation &&
           cudaGetLastError() == cudaSuccess);
    EXPECT(cudaMalloc(&p, 0) == cudaSuccess && cudaFree(nullptr) == cudaSuccess &&
           cudaFree(&value) == cudaErrorInvalidDevicePointer);
    EXPECT(cudaMemcpy(nullptr, &value, 4, cudaMemcpyHostToDevice) != cudaSuccess &&
           cudaMemcpy(&count, &value, 4, (cudaMemcpyKind)77) == cudaErrorInvalidMemcpyDirection);
    cudaGetLastError();
    EXPECT(cudaGetDeviceProperties(&prop, 0) == cudaSuccess && prop.maxThreadsPerBlock == 1024 && prop.major >= 6 &&
           prop.multiProcessorCount > 0 && prop.sharedMemPerBlock == 49152 && prop.concurrentManagedAccess == 1);
    EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlockDimX, 0) == cudaSuccess && value == 1024);
    EXPECT(cudaMemGetInfo(&bytes, &total) == cudaSuccess && bytes <= total && total == prop.totalGlobalMem);
    EXPECT(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess &&
           cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0 &&
           cudaDeviceGetPCIBusId(bus, sizeof bus, 0) == cudaSuccess);
    EXPECT(cudaFuncGetAttributes(&a, bounded) == cudaSuccess && a.sharedSizeBytes >= 1200 &&
           a.maxThreadsPerBlock == 128);
    EXPECT(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20) ==
               cudaErrorInvalidValue &&
           cudaFuncSetCacheConfig(bounded, cudaFuncCachePreferShared) == cudaSuccess);
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, bounded, 128, 0) == cudaSuccess && value > 0);
    int grid, block;
    EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded) == cudaSuccess && block > 0 && block <= 128);
    EXPECT(cudaDeviceGetLimit(&bytes, cudaLimitStackSize) == cudaSuccess && bytes > 1000 &&
           cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22) == cudaSuccess &&
           cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize) == cudaSuccess && bytes == 1 << 22 &&
           cudaDeviceSetLimit((cudaLimit)99, 1) == cudaErrorUnsupportedLimit);
    cudaGetLastError();
    float *f, h[128];
    EXPECT(cudaMalloc(&f, sizeof h) == cudaSuccess);
    for (int i = 0; i < 128; i++) h[i] = i;
    cudaMemcpy(f, h, sizeof h, cudaMemcpyHostToDevice);
    bounded<<<1, 128>>>(f);
    EXPECT(cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
    cudaMemcpy(h, f, sizeof h, cudaMemcpyDeviceToHost);
    EXPECT(h[0] == 127 && h[127] == 0);
    void *arguments[] = {&f};
    EXPECT(cudaLaunchKernel((void *)bounded, dim3(1), dim3(128), arguments, 0, 0) == cudaSuccess);
    nothing<<<1, 1>>>();
    EXPECT(cudaGetLastError() == cudaSuccess);
    // the last error is of the thread that made it
    std::thread other([] {
        EXPECT(cudaSetDevice(7) == cudaErrorInvalidDevice);
        EXPECT(cudaPeekAtLastError() == cudaErrorInvalidDevice);
    });
    other.join();
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaDeviceReset() == cudaSuccess);
    printf("wrong %d\n", wrong);
}
