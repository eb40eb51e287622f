// cuda::std in device code, in C++14: arrays, tuples, limits, traits, functions. And semaphores and latches.
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/cassert>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cooperative_groups.h>
#include <cstdio>

typedef cuda::std::array<int, 4> four;
typedef cuda::std::tuple<int, float> both;

template <class T, typename = cuda::std::enable_if_t<cuda::std::is_integral<T>::value>>
__global__ void compute(T *out, four given, both pair) {
    static_assert(cuda::std::is_same<cuda::std::remove_cv_t<const int>, int>::value, "");
    four own{{1, 2, 3, 4}};
    own[1] = own[1] * 10;
    T sum = 0;
    for (int v : own) sum += v;                                   // 1 + 20 + 3 + 4
    for (cuda::std::size_t i = 0; i < given.size(); i++) sum += given[i]; // 10
    own.fill(2);
    sum += own.front() + cuda::std::get<3>(own) + (own == given); // 4
    sum += cuda::std::get<0>(pair) + (int)cuda::std::get<1>(pair); // 15
    auto made = cuda::std::make_pair(1, 2);
    cuda::std::swap(made.first, made.second);
    sum += made.first * 100;                                      // 200
    sum += cuda::std::numeric_limits<cuda::std::uint32_t>::max() == 0xffffffffu ? 1000 : 0;
    sum += cuda::std::max(7, 3) + cuda::std::plus<int>{}(1, 2) + cuda::std::exchange(made.second, 9); // 7 + 3 + 1
    cooperative_groups::invoke_one(cooperative_groups::this_thread_block(), [&] { out[32] = (T)made.second; });
    out[threadIdx.x] = sum;
}

__device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> places(2);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock(1);
__device__ int counter, inside, most;

__global__ void meet(int *out) {
    typedef cuda::latch<cuda::thread_scope_block> latch;
    __shared__ __align__(8) char room[sizeof(latch)];
    latch &all = *reinterpret_cast<latch *>(room);
    __shared__ int parts[64];
    if (threadIdx.x == 0) new (&all) latch(blockDim.x);
    __syncthreads();
    parts[threadIdx.x] = threadIdx.x;
    all.arrive_and_wait();
    out[blockIdx.x * blockDim.x + threadIdx.x] = parts[blockDim.x - 1 - threadIdx.x];
    if (threadIdx.x == 0) {
        lock.acquire();
        counter = counter + 1; // one block at a time
        lock.release();
        places.acquire();
        atomicMax(&most, atomicAdd(&inside, 1) + 1);
        atomicSub(&inside, 1);
        places.release();
    }
}

int main() {
    int wrong = 0, count, at_once;
    int *out;
    cudaMallocManaged(&out, 8 * 64 * sizeof(int));
    compute<<<1, 32>>>(out, four{{1, 2, 3, 4}}, cuda::std::make_tuple(7, 8.f));
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < 32; i++) wrong += out[i] != 28 + 10 + 4 + 15 + 200 + 1000 + 11;
    wrong += out[32] != 9;
    meet<<<8, 64>>>(out);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < 8 * 64; i++) wrong += out[i] != 63 - i % 64;
    cudaMemcpyFromSymbol(&count, counter, sizeof count);
    cudaMemcpyFromSymbol(&at_once, most, sizeof at_once);
    wrong += count != 8 || at_once < 1 || at_once > 2;
    printf("wrong %d\n", wrong);
    return 0;
}
