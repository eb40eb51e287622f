// half, bfloat16, 8-bit floats, SIMD within a word and DPX: of each function a sum over 400 random operands (halves: of
// all bits, and of numbers near 1), one line each.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
__device__ unsigned rng(unsigned &s) {
    s = s * 1664525u + 1013904223u;
    unsigned x = s ^ (s >> 15);
    return x * 2654435761u;
}
template <class H> __device__ H h_of(unsigned short b);
template <> __device__ __half h_of<__half>(unsigned short b) { return __ushort_as_half(b); }
template <> __device__ __nv_bfloat16 h_of<__nv_bfloat16>(unsigned short b) { return __ushort_as_bfloat16(b); }
__device__ unsigned bits(__half2 h) {
    return __half_as_ushort(__low2half(h)) | (unsigned)__half_as_ushort(__high2half(h)) << 16;
}
__device__ unsigned bits(__nv_bfloat162 h) {
    return __bfloat16_as_ushort(__low2bfloat16(h)) | (unsigned)__bfloat16_as_ushort(__high2bfloat16(h)) << 16;
}
__device__ unsigned bits(__half h) { return __half_as_ushort(h); }
__device__ unsigned bits(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
__device__ __half2 two(__half a, __half b) { return __halves2half2(a, b); }
__device__ __nv_bfloat162 two(__nv_bfloat16 a, __nv_bfloat16 b) { return __halves2bfloat162(a, b); }
#define S(i, e) sum[i] = sum[i] * 31 + (unsigned)(e)
template <class H> __global__ void halves(unsigned *sum, int spread) {
    unsigned s = 7;
    for (int n = 0; n < 400; n++) {
        unsigned r1 = rng(s), r2 = rng(s), r3 = rng(s);
        if (!spread) {
            r1 = (r1 & 0x0fff0fff) | 0x38003800;
            r2 = (r2 & 0x8fff8fff) | 0x30003000;
            r3 = (r3 & 0x8fff8fff) | 0x30003000;
        }
        H a = h_of<H>(r1), b = h_of<H>(r2), c = h_of<H>(r3), a2 = h_of<H>(r1 >> 16),
          b2 = h_of<H>(n % 3 ? r2 >> 16 : r1 >> 16), c2 = h_of<H>(r3 >> 16);
        auto p = two(a, a2), q = two(b, b2), t = two(c, c2);
        S(0, __hequ2_mask(p, q));
        S(1, __heq2_mask(p, q));
        S(2, __hltu2_mask(p, q));
        S(3, bits(__hgtu2(p, q)));
        S(4, __hneu(a2, b2));
        S(5, __hgeu(a, b));
        S(6, __hbgeu2(p, q));
        S(7, __hble2(p, q));
        S(8, bits(__hmax_nan(a, b)));
        S(9, bits(__hmin2_nan(p, q)));
        S(10, bits(__hmax2(p, q)));
        S(11, bits(__hisnan2(p)));
        S(12, bits(__hfma2_sat(p, q, t)));
        S(13, bits(__hfma2_relu(p, q, t)));
        S(14, bits(__hcmadd(p, q, t)));
        S(15, bits(__hadd2_sat(p, q)));
        S(16, bits(__hmul2(p, q)));
        S(17, bits(__hsub2_sat(p, q)));
        S(18, bits(__hneg2(p)));
        S(19, bits(__habs2(p)));
        S(20, bits(__hfma2(p, q, t)));
        S(21, bits(hrcp(a)));
        S(22, bits(hfloor(a)));
        S(23, bits(hrint(a)));
        S(24, bits(htrunc(a)));
        S(25, bits(hceil(a)));
        S(26, bits(hsqrt(__habs(a))));
        H d = a;
        d += b;
        d *= c;
        d -= a;
        ++d;
        d--;
        S(27, bits(d));
        S(28, a < b);
        S(29, a == a2);
        S(30, bits(-a));
        S(31, bits(a / b));
    }
}
__global__ void conv_h(unsigned *sum) {
    unsigned s = 9;
    for (int n = 0; n < 400; n++) {
        unsigned r = rng(s);
        __half h = __ushort_as_half((r & 0x8000) | (r >> 16) % 0x7c00);
        int i = (int)rng(s) >> (n % 31);
        S(0, __half2short_rn(h));
        S(1, __half2short_rd(h));
        S(2, __half2ushort_rz(h));
        S(3, __half2int_ru(h));
        S(4, __half2uint_rd(h));
        S(5, __half2ll_rn(h));
        S(6, __half2ull_ru(h));
        S(7, __half2char_rz(h));
        S(8, __half2uchar_rz(h));
        S(9, bits(__int2half_rn(i)));
        S(10, bits(__int2half_rz(i)));
        S(11, bits(__int2half_ru(i)));
        S(12, bits(__int2half_rd(i)));
        S(13, bits(__uint2half_ru(i)));
        S(14, bits(__short2half_rz(i)));
        S(15, bits(__ushort2half_rd(i)));
        S(16, bits(__ll2half_rn(i)));
        S(17, bits(__ull2half_rz(r)));
        S(18, bits(__float2half_rz(__int_as_float(r))));
        S(19, bits(__float2half_ru(i * 0.37f)));
    }
}
__global__ void conv_b(unsigned *sum) {
    unsigned s = 9;
    for (int n = 0; n < 400; n++) {
        unsigned r = rng(s);
        __nv_bfloat16 h = __ushort_as_bfloat16(((r & 0x8000) | 0x3000) + (r >> 16) % 0x1800);
        int i = (int)rng(s) >> (n % 31);
        S(0, __bfloat162short_rn(h));
        S(1, __bfloat162short_rd(h));
        S(2, __bfloat162ushort_rz(h));
        S(3, __bfloat162int_ru(h));
        S(4, __bfloat162uint_rd(h));
        S(5, __bfloat162ll_rn(h));
        S(6, __bfloat162ull_ru(h));
        S(7, __bfloat162char_rz(h));
        S(8, __bfloat162uchar_rz(h));
        S(9, bits(__int2bfloat16_rn(i)));
        S(10, bits(__int2bfloat16_rz(i)));
        S(11, bits(__int2bfloat16_ru(i)));
        S(12, bits(__int2bfloat16_rd(i)));
        S(13, bits(__uint2bfloat16_ru(i)));
        S(14, bits(__short2bfloat16_rz(i)));
        S(15, bits(__ushort2bfloat16_rd(i)));
        S(16, bits(__ll2bfloat16_rn(i)));
        S(17, bits(__float2bfloat16_rz(__int_as_float(r))));
        S(18, bits(__float2bfloat16_ru(i * 0.37f)));
        S(19, bits(__float2bfloat16_rd(i * 0.37f)));
        S(20, bits(__double2bfloat16(i * 0.37)));
    }
}
__global__ void words(unsigned *sum) {
    unsigned s = 11;
    for (int n = 0; n < 400; n++) {
        unsigned a = rng(s), b = n % 4 ? rng(s) : a ^ 0x00ff0001, c = rng(s);
        bool x, y;
        S(0, __vimax3_s32(a, b, c));
        S(1, __vimin3_u32(a, b, c));
        S(2, __viaddmax_s32(a, b, c));
        S(3, __viaddmin_u32(a, b, c));
        S(4, __vimax_s32_relu(a, b));
        S(5, __vimin3_s32_relu(a, b, c));
        S(6, __viaddmax_s32_relu(a, b, c));
        S(7, __vibmax_s32(a, b, &x) + x);
        S(8, __vibmin_u32(a, b, &x) + x);
        S(9, __vimax3_s16x2(a, b, c));
        S(10, __vimin3_u16x2(a, b, c));
        S(11, __viaddmax_s16x2(a, b, c));
        S(12, __viaddmin_u16x2(a, b, c));
        S(13, __vimax_s16x2_relu(a, b));
        S(14, __vimin3_s16x2_relu(a, b, c));
        S(15, __viaddmin_s16x2_relu(a, b, c));
        S(16, __vibmax_s16x2(a, b, &x, &y) + 2 * x + y);
        S(17, __vibmin_u16x2(a, b, &x, &y) + 2 * x + y);
        S(18, __vnegss2(a));
        S(19, __vnegss4(a));
        S(20, __vabsss4(a));
        S(21, __vabsss2(a));
        S(22, __vavgs2(a, b));
        S(23, __vavgs4(a, b));
        S(24, __vsads4(a, b));
        S(25, __vsads2(a, b));
        S(26, __vsetges4(a, b));
        S(27, __vsetgts2(a, b));
        S(28, __vsetleu4(a, b));
        S(29, __vsetlts4(a, b));
        S(30, __vabsdiffs4(a, b));
        S(31, __vhaddu2(a, b));
        S(32, __vabs2(a));
        S(33, __vaddss4(a, b));
        S(34, __vsubus4(a, b));
        S(35, __vcmpges4(a, b));
        S(36, __dp2a_hi((int)a, (int)b, (int)c));
        S(37, __fns(a, b & 31, (int)(c % 5) - 2));
        S(38, __vsubss2(a, b));
        S(39, __vavgu2(a, b));
        S(40, __funnelshift_rc(a, b, c % 70));
        S(41, __rhadd((int)a, (int)b));
        S(42, __sad((int)a, (int)b, c));
        S(43, __nv_fp8_e4m3(__int_as_float(a)).__x);
        S(44, __nv_fp8_e5m2(__int_as_float(b)).__x);
        S(45, __umul24(a, b));
        S(46, __mul24(a, b));
        S(47, __byte_perm(a, b, c));
        S(48, __vneg4(a));
        S(49, __vcmpleu2(a, b));
    }
}
int main() {
    unsigned *d;
    cudaMallocManaged(&d, 4096);
#define RUN(n, k)                                                                                                      \
    memset(d, 0, 4096);                                                                                                \
    k;                                                                                                                 \
    cudaDeviceSynchronize();                                                                                           \
    for (int i = 0; i < n; i++)                                                                                        \
        printf("%s %d %08x\n", #k, i, d[i]);
    RUN(32, (halves<__half><<<1, 1>>>(d, 1)))
    RUN(32, (halves<__half><<<1, 1>>>(d, 0))) RUN(32, (halves<__nv_bfloat16><<<1, 1>>>(d, 1)))
        RUN(32, (halves<__nv_bfloat16><<<1, 1>>>(d, 0))) RUN(20, (conv_h<<<1, 1>>>(d))) RUN(21, (conv_b<<<1, 1>>>(d)))
            RUN(50, (words<<<1, 1>>>(d)))
}
