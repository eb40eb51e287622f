// ptx_functions.cu: cuda::ptx: bulk copies behind barriers of shared memory, fences, registers, tokens, numbers.
// options: -std=c++17 -arch=sm_90
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void staged(const int *in, int *out, int n) {
    constexpr int S = 2, T = 128;
    __shared__ alignas(128) int buf[S][T];
    __shared__ uint64_t full[S];
    if (threadIdx.x == 0) {
        for (int s = 0; s < S; s++)
            ptx::mbarrier_init(&full[s], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    auto issue = [&](int t) {
        int s = t % S;
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], T * 4);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buf[s], in + t * T, T * 4, &full[s]);
    };
    int tiles = n / T;
    if (threadIdx.x == 0)
        for (int t = 0; t < S && t < tiles; t++)
            issue(t);
    for (int t = 0; t < tiles; t++) {
        int s = t % S;
        while (!ptx::mbarrier_try_wait_parity(&full[s], (t / S) & 1))
            ;
        int v = buf[s][threadIdx.x];
        __syncthreads();
        buf[s][threadIdx.x] = v * 2 + t;
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + t * T, buf[s], T * 4);
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
            if (t + S < tiles)
                issue(t + S);
        }
    }
}
__global__ void regs(uint32_t *o, int *flag, int *data) {
    uint32_t i = ptx::get_sreg_tid_x() + ptx::get_sreg_ctaid_x() * ptx::get_sreg_ntid_x();
    o[i] = ptx::get_sreg_laneid() + 100 * (ptx::get_sreg_tid_x() / 32) + __popc(ptx::get_sreg_lanemask_lt()) * 10000 +
           ptx::shl(uint32_t(1), 3) + ptx::shr(int32_t(-16), 2);
    if (i == 0) {
        atomicAdd(data, 5);
        ptx::fence(ptx::sem_release, ptx::scope_gpu);
        atomicExch(flag, 1);
    }
    __syncthreads();
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    if (i == 1)
        o[1] = ptx::prmt(0x03020100u, 0x07060504u, 0x6240u) + ptx::bfind(uint32_t(1) << 20);
}
__global__ void tokens(int *o) {
    __shared__ uint64_t b;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        ptx::mbarrier_init(&b, 64);
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    auto t = ptx::mbarrier_arrive(&b);
    while (!ptx::mbarrier_test_wait(&b, t))
        ;
    o[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
    int wrong = 0;
    const int N = 1024;
    int *a, *b;
    uint32_t *o;
    cudaMallocManaged(&a, N * 4);
    cudaMallocManaged(&b, N * 4);
    cudaMallocManaged(&o, 4096);
    for (int i = 0; i < N; i++)
        a[i] = i;
    staged<<<1, 128>>>(a, b, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        wrong += b[i] != 2 * i + i / 128;
    a[0] = a[1] = 0;
    regs<<<2, 64>>>(o, a, a + 1);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++)
        if (i != 1)
            wrong += o[i] != uint32_t(i % 32 + 100 * (i % 64 / 32) + i % 32 * 10000 + 8 - 4);
    wrong += o[1] != 0x06020400u + 20;
    wrong += a[0] != 1 || a[1] != 5;
    tokens<<<1, 64>>>(b);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        wrong += b[i] != 63 - i;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
