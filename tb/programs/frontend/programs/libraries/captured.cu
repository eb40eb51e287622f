// captured.cu: calls of libraries in captured streams: made again by each launch of the graph, with the scalars,
// modes and descriptors of the time of the call, in order with kernels; by clones and updated instances, too.
#include <cmath>
#include <cstdio>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <vector>

static int wrong;
#define IS(what, condition)                                                        \
    do {                                                                           \
        if (!(condition)) wrong++, printf("line %d: %s\n", __LINE__, what);        \
    } while (0)
#define DONE(call) IS(#call, (call) == 0)

enum { N = 8 };
static cudaStream_t stream;

template <class T> static T *device(const std::vector<T> &host) {
    T *memory;
    cudaMalloc((void **)&memory, host.size() * sizeof(T));
    cudaMemcpy(memory, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return memory;
}
template <class T> static std::vector<T> host(const T *device, size_t count) {
    std::vector<T> to(count);
    cudaMemcpy(to.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
    return to;
}
static void begin() { DONE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); }
static cudaGraph_t end(size_t nodes) {
    cudaGraph_t graph;
    size_t count = 0;
    DONE(cudaStreamEndCapture(stream, &graph));
    DONE(cudaGraphGetNodes(graph, nullptr, &count));
    IS("nodes", count == nodes);
    return graph;
}
static cudaGraphExec_t instance(cudaGraph_t graph) {
    cudaGraphExec_t executable;
    DONE(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    return executable;
}
static void launch(cudaGraphExec_t executable, int times) {
    for (int i = 0; i < times; i++) DONE(cudaGraphLaunch(executable, stream));
    DONE(cudaStreamSynchronize(stream));
}

__global__ void twice(float *x, int n) {
    if (threadIdx.x < n) x[threadIdx.x] *= 2;
}

// x doubles, y += 3 x, the product of both in device memory; then the handle is another one.
static void blas() {
    std::vector<float> ones(N, 1);
    float *x = device(ones), *y = device(ones), *dot = device(ones), alpha = 3;
    cublasHandle_t handle;
    DONE(cublasCreate(&handle));
    DONE(cublasSetStream(handle, stream));
    begin();
    twice<<<1, N, 0, stream>>>(x, N);
    DONE(cublasSaxpy(handle, N, &alpha, x, 1, y, 1));
    DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    DONE(cublasSdot(handle, N, x, 1, y, 1, dot));
    cudaGraph_t graph = end(3);
    alpha = 1e9f;
    IS("captured, not computed", host(y, N)[N - 1] == 1);
    cudaGraph_t clone;
    DONE(cudaGraphClone(&clone, graph));
    cudaGraphExec_t first = instance(graph), second = instance(clone);
    DONE(cudaGraphDestroy(graph));
    DONE(cublasSetStream(handle, 0));
    launch(first, 1); // x 2, y 7
    IS("y", host(y, N)[N - 1] == 7);
    IS("dot", host(dot, 1)[0] == 2 * 7 * N);
    launch(second, 1); // x 4, y 19
    IS("y again", host(y, N)[0] == 19);
    IS("dot again", host(dot, 1)[0] == 4 * 19 * N);
    DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    DONE(cublasSetStream(handle, stream));
    begin();
    const float other = -1;
    twice<<<1, N, 0, stream>>>(x, N);
    DONE(cublasSaxpy(handle, N, &other, x, 1, y, 1));
    DONE(cublasSscal(handle, N, &other, y, 1));
    graph = end(3);
    DONE(cublasDestroy(handle));
    cudaGraphExecUpdateResultInfo info;
    DONE(cudaGraphExecUpdate(first, graph, &info));
    launch(first, 1); // x 8, y -(19 - 8)
    IS("updated", host(y, N)[3] == -11);
    DONE(cudaGraphExecDestroy(first));
    DONE(cudaGraphExecDestroy(second));
}

static void product_by_lt() {
    std::vector<float> a(N * N), bias(N, 5);
    for (int i = 0; i < N * N; i++) a[i] = (float)(i % 3);
    float *da = device(a), *db = device(a), *dd = device(a), *dbias = device(bias);
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t what;
    cublasLtMatrixLayout_t layout;
    DONE(cublasLtCreate(&lt));
    DONE(cublasLtMatmulDescCreate(&what, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
    DONE(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    DONE(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &dbias, sizeof dbias));
    DONE(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, N, N, N));
    begin();
    {
        const float one = 1, none = 0;
        DONE(cublasLtMatmul(lt, what, &one, da, layout, db, layout, &none, dd, layout, dd, layout, nullptr, nullptr, 0,
                            stream));
    }
    cudaGraphExec_t executable = instance(end(1));
    epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    DONE(cublasLtMatmulDescSetAttribute(what, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    DONE(cublasLtMatmulDescDestroy(what));
    DONE(cublasLtMatrixLayoutDestroy(layout));
    launch(executable, 2);
    float sum = 5;
    for (int l = 0; l < N; l++) sum += a[l * N + 2] * a[1 * N + l];
    IS("product by Lt", host(dd, N * N)[N + 2] == sum);
}

// Transforms forth and back: what is divided is what was there.
static void fourier() {
    std::vector<cufftComplex> numbers(N);
    for (int i = 0; i < N; i++) numbers[i] = make_cuComplex((float)i, 1);
    cufftComplex *z = device(numbers);
    cufftHandle plan;
    DONE(cufftPlan1d(&plan, N, CUFFT_C2C, 1));
    DONE(cufftSetStream(plan, stream));
    begin();
    DONE(cufftExecC2C(plan, z, z, CUFFT_FORWARD));
    DONE(cufftExecC2C(plan, z, z, CUFFT_INVERSE));
    cudaGraphExec_t executable = instance(end(2));
    IS("not transformed", host(z, N)[3].x == 3);
    DONE(cufftDestroy(plan));
    launch(executable, 2);
    IS("transformed", std::fabs(host(z, N)[3].x - 3 * N * N) < 1e-3f * N * N);
}

// y = 2 A x + y of a diagonal matrix.
static void sparse() {
    std::vector<int> offsets(N + 1), columns(N);
    std::vector<double> values(N), ones(N, 1);
    for (int i = 0; i < N; i++) offsets[i + 1] = i + 1, columns[i] = i, values[i] = i;
    double *x = device(ones), *y = device(ones);
    cusparseHandle_t handle;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t from, to;
    DONE(cusparseCreate(&handle));
    DONE(cusparseSetStream(handle, stream));
    DONE(cusparseCreateCsr(&matrix, N, N, N, device(offsets), device(columns), device(values), CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    DONE(cusparseCreateDnVec(&from, N, x, CUDA_R_64F));
    DONE(cusparseCreateDnVec(&to, N, y, CUDA_R_64F));
    begin();
    double two = 2, one = 1;
    DONE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &two, matrix, from, &one, to, CUDA_R_64F,
                      CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    cudaGraphExec_t executable = instance(end(1));
    two = one = 0;
    DONE(cusparseDestroyDnVec(from));
    launch(executable, 3);
    IS("sparse product", host(y, N)[5] == 1 + 3 * 2 * 5);
}

static void solver_and_random() {
    std::vector<double> a{4, 2, 2, 5};
    double *matrix = device(a);
    int *info = device(std::vector<int>(1, 9)), size = 0;
    cusolverDnHandle_t handle;
    DONE(cusolverDnCreate(&handle));
    DONE(cusolverDnSetStream(handle, stream));
    DONE(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 2, matrix, 2, &size));
    double *work = device(std::vector<double>(size, 0)), *numbers = device(std::vector<double>(4, 9));
    curandGenerator_t generator;
    DONE(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    DONE(curandSetStream(generator, stream));
    begin();
    DONE(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, matrix, 2, work, size, info));
    DONE(curandGenerateUniformDouble(generator, numbers, 4));
    cudaGraphExec_t executable = instance(end(2));
    IS("not computed", host(info, 1)[0] == 9 && host(numbers, 4)[3] == 9);
    launch(executable, 1);
    const std::vector<double> l = host(matrix, 4), drawn = host(numbers, 4);
    IS("factors", host(info, 1)[0] == 0 && l[0] == 2 && l[1] == 1 && l[3] == 2);
    IS("drawn", drawn[3] > 0 && drawn[3] <= 1);
    launch(executable, 1);
    IS("drawn on", host(numbers, 4)[3] != drawn[3]);
}

int main() {
    DONE(cudaStreamCreate(&stream));
    blas();
    product_by_lt();
    fourier();
    sparse();
    solver_and_random();
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
