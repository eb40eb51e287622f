// cuFFT against the definition of the transform, in each type, layout and number of dimensions.
// options: -std=c++17
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cufftXt.h>

typedef std::complex<double> C;
static int wrong;
#define CHECK(what, good)                                        \
    do {                                                         \
        if (!(good)) { wrong++; printf("%s is wrong\n", what); } \
    } while (0)
#define SUCCEEDS(call) CHECK(#call, (call) == CUFFT_SUCCESS)

// By the definition, dimension by dimension: n[0] x n[1] x n[2].
static std::vector<C> defined(std::vector<C> x, const int n[3], int sign) {
    const int strides[3] = {n[1] * n[2], n[2], 1}, all = n[0] * n[1] * n[2];
    for (int d = 0; d < 3; d++) {
        std::vector<C> y(all);
        for (int i = 0; i < all; i++) {
            const int k = i / strides[d] % n[d], base = i - k * strides[d];
            for (int j = 0; j < n[d]; j++)
                y[i] += x[base + j * strides[d]] * std::polar(1.0, sign * 2 * M_PI * k * j / n[d]);
        }
        x = y;
    }
    return x;
}
static std::vector<C> random_numbers(int n, bool real) {
    std::vector<C> x(n);
    for (C &v : x) v = C(rand() % 100 / 10.0, real ? 0 : rand() % 100 / 10.0);
    return x;
}
template <class T> static T *device(const std::vector<C> &x, int room = 0) { // real: the real parts
    T *p;
    cudaMallocManaged(&p, sizeof(T) * (x.size() + room));
    for (size_t i = 0; i < x.size(); i++) {
        if (sizeof(T) == 8 || sizeof(T) == 16) memset(&p[i], 0, sizeof(T));
        if constexpr (std::is_floating_point<T>::value) p[i] = (T)x[i].real();
        else p[i].x = (decltype(p[i].x))x[i].real(), p[i].y = (decltype(p[i].y))x[i].imag();
    }
    return p;
}
template <class T> static C value(T z) {
    if constexpr (std::is_floating_point<T>::value) return C(z, 0);
    else return C(z.x, z.y);
}
static bool close(C a, C b) { return std::abs(a - b) < 1e-3 * (1 + std::abs(b)); }

template <class Z, class R>
static void dimensions(int rank, const int n[3], cufftType c2c, cufftType r2c, cufftType c2r,
                       cufftResult (*run)(cufftHandle, Z *, Z *, int), cufftResult (*forward)(cufftHandle, R *, Z *),
                       cufftResult (*backward)(cufftHandle, Z *, R *)) {
    const int all = n[0] * n[1] * n[2], half = n[2] / 2 + 1, rows = n[0] * n[1];
    cufftHandle plan[3];
    const cufftType types[] = {c2c, r2c, c2r};
    for (int i = 0; i < 3; i++)
        SUCCEEDS(rank == 1   ? cufftPlan1d(&plan[i], n[2], types[i], 1)
                 : rank == 2 ? cufftPlan2d(&plan[i], n[1], n[2], types[i])
                             : cufftPlan3d(&plan[i], n[0], n[1], n[2], types[i]));
    const std::vector<C> x = random_numbers(all, false), r = random_numbers(all, true);
    Z *z = device<Z>(x), *out = device<Z>(x);
    SUCCEEDS(run(plan[0], z, out, CUFFT_FORWARD));
    SUCCEEDS(run(plan[0], z, z, CUFFT_INVERSE)); // in place
    cudaDeviceSynchronize();
    const std::vector<C> there = defined(x, n, -1), back = defined(x, n, 1), real = defined(r, n, -1);
    for (int i = 0; i < all; i++) CHECK("complex", close(value(out[i]), there[i]) && close(value(z[i]), back[i]));
    R *p = device<R>(r), *padded;
    SUCCEEDS(forward(plan[1], p, out));
    cudaMallocManaged(&padded, sizeof(Z) * rows * half);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n[2]; j++) padded[i * 2 * half + j] = p[i * n[2] + j];
    SUCCEEDS(forward(plan[1], padded, (Z *)padded)); // in place: rows have room for the complex ones
    cudaDeviceSynchronize();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < half; j++) {
            CHECK("from real", close(value(out[i * half + j]), real[i * n[2] + j]));
            CHECK("from real in place", close(value(((Z *)padded)[i * half + j]), real[i * n[2] + j]));
        }
    SUCCEEDS(backward(plan[2], out, p));
    cudaDeviceSynchronize();
    for (int i = 0; i < all; i++) CHECK("to real", close(C(p[i], 0), r[i] * (double)all));
    for (cufftHandle h : plan) SUCCEEDS(cufftDestroy(h));
    cudaFree(z);
    cudaFree(out);
    cudaFree(p);
    cudaFree(padded);
}

static void many() { // columns of a matrix, then a window of a larger one
    const int rows = 8, columns = 6, each[3] = {1, 1, rows};
    int n[] = {rows}, embed[] = {rows};
    const std::vector<C> x = random_numbers(rows * columns, false);
    cufftComplex *z = device<cufftComplex>(x), *out = device<cufftComplex>(x);
    cufftHandle plan;
    cudaStream_t stream;
    size_t work;
    cudaStreamCreate(&stream);
    SUCCEEDS(cufftCreate(&plan));
    SUCCEEDS(cufftMakePlanMany(plan, 1, n, embed, columns, 1, embed, 1, rows, CUFFT_C2C, columns, &work));
    SUCCEEDS(cufftDestroy(plan));
    SUCCEEDS(cufftCreate(&plan)); // the same plan by types of data
    long long wide[] = {rows}, wide_embed[] = {rows};
    CHECK("types", cufftXtMakePlanMany(plan, 1, wide, wide_embed, columns, 1, CUDA_C_32F, wide_embed, 1, rows, CUDA_R_64F,
                                       columns, &work, CUDA_C_32F) == CUFFT_NOT_SUPPORTED);
    SUCCEEDS(cufftXtMakePlanMany(plan, 1, wide, wide_embed, columns, 1, CUDA_C_32F, wide_embed, 1, rows, CUDA_C_32F,
                                 columns, &work, CUDA_C_32F));
    SUCCEEDS(cufftSetStream(plan, stream));
    SUCCEEDS(cufftExecC2C(plan, z, out, CUFFT_FORWARD));
    cudaStreamSynchronize(stream);
    for (int c = 0; c < columns; c++) {
        std::vector<C> column(rows);
        for (int i = 0; i < rows; i++) column[i] = x[i * columns + c];
        column = defined(column, each, -1);
        for (int i = 0; i < rows; i++) CHECK("columns", close(value(out[c * rows + i]), column[i]));
    }
    SUCCEEDS(cufftDestroy(plan));
    int batch_n[] = {rows};
    SUCCEEDS(cufftPlanMany(&plan, 1, batch_n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, columns)); // one behind the other
    SUCCEEDS(cufftExecC2C(plan, z, out, CUFFT_FORWARD));
    cudaDeviceSynchronize();
    for (int c = 0; c < columns; c++) {
        const std::vector<C> part = defined(std::vector<C>(x.begin() + c * rows, x.begin() + (c + 1) * rows), each, -1);
        for (int i = 0; i < rows; i++) CHECK("batch", close(value(out[c * rows + i]), part[i]));
    }
    CHECK("another type", cufftExecR2C(plan, (float *)z, out) == CUFFT_INVALID_PLAN);
    SUCCEEDS(cufftDestroy(plan));
    CHECK("no plan", cufftDestroy(plan) == CUFFT_INVALID_PLAN);
    CHECK("no size", cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
    cudaStreamDestroy(stream);
    cudaFree(z);
    cudaFree(out);
}

int main() {
    const int n[][3] = {{1, 1, 16}, {1, 1, 15}, {1, 6, 8}, {3, 4, 5}};
    const int ranks[] = {1, 1, 2, 3};
    for (int i = 0; i < 4; i++) {
        dimensions<cufftComplex, float>(ranks[i], n[i], CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, cufftExecC2C, cufftExecR2C,
                                        cufftExecC2R);
        dimensions<cufftDoubleComplex, double>(ranks[i], n[i], CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D, cufftExecZ2Z, cufftExecD2Z,
                                               cufftExecZ2D);
    }
    many();
    printf("wrong %d\n", wrong);
    return 0;
}
