// Targets of asynchronous copies that are read too early: never waited for, not committed, of the group that is left open; and
// the same by cuda::pipeline and by a group.
// finding: barrier/copy-not-waited 1
// finding: barrier/copy-not-waited 1
// finding: barrier/copy-not-waited 1
// finding: barrier/copy-not-waited 1
// finding: barrier/copy-not-waited 1
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#ifdef FIXED
#define WRONG(x)
#define RIGHT(x) x
#else
#define WRONG(x) x
#define RIGHT(x)
#endif
__global__ void no_wait(const int *in, int *out) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    RIGHT(__pipeline_wait_prior(0);)
    out[threadIdx.x] = tile[threadIdx.x]; // FOUND
}
__global__ void no_commit(const int *in, int *out) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    RIGHT(__pipeline_commit();)
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x]; // FOUND
}
__global__ void wrong_group(const int *in, int *out) {
    __shared__ int tile[2][32];
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&tile[i][threadIdx.x], &in[threadIdx.x], 4);
        __pipeline_commit();
    }
    WRONG(__pipeline_wait_prior(1);)
    RIGHT(__pipeline_wait_prior(0);)
    out[threadIdx.x] = tile[1][threadIdx.x]; // FOUND
}
__global__ void by_pipeline(const int *in, int *out) {
    __shared__ int tile[32];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    RIGHT(pipe.consumer_wait();)
    out[threadIdx.x] = tile[threadIdx.x]; // FOUND
    pipe.consumer_release();
}
__global__ void by_group(const int *in, int *out) {
    __shared__ int tile[32];
    auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    cooperative_groups::memcpy_async(warp, tile, in, sizeof tile);
    RIGHT(cooperative_groups::wait(warp);)
    WRONG(warp.sync();)
    out[threadIdx.x] = tile[31 - threadIdx.x]; // FOUND
}
int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(in, 1, 32 * sizeof *in);
    no_wait<<<1, 32>>>(in, out);
    no_commit<<<1, 32>>>(in, out);
    wrong_group<<<1, 32>>>(in, out);
    by_pipeline<<<1, 32>>>(in, out);
    by_group<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
