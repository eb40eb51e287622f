/* cpp_message: a message by cuda::atomic with release and acquire. -DREF: cuda::atomic_ref. -DSTD: cuda::std::atomic (system scope, seq_cst when no order is
 * stated). -DFLAG: cuda::atomic_flag. -DSEQ_CST, -DEXCHANGE. -DFENCES: relaxed accesses and cuda::atomic_thread_fence.
 * Wrong: -DRELAXED: set without a release. -DNO_ACQUIRE: read without an acquire. -DBLOCK_SCOPE, -DTHREAD_SCOPE: a scope that does not hold both blocks.
 * -DFENCES -DBLOCK_FENCE: fences of block scope.
 */
#include <cuda/atomic>
#include <cuda/std/atomic>

#if defined BLOCK_SCOPE
#define SCOPE cuda::thread_scope_block
#elif defined THREAD_SCOPE
#define SCOPE cuda::thread_scope_thread
#else
#define SCOPE cuda::thread_scope_device
#endif
#ifdef BLOCK_FENCE
#define FENCE_SCOPE cuda::thread_scope_block
#else
#define FENCE_SCOPE cuda::thread_scope_device
#endif
#if defined RELAXED || defined FENCES
#define RELEASE cuda::memory_order_relaxed
#elif defined SEQ_CST
#define RELEASE cuda::memory_order_seq_cst
#else
#define RELEASE cuda::memory_order_release
#endif
#if defined NO_ACQUIRE || defined FENCES
#define ACQUIRE cuda::memory_order_relaxed
#elif defined SEQ_CST
#define ACQUIRE cuda::memory_order_seq_cst
#else
#define ACQUIRE cuda::memory_order_acquire
#endif

#if defined STD
typedef cuda::std::atomic<int> flag_type;
#elif defined FLAG
typedef cuda::atomic_flag flag_type;
#elif defined REF
typedef int flag_type;
#else
typedef cuda::atomic<int, SCOPE> flag_type;
#endif

__device__ void set(flag_type *flag)
{
#ifdef FENCES
    cuda::atomic_thread_fence(cuda::memory_order_release, FENCE_SCOPE);
#endif
#if defined STD
    *flag = 1;
#elif defined FLAG
    flag->test_and_set(RELEASE);
#elif defined REF
    cuda::atomic_ref<int, SCOPE>(*flag).store(1, RELEASE); // RACE
#elif defined EXCHANGE
    flag->exchange(1, RELEASE);
#else
    flag->store(1, RELEASE); // RACE
#endif
}

__device__ int get(flag_type *flag)
{
#if defined STD
    const int value = *flag;
#elif defined FLAG
    const int value = flag->test(ACQUIRE);
#elif defined REF
    const int value = cuda::atomic_ref<int, SCOPE>(*flag).load(ACQUIRE); // RACE
#elif defined EXCHANGE
    const int value = flag->fetch_or(0, ACQUIRE);
#else
    const int value = flag->load(ACQUIRE); // RACE
#endif
#ifdef FENCES
    cuda::atomic_thread_fence(cuda::memory_order_acquire, FENCE_SCOPE);
#endif
    return value;
}

__global__ void pass(int *data, flag_type *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // RACE
        set(flag);
    } else {
        while (get(flag) == 0) {}
        *out = *data; // RACE
    }
}

int main()
{
    int *words;
    cudaMalloc(&words, 3 * 128);
    cudaMemset(words, 0, 3 * 128);
    pass<<<2, 1>>>(words, reinterpret_cast<flag_type *>(words + 32), words + 64);
    return cudaDeviceSynchronize() != cudaSuccess;
}
