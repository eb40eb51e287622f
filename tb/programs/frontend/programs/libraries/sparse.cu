// cuSPARSE against plain loops over the dense matrix: all formats, index types, bases and types of values.
// options: -std=c++17
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cusparse.h>

typedef std::complex<double> C;
static int wrong;
static cusparseHandle_t handle;
#define CHECK(what, good)                                        \
    do {                                                         \
        if (!(good)) { wrong++; printf("%s is wrong\n", what); } \
    } while (0)
#define SUCCEEDS(call) CHECK(#call, (call) == CUSPARSE_STATUS_SUCCESS)

template <class T> struct kind;
template <> struct kind<float> { static const cudaDataType type = CUDA_R_32F; static float of(C z) { return (float)z.real(); } };
template <> struct kind<double> { static const cudaDataType type = CUDA_R_64F; static double of(C z) { return z.real(); } };
template <> struct kind<cuComplex> {
    static const cudaDataType type = CUDA_C_32F;
    static cuComplex of(C z) { return make_cuComplex((float)z.real(), (float)z.imag()); }
};
template <class I> static const cusparseIndexType_t index_type = sizeof(I) == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
template <class T> static C value(T x) {
    if constexpr (sizeof(T) == sizeof(cuComplex) && !std::is_same<T, double>::value) return C(x.x, x.y);
    else return C(x, 0);
}
static bool close(C a, C b) { return std::abs(a - b) < 1e-3 * (1 + std::abs(b)); }

template <class T> static T *managed(const std::vector<T> &v) {
    T *p;
    cudaMallocManaged(&p, sizeof(T) * v.size() + 1);
    for (size_t i = 0; i < v.size(); i++) p[i] = v[i];
    return p;
}
struct Dense { // by rows
    int rows, columns;
    std::vector<C> at;
    Dense(int r, int c) : rows(r), columns(c), at(r * c) {}
    C &operator()(int i, int j) { return at[i * columns + j]; }
    C op(cusparseOperation_t o, int i, int j) const {
        const C v = o == CUSPARSE_OPERATION_NON_TRANSPOSE ? at[i * columns + j] : at[j * columns + i];
        return o == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(v) : v;
    }
};
static Dense random_matrix(int rows, int columns, bool real, bool full) {
    Dense d(rows, columns);
    for (C &v : d.at)
        if (full || rand() % 3 == 0) v = C(rand() % 9 + 1, real ? 0 : rand() % 9 - 4);
    return d;
}

template <class T, class I> struct Sparse {
    cusparseSpMatDescr_t descriptor;
    I *offsets, *indices;
    T *values;
    int nnz;
    Sparse(Dense &d, cusparseFormat_t format, int base) {
        std::vector<I> o, x;
        std::vector<T> v;
        const bool by_columns = format == CUSPARSE_FORMAT_CSC;
        for (int i = 0; i < (by_columns ? d.columns : d.rows); i++) {
            if (format != CUSPARSE_FORMAT_COO) o.push_back((I)v.size() + base);
            for (int j = 0; j < (by_columns ? d.rows : d.columns); j++) {
                const C z = by_columns ? d(j, i) : d(i, j);
                if (z == 0.0) continue;
                if (format == CUSPARSE_FORMAT_COO) o.push_back(i + base);
                x.push_back(j + base);
                v.push_back(kind<T>::of(z));
            }
        }
        if (format != CUSPARSE_FORMAT_COO) o.push_back((I)v.size() + base);
        offsets = managed(o), indices = managed(x), values = managed(v), nnz = (int)v.size();
        const cusparseIndexBase_t b = (cusparseIndexBase_t)base;
        if (format == CUSPARSE_FORMAT_COO)
            SUCCEEDS(cusparseCreateCoo(&descriptor, d.rows, d.columns, nnz, offsets, indices, values, index_type<I>, b, kind<T>::type));
        else
            SUCCEEDS((by_columns ? cusparseCreateCsc : cusparseCreateCsr)(&descriptor, d.rows, d.columns, nnz, offsets, indices,
                                                                        values, index_type<I>, index_type<I>, b, kind<T>::type));
    }
    ~Sparse() {
        SUCCEEDS(cusparseDestroySpMat(descriptor));
        cudaFree(offsets), cudaFree(indices), cudaFree(values);
    }
};

template <class T, class I> static void products(cusparseFormat_t format, int base) {
    const bool real = kind<T>::type != CUDA_C_32F;
    const int rows = 7, columns = 5, more = 4;
    Dense a = random_matrix(rows, columns, real, false);
    Sparse<T, I> sparse(a, format, base);
    const T alpha = kind<T>::of(C(2, 1)), beta = kind<T>::of(C(-1, 2));
    const C fa = value(alpha), fb = value(beta);
    size_t bytes;
    for (int o = 0; o < 3; o++) {
        const cusparseOperation_t op = (cusparseOperation_t)o;
        const int n = o == 0 ? columns : rows, m = o == 0 ? rows : columns;
        Dense x = random_matrix(n, 1, real, true), y = random_matrix(m, 1, real, true);
        std::vector<T> vx, vy;
        for (C z : x.at) vx.push_back(kind<T>::of(z));
        for (C z : y.at) vy.push_back(kind<T>::of(z));
        T *px = managed(vx), *py = managed(vy);
        cusparseDnVecDescr_t dx, dy;
        SUCCEEDS(cusparseCreateDnVec(&dx, n, px, kind<T>::type));
        SUCCEEDS(cusparseCreateDnVec(&dy, m, py, kind<T>::type));
        SUCCEEDS(cusparseSpMV_bufferSize(handle, op, &alpha, sparse.descriptor, dx, &beta, dy, kind<T>::type,
                                         CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
        SUCCEEDS(cusparseSpMV(handle, op, &alpha, sparse.descriptor, dx, &beta, dy, kind<T>::type, CUSPARSE_SPMV_ALG_DEFAULT,
                              nullptr));
        cudaDeviceSynchronize();
        for (int i = 0; i < m; i++) {
            C sum = 0;
            for (int j = 0; j < n; j++) sum += a.op(op, i, j) * x(j, 0);
            CHECK("SpMV", close(value(py[i]), fa * sum + fb * y(i, 0)));
        }
        SUCCEEDS(cusparseDestroyDnVec(dx));
        SUCCEEDS(cusparseDestroyDnVec(dy));
        cudaFree(px), cudaFree(py);
        for (cusparseOrder_t order : {CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL}) {
            const bool by_rows = order == CUSPARSE_ORDER_ROW;
            Dense b = random_matrix(n, more, real, true), c = random_matrix(m, more, real, true);
            const int ldb = (by_rows ? more : n) + 2, ldc = (by_rows ? more : m) + 1;
            std::vector<T> vb(ldb * (by_rows ? n : more)), vc(ldc * (by_rows ? m : more));
            for (int i = 0; i < n; i++)
                for (int j = 0; j < more; j++) vb[by_rows ? i * ldb + j : j * ldb + i] = kind<T>::of(b(i, j));
            for (int i = 0; i < m; i++)
                for (int j = 0; j < more; j++) vc[by_rows ? i * ldc + j : j * ldc + i] = kind<T>::of(c(i, j));
            T *pb = managed(vb), *pc = managed(vc);
            cusparseDnMatDescr_t db, dc;
            SUCCEEDS(cusparseCreateDnMat(&db, n, more, ldb, pb, kind<T>::type, order));
            SUCCEEDS(cusparseCreateDnMat(&dc, m, more, ldc, pc, kind<T>::type, order));
            SUCCEEDS(cusparseSpMM(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, sparse.descriptor, db, &beta, dc,
                                  kind<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
            cudaDeviceSynchronize();
            for (int i = 0; i < m; i++)
                for (int j = 0; j < more; j++) {
                    C sum = 0;
                    for (int k = 0; k < n; k++) sum += a.op(op, i, k) * b(k, j);
                    CHECK("SpMM", close(value(pc[by_rows ? i * ldc + j : j * ldc + i]), fa * sum + fb * c(i, j)));
                }
            SUCCEEDS(cusparseDestroyDnMat(db));
            SUCCEEDS(cusparseDestroyDnMat(dc));
            cudaFree(pb), cudaFree(pc);
        }
    }
}

static void sparse_products() {
    Dense a = random_matrix(6, 5, true, false), b = random_matrix(5, 7, true, false);
    Sparse<float, int> sa(a, CUSPARSE_FORMAT_CSR, 0), sb(b, CUSPARSE_FORMAT_CSR, 0);
    const float alpha = 3, beta = 0;
    const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpMatDescr_t c;
    cusparseSpGEMMDescr_t work;
    int *offsets, *indices;
    float *values;
    size_t bytes = 0;
    void *buffer;
    cudaMallocManaged(&offsets, 7 * sizeof(int));
    SUCCEEDS(cusparseCreateCsr(&c, 6, 7, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    SUCCEEDS(cusparseSpGEMM_createDescr(&work));
    for (int pass = 0; pass < 2; pass++) {
        buffer = nullptr;
        if (pass) cudaMalloc(&buffer, bytes);
        SUCCEEDS(cusparseSpGEMM_workEstimation(handle, plain, plain, &alpha, sa.descriptor, sb.descriptor, &beta, c, CUDA_R_32F,
                                               CUSPARSE_SPGEMM_DEFAULT, work, &bytes, buffer));
    }
    SUCCEEDS(cusparseSpGEMM_compute(handle, plain, plain, &alpha, sa.descriptor, sb.descriptor, &beta, c, CUDA_R_32F,
                                    CUSPARSE_SPGEMM_DEFAULT, work, &bytes, nullptr));
    SUCCEEDS(cusparseSpGEMM_compute(handle, plain, plain, &alpha, sa.descriptor, sb.descriptor, &beta, c, CUDA_R_32F,
                                    CUSPARSE_SPGEMM_DEFAULT, work, &bytes, buffer));
    int64_t rows, columns, nnz;
    SUCCEEDS(cusparseSpMatGetSize(c, &rows, &columns, &nnz));
    cudaMallocManaged(&indices, nnz * sizeof(int));
    cudaMallocManaged(&values, nnz * sizeof(float));
    SUCCEEDS(cusparseCsrSetPointers(c, offsets, indices, values));
    SUCCEEDS(cusparseSpGEMM_copy(handle, plain, plain, &alpha, sa.descriptor, sb.descriptor, &beta, c, CUDA_R_32F,
                                 CUSPARSE_SPGEMM_DEFAULT, work));
    cudaDeviceSynchronize();
    Dense expected(6, 7), got(6, 7);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 5; k++) expected(i, j) += 3.0 * a(i, k) * b(k, j);
        for (int k = offsets[i]; k < offsets[i + 1]; k++) got(i, indices[k]) = values[k];
    }
    CHECK("SpGEMM", got.at == expected.at && offsets[6] == nnz);
    // SDDMM: the entries of A alone
    Dense p = random_matrix(6, 4, true, true), q = random_matrix(4, 5, true, true);
    std::vector<float> vp, vq;
    for (C z : p.at) vp.push_back((float)z.real());
    for (C z : q.at) vq.push_back((float)z.real());
    float *pp = managed(vp), *pq = managed(vq);
    cusparseDnMatDescr_t dp, dq;
    const float one = 1;
    SUCCEEDS(cusparseCreateDnMat(&dp, 6, 4, 4, pp, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    SUCCEEDS(cusparseCreateDnMat(&dq, 4, 5, 5, pq, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    SUCCEEDS(cusparseSDDMM(handle, plain, plain, &alpha, dp, dq, &one, sa.descriptor, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT,
                           nullptr));
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        for (int k = sa.offsets[i]; k < sa.offsets[i + 1]; k++) {
            C sum = 0;
            for (int l = 0; l < 4; l++) sum += p(i, l) * q(l, sa.indices[k]);
            CHECK("SDDMM", close(sa.values[k], 3.0 * sum + a(i, sa.indices[k])));
        }
    SUCCEEDS(cusparseSpGEMM_destroyDescr(work));
    SUCCEEDS(cusparseDestroySpMat(c));
    SUCCEEDS(cusparseDestroyDnMat(dp));
    SUCCEEDS(cusparseDestroyDnMat(dq));
}

static void conversions() {
    Dense a = random_matrix(6, 5, true, false);
    Sparse<float, int> csr(a, CUSPARSE_FORMAT_CSR, 0), csc(a, CUSPARSE_FORMAT_CSC, 0), coo(a, CUSPARSE_FORMAT_COO, 0);
    const int nnz = csr.nnz;
    std::vector<int> none(40);
    int *rows = managed(none), *offsets = managed(none);
    float *values = managed(std::vector<float>(40));
    SUCCEEDS(cusparseXcsr2coo(handle, csr.offsets, nnz, 6, rows, CUSPARSE_INDEX_BASE_ZERO));
    cudaDeviceSynchronize();
    for (int i = 0; i < nnz; i++) CHECK("csr2coo", rows[i] == coo.offsets[i]);
    SUCCEEDS(cusparseXcoo2csr(handle, coo.offsets, nnz, 6, offsets, CUSPARSE_INDEX_BASE_ZERO));
    cudaDeviceSynchronize();
    for (int i = 0; i <= 6; i++) CHECK("coo2csr", offsets[i] == csr.offsets[i]);
    SUCCEEDS(cusparseCsr2cscEx2(handle, 6, 5, nnz, csr.values, csr.offsets, csr.indices, values, offsets, rows, CUDA_R_32F,
                                CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, nullptr));
    cudaDeviceSynchronize();
    for (int i = 0; i < nnz; i++) CHECK("csr2csc", rows[i] == csc.indices[i] && values[i] == csc.values[i]);
    for (int i = 0; i <= 5; i++) CHECK("csr2csc", offsets[i] == csc.offsets[i]);
    std::vector<float> flat;
    for (C z : a.at) flat.push_back((float)z.real());
    float *dense = managed(flat), *back = managed(std::vector<float>(30));
    cusparseDnMatDescr_t from, to;
    cusparseSpMatDescr_t made;
    SUCCEEDS(cusparseCreateDnMat(&from, 6, 5, 5, dense, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    SUCCEEDS(cusparseCreateDnMat(&to, 6, 5, 5, back, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    SUCCEEDS(cusparseCreateCsr(&made, 6, 5, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    SUCCEEDS(cusparseDenseToSparse_analysis(handle, from, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
    int64_t r, c, n;
    SUCCEEDS(cusparseSpMatGetSize(made, &r, &c, &n));
    CHECK("entries", n == nnz);
    SUCCEEDS(cusparseCsrSetPointers(made, offsets, rows, values));
    SUCCEEDS(cusparseDenseToSparse_convert(handle, from, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
    cudaDeviceSynchronize();
    for (int i = 0; i < nnz; i++) CHECK("to sparse", rows[i] == csr.indices[i] && values[i] == csr.values[i]);
    SUCCEEDS(cusparseSparseToDense(handle, csc.descriptor, to, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
    cudaDeviceSynchronize();
    for (int i = 0; i < 30; i++) CHECK("to dense", back[i] == dense[i]);
    SUCCEEDS(cusparseDestroySpMat(made));
    SUCCEEDS(cusparseDestroyDnMat(from));
    SUCCEEDS(cusparseDestroyDnMat(to));
}

static void systems() {
    const int n = 8;
    for (int upper = 0; upper < 2; upper++)
        for (int turned = 0; turned < 2; turned++) {
            Dense a = random_matrix(n, n, true, false);
            for (int i = 0; i < n; i++) a(i, i) = 11;
            Sparse<double, int> sparse(a, CUSPARSE_FORMAT_CSR, 1);
            std::vector<double> x(n), b(n), none(n);
            for (int i = 0; i < n; i++) x[i] = i + 1;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    const int row = turned ? j : i, column = turned ? i : j;
                    if (upper ? column >= row : column <= row) b[i] += a(row, column).real() * x[j];
                }
            double *pb = managed(b), *px = managed(none);
            const double alpha = 2;
            cusparseDnVecDescr_t db, dx;
            cusparseSpSVDescr_t work;
            const cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
            cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
            SUCCEEDS(cusparseSpMatSetAttribute(sparse.descriptor, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
            SUCCEEDS(cusparseCreateDnVec(&db, n, pb, CUDA_R_64F));
            SUCCEEDS(cusparseCreateDnVec(&dx, n, px, CUDA_R_64F));
            SUCCEEDS(cusparseSpSV_createDescr(&work));
            SUCCEEDS(cusparseSpSV_analysis(handle, op, &alpha, sparse.descriptor, db, dx, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT,
                                           work, nullptr));
            SUCCEEDS(cusparseSpSV_solve(handle, op, &alpha, sparse.descriptor, db, dx, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, work));
            cudaDeviceSynchronize();
            for (int i = 0; i < n; i++) CHECK("SpSV", close(px[i], 2 * x[i]));
            SUCCEEDS(cusparseSpSV_destroyDescr(work));
            SUCCEEDS(cusparseDestroyDnVec(db));
            SUCCEEDS(cusparseDestroyDnVec(dx));
        }
    // tridiagonal; small diagonals make rows change places
    std::vector<float> dl(n), d(n), du(n), b(n);
    for (int i = 0; i < n; i++) dl[i] = (float)(i + 2), d[i] = i % 2 ? 1 : 0.5f, du[i] = (float)(3 - i);
    dl[0] = du[n - 1] = 0;
    for (int i = 0; i < n; i++)
        b[i] = (i ? dl[i] * i : 0) + d[i] * (i + 1) + (i + 1 < n ? du[i] * (i + 2) : 0);
    float *pdl = managed(dl), *pd = managed(d), *pdu = managed(du), *pb = managed(b);
    SUCCEEDS(cusparseSgtsv2(handle, n, 1, pdl, pd, pdu, pb, n, nullptr));
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) CHECK("gtsv2", close(pb[i], i + 1));
}

static void vectors() {
    const int n = 6;
    float *values = managed(std::vector<float>{1, 2}), *y = managed(std::vector<float>{10, 20, 30, 40, 50, 60});
    int *indices = managed(std::vector<int>{1, 4});
    cusparseSpVecDescr_t sx;
    cusparseDnVecDescr_t dy;
    const float alpha = 2, beta = 3;
    float dot;
    SUCCEEDS(cusparseCreateSpVec(&sx, n, 2, indices, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    SUCCEEDS(cusparseCreateDnVec(&dy, n, y, CUDA_R_32F));
    SUCCEEDS(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sx, dy, &dot, CUDA_R_32F, nullptr));
    CHECK("SpVV", dot == 120);
    SUCCEEDS(cusparseAxpby(handle, &alpha, sx, &beta, dy));
    cudaDeviceSynchronize();
    CHECK("Axpby", y[0] == 30 && y[1] == 62 && y[4] == 154);
    SUCCEEDS(cusparseGather(handle, dy, sx));
    cudaDeviceSynchronize();
    CHECK("Gather", values[0] == 62 && values[1] == 154);
    values[0] = 5;
    SUCCEEDS(cusparseScatter(handle, sx, dy));
    cudaDeviceSynchronize();
    CHECK("Scatter", y[1] == 5 && y[4] == 154 && y[2] == 90);
    indices[0] = 6; // outside
    CHECK("index", cusparseGather(handle, dy, sx) == CUSPARSE_STATUS_INVALID_VALUE);
    SUCCEEDS(cusparseDestroySpVec(sx));
    SUCCEEDS(cusparseDestroyDnVec(dy));
}

int main() {
    SUCCEEDS(cusparseCreate(&handle));
    for (cusparseFormat_t format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
        products<float, int>(format, 0);
        products<double, int64_t>(format, 1);
        products<cuComplex, int>(format, 1);
    }
    sparse_products();
    conversions();
    systems();
    vectors();
    SUCCEEDS(cusparseDestroy(handle));
    printf("wrong %d\n", wrong);
    return 0;
}
