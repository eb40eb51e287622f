// cuSOLVER's interface with sizes of 64 bits, of four types: LU, Cholesky, QR, triangles, eigenvalues and singular values.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cusolverDn.h>
static int wrong;
#define CHECK(condition) \
    do { \
        if (!(condition)) wrong++, printf("line %d: %s\n", __LINE__, #condition); \
    } while (0)
#define OK(call) CHECK((call) == CUSOLVER_STATUS_SUCCESS)
enum { N = 7 };
template <class H> static H value(int i) { return H((i * 37 % 19 - 9) * 0.125); }
template <class R> static void set_imaginary(R &, double) {}
template <class R> static void set_imaginary(std::complex<R> &x, double a) { x.imag((R)a); }
template <class R> static R turned(R x) { return x; }
template <class R> static std::complex<R> turned(std::complex<R> x) { return std::conj(x); }

struct Work { // of the device and of the host
    void *device;
    std::vector<char> host;
    size_t bytes, host_bytes;
    void make() { cudaMalloc(&device, bytes + 1), host.resize(host_bytes + 1); }
};
template <class H, class R> static void test(cusolverDnHandle_t handle, cudaDataType type, cudaDataType real, double bound) {
    cusolverDnParams_t p;
    OK(cusolverDnCreateParams(&p));
    OK(cusolverDnSetAdvOptions(p, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
    H *a, *b, *c, *u, *v;
    R *w;
    int *info;
    int64_t *pivots;
    for (H **at : {&a, &b, &c, &u, &v}) cudaMallocManaged(at, N * N * sizeof(H));
    cudaMallocManaged(&w, N * sizeof(R));
    cudaMallocManaged(&info, sizeof *info);
    cudaMallocManaged(&pivots, N * sizeof *pivots);
    std::vector<H> m(N * N), s(N * N), x(N), y(N);
    for (int i = 0; i < N * N; i++) m[i] = value<H>(i), set_imaginary(m[i], i % 5 * 0.25);
    for (int i = 0; i < N; i++) m[i * N + i] += H(3), x[i] = H(i + 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            s[j * N + i] = H(i == j);
            for (int k = 0; k < N; k++) s[j * N + i] += m[k * N + i] * turned(m[k * N + j]);
        }
    Work k;
    auto load = [&](const std::vector<H> &from) {
        for (int i = 0; i < N * N; i++) a[i] = from[i];
        for (int i = 0; i < N; i++) {
            b[i] = 0;
            for (int j = 0; j < N; j++) b[i] += from[j * N + i] * x[j];
        }
    };
    auto solved = [&] {
        cudaDeviceSynchronize();
        double most = *info;
        for (int i = 0; i < N; i++) most = std::fmax(most, (double)std::abs(b[i] - x[i]));
        return most;
    };
    load(m);
    OK(cusolverDnXgetrf_bufferSize(handle, p, N, N, type, a, N, type, &k.bytes, &k.host_bytes));
    k.make();
    OK(cusolverDnXgetrf(handle, p, N, N, type, a, N, pivots, type, k.device, k.bytes, k.host.data(), k.host_bytes, info));
    OK(cusolverDnXgetrs(handle, p, CUBLAS_OP_N, N, 1, type, a, N, pivots, type, b, N, info));
    CHECK(solved() < bound && pivots[N - 1] == N);
    load(s);
    OK(cusolverDnXpotrf_bufferSize(handle, p, CUBLAS_FILL_MODE_LOWER, N, type, a, N, type, &k.bytes, &k.host_bytes));
    k.make();
    OK(cusolverDnXpotrf(handle, p, CUBLAS_FILL_MODE_LOWER, N, type, a, N, type, k.device, k.bytes, k.host.data(), k.host_bytes, info));
    OK(cusolverDnXpotrs(handle, p, CUBLAS_FILL_MODE_LOWER, N, 1, type, a, N, type, b, N, info));
    CHECK(solved() < 20 * bound);
    for (int i = 0; i < N * N; i++) c[i] = a[i]; // the triangle, and its inverse
    OK(cusolverDnXtrtri_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, N, type, c, N, &k.bytes, &k.host_bytes));
    k.make();
    OK(cusolverDnXtrtri(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, N, type, c, N, k.device, k.bytes, k.host.data(),
                        k.host_bytes, info));
    cudaDeviceSynchronize();
    H zero = 0;
    for (int i = 1; i <= 4; i++) zero += a[i * N + 4] * c[1 * N + i];
    CHECK(std::abs(a[2 * N + 2] * c[2 * N + 2] - H(1)) < bound && std::abs(zero) < bound);
    load(m);
    OK(cusolverDnXgeqrf_bufferSize(handle, p, N, N, type, a, N, type, u, type, &k.bytes, &k.host_bytes));
    k.make();
    OK(cusolverDnXgeqrf(handle, p, N, N, type, a, N, type, u, type, k.device, k.bytes, k.host.data(), k.host_bytes, info));
    cudaDeviceSynchronize();
    double length = 0;
    for (int i = 0; i < N; i++) length += std::norm(m[i]);
    CHECK(std::fabs(std::abs(a[0]) - std::sqrt(length)) < bound);
    load(s);
    OK(cusolverDnXsyevd_bufferSize(handle, p, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, N, type, a, N, real, w, type,
                                   &k.bytes, &k.host_bytes));
    k.make();
    OK(cusolverDnXsyevd(handle, p, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, N, type, a, N, real, w, type, k.device,
                        k.bytes, k.host.data(), k.host_bytes, info));
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) {
        H sum = -w[2] * a[2 * N + i];
        for (int j = 0; j < N; j++) sum += s[j * N + i] * a[2 * N + j];
        CHECK(std::abs(sum) < 20 * bound);
    }
    load(m);
    OK(cusolverDnXgesvd_bufferSize(handle, p, 'A', 'A', N, N, type, a, N, real, w, type, u, N, type, v, N, type, &k.bytes,
                                   &k.host_bytes));
    k.make();
    OK(cusolverDnXgesvd(handle, p, 'A', 'A', N, N, type, a, N, real, w, type, u, N, type, v, N, type, k.device, k.bytes,
                        k.host.data(), k.host_bytes, info));
    cudaDeviceSynchronize();
    H sum = -m[5 * N + 3];
    for (int i = 0; i < N; i++) sum += u[i * N + 3] * w[i] * v[5 * N + i];
    CHECK(std::abs(sum) < bound);
    CHECK(cusolverDnXpotrf(handle, p, CUBLAS_FILL_MODE_LOWER, -1, type, a, N, type, k.device, k.bytes, k.host.data(),
                           k.host_bytes, info) == CUSOLVER_STATUS_INVALID_VALUE);
    CHECK(cusolverDnXgetrs(handle, p, CUBLAS_OP_N, N, 1, type, a, N, pivots, CUDA_R_8I, b, N, info) == CUSOLVER_STATUS_NOT_SUPPORTED);
    OK(cusolverDnDestroyParams(p));
}
int main() {
    cusolverDnHandle_t handle;
    OK(cusolverDnCreate(&handle));
    test<float, float>(handle, CUDA_R_32F, CUDA_R_32F, 1e-4);
    test<double, double>(handle, CUDA_R_64F, CUDA_R_64F, 1e-11);
    test<std::complex<float>, float>(handle, CUDA_C_32F, CUDA_R_32F, 1e-4);
    test<std::complex<double>, double>(handle, CUDA_C_64F, CUDA_R_64F, 1e-11);
    OK(cusolverDnDestroy(handle));
    printf("wrong %d\n", wrong);
}
