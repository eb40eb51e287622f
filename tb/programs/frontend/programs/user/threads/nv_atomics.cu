// CUDA 12.8's __nv_atomic_ functions: every one and its forms, 4 and 8 bytes, and a message by release and acquire.
#include <cstdio>
#ifndef __CUDACC_DEVICE_ATOMIC_BUILTINS__
#error "programs ask by this macro"
#endif
struct pair {
    short a, b;
};
__device__ volatile int message;
__device__ int ready, lock, word[12];
__device__ volatile int protected_count;
__device__ unsigned long long wide[8] = {0, 0, ~0ull, 0, ~0ull};
__device__ float real[2];
__device__ double wide_real;
__device__ pair both = {1, 2};
__global__ void pass(int *out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        message = 42;
        __nv_atomic_store_n(&ready, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    } else {
        while (__nv_atomic_load_n(&ready, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {}
        out[blockIdx.x] = message;
    }
}
__global__ void locked() {
    if (threadIdx.x % 32 != 0) return;
    int free = 0;
    while (!__nv_atomic_compare_exchange_n(&lock, &free, 1, true, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) free = 0;
    protected_count = protected_count + 1;
    __nv_atomic_store_n(&lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}
__global__ void operations() {
    const int t = threadIdx.x, order = __NV_ATOMIC_RELAXED;
    __nv_atomic_fetch_add(&word[0], t, order);
    __nv_atomic_sub(&word[1], t, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_and(&word[2], ~(1 << t % 7), __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_or(&word[3], 1 << t % 20, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_xor(&word[4], t, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_min(&word[5], -t, order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_max(&word[6], t, __NV_ATOMIC_CONSUME, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_add(&wide[0], 1u, order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(&wide[1], (1ull << 63) + t, order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_min(&wide[2], (1ull << 63) + t, order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_or(&wide[3], 1ull << t, order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_and(&wide[4], ~(1ull << t), order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_add(&real[0], 0.5f, order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_sub(&real[1], 0.5f, order, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_add(&wide_real, 0.25, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __syncthreads();
    if (t == 0 && blockIdx.x == 0) {
        pair seen, next = {3, 4}, other = {9, 9}, wrong = {7, 7};
        __nv_atomic_load(&both, &seen, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
        word[7] = seen.a * 10 + seen.b;
        __nv_atomic_exchange(&both, &next, &seen, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
        word[8] = __nv_atomic_compare_exchange(&both, &wrong, &other, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
        word[9] = wrong.a * 10 + wrong.b;
        word[10] = __nv_atomic_compare_exchange(&both, &wrong, &other, false, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
        int own = 5; // of this thread alone
        __nv_atomic_store(&word[11], &own, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
        own = __nv_atomic_fetch_add(&word[11], 3, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_THREAD);
        __nv_atomic_store_n(&word[11], own * 100 + __nv_atomic_exchange_n(&word[11], 0, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD),
                            __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
    }
}
template <typename T, typename S> void fetch(T &value, S &symbol) { cudaMemcpyFromSymbol(&value, symbol, sizeof value); }
int main() {
    int *d, h[4], wrong = 0, w[12] = {0, 0, 0xffff};
    unsigned long long u[5];
    float r[2];
    double x;
    pair p;
    cudaMalloc(&d, sizeof h);
    pass<<<4, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    wrong += h[1] != 42 || h[2] != 42 || h[3] != 42;
    locked<<<4, 64>>>();
    fetch(h[0], protected_count);
    wrong += h[0] != 8;
    cudaMemcpyToSymbol(word, w, sizeof w);
    operations<<<2, 64>>>();
    fetch(w, word);
    fetch(u, wide);
    fetch(r, real);
    fetch(x, wide_real);
    fetch(p, both);
    wrong += w[0] != 2 * 2016 || w[1] != -2 * 2016 || w[2] != (0xffff & ~0x7f) || w[3] != (1 << 20) - 1 || w[4] != 0 || w[5] != -63 || w[6] != 63;
    wrong += w[7] != 12 || w[8] != 0 || w[9] != 34 || w[10] != 1 || w[11] != 508 || p.a != 9 || p.b != 9;
    wrong += u[0] != 128 || u[1] != (1ull << 63) + 63 || u[2] != 1ull << 63 || u[3] != ~0ull || u[4] != 0;
    wrong += r[0] != 64 || r[1] != -64 || x != 32;
    printf("wrong %d\n", wrong);
}
