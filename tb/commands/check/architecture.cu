/* What a program sees of -arch. The warps of a block take a lock one after the other; lane 0 holds it for its warp. Before
 * sm_70 the lanes wait for lane 0 at the end of its loop without a __syncwarp, as the branch's immediate post-dominator is
 * there: each lane adds the number of warps before its own. */
#include <cstdio>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define SYNC_WARP __syncwarp()
#else
#define SYNC_WARP
#endif
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...)  TEXT_(__VA_ARGS__)

#if defined(OWN_DOUBLE) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *p, double value) { return *p += value; }
#endif

__global__ void count(int *lock, volatile int *top, int *sum, int *seen)
{
    const int lane = threadIdx.x % 32;
    while (lane == 0 && atomicCAS_block(lock, 0, 1) != 0)
        ;
    __threadfence_block();
    SYNC_WARP;
    atomicAdd(sum, *top);
    SYNC_WARP;
    if (lane == 0) {
        *top += 1;
        __threadfence_block();
        atomicExch_block(lock, 0);
    }
#ifdef __CUDA_ARCH__
    if (threadIdx.x == 0)
        seen[0] = __CUDA_ARCH__;
#endif
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    if (threadIdx.x == 0)
        seen[1] = 1;
#endif
}

int main()
{
    int *p;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    cudaMallocManaged(&p, 5 * sizeof(int));
    for (int i = 0; i < 5; i++) p[i] = 0;
    count<<<1, 1024>>>(p, p + 1, p + 2, p + 3);
    cudaDeviceSynchronize();
    printf("arch %d, device %d.%d, sum %d, list %s%s\n", p[3], properties.major, properties.minor, p[2],
           TEXT(__CUDA_ARCH_LIST__), p[4] != 0 ? " a" : "");
}
