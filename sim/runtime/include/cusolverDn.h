/* SPDX-License-Identifier: Apache-2.0 */
/* cusolverDn.h: factorisations, eigenvalues and singular values of dense matrices by cuSOLVER's host interface,
 * computed by the system's LAPACK (docs/cuda.md). */
#ifndef SCORD_CUSOLVERDN_H
#define SCORD_CUSOLVERDN_H
#define CUSOLVERDN_H_
#include "cusolver_common.h"
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1, CUSOLVERDN_SYEVBATCHED = 2 } cusolverDnFunction_t;
#define SCORD_S cusolverStatus_t
#define SCORD_H cusolverDnHandle_t handle
SCORD_S cusolverDnCreate(cusolverDnHandle_t *handle);
SCORD_S cusolverDnDestroy(SCORD_H);
SCORD_S cusolverDnSetStream(SCORD_H, cudaStream_t stream);
SCORD_S cusolverDnGetStream(SCORD_H, cudaStream_t *stream);
#define SCORD_METHOD(Name, name) \
    SCORD_S cusolverDnCreate##Name##Info(name##Info_t *info); \
    SCORD_S cusolverDnDestroy##Name##Info(name##Info_t info); \
    SCORD_S cusolverDnX##name##SetTolerance(name##Info_t info, double tolerance); \
    SCORD_S cusolverDnX##name##SetMaxSweeps(name##Info_t info, int sweeps); \
    SCORD_S cusolverDnX##name##SetSortEig(name##Info_t info, int sort); \
    SCORD_S cusolverDnX##name##GetResidual(SCORD_H, name##Info_t info, double *residual); \
    SCORD_S cusolverDnX##name##GetSweeps(SCORD_H, name##Info_t info, int *sweeps);
SCORD_METHOD(Syevj, syevj)
SCORD_METHOD(Gesvdj, gesvdj)
#define SCORD_DENSE(L, T, R, O, Y) \
    SCORD_S cusolverDn##L##getrf_bufferSize(SCORD_H, int m, int n, T *a, int lda, int *size); \
    SCORD_S cusolverDn##L##getrf(SCORD_H, int m, int n, T *a, int lda, T *work, int *pivots, int *info); \
    SCORD_S cusolverDn##L##getrs(SCORD_H, cublasOperation_t op, int n, int columns, const T *a, int lda, const int *pivots, T *b, int ldb, int *info); \
    SCORD_S cusolverDn##L##potrf_bufferSize(SCORD_H, cublasFillMode_t fill, int n, T *a, int lda, int *size); \
    SCORD_S cusolverDn##L##potrf(SCORD_H, cublasFillMode_t fill, int n, T *a, int lda, T *work, int length, int *info); \
    SCORD_S cusolverDn##L##potrs(SCORD_H, cublasFillMode_t fill, int n, int columns, const T *a, int lda, T *b, int ldb, int *info); \
    SCORD_S cusolverDn##L##potri_bufferSize(SCORD_H, cublasFillMode_t fill, int n, T *a, int lda, int *size); \
    SCORD_S cusolverDn##L##potri(SCORD_H, cublasFillMode_t fill, int n, T *a, int lda, T *work, int length, int *info); \
    SCORD_S cusolverDn##L##potrfBatched(SCORD_H, cublasFillMode_t fill, int n, T *a[], int lda, int *info, int count); \
    SCORD_S cusolverDn##L##potrsBatched(SCORD_H, cublasFillMode_t fill, int n, int columns, T *a[], int lda, T *b[], int ldb, int *info, int count); \
    SCORD_S cusolverDn##L##geqrf_bufferSize(SCORD_H, int m, int n, T *a, int lda, int *size); \
    SCORD_S cusolverDn##L##geqrf(SCORD_H, int m, int n, T *a, int lda, T *tau, T *work, int length, int *info); \
    SCORD_S cusolverDn##L##O##mqr_bufferSize(SCORD_H, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *size); \
    SCORD_S cusolverDn##L##O##mqr(SCORD_H, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T *a, int lda, const T *tau, T *c, int ldc, T *work, int length, int *info); \
    SCORD_S cusolverDn##L##O##gqr_bufferSize(SCORD_H, int m, int n, int k, const T *a, int lda, const T *tau, int *size); \
    SCORD_S cusolverDn##L##O##gqr(SCORD_H, int m, int n, int k, T *a, int lda, const T *tau, T *work, int length, int *info); \
    SCORD_S cusolverDn##L##Y##evd_bufferSize(SCORD_H, cusolverEigMode_t mode, cublasFillMode_t fill, int n, const T *a, int lda, const R *w, int *size); \
    SCORD_S cusolverDn##L##Y##evd(SCORD_H, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T *a, int lda, R *w, T *work, int length, int *info); \
    SCORD_S cusolverDn##L##Y##evj_bufferSize(SCORD_H, cusolverEigMode_t mode, cublasFillMode_t fill, int n, const T *a, int lda, const R *w, int *size, syevjInfo_t with); \
    SCORD_S cusolverDn##L##Y##evj(SCORD_H, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T *a, int lda, R *w, T *work, int length, int *info, syevjInfo_t with); \
    SCORD_S cusolverDn##L##Y##gvd_bufferSize(SCORD_H, cusolverEigType_t type, cusolverEigMode_t mode, cublasFillMode_t fill, int n, const T *a, int lda, const T *b, int ldb, const R *w, int *size); \
    SCORD_S cusolverDn##L##Y##gvd(SCORD_H, cusolverEigType_t type, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T *a, int lda, T *b, int ldb, R *w, T *work, int length, int *info); \
    SCORD_S cusolverDn##L##gesvd_bufferSize(SCORD_H, int m, int n, int *size); \
    SCORD_S cusolverDn##L##gesvd(SCORD_H, signed char u_job, signed char v_job, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int length, R *reals, int *info); \
    SCORD_S cusolverDn##L##gesvdj_bufferSize(SCORD_H, cusolverEigMode_t mode, int economy, int m, int n, const T *a, int lda, const R *s, const T *u, int ldu, const T *v, int ldv, int *size, gesvdjInfo_t with); \
    SCORD_S cusolverDn##L##gesvdj(SCORD_H, cusolverEigMode_t mode, int economy, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *v, int ldv, T *work, int length, int *info, gesvdjInfo_t with);
SCORD_DENSE(S, float, float, or, sy)
SCORD_DENSE(D, double, double, or, sy)
SCORD_DENSE(C, cuComplex, float, un, he)
SCORD_DENSE(Z, cuDoubleComplex, double, un, he)
/* Sizes of 64 bits; the types of all operands are arguments, and the same. */
#define SCORD_P cusolverDnParams_t params
SCORD_S cusolverDnCreateParams(cusolverDnParams_t *params);
SCORD_S cusolverDnDestroyParams(SCORD_P);
SCORD_S cusolverDnSetAdvOptions(SCORD_P, cusolverDnFunction_t function, cusolverAlgMode_t algorithm);
SCORD_S cusolverDnXgetrf_bufferSize(SCORD_H, SCORD_P, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType computed, size_t *device, size_t *host);
SCORD_S cusolverDnXgetrf(SCORD_H, SCORD_P, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, int64_t *pivots, cudaDataType computed, void *work, size_t bytes, void *host, size_t host_bytes, int *info);
SCORD_S cusolverDnXgetrs(SCORD_H, SCORD_P, cublasOperation_t op, int64_t n, int64_t columns, cudaDataType type, const void *a, int64_t lda, const int64_t *pivots, cudaDataType right, void *b, int64_t ldb, int *info);
SCORD_S cusolverDnXpotrf_bufferSize(SCORD_H, SCORD_P, cublasFillMode_t fill, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType computed, size_t *device, size_t *host);
SCORD_S cusolverDnXpotrf(SCORD_H, SCORD_P, cublasFillMode_t fill, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType computed, void *work, size_t bytes, void *host, size_t host_bytes, int *info);
SCORD_S cusolverDnXpotrs(SCORD_H, SCORD_P, cublasFillMode_t fill, int64_t n, int64_t columns, cudaDataType type, const void *a, int64_t lda, cudaDataType right, void *b, int64_t ldb, int *info);
SCORD_S cusolverDnXgeqrf_bufferSize(SCORD_H, SCORD_P, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType tau_type, const void *tau, cudaDataType computed, size_t *device, size_t *host);
SCORD_S cusolverDnXgeqrf(SCORD_H, SCORD_P, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType tau_type, void *tau, cudaDataType computed, void *work, size_t bytes, void *host, size_t host_bytes, int *info);
SCORD_S cusolverDnXtrtri_bufferSize(SCORD_H, cublasFillMode_t fill, cublasDiagType_t diagonal, int64_t n, cudaDataType type, void *a, int64_t lda, size_t *device, size_t *host);
SCORD_S cusolverDnXtrtri(SCORD_H, cublasFillMode_t fill, cublasDiagType_t diagonal, int64_t n, cudaDataType type, void *a, int64_t lda, void *work, size_t bytes, void *host, size_t host_bytes, int *info);
SCORD_S cusolverDnXsyevd_bufferSize(SCORD_H, SCORD_P, cusolverEigMode_t mode, cublasFillMode_t fill, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType value_type, const void *w, cudaDataType computed, size_t *device, size_t *host);
SCORD_S cusolverDnXsyevd(SCORD_H, SCORD_P, cusolverEigMode_t mode, cublasFillMode_t fill, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType value_type, void *w, cudaDataType computed, void *work, size_t bytes, void *host, size_t host_bytes, int *info);
SCORD_S cusolverDnXgesvd_bufferSize(SCORD_H, SCORD_P, signed char u_job, signed char v_job, int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType value_type, const void *s, cudaDataType u_type, const void *u, int64_t ldu, cudaDataType v_type, const void *vt, int64_t ldvt, cudaDataType computed, size_t *device, size_t *host);
SCORD_S cusolverDnXgesvd(SCORD_H, SCORD_P, signed char u_job, signed char v_job, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType value_type, void *s, cudaDataType u_type, void *u, int64_t ldu, cudaDataType v_type, void *vt, int64_t ldvt, cudaDataType computed, void *work, size_t bytes, void *host, size_t host_bytes, int *info);
#undef SCORD_P
#undef SCORD_METHOD
#undef SCORD_DENSE
#undef SCORD_S
#undef SCORD_H
#ifdef __cplusplus
}
#endif
#endif
