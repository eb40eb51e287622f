/* chain: A writes data and releases to B, B releases to C, C reads the data: the order goes on through B. -DBROKEN: B hands on without acquiring. */
#include <cuda/atomic>

using flag = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void hand_on(int *data, flag *flags, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // RACE
        flags[0].store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
#ifdef BROKEN
        while (flags[0].load(cuda::memory_order_relaxed) == 0) {}
        flags[32].store(1, cuda::memory_order_relaxed);
#else
        while (flags[0].load(cuda::memory_order_acquire) == 0) {}
        flags[32].store(1, cuda::memory_order_release);
#endif
    } else {
        while (flags[32].load(cuda::memory_order_acquire) == 0) {}
        *out = *data; // RACE
    }
}

int main()
{
    int *words;
    cudaMalloc(&words, 4 * 128);
    cudaMemset(words, 0, 4 * 128);
    hand_on<<<3, 1>>>(words, reinterpret_cast<flag *>(words + 32), words + 96);
    return cudaDeviceSynchronize() != cudaSuccess;
}
