// cuda::barrier: more arrivals than expected, a token of two phases ago, initialised again while threads have arrived, used without
// an order behind its initialisation; and a stage of a pipeline that is read and released without a wait.
// finding: barrier/too-many-arrivals 1
// finding: barrier/old-token 1
// finding: barrier/initialised-in-use 1
// finding: barrier/stage-not-waited 1
// finding: barrier/copy-not-waited 2
// finding: barrier/not-initialised 1
// finding: barrier/too-many-arrivals 1
// finding: uninitialised/shared 1
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
#ifdef FIXED
#define COUNT 32
#define RIGHT(x) x
#define WRONG(x)
#else
#define COUNT 31
#define RIGHT(x)
#define WRONG(x) x
#endif
__global__ void arrivals(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, COUNT);
    __syncthreads();
    (void)bar.arrive(); // FOUND
    __syncthreads();
    out[threadIdx.x] = 1;
}
__global__ void token(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 32);
    __syncthreads();
    Barrier::arrival_token first = bar.arrive();
    RIGHT(bar.wait(std::move(first));)
    __syncthreads();
    WRONG(bar.arrive_and_wait();)
    RIGHT(bar.arrive_and_wait();)
    WRONG(bar.wait(std::move(first));) // FOUND
    out[threadIdx.x] = 2;
}
__global__ void again(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 32);
    __syncthreads();
    if (threadIdx.x < 8) (void)bar.arrive();
    __syncthreads();
    RIGHT(if (threadIdx.x >= 8) (void)bar.arrive();)
    __syncthreads();
    if (threadIdx.x == 0) init(&bar, 32); // FOUND
    __syncthreads();
    out[threadIdx.x] = 3;
}
__global__ void stage(const int *in, int *out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int tile[32];
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    RIGHT(pipe.consumer_wait();)
    out[threadIdx.x] = tile[threadIdx.x]; // FOUND
    pipe.consumer_release(); // FOUND
}
__global__ void visible(int *out) {
    __shared__ Barrier bar;
    WRONG(if (threadIdx.x == 0) bar.arrive();) // FOUND
    __syncthreads();
    if (threadIdx.x == 0) init(&bar, 32);
    __syncthreads();
    RIGHT(if (threadIdx.x == 0) bar.arrive();)
    out[threadIdx.x] = 4;
}
int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(in, 1, 32 * sizeof *in);
    arrivals<<<1, 32>>>(out);
    token<<<1, 32>>>(out);
    again<<<1, 32>>>(out);
    stage<<<1, 32>>>(in, out);
    visible<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
