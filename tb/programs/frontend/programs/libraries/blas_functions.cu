// Functions of cuBLAS against plain loops, in each type that they have, and through each kind of pointer.
#include <cstdio>
#include <cstdlib>
#include <complex>
#include <vector>
#include <cublas_v2.h>
#include <cuda_fp16.h>

static int wrong;
static cublasHandle_t handle;

template <class T> struct kind; // its C++ type, and the number of real parts
template <> struct kind<float> { typedef float cpp; enum { parts = 1 }; };
template <> struct kind<double> { typedef double cpp; enum { parts = 1 }; };
template <> struct kind<cuComplex> { typedef std::complex<float> cpp; enum { parts = 2 }; };
template <> struct kind<cuDoubleComplex> { typedef std::complex<double> cpp; enum { parts = 2 }; };

static double magnitude(double d) { return d < 0 ? -d : d; }
template <class R> static double magnitude(std::complex<R> z) { return std::abs(z); }
static float conjugate(float x) { return x; }
static double conjugate(double x) { return x; }
template <class R> static std::complex<R> conjugate(std::complex<R> z) { return std::conj(z); }
static void put(float &x, int a, int) { x = (float)a; }
static void put(double &x, int a, int) { x = a; }
template <class R> static void put(std::complex<R> &x, int a, int b) { x = std::complex<R>((R)a, (R)b); }

#define CHECK(what, good)                                            \
    do {                                                             \
        if (!(good)) { wrong++; printf("%s is wrong\n", what); }     \
    } while (0)
#define SUCCEEDS(call) CHECK(#call, (call) == CUBLAS_STATUS_SUCCESS)

template <class T> struct Array { // host and device
    typedef typename kind<T>::cpp C;
    std::vector<C> host;
    T *device;
    explicit Array(int n) : host(n) {
        cudaMalloc((void **)&device, n * sizeof(T));
        for (int i = 0; i < n; i++) put(host[i], rand() % 9 - 4, rand() % 9 - 4);
        up();
    }
    Array(const Array &) = delete;
    ~Array() { cudaFree(device); }
    void up() { cublasSetVector((int)host.size(), sizeof(T), host.data(), 1, device, 1); }
    std::vector<C> down() const {
        std::vector<C> out(host.size());
        cublasGetVector((int)host.size(), sizeof(T), device, 1, out.data(), 1);
        return out;
    }
    bool holds(const std::vector<C> &expected) const {
        const std::vector<C> got = down();
        for (size_t i = 0; i < got.size(); i++)
            if (magnitude(got[i] - expected[i]) > 1e-4 * (1 + magnitude(expected[i]))) return false;
        return true;
    }
};

// The functions under one name for all types.
#define OVERLOAD(f)                                                                                          \
    template <class... A> cublasStatus_t f(float, A... a) { return cublasS##f(handle, a...); }               \
    template <class... A> cublasStatus_t f(double, A... a) { return cublasD##f(handle, a...); }              \
    template <class... A> cublasStatus_t f(cuComplex, A... a) { return cublasC##f(handle, a...); }           \
    template <class... A> cublasStatus_t f(cuDoubleComplex, A... a) { return cublasZ##f(handle, a...); }
OVERLOAD(axpy) OVERLOAD(copy) OVERLOAD(swap) OVERLOAD(scal) OVERLOAD(gemv) OVERLOAD(gbmv) OVERLOAD(trmv) OVERLOAD(trsv)
OVERLOAD(tpmv) OVERLOAD(gemm) OVERLOAD(symm) OVERLOAD(syrk) OVERLOAD(syr2k) OVERLOAD(trmm) OVERLOAD(trsm) OVERLOAD(gemmBatched)
OVERLOAD(gemmStridedBatched) OVERLOAD(geam) OVERLOAD(dgmm) OVERLOAD(getrfBatched) OVERLOAD(getrsBatched)
OVERLOAD(getriBatched) OVERLOAD(matinvBatched)

template <class C> static C op(const std::vector<C> &a, cublasOperation_t o, int ld, int i, int j) {
    return o == CUBLAS_OP_N ? a[j * ld + i] : o == CUBLAS_OP_T ? a[i * ld + j] : conjugate(a[i * ld + j]);
}

template <class T> static void level1(T t) {
    typedef typename kind<T>::cpp C;
    const int n = 20;
    C alpha;
    put(alpha, 2, -1);
    Array<T> x(3 * n), y(2 * n);
    std::vector<C> expected = y.host;
    for (int i = 0; i < n; i++) expected[2 * i] += alpha * x.host[3 * i];
    SUCCEEDS(axpy(t, n, (const T *)&alpha, (const T *)x.device, 3, y.device, 2));
    CHECK("axpy", y.holds(expected));
    // a negative step begins at the end
    for (int i = 0; i < n; i++) expected[2 * i] = x.host[3 * (n - 1 - i)];
    SUCCEEDS(copy(t, n, (const T *)x.device, -3, y.device, 2));
    CHECK("copy", y.holds(expected));
    for (int i = 0; i < n; i++) expected[2 * i] *= alpha;
    SUCCEEDS(scal(t, n, (const T *)&alpha, y.device, 2));
    CHECK("scal", y.holds(expected));
    std::vector<C> other = x.host;
    for (int i = 0; i < n; i++) std::swap(expected[2 * i], other[3 * i]);
    SUCCEEDS(swap(t, n, x.device, 3, y.device, 2));
    CHECK("swap", y.holds(expected) && x.holds(other));
}

template <class T> static void level2(T t) {
    typedef typename kind<T>::cpp C;
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    const int m = 7, n = 5, ld = 9;
    C alpha, beta;
    put(alpha, 2, 1);
    put(beta, -1, 2);
    for (cublasOperation_t o : ops) {
        const int rows = o == CUBLAS_OP_N ? m : n, columns = o == CUBLAS_OP_N ? n : m;
        Array<T> a(ld * n), x(2 * columns), y(rows);
        std::vector<C> expected = y.host;
        for (int i = 0; i < rows; i++) {
            C sum = 0;
            for (int j = 0; j < columns; j++) sum += op(a.host, o, ld, i, j) * x.host[2 * j];
            expected[i] = alpha * sum + beta * y.host[i];
        }
        SUCCEEDS(gemv(t, o, m, n, (const T *)&alpha, (const T *)a.device, ld, (const T *)x.device, 2, (const T *)&beta,
                      y.device, 1));
        CHECK("gemv", y.holds(expected));
        // a triangle, as a matrix and packed; solving gives the vector back
        for (cublasFillMode_t fill : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
            Array<T> b(ld * n), packed(n * (n + 1) / 2), v(n), w(n);
            for (int j = 0; j < n; j++) put(b.host[j * ld + j], 3, 0);
            b.up();
            int at = 0;
            for (int j = 0; j < n; j++)
                for (int i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_LOWER ? n : j + 1); i++)
                    packed.host[at++] = b.host[j * ld + i];
            packed.up();
            w.host = v.host;
            w.up();
            std::vector<C> product(n);
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    const int r = o == CUBLAS_OP_N ? i : j, c = o == CUBLAS_OP_N ? j : i;
                    if (fill == CUBLAS_FILL_MODE_LOWER ? r >= c : r <= c) product[i] += op(b.host, o, ld, i, j) * v.host[j];
                }
            SUCCEEDS(trmv(t, fill, o, CUBLAS_DIAG_NON_UNIT, n, (const T *)b.device, ld, v.device, 1));
            CHECK("trmv", v.holds(product));
            SUCCEEDS(tpmv(t, fill, o, CUBLAS_DIAG_NON_UNIT, n, (const T *)packed.device, w.device, 1));
            CHECK("tpmv", w.holds(product));
            SUCCEEDS(trsv(t, fill, o, CUBLAS_DIAG_NON_UNIT, n, (const T *)b.device, ld, v.device, 1));
            CHECK("trsv", v.holds(v.host));
        }
    }
    // a band: one diagonal below, two above
    Array<T> band(4 * n), x(n), y(n);
    std::vector<C> expected(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i - j <= 1 && j - i <= 2) expected[i] += alpha * band.host[j * 4 + 2 + i - j] * x.host[j];
    C zero = 0;
    SUCCEEDS(gbmv(t, CUBLAS_OP_N, n, n, 1, 2, (const T *)&alpha, (const T *)band.device, 4, (const T *)x.device, 1,
                  (const T *)&zero, y.device, 1));
    CHECK("gbmv", y.holds(expected));
}

template <class T> static void level3(T t) {
    typedef typename kind<T>::cpp C;
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    const int m = 6, n = 5, k = 4, ld = 8, count = 3;
    C alpha, beta, zero = 0;
    put(alpha, 2, 1);
    put(beta, -1, 2);
    for (cublasOperation_t oa : ops)
        for (cublasOperation_t ob : ops) {
            Array<T> a(count * ld * ld), b(count * ld * ld), c(count * ld * n);
            std::vector<C> expected = c.host;
            for (int s = 0; s < count; s++)
                for (int i = 0; i < m; i++)
                    for (int j = 0; j < n; j++) {
                        const std::vector<C> as(a.host.begin() + s * ld * ld, a.host.end()),
                            bs(b.host.begin() + s * ld * ld, b.host.end());
                        C sum = 0;
                        for (int l = 0; l < k; l++) sum += op(as, oa, ld, i, l) * op(bs, ob, ld, l, j);
                        C &to = expected[s * ld * n + j * ld + i];
                        to = alpha * sum + beta * to;
                    }
            std::vector<C> first = c.host;
            std::copy(expected.begin(), expected.begin() + ld * n, first.begin());
            SUCCEEDS(gemm(t, oa, ob, m, n, k, (const T *)&alpha, (const T *)a.device, ld, (const T *)b.device, ld,
                          (const T *)&beta, c.device, ld));
            CHECK("gemm", c.holds(first));
            c.up();
            SUCCEEDS(gemmStridedBatched(t, oa, ob, m, n, k, (const T *)&alpha, (const T *)a.device, ld, ld * ld,
                                        (const T *)b.device, ld, ld * ld, (const T *)&beta, c.device, ld, ld * n, count));
            CHECK("gemmStridedBatched", c.holds(expected));
            c.up();
            T *tables[3][count], **device;
            for (int s = 0; s < count; s++) {
                tables[0][s] = a.device + s * ld * ld;
                tables[1][s] = b.device + s * ld * ld;
                tables[2][s] = c.device + s * ld * n;
            }
            cudaMalloc((void **)&device, sizeof tables);
            cudaMemcpy(device, tables, sizeof tables, cudaMemcpyHostToDevice);
            SUCCEEDS(gemmBatched(t, oa, ob, m, n, k, (const T *)&alpha, (const T *const *)device, ld,
                                 (const T *const *)(device + count), ld, (const T *)&beta, (T *const *)(device + 2 * count),
                                 ld, count));
            CHECK("gemmBatched", c.holds(expected));
            cudaFree(device);
        }
    for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
        const int size = side == CUBLAS_SIDE_LEFT ? m : n;
        Array<T> a(ld * size), b(ld * n), c(ld * n);
        for (int j = 0; j < size; j++) put(a.host[j * ld + j], 5, 0);
        a.up();
        std::vector<C> symmetric = c.host, triangular = c.host;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                C s = 0, r = 0;
                for (int l = 0; l < size; l++) {
                    const int row = side == CUBLAS_SIDE_LEFT ? i : l, column = side == CUBLAS_SIDE_LEFT ? l : j;
                    const C factor = side == CUBLAS_SIDE_LEFT ? b.host[j * ld + l] : b.host[l * ld + i];
                    s += a.host[std::max(row, column) + std::min(row, column) * ld] * factor;
                    if (row >= column) r += a.host[column * ld + row] * factor;
                }
                symmetric[j * ld + i] = alpha * s + beta * c.host[j * ld + i];
                triangular[j * ld + i] = alpha * r;
            }
        SUCCEEDS(symm(t, side, CUBLAS_FILL_MODE_LOWER, m, n, (const T *)&alpha, (const T *)a.device, ld,
                      (const T *)b.device, ld, (const T *)&beta, c.device, ld));
        CHECK("symm", c.holds(symmetric));
        c.up();
        SUCCEEDS(trmm(t, side, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n, (const T *)&alpha,
                      (const T *)a.device, ld, (const T *)b.device, ld, c.device, ld));
        CHECK("trmm", c.holds(triangular));
        const C inverse = C(1) / alpha;
        SUCCEEDS(trsm(t, side, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n, (const T *)&inverse,
                      (const T *)a.device, ld, c.device, ld));
        std::vector<C> back = triangular;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) back[j * ld + i] = b.host[j * ld + i];
        CHECK("trsm", c.holds(back));
    }
    Array<T> a(ld * k), b(ld * k), c(ld * n), d(ld * n);
    std::vector<C> one = c.host, two = c.host;
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            C s = 0, r = 0;
            for (int l = 0; l < k; l++) {
                s += a.host[l * ld + i] * a.host[l * ld + j];
                r += a.host[l * ld + i] * b.host[l * ld + j] + b.host[l * ld + i] * a.host[l * ld + j];
            }
            one[j * ld + i] = alpha * s + beta * c.host[j * ld + i];
            two[j * ld + i] = alpha * r + beta * c.host[j * ld + i];
        }
    d.host = c.host;
    d.up();
    SUCCEEDS(syrk(t, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, (const T *)&alpha, (const T *)a.device, ld, (const T *)&beta,
                  c.device, ld));
    CHECK("syrk", c.holds(one));
    SUCCEEDS(syr2k(t, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, (const T *)&alpha, (const T *)a.device, ld,
                   (const T *)b.device, ld, (const T *)&beta, d.device, ld));
    CHECK("syr2k", d.holds(two));
    // sums and scalings
    Array<T> p(n * k), q(ld * k), r(n * k), v(k);
    std::vector<C> sum(n * k), scaled(n * k);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            sum[j * n + i] = alpha * p.host[i * k + j] + beta * q.host[j * ld + i];
            scaled[j * n + i] = sum[j * n + i] * v.host[j];
        }
    SUCCEEDS(geam(t, CUBLAS_OP_T, CUBLAS_OP_N, n, k, (const T *)&alpha, (const T *)p.device, k, (const T *)&beta,
                  (const T *)q.device, ld, r.device, n));
    CHECK("geam", r.holds(sum));
    SUCCEEDS(dgmm(t, CUBLAS_SIDE_RIGHT, n, k, (const T *)r.device, n, (const T *)v.device, 1, r.device, n));
    CHECK("dgmm", r.holds(scaled));
    // LU: the inverse times the matrix is 1, and the solution is the solution
    Array<T> m1(n * n), lu(n * n), inverse(n * n), again(n * n), x(n), y(n);
    for (int i = 0; i < n; i++) put(m1.host[i * n + i], 13, 0);
    m1.up();
    lu.host = m1.host;
    lu.up();
    for (int i = 0; i < n; i++) {
        y.host[i] = 0;
        for (int j = 0; j < n; j++) y.host[i] += m1.host[j * n + i] * x.host[j];
    }
    y.up();
    T *addresses[] = {m1.device, lu.device, inverse.device, again.device, y.device}, **table;
    int *numbers, info[3], info_of_solve;
    cudaMalloc((void **)&table, sizeof addresses);
    cudaMemcpy(table, addresses, sizeof addresses, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&numbers, (n + 3) * sizeof(int));
    SUCCEEDS(getrfBatched(t, n, (T *const *)table + 1, n, numbers, numbers + n, 1));
    SUCCEEDS(getriBatched(t, n, (const T *const *)table + 1, n, numbers, (T *const *)table + 2, n, numbers + n + 1, 1));
    SUCCEEDS(matinvBatched(t, n, (const T *const *)table, n, (T *const *)table + 3, n, numbers + n + 2, 1));
    SUCCEEDS(getrsBatched(t, CUBLAS_OP_N, n, 1, (const T *const *)table + 1, n, numbers, (T *const *)table + 4, n,
                          &info_of_solve, 1));
    cudaMemcpy(info, numbers + n, sizeof info, cudaMemcpyDeviceToHost);
    CHECK("info", info[0] == 0 && info[1] == 0 && info[2] == 0 && info_of_solve == 0);
    CHECK("getrs", y.holds(x.host));
    CHECK("matinv", again.holds(inverse.down()));
    C unit = 1;
    SUCCEEDS(gemm(t, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, (const T *)&unit, (const T *)m1.device, n,
                  (const T *)inverse.device, n, (const T *)&zero, again.device, n));
    std::vector<C> identity(n * n);
    for (int i = 0; i < n; i++) identity[i * n + i] = 1;
    std::vector<C> got = again.down();
    for (int i = 0; i < n * n; i++) CHECK("getri", magnitude(got[i] - identity[i]) < 1e-4);
    cudaFree(table);
    cudaFree(numbers);
}

static void results() { // numbers, on either side
    const int n = 10;
    Array<float> x(n), y(n);
    Array<cuComplex> z(n), w(n);
    float dot = 0, sum = 0, square = 0, got;
    std::complex<float> product = 0, zgot;
    int largest = 0, smallest = 0, index;
    for (int i = 0; i < n; i++) {
        dot += x.host[i] * y.host[i];
        sum += fabsf(x.host[i]);
        square += x.host[i] * x.host[i];
        product += std::conj(z.host[i]) * w.host[i];
        if (fabsf(x.host[i]) > fabsf(x.host[largest])) largest = i;
        if (fabsf(x.host[i]) < fabsf(x.host[smallest])) smallest = i;
    }
    SUCCEEDS(cublasSdot(handle, n, x.device, 1, y.device, 1, &got));
    CHECK("dot", got == dot);
    SUCCEEDS(cublasSasum(handle, n, x.device, 1, &got));
    CHECK("asum", got == sum);
    SUCCEEDS(cublasSnrm2(handle, n, x.device, 1, &got));
    CHECK("nrm2", fabsf(got * got - square) < 1e-3f * square);
    SUCCEEDS(cublasCdotc(handle, n, z.device, 1, w.device, 1, (cuComplex *)&zgot));
    CHECK("dotc", std::abs(zgot - product) < 1e-3f);
    SUCCEEDS(cublasIsamax(handle, n, x.device, 1, &index));
    CHECK("amax", index == largest + 1);
    SUCCEEDS(cublasIsamin(handle, n, x.device, 1, &index));
    CHECK("amin", index == smallest + 1);
    float *device;
    cudaMalloc((void **)&device, 2 * sizeof(float));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    SUCCEEDS(cublasSdot(handle, n, x.device, 1, y.device, 1, device));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    cudaMemcpy(&got, device, sizeof got, cudaMemcpyDeviceToHost);
    CHECK("dot on the device", got == dot);
    cudaFree(device);
    float a = 3, b = 4, c, s;
    SUCCEEDS(cublasSrotg(handle, &a, &b, &c, &s));
    CHECK("rotg", fabsf(a - 5) < 1e-5f && fabsf(c - 0.6f) < 1e-5f && fabsf(s - 0.8f) < 1e-5f);
    std::vector<float> turned(n);
    for (int i = 0; i < n; i++) turned[i] = c * x.host[i] + s * y.host[i];
    SUCCEEDS(cublasSrot(handle, n, x.device, 1, y.device, 1, &c, &s));
    CHECK("rot", x.holds(turned));
    // hermitian
    std::complex<float> alpha(2, 1), beta(0, 0);
    const int m = 3;
    Array<cuComplex> h(m * m), v(m), out(m);
    for (int i = 0; i < m; i++) h.host[i * m + i] = (float)(i + 1);
    h.up();
    std::vector<std::complex<float>> expected(m);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            expected[i] += alpha * (i <= j ? h.host[j * m + i] : std::conj(h.host[i * m + j])) * v.host[j];
    SUCCEEDS(cublasChemv(handle, CUBLAS_FILL_MODE_UPPER, m, (cuComplex *)&alpha, h.device, m, v.device, 1, (cuComplex *)&beta,
                         out.device, 1));
    CHECK("hemv", out.holds(expected));
}

static void mixed() { // halves and bytes; the products are exact
    const int m = 5, n = 4, k = 8;
    std::vector<__half> a(m * k), b(k * n), c(m * n), alpha(1, __float2half(1)), beta(1, __float2half(0));
    std::vector<float> expected(m * n), floats(m * n);
    std::vector<signed char> ia(m * k), ib(k * n);
    std::vector<int> ints(m * n);
    for (int i = 0; i < m * k; i++) a[i] = __float2half((float)(ia[i] = (signed char)(i % 5 - 2)));
    for (int i = 0; i < k * n; i++) b[i] = __float2half((float)(ib[i] = (signed char)(i % 7 - 3)));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            for (int l = 0; l < k; l++) expected[j * m + i] += (float)(ia[l * m + i] * ib[j * k + l]);
    void *da, *db, *dc;
    cudaMalloc(&da, 1024);
    cudaMalloc(&db, 1024);
    cudaMalloc(&dc, 1024);
    cudaMemcpy(da, a.data(), m * k * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), k * n * 2, cudaMemcpyHostToDevice);
    SUCCEEDS(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha[0], (__half *)da, m, (__half *)db, k, &beta[0],
                         (__half *)dc, m));
    cudaMemcpy(c.data(), dc, m * n * 2, cudaMemcpyDeviceToHost);
    for (int i = 0; i < m * n; i++) CHECK("Hgemm", __half2float(c[i]) == expected[i]);
    const float one = 1, none = 0;
    SUCCEEDS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da, CUDA_R_16F, m, db, CUDA_R_16F, k, &none, dc,
                          CUDA_R_32F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    cudaMemcpy(floats.data(), dc, m * n * 4, cudaMemcpyDeviceToHost);
    CHECK("GemmEx of halves", floats == expected);
    cudaMemcpy(da, ia.data(), m * k, cudaMemcpyHostToDevice);
    cudaMemcpy(db, ib.data(), k * n, cudaMemcpyHostToDevice);
    const int whole = 1, nothing = 0;
    SUCCEEDS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &whole, da, CUDA_R_8I, m, db, CUDA_R_8I, k, &nothing,
                          dc, CUDA_R_32I, m, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
    cudaMemcpy(ints.data(), dc, m * n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < m * n; i++) CHECK("GemmEx of bytes", (float)ints[i] == expected[i]);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}

int main() {
    CHECK("no handle", cublasSetStream(nullptr, 0) == CUBLAS_STATUS_NOT_INITIALIZED);
    SUCCEEDS(cublasCreate(&handle));
    level1(float());
    level1(double());
    level1(cuComplex());
    level1(cuDoubleComplex());
    level2(float());
    level2(double());
    level2(cuComplex());
    level2(cuDoubleComplex());
    level3(float());
    level3(double());
    level3(cuComplex());
    level3(cuDoubleComplex());
    results();
    mixed();
    float number = 1, *device;
    cudaMalloc((void **)&device, 64);
    CHECK("leading dimension", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &number, device, 3, device, 4, &number,
                                           device, 4) == CUBLAS_STATUS_INVALID_VALUE);
    cudaFree(device);
    SUCCEEDS(cublasDestroy(handle));
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
