// cuSOLVER's dense functions of four types: what they return is put back together and compared with the matrix.
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
enum { N = 6, M = 9, K = 2 };

template <class T> struct number { typedef T host, real; };
template <> struct number<cuComplex> {
    typedef std::complex<float> host;
    typedef float real;
};
template <> struct number<cuDoubleComplex> {
    typedef std::complex<double> host;
    typedef double real;
};
static float turned(float x) { return x; }
static double turned(double x) { return x; }
template <class R> static std::complex<R> turned(std::complex<R> x) { return std::conj(x); }
template <class R> static void make(R &x, double a, double) { x = (R)a; }
template <class R> static void make(std::complex<R> &x, double a, double b) { x = std::complex<R>((R)a, (R)b); }

template <class T> static T *device(const void *from, size_t count) {
    T *at;
    cudaMalloc(&at, (count + 1) * sizeof(T));
    if (from) cudaMemcpy(at, from, count * sizeof(T), cudaMemcpyHostToDevice);
    return at;
}
template <class H> static std::vector<H> host(const void *from, size_t count) {
    std::vector<H> to(count);
    cudaMemcpy(to.data(), from, count * sizeof(H), cudaMemcpyDeviceToHost);
    return to;
}
// The largest difference of A B (or A^H B) and C, all in columns.
template <class H>
static double differs(const H *a, int lda, bool turn, const H *b, int ldb, const H *c, int ldc, int m, int n, int k) {
    double most = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            H sum = -c[i + j * ldc];
            for (int l = 0; l < k; l++) sum += (turn ? turned(a[l + i * lda]) : a[i + l * lda]) * b[l + j * ldb];
            most = std::fmax(most, (double)std::abs(sum));
        }
    return most;
}

#define TESTS(L, T, O, Y) \
    static void test_##L(cusolverDnHandle_t handle, double bound) { \
        typedef number<T>::host H; \
        typedef number<T>::real R; \
        std::vector<H> a(M * N), s(N * N), b(N * K); \
        for (int i = 0; i < M * N; i++) make(a[i], std::sin(3.0 * i) + (i % (M + 1) == 0 ? 4 : 0), std::cos(5.0 * i)); \
        for (int i = 0; i < N * K; i++) make(b[i], i + 1, 1 - i); \
        for (int i = 0; i < N; i++) \
            for (int j = 0; j < N; j++) \
                for (int k = 0; k < M; k++) s[i + j * N] += turned(a[k + i * M]) * a[k + j * M]; \
        T *da = device<T>(a.data(), M * N), *ds = device<T>(s.data(), N * N), *db = device<T>(b.data(), N * K), \
          *tau = device<T>(NULL, N), *u = device<T>(NULL, M * M), *v = device<T>(NULL, N * N), *work; \
        R *w = device<R>(NULL, N); \
        int *pivots = device<int>(NULL, N), *info = device<int>(NULL, 1), length; \
        /* LU */ \
        OK(cusolverDn##L##getrf_bufferSize(handle, N, N, ds, N, &length)); \
        work = device<T>(NULL, length); \
        OK(cusolverDn##L##getrf(handle, N, N, ds, N, work, pivots, info)); \
        OK(cusolverDn##L##getrs(handle, CUBLAS_OP_N, N, K, ds, N, pivots, db, N, info)); \
        std::vector<H> x = host<H>(db, N * K); \
        CHECK(host<int>(info, 1)[0] == 0 && differs(s.data(), N, false, x.data(), N, b.data(), N, N, K, N) < bound); \
        cudaMemcpy(ds, s.data(), sizeof(T) * N * N, cudaMemcpyHostToDevice); /* without pivots */ \
        cudaMemcpy(db, b.data(), sizeof(T) * N * K, cudaMemcpyHostToDevice); \
        OK(cusolverDn##L##getrf(handle, N, N, ds, N, work, NULL, info)); \
        OK(cusolverDn##L##getrs(handle, CUBLAS_OP_N, N, K, ds, N, NULL, db, N, info)); \
        x = host<H>(db, N * K); \
        CHECK(differs(s.data(), N, false, x.data(), N, b.data(), N, N, K, N) < bound); \
        /* Cholesky */ \
        cudaMemcpy(ds, s.data(), sizeof(T) * N * N, cudaMemcpyHostToDevice); \
        cudaMemcpy(db, b.data(), sizeof(T) * N * K, cudaMemcpyHostToDevice); \
        OK(cusolverDn##L##potrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, N, ds, N, &length)); \
        OK(cusolverDn##L##potrf(handle, CUBLAS_FILL_MODE_LOWER, N, ds, N, work, length, info)); \
        OK(cusolverDn##L##potrs(handle, CUBLAS_FILL_MODE_LOWER, N, K, ds, N, db, N, info)); \
        x = host<H>(db, N * K); \
        CHECK(host<int>(info, 1)[0] == 0 && differs(s.data(), N, false, x.data(), N, b.data(), N, N, K, N) < bound); \
        cudaFree(work); \
        /* QR: Q R is A */ \
        OK(cusolverDn##L##geqrf_bufferSize(handle, M, N, da, M, &length)); \
        work = device<T>(NULL, length); \
        OK(cusolverDn##L##geqrf(handle, M, N, da, M, tau, work, length, info)); \
        std::vector<H> r = host<H>(da, M * N), q; \
        for (int i = 0; i < M; i++) \
            for (int j = 0; j < N; j++) \
                if (i > j) r[i + j * M] = 0; \
        OK(cusolverDn##L##O##gqr(handle, M, N, N, da, M, tau, work, length, info)); \
        q = host<H>(da, M * N); \
        CHECK(differs(q.data(), M, false, r.data(), M, a.data(), M, M, N, N) < bound); \
        cudaFree(work); \
        /* eigenvalues: S V is V W, and of the general problem with B = S: all are 1 */ \
        cudaMemcpy(ds, s.data(), sizeof(T) * N * N, cudaMemcpyHostToDevice); \
        OK(cusolverDn##L##Y##evd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, N, ds, N, w, \
                                            &length)); \
        work = device<T>(NULL, length); \
        OK(cusolverDn##L##Y##evd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, N, ds, N, w, work, length, \
                                 info)); \
        std::vector<H> e = host<H>(ds, N * N), scaled = e; \
        std::vector<R> values = host<R>(w, N); \
        for (int i = 0; i < N * N; i++) scaled[i] *= values[i / N]; \
        CHECK(values[0] <= values[N - 1] && \
              differs(s.data(), N, false, e.data(), N, scaled.data(), N, N, N, N) < bound); \
        cudaMemcpy(ds, s.data(), sizeof(T) * N * N, cudaMemcpyHostToDevice); \
        cudaMemcpy(v, s.data(), sizeof(T) * N * N, cudaMemcpyHostToDevice); \
        OK(cusolverDn##L##Y##gvd(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, N, \
                                 ds, N, v, N, w, work, length, info)); \
        for (R value : host<R>(w, N)) CHECK(std::fabs((double)value - 1) < bound); \
        cudaFree(work); \
        /* singular values, by both functions: U S V^H is A */ \
        gesvdjInfo_t with; \
        OK(cusolverDnCreateGesvdjInfo(&with)); \
        for (int jacobi = 0; jacobi < 2; jacobi++) { \
            cudaMemcpy(da, a.data(), sizeof(T) * M * N, cudaMemcpyHostToDevice); \
            if (jacobi) \
                OK(cusolverDn##L##gesvdj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, 1, M, N, da, M, w, u, M, v, N, \
                                                    &length, with)); \
            else OK(cusolverDn##L##gesvd_bufferSize(handle, M, N, &length)); \
            work = device<T>(NULL, length); \
            if (jacobi) \
                OK(cusolverDn##L##gesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, M, N, da, M, w, u, M, v, N, work, \
                                         length, info, with)); \
            else OK(cusolverDn##L##gesvd(handle, 'S', 'A', M, N, da, M, w, u, M, v, N, work, length, NULL, info)); \
            std::vector<H> left = host<H>(u, M * N), right = host<H>(v, N * N); \
            values = host<R>(w, N); \
            for (int i = 0; i < M * N; i++) left[i] *= values[i / M]; \
            std::vector<H> vt = right; \
            for (int i = 0; jacobi && i < N; i++) \
                for (int j = 0; j < N; j++) vt[j + i * N] = turned(right[i + j * N]); \
            CHECK(differs(left.data(), M, false, vt.data(), N, a.data(), M, M, N, N) < bound); \
            cudaFree(work); \
        } \
        OK(cusolverDnDestroyGesvdjInfo(with)); \
    }
TESTS(S, float, or, sy)
TESTS(D, double, or, sy)
TESTS(C, cuComplex, un, he)
TESTS(Z, cuDoubleComplex, un, he)

int main() {
    cusolverDnHandle_t handle;
    cudaStream_t stream;
    OK(cusolverDnCreate(&handle));
    cudaStreamCreate(&stream);
    OK(cusolverDnSetStream(handle, stream));
    OK(cusolverDnSetStream(handle, 0)); // copies stand behind the calls
    test_S(handle, 2e-2);
    test_D(handle, 1e-9);
    test_C(handle, 2e-2);
    test_Z(handle, 1e-9);
    int length;
    CHECK(cusolverDnDgetrf_bufferSize(NULL, 2, 2, NULL, 2, &length) == CUSOLVER_STATUS_NOT_INITIALIZED);
    OK(cusolverDnDestroy(handle));
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
