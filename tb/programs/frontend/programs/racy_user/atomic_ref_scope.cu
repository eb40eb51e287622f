// cuda::atomic_ref whose scope is too narrow for the message that it passes. rule: d
#include <cuda/atomic>
__device__ int flag;
__device__ volatile int data;
__global__ void pass(int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_block> f(flag);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) { data = 5; f.store(1, cuda::memory_order_release); }
    else {
        while (f.load(cuda::memory_order_acquire) == 0) {} // RACE
        out[blockIdx.x] = data;
    }
}
int main() { int *out; cudaMalloc(&out, 8); pass<<<2, 32>>>(out); cudaDeviceSynchronize(); }
