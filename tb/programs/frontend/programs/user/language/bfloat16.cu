// bfloat16.cu: __nv_bfloat16 and the rest of __half: rounding of every kind against values derived by hand, arithmetic on
// device and host, fma rounded once, atomics, shuffles.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <cstring>

static int wrong;
#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) wrong++, printf("line %d: " #condition "\n", __LINE__); \
    } while (0)

template <class T> __host__ __device__ T mixed(T a, T b) { return (a * b + a) / (b - T(0.5f)) - a; }
__global__ void work(__nv_bfloat16 *out, __nv_bfloat162 *sum, __half *half_out, unsigned short *bits) {
    const __nv_bfloat16 a(1.0f + threadIdx.x * 0.125f), b(3.0f - threadIdx.x * 0.0625f);
    out[threadIdx.x] = mixed(a, b);
    half_out[threadIdx.x] = mixed(__half(1.0f + threadIdx.x * 0.125f), __half(3.0f - threadIdx.x * 0.0625f));
    atomicAdd(sum, __nv_bfloat162(1.0f, 2.0f));
    __nv_bfloat16 value(threadIdx.x);
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(~0u, value, offset);
    if (threadIdx.x == 0) bits[0] = __bfloat16_as_ushort(value), bits[1] = __bfloat16_as_ushort(hsqrt(__nv_bfloat16(2.0f)));
    if (threadIdx.x == 0) bits[2] = __half_as_ushort(__float2half_rz(1.0f + 1.0f / 1100)), bits[3] = __bfloat162int_rn(__nv_bfloat16(2.5f));
}

int main() {
    EXPECT(sizeof(__nv_bfloat16) == 2 && sizeof(__nv_bfloat162) == 4 && alignof(__nv_bfloat162) == 4);
    // 1 + 2^-8 lies between 1 (even) and 1 + 2^-7; 1 + 3 * 2^-8 between 1 + 2^-7 and 1 + 2^-6 (even)
    EXPECT(__bfloat16_as_ushort(1.0f + 1.0f / 256) == 0x3f80 && __bfloat16_as_ushort(1.0f + 3.0f / 256) == 0x3f82);
    EXPECT(__bfloat16_as_ushort(3.4e38f) == 0x7f80 && __hisinf(__nv_bfloat16(-3.4e38f)) == -1);
    EXPECT(__bfloat16_as_ushort(__float2bfloat16_rz(1.99f)) == 0x3ffe);
    // rounded once: 1 + 2^-8 + 2^-40 is above the middle, though the float nearest to it is the middle
    EXPECT(__bfloat16_as_ushort(__double2bfloat16(1.0 + 1.0 / 256 + 1.0 / (1ll << 40))) == 0x3f81);
    EXPECT((float)__hfma(__nv_bfloat16(1.0f + 1.0f / 128), __nv_bfloat16(1.0f + 1.0f / 128), __nv_bfloat16(-1.0f - 1.0f / 64)) == 1.0f / 16384);
    EXPECT((float)__hfma(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f + 1.0f / 128), __nv_bfloat16(1e-30f)) == 1.0f + 1.0f / 128);
    // 2^-11 above 1 is the middle of two halves: down, up, toward zero
    EXPECT(__half_as_ushort(__float2half_rd(1.0f + 1.0f / 2048)) == 0x3c00 && __half_as_ushort(__float2half_ru(1.0f + 1.0f / 2048)) == 0x3c01);
    EXPECT(__half_as_ushort(__float2half_rz(-1.0f - 1.5f / 1024)) == 0xbc01 && __half_as_ushort(__float2half_ru(-1.0f - 1.5f / 1024)) == 0xbc01);
    EXPECT(__half_as_ushort(__float2half_ru(1e-9f)) == 1 && __half_as_ushort(__float2half_rd(-1e-9f)) == 0x8001);
    EXPECT((float)__hadd_sat(__half(0.75f), __half(0.5f)) == 1.0f && __hbeq2(__half2(1, 2), __half2(1, 2)));

    __nv_bfloat16 *out;
    __nv_bfloat162 *sum;
    __half *half_out;
    unsigned short *bits;
    cudaMallocManaged(&out, 64), cudaMallocManaged(&sum, 4), cudaMallocManaged(&half_out, 64), cudaMallocManaged(&bits, 8);
    memset(sum, 0, 4);
    work<<<1, 32>>>(out, sum, half_out, bits);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) {
        EXPECT(out[i] == mixed(__nv_bfloat16(1.0f + i * 0.125f), __nv_bfloat16(3.0f - i * 0.0625f)));
        EXPECT(half_out[i] == mixed(__half(1.0f + i * 0.125f), __half(3.0f - i * 0.0625f)));
    }
    EXPECT((float)sum->x == 32 && (float)sum->y == 64);
    EXPECT(bits[0] == __bfloat16_as_ushort(496.0f) && bits[1] == 0x3fb5 && bits[2] == 0x3c00 && bits[3] == 2);
    printf("wrong %d\n", wrong);
}
