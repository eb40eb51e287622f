// Bit and integer intrinsics, dot products and SIMD within a word, bfe, bfi, lop3 and others by inline PTX.
#include <cstdio>
#include <cstdint>
enum { COUNT = 64 };
__host__ __device__ unsigned sample(int i) {
    return i == 0 ? 0u : i == 1 ? ~0u : i == 2 ? 0x80000000u : (unsigned)i * 2654435761u ^ (unsigned)i << 7;
}
__device__ unsigned bfe(unsigned x, unsigned at, unsigned n) {
    unsigned r;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(at), "r"(n));
    return r;
}
__device__ unsigned bfi(unsigned x, unsigned into, unsigned at, unsigned n) {
    unsigned r;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(into), "r"(at), "r"(n));
    return r;
}
__device__ unsigned majority(unsigned a, unsigned b, unsigned c) {
    unsigned r;
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}
__device__ unsigned long long wide_mad(unsigned a, unsigned b, unsigned long long c) {
    unsigned long long r;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(r) : "r"(a), "r"(b), "l"(c));
    return r;
}
__device__ unsigned add_carry(unsigned a, unsigned b, unsigned &high) {
    unsigned r;
    asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %1, 0;" : "=r"(r), "+r"(high) : "r"(a), "r"(b));
    return r;
}
__global__ void compute(unsigned long long *out) {
    int i = threadIdx.x;
    unsigned a = sample(i), b = sample(i * 3 + 5), c = sample(i + 11);
    unsigned long long *o = out + i * 34, l = (unsigned long long)a << 32 | b;
    int k = 0;
    unsigned high = a;
    o[k++] = __popc(a);
    o[k++] = __popcll(l);
    o[k++] = __clz(a);
    o[k++] = __clzll(l);
    o[k++] = __ffs(a);
    o[k++] = __ffsll(l);
    o[k++] = __brev(a);
    o[k++] = __brevll(l);
    o[k++] = __byte_perm(a, b, 0x6420 + i % 2);
    o[k++] = __mulhi((int)a, (int)b);
    o[k++] = __umulhi(a, b);
    o[k++] = __mul64hi((long long)l, (long long)(l * 3));
    o[k++] = __umul64hi(l, l * 5);
    o[k++] = __mul24((int)a, (int)b);
    o[k++] = __umul24(a, b);
    o[k++] = __sad((int)a, (int)b, c);
    o[k++] = __usad(a, b, c);
    o[k++] = __hadd((int)a, (int)b);
    o[k++] = __rhadd((int)a, (int)b);
    o[k++] = __uhadd(a, b);
    o[k++] = __funnelshift_l(a, b, c);
    o[k++] = __funnelshift_r(a, b, c);
    o[k++] = __funnelshift_lc(a, b, i);
    o[k++] = __funnelshift_rc(a, b, i);
    o[k++] = __dp4a((int)a, (int)b, 7);
    o[k++] = __dp4a(a, b, 7u);
    o[k++] = __vadd4(a, b);
    o[k++] = __vabsdiffu4(a, b);
    o[k++] = __vmaxs2(a, b) ^ __vcmpgtu2(a, b);
    o[k++] = __vsadu4(a, b);
    o[k++] = bfe(a, i % 32, i % 13) ^ bfi(b, a, i % 29, i % 7);
    o[k++] = majority(a, b, c);
    o[k++] = wide_mad(a, b, l);
    o[k++] = add_carry(b, c, high) + ((unsigned long long)high << 32) + __fns(a | 1, 31, -1);
}
static unsigned long long expect(int i, int k) {
    unsigned a = sample(i), b = sample(i * 3 + 5), c = sample(i + 11);
    unsigned long long l = (unsigned long long)a << 32 | b, r = 0;
    int x = a, y = b;
    auto byte = [](unsigned v, int n) { return v >> 8 * n & 255; };
    auto sbyte = [](unsigned v, int n) { return (int)(int8_t)(v >> 8 * n); };
    switch (k) {
    case 0: return __builtin_popcount(a);
    case 1: return __builtin_popcountll(l);
    case 2: return a ? __builtin_clz(a) : 32;
    case 3: return l ? __builtin_clzll(l) : 64;
    case 4: return __builtin_ffs(a);
    case 5: return __builtin_ffsll(l);
    case 6:
        for (int n = 0; n < 32; n++) r |= (unsigned long long)(a >> n & 1) << (31 - n);
        return r;
    case 7:
        for (int n = 0; n < 64; n++) r |= (l >> n & 1) << (63 - n);
        return r;
    case 8: {
        unsigned s = 0x6420 + i % 2;
        for (int n = 0; n < 4; n++) {
            int p = s >> 4 * n & 7;
            r |= (unsigned long long)byte(p < 4 ? a : b, p & 3) << 8 * n;
        }
        return r;
    }
    case 9: return (unsigned long long)(long long)(int)((long long)x * y >> 32);
    case 10: return (unsigned)((unsigned long long)a * b >> 32);
    case 11: return (unsigned long long)((__int128)(long long)l * (long long)(l * 3) >> 64);
    case 12: return (unsigned long long)((unsigned __int128)l * (l * 5) >> 64);
    case 13: return (unsigned long long)(long long)(int)((unsigned)((x << 8) >> 8) * (unsigned)((y << 8) >> 8));
    case 14: return (a & 0xffffff) * (b & 0xffffff);
    case 15: return (unsigned)(c + (x > y ? (unsigned)x - y : (unsigned)y - x));
    case 16: return (unsigned)(c + (a > b ? a - b : b - a));
    case 17: return (unsigned long long)(((long long)x + y) >> 1);
    case 18: return (unsigned long long)(((long long)x + y + 1) >> 1);
    case 19: return ((unsigned long long)a + b) >> 1;
    case 20: {
        unsigned long long v = (unsigned long long)b << 32 | a;
        return (unsigned)(v << (c & 31) >> 32);
    }
    case 21: {
        unsigned long long v = (unsigned long long)b << 32 | a;
        return (unsigned)(v >> (c & 31));
    }
    case 22: {
        unsigned long long v = (unsigned long long)b << 32 | a;
        return i >= 32 ? a : (unsigned)(v << i >> 32);
    }
    case 23: {
        unsigned long long v = (unsigned long long)b << 32 | a;
        return i >= 32 ? b : (unsigned)(v >> i);
    }
    case 24: {
        int s = 7;
        for (int n = 0; n < 4; n++) s += sbyte(a, n) * sbyte(b, n);
        return (unsigned long long)(long long)s;
    }
    case 25: {
        unsigned s = 7;
        for (int n = 0; n < 4; n++) s += byte(a, n) * byte(b, n);
        return s;
    }
    case 26:
        for (int n = 0; n < 4; n++) r |= (unsigned long long)(byte(a, n) + byte(b, n) & 255) << 8 * n;
        return r;
    case 27:
        for (int n = 0; n < 4; n++) {
            unsigned p = byte(a, n), q = byte(b, n);
            r |= (unsigned long long)(p > q ? p - q : q - p) << 8 * n;
        }
        return r;
    case 28:
        for (int n = 0; n < 32; n += 16) {
            short p = (short)(a >> n), q = (short)(b >> n);
            unsigned m = (unsigned short)(p > q ? p : q), g = (unsigned short)p > (unsigned short)q ? 0xffff : 0;
            r |= (unsigned long long)(m ^ g) << n;
        }
        return r;
    case 29:
        for (int n = 0; n < 4; n++) {
            unsigned p = byte(a, n), q = byte(b, n);
            r += p > q ? p - q : q - p;
        }
        return r;
    case 30: {
        unsigned at = i % 32, n = i % 13, m = (1u << n) - 1, f = i % 29, w = (1u << i % 7) - 1;
        return (unsigned)(((unsigned)((unsigned long long)a >> at) & m) ^
                          (unsigned)(((unsigned long long)(a & ~(w << f))) | (unsigned)((b & w) << f)));
    }
    case 31: return (a & b) | (a & c) | (b & c);
    case 32: return (unsigned long long)a * b + l;
    default: {
        unsigned long long s = (unsigned long long)b + c;
        return (s & 0xffffffffu) + ((unsigned long long)(unsigned)(a + (s >> 32)) << 32) +
               (31 - __builtin_clz(a | 1));
    }
    }
}
int main() {
    static unsigned long long h[COUNT * 34];
    unsigned long long *d;
    int wrong = 0;
    cudaMalloc(&d, sizeof h);
    compute<<<1, COUNT>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 34; k++)
            if (h[i * 34 + k] != expect(i, k)) {
                if (wrong++ < 5)
                    printf("sample %d, function %d: %llx, not %llx\n", i, k, h[i * 34 + k], expect(i, k));
            }
    printf("wrong %d\n", wrong);
}
