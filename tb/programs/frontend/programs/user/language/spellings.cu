// The many ways in which people write the same things: declarations, launches, casts, overloads, groups.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <tuple>
namespace cg = cooperative_groups;
#define FULL_MASK 0xffffffff
#define BLOCK 8
#define CUDA_CALL(x)                                                            \
    do {                                                                        \
        cudaError_t e_ = (x);                                                   \
        if (cudaSuccess != e_) {                                                \
            printf("%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            return 1;                                                           \
        }                                                                       \
    } while (0)
const float PI = 3.25f;
static const int OFFSET = 3;
__device__ constexpr int SCALE = 2;
struct Pod {
    int a;
    float b;
};
__constant__ Pod pod;
__device__ __constant__ float weights[4] = {0.5f, 1.0f, 1.5f, 2.0f};
__device__ float matrix[BLOCK][BLOCK];
__device__ __managed__ unsigned long long total;
extern "C" __global__ void with_c_name(int *p) { p[threadIdx.x] += OFFSET; }
static __global__ void with_static(int *p) { p[threadIdx.x] *= SCALE; }
__global__ static void the_other_way(int *const __restrict__ p) { p[threadIdx.x] -= 1; }
__global__ void __launch_bounds__(256, 2) bounded(int *p) { p[threadIdx.x] ^= 1; }
__launch_bounds__(64) __global__ void bounded_first(int *p) { p[threadIdx.x] ^= 2; }
template <typename T, int N = 2> __global__ void generic(T *p) { p[threadIdx.x] += static_cast<T>(N); }
template <> __global__ void generic<float, 7>(float *p) { p[threadIdx.x] -= 0.25f; }
template <typename T> __global__ void dynamic(T *out, int n) {
    extern __shared__ __align__(16) unsigned char raw[];
    T *s = reinterpret_cast<T *>(raw);
    double *behind = (double *)&raw[n * sizeof(T)];
    s[threadIdx.x] = T(threadIdx.x) * T(2);
    behind[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[n - 1 - threadIdx.x] + T(behind[threadIdx.x]);
}
__global__ void groups(int *out) {
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cta);
    cg::thread_block_tile<4> four = cg::tiled_partition<4>(warp);
    int v = warp.thread_rank();
    for (int i = four.size() / 2; i > 0; i >>= 1) v += four.shfl_xor(v, i);
    unsigned active = __ballot_sync(FULL_MASK, v > 20);
    int any = __any_sync(__activemask(), v == 6);
    cg::sync(cta);
    out[cta.group_index().x * 32 + cta.thread_rank()] =
        v + (int)cta.group_index().x + __popc(active) * any + (int)cta.thread_index().x;
}
__global__ void mixed(Pod by_value, const int4 *in, float *out, std::array<int, 3> array,
                      std::tuple<int, float> tuple) {
    __shared__ float tile[BLOCK][BLOCK + 1];
    uint3 t = threadIdx;
    dim3 d(blockDim), e = threadIdx, g = gridDim;
    uint3 u = blockIdx, w = blockDim;
    if (e.y != t.y || g.x != 1 || u.x != 0 || w.y != d.y) return;
    int4 q = in[0], r = *reinterpret_cast<const int4 *>(&in[1].x);
    tile[t.y][t.x] = matrix[t.y][t.x] + by_value.b * pod.b;
    __syncthreads();
    float f = tile[t.x][t.y] + (float)(q.x + r.w + array[1] + std::get<0>(tuple)) + std::get<1>(tuple) +
              weights[t.x & 3] + PI + d.x;
    assert(f == f && "a number");
    atomicAdd((unsigned long long int *)&total, 1ULL);
    if (t.x < BLOCK && t.y < d.y) out[t.y * BLOCK + t.x] = f;
}
int main(int argc, char *argv[]) {
    (void)argc, (void)argv;
    int wrong = 0, *p, h[64], block = 0, grid = 0;
    float *f, hf[64];
    cudaEvent_t begin, end;
    CUDA_CALL(cudaEventCreate(&begin, cudaEventBlockingSync));
    CUDA_CALL(cudaEventCreate(&end));
    CUDA_CALL(cudaMalloc((void **)&p, 64 * sizeof(*p)));
    CUDA_CALL(cudaMalloc<float>(&f, sizeof hf));
    CUDA_CALL(cudaMemset(p, 0, sizeof h));
    CUDA_CALL(cudaMemset((void *)f, 0, sizeof hf));
    CUDA_CALL(cudaEventRecord(begin, 0));
    with_c_name<<<1, 64>>>(p);
    with_static<<<dim3(1), dim3(64)>>>(p);
    the_other_way<<<1, dim3{64, 1, 1}, 0, cudaStreamLegacy>>>(p);
    bounded<<<1u, 64ul>>>(p);
    (bounded_first)<<<1, 64, 0>>>(p);
    generic<int><<<1, 64>>>(p);
    generic<float, 7><<<1, 64>>>(f);
    void (*pointer)(int *) = with_c_name;
    pointer<<<1, 64>>>(p);
    void *arguments[] = {(void *)&p};
    CUDA_CALL(cudaLaunchKernel((const void *)with_static, 1, 64, arguments, 0, nullptr));
    CUDA_CALL(cudaLaunchKernel(generic<int, 5>, dim3(1), dim3(64), arguments));
    CUDA_CALL(cudaEventRecord(end));
    CUDA_CALL(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    CUDA_CALL(cudaMemcpy(hf, f, sizeof(hf), cudaMemcpyKind::cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        wrong += h[i] != ((((OFFSET * SCALE - 1) ^ 1 ^ 2) + 2) + OFFSET) * SCALE + 5 || hf[i] != -0.25f;
    CUDA_CALL(cudaOccupancyMaxPotentialBlockSize(&grid, &block, generic<int>, 0, 0));
    CUDA_CALL(cudaFuncSetAttribute(dynamic<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096));
    dynamic<float><<<1, 32, 32 * (sizeof(float) + sizeof(double))>>>(f, 32);
    CUDA_CALL(cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDefault));
    for (int i = 0; i < 32; i++) wrong += hf[i] != 2.0f * (31 - i) + i;
    groups<<<2, 32>>>(p);
    CUDA_CALL(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) wrong += h[i] != i % 32 / 4 * 16 + 6 + 28 + i % 32 + i / 32;
    Pod value{1, 2.0f}, constant = {5, 4.0f};
    float m[BLOCK][BLOCK];
    for (int i = 0; i < 64; i++) m[i / 8][i % 8] = (float)i;
    CUDA_CALL(cudaMemcpyToSymbol(pod, &constant, sizeof(constant), 0, cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpyToSymbol(matrix, m, sizeof m));
    int4 quads[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, *dq;
    CUDA_CALL(cudaMalloc(&dq, sizeof quads));
    CUDA_CALL(cudaMemcpy(dq, quads, sizeof quads, cudaMemcpyHostToDevice));
    dim3 threads{BLOCK, BLOCK};
    mixed<<<1, threads>>>(value, dq, f, {{1, 20, 3}}, std::make_tuple(100, 0.5f));
    CUDA_CALL(cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            wrong += hf[y * 8 + x] != m[x][y] + 8.0f + 129.0f + 0.5f + 0.5f * (x % 4 + 1) + 3.25f + 8.0f;
    wrong += total != 64 || block < 32 || grid < 1;
    printf("wrong %d\n", wrong);
    return EXIT_SUCCESS;
}
