// cuBLAS by its first interface, as older samples use it, against plain loops.
#include <cmath>
#include <cstdio>
#include <cublas.h>

static int wrong;
#define CHECK(condition) \
    do { \
        if (!(condition)) wrong++, printf("line %d: %s\n", __LINE__, #condition); \
    } while (0)
enum { M = 5, N = 4, K = 3 };
static bool near(double a, double b) { return std::fabs(a - b) <= 1e-5 * (1 + std::fabs(b)); }

__global__ void add_one(float *x, int n) {
    if (threadIdx.x < n) x[threadIdx.x] += 1;
}

int main() {
    float a[M * K], b[N * K], c[M * N], seen[M * N], *da, *db, *dc;
    for (int i = 0; i < M * K; i++) a[i] = 0.5f * (float)(i % 7) - 1;
    for (int i = 0; i < N * K; i++) b[i] = 0.25f * (float)(i % 5) + 1;
    for (int i = 0; i < M * N; i++) c[i] = (float)i;
    CHECK(cublasInit() == CUBLAS_STATUS_SUCCESS);
    CHECK(cublasAlloc(M * K, sizeof(float), (void **)&da) == CUBLAS_STATUS_SUCCESS);
    CHECK(cublasAlloc(N * K, sizeof(float), (void **)&db) == CUBLAS_STATUS_SUCCESS);
    CHECK(cublasAlloc(M * N, sizeof(float), (void **)&dc) == CUBLAS_STATUS_SUCCESS);
    cublasSetMatrix(M, K, sizeof(float), a, M, da, M);
    cublasSetMatrix(N, K, sizeof(float), b, N, db, N);
    cublasSetMatrix(M, N, sizeof(float), c, M, dc, M);
    cublasSgemm('n', 't', M, N, K, 2.0f, da, M, db, N, 0.5f, dc, M);
    CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
    cublasGetMatrix(M, N, sizeof(float), dc, M, seen, M);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < K; k++) sum += (double)a[i + k * M] * b[j + k * N];
            CHECK(near(seen[i + j * M], 2 * sum + 0.5 * c[i + j * M]));
        }
    add_one<<<1, 32>>>(da, M * K);
    double dot = 0, norm = 0;
    for (int i = 0; i < N * K; i++) dot += (double)(a[i] + 1) * b[i], norm += (double)b[i] * b[i];
    CHECK(near(cublasSdot(N * K, da, 1, db, 1), dot));
    CHECK(near(cublasSnrm2(N * K, db, 1), std::sqrt(norm)));
    cublasSaxpy(N * K, -1.0f, db, 1, da, 1);
    cublasGetVector(N * K, sizeof(float), da, 1, seen, 1);
    for (int i = 0; i < N * K; i++) CHECK(near(seen[i], a[i] + 1 - b[i]));
    CHECK(cublasIsamax(N * K, db, 1) == 5); // counted from 1
    cublasSgemv('t', M, K, 1.0f, da, M, dc, 1, 0.0f, db, 1);
    cublasSgemm('n', 'n', -1, 1, 1, 1.0f, da, M, db, N, 0.0f, dc, M);
    CHECK(cublasGetError() != CUBLAS_STATUS_SUCCESS && cublasGetError() == CUBLAS_STATUS_SUCCESS);
    cublasFree(da);
    cublasFree(db);
    cublasFree(dc);
    CHECK(cublasShutdown() == CUBLAS_STATUS_SUCCESS);
    printf("wrong %d\n", wrong);
    return 0;
}
