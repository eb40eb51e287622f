// main.cu: a scattered and a banded matrix times a vector, by each format that suits it, and by cuSPARSE.
#include "../check.h"
#include "formats.h"
#include "kernels.h"

#include <cmath>
#include <cusparse.h>
#include <memory>

template <class T> struct Release {
    void operator()(T *p) const { cudaFree(p); }
};
template <class T> using Device = std::unique_ptr<T[], Release<T>>;
template <class T> static Device<T> copied(const std::vector<T> &from) {
    T *place = nullptr;
    if (from.empty()) return Device<T>();
    CHECK(cudaMalloc(&place, from.size() * sizeof(T)));
    CHECK(cudaMemcpy(place, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return Device<T>(place);
}

struct Case {
    Device<float> x, y;
    cudaTextureObject_t texture = 0;
    std::vector<double> expected;
    int rows, wrong = 0;

    Case(const Csr &m) : rows(m.rows) {
        std::vector<float> host(m.columns);
        for (int i = 0; i < m.columns; i++) host[i] = (float)(i % 13) - 6;
        x = copied(host);
        y = copied(std::vector<float>(m.rows, NAN));
        expected = product(m, host);
        cudaResourceDesc resource = {};
        cudaTextureDesc description = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = x.get();
        resource.res.linear.desc = cudaCreateChannelDesc<float>();
        resource.res.linear.sizeInBytes = m.columns * sizeof(float);
        CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    }
    ~Case() { CHECK(cudaDestroyTextureObject(texture)); }
    Case(const Case &) = delete;
    void judge(const char *format) {
        std::vector<float> found(rows);
        double worst = 0;
        CHECK(cudaMemcpy(found.data(), y.get(), rows * sizeof(float), cudaMemcpyDeviceToHost));
        CHECK(cudaMemset(y.get(), 0xff, rows * sizeof(float))); // not a number
        for (int i = 0; i < rows; i++) {
            const double off = std::fabs(found[i] - expected[i]) / (1 + std::fabs(expected[i]));
            if (!(off <= worst)) worst = off;
        }
        const bool good = worst < 1e-4;
        printf("  %-16s %s\n", format, good ? "right" : "WRONG");
        wrong += !good;
    }
};

static void by_cusparse(const Csr &m, const int *offsets, const int *indices, const float *values, Case &c) {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y;
    const float one = 1, zero = 0;
    size_t bytes;
    void *buffer;
    const bool made =
        cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS &&
        cusparseCreateCsr(&a, m.rows, m.columns, (int64_t)m.values.size(), (void *)offsets, (void *)indices, (void *)values,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) ==
            CUSPARSE_STATUS_SUCCESS &&
        cusparseCreateDnVec(&x, m.columns, c.x.get(), CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS &&
        cusparseCreateDnVec(&y, m.rows, c.y.get(), CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS &&
        cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_32F,
                                CUSPARSE_SPMV_ALG_DEFAULT, &bytes) == CUSPARSE_STATUS_SUCCESS;
    CHECK(cudaMalloc(&buffer, made && bytes ? bytes : 1));
    if (!made || cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_32F,
                              CUSPARSE_SPMV_ALG_DEFAULT, buffer) != CUSPARSE_STATUS_SUCCESS)
        c.wrong++;
    c.judge("cuSPARSE");
    CHECK(cudaFree(buffer));
    cusparseDestroyDnVec(x), cusparseDestroyDnVec(y), cusparseDestroySpMat(a), cusparseDestroy(handle);
}

static int formats(const char *name, const Csr &m, int regular, bool diagonal) {
    printf("%s: %d rows, %zu entries\n", name, m.rows, m.values.size());
    Case c(m);
    const auto offsets = copied(m.offsets), indices = copied(m.indices);
    const auto values = copied(m.values);
    csr_by_threads(m.rows, offsets.get(), indices.get(), values.get(), c.x.get(), c.y.get());
    c.judge("CSR, threads");
    csr_by_groups(m.rows, (int)m.values.size(), offsets.get(), indices.get(), values.get(), c.texture, c.y.get());
    c.judge("CSR, groups");
    by_cusparse(m, offsets.get(), indices.get(), values.get(), c);

    const Ell table = to_ell(m);
    const auto table_indices = copied(table.indices);
    const auto table_values = copied(table.values);
    ell(m.rows, table.width, table_indices.get(), table_values.get(), c.x.get(), c.y.get());
    c.judge("ELL");

    const Coo list = to_coo(m);
    const auto list_rows = copied(list.row), list_columns = copied(list.column);
    CHECK(cudaMemset(c.y.get(), 0, m.rows * sizeof(float)));
    coo_adds((int)list.row.size(), list_rows.get(), list_columns.get(), values.get(), c.x.get(), c.y.get());
    c.judge("COO");

    const Hybrid both = to_hybrid(m, regular);
    const auto regular_indices = copied(both.regular.indices), rest_rows = copied(both.rest.row),
               rest_columns = copied(both.rest.column);
    const auto regular_values = copied(both.regular.values), rest_values = copied(both.rest.values);
    ell(m.rows, regular, regular_indices.get(), regular_values.get(), c.x.get(), c.y.get());
    coo_adds((int)both.rest.row.size(), rest_rows.get(), rest_columns.get(), rest_values.get(), c.x.get(), c.y.get());
    c.judge("hybrid");

    if (diagonal) {
        const Dia lines = to_dia(m);
        const auto line_offsets = copied(lines.offsets);
        const auto line_values = copied(lines.values);
        dia(m.rows, m.columns, (int)lines.offsets.size(), line_offsets.get(), line_values.get(), c.x.get(), c.y.get());
        c.judge("DIA");
    }
    return c.wrong;
}

int main(int argc, char **argv) {
    const int rows = argc > 1 ? std::atoi(argv[1]) : 700;
    int wrong = formats("scattered", scattered(rows, rows + 50, 80, 3), 6, false);
    wrong += formats("banded", banded(rows, {-27, -2, -1, 0, 1, 2, 27}), 5, true);
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
