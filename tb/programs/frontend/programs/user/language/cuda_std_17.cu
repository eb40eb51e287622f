// cuda::std in device code, from C++17 on: complex numbers against the host library's, expected, optional, variant, span, clocks.
// options: -std=c++17
#include <complex>
#include <cstdio>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

typedef cuda::std::complex<double> number;
enum { FORMS = 18 };
template <class C> __host__ __device__ void forms(C a, C b, C *out) {
    C all[FORMS] = {a + b,  a - b,   a * b,   a / b,   -a,      a + 2.0, 3.0 / a, conj(a), exp(a),
                    log(a), sqrt(a), sin(a), cos(a), sinh(a), cosh(a), tanh(b), pow(a, b), C(abs(a), norm(b) + arg(b))};
    for (int i = 0; i < FORMS; i++) out[i] = all[i];
    out[0] *= C(0, 1), out[1] /= C(2, 1), out[2] += a, out[3] -= 1.0;
}
__global__ void complex_forms(number a, number b, number *out) { forms(a, b, out); }

__device__ cuda::std::expected<int, short> halved(int x) {
    if (x % 2) return cuda::std::unexpected(static_cast<short>(x));
    return x / 2;
}
__global__ void others(int *out, int n) {
    cuda::std::span<int> all(out, n);
    for (int &x : all.subspan(4)) x = -1;
    cuda::std::optional<int> maybe;
    all[0] = maybe.value_or(7) + maybe.has_value();
    maybe = 5;
    all[1] = *maybe + maybe.value();
    cuda::std::variant<int, float> either = 2.5f;
    all[2] = (int)either.index() + cuda::std::visit([](auto x) { return (int)(x * 2); }, either);
    all[3] = halved(8).value() * 10 + halved(3).error() + halved(5).value_or(100) + (bool)halved(4);
    const auto half = cuda::std::chrono::milliseconds(1500);
    const auto before = cuda::std::chrono::high_resolution_clock::now();
    all[4] = (int)cuda::std::chrono::duration_cast<cuda::std::chrono::seconds>(half).count();
    all[5] = (cuda::std::chrono::high_resolution_clock::now() - before).count() >= 0;
    all[6] = halved(6).transform([](int x) { return x + 1; }).value() + (int)all.last(2).size() + all.first(1).front();
}

int main() {
    int wrong = 0, *out;
    number *results;
    const std::complex<double> a(1.5, -0.25), b(-0.5, 2);
    std::complex<double> expected[FORMS];
    cudaMallocManaged(&results, sizeof(number) * FORMS);
    complex_forms<<<1, 1>>>(a, b, results);
    cudaDeviceSynchronize();
    forms(a, b, expected);
    for (int i = 0; i < FORMS; i++) {
        const double error = std::abs(std::complex<double>(results[i].real(), results[i].imag()) - expected[i]);
        wrong += !(error <= 1e-14 * (1 + std::abs(expected[i])));
    }
    cudaMallocManaged(&out, 10 * sizeof *out);
    others<<<1, 1>>>(out, 10);
    cudaDeviceSynchronize();
    const int right[] = {7, 10, 6, 40 + 3 + 100 + 1, 1, 1, 4 + 2 + 7, -1, -1, -1};
    for (int i = 0; i < 10; i++) wrong += out[i] != right[i];
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
