// wide_integers.cu: products of 256 bits by carries, powers modulo 64 bits by integers of 128, high halves, sums of
// double-double numbers, against the host. Division of 128 bits by nvcc reads by addc the carry that subc.cc left.
// options: -DSCORD_WIDE_DIVISION
#include <cmath>
#include <cstdint>
#include <cstdio>
typedef unsigned __int128 u128;
struct dd {
    double hi, lo;
};
__host__ __device__ static inline dd two_sum(double a, double b) {
#ifdef __CUDA_ARCH__
    double s = __dadd_rn(a, b), bb = __dsub_rn(s, a);
    return {s, __dadd_rn(__dsub_rn(a, __dsub_rn(s, bb)), __dsub_rn(b, bb))};
#else
    volatile double s = a + b, bb = s - a;
    return {s, (a - (s - bb)) + (b - bb)};
#endif
}
__device__ dd two_prod(double a, double b) {
    double p = __dmul_rn(a, b);
    return {p, __fma_rn(a, b, -p)};
}
__global__ void dot_dd(const double *a, const double *b, int n, double *o) {
    dd s = {0, 0};
    for (int i = 0; i < n; i++) {
        dd p = two_prod(a[i], b[i]);
        dd t = two_sum(s.hi, p.hi);
        s.hi = t.hi;
        s.lo += t.lo + p.lo;
    }
    *o = s.hi + s.lo;
}
__global__ void mul256(const uint32_t *a, const uint32_t *b, uint32_t *r) { // schoolbook 256x256 with carry chains
    const uint32_t *x = a + 8 * threadIdx.x, *y = b + 8 * threadIdx.x;
    uint32_t t[16] = {0};
    for (int i = 0; i < 8; i++) {
        uint32_t c = 0;
        for (int j = 0; j < 8; j++) {
            asm("{\n .reg .u32 lo, hi;\n mul.lo.u32 lo, %2, %3;\n mul.hi.u32 hi, %2, %3;\n add.cc.u32 lo, lo, %1;\n "
                "addc.u32 hi, hi, 0;\n add.cc.u32 %0, %0, lo;\n addc.u32 %1, hi, 0;\n}"
                : "+r"(t[i + j]), "+r"(c)
                : "r"(x[i]), "r"(y[j]));
        }
        t[i + 8] = c;
    }
    for (int i = 0; i < 16; i++)
        r[16 * threadIdx.x + i] = t[i];
}
__global__ void modpow(const uint64_t *b, const uint64_t *e, const uint64_t *m, uint64_t *o) {
    int i = threadIdx.x;
    u128 r = 1, x = b[i] % m[i];
    for (uint64_t k = e[i]; k; k >>= 1) {
        if (k & 1)
            r = r * x % m[i];
        x = x * x % m[i];
    }
    o[i] = (uint64_t)r;
}
__global__ void bits(const uint64_t *a, uint64_t *o) {
    int i = threadIdx.x;
    uint64_t v = a[i];
    unsigned lo = (unsigned)v, hi = (unsigned)(v >> 32);
    o[5 * i] = __umul64hi(v, v);
    o[5 * i + 1] = __mul64hi((int64_t)v, (int64_t)~v);
    o[5 * i + 2] = __brevll(v) ^ __clzll(v) ^ ((uint64_t)__popcll(v) << 40) ^ __ffsll(v);
    o[5 * i + 3] = ((uint64_t)__funnelshift_l(lo, hi, i) << 32) | __funnelshift_rc(lo, hi, 40);
    o[5 * i + 4] = ((uint64_t)__byte_perm(lo, hi, 0x3715) << 32) | __vadd4(lo, hi);
}
int main() {
    int wrong = 0;
    const int N = 64;
    uint32_t *a, *b, *r;
    cudaMallocManaged(&a, N * 32);
    cudaMallocManaged(&b, N * 32);
    cudaMallocManaged(&r, N * 64);
    uint64_t s = 88172645463325252ull;
    auto rnd = [&] {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        return s;
    };
    for (int i = 0; i < N * 8; i++)
        a[i] = i < 16 ? ~0u : (uint32_t)rnd(), b[i] = i < 8 ? ~0u : (uint32_t)rnd();
    mul256<<<1, N>>>(a, b, r);
    cudaDeviceSynchronize();
    for (int k = 0; k < N; k++) {
        uint32_t t[16] = {0};
        for (int i = 0; i < 8; i++) {
            uint64_t c = 0;
            for (int j = 0; j < 8; j++) {
                u128 x = (u128)a[8 * k + i] * b[8 * k + j] + t[i + j] + c;
                t[i + j] = (uint32_t)x;
                c = (uint64_t)(x >> 32);
            }
            t[i + 8] = c;
        }
        for (int i = 0; i < 16; i++)
            wrong += t[i] != r[16 * k + i];
    }
    uint64_t *x, *e, *m, *o;
    cudaMallocManaged(&x, 512);
    cudaMallocManaged(&e, 512);
    cudaMallocManaged(&m, 512);
    cudaMallocManaged(&o, 4096);
    for (int i = 0; i < 32; i++)
        x[i] = rnd(), e[i] = rnd() >> 40, m[i] = rnd() | 1;
    modpow<<<1, 32>>>(x, e, m, o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) {
        u128 q = 1, y = x[i] % m[i];
        for (uint64_t k = e[i]; k; k >>= 1) {
            if (k & 1)
                q = q * y % m[i];
            y = y * y % m[i];
        }
        wrong += o[i] != (uint64_t)q;
    }
    bits<<<1, 32>>>(x, o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) {
        uint64_t v = x[i];
        uint32_t lo = v, hi = v >> 32;
        wrong += o[5 * i] != (uint64_t)((u128)v * v >> 64);
        wrong += o[5 * i + 1] != (uint64_t)((__int128)(int64_t)v * (int64_t)~v >> 64);
        uint64_t br = 0;
        for (int k = 0; k < 64; k++)
            br |= (v >> k & 1) << (63 - k);
        wrong += o[5 * i + 2] != (br ^ (v ? __builtin_clzll(v) : 64) ^ ((uint64_t)__builtin_popcountll(v) << 40) ^
                                  __builtin_ffsll(v));
        uint32_t fl = i ? hi << i | lo >> (32 - i) : hi;
        wrong += o[5 * i + 3] != ((uint64_t)fl << 32 | hi);
        uint32_t bp = 0;
        unsigned sel[4] = {5, 1, 7, 3};
        for (int k = 0; k < 4; k++)
            bp |= (uint32_t)(v >> 8 * sel[k] & 255) << 8 * k;
        uint32_t va = 0;
        for (int k = 0; k < 4; k++)
            va |= ((lo >> 8 * k & 255) + (hi >> 8 * k & 255) & 255) << 8 * k;
        wrong += o[5 * i + 4] != ((uint64_t)bp << 32 | va);
    }
    double *da, *db, *d;
    cudaMallocManaged(&da, 800);
    cudaMallocManaged(&db, 800);
    cudaMallocManaged(&d, 8);
    da[0] = 1e16;
    db[0] = 1;
    da[1] = 1;
    db[1] = 1;
    da[2] = -1e16;
    db[2] = 1;
    for (int i = 3; i < 100; i++)
        da[i] = 1e-3 * i, db[i] = i % 2 ? 1 : -1;
    dot_dd<<<1, 1>>>(da, db, 100, d);
    cudaDeviceSynchronize();
    long double w = 0;
    for (int i = 0; i < 100; i++)
        w += (long double)da[i] * db[i];
    wrong += fabs((double)(*d - w)) > 1e-12;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
