// Inline PTX as libraries write it: memory orders and cache operators, reductions, packed moves, carry chains, predicates,
// loops with labels, approximations, address spaces, hints.
#include <cmath>
#include <cstdio>
__device__ unsigned ld_acquire(const unsigned *p) {
    unsigned v;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ void st_release(unsigned *p, unsigned v) {
    asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
__device__ unsigned atom_acq_rel(unsigned *p, unsigned v) {
    unsigned o;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;" : "=r"(o) : "l"(p), "r"(v) : "memory");
    return o;
}
__device__ void red_add(unsigned *p, unsigned v) {
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
__device__ float4 ld_stream(const float4 *p) {
    float4 v;
    asm("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
        : "l"(p));
    return v;
}
__device__ void st_through(float2 *p, float2 v) {
    asm volatile("st.global.wt.v2.f32 [%0], {%1, %2};" : : "l"(p), "f"(v.x), "f"(v.y) : "memory");
}
__device__ unsigned long long pack(unsigned low, unsigned high) {
    unsigned long long r;
    asm("mov.b64 %0, {%1, %2};" : "=l"(r) : "r"(low), "r"(high));
    return r;
}
__device__ uint2 unpack(unsigned long long v) {
    uint2 r;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(r.x), "=r"(r.y) : "l"(v));
    return r;
}
__device__ void add128(unsigned *r, const unsigned *a, const unsigned *b) {
    asm("add.cc.u32 %0, %4, %8;\n\taddc.cc.u32 %1, %5, %9;\n\taddc.cc.u32 %2, %6, %10;\n\taddc.u32 %3, %7, %11;"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
__device__ int clamp_by_predicate(int x) {
    int r;
    asm("{\n\t.reg .pred p, q;\n\tsetp.gt.s32 p, %1, 100;\n\tsetp.lt.s32 q, %1, -100;\n\tselp.s32 %0, 100, %1, "
        "p;\n\t@q mov.s32 %0, -100;\n\t}"
        : "=r"(r)
        : "r"(x));
    return r;
}
__device__ unsigned sum_by_loop(unsigned n) {
    unsigned r;
    asm volatile("{\n\t.reg .pred p;\n\t.reg .u32 i;\n\tmov.u32 i, %1;\n\tmov.u32 %0, 0;\nLOOP_%=:\n\tsetp.eq.u32 p, "
                 "i, 0;\n\t@p bra DONE_%=;\n\tadd.u32 %0, %0, i;\n\tsub.u32 i, i, 1;\n\tbra LOOP_%=;\nDONE_%=:\n\t}"
                 : "=&r"(r)
                 : "r"(n));
    return r;
}
__device__ float approximate(float x) {
    float e, l, r, s, q;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(x));
    asm("lg2.approx.f32 %0, %1;" : "=f"(l) : "f"(x));
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(s) : "f"(x));
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(q) : "f"(x));
    return e + l + r + s + q;
}
__device__ int round_by_convert(float x) {
    int r;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}
__device__ unsigned shared_load(const unsigned *p) {
    unsigned a, v;
    asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(a));
    return v;
}
__device__ unsigned broadcast(unsigned v, int lane) {
    unsigned r;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v), "r"(lane));
    return r;
}
__device__ unsigned ballot(int p) {
    unsigned r;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(r)
                 : "r"(p));
    return r;
}
__device__ unsigned block_count(int p) {
    unsigned r;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r"(r) : "r"(p) : "memory");
    return r;
}
__device__ unsigned flag, message, count;
__global__ void pass(unsigned *out) {
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(&message), "r"(77u) : "memory");
        asm volatile("fence.acq_rel.gpu;" : : : "memory");
        atom_acq_rel(&flag, 1);
    } else {
        while (atom_acq_rel(&flag, 0) == 0) asm volatile("nanosleep.u32 20;");
        asm volatile("fence.acq_rel.gpu;" : : : "memory");
        unsigned v;
        asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(&message) : "memory");
        out[blockIdx.x] = v;
    }
}
__global__ void compute(const float4 *in, float2 *pairs, unsigned *words, int *ints, float *reals) {
    __shared__ unsigned s[64];
    int t = threadIdx.x;
    asm volatile("prefetch.global.L1 [%0];" : : "l"(in + t));
    float4 v = ld_stream(in + t);
    st_through(pairs + t, make_float2(v.x + v.z, v.y * v.w));
    s[t] = t * 3;
    __syncthreads();
    uint2 u = unpack(pack(t, 5) + 0xffffffffull);
    unsigned a[4] = {~0u, ~0u, (unsigned)t, 1}, b[4] = {1, 0, 2, 3}, r[4];
    add128(r, a, b);
    unsigned *w = words + t * 8;
    w[0] = u.x;
    w[1] = u.y;
    w[2] = r[1] + r[2] * 10 + r[3] * 1000;
    w[3] = sum_by_loop(t % 7);
    w[4] = shared_load(&s[63 - t]);
    w[5] = broadcast(t, 9);
    w[6] = ballot(t % 2);
    w[7] = block_count(t % 3 == 0);
    ints[t] = clamp_by_predicate(t * 10 - 300) * 1000 + round_by_convert(t * 0.5f);
    reals[t] = approximate(1.0f + t);
    red_add(&count, t);
    if (t == 0) { st_release(words + 512, ld_acquire(words + 8 * 0 + 3) + 9); }
}
int main() {
    unsigned *out, h[4], *dw, w[513], c;
    float4 in[64], *di;
    float2 *dp, p[64];
    int *dn, n[64], wrong = 0;
    float *df, f[64];
    cudaMalloc(&out, sizeof h);
    pass<<<3, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    wrong += h[1] != 77 || h[2] != 77;
    for (int i = 0; i < 64; i++) in[i] = make_float4(i, 2, 0.5f, i + 1);
    cudaMalloc(&di, sizeof in);
    cudaMalloc(&dp, sizeof p);
    cudaMalloc(&dw, sizeof w);
    cudaMalloc(&dn, sizeof n);
    cudaMalloc(&df, sizeof f);
    cudaMemcpy(di, in, sizeof in, cudaMemcpyHostToDevice);
    compute<<<1, 64>>>(di, dp, dw, dn, df);
    cudaMemcpy(p, dp, sizeof p, cudaMemcpyDeviceToHost);
    cudaMemcpy(w, dw, sizeof w, cudaMemcpyDeviceToHost);
    cudaMemcpy(n, dn, sizeof n, cudaMemcpyDeviceToHost);
    cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&c, count, 4);
    for (int t = 0; t < 64; t++) {
        unsigned long long sum = (5ull << 32 | t) + 0xffffffffull;
        const unsigned *q = w + t * 8;
        int k = t % 7, x = t * 10 - 300;
        float y = 1.0f + t;
        wrong += p[t].x != t + 0.5f || p[t].y != 2.0f * (t + 1) || q[0] != (unsigned)sum ||
                 q[1] != (unsigned)(sum >> 32) || q[2] != (t + 3) * 10u + 4000 ||
                 q[3] != (unsigned)(k * (k + 1) / 2) || q[4] != (63u - t) * 3 || q[5] != t / 32 * 32 + 9u ||
                 q[6] != 0xaaaaaaaau;
        wrong += q[7] != 22;
        wrong += n[t] != (x > 100 ? 100 : x < -100 ? -100 : x) * 1000 + (int)nearbyintf(t * 0.5f);
        wrong += !(fabsf(f[t] - (exp2f(y) + log2f(y) + 1 / y + 1 / sqrtf(y) + sqrtf(y))) <= 1e-5f * f[t]);
    }
    wrong += c != 2016 || w[512] != 9;
    printf("wrong %d\n", wrong);
}
