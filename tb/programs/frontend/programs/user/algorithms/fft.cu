// Radix-2 FFT of 256 points in shared memory and back, complex numbers by cuComplex.h, twiddles by sincospi.
#include <cuComplex.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
enum { N = 256 };
__global__ void fft(const cuDoubleComplex *in, cuDoubleComplex *out, double direction) {
    __shared__ cuDoubleComplex s[N];
    const unsigned t = threadIdx.x;
    s[__brev(t) >> 24] = in[t];
    s[__brev(t + N / 2) >> 24] = in[t + N / 2];
    for (unsigned half = 1; half < N; half *= 2) {
        __syncthreads();
        unsigned k = t % half, i = t / half * 2 * half + k;
        double sine, cosine;
        sincospi(direction * (double)k / (double)half, &sine, &cosine);
        cuDoubleComplex u = s[i], v = cuCmul(s[i + half], make_cuDoubleComplex(cosine, sine));
        s[i] = cuCadd(u, v);
        s[i + half] = cuCsub(u, v);
    }
    __syncthreads();
    out[t] = s[t];
    out[t + N / 2] = s[t + N / 2];
}
int main() {
    std::vector<std::complex<double>> x(N), y(N), z(N);
    cuDoubleComplex *d[3];
    int wrong = 0;
    const double pi = acos(-1.0);
    for (int i = 0; i < N; i++) x[i] = {sin(0.3 * i) + (i % 7), cos(0.11 * i * i)};
    for (auto &p : d) cudaMalloc(&p, N * sizeof(cuDoubleComplex));
    cudaMemcpy(d[0], x.data(), N * 16, cudaMemcpyHostToDevice);
    fft<<<1, N / 2>>>(d[0], d[1], -1.0);
    fft<<<1, N / 2>>>(d[1], d[2], 1.0);
    cudaMemcpy(y.data(), d[1], N * 16, cudaMemcpyDeviceToHost);
    cudaMemcpy(z.data(), d[2], N * 16, cudaMemcpyDeviceToHost);
    for (int k = 0; k < N; k++) {
        std::complex<double> sum = 0;
        for (int i = 0; i < N; i++) sum += x[i] * std::polar(1.0, -2 * pi * (k * i % N) / N);
        wrong += std::abs(sum - y[k]) > 1e-10;
        wrong += std::abs(z[k] / (double)N - x[k]) > 1e-13;
    }
    printf("wrong %d\n", wrong);
}
