// cuBLASLt's product against plain loops: types, transposed operands, rows, batches, bias, ReLU and GELU, C beside D,
// what these keep for their gradients, and the gradients.
#include <cmath>
#include <cstdio>
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <vector>

static int wrong;
static cublasLtHandle_t handle;
#define SUCCEEDS(call)                                                              \
    do {                                                                            \
        const cublasStatus_t status = (call);                                       \
        if (status != CUBLAS_STATUS_SUCCESS) {                                      \
            wrong++;                                                                \
            printf("%s: %s\n", #call, cublasLtGetStatusString(status));             \
        }                                                                           \
    } while (0)

template <class T> struct kind;
template <> struct kind<float> { static cudaDataType type() { return CUDA_R_32F; } };
template <> struct kind<double> { static cudaDataType type() { return CUDA_R_64F; } };
template <> struct kind<__half> { static cudaDataType type() { return CUDA_R_16F; } };
static double number(float x) { return x; }
static double number(double x) { return x; }
static double number(__half x) { return __half2float(x); }
template <class T> static void put(T &x, int n) { x = (T)(float)n; }

template <class T> struct Matrix { // batches of rows x columns, in columns or rows
    int rows, columns, batches;
    bool in_rows;
    std::vector<T> host;
    T *device;
    cublasLtMatrixLayout_t layout;
    Matrix(int rows, int columns, int batches, bool in_rows, int seed)
        : rows(rows), columns(columns), batches(batches), in_rows(in_rows), host(rows * columns * batches) {
        for (size_t i = 0; i < host.size(); i++) put(host[i], (int)(i * 7 + seed) % 5 - 2);
        cudaMalloc((void **)&device, host.size() * sizeof(T));
        cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
        SUCCEEDS(cublasLtMatrixLayoutCreate(&layout, kind<T>::type(), rows, columns, in_rows ? columns : rows));
        const cublasLtOrder_t order = in_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
        const int64_t stride = (int64_t)rows * columns;
        SUCCEEDS(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
        SUCCEEDS(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches, sizeof batches));
        SUCCEEDS(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride,
                                                  sizeof stride));
    }
    ~Matrix() {
        SUCCEEDS(cublasLtMatrixLayoutDestroy(layout));
        cudaFree(device);
    }
    double at(int batch, int i, int j) const {
        return number(host[batch * rows * columns + (in_rows ? i * columns + j : j * rows + i)]);
    }
    void down() { cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost); }
};

template <class T, class S>
static void product(cublasComputeType_t compute, cudaDataType scale, bool ta, bool tb, bool in_rows, int batches,
                    cublasLtEpilogue_t epilogue) {
    const int m = 5, n = 4, k = 6;
    Matrix<T> a(ta ? k : m, ta ? m : k, batches, in_rows, 1), b(tb ? n : k, tb ? k : n, batches, false, 2),
        c(m, n, batches, in_rows, 3), d(m, n, batches, in_rows, 4), bias(m, 1, 1, false, 5);
    const cublasOperation_t op_a = ta ? CUBLAS_OP_T : CUBLAS_OP_N, op_b = tb ? CUBLAS_OP_T : CUBLAS_OP_N;
    cublasLtMatmulDesc_t what;
    SUCCEEDS(cublasLtMatmulDescCreate(&what, compute, scale));
    SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_TRANSA, &op_a, sizeof op_a));
    SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_TRANSB, &op_b, sizeof op_b));
    SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.device, sizeof bias.device));
    cublasLtMatmulPreference_t preference;
    SUCCEEDS(cublasLtMatmulPreferenceCreate(&preference));
    cublasLtMatmulHeuristicResult_t found = {};
    int count = 0;
    SUCCEEDS(cublasLtMatmulAlgoGetHeuristic(handle, what, a.layout, b.layout, c.layout, d.layout, preference, 1, &found,
                                            &count));
    wrong += count != 1 || found.state != CUBLAS_STATUS_SUCCESS;
    const S alpha = 2, beta = -1;
    SUCCEEDS(cublasLtMatmul(handle, what, &alpha, a.device, a.layout, b.device, b.layout, &beta, c.device, c.layout,
                            d.device, d.layout, &found.algo, nullptr, 0, 0));
    d.down();
    for (int batch = 0; batch < batches; batch++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int l = 0; l < k; l++) sum += (ta ? a.at(batch, l, i) : a.at(batch, i, l)) *
                                                   (tb ? b.at(batch, j, l) : b.at(batch, l, j));
                double x = 2 * sum - c.at(batch, i, j);
                if (epilogue & CUBLASLT_EPILOGUE_BIAS) x += bias.at(0, i, 0);
                if (epilogue & CUBLASLT_EPILOGUE_RELU) x = x > 0 ? x : 0;
                if (epilogue & CUBLASLT_EPILOGUE_GELU) x = x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
                const double most = epilogue & CUBLASLT_EPILOGUE_GELU ? 2e-3 * (1 + std::fabs(x)) : 0;
                wrong += std::fabs(d.at(batch, i, j) - x) > most;
            }
    SUCCEEDS(cublasLtMatmulPreferenceDestroy(preference));
    SUCCEEDS(cublasLtMatmulDescDestroy(what));
}

// d = a b with ONE epilogue, that keeps its argument or a mask; a product with OTHER, that takes it: gradients.
static void kept(cublasLtEpilogue_t one, cublasLtEpilogue_t other) {
    const int m = 12, n = 4, k = 6;
    const bool mask = (one & CUBLASLT_EPILOGUE_RELU) != 0;
    Matrix<float> a(m, k, 1, false, 1), b(k, n, 1, false, 2), d(m, n, 1, false, 3), e(m, n, 1, false, 4),
        bias(m, 1, 1, false, 5), gradient(m, 1, 1, false, 6), aux(128, n, 1, false, 7);
    const int64_t ld = mask ? 128 : 16;
    for (int run = 0; run < 2; run++) {
        const cublasLtEpilogue_t epilogue = run == 0 ? one : other;
        cublasLtMatmulDesc_t what;
        SUCCEEDS(cublasLtMatmulDescCreate(&what, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
        SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                                run == 0 ? &bias.device : &gradient.device, sizeof bias.device));
        SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux.device,
                                                sizeof aux.device));
        SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &ld, sizeof ld));
        const float alpha = 1, beta = 0;
        Matrix<float> &to = run == 0 ? d : e;
        SUCCEEDS(cublasLtMatmul(handle, what, &alpha, a.device, a.layout, b.device, b.layout, &beta, to.device, to.layout,
                                to.device, to.layout, nullptr, nullptr, 0, 0));
        to.down();
        SUCCEEDS(cublasLtMatmulDescDestroy(what));
    }
    gradient.down();
    for (int i = 0; i < m; i++) {
        double all = 0;
        for (int j = 0; j < n; j++) {
            double sum = 0, x = bias.at(0, i, 0);
            for (int l = 0; l < k; l++) sum += a.at(0, i, l) * b.at(0, l, j);
            x += sum;
            const double h = 1e-5, slope = mask ? x > 0
                                                : ((x + h) * (1 + std::erf((x + h) / std::sqrt(2.0))) -
                                                   (x - h) * (1 + std::erf((x - h) / std::sqrt(2.0)))) / (4 * h);
            const double gelu = x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
            wrong += std::fabs(d.at(0, i, j) - (mask ? (x > 0 ? x : 0) : gelu)) > 2e-3 * (1 + std::fabs(x));
            wrong += std::fabs(e.at(0, i, j) - sum * slope) > 3e-3 * (1 + std::fabs(sum));
            all += e.at(0, i, j);
        }
        wrong += std::fabs(gradient.at(0, i, 0) - all) > 1e-4 * (1 + std::fabs(all));
    }
}

// Gradients of a bias along the depth of A and of B.
static void along_depth(cublasLtEpilogue_t epilogue) {
    const int m = 5, n = 4, k = 6;
    const bool of_a = epilogue == CUBLASLT_EPILOGUE_BGRADA;
    Matrix<float> a(m, k, 1, false, 1), b(k, n, 1, false, 2), d(m, n, 1, false, 3), bias(8, 1, 1, false, 5);
    cublasLtMatmulDesc_t what;
    SUCCEEDS(cublasLtMatmulDescCreate(&what, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    SUCCEEDS(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.device, sizeof bias.device));
    const float alpha = 1, beta = 0;
    SUCCEEDS(cublasLtMatmul(handle, what, &alpha, a.device, a.layout, b.device, b.layout, &beta, d.device, d.layout,
                            d.device, d.layout, nullptr, nullptr, 0, 0));
    SUCCEEDS(cublasLtMatmulDescDestroy(what));
    bias.down();
    for (int i = 0; i < (of_a ? m : n); i++) {
        double sum = 0;
        for (int l = 0; l < k; l++) sum += of_a ? a.at(0, i, l) : b.at(0, l, i);
        wrong += bias.at(0, i, 0) != sum;
    }
}

int main() {
    SUCCEEDS(cublasLtCreate(&handle));
    kept(CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU_BGRAD);
    kept(CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU_BGRAD);
    along_depth(CUBLASLT_EPILOGUE_BGRADA);
    along_depth(CUBLASLT_EPILOGUE_BGRADB);
    for (int form = 0; form < 8; form++)
        product<float, float>(CUBLAS_COMPUTE_32F, CUDA_R_32F, form & 1, form & 2, form & 4, 1, CUBLASLT_EPILOGUE_DEFAULT);
    product<double, double>(CUBLAS_COMPUTE_64F, CUDA_R_64F, true, false, false, 3, CUBLASLT_EPILOGUE_BIAS);
    product<__half, float>(CUBLAS_COMPUTE_32F, CUDA_R_32F, false, true, false, 2, CUBLASLT_EPILOGUE_RELU_BIAS);
    product<float, float>(CUBLAS_COMPUTE_32F, CUDA_R_32F, false, false, true, 2, CUBLASLT_EPILOGUE_RELU);
    product<float, float>(CUBLAS_COMPUTE_32F, CUDA_R_32F, true, false, false, 1, CUBLASLT_EPILOGUE_GELU_BIAS);
    SUCCEEDS(cublasLtDestroy(handle));
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
