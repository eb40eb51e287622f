/* SPDX-License-Identifier: Apache-2.0 */
/* solver_64.c: cuSOLVER's functions with sizes of 64 bits, whose element type is an argument: each
 * is the function of that type (solver_type.h), which has sizes of 32 bits. All operands have one
 * type; another combination is "not supported". */
#include "sim/libraries/solver.h"

#include <limits.h>
#include <stdlib.h>

#include "sim/libraries/elements.h"

struct cusolverDnParams {
    cusolverAlgMode_t algorithm;
};
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
    if (!params) return CUSOLVER_STATUS_INVALID_VALUE;
    *params = calloc(1, sizeof **params);
    return *params ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
    free(params);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm) {
    (void)function;
    if (!params) return CUSOLVER_STATUS_INVALID_VALUE;
    params->algorithm = algorithm;
    return CUSOLVER_STATUS_SUCCESS;
}

static bool fits(int64_t size) { return size >= 0 && size <= INT_MAX; }
static bool is_real(cudaDataType type) { return type == CUDA_R_32F || type == CUDA_R_64F; }
static cudaDataType real_of(cudaDataType type) {
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
static size_t bytes_of(cudaDataType type) {
    return element_bytes(real_of(type)) * (is_real(type) ? 1 : 2);
}
static bool is_solver_type(cudaDataType type) {
    return is_real(type) || type == CUDA_C_32F || type == CUDA_C_64F;
}
/* The workspace is as large as the function's of that type would have it; none on the host. */
static cusolverStatus_t sized(cusolverStatus_t status, int elements, cudaDataType type,
                              size_t *device, size_t *host) {
    if (status != CUSOLVER_STATUS_SUCCESS) return status;
    if (!device || !host) return CUSOLVER_STATUS_INVALID_VALUE;
    *device = (size_t)elements * bytes_of(type);
    *host = 0;
    return status;
}
static int elements_in(size_t bytes, cudaDataType type) {
    const size_t elements = bytes / bytes_of(type);
    return elements > INT_MAX ? INT_MAX : (int)elements;
}

/* What every function here looks at first. */
#define CHECK(valid_types, valid_sizes)                                                            \
    (void)params;                                                                                  \
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;                                           \
    if (!(valid_types)) return CUSOLVER_STATUS_NOT_SUPPORTED;                                      \
    if (!(valid_sizes)) return CUSOLVER_STATUS_INVALID_VALUE
/* CALL(L, T) of the type's letter and C type. */
#define BY_TYPE(type, CALL)                                                                        \
    switch (type) {                                                                                \
    case CUDA_R_32F: return CALL(S, float);                                                        \
    case CUDA_R_64F: return CALL(D, double);                                                       \
    case CUDA_C_32F: return CALL(C, cuComplex);                                                    \
    default: return CALL(Z, cuDoubleComplex);                                                      \
    }

/* ---- LU: with exchanges in 64 bits ---- */

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType computed, size_t *device,
                                             size_t *host) {
    (void)a, (void)lda;
    int size = 0;
    CHECK(is_solver_type(type) && computed == type, fits(m) && fits(n));
    return sized(solver_size(handle, (int)m, (int)n, &size), size, type, device, host);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType computed, void *work, size_t bytes,
                                  void *host, size_t host_bytes, int *info) {
    (void)host, (void)host_bytes;
    CHECK(is_solver_type(type) && computed == type, fits(m) && fits(n) && fits(lda));
#define CALL(L, T)                                                                                 \
    solver_getrf_64_##L(handle, (int)m, (int)n, a, (int)lda, work, elements_in(bytes, type),       \
                        pivots, info)
    BY_TYPE(type, CALL)
#undef CALL
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasOperation_t op, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType right, void *b, int64_t ldb,
                                  int *info) {
    CHECK(is_solver_type(type) && right == type,
          fits(n) && fits(columns) && fits(lda) && fits(ldb));
#define CALL(L, T)                                                                                 \
    solver_getrs_64_##L(handle, op, (int)n, (int)columns, a, (int)lda, pivots, b, (int)ldb, info)
    BY_TYPE(type, CALL)
#undef CALL
}

/* ---- Cholesky, QR, inverses of triangles ---- */

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t fill, int64_t n, cudaDataType type,
                                             const void *a, int64_t lda, cudaDataType computed,
                                             size_t *device, size_t *host) {
    (void)fill, (void)a, (void)lda;
    int size = 0;
    CHECK(is_solver_type(type) && computed == type, fits(n));
    return sized(solver_size(handle, (int)n, (int)n, &size), size, type, device, host);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t fill, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType computed, void *work, size_t bytes,
                                  void *host, size_t host_bytes, int *info) {
    (void)host, (void)host_bytes;
    CHECK(is_solver_type(type) && computed == type, fits(n) && fits(lda));
#define CALL(L, T)                                                                                 \
    cusolverDn##L##potrf(handle, fill, (int)n, (T *)a, (int)lda, (T *)work,                        \
                         elements_in(bytes, type), info)
    BY_TYPE(type, CALL)
#undef CALL
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t fill, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda, cudaDataType right,
                                  void *b, int64_t ldb, int *info) {
    CHECK(is_solver_type(type) && right == type,
          fits(n) && fits(columns) && fits(lda) && fits(ldb));
#define CALL(L, T)                                                                                 \
    cusolverDn##L##potrs(handle, fill, (int)n, (int)columns, (const T *)a, (int)lda, (T *)b,       \
                         (int)ldb, info)
    BY_TYPE(type, CALL)
#undef CALL
}
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType tau_type, const void *tau,
                                             cudaDataType computed, size_t *device, size_t *host) {
    (void)a, (void)lda, (void)tau;
    int size = 0;
    CHECK(is_solver_type(type) && tau_type == type && computed == type, fits(m) && fits(n));
    return sized(solver_size(handle, (int)m, (int)n, &size), size, type, device, host);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  cudaDataType tau_type, void *tau, cudaDataType computed,
                                  void *work, size_t bytes, void *host, size_t host_bytes,
                                  int *info) {
    (void)host, (void)host_bytes;
    CHECK(is_solver_type(type) && tau_type == type && computed == type,
          fits(m) && fits(n) && fits(lda));
#define CALL(L, T)                                                                                 \
    cusolverDn##L##geqrf(handle, (int)m, (int)n, (T *)a, (int)lda, (T *)tau, (T *)work,            \
                         elements_in(bytes, type), info)
    BY_TYPE(type, CALL)
#undef CALL
}
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill,
                                             cublasDiagType_t diagonal, int64_t n,
                                             cudaDataType type, void *a, int64_t lda,
                                             size_t *device, size_t *host) {
    const cusolverDnParams_t params = NULL;
    (void)fill, (void)diagonal, (void)a, (void)lda;
    int size = 0;
    CHECK(is_solver_type(type), fits(n));
    return sized(solver_size(handle, (int)n, 1, &size), size, type, device, host);
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t fill,
                                  cublasDiagType_t diagonal, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, void *work, size_t bytes, void *host,
                                  size_t host_bytes, int *info) {
    const cusolverDnParams_t params = NULL;
    (void)host, (void)host_bytes;
    CHECK(is_solver_type(type), fits(n) && fits(lda));
#define CALL(L, T)                                                                                 \
    solver_trtri_##L(handle, fill, diagonal, (int)n, a, (int)lda, work, elements_in(bytes, type),  \
                     info)
    BY_TYPE(type, CALL)
#undef CALL
}

/* ---- eigenvalues and singular values ---- */

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t mode, cublasFillMode_t fill,
                                             int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType value_type, const void *w,
                                             cudaDataType computed, size_t *device, size_t *host) {
    (void)mode, (void)fill, (void)a, (void)lda, (void)w;
    int size = 0;
    CHECK(is_solver_type(type) && value_type == real_of(type) && computed == type, fits(n));
    return sized(solver_size(handle, (int)n, (int)n, &size), size, type, device, host);
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t mode, cublasFillMode_t fill, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType value_type,
                                  void *w, cudaDataType computed, void *work, size_t bytes,
                                  void *host, size_t host_bytes, int *info) {
    (void)host, (void)host_bytes;
    CHECK(is_solver_type(type) && value_type == real_of(type) && computed == type,
          fits(n) && fits(lda));
    const int length = elements_in(bytes, type), size = (int)n, ld = (int)lda;
    switch (type) {
    case CUDA_R_32F:
        return cusolverDnSsyevd(handle, mode, fill, size, a, ld, w, work, length, info);
    case CUDA_R_64F:
        return cusolverDnDsyevd(handle, mode, fill, size, a, ld, w, work, length, info);
    case CUDA_C_32F:
        return cusolverDnCheevd(handle, mode, fill, size, a, ld, w, work, length, info);
    default: return cusolverDnZheevd(handle, mode, fill, size, a, ld, w, work, length, info);
    }
}
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             signed char u_job, signed char v_job, int64_t m,
                                             int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType value_type, const void *s,
                                             cudaDataType u_type, const void *u, int64_t ldu,
                                             cudaDataType v_type, const void *vt, int64_t ldvt,
                                             cudaDataType computed, size_t *device, size_t *host) {
    (void)u_job, (void)v_job, (void)a, (void)lda, (void)s, (void)u, (void)ldu, (void)vt, (void)ldvt;
    int size = 0;
    CHECK(is_solver_type(type) && value_type == real_of(type) && u_type == type && v_type == type &&
              computed == type,
          fits(m) && fits(n));
    return sized(solver_size(handle, (int)m, (int)n, &size), size, type, device, host);
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  signed char u_job, signed char v_job, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType value_type,
                                  void *s, cudaDataType u_type, void *u, int64_t ldu,
                                  cudaDataType v_type, void *vt, int64_t ldvt,
                                  cudaDataType computed, void *work, size_t bytes, void *host,
                                  size_t host_bytes, int *info) {
    (void)host, (void)host_bytes;
    CHECK(is_solver_type(type) && value_type == real_of(type) && u_type == type && v_type == type &&
              computed == type,
          fits(m) && fits(n) && fits(lda) && fits(ldu) && fits(ldvt));
#define CALL(L, T)                                                                                 \
    cusolverDn##L##gesvd(handle, u_job, v_job, (int)m, (int)n, (T *)a, (int)lda, s, (T *)u,        \
                         (int)ldu, (T *)vt, (int)ldvt, (T *)work, elements_in(bytes, type), NULL,  \
                         info)
    BY_TYPE(type, CALL)
#undef CALL
}
