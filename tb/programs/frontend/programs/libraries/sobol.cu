// sobol.cu: Sobol' of 64 bits, and scrambled: vectors and numbers that cuRAND's host library gives, device against
// host, and that scrambled numbers are a net: of 2^5 numbers each interval of 2^-5 has one.
// options: -std=c++17 -lcurand
#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>
#include <vector>
static int wrong;
template <typename S> __global__ void draw64(unsigned long long *v, unsigned long long *w, float *f, double *d) {
    S s;
    const int d0 = blockIdx.x;
    curand_init(v + 64 * d0, 5ull + threadIdx.x, &s);
    w[d0 * 32 + threadIdx.x] = curand(&s);
    f[d0 * 32 + threadIdx.x] = curand_uniform(&s);
    d[d0 * 32 + threadIdx.x] = curand_normal_double(&s);
}
__global__ void scrambled(unsigned *v, const unsigned *c, unsigned long long *v64, const unsigned long long *c64,
                          unsigned *w, unsigned long long *w64, double *u) {
    const int d = blockIdx.x, t = threadIdx.x, at = d * 32 + t;
    curandStateScrambledSobol32_t s;
    curand_init(v + 32 * d, c[d], t, &s);
    w[at] = curand(&s);
    curandStateScrambledSobol64_t q;
    curand_init(v64 + 64 * d, c64[d], t, &q);
    w64[at] = curand(&q);
    skipahead(1, &q);
    u[at] = curand_uniform_double(&q);
}
int main() {
    curandDirectionVectors64_t *v;
    curandGetDirectionVectors64(&v, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
    if (v[0][63] != 1 || v[5][40] != 0xa8808000e0800000ull || v[20][63] != 0x1003000d00000051ull ||
        v[20][10] != 0x5ba0000000000000ull) {
        wrong++;
        puts("vectors");
    }
    curandGenerator_t g;
    if (curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL64))
        wrong++;
    curandSetQuasiRandomGeneratorDimensions(g, 3);
    std::vector<unsigned long long> l(120);
    curandSetGeneratorOffset(g, 5);
    curandGenerateLongLong(g, l.data(), 120);
    unsigned w;
    if (curandGenerate(g, &w, 3) != CURAND_STATUS_TYPE_ERROR)
        wrong++;
    if (l[0] != 0xe000000000000000ull || l[40] != 0xe000000000000000ull || l[41] != 0x2000000000000000ull) {
        wrong++;
        puts("longs");
    }
    float f[6];
    double d[6];
    curandSetGeneratorOffset(g, 5);
    curandGenerateUniformDouble(g, d, 6);
    if (d[3] != 0x1.0000000000002p-3) {
        wrong++;
        puts("double");
    }
    curandSetGeneratorOffset(g, 5);
    curandGenerateNormal(g, f, 6, 0, 1);
    if (fabs(f[1] - 0x1.464966p-2) > 1e-6) {
        wrong++;
        puts("normal");
    }
    unsigned long long *dv, *dw;
    float *df;
    double *dd;
    cudaMalloc(&dv, 3 * 64 * 8);
    cudaMalloc(&dw, 96 * 8);
    cudaMalloc(&df, 96 * 4);
    cudaMalloc(&dd, 96 * 8);
    cudaMemcpy(dv, v, 3 * 64 * 8, cudaMemcpyHostToDevice);
    draw64<curandStateSobol64_t><<<3, 32>>>(dv, dw, df, dd);
    std::vector<unsigned long long> hw(96);
    std::vector<float> hf(96);
    std::vector<double> hd(96);
    cudaMemcpy(hw.data(), dw, 768, cudaMemcpyDeviceToHost);
    cudaMemcpy(hf.data(), df, 384, cudaMemcpyDeviceToHost);
    cudaMemcpy(hd.data(), dd, 768, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 32; i++) {
            if (hw[32 * k + i] != l[40 * k + i])
                wrong++;
            if (fabs(hf[32 * k + i] - l[40 * k + i + 1] * 0x1p-64) > 1e-7)
                wrong++;
            double p = 0.5 * erfc(-hd[32 * k + i] / sqrt(2.0));
            if (fabs(p - l[40 * k + i + 2] * 0x1p-64) > 1e-12) {
                wrong++;
                printf("normal %g\n", p - l[40 * k + i + 2] * 0x1p-64);
            }
        }
    // scrambled: the points of a net: of 2^5 numbers each interval of 2^-5 has one
    curandDirectionVectors32_t *s32;
    curandDirectionVectors64_t *s64;
    unsigned *c32;
    unsigned long long *c64;
    if (curandGetDirectionVectors32(&s32, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) ||
        curandGetDirectionVectors64(&s64, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) ||
        curandGetScrambleConstants32(&c32) || curandGetScrambleConstants64(&c64))
        wrong++;
    unsigned *a, *b, *ow;
    unsigned long long *x, *y, *ow64;
    double *ou;
    cudaMallocManaged(&a, 20 * 128);
    cudaMallocManaged(&b, 80);
    cudaMallocManaged(&x, 20 * 512);
    cudaMallocManaged(&y, 160);
    cudaMallocManaged(&ow, 20 * 128);
    cudaMallocManaged(&ow64, 20 * 256);
    cudaMallocManaged(&ou, 20 * 256);
    cudaMemcpy(a, s32, 20 * 128, cudaMemcpyHostToDevice);
    cudaMemcpy(b, c32, 80, cudaMemcpyHostToDevice);
    cudaMemcpy(x, s64, 20 * 512, cudaMemcpyHostToDevice);
    cudaMemcpy(y, c64, 160, cudaMemcpyHostToDevice);
    scrambled<<<20, 32>>>(a, b, x, y, ow, ow64, ou);
    cudaDeviceSynchronize();
    for (int k = 0; k < 20; k++) {
        unsigned seen = 0, seen64 = 0;
        for (int i = 0; i < 32; i++)
            seen |= 1u << (ow[32 * k + i] >> 27), seen64 |= 1u << (ow64[32 * k + i] >> 59);
        if (seen != ~0u || seen64 != ~0u) {
            wrong++;
            printf("dimension %d\n", k);
        }
        if (ow[32 * k] != c32[k] || ow64[32 * k] != c64[k])
            wrong++;
    }
    curandGenerator_t h;
    curandCreateGenerator(&h, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
    curandSetQuasiRandomGeneratorDimensions(h, 20);
    unsigned *dg;
    cudaMallocManaged(&dg, 640 * 4);
    curandGenerate(h, dg, 640);
    cudaDeviceSynchronize();
    for (int i = 0; i < 640; i++)
        wrong += dg[i] != ow[i];
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
