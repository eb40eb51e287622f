// Every atomic function, operand type and scope, on global and shared memory, against the same operations in any order.
#include <cstdio>
#include <cstring>
enum { THREADS = 128, BLOCKS = 3 };
struct Words {
    int add, sub, least, most, both, either, odd, exchanged, swapped;
    unsigned uadd, usub, uleast, umost, uboth, ueither, uodd, inc, dec, uexchanged;
    long long lleast, lmost;
    unsigned long long ladd, luleast, lumost, lboth, leither, lodd, lexchanged, lswapped;
    float fadd, fexchanged;
    double dadd;
};
#define ALL(suffix)                                                                                              \
    template <int> __device__ void all##suffix(Words *w, int t) {                                                \
        atomicAdd##suffix(&w->add, t - 50);                                                                      \
        atomicSub##suffix(&w->sub, t);                                                                           \
        atomicMin##suffix(&w->least, t * 7 % 31 - 20);                                                           \
        atomicMax##suffix(&w->most, t * 7 % 31 - 20);                                                            \
        atomicAnd##suffix(&w->both, ~(1 << t % 9));                                                              \
        atomicOr##suffix(&w->either, 1 << t % 11);                                                               \
        atomicXor##suffix(&w->odd, t *t);                                                                        \
        int old = atomicExch##suffix(&w->exchanged, -3);                                                         \
        (void)old;                                                                                               \
        for (int seen = 0, was; (was = atomicCAS##suffix(&w->swapped, seen, seen + 2)) != seen;) seen = was;     \
        atomicAdd##suffix(&w->uadd, 3000000000u);                                                                \
        atomicSub##suffix(&w->usub, 5u);                                                                         \
        atomicMin##suffix(&w->uleast, 4000000000u - t);                                                          \
        atomicMax##suffix(&w->umost, 4000000000u - t);                                                           \
        atomicAnd##suffix(&w->uboth, ~(1u << t % 32));                                                           \
        atomicOr##suffix(&w->ueither, 1u << t % 32);                                                             \
        atomicXor##suffix(&w->uodd, 0x80000001u * t);                                                            \
        atomicInc##suffix(&w->inc, 9u);                                                                          \
        atomicDec##suffix(&w->dec, 9u);                                                                          \
        atomicExch##suffix(&w->uexchanged, 7u);                                                                  \
        atomicMin##suffix(&w->lleast, -(1ll << 40) + t);                                                         \
        atomicMax##suffix(&w->lmost, (1ll << 40) + t);                                                           \
        atomicAdd##suffix(&w->ladd, (1ull << 33) + t);                                                           \
        atomicMin##suffix(&w->luleast, ~0ull - t);                                                               \
        atomicMax##suffix(&w->lumost, ~0ull - t);                                                                \
        atomicAnd##suffix(&w->lboth, ~(1ull << t % 50));                                                         \
        atomicOr##suffix(&w->leither, 1ull << t % 50);                                                           \
        atomicXor##suffix(&w->lodd, (unsigned long long)t << 31);                                                \
        atomicExch##suffix(&w->lexchanged, 1ull << 60);                                                          \
        for (unsigned long long seen = 0, was; (was = atomicCAS##suffix(&w->lswapped, seen, seen * 2)) != seen;) \
            seen = was;                                                                                          \
        atomicAdd##suffix(&w->fadd, 0.25f);                                                                      \
        atomicAdd##suffix(&w->dadd, 0.125);                                                                      \
        atomicExch##suffix(&w->fexchanged, 2.5f);                                                                \
    }
ALL() ALL(_block) ALL(_system) __global__ void device_scope(Words *w) {
    all<0>(w, threadIdx.x + blockIdx.x * THREADS);
}
__global__ void system_scope(Words *w) { all_system<0>(w, threadIdx.x + blockIdx.x * THREADS); }
__global__ void block_scope(Words *w) { all_block<0>(w + blockIdx.x, threadIdx.x + blockIdx.x * THREADS); }
__global__ void in_shared(Words *w) {
    __shared__ Words s;
    if (threadIdx.x == 0) s = w[blockIdx.x];
    __syncthreads();
    all<0>(&s, threadIdx.x + blockIdx.x * THREADS);
    __syncthreads();
    if (threadIdx.x == 0) w[blockIdx.x] = s;
}
static Words initial() {
    Words w;
    memset(&w, 0, sizeof w);
    w.both = w.uboth = -1;
    w.lboth = ~0ull;
    w.uleast = ~0u;
    w.luleast = ~0ull;
    w.lswapped = 1;
    w.dec = 4;
    w.inc = 2;
    return w;
}
static void apply(Words &w, int t) {
    auto low = [](auto &a, auto b) {
        if (b < a) a = b;
    };
    auto high = [](auto &a, auto b) {
        if (a < b) a = b;
    };
    w.add += t - 50;
    w.sub -= t;
    low(w.least, t * 7 % 31 - 20);
    high(w.most, t * 7 % 31 - 20);
    w.both &= ~(1 << t % 9);
    w.either |= 1 << t % 11;
    w.odd ^= t * t;
    w.exchanged = -3;
    w.swapped += 2;
    w.uadd += 3000000000u;
    w.usub -= 5;
    low(w.uleast, 4000000000u - t);
    high(w.umost, 4000000000u - t);
    w.uboth &= ~(1u << t % 32);
    w.ueither |= 1u << t % 32;
    w.uodd ^= 0x80000001u * t;
    w.inc = w.inc >= 9 ? 0 : w.inc + 1;
    w.dec = w.dec == 0 || w.dec > 9 ? 9 : w.dec - 1;
    w.uexchanged = 7;
    low(w.lleast, -(1ll << 40) + t);
    high(w.lmost, (1ll << 40) + t);
    w.ladd += (1ull << 33) + t;
    low(w.luleast, ~0ull - t);
    high(w.lumost, ~0ull - t);
    w.lboth &= ~(1ull << t % 50);
    w.leither |= 1ull << t % 50;
    w.lodd ^= (unsigned long long)t << 31;
    w.lexchanged = 1ull << 60;
    w.lswapped *= 2;
    w.fadd += 0.25f;
    w.dadd += 0.125;
    w.fexchanged = 2.5f;
}
int main() {
    Words *d, got[BLOCKS], expected;
    int wrong = 0;
    cudaMalloc(&d, sizeof got);
    for (int kind = 0; kind < 4; kind++) {
        for (Words &w : got) w = initial();
        cudaMemcpy(d, got, sizeof got, cudaMemcpyHostToDevice);
        if (kind == 0) device_scope<<<BLOCKS, THREADS>>>(d);
        if (kind == 1) system_scope<<<BLOCKS, THREADS>>>(d);
        if (kind == 2) block_scope<<<BLOCKS, THREADS>>>(d);
        if (kind == 3) in_shared<<<BLOCKS, THREADS>>>(d);
        cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
        for (int b = 0; b < (kind < 2 ? 1 : BLOCKS); b++) {
            expected = initial();
            for (int t = b * THREADS; t < (kind < 2 ? BLOCKS : b + 1) * THREADS; t++) apply(expected, t);
            wrong += memcmp(&got[b], &expected, sizeof expected) != 0;
        }
    }
    printf("wrong %d\n", wrong);
}
