// CUDA's mathematics that libm lacks, called by host code, by host-device functions and by kernels: the same numbers, and
// identities that they keep.
#include <cmath>
#include <cstdio>

template <typename T> __host__ __device__ void evaluate(T x, T *to) {
    to[0] = erfinv(x), to[1] = erfcinv(1 + x), to[2] = erfcx(x), to[3] = normcdf(x), to[4] = normcdfinv((1 + x) / 2);
    to[5] = rsqrt(1 + x), to[6] = rcbrt(2 + x), to[7] = sinpi(x), to[8] = cospi(x);
    sincospi(x, to + 9, to + 10);
    to[11] = max(x, (T)0.25), to[12] = min(x, (T)0.25);
}
template <typename T> __global__ void on_device(T x, T *to) { evaluate(x, to); }
__global__ void kinds(int *to, double big, double none) {
    to[0] = __isnan(none) + 2 * __isinf(big) + 4 * __finite(1.0) + 8 * __finitef(2.0f) + 16 * __signbit(-1.0) + 32 * __isnanf(1.0f);
    to[1] = umin(3u, 4u) + umax(3u, 4u) + (int)llmin(1ll, 2ll) + (int)ullmax(1ull, 2ull);
}

static int wrong;
template <typename T> void compare(T *device) {
    for (int i = -9; i < 10; i++) {
        const T x = (T)i / 10;
        T host[13];
        evaluate(x, host);
        on_device<<<1, 1>>>(x, device);
        cudaDeviceSynchronize();
        for (int k = 0; k < 13; k++) // a division in one rounding and an instruction of one may differ by an ulp
            if (!(std::fabs(host[k] - device[k]) <= (sizeof(T) == 4 ? 2e-7 : 4e-16) * (1 + std::fabs((double)host[k]))))
                wrong++, printf("function %d of %g: %.17g on the host, %.17g\n", k, (double)x, (double)host[k], (double)device[k]);
        const double d = x, slack = sizeof(T) == 4 ? 1e-5 : 1e-13;
        wrong += !(std::fabs(std::erf((double)host[0]) - d) < slack);
        wrong += !(std::fabs(std::erfc((double)host[1]) - (1 + d)) < slack);
        wrong += !(std::fabs((double)host[2] * std::exp(-d * d) - std::erfc(d)) < slack);
        wrong += !(std::fabs((double)host[3] - std::erfc(-d / std::sqrt(2.0)) / 2) < slack);
        wrong += !(std::fabs((double)host[9] * host[9] + (double)host[10] * host[10] - 1) < slack);
    }
}
int main() {
    double *doubles;
    float *floats;
    int *integers;
    cudaMallocManaged(&doubles, 4096);
    cudaMallocManaged(&floats, 4096);
    cudaMallocManaged(&integers, 64);
    compare(doubles);
    compare(floats);
    kinds<<<1, 1>>>(integers, INFINITY, NAN);
    cudaDeviceSynchronize();
    wrong += integers[0] != 31 || integers[1] != 10;
    printf("wrong %d\n", wrong);
}
