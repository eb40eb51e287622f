/* nv_message: a message by CUDA 12.8's __nv_atomic_store_n and __nv_atomic_load_n. -DRELAXED: the flag is set without a release. -DNO_ACQUIRE: read
 * without an acquire. -DBLOCK_SCOPE, -DCLUSTER_SCOPE, -DTHREAD_SCOPE: a scope that does not hold both blocks (a kernel launched without clusters has
 * clusters of one block). Right as well: -DSEQ_CST, -DSYSTEM_SCOPE, -DFENCES (relaxed accesses and __nv_atomic_thread_fence), -DBY_REFERENCE (the
 * forms without _n), -DEXCHANGE (set by an exchange, read by an addition of 0). -DFENCES -DBLOCK_FENCE: fences of block scope.
 */
#if defined BLOCK_SCOPE
#define SCOPE __NV_THREAD_SCOPE_BLOCK
#elif defined CLUSTER_SCOPE
#define SCOPE __NV_THREAD_SCOPE_CLUSTER
#elif defined THREAD_SCOPE
#define SCOPE __NV_THREAD_SCOPE_THREAD
#elif defined SYSTEM_SCOPE
#define SCOPE __NV_THREAD_SCOPE_SYSTEM
#else
#define SCOPE __NV_THREAD_SCOPE_DEVICE
#endif
#ifdef BLOCK_FENCE
#define FENCE_SCOPE __NV_THREAD_SCOPE_BLOCK
#else
#define FENCE_SCOPE __NV_THREAD_SCOPE_DEVICE
#endif

#if defined RELAXED || defined FENCES
#define RELEASE __NV_ATOMIC_RELAXED
#elif defined SEQ_CST
#define RELEASE __NV_ATOMIC_SEQ_CST
#else
#define RELEASE __NV_ATOMIC_RELEASE
#endif
#if defined NO_ACQUIRE || defined FENCES
#define ACQUIRE __NV_ATOMIC_RELAXED
#elif defined SEQ_CST
#define ACQUIRE __NV_ATOMIC_SEQ_CST
#else
#define ACQUIRE __NV_ATOMIC_ACQUIRE
#endif

__device__ void set(int *flag, int value)
{
#ifdef FENCES
    __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, FENCE_SCOPE);
#endif
#if defined BY_REFERENCE
    __nv_atomic_store(flag, &value, RELEASE, SCOPE); // RACE
#elif defined EXCHANGE
    __nv_atomic_exchange_n(flag, value, RELEASE, SCOPE); // RACE
#else
    __nv_atomic_store_n(flag, value, RELEASE, SCOPE); // RACE
#endif
}

__device__ int get(int *flag)
{
    int value;
#if defined BY_REFERENCE
    __nv_atomic_load(flag, &value, ACQUIRE, SCOPE); // RACE
#elif defined EXCHANGE
    value = __nv_atomic_fetch_add(flag, 0, ACQUIRE, SCOPE); // RACE
#else
    value = __nv_atomic_load_n(flag, ACQUIRE, SCOPE); // RACE
#endif
#ifdef FENCES
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, FENCE_SCOPE);
#endif
    return value;
}

__global__ void pass(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // RACE
        set(flag, 1);
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
    pass<<<2, 1>>>(words, words + 32, words + 64);
    return cudaDeviceSynchronize() != cudaSuccess;
}
