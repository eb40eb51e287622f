// cuSOLVER's sparse systems: a two-dimensional grid's equations in random order, of four types, both index bases, by every
// function; singular and indefinite matrices; orders of rows.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cusolverSp.h>
static int wrong;
#define CHECK(condition) \
    do { \
        if (!(condition)) wrong++, printf("line %d: %s\n", __LINE__, #condition); \
    } while (0)
#define OK(call) CHECK((call) == CUSOLVER_STATUS_SUCCESS)
enum { SIDE = 9, N = SIDE * SIDE };
template <class T> static T *device(const void *from, size_t count) {
    T *at;
    cudaMalloc(&at, (count + 1) * sizeof(T));
    if (from) cudaMemcpy(at, from, count * sizeof(T), cudaMemcpyHostToDevice);
    return at;
}
template <class H> struct equations {
    std::vector<int> rows, columns;
    std::vector<H> values, x, b;
};
static int number(int cell) { return cell * 29 % N; } // 29 and 81 have no common factor
template <class H> static equations<H> grid(int base, H side, double middle) {
    equations<H> s;
    std::vector<int> cell(N);
    for (int i = 0; i < N; i++) cell[number(i)] = i, s.x.push_back(H(i % 11 + 1));
    for (int row = 0; row < N; row++) {
        const int at = cell[row], i = at / SIDE, j = at % SIDE;
        s.rows.push_back((int)s.columns.size() + base);
        H sum = 0;
        for (int to = 0; to < N; to++) { // columns in order
            const int k = cell[to] / SIDE, l = cell[to] % SIDE, apart = std::abs(i - k) + std::abs(j - l);
            if (apart > 1) continue;
            s.columns.push_back(to + base);
            s.values.push_back(apart == 0 ? H(middle) : side);
            sum += s.values.back() * s.x[to];
        }
        s.b.push_back(sum);
    }
    s.rows.push_back((int)s.columns.size() + base);
    return s;
}
template <class H> static double off(const std::vector<H> &x, const std::vector<H> &y) {
    double most = 0;
    for (size_t i = 0; i < x.size(); i++) most = std::fmax(most, (double)std::abs(x[i] - y[i]));
    return most;
}
#define TEST(L, T, H, bound)                                                                                                \
    static void test_##L(cusolverSpHandle_t handle, cusparseMatDescr_t how, int base) {                                    \
        equations<H> s = grid<H>(base, H(-1), 4.5);                                                                            \
        const int nonzeros = (int)s.columns.size();                                                                         \
        std::vector<H> x(N);                                                                                                \
        int singular = 7;                                                                                                   \
        int *rows = device<int>(s.rows.data(), N + 1), *columns = device<int>(s.columns.data(), nonzeros);                  \
        T *values = device<T>(s.values.data(), nonzeros), *b = device<T>(s.b.data(), N), *to = device<T>(nullptr, N);       \
        auto get = [&] { cudaMemcpy(x.data(), to, N * sizeof(T), cudaMemcpyDeviceToHost); };                                \
        OK(cusolverSp##L##csrlsvqr(handle, N, nonzeros, how, values, rows, columns, b, 0, 0, to, &singular));               \
        get();                                                                                                              \
        CHECK(singular == -1 && off(x, s.x) < bound);                                                                       \
        OK(cusolverSp##L##csrlsvchol(handle, N, nonzeros, how, values, rows, columns, b, 0, 1, to, &singular));             \
        get();                                                                                                              \
        CHECK(singular == -1 && off(x, s.x) < bound);                                                                       \
        const T *v = (const T *)s.values.data(), *right = (const T *)s.b.data();                                            \
        T *out = (T *)x.data();                                                                                             \
        const int *r = s.rows.data(), *c = s.columns.data();                                                                \
        for (H &e : x) e = 0;                                                                                               \
        OK(cusolverSp##L##csrlsvluHost(handle, N, nonzeros, how, v, r, c, right, 0, 0, out, &singular));                    \
        CHECK(singular == -1 && off(x, s.x) < bound);                                                                       \
        OK(cusolverSp##L##csrlsvqrHost(handle, N, nonzeros, how, v, r, c, right, 0, 2, out, &singular));                    \
        CHECK(singular == -1 && off(x, s.x) < bound);                                                                       \
        OK(cusolverSp##L##csrlsvcholHost(handle, N, nonzeros, how, v, r, c, right, 0, 0, out, &singular));                  \
        CHECK(singular == -1 && off(x, s.x) < bound);                                                                       \
        equations<H> not_positive = grid<H>(base, H(-1), 0.5);                                                                 \
        OK(cusolverSp##L##csrlsvcholHost(handle, N, nonzeros, how, (const T *)not_positive.values.data(), r, c, right, 0, 0, \
                                         out, &singular));                                                                  \
        CHECK(singular >= 0 && singular < N);                                                                               \
        for (int e = s.rows[5] - base; e < s.rows[6] - base; e++) s.values[e] = 0;                                          \
        OK(cusolverSp##L##csrlsvluHost(handle, N, nonzeros, how, v, r, c, right, 0, 0, out, &singular));                    \
        CHECK(singular >= 0 && singular < N);                                                                               \
    }
TEST(S, float, float, 1e-4)
TEST(D, double, double, 1e-11)
TEST(C, cuComplex, std::complex<float>, 1e-4)
TEST(Z, cuDoubleComplex, std::complex<double>, 1e-11)

static void test_orders(cusolverSpHandle_t handle, cusparseMatDescr_t how, int base) {
    equations<double> s = grid<double>(base, -1, 4.5);
    const int nonzeros = (int)s.columns.size();
    int symmetric = 0;
    OK(cusolverSpXcsrissymHost(handle, N, nonzeros, how, s.rows.data(), s.rows.data() + 1, s.columns.data(), &symmetric));
    CHECK(symmetric == 1);
    std::vector<int> order(N), map(nonzeros), seen(N);
    OK(cusolverSpXcsrsymrcmHost(handle, N, nonzeros, how, s.rows.data(), s.columns.data(), order.data()));
    for (int row : order) CHECK(row >= 0 && row < N && seen[row]++ == 0);
    size_t bytes;
    OK(cusolverSpXcsrperm_bufferSizeHost(handle, N, N, nonzeros, how, s.rows.data(), s.columns.data(), order.data(), order.data(), &bytes));
    std::vector<char> buffer(bytes);
    std::vector<int> rows = s.rows, columns = s.columns;
    for (int i = 0; i < nonzeros; i++) map[i] = i;
    OK(cusolverSpXcsrpermHost(handle, N, N, nonzeros, how, rows.data(), columns.data(), order.data(), order.data(), map.data(), buffer.data()));
    int band = 0;
    for (int row = 0; row < N; row++)
        for (int e = rows[row] - base; e < rows[row + 1] - base; e++) {
            const int column = columns[e] - base;
            band = std::max(band, std::abs(row - column));
            CHECK(s.columns[map[e]] - base == order[column] && (e == rows[row] - base || columns[e] > columns[e - 1]));
        }
    CHECK(band <= SIDE + 1); // the numbers of the file are 80 apart
}
int main() {
    cusolverSpHandle_t handle;
    cusparseMatDescr_t how;
    OK(cusolverSpCreate(&handle));
    cusparseCreateMatDescr(&how);
    for (int base = 0; base < 2; base++) {
        cusparseSetMatIndexBase(how, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO);
        test_S(handle, how, base);
        test_D(handle, how, base);
        test_C(handle, how, base);
        test_Z(handle, how, base);
        test_orders(handle, how, base);
    }
    OK(cusolverSpDestroy(handle));
    printf("wrong %d\n", wrong);
}
