// gemm.cu: four warps a block, each 32 x 32 of the result; tiles come by asynchronous copies, one ahead of the one in use.
#include "gemm.h"

#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

enum { THREADS = 128, STAGES = 2, SKEW = 8, A_STRIDE = BLOCK_K + SKEW, B_STRIDE = BLOCK_N + SKEW, CHUNK = 16 };

template <typename T> struct __align__(16) Stage {
    T a[BLOCK_M][A_STRIDE];
    T b[BLOCK_K][B_STRIDE];
};

template <typename T>
__device__ __forceinline__ void fetch(Stage<T> &stage, const T *a, const T *b, int lda, int ldb, int row, int column, int k) {
    constexpr int PER_CHUNK = CHUNK / sizeof(T);
    for (int i = threadIdx.x; i < BLOCK_M * BLOCK_K / PER_CHUNK; i += THREADS) {
        const int y = i / (BLOCK_K / PER_CHUNK), x = i % (BLOCK_K / PER_CHUNK) * PER_CHUNK;
        __pipeline_memcpy_async(&stage.a[y][x], a + (size_t)(row + y) * lda + k + x, CHUNK);
    }
    for (int i = threadIdx.x; i < BLOCK_K * BLOCK_N / PER_CHUNK; i += THREADS) {
        const int y = i / (BLOCK_N / PER_CHUNK), x = i % (BLOCK_N / PER_CHUNK) * PER_CHUNK;
        __pipeline_memcpy_async(&stage.b[y][x], b + (size_t)(k + y) * ldb + column + x, CHUNK);
    }
    __pipeline_commit();
}

template <typename T>
__global__ void __launch_bounds__(THREADS)
    gemm_kernel(int n, int k, float alpha, const T *__restrict__ a, const T *__restrict__ b, float beta, const float *c, float *d) {
    extern __shared__ __align__(16) unsigned char memory[];
    Stage<T> *const stages = reinterpret_cast<Stage<T> *>(memory);
    const int warp = threadIdx.x / warpSize, row = blockIdx.y * BLOCK_M, column = blockIdx.x * BLOCK_N;
    const int warp_row = (warp / 2) * 32, warp_column = (warp % 2) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
    for (auto &line : sum)
        for (auto &tile : line) wmma::fill_fragment(tile, 0.0f);

    fetch(stages[0], a, b, k, n, row, column, 0);
    for (int step = 0; step < k / BLOCK_K; step++) {
        if ((step + 1) * BLOCK_K < k) {
            fetch(stages[(step + 1) % STAGES], a, b, k, n, row, column, (step + 1) * BLOCK_K);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        const Stage<T> &stage = stages[step % STAGES];
#pragma unroll
        for (int inner = 0; inner < BLOCK_K; inner += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> left[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> right[2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(left[i], &stage.a[warp_row + 16 * i][inner], A_STRIDE);
                wmma::load_matrix_sync(right[i], &stage.b[inner][warp_column + 16 * i], B_STRIDE);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 2; j++) wmma::mma_sync(sum[i][j], left[i], right[j], sum[i][j]);
        }
        __syncthreads(); // the stage may be filled anew
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const size_t corner = (size_t)(row + warp_row + 16 * i) * n + column + warp_column + 16 * j;
            wmma::fragment<wmma::accumulator, 16, 16, 16, float> old;
            wmma::load_matrix_sync(old, c + corner, n, wmma::mem_row_major);
            for (int e = 0; e < old.num_elements; e++) sum[i][j].x[e] = alpha * sum[i][j].x[e] + beta * old.x[e];
            wmma::store_matrix_sync(d + corner, sum[i][j], n, wmma::mem_row_major);
        }
}

template <typename T>
cudaError_t gemm(int m, int n, int k, float alpha, const T *a, const T *b, float beta, const float *c, float *d, cudaStream_t stream) {
    if (m % BLOCK_M || n % BLOCK_N || k % BLOCK_K) return cudaErrorInvalidValue;
    const size_t shared = STAGES * sizeof(Stage<T>);
    const cudaError_t error = cudaFuncSetAttribute(gemm_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    if (error != cudaSuccess) return error;
    gemm_kernel<T><<<dim3(n / BLOCK_N, m / BLOCK_M), THREADS, shared, stream>>>(n, k, alpha, a, b, beta, c, d);
    return cudaGetLastError();
}
template cudaError_t gemm(int, int, int, float, const __half *, const __half *, float, const float *, float *, cudaStream_t);
template cudaError_t gemm(int, int, int, float, const __nv_bfloat16 *, const __nv_bfloat16 *, float, const float *, float *, cudaStream_t);
