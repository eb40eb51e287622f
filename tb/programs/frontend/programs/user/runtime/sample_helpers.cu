// sample_helpers.cu: what samples' own helper headers ask of the SDK: its guards, error names by number, the device's
// properties and attributes, memory pools, occupancy, limits; and the spellings that nvcc takes with a warning.
// options: -std=c++17
#include <cuda_runtime.h>
#include <cuda_occupancy.h>
#include <cuda_profiler_api.h>
#include <nvToolsExt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusparse.h>
#include <cstdio>
#include <cstring>
#include <vector>

static int wrong;
#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) wrong++, printf("line %d: " #condition "\n", __LINE__); \
    } while (0)
#define SUFFIX "kernel"

#if !defined(__CUDA_RUNTIME_H__) || !defined(__DRIVER_TYPES_H__) || !defined(cudaStreamNonBlocking)
#error "samples ask for these"
#endif
#if !defined(CUBLAS_API_H_) || !defined(_CUFFT_H_) || !defined(CURAND_H_) || !defined(CUSPARSEAPI)
#error "samples ask for these"
#endif

#ifdef __DRIVER_TYPES_H__
static const char *error_name(cudaError_t error) { return cudaGetErrorName(error); }
#endif
template <typename T> void check(T result, char const *const text, const char *const file, int const line) {
    if (result) fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)result, error_name(result), text);
    if (result) exit(EXIT_FAILURE);
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

static int cores_of(int major, int minor) {
    struct { int version, cores; } list[] = {{0x70, 64}, {0x75, 64}, {0x80, 64}, {0x86, 128}, {0x90, 128}, {-1, -1}};
    for (int i = 0; list[i].version != -1; i++)
        if (list[i].version == (major << 4) + minor) return list[i].cores;
    return -1;
}
static int best_device() {
    int count = 0, prohibited = 0, best = -1, mode = -1, major = 0, minor = 0, units = 0, rate = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    for (int device = 0; device < count; device++) {
        checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
        checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
        checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
        checkCudaErrors(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, device));
        checkCudaErrors(cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, device));
        if (mode == cudaComputeModeProhibited) prohibited++;
        else if (units * cores_of(major, minor) * (rate / 1000) > 0) best = device;
    }
    return prohibited == count ? -1 : best;
}

__constant__ int factor;
__global__ void scale(int *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= factor; }

int main() {
    register int device = best_device();
    EXPECT(device == 0);
    checkCudaErrors(cudaSetDevice(device));
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    EXPECT(properties.asyncEngineCount > 0 && properties.deviceOverlap && properties.concurrentKernels);
    EXPECT(properties.persistingL2CacheMaxSize == 0 && properties.clusterLaunch == 0 && properties.luidDeviceNodeMask == 0);
    int value = -1;
    EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrMemoryPoolsSupported, 0) == cudaSuccess && value == 1);
    EXPECT(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)999, 0) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);

    // numbers as every library of CUDA's was compiled with
    EXPECT(cudaErrorStreamCaptureImplicit == 906 && cudaErrorInvalidPtx == 218 && cudaErrorSystemNotReady == 802);
    EXPECT(cudaDevAttrMaxSharedMemoryPerBlockOptin == 97 && cudaDevAttrClusterLaunch == 120);
    EXPECT(cudaLimitPersistingL2CacheSize == 6 && cudaMemPoolAttrReleaseThreshold == 4 && cudaResourceTypePitch2D == 3);
    EXPECT(!strcmp(error_name(cudaErrorStreamCaptureUnjoined), "cudaErrorStreamCaptureUnjoined"));
    EXPECT(!strcmp("scale_"SUFFIX, "scale_kernel"));
    int count = 3;
    signed char narrow[] = {count, 4};
    EXPECT(narrow[0] == 3);

    nvtxRangePushA("work");
    checkCudaErrors(cudaProfilerStart());
    checkCudaErrors(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    cudaMemPool_t pool;
    cudaStream_t stream;
    unsigned long long threshold = 1 << 20, seen = 0;
    checkCudaErrors(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1));
    checkCudaErrors(cudaDeviceGetDefaultMemPool(&pool, 0));
    checkCudaErrors(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    checkCudaErrors(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &seen));
    EXPECT(seen == threshold);
    int *data, seven = 7, grid = 0, block = 0;
    std::vector<int> host(256);
    for (int i = 0; i < 256; i++) host[i] = i;
    checkCudaErrors(cudaMallocFromPoolAsync(&data, 256 * sizeof *data, pool, stream));
    checkCudaErrors(cudaMemcpyToSymbolAsync(factor, &seven, sizeof seven, 0, cudaMemcpyHostToDevice, stream));
    checkCudaErrors(cudaMemcpyAsync(data, host.data(), 256 * sizeof *data, cudaMemcpyHostToDevice, stream));
    checkCudaErrors(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, scale));
    EXPECT(grid > 0 && block % 32 == 0);
    scale<<<2, 128, 0, stream>>>(data);
    checkCudaErrors(cudaMemcpyAsync(host.data(), data, 256 * sizeof *data, cudaMemcpyDeviceToHost, stream));
    checkCudaErrors(cudaStreamSynchronize(stream));
    CUevent_st *event = nullptr; /* the names that CUDA has for what handles are of */
    CUstream_st *same = stream;
    checkCudaErrors(cudaEventCreate(&event));
    checkCudaErrors(cudaEventDestroy(event));
    EXPECT(same == stream);
    checkCudaErrors(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &seen));
    EXPECT(seen == 256 * sizeof *data);
    checkCudaErrors(cudaFreeAsync(data, stream));
    checkCudaErrors(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &seen));
    EXPECT(seen == 0);
    checkCudaErrors(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &seen));
    EXPECT(seen == 256 * sizeof *data);
    for (int i = 0; i < 256; i++) EXPECT(host[i] == 7 * i);
    nvtxRangePop();
    // pinned and managed memory lies in the host
    size_t before = 0, pinned = 0, after = 0, all = 0;
    void *host_memory, *device_memory;
    checkCudaErrors(cudaMemGetInfo(&before, &all));
    checkCudaErrors(cudaMallocHost(&host_memory, 1 << 20));
    checkCudaErrors(cudaMemGetInfo(&pinned, &all));
    checkCudaErrors(cudaMalloc(&device_memory, 1 << 20));
    checkCudaErrors(cudaMemGetInfo(&after, &all));
    EXPECT(pinned == before && after == before - (1 << 20));
    EXPECT(cudaMalloc(&host_memory, all + 1) == cudaErrorMemoryAllocation);
    cudaGetLastError();
    printf("wrong %d\n", wrong);
}
