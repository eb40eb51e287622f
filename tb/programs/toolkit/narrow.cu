// narrow.cu: half, bfloat16, 8-bit floating point: each function of the headers on the device and on the host.
// cases: 82
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "cases.h"

#define HALF(x) __float2half_rn(x)
#define BF(x)   __float2bfloat16_rn(x)

/* fma() is there on the device only: on the host it is one rounding of the exact sum, to odd in between. */
#ifndef __CUDA_ARCH__
static long double to_odd(float a, float b, float c) {
    const long double product = (long double)a * b, sum = product + c;
    const long double of_c = sum - product, lost = (product - (sum - of_c)) + ((long double)c - of_c);
    int exponent;
    if (lost == 0 || !std::isfinite(lost) || sum == 0) return sum;
    const long double bits = ldexpl(frexpl(sum, &exponent), 64); /* an integer */
    return fmodl(bits, 2) != 0 ? sum : nextafterl(sum, lost > 0 ? INFINITY : -INFINITY);
}
template <typename T> static T narrowed(long double exact);
template <> __half narrowed(long double exact) {
    double d = (double)exact;
    unsigned long long u;
    memcpy(&u, &d, 8);
    if ((long double)d != exact && std::isfinite(d) && !(u & 1)) d = nextafter(d, exact > d ? INFINITY : -INFINITY);
    return __double2half(d);
}
template <> __nv_bfloat16 narrowed(long double exact) {
    double d = (double)exact;
    unsigned long long u;
    memcpy(&u, &d, 8);
    if ((long double)d != exact && std::isfinite(d) && !(u & 1)) d = nextafter(d, exact > d ? INFINITY : -INFINITY);
    return __double2bfloat16(d);
}
#endif
template <typename T> __host__ __device__ T FMA(T a, T b, T c) {
#ifdef __CUDA_ARCH__
    return __hfma(a, b, c);
#else
    return narrowed<T>(to_odd((float)a, (float)b, (float)c));
#endif
}
template <typename T> __host__ __device__ T FMA_SAT(T a, T b, T c) {
#ifdef __CUDA_ARCH__
    return __hfma_sat(a, b, c);
#else
    const T r = FMA(a, b, c);
    return __hisnan(r) ? T(0.0f) : (float)r > 1 ? T(1.0f) : (float)r > 0 ? r : T(0.0f);
#endif
}
template <typename T> __host__ __device__ T FMA2(T a, T b, T c) {
#ifdef __CUDA_ARCH__
    return __hfma2(a, b, c);
#else
    T r;
    r.x = FMA(a.x, b.x, c.x), r.y = FMA(a.y, b.y, c.y);
    return r;
#endif
}

PURE(half_to, return __float2half_rn(a);)
PURE(half_rz, return __float2half_rz(a);)
PURE(half_rd, return __float2half_rd(a);)
PURE(half_ru, return __float2half_ru(a);)
PURE(half_from, return __half2float(HALF(a));)
PURE(half_double, return __double2half((double)a * 1.0000001);)
PURE(half_pair, return __floats2half2_rn(a, b);)
PURE(half_add, return __half2float(__hadd(HALF(a), HALF(b)));)
PURE(half_sub, return __half2float(__hsub(HALF(a), HALF(b)));)
PURE(half_mul, return __half2float(__hmul(HALF(a), HALF(b)));)
PURE(half_div, return __half2float(__hdiv(HALF(a), HALF(b)));)
PURE(half_fma, return __half2float(FMA(HALF(a), HALF(b), HALF(c)));)
PURE(half_add_sat, return __half2float(__hadd_sat(HALF(a), HALF(b)));)
PURE(half_mul_sat, return __half2float(__hmul_sat(HALF(a), HALF(b)));)
PURE(half_fma_sat, return __half2float(FMA_SAT(HALF(a), HALF(b), HALF(c)));)
PURE(half_neg, return __half2float(__hneg(HALF(a)));)
PURE(half_abs, return __half2float(__habs(HALF(a)));)
PURE(half_eq, return __heq(HALF(a), HALF(b));)
PURE(half_ne, return __hne(HALF(a), HALF(b));)
PURE(half_lt, return __hlt(HALF(a), HALF(b));)
PURE(half_le, return __hle(HALF(a), HALF(b));)
PURE(half_gt, return __hgt(HALF(a), HALF(b));)
PURE(half_ge, return __hge(HALF(a), HALF(b));)
PURE(half_ltu, return __hltu(HALF(a), HALF(b));)
PURE(half_gequ, return __hgeu(HALF(a), HALF(b));)
PURE(half_nan, return __hisnan(HALF(a));)
PURE(half_inf, return __hisinf(HALF(a));)
PURE(half_max, return __half2float(__hmax(HALF(a), HALF(b)));)
PURE(half_min, return __half2float(__hmin(HALF(a), HALF(b)));)
PURE(half_max_nan, return __half2float(__hmax_nan(HALF(a), HALF(b)));)
PURE(half_int_rz, return __half2int_rz(HALF(a));)
PURE(half_uint, return __half2uint_rz(HALF(fabsf(a)));)
PURE(half_short, return __half2short_rz(HALF(a));)
PURE(half_ll, return __half2ll_rz(HALF(a));)
PURE(half_of_int, return __int2half_rn((int)(c * 0.0f == 0.0f ? fminf(fmaxf(c, -1e9f), 1e9f) : 0));)
PURE(half_of_short, return __short2half_rn((short)(c * 0.0f == 0.0f ? fminf(fmaxf(c, -3e4f), 3e4f) : 0));)
PURE(half_of_ull, return __ull2half_rn((unsigned long long)(c * 0.0f == 0.0f ? fminf(fabsf(c), 1e5f) : 0));)
PURE(half2_fma, const __half2 r = FMA2(__floats2half2_rn(a, b), __floats2half2_rn(b, c), __floats2half2_rn(c, a));
      return __low2float(r) + 2 * __high2float(r);)
PURE(half2_add, const __half2 r = __hadd2(__floats2half2_rn(a, b), __floats2half2_rn(b, c)); return __low2float(r);)
PURE(half2_cmp, return __hbgt2(__floats2half2_rn(a, b), __floats2half2_rn(b, c));)
PURE(half2_max, const __half2 r = __hmax2(__floats2half2_rn(a, b), __floats2half2_rn(b, c)); return __high2float(r);)
PURE(half_ops, __half h = HALF(a); h += HALF(b); h = h * HALF(c) - HALF(a); return __half2float(h);)
PURE(bf_to, return __float2bfloat16_rn(a);)
PURE(bf_rz, return __float2bfloat16_rz(a);)
PURE(bf_rd, return __float2bfloat16_rd(a);)
PURE(bf_ru, return __float2bfloat16_ru(a);)
PURE(bf_from, return __bfloat162float(BF(a));)
PURE(bf_double, return __double2bfloat16((double)a * 1.0000001);)
PURE(bf_pair, return __floats2bfloat162_rn(a, b);)
PURE(bf_add, return __bfloat162float(__hadd(BF(a), BF(b)));)
PURE(bf_sub, return __bfloat162float(__hsub(BF(a), BF(b)));)
PURE(bf_mul, return __bfloat162float(__hmul(BF(a), BF(b)));)
PURE(bf_div, return __bfloat162float(__hdiv(BF(a), BF(b)));)
PURE(bf_fma, return __bfloat162float(FMA(BF(a), BF(b), BF(c)));)
PURE(bf_add_sat, return __bfloat162float(__hadd_sat(BF(a), BF(b)));)
PURE(bf_abs, return __bfloat162float(__habs(BF(a)));)
PURE(bf_lt, return __hlt(BF(a), BF(b));)
PURE(bf_eq, return __heq(BF(a), BF(b));)
PURE(bf_geu, return __hgeu(BF(a), BF(b));)
PURE(bf_max, return __bfloat162float(__hmax(BF(a), BF(b)));)
PURE(bf_min_nan, return __bfloat162float(__hmin_nan(BF(a), BF(b)));)
PURE(bf_int, return __bfloat162int_rz(BF(a));)
PURE(bf_uint, return __bfloat162uint_rz(BF(fabsf(a)));)
PURE(bf_of_int, return __int2bfloat16_rn((int)(c * 0.0f == 0.0f ? fminf(fmaxf(c, -1e9f), 1e9f) : 0));)
PURE(bf2_fma, const __nv_bfloat162 r = FMA2(__floats2bfloat162_rn(a, b), __floats2bfloat162_rn(b, c),
      __floats2bfloat162_rn(c, a)); return __low2float(r);)
PURE(bf2_min, const __nv_bfloat162 r = __hmin2(__floats2bfloat162_rn(a, b), __floats2bfloat162_rn(b, c)); return
      __high2float(r);)
PURE(bf_ops, __nv_bfloat16 h = BF(a); h += BF(b); h = h * BF(c) - BF(a); return __bfloat162float(h);)
PURE(e4m3_to, return __nv_cvt_float_to_fp8(a, __NV_SATFINITE, __NV_E4M3);)
PURE(e4m3_no, return __nv_cvt_float_to_fp8(a, __NV_NOSAT, __NV_E4M3);)
PURE(e5m2_to, return __nv_cvt_float_to_fp8(a, __NV_SATFINITE, __NV_E5M2);)
PURE(e5m2_no, return __nv_cvt_float_to_fp8(a, __NV_NOSAT, __NV_E5M2);)
PURE(e4m3_pair, return __nv_cvt_float2_to_fp8x2(make_float2(a, b), __NV_SATFINITE, __NV_E4M3);)
PURE(e5m2_pair, return __nv_cvt_float2_to_fp8x2(make_float2(a, b), __NV_SATFINITE, __NV_E5M2);)
PURE(e4m3_half, return __nv_cvt_halfraw_to_fp8(HALF(a), __NV_SATFINITE, __NV_E4M3);)
PURE(e5m2_half, return __nv_cvt_halfraw_to_fp8(HALF(a), __NV_SATFINITE, __NV_E5M2);)
PURE(e4m3_bf, return __nv_cvt_bfloat16raw_to_fp8(BF(a), __NV_SATFINITE, __NV_E4M3);)
PURE(e4m3_double, return __nv_cvt_double_to_fp8((double)a, __NV_SATFINITE, __NV_E4M3);)
PURE(e4m3_from, return (float)__nv_fp8_e4m3(a);)
PURE(e5m2_from, return (float)__nv_fp8_e5m2(a);)
PURE(e4m3_four, const float4 f = (float4)__nv_fp8x4_e4m3(make_float4(a, b, c, a)); return f.x + f.y * 2 + f.z * 4;)
PURE(e5m2_two, const float2 f = (float2)__nv_fp8x2_e5m2(make_float2(a, b)); return f.x - f.y;)

/* By nvcc a loop of compare-and-swap, whose first load has an offset and whose swap has none (lock_swaps.c): no race. */
__global__ void packed_sums(__nv_bfloat162 *sums) { atomicAdd(&sums[96], __floats2bfloat162_rn(1.0f, 3.0f)); }

int main() {
    shared_array<__nv_bfloat162> sums(97);
    sums[96] = __floats2bfloat162_rn(0.0f, 0.0f);
    packed_sums<<<1, 64>>>(&sums[0]);
    CUDA(cudaDeviceSynchronize());
    expect(__low2float(sums[96]) == 64 && __high2float(sums[96]) == 192, "packed_sums");
    run_all();
    return finish();
}
