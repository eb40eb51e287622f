// wmma_gemm: products by the matrix units, against cuBLAS and the host.
#include "check.h"
#include "gemm.h"

#include <cmath>
#include <cublas_v2.h>
#include <vector>

#define CHECK_BLAS(call)                                                                                                           \
    do {                                                                                                                           \
        const cublasStatus_t status = (call);                                                                                      \
        if (status != CUBLAS_STATUS_SUCCESS) {                                                                                     \
            fprintf(stderr, "%s:%d: cuBLAS error %d\n", __FILE__, __LINE__, (int)status);                                          \
            exit(EXIT_FAILURE);                                                                                                    \
        }                                                                                                                          \
    } while (0)

static inline __half converted(float x, __half *) { return __float2half(x); }
static inline __nv_bfloat16 converted(float x, __nv_bfloat16 *) { return __float2bfloat16(x); }
static inline float wide(__half x) { return __half2float(x); }
static inline float wide(__nv_bfloat16 x) { return __bfloat162float(x); }

template <typename T> static bool test(const char *name, cudaDataType type, int m, int n, int k, cublasHandle_t handle, cudaStream_t stream) {
    const float alpha = 0.5f, beta = -2.0f;
    std::vector<T> a(m * k), b(k * n);
    std::vector<float> c(m * n), d(m * n), blas(m * n);
    unsigned seed = 5;
    const auto random = [&] { return (float)((seed = seed * 1664525u + 1013904223u) >> 24) / 256.0f - 0.5f; };
    for (T &x : a) x = converted(random(), (T *)nullptr);
    for (T &x : b) x = converted(random(), (T *)nullptr);
    for (float &x : c) x = random();
    T *device_a, *device_b;
    float *device_c, *device_d;
    CHECK(cudaMalloc(&device_a, a.size() * sizeof(T)));
    CHECK(cudaMalloc(&device_b, b.size() * sizeof(T)));
    CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
    CHECK(cudaMalloc(&device_d, d.size() * sizeof(float)));
    CHECK(cudaMemcpyAsync(device_a, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(device_b, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(device_c, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice, stream));
    CHECK(gemm(m, n, k, alpha, device_a, device_b, beta, device_c, device_d, stream));
    CHECK(cudaMemcpyAsync(d.data(), device_d, d.size() * sizeof(float), cudaMemcpyDeviceToHost, stream));
    // To cuBLAS, whose matrices are column by column, these are the transposed ones.
    CHECK_BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, device_b, type, n, device_a, type, k, &beta, device_c,
                            CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    CHECK(cudaMemcpyAsync(blas.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    double worst = 0, of_blas = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++) sum += (double)wide(a[i * k + l]) * wide(b[l * n + j]);
            worst = std::fmax(worst, std::fabs(alpha * sum + beta * c[i * n + j] - d[i * n + j]));
            of_blas = std::fmax(of_blas, std::fabs(d[i * n + j] - blas[i * n + j]));
        }
    for (void *memory : {(void *)device_a, (void *)device_b, (void *)device_c, (void *)device_d}) CHECK(cudaFree(memory));
    printf("%s: %d x %d x %d\n", name, m, n, k);
    if (worst > 1e-4 || of_blas > 1e-4) printf("differs by %g from the host, %g from cuBLAS\n", worst, of_blas);
    return worst <= 1e-4 && of_blas <= 1e-4;
}

int main() {
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    if (properties.major < 8) {
        printf("needs compute capability 8.0, this is %d.%d\n", properties.major, properties.minor);
        return EXIT_FAILURE;
    }
    cublasHandle_t handle;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK_BLAS(cublasCreate(&handle));
    CHECK_BLAS(cublasSetStream(handle, stream));
    CHECK_BLAS(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
    const bool right = test<__half>("half", CUDA_R_16F, 128, 64, 96, handle, stream) &
                       test<__nv_bfloat16>("bfloat16", CUDA_R_16BF, 64, 128, 64, handle, stream);
    CHECK_BLAS(cublasDestroy(handle));
    CHECK(cudaStreamDestroy(stream));
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
