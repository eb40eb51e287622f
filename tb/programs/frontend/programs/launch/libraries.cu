// Calls of CUDA's libraries against kernels, copies and each other (docs/launch-order.md).
// flags: -lcublas
#include "cases.h"
#include <cublas_v2.h>

struct Blas {
    cublasHandle_t handle;
    explicit Blas(cudaStream_t stream) {
        cublasCreate(&handle);
        cublasSetStream(handle, stream);
    }
    ~Blas() { cublasDestroy(handle); }
};
static const float one = 1, none = 0;
static const int M = 32; // M * M * 4 bytes are within BYTES
static void product(cublasHandle_t h, const int *a, const int *b, int *c) {
    cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, M, M, M, &one, (const float *)a, M, (const float *)b, M, &none, (float *)c, M); // FOUND
}

CASE(operand_of_a_kernel, launch/streams) { // the product reads what a kernel writes
    Streams s;
    Blas blas(wrong ? s.b : s.a);
    int *p = device(), *q = device();
    FILL(p, s.a);
    product(blas.handle, p, p, q);
}
CASE(product_and_kernel, launch/streams) { // a kernel reads what the product writes
    Streams s;
    Blas blas(s.a);
    int *p = device(), *q = device(), *r = device();
    cudaEvent_t e = event();
    product(blas.handle, p, p, q);
    cudaEventRecord(e, s.a);
    if (!wrong) cudaStreamWaitEvent(s.b, e, 0);
    copy<<<8, 256, 0, s.b>>>(r, q, N); // FOUND
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
}
CASE(two_products, launch/streams) { // the second writes what the first reads
    Streams s;
    Blas first(s.a), second(s.b);
    int *p = device(), *q = device(), *r = device();
    product(first.handle, p, p, q);
    product(second.handle, p, p, wrong ? p : r);
}
CASE(rows_between, launch/streams) { // columns of 16 of 32 rows; a set writes the others, or one too many
    Streams s;
    Blas blas(s.a);
    int *p = device(), *q = device();
    cublasSgeam(blas.handle, CUBLAS_OP_N, CUBLAS_OP_N, 16, 16, &one, (float *)p, 32, &none, (float *)p, 32, (float *)q, 16);
    cudaMemset2DAsync(p + 16 - wrong, 32 * 4, 1, 16 * 4, 15, s.b); // FOUND
}
CASE(result_of_a_product, launch/host) { // managed memory before the host waits
    Streams s;
    Blas blas(s.a);
    int *p = device(), *q = managed();
    product(blas.handle, p, p, q);
    if (!wrong) cudaStreamSynchronize(s.a);
    if (q[0] != 0) printf("wrong result\n"); // FOUND
}
