// cuda::atomic and cuda::atomic_ref: a spin lock, a message by release and acquire, tickets, every operation and type.
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <cstdio>
class SpinLock {
    cuda::atomic<int, cuda::thread_scope_device> state{0};

  public:
    __device__ void lock() {
        int free = 0;
        while (!state.compare_exchange_weak(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed))
            free = 0;
    }
    __device__ void unlock() { state.store(0, cuda::memory_order_release); }
};
__device__ SpinLock lock;
__device__ volatile int protected_count;
__device__ cuda::atomic<bool, cuda::thread_scope_device> ready{false};
__device__ volatile int message;
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> ticket{0u};
__device__ cuda::std::atomic<long long> system_sum{0};
__device__ cuda::atomic<double, cuda::thread_scope_device> real_sum{0.5};
__device__ int plain[8];
__device__ float plain_real;
__global__ void locked() {
    if (threadIdx.x % 32 != 0) return;
    for (int k = 0; k < 3; k++) {
        lock.lock();
        protected_count = protected_count + 1;
        lock.unlock();
    }
}
__global__ void pass(int *out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        message = 42;
        ready.store(true, cuda::std::memory_order_release);
    } else {
        while (!ready.load(cuda::std::memory_order_acquire)) {}
        out[blockIdx.x] = message;
    }
    if (ticket.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) out[0] = 1000;
}
__global__ void operations() {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> local;
    if (threadIdx.x == 0) local = 0;
    __syncthreads();
    local++;
    local += 2;
    --local;
    system_sum += threadIdx.x;
    real_sum.fetch_add(0.25);
    cuda::atomic_ref<int, cuda::thread_scope_device> add(plain[0]), least(plain[1]), most(plain[2]), either(plain[3]),
        both(plain[4]), odd(plain[5]);
    int t = threadIdx.x;
    add.fetch_add(t);
    least.fetch_min(-t);
    most.fetch_max(t);
    either |= 1 << t % 20;
    both.fetch_and(~(1 << t % 7));
    odd ^= t;
    cuda::atomic_ref<float, cuda::thread_scope_device>(plain_real).fetch_sub(0.5f, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    __syncthreads();
    if (t == 0) atomicAdd(&plain[6], local.load(cuda::memory_order_relaxed));
}
template <typename T, typename S> T read(S &symbol) {
    T value;
    cudaMemcpyFromSymbol(&value, symbol, sizeof value);
    return value;
}
int main() {
    int *d, h[4], wrong = 0;
    cudaMalloc(&d, sizeof h);
    locked<<<4, 64>>>();
    pass<<<4, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    wrong += read<int>(protected_count) != 24;
    wrong += h[0] != 1000 || h[1] != 42 || h[2] != 42 || h[3] != 42;
    int start[8] = {0, 0, 0, 0, 0xffff};
    cudaMemcpyToSymbol(plain, start, sizeof start);
    operations<<<2, 64>>>();
    int got[8];
    cudaMemcpyFromSymbol(got, plain, sizeof got);
    wrong += got[0] != 2 * 2016 || got[1] != -63 || got[2] != 63 || got[3] != (1 << 20) - 1 ||
             got[4] != (0xffff & ~0x7f) || got[5] != 0 || got[6] != 2 * 64 * 2;
    wrong +=
        read<long long>(system_sum) != 4032 || read<double>(real_sum) != 32.5 || read<float>(plain_real) != -64.0f;
    cuda::atomic<int> host{5};
    int five = 5;
    wrong += !host.compare_exchange_strong(five, 6) || host.exchange(7) != 6 || ++host != 8 ||
             host.fetch_or(3) != 8 || host.load() != 11;
    printf("wrong %d\n", wrong);
}
