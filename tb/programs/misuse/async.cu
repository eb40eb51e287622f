#include "misuse.h"
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
typedef unsigned long long u64;
// mbarrier and cp.async of PTX, as nvcc's own headers write them
static __device__ unsigned place(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
#define START(bar, count) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place(bar)), "r"(count) : "memory")
#define ARRIVE(token, bar, count) \
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;" : "=l"(token) : "r"(place(bar)), "r"(count) : "memory")
#define TEST(over, bar, token) \
    asm volatile("{.reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p;}" \
                 : "=r"(over) : "r"(place(bar)), "l"(token) : "memory")
#define COPY(to, from) \
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place(to)), "l"(from) : "memory")
#define COMMIT asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")
// case: barrier/not-initialised | visible: an arrival of the other warp without a barrier behind init() | Before any thread can participate in a barrier, it must be initialised by one thread; block.sync() makes that visible. | CUDA C++ Programming Guide, Asynchronous Barrier, Temporal Splitting
__global__ void visible(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 64);
    RIGHT(__syncthreads();)
    if (threadIdx.x % 32 == 0) (void)bar.arrive(); // FOUND barrier/not-initialised
    out[threadIdx.x] = 1;
}
// case: barrier/not-initialised | never: mbarrier.init is forgotten | the same | CUDA C++ Programming Guide, Asynchronous Barrier
__global__ void never(int *out) {
    __shared__ u64 bar;
    u64 token;
    RIGHT(if (threadIdx.x == 0) START(&bar, 32);)
    __syncthreads();
    if (threadIdx.x == 40) ARRIVE(token, &bar, 1); // FOUND barrier/not-initialised barrier/too-many-arrivals
    out[threadIdx.x] = 2;
}
// case: barrier/not-initialised | lanes: lane 0 initialises, its warp goes on without __syncwarp() | Performing any mbarrier operation except mbarrier.init on a memory location that does not contain a valid mbarrier object results in undefined behavior. | PTX ISA, mbarrier
__global__ void lanes(int *out) {
    __shared__ u64 bar;
    u64 token;
    if (threadIdx.x == 0) START(&bar, 32);
    RIGHT(__syncwarp();)
    ARRIVE(token, &bar, 1); // FOUND barrier/not-initialised barrier/too-many-arrivals
    out[threadIdx.x] = 3;
}
// case: barrier/not-initialised | inval: an arrival behind mbarrier.inval | mbarrier.inval invalidates the mbarrier object. | PTX ISA, mbarrier.inval
__global__ void invalid(int *out) {
    __shared__ u64 bar;
    u64 token;
    if (threadIdx.x == 0) START(&bar, 32);
    __syncthreads();
    WRONG(if (threadIdx.x == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(place(&bar)) : "memory");)
    __syncthreads();
    ARRIVE(token, &bar, 1); // FOUND barrier/not-initialised
    out[threadIdx.x] = 4;
}
// case: barrier/too-many-arrivals | ptx: a thread arrives for three, two are left | The count argument is in the range of the pending count. | PTX ISA, mbarrier.arrive
__global__ void too_many(int *out) {
    __shared__ u64 bar;
    u64 token;
    if (threadIdx.x == 0) START(&bar, 2);
    __syncthreads();
    if (threadIdx.x == 0) ARRIVE(token, &bar, WRONG(3) RIGHT(2)); // FOUND barrier/too-many-arrivals
    out[threadIdx.x] = 5;
}
// case: barrier/old-token | ptx: a test of the phase before the last | test_wait takes the state of the current or of the immediately preceding phase. | PTX ISA, mbarrier.test_wait
__global__ void old(int *out) {
    __shared__ u64 bar;
    u64 first, second;
    int over;
    if (threadIdx.x == 0) START(&bar, 32);
    __syncthreads();
    ARRIVE(first, &bar, 1);
    __syncthreads();
    ARRIVE(second, &bar, 1);
    __syncthreads();
    TEST(over, &bar, WRONG(first) RIGHT(second)); // FOUND barrier/old-token
    out[threadIdx.x] = over;
}
// case: barrier/initialised-in-use | ptx: mbarrier.init while eight have arrived | Performing mbarrier.init on a valid mbarrier object is undefined. | PTX ISA, mbarrier.init
__global__ void twice(int *out) {
    __shared__ u64 bar;
    u64 token;
    if (threadIdx.x == 0) START(&bar, 32);
    __syncthreads();
    if (threadIdx.x < WRONG(8) RIGHT(32)) ARRIVE(token, &bar, 1);
    __syncthreads();
    if (threadIdx.x == 32) START(&bar, 32); // FOUND barrier/initialised-in-use
    __syncthreads();
    out[threadIdx.x] = 6;
}
// case: barrier/copy-not-waited | ptx: the last group is left open | cp.async.wait_group N waits for all but the N most recent groups. | PTX ISA, cp.async.wait_group
__global__ void open_group(const int *in, int *out) {
    __shared__ int tile[2][32];
    for (int i = 0; i < 2; i++) {
        COPY(&tile[i][threadIdx.x], &in[threadIdx.x]);
        COMMIT;
    }
    WAIT(WRONG(1) RIGHT(0));
    out[threadIdx.x] = tile[1][threadIdx.x]; // FOUND barrier/copy-not-waited
}
// case: barrier/copy-not-waited | others: __syncthreads() without a wait, then another warp reads | Writes of cp.async become visible to other threads behind a wait of the executing thread and a barrier. | PTX ISA, cp.async
__global__ void others(const int *in, int *out) {
    __shared__ int tile[64];
    COPY(&tile[threadIdx.x], &in[threadIdx.x]);
    COMMIT;
    RIGHT(WAIT(0);)
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x]; // FOUND barrier/copy-not-waited
    WRONG(WAIT(0);)
}
// case: barrier/copy-not-waited | behind: the wait stands behind __syncthreads() | the same | PTX ISA, cp.async
__global__ void behind(const int *in, int *out) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    WRONG(__syncthreads();)
    __pipeline_wait_prior(0);
    RIGHT(__syncthreads();)
    out[threadIdx.x] = tile[63 - threadIdx.x]; // FOUND barrier/copy-not-waited
}
// case: barrier/copy-not-waited | attached: a copy of an mbarrier that nothing waits for | cp.async.mbarrier.arrive makes the mbarrier track all prior cp.async operations of the thread. | PTX ISA, cp.async.mbarrier.arrive
__global__ void attached(const int *in, int *out) {
    __shared__ u64 bar;
    __shared__ int tile[32];
    u64 token;
    int over = 0;
    if (threadIdx.x == 0) START(&bar, 64);
    __syncthreads();
    COPY(&tile[threadIdx.x], &in[threadIdx.x]);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(place(&bar)) : "memory");
    ARRIVE(token, &bar, 1);
    RIGHT(while (!over) TEST(over, &bar, token);)
    out[threadIdx.x] = tile[threadIdx.x] + over; // FOUND barrier/copy-not-waited
}
// case: barrier/copy-not-waited | object: cuda::memcpy_async into a cuda::barrier without wait() | The copy is complete when the phase of the barrier is. | CUDA C++ Programming Guide, memcpy_async and cuda::barrier
__global__ void object(const int *in, int *out) {
    __shared__ Barrier bar;
    __shared__ int tile[32];
    if (threadIdx.x == 0) init(&bar, 32);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), bar);
    Barrier::arrival_token token = bar.arrive();
    RIGHT(bar.wait(std::move(token));)
    out[threadIdx.x] = tile[threadIdx.x]; // FOUND barrier/copy-not-waited
}
// case: barrier/too-many-arrivals | object_update: a thread arrives at a cuda::barrier for three, two are left | The update is at most the expected count of the current phase. | ISO C++20, thread.barrier.class
__global__ void object_update(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, 2);
    __syncthreads();
    if (threadIdx.x == 0) (void)bar.arrive(WRONG(3) RIGHT(2)); // FOUND barrier/too-many-arrivals
    out[threadIdx.x] = 1;
}
// case: barrier/too-many-arrivals | object_lanes: 24 expected, the 32 threads of a warp arrive at once | The expected count of a phase is not exceeded. | ISO C++20, thread.barrier.class
__global__ void object_lanes(int *out) {
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, WRONG(24) RIGHT(32));
    __syncthreads();
    (void)bar.arrive(); // FOUND barrier/too-many-arrivals
    out[threadIdx.x] = 1;
}
int main() {
    begin();
    visible<<<1, 64>>>(out);
    never<<<1, 64>>>(out);
    lanes<<<1, 32>>>(out);
    invalid<<<1, 32>>>(out);
    too_many<<<1, 32>>>(out);
    old<<<1, 32>>>(out);
    twice<<<1, 64>>>(out);
    open_group<<<1, 32>>>(in, out);
    others<<<1, 64>>>(in, out);
    behind<<<1, 64>>>(in, out);
    attached<<<1, 32>>>(in, out);
    object<<<1, 32>>>(in, out);
    object_update<<<1, 32>>>(out);
    object_lanes<<<1, 32>>>(out);
    return end();
}
