// mdspan.cu: cuda::std::mdspan: dynamic and static extents, layouts by rows, columns, strides, in global and shared memory.
// options: -std=c++17
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <vector>
namespace cs = cuda::std;
using mat = cs::mdspan<float, cs::dextents<int, 2>>;
using cmat = cs::mdspan<const float, cs::dextents<int, 2>>;
using colmat = cs::mdspan<float, cs::dextents<int, 2>, cs::layout_left>;
__global__ void gemm(cmat a, cmat b, mat c) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < c.extent(0) && j < c.extent(1)) {
        float s = 0;
        for (int k = 0; k < a.extent(1); k++)
            s += a(i, k) * b(k, j);
        c(i, j) = s;
    }
}
__global__ void transpose(mat a, colmat b) {
    for (int i = threadIdx.x; i < (int)a.size(); i += blockDim.x) {
        int r = i / a.extent(1), c = i % a.extent(1);
        b(r, c) = a(r, c);
    }
}
template <class X> __global__ void tile(cs::mdspan<int, X> t, int *o) {
    static_assert(X::static_extent(1) == 4, "");
    int s = 0;
    for (int i = 0; i < (int)t.extent(0); i++)
        for (int j = 0; j < 4; j++)
            s += t[cs::array<int, 2>{i, j}] * (i + 1);
    *o = s;
}
__global__ void strided(cs::mdspan<int, cs::dextents<size_t, 2>, cs::layout_stride> m) {
    if (threadIdx.x < m.extent(0))
        for (size_t j = 0; j < m.extent(1); j++)
            m(threadIdx.x, j) += 100 * threadIdx.x + j;
}
__global__ void shared(int *o) {
    __shared__ int room[6 * 8];
    cs::mdspan<int, cs::extents<int, 6, 8>> s(room);
    s(threadIdx.x / 8, threadIdx.x % 8) = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s(5 - threadIdx.x / 8, 7 - threadIdx.x % 8);
}
int main() {
    int wrong = 0;
    const int M = 20, K = 13, N = 17;
    float *a, *b, *c, *t;
    cudaMallocManaged(&a, M * K * 4);
    cudaMallocManaged(&b, K * N * 4);
    cudaMallocManaged(&c, M * N * 4);
    cudaMallocManaged(&t, M * K * 4);
    for (int i = 0; i < M * K; i++)
        a[i] = i % 7;
    for (int i = 0; i < K * N; i++)
        b[i] = i % 5;
    mat ma(a, M, K), mb(b, K, N), mc(c, M, N);
    gemm<<<dim3(2, 2), dim3(16, 16)>>>(ma, mb, mc);
    cudaDeviceSynchronize();
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float s = 0;
            for (int k = 0; k < K; k++)
                s += a[i * K + k] * b[k * N + j];
            wrong += s != c[i * N + j];
        }
    transpose<<<1, 64>>>(ma, colmat(t, M, K));
    cudaDeviceSynchronize();
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++)
            wrong += t[k * M + i] != a[i * K + k];
    int *q;
    cudaMallocManaged(&q, 4096);
    for (int i = 0; i < 12; i++)
        q[i] = i;
    cs::extents<int, cs::dynamic_extent, 4> x(3);
    tile<<<1, 1>>>(cs::mdspan<int, decltype(x)>(q, x), q + 100);
    cudaDeviceSynchronize();
    wrong += q[100] != 6 * 1 + 22 * 2 + 38 * 3;
    for (int i = 0; i < 64; i++)
        q[i] = 0;
    cs::layout_stride::mapping<cs::dextents<size_t, 2>> map(cs::dextents<size_t, 2>(4, 3),
                                                            cs::array<size_t, 2>{16, 2});
    strided<<<1, 32>>>(cs::mdspan<int, cs::dextents<size_t, 2>, cs::layout_stride>(q, map));
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        int r = i / 16, j = i % 16 / 2;
        int e = i % 2 == 0 && j < 3 ? 100 * r + j : 0;
        wrong += q[i] != e;
    }
    wrong += map.required_span_size() != 3 * 16 + 2 * 2 + 1;
    shared<<<1, 48>>>(q);
    cudaDeviceSynchronize();
    for (int i = 0; i < 48; i++)
        wrong += q[i] != 47 - i;
    cs::mdspan deduced(q, 2, 3);
    wrong += deduced.rank() != 2 || deduced.extent(1) != 3 || deduced.stride(0) != 3;
    cmat view = ma;
    wrong += view(3, 2) != ma(3, 2);
    cs::layout_left::mapping<cs::extents<int, 3, 5>> ml;
    wrong += ml(2, 1) != 5 || ml.stride(1) != 3;
    cs::span<int> sp(q, 48);
    wrong += sp[3] != 44;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
