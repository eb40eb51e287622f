// Largest error of every mathematical function of the device, in units in the last place, beside the bound that it must keep:
// the CUDA programming guide's (appendix "Mathematical Functions"), or one of ours where the guide states none.
// References are evaluated in long double (64-bit fraction). Prints the table of docs/cuda.md; exit code 1 when a bound is broken.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
typedef long double Real;
static const Real PI = acosl(-1.0L);

// Function, arguments from .. to (by f32: same cut to float's range), bounds in ulp for float and double, reference.
#define UNARY(X)                                                                                                     \
    X(sqrt, 1e-30, 1e30, 0, 0, sqrtl(x))                                                                             \
    X(rsqrt, 1e-30, 1e30, 2, 1, 1 / sqrtl(x)) X(cbrt, -1e20, 1e20, 1, 1, cube_root(x)) X(rcbrt, -1e20, 1e20, 1, 1,   \
                                                                                         1 / cube_root(x))           \
        X(exp, -80, 80, 2, 1, expl(x)) X(exp2, -120, 120, 2, 1, exp2l(x)) X(exp10, -37, 37, 2, 1, powl(10, x)) X(    \
            expm1, -20, 80, 1, 1, expm1l(x)) X(log, 1e-30, 1e30, 1, 1, logl(x)) X(log2, 1e-30, 1e30, 1, 1, log2l(x)) \
            X(log10, 1e-30, 1e30, 2, 1, log10l(x)) X(log1p, -0.999, 1e10, 1, 1, log1pl(x)) X(                        \
                sin, -100, 100, 2, 2,                                                                                \
                sinl(                                                                                                \
                    x)) X(cos, -100, 100, 2, 2, cosl(x)) X(tan, -100, 100, 4, 2, tanl(x))                            \
                X(sinpi, -50, 50, 2, 2, sinl(PI *remainderl(x, 2))) X(cospi, -50, 50, 2, 2, near_zero_cospi(x))      \
                    X(asin, -1, 1, 2, 2, asinl(x)) X(acos, -1, 1, 2, 2, acosl(x)) X(atan, -1e6, 1e6, 2, 2, atanl(x)) \
                        X(sinh, -80, 80, 3, 2, sinhl(x)) X(cosh, -80, 80, 2, 1, coshl(x)) X(                         \
                            tanh,                                                                                    \
                            -20, 20, 2,                                                                              \
                            1, expm1l(2 * x) / (expm1l(2 * x) + 2)) X(asinh, -1e6, 1e6, 3, 3, asinhl(x))             \
                            X(acosh, 1, 1e6, 4, 3, acoshl(x)) X(atanh, -0.9999, 0.9999, 3, 2, atanhl(x))             \
                                X(erf, -5, 5, 2, 2, erfl(x)) X(erfc, -5, 9, 4, 5, erfcl(x)) X(                       \
                                    erfinv,                                                                          \
                                    -0.9999, 0.9999,                                                                 \
                                    2, 5,                                                                            \
                                    by_inverse(x, got, 0)) X(erfcinv, 1e-30, 1.9999, 4, 6, by_inverse(x, got, 1))    \
                                    X(erfcx, -5, 100, 4, 4,                                                          \
                                      erfcx_reference(x)) X(normcdf, -12, 12, 5, 5, erfcl(-x / sqrtl(2)) / 2)        \
                                        X(normcdfinv, 1e-30, 0.9999, 5, 8,                                           \
                                          by_inverse(x, got, 2)) X(lgamma, 0.001, 1e6, 6, 4, lgammal(x))             \
                                            X(tgamma, 0.01, 33, 5, 10,                                               \
                                              tgammal(x)) X(j0, -8, 8, 9, 7, bessel_j(x, 0))                         \
                                                X(j1, -8, 8, 9, 7, bessel_j(x, 1)) X(y0, 0.01, 8, 9, 7, y0l(x))      \
                                                    X(y1, 0.01, 8, 9, 7,                                             \
                                                      y1l(x)) X(cyl_bessel_i0, -80, 80, 6, 6, bessel_integral(x, 0)) \
                                                        X(cyl_bessel_i1, -80, 80, 6, 6, bessel_integral(x, 1))       \
                                                            X(logb, 1e-30, 1e30, 0, 0,                               \
                                                              logbl(x)) X(rint, -1e6, 1e6, 0, 0, rintl(x))           \
                                                                X(round, -1e6, 1e6, 0, 0, roundl(x))                 \
                                                                    X(trunc, -1e6, 1e6, 0, 0, truncl(x))             \
                                                                        X(ceil, -1e6, 1e6, 0, 0, ceill(x))           \
                                                                            X(floor, -1e6, 1e6, 0, 0, floorl(x))     \
                                                                                X(fabs, -1e30, 1e30, 0, 0, fabsl(x))
// As before, for a second argument from .. to as well.
#define BINARY(X)                                                                                                    \
    X(pow, 0.001, 100, -8, 8, 4, 2, powl(x, y))                                                                      \
    X(atan2, -100, 100, -100, 100, 3, 2, atan2l(x, y)) X(fmod, -1000, 1000, 0.1, 30, 0, 0, fmodl(x, y))              \
        X(remainder, -1000, 1000, 0.1, 30, 0, 0, remainderl(x, y)) X(hypot, -1e10, 1e10, -1e10, 1e10, 3, 2,          \
                                                                     hypotl(x, y))                                   \
            X(rhypot, -1e10, 1e10, -1e10, 1e10, 2, 1, 1 / hypotl(x, y)) X(fdim, -10, 10, -10, 10, 0, 0, fdiml(x, y)) \
                X(fmax, -10, 10, -10, 10, 0, 0, fmaxl(x, y)) X(fmin, -10, 10, -10, 10, 0, 0, fminl(x, y))            \
                    X(copysign, -10, 10, -10, 10, 0, 0, copysignl(x, y))                                             \
                        X(divide, -1e10, 1e10, 1e-5, 1e5, 0, 0, x / y)                                               \
                            X(norm3d, -100, 100, -100, 100, 3, 1, sqrtl(x *x + y * y + 4))                           \
                                X(rnorm3d, -100, 100, -100, 100, 2, 1, 1 / sqrtl(x * x + y * y + 4))                 \
                                    X(norm4d, -100, 100, -100, 100, 3, 1, sqrtl(x *x + y * y + 13))                  \
                                        X(rnorm4d, -100, 100, -100, 100, 2, 1, 1 / sqrtl(x * x + y * y + 13))        \
                                            X(fma, -100, 100, -100, 100, 0, 0, fmal(x, y, (Real)0.1f))               \
                                                X(ldexp, -10, 10, -20, 20, 0, 0, ldexpl(x, (int)y))                  \
                                                    X(jn2, 1, 8, 0, 1, 9, 7, bessel_j(x, 2))

__device__ float divide(float x, float y) { return x / y; }
__device__ double divide(double x, double y) { return x / y; }
__device__ float norm3d(float x, float y) { return norm3df(x, y, 2.0f); }
__device__ double norm3d(double x, double y) { return norm3d(x, y, 2.0); }
__device__ float rnorm3d(float x, float y) { return rnorm3df(x, y, 2.0f); }
__device__ double rnorm3d(double x, double y) { return rnorm3d(x, y, 2.0); }
__device__ float norm4d(float x, float y) { return norm4df(x, y, 2.0f, 3.0f); }
__device__ double norm4d(double x, double y) { return norm4d(x, y, 2.0, 3.0); }
__device__ float rnorm4d(float x, float y) { return rnorm4df(x, y, 2.0f, 3.0f); }
__device__ double rnorm4d(double x, double y) { return rnorm4d(x, y, 2.0, 3.0); }
__device__ float fma(float x, float y) { return fmaf(x, y, 0.1f); }
__device__ double fma(double x, double y) { return fma(x, y, (double)0.1f); }
__device__ float ldexp(float x, float y) { return ldexpf(x, (int)y); }
__device__ double ldexp(double x, double y) { return ldexp(x, (int)y); }
__device__ float jn2(float x, float) { return jnf(2, x); }
__device__ double jn2(double x, double) { return jn(2, x); }

/* ---- references ---- */
static Real near_zero_cospi(Real x) {
    Real t = fabsl(remainderl(x, 2));
    return sinl(PI * (0.5L - t));
}
/* got, moved by Newton's step to where the inverse function gives x: 0 erf, 1 erfc, 2 normal distribution. */
static Real by_inverse(Real x, Real got, int kind) {
    Real y = kind == 2 ? -got / sqrtl(2) : got, p = kind == 2 ? 2 * x : x; /* erfc(y) = p */
    Real slope = -2 / sqrtl(PI) * expl(-y * y), step;
    if (kind == 0)
        step = x > 0.5L    ? (erfcl(y) - (1 - x)) / slope
               : x < -0.5L ? -(erfcl(-y) - (1 + x)) / slope
                           : -(erfl(y) - x) / slope;
    else
        step = p > 0.5L && p < 1.5L ? (-erfl(y) - (p - 1)) / slope
               : p > 1              ? -(erfcl(-y) - (2 - p)) / slope
                                    : (erfcl(y) - p) / slope;
    y -= step;
    return kind == 2 ? -y * sqrtl(2) : y;
}
static Real erfcx_reference(Real x) {
    if (x < 20) {
        Real h = x * x;
        return expl(h) * (1 + fmal(x, x, -h)) * erfcl(x);
    }
    Real f = 0;
    for (int k = 60; k > 0; k--) f = k / 2.0L / (x + f); /* the continued fraction */
    return 1 / sqrtl(PI) / (x + f);
}
static Real cube_root(Real x) {
    Real y = copysignl(powl(fabsl(x), 1 / 3.0L), x);
    return y - (y * y * y - x) / (3 * y * y);
}
/* Power series of J: the terms stay below 2^10 up to 8, so the sum is good to 2^-53 of the largest value. */
static Real bessel_j(Real x, int order) {
    Real term = 1, sum = 0;
    for (int k = 1; k <= order; k++) term *= x / 2 / k;
    if (fabsl(x) > 4) return order == 0 ? j0l(x) : order == 1 ? j1l(x) : jnl(order, x);
    for (int k = 1; fabsl(term) > 1e-24L; k++) {
        sum += term;
        term *= -(x / 2) * (x / 2) / k / (k + order);
    }
    return sum + term;
}
static Real
bessel_integral(Real x,
                int order) { /* mean of exp(x cos t) cos(order t): the trapezoidal rule is exact but for 2^-64 */
    Real sum = 0;
    const int n = 400;
    if (order == 1 && fabsl(x) < 1) {
        Real term = x / 2;
        for (int k = 1; k < 30; k++) {
            sum += term;
            term *= x * x / 4 / k / (k + 1);
        }
        return sum;
    }
    for (int k = 0; k < n; k++) {
        Real t = 2 * PI * k / n;
        sum += expl(x * cosl(t) - fabsl(x)) * cosl(order * t);
    }
    return sum / n * expl(fabsl(x));
}

/* ---- evaluation ---- */
enum Code {
#define NAME(name, ...) CODE_##name,
    UNARY(NAME) BINARY(NAME)
#undef NAME
};
template <typename T> __global__ void evaluate(int code, const T *x, const T *y, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    switch (code) {
#define CASE(name, ...) \
    case CODE_##name: out[i] = name(x[i]); break;
        UNARY(CASE)
#undef CASE
#define CASE(name, ...) \
    case CODE_##name: out[i] = name(x[i], y[i]); break;
        BINARY(CASE)
#undef CASE
    }
}
enum { N = 1024 };
/* Half of the samples are spread evenly, half by their logarithm when the range has one sign or crosses zero. */
template <typename T> T sample(int i, double from, double to, unsigned salt) {
    double t = ((i * 2654435761u + salt * 40503u) % 1000003u) / 1000003.0;
    if (i % 2 == 0) return (T)(from + (to - from) * t);
    double low = from > 0 ? from : 1e-6 * (to - from), high = from > 0 ? to : (i % 4 == 1 ? to : -from),
           size = low * pow(fabs(high) / low, t);
    T value = (T)(from > 0 || i % 4 == 1 ? size : -size);
    return value < (T)from || value > (T)to ? (T)to : value;
}
template <typename T> double ulps(T got, Real reference) {
    if (std::isnan(got) || std::isinf(got)) return (Real)got == reference ? 0 : 1e9;
    const int digits = sizeof(T) == 4 ? 24 : 53, least = sizeof(T) == 4 ? -149 : -1074;
    int exponent;
    frexpl(reference, &exponent);
    exponent = reference == 0 ? least : exponent - digits > least ? exponent - digits : least;
    return (double)(fabsl((Real)got - reference) / ldexpl(1, exponent));
}
static int wrong;
template <typename T, typename F>
double measure(int code, double from, double to, double from2, double to2, F reference) {
    static std::vector<T> x(N), y(N), out(N);
    static T *dx, *dy, *dout;
    double worst = 0;
    if (!dx) {
        cudaMalloc(&dx, N * sizeof(T));
        cudaMalloc(&dy, N * sizeof(T));
        cudaMalloc(&dout, N * sizeof(T));
    }
    for (int i = 0; i < N; i++) {
        x[i] = sample<T>(i, from, to, 1);
        y[i] = sample<T>(i * 7 + 3, from2, to2, 2);
    }
    cudaMemcpy(dx, x.data(), N * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), N * sizeof(T), cudaMemcpyHostToDevice);
    evaluate<T><<<N / 128, 128>>>(code, dx, dy, dout);
    cudaMemcpy(out.data(), dout, N * sizeof(T), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) worst = fmax(worst, ulps(out[i], reference((Real)x[i], (Real)y[i], (Real)out[i])));
    return worst;
}
static double shown(double ulp, double bound) {
    return bound == 0 ? (ulp <= 0.5001 ? 0 : ulp) : ulp;
} /* 0: correctly rounded */
static void line(const char *name, double single, double single_bound, double twice, double twice_bound) {
    bool broken = shown(single, single_bound) > single_bound || shown(twice, twice_bound) > twice_bound;
    printf("| `%s` | %.2f | %g | %.2f | %g |%s\n", name, single, single_bound, twice, twice_bound,
           broken ? " BROKEN" : "");
    wrong += broken;
}
int main() {
    printf("| function | float: measured | bound | double: measured | bound |\n|---|---|---|---|---|\n");
#define LINE(name, from, to, fb, db, reference)                         \
    {                                                                   \
        auto r = [](Real x, Real, Real got) -> Real {                   \
            (void)got;                                                  \
            return reference;                                           \
        };                                                              \
        line(#name, measure<float>(CODE_##name, from, to, 0, 1, r), fb, \
             measure<double>(CODE_##name, from, to, 0, 1, r), db);      \
    }
    UNARY(LINE)
#undef LINE
#define LINE(name, from, to, from2, to2, fb, db, reference)                   \
    {                                                                         \
        auto r = [](Real x, Real y, Real) -> Real {                           \
            (void)y;                                                          \
            return reference;                                                 \
        };                                                                    \
        line(#name, measure<float>(CODE_##name, from, to, from2, to2, r), fb, \
             measure<double>(CODE_##name, from, to, from2, to2, r), db);      \
    }
    BINARY(LINE)
#undef LINE
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
