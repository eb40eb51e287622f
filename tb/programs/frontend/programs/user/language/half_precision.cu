// 16-bit floating point: conversion of every value, arithmetic, half2, comparison, shuffles and atomics.
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void axpy(int n, __half a, const __half2 *x, __half2 *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) y[i] = __hfma2(__half2half2(a), x[i], y[i]);
}
__global__ void round_trip(unsigned *bad) {
    for (unsigned v = threadIdx.x; v < 65536; v += blockDim.x) {
        __half h = __ushort_as_half((unsigned short)v);
        float f = __half2float(h);
        bool same = __hisnan(h) ? __hisnan(__float2half(f)) : __half_as_ushort(__float2half(f)) == v;
        if (!same) atomicAdd(bad, 1u);
    }
}
__global__ void arithmetic(const float *in, unsigned short *out, __half *sum, __half2 *pair) {
    int i = threadIdx.x;
    __half a = __float2half(in[i]), b = __float2half(in[(i * 7 + 3) % 64]);
    unsigned short *o = out + i * 8;
    o[0] = __half_as_ushort(a + b);
    o[1] = __half_as_ushort(__hmul(a, b));
    o[2] = __half_as_ushort(a / b);
    o[3] = __half_as_ushort(__hfma(a, b, a));
    o[4] = (unsigned short)(__hgt(a, b) * 2 + (a == b));
    o[5] = __half_as_ushort(hsqrt(__habs(a)));
    o[6] = __half_as_ushort(__shfl_xor_sync(~0u, a, 1));
    o[7] = __half_as_ushort(-a);
    atomicAdd(sum, __float2half(0.5f));
    atomicAdd(pair, __floats2half2_rn(1.0f, -0.25f));
}
int main() {
    const int n = 256;
    std::vector<__half> x(n), y(n), out(n);
    int wrong = 0;
    unsigned *bad, zero;
    for (int i = 0; i < n; i++) {
        x[i] = __float2half(0.125f * (i % 50));
        y[i] = __float2half(1.0f - i % 9);
    }
    __half2 *dx, *dy;
    cudaMalloc(&dx, n * 2);
    cudaMalloc(&dy, n * 2);
    cudaMalloc(&bad, 4);
    cudaMemset(bad, 0, 4);
    cudaMemcpy(dx, x.data(), n * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * 2, cudaMemcpyHostToDevice);
    axpy<<<2, 64>>>(n, __float2half(3.0f), dx, dy);
    round_trip<<<1, 256>>>(bad);
    cudaMemcpy(out.data(), dy, n * 2, cudaMemcpyDeviceToHost);
    cudaMemcpy(&zero, bad, 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += __half2float(out[i]) != 3.0f * __half2float(x[i]) + __half2float(y[i]);
    for (unsigned v = 0; v < 65536; v++) {
        float f = __half2float(__ushort_as_half((unsigned short)v));
        wrong += !std::isnan(f) && __half_as_ushort(__float2half(f)) != v;
    }
    float in[64], *di;
    unsigned short h[512], *d;
    __half *sum, total;
    __half2 *pair, totals;
    for (int i = 0; i < 64; i++) in[i] = (float)(i - 20) * 1.37f + 0.01f;
    cudaMalloc(&di, sizeof in);
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&sum, 4);
    cudaMalloc(&pair, 4);
    cudaMemset(sum, 0, 4);
    cudaMemset(pair, 0, 4);
    cudaMemcpy(di, in, sizeof in, cudaMemcpyHostToDevice);
    arithmetic<<<1, 64>>>(di, d, sum, pair);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, sum, 2, cudaMemcpyDeviceToHost);
    cudaMemcpy(&totals, pair, 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
        float a = __half2float(__float2half(in[i])), b = __half2float(__float2half(in[(i * 7 + 3) % 64])),
              other = __half2float(__float2half(in[i ^ 1]));
        auto bits = [](double v) { return __half_as_ushort(__float2half((float)v)); };
        const unsigned short *o = h + i * 8;
        wrong += o[0] != bits(a + b) || o[1] != bits((double)a * b) || o[2] != bits(a / b) ||
                 o[3] != bits((double)a * b + a) || o[4] != (a > b) * 2 + (a == b) || o[5] != bits(sqrtf(fabsf(a))) ||
                 o[6] != bits(other) || o[7] != bits(-a);
    }
    wrong += __half2float(total) != 32.0f || __low2float(totals) != 64.0f || __high2float(totals) != -16.0f;
    printf("wrong %d\n", wrong + (int)zero);
}
