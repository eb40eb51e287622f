/* SPDX-License-Identifier: Apache-2.0 */
/* solver.c: see solver.h; the handle's functions, and parameters of Jacobi's methods. */
#include "sim/libraries/solver.h"

#include <stdlib.h>

void *solver_function(const char *name) {
    return scord_library_function("libopenblas.so.0", "liblapack.so.3", "libopenblas0-serial",
                                  name);
}

bool solver_begin(blas_call_t *blas, cusolverDnHandle_t handle, const char *name) {
    return blas_begin(blas, handle ? &handle->blas : NULL, name);
}
static cusolverStatus_t of_blas(cublasStatus_t status) {
    switch (status) {
    case CUBLAS_STATUS_SUCCESS: return CUSOLVER_STATUS_SUCCESS;
    case CUBLAS_STATUS_NOT_INITIALIZED: return CUSOLVER_STATUS_NOT_INITIALIZED;
    case CUBLAS_STATUS_INVALID_VALUE: return CUSOLVER_STATUS_INVALID_VALUE;
    case CUBLAS_STATUS_EXECUTION_FAILED: return CUSOLVER_STATUS_EXECUTION_FAILED;
    default: return CUSOLVER_STATUS_INTERNAL_ERROR;
    }
}
cusolverStatus_t solver_status(const blas_call_t *blas) { return of_blas(blas->status); }
cusolverStatus_t solver_end(blas_call_t *blas) { return of_blas(blas_end(blas)); }

void solver_workspace(blas_call_t *blas, const void *work, int elements, size_t size) {
    blas_require(blas, elements >= 0);
    if (work && elements > 0 && blas_ready(blas))
        scord_library_operand(&blas->call, work, (size_t)elements * size, 0, 1, LIBRARY_WRITES);
}
void *solver_memory(size_t elements, size_t size) {
    void *memory = calloc(elements + 1, size);
    if (!memory) scord_library_lacks("cuSOLVER", "the host has no memory for its workspace");
    return memory;
}
cusolverStatus_t solver_size(cusolverDnHandle_t handle, int rows, int columns, int *size) {
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!size || rows < 0 || columns < 0) return CUSOLVER_STATUS_INVALID_VALUE;
    *size = rows * columns > 0 ? rows * columns : 1;
    return CUSOLVER_STATUS_SUCCESS;
}

/* ---- the handle ---- */

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
    if (!handle) return CUSOLVER_STATUS_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    return *handle ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    cudaDeviceSynchronize();
    scord_library_free(handle);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    handle->blas.stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream) {
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    *stream = handle->blas.stream;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetVersion(int *version) {
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value) {
    *value = type == MAJOR_VERSION   ? CUSOLVER_VER_MAJOR
             : type == MINOR_VERSION ? CUSOLVER_VER_MINOR
                                     : 0;
    return CUSOLVER_STATUS_SUCCESS;
}

/* ---- Jacobi's methods: LAPACK's others give the same numbers, to the last bit of accuracy ---- */

struct jacobi {
    double tolerance;
    int sweeps, sort;
};
struct syevjInfo {
    struct jacobi with;
};
struct gesvdjInfo {
    struct jacobi with;
};
#define METHOD(Name, name)                                                                         \
    cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t *info) {                            \
        *info = calloc(1, sizeof **info);                                                          \
        return *info ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;                     \
    }                                                                                              \
    cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info) {                            \
        free(info);                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##SetTolerance(name##Info_t info, double tolerance) {        \
        info->with.tolerance = tolerance;                                                          \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##SetMaxSweeps(name##Info_t info, int sweeps) {              \
        info->with.sweeps = sweeps;                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##SetSortEig(name##Info_t info, int sort) {                  \
        info->with.sort = sort;                                                                    \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t handle, name##Info_t info,  \
                                                    double *residual) {                            \
        (void)handle, (void)info;                                                                  \
        *residual = 0;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t handle, name##Info_t info,    \
                                                  int *sweeps) {                                   \
        (void)handle, (void)info;                                                                  \
        *sweeps = 1;                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
METHOD(Syevj, syevj)
METHOD(Gesvdj, gesvdj)
