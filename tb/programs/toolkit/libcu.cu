// libcu.cu: libcu++ atomics of all types, operations, scopes and orders, barriers, latches, semaphores, pipelines, and
// cooperative groups: sums and scans of tiles.
// options: -std=c++17
// cases: 137
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

#include "cases.h"
namespace cg = cooperative_groups;
enum { N = 192 };

/* ---- atomics: every thread once; the host applies the same in its order ---- */
struct add { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) { a.fetch_add(v); } };
struct sub { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) {
    a.fetch_sub(v, cuda::memory_order_relaxed); } };
struct min_ { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) {
    a.fetch_min(v, cuda::memory_order_acquire); } };
struct max_ { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) {
    a.fetch_max(v, cuda::memory_order_release); } };
struct and_ { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) { a.fetch_and(v | 64); } };
struct or_ { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) {
    a.fetch_or(v, cuda::memory_order_acq_rel); } };
struct xor_ { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) { a ^= v; } };
struct cas { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) { /* commutes */
    T old = a.load(cuda::memory_order_relaxed);
    while (!a.compare_exchange_weak(old, (T)(old + 3 * v), cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {} } };
struct strong { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) {
    T old = a.load();
    while (!a.compare_exchange_strong(old, (T)(old - v))) {} } };
struct most { template <typename A, typename T> static __host__ __device__ void on(A &a, T v) { /* by exchange */
    T mine = v;
    while (mine > a.load(cuda::memory_order_acquire)) { T was = a.exchange(mine); if (was > mine) mine = was; else break; } } };

template <typename T, typename Op, cuda::thread_scope scope> __global__ void atomically(T *place) {
    cuda::atomic_ref<T, scope> a(*place);
    Op::on(a, (T)(threadIdx.x % 37 + 1));
}
template <typename T, typename Op, cuda::thread_scope scope> void atomic_case(const char *what) {
    shared_array<T> place(1);
    *place.at = (T)5;
    T host = 5;
    cuda::atomic_ref<T, scope> a(host);
    for (int i = 0; i < N; i++) Op::on(a, (T)(i % 37 + 1));
    atomically<T, Op, scope><<<1, N>>>(place);
    CUDA(cudaDeviceSynchronize());
    expect(*place.at == host, what);
}
#define ATOMIC(T, op)                                                                         \
    atomic_case<T, op, cuda::thread_scope_device>(#T " " #op " device");                      \
    atomic_case<T, op, cuda::thread_scope_block>(#T " " #op " block");
#define ATOMICS(T) ATOMIC(T, add) ATOMIC(T, sub) ATOMIC(T, min_) ATOMIC(T, max_) ATOMIC(T, and_) ATOMIC(T, or_) \
    ATOMIC(T, xor_) ATOMIC(T, cas) ATOMIC(T, strong)
static void atomics() {
    ATOMICS(int) ATOMICS(unsigned) ATOMICS(long long) ATOMICS(unsigned long long)
    ATOMIC(short, add) ATOMIC(short, max_) ATOMIC(unsigned char, add) ATOMIC(unsigned char, xor_) ATOMIC(char, cas)
    ATOMIC(float, add) ATOMIC(float, sub) ATOMIC(float, cas) ATOMIC(double, add) ATOMIC(double, strong)
    atomic_case<int, add, cuda::thread_scope_system>("int add system");
    atomic_case<double, add, cuda::thread_scope_system>("double add system");
    atomic_case<int, most, cuda::thread_scope_device>("int most device");
}

/* ---- barriers, latches, semaphores, pipelines: out[t] is what round R makes of it ---- */
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
template <int way> __global__ void waits(int *out) {
    __shared__ block_barrier bar;
    __shared__ int s[2][N];
    const int t = threadIdx.x;
    if (t == 0) init(&bar, N);
    __syncthreads();
    int value = t;
    for (int round = 0; round < 4; round++) {
        s[round % 2][t] = value;
        if (way == 0) bar.arrive_and_wait();
        else if (way == 1) bar.wait(bar.arrive());
        else if (way == 2) { (void)bar.arrive(); bar.wait_parity(round % 2); }
        else if (way == 3) { auto token = bar.arrive(); bar.wait(cuda::std::move(token)); }
        else { (void)bar.arrive(); while (!bar.try_wait_parity_for(round % 2 == 1, cuda::std::chrono::nanoseconds(50))) {} }
        value = s[round % 2][(t + 33) % N] + 1;
    }
    out[t] = value;
}
__global__ void drops(int *out) { /* thread t leaves after t / 32 rounds */
    __shared__ block_barrier bar;
    const int t = threadIdx.x;
    if (t == 0) init(&bar, N);
    __syncthreads();
    for (int round = 0; round < t / 32; round++) bar.arrive_and_wait();
    out[t] = t / 32;
    bar.arrive_and_drop();
}
__global__ void latched(int *out, cuda::latch<cuda::thread_scope_device> *latch) {
    if (blockIdx.x == 0) { out[threadIdx.x] = threadIdx.x * 2; latch->count_down(); return; }
    latch->wait();
    out[N + threadIdx.x] = out[threadIdx.x] + 1;
}
__global__ void make_latch(cuda::latch<cuda::thread_scope_device> *latch) { new (latch) cuda::latch<cuda::thread_scope_device>(N); }
template <typename S> __global__ void make_semaphore(S *s, int n) { new (s) S(n); }
template <typename S> __global__ void counted(S *s, int *sum) { /* one at a time */
    if (threadIdx.x % 32) return;
    s->acquire();
    *sum = *sum + (int)blockIdx.x + 1;
    s->release();
}
template <int stages> __global__ void piped(const int *in, int *out) {
    __shared__ int s[stages][64];
    auto block = cg::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int i = 0, fetched = 0; i < 8; i++) {
        for (; fetched < 8 && fetched < i + stages; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[fetched % stages], in + 64 * fetched, sizeof s[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[i % stages][(threadIdx.x + 5) % 64];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
template <int way> void wait_case(const char *what) {
    shared_array<int> out(N);
    waits<way><<<1, N>>>(out);
    CUDA(cudaDeviceSynchronize());
    bool right = true;
    for (int t = 0; t < N; t++) right &= out[t] == (t + 4 * 33) % N + 4;
    expect(right, what);
}
static void barriers() {
    wait_case<0>("arrive_and_wait"), wait_case<1>("wait"), wait_case<2>("wait_parity"), wait_case<3>("wait, moved");
    wait_case<4>("try_wait_parity_for");
    shared_array<int> out(2 * N), in(512);
    drops<<<1, N>>>(out);
    CUDA(cudaDeviceSynchronize());
    expect(out[N - 1] == (N - 1) / 32, "arrive_and_drop");
    shared_array<cuda::latch<cuda::thread_scope_device>> latch(1);
    make_latch<<<1, 1>>>(latch);
    latched<<<2, N>>>(out, latch);
    CUDA(cudaDeviceSynchronize());
    expect(out[N + 7] == 15 && out[2 * N - 1] == 2 * N - 1, "latch");
    typedef cuda::binary_semaphore<cuda::thread_scope_device> one;
    typedef cuda::counting_semaphore<cuda::thread_scope_device, 4> four;
    shared_array<one> a(1);
    shared_array<four> b(1);
    shared_array<int> sums(2);
    make_semaphore<<<1, 1>>>(a.at, 1), make_semaphore<<<1, 1>>>(b.at, 1);
    counted<<<8, 32>>>(a.at, sums.at), counted<<<8, 32>>>(b.at, sums.at + 1);
    CUDA(cudaDeviceSynchronize());
    expect(sums[0] == 36, "binary_semaphore"), expect(sums[1] == 36, "counting_semaphore");
    for (int i = 0; i < 512; i++) in[i] = i * i;
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += in[64 * i + 5];
    piped<1><<<1, 64>>>(in, out);
    CUDA(cudaDeviceSynchronize());
    expect(out[0] == sum, "pipeline of 1");
    piped<2><<<1, 64>>>(in, out);
    CUDA(cudaDeviceSynchronize());
    expect(out[0] == sum, "pipeline of 2");
    piped<4><<<1, 64>>>(in, out);
    CUDA(cudaDeviceSynchronize());
    expect(out[0] == sum, "pipeline of 4");
}

/* ---- cooperative groups: reductions and scans of tiles ---- */
template <int size, typename T, typename Op> __global__ void tiles(T *sums, T *up, T *before) {
    auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    const int t = threadIdx.x;
    const T v = (T)((t * 37 + 11) % 101);
    sums[t] = cg::reduce(tile, v, Op());
    up[t] = cg::inclusive_scan(tile, v, Op());
    before[t] = cg::exclusive_scan(tile, v, Op());
}
/* cooperative groups' own operations are the device's alone */
#define ON_HOST(Op, result) struct on_host_##Op { template <typename T> T operator()(T a, T b) { return (T)(result); } };
ON_HOST(plus, a + b) ON_HOST(less, b < a ? b : a) ON_HOST(greater, a < b ? b : a)
#define BITS(Op, result) struct on_host_##Op { unsigned operator()(unsigned a, unsigned b) { return result; } };
BITS(bit_and, a & b) BITS(bit_or, a | b) BITS(bit_xor, a ^ b)
template <int size, typename T, typename Op, typename Host> void tile_case(const char *what) {
    shared_array<T> sums(N), up(N), before(N);
    tiles<size, T, Op><<<1, N>>>(sums, up, before);
    CUDA(cudaDeviceSynchronize());
    bool right = true;
    for (int first = 0; first < N; first += size) {
        T all = T();
        for (int t = first; t < first + size; t++) {
            const T v = (T)((t * 37 + 11) % 101);
            if (t > first) right &= before[t] == all;
            all = t == first ? v : Host()(all, v);
            right &= up[t] == all;
        }
        for (int t = first; t < first + size; t++) right &= sums[t] == all;
    }
    expect(right, what);
}
#define TILE(T, Op, size) tile_case<size, T, cg::Op<T>, on_host_##Op>(#T " " #Op " of " #size);
#define TILES(T, Op) TILE(T, Op, 32) TILE(T, Op, 16) TILE(T, Op, 4)
static void groups() {
    TILES(int, plus) TILES(int, less) TILES(int, greater) TILES(unsigned, bit_and) TILES(unsigned, bit_or)
    TILES(unsigned, bit_xor) TILES(float, plus) TILES(double, plus) TILES(long long, plus) TILES(long long, less)
}

int main() {
    atomics();
    barriers();
    groups();
    return finish();
}
