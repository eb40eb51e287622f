/* SPDX-License-Identifier: Apache-2.0 */
/* blas.c: see blas.h; the handle's functions and copies of vectors and matrices. */
#include "sim/libraries/blas.h"

#include <stdlib.h>
#include <string.h>

void *blas_function(const char *name) {
    return scord_library_function("libopenblas.so.0", "libblas.so.3", "libopenblas0-serial", name);
}

/* ---- calls ---- */

bool blas_begin(blas_call_t *blas, cublasHandle_t handle, const char *name) {
    *blas = (blas_call_t){.handle = handle, .status = CUBLAS_STATUS_NOT_INITIALIZED};
    if (!handle) return false;
    blas->status = CUBLAS_STATUS_SUCCESS;
    scord_library_begin(&blas->call, handle->stream, name);
    if (!handle->local) scord_library_object(&blas->call, handle, sizeof *handle);
    return true;
}

static bool is_good(const blas_call_t *blas) {
    return blas->status == CUBLAS_STATUS_SUCCESS && !blas->call.outside;
}

void blas_require(blas_call_t *blas, bool valid) {
    if (!valid) blas->status = CUBLAS_STATUS_INVALID_VALUE;
}

void *blas_matrix(blas_call_t *blas, const void *a, int rows, int columns, int ld, size_t size,
                  unsigned use) {
    blas_require(blas, rows >= 0 && columns >= 0 && ld >= rows && ld >= 1);
    if (!is_good(blas) || rows == 0 || columns == 0) return NULL;
    return scord_library_operand(&blas->call, a, (size_t)rows * size, (size_t)ld * size,
                                 (size_t)columns, use);
}

void *blas_triangle(blas_call_t *blas, const void *a, cublasFillMode_t fill, int n, int ld,
                    size_t size, unsigned use) {
    char *place = blas_matrix(blas, a, n, n, ld, size, 0);
    for (int column = 0; place && column < n; column++) {
        const int first = fill == CUBLAS_FILL_MODE_LOWER ? column : 0,
                  end = fill == CUBLAS_FILL_MODE_LOWER ? n : column + 1;
        scord_library_operand(
            &blas->call, (const char *)a + ((size_t)column * (size_t)ld + (size_t)first) * size,
            (size_t)(end - first) * size, 0, 1, use);
    }
    return place;
}

void *blas_vector(blas_call_t *blas, const void *x, int n, int step, size_t size, unsigned use) {
    blas_require(blas, step != 0);
    if (!is_good(blas) || n <= 0) return NULL;
    return scord_library_operand(&blas->call, x, size, (size_t)abs(step) * size, (size_t)n, use);
}

void *blas_scalar(blas_call_t *blas, const void *scalar, size_t size, unsigned use) {
    blas_require(blas, scalar);
    if (!is_good(blas)) return NULL;
    if (blas->handle->pointers == CUBLAS_POINTER_MODE_HOST) {
        if (use & LIBRARY_WRITES)
            blas->call.host_waits = true;
        else
            use |= LIBRARY_BY_VALUE;
    }
    return scord_library_operand(&blas->call, scalar, size, size, 1, use);
}

bool blas_ready(const blas_call_t *blas) { return is_good(blas) && !blas->call.recorded; }

cublasStatus_t blas_end(blas_call_t *blas) {
    const bool outside = blas->call.outside;
    scord_library_end(&blas->call);
    return outside ? CUBLAS_STATUS_EXECUTION_FAILED : blas->status;
}

int blas_operation(cublasOperation_t op) { return BLAS_OPERATION + (int)op; }
int blas_fill(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_LOWER ? BLAS_LOWER : BLAS_UPPER;
}

/* ---- the handle ---- */

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaDeviceSynchronize(); /* as cuBLAS does */
    scord_library_free(handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version) {
    (void)handle;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
    *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : 0;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes) {
    (void)workspace, (void)bytes;
    return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

#define PROPERTY(set, get, type, member)                                                           \
    cublasStatus_t set(cublasHandle_t handle, type value) {                                        \
        if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                                         \
        handle->member = value;                                                                    \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t get(cublasHandle_t handle, type *value) {                                       \
        if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                                         \
        *value = handle->member;                                                                   \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
PROPERTY(cublasSetStream_v2, cublasGetStream_v2, cudaStream_t, stream)
PROPERTY(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t, pointers)
PROPERTY(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t, atomics)
PROPERTY(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math)

typedef struct status_words {
    cublasStatus_t status;
    const char *name, *words;
} status_words_t;
static const status_words_t *words_of(cublasStatus_t status) {
    static const status_words_t known[] = {
        {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
        {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED",
         "the library was not initialized"},
        {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED",
         "the resource allocation failed"},
        {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE",
         "an unsupported value or parameter was passed to the function"},
        {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH",
         "the function requires a feature absent from the device architecture"},
        {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR",
         "an access to GPU memory space failed"},
        {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED",
         "the function failed to launch on the GPU"},
        {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR",
         "an internal operation failed"},
        {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED",
         "the functionality requested is not supported"},
        {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "license error"},
        {0, "CUBLAS_STATUS_UNKNOWN", "unknown status"}};
    const size_t last = sizeof known / sizeof *known - 1;
    for (size_t i = 0; i < last; i++)
        if (known[i].status == status) return &known[i];
    return &known[last];
}
const char *cublasGetStatusName(cublasStatus_t status) { return words_of(status)->name; }
const char *cublasGetStatusString(cublasStatus_t status) { return words_of(status)->words; }

/* ---- copies ---- */

static cublasStatus_t copied(cudaError_t error) {
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

static cublasStatus_t copy(int rows, int columns, int element, const void *from, int from_ld,
                           void *to, int to_ld, enum cudaMemcpyKind kind,
                           const cudaStream_t *stream) {
    if (rows < 0 || columns < 0 || element <= 0 || from_ld <= 0 || to_ld <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
    const size_t size = (size_t)element, width = (size_t)rows * size;
    if (stream)
        return copied(cudaMemcpy2DAsync(to, (size_t)to_ld * size, from, (size_t)from_ld * size,
                                        width, (size_t)columns, kind, *stream));
    return copied(cudaMemcpy2D(to, (size_t)to_ld * size, from, (size_t)from_ld * size, width,
                               (size_t)columns, kind));
}

#define COPIES(direction, kind)                                                                    \
    cublasStatus_t cublas##direction##Vector(int n, int element, const void *from, int from_step,  \
                                             void *to, int to_step) {                              \
        return copy(1, n, element, from, from_step, to, to_step, kind, NULL);                      \
    }                                                                                              \
    cublasStatus_t cublas##direction##Matrix(int rows, int columns, int element, const void *from, \
                                             int from_ld, void *to, int to_ld) {                   \
        return copy(rows, columns, element, from, from_ld, to, to_ld, kind, NULL);                 \
    }                                                                                              \
    cublasStatus_t cublas##direction##VectorAsync(int n, int element, const void *from,            \
                                                  int from_step, void *to, int to_step,            \
                                                  cudaStream_t stream) {                           \
        return copy(1, n, element, from, from_step, to, to_step, kind, &stream);                   \
    }                                                                                              \
    cublasStatus_t cublas##direction##MatrixAsync(int rows, int columns, int element,              \
                                                  const void *from, int from_ld, void *to,         \
                                                  int to_ld, cudaStream_t stream) {                \
        return copy(rows, columns, element, from, from_ld, to, to_ld, kind, &stream);              \
    }
COPIES(Set, cudaMemcpyHostToDevice)
COPIES(Get, cudaMemcpyDeviceToHost)
