/* nv_lock: a lock by __nv_atomic_compare_exchange_n (-DEXCHANGE: __nv_atomic_exchange_n), given back by __nv_atomic_store_n. -DRELAXED_LOCK,
 * -DRELAXED_UNLOCK: taken, given back without order. -DBLOCK_LOCK: at block scope by several blocks.
 */
#ifdef BLOCK_LOCK
#define SCOPE __NV_THREAD_SCOPE_BLOCK
#else
#define SCOPE __NV_THREAD_SCOPE_DEVICE
#endif
#ifdef RELAXED_LOCK
#define TAKE __NV_ATOMIC_RELAXED
#else
#define TAKE __NV_ATOMIC_ACQUIRE
#endif
#ifdef RELAXED_UNLOCK
#define GIVE __NV_ATOMIC_RELAXED
#else
#define GIVE __NV_ATOMIC_RELEASE
#endif

__global__ void count(int *lock, int *counter)
{
#ifdef EXCHANGE
    while (__nv_atomic_exchange_n(lock, 1, TAKE, SCOPE) != 0) {} // RACE
#else
    int free = 0;
    while (!__nv_atomic_compare_exchange_n(lock, &free, 1, false, TAKE, __NV_ATOMIC_RELAXED, SCOPE)) free = 0; // RACE
#endif
    *counter = *counter + 1; // RACE
    __nv_atomic_store_n(lock, 0, GIVE, SCOPE); // RACE
}

int main()
{
    int *words;
    cudaMalloc(&words, 2 * 128);
    cudaMemset(words, 0, 2 * 128);
    count<<<6, 1>>>(words, words + 32);
    return cudaDeviceSynchronize() != cudaSuccess;
}
