#include "misuse.h"
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
// case: barrier/warp-at-different-barriers | sides: a __syncthreads() on each side of a branch in a warp | __syncthreads() is allowed in conditional code but only if the conditional evaluates identically across the entire thread block. | CUDA C++ Programming Guide, Synchronization Functions
__global__ void sides(int *out) {
    int value = threadIdx.x;
    if (threadIdx.x % 2) {
        value *= 3;
        WRONG(__syncthreads();) // FOUND barrier/warp-at-different-barriers
    } else {
        value += 5;
        WRONG(__syncthreads();)
    }
    RIGHT(__syncthreads();)
    out[threadIdx.x] = value;
}
// case: barrier/warp-at-different-barriers | switch: three ways | the same | PTX ISA, barrier
__global__ void ways(int *out) {
    int value = threadIdx.x % 3;
    switch (value) {
    case 0: value = out[0]; WRONG(__syncthreads();) break; // FOUND barrier/warp-at-different-barriers
    case 1: value = out[1] + 1; WRONG(__syncthreads();) break;
    default: value = out[2] + 2; WRONG(__syncthreads();) break;
    }
    RIGHT(__syncthreads();)
    out[threadIdx.x + 32] = value;
}
// case: barrier/part-of-warp | odd: odd threads wait | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void odd(int *out) {
    int value = threadIdx.x;
    if (threadIdx.x % 2) {
        value *= 3;
        WRONG(__syncthreads();) // FOUND barrier/part-of-warp
    }
    RIGHT(__syncthreads();)
    out[threadIdx.x] = value;
}
// case: barrier/part-of-warp | guard: a bound inside the last warp | For .aligned all threads in the warp must execute the same barrier instruction. | PTX ISA, barrier
__global__ void guard(int *out, int n) {
    __shared__ int tile[64];
    if (threadIdx.x < n) {
        tile[threadIdx.x] = threadIdx.x;
        WRONG(__syncthreads();) // FOUND barrier/part-of-warp
    }
    RIGHT(__syncthreads();)
    out[threadIdx.x] = 1;
    RIGHT(if (threadIdx.x < n) out[threadIdx.x] = tile[n - 1 - threadIdx.x];)
}
// case: barrier/part-of-warp | whole: a branch that whole warps take | __syncthreads() is allowed in conditional code but only if the conditional evaluates identically across the entire thread block. | CUDA C++ Programming Guide, Synchronization Functions
__global__ void whole(int *out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 32 RIGHT(|| true)) __syncthreads(); // FOUND barrier/part-of-warp
    out[threadIdx.x] = tile[threadIdx.x];
}
// case: barrier/part-of-warp | trips: the last round of a loop has no work for half of a warp | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void trips(int *sum, const int *in, int n) {
    __shared__ int part[64];
    part[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < 256; i += 64) {
        if (i < n) {
            part[threadIdx.x] += in[i];
            WRONG(__syncthreads();) // FOUND barrier/part-of-warp
        }
        RIGHT(__syncthreads();)
    }
    RIGHT(__syncthreads();)
    if (threadIdx.x == 0) *sum = part[0];
}
// case: barrier/part-of-warp | end: nothing is behind the branch, and there is no return | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void to_end(int *out) {
    __shared__ int tile[16];
    if (threadIdx.x < 16) tile[threadIdx.x] = threadIdx.x;
#ifdef FIXED
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = tile[15 - threadIdx.x];
#else
    if (threadIdx.x < 16) {
        __syncthreads(); // FOUND barrier/part-of-warp
        out[threadIdx.x] = tile[15 - threadIdx.x];
    }
#endif
}
// case: barrier/different-places | warps: each side of a branch by whole warps | __syncthreads() is allowed in conditional code but only if the conditional evaluates identically across the entire thread block. | CUDA C++ Programming Guide, Synchronization Functions
__global__ void places(int *out) {
    __shared__ int value[64];
    if (threadIdx.x < 32) {
        value[threadIdx.x] = threadIdx.x;
        WRONG(__syncthreads();)
    } else {
        value[threadIdx.x] = 2 * threadIdx.x;
        WRONG(__syncthreads();) // FOUND barrier/different-places
    }
    RIGHT(__syncthreads();)
    out[threadIdx.x] = value[63 - threadIdx.x];
}
// case: barrier/different-places | rounds: warps with more rounds than others | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void rounds(int *out) {
    const int count = RIGHT(2) WRONG(1 + threadIdx.x / 32);
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += 2 / count;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
    __syncthreads(); // FOUND barrier/different-places barrier/threads-returned
    if (sum == 7) out[threadIdx.x] = 0;
}
// case: barrier/different-counts | sync: the first warp counts on two | The thread counts of one barrier agree. | PTX ISA, barrier
__global__ void counts(int *out) {
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, %0;" ::"n"(WRONG(64) RIGHT(96)) : "memory");
    else
        asm volatile("bar.sync 1, 96;" ::: "memory"); // FOUND barrier/different-counts
    out[threadIdx.x] = 1;
}
// case: barrier/different-counts | last: the last of three warps counts on two | the same | PTX ISA, barrier
__global__ void last(int *out) {
    const int threads = WRONG(threadIdx.x < 64 ? 96 : 64) RIGHT(96);
    asm volatile("bar.sync 2, %0;" ::"r"(threads) : "memory"); // FOUND barrier/different-counts
    out[threadIdx.x] = 1;
}
// case: barrier/arrives-again | ahead: a producer says twice that a buffer is full | Producer threads do bar.arrive of the second barrier and bar.sync of the first, by which consumers say that they have taken it. | PTX ISA, barrier (producer and consumer)
__global__ void ahead(int *out, int rounds) {
    for (int i = 0; i < rounds; i++) {
        if (threadIdx.x < 32) {
            RIGHT(asm volatile("bar.sync 4, 64;" ::: "memory");)
            asm volatile("bar.arrive 3, 64;" ::: "memory"); // FOUND barrier/arrives-again
        } else {
            RIGHT(asm volatile("bar.arrive 4, 64;" ::: "memory");)
            asm volatile("bar.sync 3, 64;" ::: "memory");
        }
    }
}
// case: barrier/arrives-again | both: bar.arrive, then bar.sync of the same phase | the same | PTX ISA, barrier
__global__ void both_ways(int *out) {
    if (threadIdx.x < 64) {
        asm volatile("bar.arrive 3, 96;" ::: "memory");
        WRONG(if (threadIdx.x < 32) asm volatile("bar.sync 3, 96;" ::: "memory");) // FOUND barrier/arrives-again
        RIGHT(if (threadIdx.x < 32) asm volatile("bar.sync 4, 64;" ::: "memory");)
    } else {
        asm volatile("bar.sync 3, 96;" ::: "memory");
        RIGHT(asm volatile("bar.arrive 4, 64;" ::: "memory");)
    }
}
// case: barrier/grid-not-cooperative | launch: grid.sync() behind <<<>>> | To synchronize across the grid, it is necessary to use cudaLaunchCooperativeKernel. | CUDA C++ Programming Guide, Cooperative Groups, Grid Synchronization
__global__ void grid(int *out) {
    cooperative_groups::this_grid().sync(); // FOUND barrier/grid-not-cooperative
    out[blockIdx.x] = 1;
}
// case: barrier/grid-not-cooperative | twice: in a loop | the same | CUDA C++ Programming Guide, Cooperative Groups, Grid Synchronization
__global__ void grid_twice(int *out) {
    for (int i = 0; i < 2; i++) {
        cooperative_groups::grid_group whole = cooperative_groups::this_grid();
        whole.sync(); // FOUND barrier/grid-not-cooperative
        if (threadIdx.x == 0) out[8 + blockIdx.x] += 1;
    }
}
// case: barrier/threads-returned | bound: threads behind the end return | Threads that have exited are counted as arrived by hardware; the guide asks for all threads of the block. | CUDA C++ Programming Guide, Synchronization Functions
__global__ void bound(int *out, int n) {
    __shared__ int value[64];
    WRONG(if (threadIdx.x >= n) return;)
    RIGHT(if (threadIdx.x < n)) value[threadIdx.x] = threadIdx.x;
    __syncthreads(); // FOUND barrier/threads-returned
    RIGHT(if (threadIdx.x < n)) out[threadIdx.x] = value[n - 1 - threadIdx.x];
}
// case: barrier/threads-returned | warp: a whole warp returns | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void warp(int *out) {
    WRONG(if (threadIdx.x >= 32) return;)
    out[threadIdx.x] = 1;
    __syncthreads(); // FOUND barrier/threads-returned
    if (threadIdx.x < 16) out[threadIdx.x + 64] = out[threadIdx.x + 16];
}
// case: barrier/too-many-arrivals | count: 31 expected, 32 arrive | The expected count of a phase is not exceeded. | ISO C++20, thread.barrier.class
__global__ void arrivals(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, WRONG(31) RIGHT(32));
    __syncthreads();
    (void)bar.arrive(); // FOUND barrier/too-many-arrivals
    __syncthreads();
    out[threadIdx.x] = 1;
}
// case: barrier/too-many-arrivals | update: a thread arrives for three, two are left | The update is at most the expected count of the current phase. | ISO C++20, thread.barrier.class
__global__ void update(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 2);
    __syncthreads();
    if (threadIdx.x == 0) (void)bar.arrive(WRONG(3) RIGHT(2)); // FOUND barrier/too-many-arrivals
    out[threadIdx.x] = 1;
}
// case: barrier/old-token | late: a wait behind the next phase | A token is of the current phase or of the immediately preceding phase. | ISO C++20, thread.barrier.class
__global__ void late(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 32);
    __syncthreads();
    Barrier::arrival_token first = bar.arrive();
    RIGHT(bar.wait(std::move(first));)
    __syncthreads();
    bar.arrive_and_wait();
    WRONG(bar.wait(std::move(first));) // FOUND barrier/old-token
    out[threadIdx.x] = 2;
}
// case: barrier/old-token | kept: the token of the first round in each | the same | ISO C++20, thread.barrier.class
__global__ void kept(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 32);
    __syncthreads();
    Barrier::arrival_token token = bar.arrive();
    for (int i = 0; i < 3; i++) {
        Barrier::arrival_token now = token;
        bar.wait(std::move(now)); // FOUND barrier/old-token
        __syncthreads();
        RIGHT(token =) WRONG((void)) bar.arrive();
        __syncthreads();
    }
    out[threadIdx.x] = 2;
}
// case: barrier/initialised-in-use | again: init() while eight have arrived | The behavior of other operations on an object whose initialisation is not complete, or whose lifetime has ended, is undefined. | CUDA C++ Programming Guide, Asynchronous Barrier
__global__ void again(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 32);
    __syncthreads();
    if (threadIdx.x < 8 RIGHT(|| true)) (void)bar.arrive();
    __syncthreads();
    if (threadIdx.x == 0) init(&bar, 32); // FOUND barrier/initialised-in-use
    __syncthreads();
    out[threadIdx.x] = 3;
}
// case: barrier/initialised-in-use | loop: init() in each round | the same | CUDA C++ Programming Guide, Asynchronous Barrier
__global__ void loop(int *out) {
    __shared__ Barrier bar;
    RIGHT(if (threadIdx.x == 0) init(&bar, 33);)
    for (int i = 0; i < 2; i++) {
        WRONG(if (threadIdx.x == 0) init(&bar, 33);) // FOUND barrier/initialised-in-use
        __syncthreads();
        (void)bar.arrive();
        __syncthreads();
        RIGHT(if (threadIdx.x == 0) (void)bar.arrive();)
    }
    out[threadIdx.x] = 4;
}
// case: barrier/stage-not-waited | release: a stage is read and released without a wait | consumer_wait blocks until all operations of the stage are complete. | CUDA C++ Programming Guide, Asynchronous Data Copies using cuda::pipeline
__global__ void stage(const int *in, int *out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int tile[32];
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    RIGHT(pipe.consumer_wait();)
    out[threadIdx.x] = tile[threadIdx.x]; // FOUND barrier/copy-not-waited
    pipe.consumer_release(); // FOUND barrier/stage-not-waited
}
// case: barrier/stage-not-waited | second: the second stage is not waited for | the same | CUDA C++ Programming Guide, Asynchronous Data Copies using cuda::pipeline
__global__ void second(const int *in, int *out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int tile[2][32];
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int i = 0; i < 2; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[i][threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
        pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[threadIdx.x] = tile[0][threadIdx.x];
    pipe.consumer_release();
    RIGHT(pipe.consumer_wait();)
    out[threadIdx.x] += tile[1][threadIdx.x]; // FOUND barrier/copy-not-waited
    pipe.consumer_release(); // FOUND barrier/stage-not-waited
}
// case: barrier/copy-not-waited | wait: a copy that nothing waits for | There is no ordering guarantee between cp.async operations except using cp.async.wait_all, cp.async.wait_group or mbarrier. | PTX ISA, cp.async
__global__ void no_wait(const int *in, int *out) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    RIGHT(__pipeline_wait_prior(0);)
    out[threadIdx.x] = tile[threadIdx.x]; // FOUND barrier/copy-not-waited
}
// case: barrier/copy-not-waited | group: the last group is left open | cp.async.wait_group N waits for all but the N most recent groups. | PTX ISA, cp.async.wait_group
__global__ void last_group(const int *in, int *out) {
    __shared__ int tile[2][32];
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&tile[i][threadIdx.x], &in[threadIdx.x], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(WRONG(1) RIGHT(0));
    out[threadIdx.x] = tile[1][threadIdx.x]; // FOUND barrier/copy-not-waited
}
// case: barrier/copy-not-waited | cg: a group's copy and only its sync() | wait() waits for the copies, sync() does not. | CUDA C++ Programming Guide, Cooperative Groups, memcpy_async
__global__ void by_group(const int *in, int *out) {
    __shared__ int tile[32];
    auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    cooperative_groups::memcpy_async(warp, tile, in, sizeof tile);
    RIGHT(cooperative_groups::wait(warp);) WRONG(warp.sync();)
    out[threadIdx.x] = tile[31 - threadIdx.x]; // FOUND barrier/copy-not-waited
}
// case: barrier/initialised-in-use | waits: init() in each round, where another warp may still wait in the round before | the same | CUDA C++ Programming Guide, Asynchronous Barrier
__global__ void still_waits(int *out) {
    __shared__ Barrier bar;
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x == 0) init(&bar, 64); // FOUND barrier/initialised-in-use
        __syncthreads();
        bar.arrive_and_wait();
        RIGHT(__syncthreads();)
    }
    out[threadIdx.x] = 6;
}
// case: barrier/part-of-warp | arrive: bar.arrive by half of a warp | For .aligned all threads in the warp must execute the same barrier instruction. | PTX ISA, barrier
__global__ void half_arrives(int *out) {
    if (threadIdx.x < 32) {
        if (threadIdx.x < 16 RIGHT(|| true)) asm volatile("bar.arrive 3, 64;" ::: "memory"); // FOUND barrier/part-of-warp
        out[threadIdx.x] = 2;
    } else {
        asm volatile("bar.sync 3, 64;" ::: "memory");
        out[threadIdx.x] = 3;
    }
}
int main() {
    begin();
    still_waits<<<1, 64>>>(out);
    half_arrives<<<1, 64>>>(out);
    sides<<<1, 32>>>(out);
    ways<<<1, 32>>>(out);
    odd<<<1, 32>>>(out);
    guard<<<1, 64>>>(out, 40);
    whole<<<1, 64>>>(out);
    trips<<<1, 64>>>(out, in, 240);
    to_end<<<1, 64>>>(out);
    places<<<1, 64>>>(out);
    rounds<<<1, 64>>>(out);
    counts<<<1, 96>>>(out);
    last<<<1, 96>>>(out);
    ahead<<<1, 64>>>(out, 3);
    both_ways<<<1, 96>>>(out);
    RIGHT(void *arguments[] = {&out};)
    RIGHT(cudaLaunchCooperativeKernel((void *)grid, dim3(2), dim3(32), arguments, 0, 0);)
    bound<<<1, 64>>>(out, 40);
    warp<<<1, 64>>>(out);
    arrivals<<<1, 32>>>(out);
    update<<<1, 32>>>(out);
    late<<<1, 32>>>(out);
    kept<<<1, 32>>>(out);
    again<<<1, 32>>>(out);
    loop<<<1, 32>>>(out);
    stage<<<1, 32>>>(in, out);
    second<<<1, 32>>>(in, out);
    no_wait<<<1, 32>>>(in, out);
    last_group<<<1, 32>>>(in, out);
    by_group<<<1, 32>>>(in, out);
    // by nvcc a kernel ends here, as on a GPU: grid.sync() traps
    WRONG(grid<<<2, 32>>>(out);)
    WRONG(grid_twice<<<2, 32>>>(out);)
    return end();
}
