// options: -std=c++17
// Headers of libcu++ and of profilers that change nothing that the model sees: their names, and what they compute.
#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/cmath>
#include <cuda/discard_memory>
#include <cuda/functional>
#include <cuda/std/algorithm>
#include <cuda/std/bit>
#include <cuda/stream_ref>
#include <cuda_fp16.hpp>
#include <cuda_runtime.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>

using streaming = cuda::access_property::streaming;
enum { N = 40 };

template <class F> __global__ void each(cuda::annotated_ptr<int, streaming> p, F f) {
    const int i = threadIdx.x;
    if (i >= N) return;
    cuda::apply_access_property(p.get(), sizeof(int), cuda::access_property::persisting{});
    p[i] = f(i) + cuda::ceil_div(i, 4) + cuda::round_up(i, 8) + cuda::maximum<int>{}(i, 3) +
           cuda::minimum<>{}(i, 7) + cuda::std::max(i, 2) + cuda::std::popcount(unsigned(i)) +
           cuda::std::countl_zero(unsigned(i)) + cuda::std::countr_zero(unsigned(i)) +
           int(cuda::std::rotl(unsigned(i) << 28, 4)) + int(cuda::std::bit_ceil(unsigned(i))) +
           cuda::std::bit_cast<int>(__int_as_float(i));
}

int main() {
    NVTX3_FUNC_RANGE();
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "all";
    nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
    nvtxDomainRangePushEx(domain, &attributes);
    nvtxRangeId_t id = nvtxRangeStartEx(&attributes);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    nvtxNameCudaStreamA(stream, "stream");
    int *words, wrong = 0;
    cudaMallocManaged(&words, N * sizeof(int));
    {
        nvtx3::scoped_range range{"launch", nvtx3::rgb{1, 2, 3}, nvtx3::payload{N}};
        each<<<1, 64, 0, stream>>>(cuda::annotated_ptr<int, streaming>{words},
                                   cuda::proclaim_return_type<int>([] __device__(int i) { return 2 * i; }));
    }
    cuda::stream_ref(stream).wait();
    nvtxRangeEnd(id);
    nvtxDomainRangePop(domain);
    for (int i = 0; i < N; i++) {
        int ceiling = 1;
        while (ceiling < i) ceiling *= 2;
        const int expected = 2 * i + (i + 3) / 4 + (i + 7) / 8 * 8 + (i > 3 ? i : 3) + (i < 7 ? i : 7) +
                             (i > 2 ? i : 2) + __builtin_popcount(i) + (i ? __builtin_clz(i) : 32) +
                             (i ? __builtin_ctz(i) : 32) + (int)((unsigned)i << 28 >> 28) + ceiling + i;
        if (words[i] != expected) wrong++, printf("%d: %d, expected %d\n", i, words[i], expected);
    }
    if (cuda::ilog2(1024) != 10 || cuda::next_power_of_two(33) != 64 || !cuda::is_power_of_two(64)) wrong++;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
