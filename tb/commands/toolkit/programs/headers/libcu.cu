// libcu++: atomics, barriers, semaphores, memcpy_async into a barrier.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
__device__ cuda::atomic<int, cuda::thread_scope_device> a{0};
__global__ void k(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 4> sem;
    if (threadIdx.x == 0) {
        init(&b, blockDim.x);
        new (&sem) cuda::counting_semaphore<cuda::thread_scope_block, 4>(1);
    }
    __syncthreads();
    a.fetch_add(1, cuda::memory_order_relaxed);
    b.arrive_and_wait();
    sem.acquire();
    out[1] = 5;
    sem.release();
    b.arrive_and_wait();
    if (threadIdx.x == 0)
        out[0] = a.load(cuda::memory_order_acquire);
    cuda::atomic_ref<int, cuda::thread_scope_block> r(out[2]);
    r.fetch_max(threadIdx.x);
    cuda::atomic_ref<float, cuda::thread_scope_device> f(((float *)out)[3]);
    f.fetch_add(1.0f);
}
__global__ void cp(int *in, int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ alignas(16) int s[256];
    if (threadIdx.x == 0)
        init(&b, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(s + threadIdx.x * 4, in + threadIdx.x * 4, cuda::aligned_size_t<16>(16), b);
    b.arrive_and_wait();
    out[threadIdx.x] = s[(threadIdx.x * 4 + 5) % 256];
}
int main() {
    int *o;
    cudaMalloc(&o, 4096);
    cudaMemset(o, 0, 4096);
    k<<<1, 64>>>(o);
    int r[64];
    cudaMemcpy(r, o, 16, cudaMemcpyDeviceToHost);
    float f;
    cudaMemcpy(&f, o + 3, 4, cudaMemcpyDeviceToHost);
    bool fine = r[0] == 64 && r[1] == 5 && r[2] == 63 && f == 64;
    int h[256];
    for (int i = 0; i < 256; i++)
        h[i] = i * 3;
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemcpy(d, h, 1024, cudaMemcpyHostToDevice);
    cp<<<1, 64>>>(d, o);
    cudaMemcpy(r, o, 256, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0; i < 64; i++)
        ok &= r[i] == h[(i * 4 + 5) % 256];
    printf("%s\n", ok && fine ? "right" : "wrong");
}
