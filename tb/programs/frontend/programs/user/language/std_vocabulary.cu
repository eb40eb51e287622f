// std_vocabulary.cu: cuda::std's optional, variant, tuple, invoke, complex, bits, spans; wait, notify, semaphores,
// latches, barriers with a completion, atomic_ref; a block's barrier_arrive and barrier_wait.
// options: -std=c++17 --expt-relaxed-constexpr
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
namespace cs = cuda::std;
__device__ cs::optional<int> half_of(int x) {
    if (x & 1)
        return cs::nullopt;
    return x / 2;
}
__device__ cs::tuple<int, float> both(int x) { return cs::make_tuple(x, x * 0.5f); }
template <class F, class... A> __device__ auto call(F &&f, A &&...a) {
    return cs::invoke(cs::forward<F>(f), cs::forward<A>(a)...);
}
__global__ void values(int *o) {
    int i = threadIdx.x;
    auto h = half_of(i);
    o[i] = h.value_or(-1) + (h ? 100 : 0);
    auto [a, b] = both(i);
    o[64 + i] = a + (int)(b * 2);
    cs::variant<int, float> v;
    if (i & 1)
        v = 2.5f;
    else
        v = i;
    o[128 + i] = cs::holds_alternative<float>(v) ? (int)(cs::get<float>(v) * 2) : cs::get<int>(v);
    o[192 + i] = cs::visit([](auto x) { return (int)(x * 4); }, v);
    cs::array<int, 4> arr{{i, 2, 3, 4}};
    int s = 0;
    for (int x : arr)
        s += x;
    o[256 + i] = s + (int)arr.size();
    cs::complex<float> z(i, 1);
    z = z * z + cs::complex<float>(1, 0);
    o[320 + i] = (int)z.real() + (int)z.imag() + (int)cs::norm(z);
    o[384 + i] = cs::popcount((unsigned)i) + cs::countl_zero((unsigned)i) + (int)cs::bit_ceil((unsigned)i + 1) +
                 cs::numeric_limits<signed char>::max();
    o[448 + i] = call([](int x, int y) { return x * y; }, i, 3) +
                 (int)cs::apply([](int x, float y) { return x + y; }, cs::make_tuple(i, 1.0f)) +
                 cs::get<1>(cs::make_pair(1, i));
    o[512 + i] = (int)cs::sqrt(float(i * i)) + (int)cs::fmax(1.0, 2.0) +
                 (cs::is_same_v<cs::decay_t<const int &>, int> ? 10 : 0);
    cs::span<int> sp(o + 512, 64);
    o[576 + i] =
        (int)sp.size() + (int)cs::chrono::duration_cast<cs::chrono::milliseconds>(cs::chrono::seconds(i)).count();
}
__global__ void waits(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data, int *o) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            *data = 42;
            flag->store(1, cuda::memory_order_release);
            flag->notify_all();
        }
    } else if (threadIdx.x == 0) {
        flag->wait(0, cuda::memory_order_acquire);
        *o = *data + 1;
    }
}
__global__ void sem(cuda::counting_semaphore<cuda::thread_scope_device, 2> *s, int *max, int *cur) {
    if (threadIdx.x == 0) {
        s->acquire();
        int c = atomicAdd(cur, 1) + 1;
        atomicMax(max, c);
        atomicSub(cur, 1);
        s->release();
    }
}
__global__ void latch(cuda::latch<cuda::thread_scope_device> *l, int *a, int *o) {
    int i = blockIdx.x;
    if (threadIdx.x == 0) {
        a[i] = i + 1;
        l->arrive_and_wait();
        o[i] = a[(i + 1) % gridDim.x];
    }
}
struct Done {
    int *n;
    __device__ void operator()() noexcept { ++*n; }
};
__global__ void phases(int *n, int *o) {
    __shared__ typename cs::aligned_storage<sizeof(cuda::barrier<cuda::thread_scope_block, Done>),
                                            alignof(cuda::barrier<cuda::thread_scope_block, Done>)>::type room;
    auto *b = reinterpret_cast<cuda::barrier<cuda::thread_scope_block, Done> *>(&room);
    if (threadIdx.x == 0)
        new (b) cuda::barrier<cuda::thread_scope_block, Done>(blockDim.x, Done{n});
    __syncthreads();
    __shared__ int s[64];
    for (int r = 0; r < 3; r++) {
        s[threadIdx.x] = threadIdx.x + r;
        b->arrive_and_wait();
        o[threadIdx.x] = s[63 - threadIdx.x];
        b->arrive_and_wait();
    }
}
__global__ void refs(int *h, int *o) {
    cuda::atomic_ref<int, cuda::thread_scope_device> r(h[threadIdx.x % 8]);
    r.fetch_add(threadIdx.x, cuda::memory_order_relaxed);
    int e = 0;
    cuda::atomic_ref<int, cuda::thread_scope_device> q(h[8]);
    while (!q.compare_exchange_weak(e, e + 2, cuda::memory_order_acq_rel))
        ;
    if (threadIdx.x == 0)
        o[0] = (int)cuda::atomic_ref<int>::is_always_lock_free;
}
__global__ void split(int *o) {
    auto b = cooperative_groups::this_thread_block();
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    auto t = b.barrier_arrive();
    const int own = threadIdx.x * 3;
    b.barrier_wait(cs::move(t));
    o[threadIdx.x] = s[127 - threadIdx.x] + own;
}
int main() {
    int wrong = 0, *o;
    cudaMallocManaged(&o, 1 << 14);
    split<<<1, 128>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++)
        wrong += o[i] != 127 + 2 * i;
    values<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        wrong += o[i] != (i & 1 ? -1 : i / 2 + 100);
        wrong += o[64 + i] != 2 * i;
        wrong += o[128 + i] != (i & 1 ? 5 : i);
        wrong += o[192 + i] != (i & 1 ? 10 : 4 * i);
        wrong += o[256 + i] != i + 9 + 4;
        long re = (long)i * i, im = 2 * i;
        wrong += o[320 + i] != (int)(re + im + (float)(re * re + im * im));
        int bc = 1;
        while (bc < i + 1)
            bc *= 2;
        wrong += o[384 + i] != __builtin_popcount(i) + (i ? __builtin_clz(i) : 32) + bc + 127;
        wrong += o[448 + i] != 3 * i + i + 1 + i;
        wrong += o[512 + i] != i + 2 + 10;
        wrong += o[576 + i] != 64 + 1000 * i;
        if (wrong) {
            printf("at %d\n", i);
            break;
        }
    }
    cuda::atomic<int, cuda::thread_scope_device> *f;
    cudaMallocManaged(&f, 4);
    new (f) cuda::atomic<int, cuda::thread_scope_device>(0);
    waits<<<2, 32>>>(f, o + 1, o);
    cudaDeviceSynchronize();
    wrong += o[0] != 43;
    cuda::counting_semaphore<cuda::thread_scope_device, 2> *s;
    cudaMallocManaged(&s, sizeof *s);
    new (s) cuda::counting_semaphore<cuda::thread_scope_device, 2>(2);
    o[0] = o[1] = 0;
    sem<<<8, 32>>>(s, o, o + 1);
    cudaDeviceSynchronize();
    wrong += o[0] < 1 || o[0] > 2 || o[1];
    cuda::latch<cuda::thread_scope_device> *l;
    cudaMallocManaged(&l, sizeof *l);
    new (l) cuda::latch<cuda::thread_scope_device>(6);
    latch<<<6, 32>>>(l, o, o + 32);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        wrong += o[32 + i] != (i + 1) % 6 + 1;
    o[100] = 0;
    phases<<<1, 64>>>(o + 100, o);
    cudaDeviceSynchronize();
    wrong += o[100] != 6;
    for (int i = 0; i < 64; i++)
        wrong += o[i] != 63 - i + 2;
    for (int i = 0; i < 9; i++)
        o[i] = 0;
    refs<<<1, 64>>>(o, o + 50);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) {
        int e = 0;
        for (int k = i; k < 64; k += 8)
            e += k;
        wrong += o[i] != e;
    }
    wrong += o[8] != 128;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
