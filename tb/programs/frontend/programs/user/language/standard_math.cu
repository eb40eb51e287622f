// std:: mathematics and type-generic calls in device code, special values, min and max of mixed types, classification.
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>
__global__ void compute(double *out) {
    int i = threadIdx.x;
    float f = 0.5f + 0.25f * i;
    double d = 0.5 + 0.25 * i;
    double *o = out + i * 40;
    int k = 0, e;
    double whole;
    float wholef;
    o[k++] = std::sqrt(f);
    o[k++] = std::sqrt(d);
    o[k++] = std::exp(f);
    o[k++] = std::exp(-d);
    o[k++] = std::log(f);
    o[k++] = std::pow(f, 2.0f);
    o[k++] = std::pow(d, 3);
    o[k++] = pow(d, 0.5f);
    o[k++] = std::sin(f) * std::sin(f) + std::cos(f) * std::cos(f);
    o[k++] = std::abs(-f);
    o[k++] = std::abs(-d);
    o[k++] = std::abs(-i);
    o[k++] = abs(-i) + fabs(-f) + fabsf(-f);
    o[k++] = std::floor(-f) + std::ceil(f) + std::round(f) + std::trunc(-d);
    o[k++] = std::fmod(d, 0.75);
    o[k++] = std::atan2(f, 2.0f);
    o[k++] = std::max(f, 2.0f) + std::min(i, 5);
    o[k++] = max(i, 7) + min(3u, (unsigned)i) + max(2.0, d) + min(1.5f, f);
    o[k++] = std::hypot(f, 3.0f);
    o[k++] = cbrt(d);
    o[k++] = std::isnan(f / 0.0f - f / 0.0f) * 8 + std::isinf(f / 0.0f) * 4 + std::isfinite(d) * 2 + std::signbit(-f);
    o[k++] = isnan(d) + isinf(1.0 / 0.0) + isfinite(f);
    o[k++] = frexp(d, &e) + e;
    o[k++] = modf(-d, &whole) + 10 * whole;
    o[k++] = modff(f, &wholef) + wholef;
    o[k++] = ldexp(d, 3) + scalbn(f, -2) + ilogb(d) + logb(d);
    o[k++] = lround(d) + llrint(f) + rint(d);
    o[k++] = copysign(d, -1.0) + fdim(d, 1.0) + fmax(d, 2.0) + fmin(f, 1.0f);
    o[k++] = fma(d, 2.0, 1.0) + fmaf(f, 2.0f, 1.0f);
    o[k++] = std::numeric_limits<float>::max() > 1e38f
                 ? std::numeric_limits<int>::min() + (double)INT_MAX + FLT_EPSILON
                 : 0;
    o[k++] = tgamma(d) + lgamma(d) + erf(d) + erfc(f);
    o[k++] = std::log2(f) + std::log10(d) + std::log1p(d) + std::expm1(f) + std::exp2(d);
    o[k++] = std::sinh(f) + std::cosh(d) + std::tanh(f) + std::asinh(d) + std::acosh(1 + d) + std::atanh(0.1f);
    o[k++] = std::tan(f) + std::asin(0.1 * d) + std::acos(0.1f * f) + std::atan(d);
    o[k++] = remainder(d, 0.3) + nextafter(d, 9.0) - d;
    o[k++] = rsqrtf(f) + rsqrt(d) + rcbrt(d) + norm3d(d, 1.0, 2.0) + rhypot(d, 1.0);
    o[k++] = sinpi(d) + cospi(d) + exp10(d);
    std::pair<int, float> pair(i, f);
    o[k++] = pair.first + pair.second;
    o[k++] = __fdividef(f, 3.0f) + __expf(f) + __logf(f) + __sinf(f) + __powf(f, 1.5f) + __saturatef(f - 1) +
             __fmul_rz(f, 3.0f) + __dadd_ru(d, 1e-20);
    int q;
    o[k++] = remquo(d, 0.3, &q) + q;
}
static void expect(double *o, int i) {
    float f = 0.5f + 0.25f * i;
    double d = 0.5 + 0.25 * i, whole;
    int k = 0, e, q;
    const double pi = acos(-1.0);
    o[k++] = std::sqrt(f);
    o[k++] = std::sqrt(d);
    o[k++] = std::exp(f);
    o[k++] = std::exp(-d);
    o[k++] = std::log(f);
    o[k++] = f * f;
    o[k++] = d * d * d;
    o[k++] = std::sqrt(d);
    o[k++] = 1;
    o[k++] = f;
    o[k++] = d;
    o[k++] = i;
    o[k++] = i + 2.0 * f;
    o[k++] = std::floor(-f) + std::ceil(f) + std::round(f) + std::trunc(-d);
    o[k++] = std::fmod(d, 0.75);
    o[k++] = std::atan2(f, 2.0f);
    o[k++] = std::max(f, 2.0f) + std::min(i, 5);
    o[k++] = std::max(i, 7) + std::min(3, i) + std::max(2.0, d) + std::min(1.5f, f);
    o[k++] = std::sqrt(d * d + 9);
    o[k++] = std::cbrt(d);
    o[k++] = 15;
    o[k++] = 2;
    o[k++] = std::frexp(d, &e);
    o[k - 1] += e;
    o[k++] = std::modf(-d, &whole);
    o[k - 1] += 10 * whole;
    o[k++] = d;
    o[k++] = 8 * d + d / 4 + 2 * std::floor(std::log2(d));
    o[k++] = std::round(d) + 2 * std::rint(d);
    o[k++] = -d + std::fdim(d, 1.0) + std::fmax(d, 2.0) + std::fmin(d, 1.0);
    o[k++] = 4 * d + 2;
    o[k++] = -1.0 + FLT_EPSILON;
    o[k++] = std::tgamma(d) + std::lgamma(d) + std::erf(d) + std::erfc(d);
    o[k++] = std::log2(d) + std::log10(d) + std::log1p(d) + std::expm1(d) + std::exp2(d);
    o[k++] = std::sinh(d) + std::cosh(d) + std::tanh(d) + std::asinh(d) + std::acosh(1 + d) + std::atanh(0.1f);
    o[k++] = std::tan(d) + std::asin(0.1 * d) + std::acos(0.1f * f) + std::atan(d);
    o[k++] = std::remainder(d, 0.3);
    o[k++] = 2 / std::sqrt(d) + 1 / std::cbrt(d) + std::sqrt(d * d + 5) + 1 / std::sqrt(d * d + 1);
    o[k++] = std::sin(pi * d) + std::cos(pi * d) + std::pow(10.0, d);
    o[k++] = i + d;
    o[k++] = d / 3 + std::exp(d) + std::log(d) + std::sin(d) + std::pow(d, 1.5) +
             std::min(1.0, std::max(0.0, d - 1)) + 3 * d + d;
    o[k++] = std::remquo(d, 0.3, &q);
    o[k - 1] += q;
}
int main() {
    double h[16 * 40] = {0}, e[40] = {0}, *d;
    int wrong = 0;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    compute<<<1, 16>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) {
        expect(e, i);
        for (int k = 0; k < 40; k++)
            if (!(std::fabs(h[i * 40 + k] - e[k]) <= 2e-6 * (1 + std::fabs(e[k])))) {
                if (wrong++ < 6) printf("%d %d: %.17g, not %.17g\n", i, k, h[i * 40 + k], e[k]);
            }
    }
    printf("wrong %d\n", wrong);
}
