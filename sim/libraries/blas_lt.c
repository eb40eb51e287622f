/* SPDX-License-Identifier: Apache-2.0 */
/* blas_lt.c: cuBLASLt's product of matrices: any of the types of elements.h, in columns or rows,
 * batches, bias, ReLU and GELU. Elements become dense matrices of double (float where neither 64
 * bits nor integers take part), which BLAS multiplies; the result is rounded once.
 *
 * One algorithm, which every search finds. What is not computed is "not supported": scales of 8-bit
 * floats, gradients, auxiliary outputs.
 *
 * Attributes lie in the program's own structures, whose size differs between CUDA's versions: the
 * smallest is 64 bytes for a layout and 184 for a product.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/libraries/blas.h"
#include "sim/libraries/elements.h"
#include "sim/runtime/include/cublasLt.h"

typedef struct layout {
    int32_t type, order;
    uint64_t rows, columns;
    int64_t ld;
    int32_t batches;
    int64_t stride; /* of batches, in elements */
} layout_t;
typedef struct product {
    int32_t compute, scale, pointers, op_a, op_b;
    uint32_t epilogue;
    const void *bias;
    int64_t bias_stride;
    int32_t bias_type;          /* -1: the result's */
    void *aux;                  /* what the epilogue keeps for, or takes from, another product */
    int64_t aux_ld, aux_stride; /* in elements; of a mask in bits */
    int32_t aux_type;           /* -1: the result's */
    bool other;                 /* an attribute that would change the result, and is not computed */
} product_t;
_Static_assert(sizeof(layout_t) <= 64 && sizeof(product_t) <= 184, "CUDA's smallest");

/* ---- life ---- */

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    *handle = malloc(1);
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}
const char *cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char *cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion(void) { return 12040; }

static cublasStatus_t create(void **to, size_t bytes) {
    *to = calloc(1, bytes);
    return *to ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t place, size_t size,
                                                 cudaDataType type, uint64_t rows, uint64_t columns,
                                                 int64_t ld) {
    layout_t *layout = (layout_t *)place;
    if (!layout || size < sizeof *layout) return CUBLAS_STATUS_INVALID_VALUE;
    memset(place, 0, size);
    *layout =
        (layout_t){.type = (int32_t)type, .rows = rows, .columns = columns, .ld = ld, .batches = 1};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t ld) {
    const cublasStatus_t status = create((void **)layout, sizeof **layout);
    return status != CUBLAS_STATUS_SUCCESS ? status
                                           : cublasLtMatrixLayoutInit_internal(
                                                 *layout, sizeof **layout, type, rows, columns, ld);
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
    scord_library_free(layout);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t place, size_t size,
                                               cublasComputeType_t compute, cudaDataType scale) {
    product_t *product = (product_t *)place;
    if (!product || size < sizeof *product) return CUBLAS_STATUS_INVALID_VALUE;
    memset(place, 0, size);
    *product = (product_t){.compute = (int32_t)compute,
                           .scale = (int32_t)scale,
                           .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                           .bias_type = -1,
                           .aux_type = -1};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *what, cublasComputeType_t compute,
                                        cudaDataType scale) {
    const cublasStatus_t status = create((void **)what, sizeof **what);
    return status != CUBLAS_STATUS_SUCCESS
               ? status
               : cublasLtMatmulDescInit_internal(*what, sizeof **what, compute, scale);
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t what) {
    scord_library_free(what);
    return CUBLAS_STATUS_SUCCESS;
}

/* Preferences say nothing to the one algorithm. */
cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference,
                                                     size_t size) {
    if (!preference) return CUBLAS_STATUS_INVALID_VALUE;
    memset(preference, 0, size);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
    return create((void **)preference, sizeof **preference);
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
    free(preference);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t size) {
    if (!preference || !value || size > sizeof(uint64_t)) return CUBLAS_STATUS_INVALID_VALUE;
    if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
        memcpy(&preference->data[0], value, size);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    void *value, size_t size, size_t *written) {
    if (attribute != CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!preference || !value || size < sizeof(uint64_t)) return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(value, &preference->data[0], sizeof(uint64_t));
    if (written) *written = sizeof(uint64_t);
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- attributes ---- */

typedef struct member {
    void *place; /* NULL: there is none */
    size_t size;
} member_t;

static member_t member_of_layout(layout_t *layout, cublasLtMatrixLayoutAttribute_t attribute) {
    switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE: return (member_t){&layout->type, 4};
    case CUBLASLT_MATRIX_LAYOUT_ORDER: return (member_t){&layout->order, 4};
    case CUBLASLT_MATRIX_LAYOUT_ROWS: return (member_t){&layout->rows, 8};
    case CUBLASLT_MATRIX_LAYOUT_COLS: return (member_t){&layout->columns, 8};
    case CUBLASLT_MATRIX_LAYOUT_LD: return (member_t){&layout->ld, 8};
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT: return (member_t){&layout->batches, 4};
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: return (member_t){&layout->stride, 8};
    default: return (member_t){NULL, 0};
    }
}
static member_t member_of_product(product_t *product, cublasLtMatmulDescAttributes_t attribute) {
    switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: return (member_t){&product->compute, 4};
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE: return (member_t){&product->scale, 4};
    case CUBLASLT_MATMUL_DESC_POINTER_MODE: return (member_t){&product->pointers, 4};
    case CUBLASLT_MATMUL_DESC_TRANSA: return (member_t){&product->op_a, 4};
    case CUBLASLT_MATMUL_DESC_TRANSB: return (member_t){&product->op_b, 4};
    case CUBLASLT_MATMUL_DESC_EPILOGUE: return (member_t){&product->epilogue, 4};
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER: return (member_t){&product->bias, 8};
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE: return (member_t){&product->bias_stride, 8};
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: return (member_t){&product->bias_type, 4};
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER: return (member_t){&product->aux, 8};
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD: return (member_t){&product->aux_ld, 8};
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE: return (member_t){&product->aux_stride, 8};
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE: return (member_t){&product->aux_type, 4};
    default: return (member_t){NULL, 0};
    }
}

static cublasStatus_t put(member_t member, const void *value, size_t size) {
    if (!value || size < member.size) return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(member.place, value, member.size);
    return CUBLAS_STATUS_SUCCESS;
}
static cublasStatus_t get(member_t member, void *value, size_t size, size_t *written) {
    if (!member.place) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (written) *written = member.size;
    if (size == 0) return CUBLAS_STATUS_SUCCESS;
    if (!value || size < member.size) return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(value, member.place, member.size);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t size) {
    const member_t member = member_of_layout((layout_t *)layout, attribute);
    return member.place ? put(member, value, size) : CUBLAS_STATUS_NOT_SUPPORTED;
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                void *value, size_t size, size_t *written) {
    return get(member_of_layout((layout_t *)layout, attribute), value, size, written);
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t what,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t size) {
    product_t *product = (product_t *)what;
    const member_t member = member_of_product(product, attribute);
    if (member.place) return put(member, value, size);
    product->other |= attribute != CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET &&
                      attribute != CUBLASLT_MATMUL_DESC_FAST_ACCUM;
    return CUBLAS_STATUS_SUCCESS; /* the product says so */
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t what,
                                              cublasLtMatmulDescAttributes_t attribute, void *value,
                                              size_t size, size_t *written) {
    return get(member_of_product((product_t *)what, attribute), value, size, written);
}

/* ---- the one algorithm ---- */

/* What epilogues are made of. */
enum {
    EPILOGUE_DRELU = 8,
    EPILOGUE_BGRAD = 16,
    EPILOGUE_DGELU = 64,
    EPILOGUE_AUX = 128, /* an auxiliary matrix: of RELU a mask, else the argument of GELU */
    EPILOGUE_GRADIENTS = EPILOGUE_BGRAD | CUBLASLT_EPILOGUE_BGRADA | CUBLASLT_EPILOGUE_BGRADB
};

static bool is_taken(const layout_t *layout) {
    return element_bytes((cudaDataType)layout->type) != 0 && layout->order <= CUBLASLT_ORDER_ROW;
}
static cublasStatus_t check(const product_t *p, const layout_t *a, const layout_t *b,
                            const layout_t *c, const layout_t *d) {
    const uint32_t computed = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_AUX_BIAS |
                              CUBLASLT_EPILOGUE_DRELU_BGRAD | CUBLASLT_EPILOGUE_GELU_AUX_BIAS |
                              CUBLASLT_EPILOGUE_DGELU_BGRAD | CUBLASLT_EPILOGUE_BGRADA |
                              CUBLASLT_EPILOGUE_BGRADB;
    if (!p || !a || !b || !c || !d) return CUBLAS_STATUS_INVALID_VALUE;
    if (p->other || p->pointers > CUBLASLT_POINTER_MODE_DEVICE || (p->epilogue & ~computed) != 0 ||
        !is_taken(a) || !is_taken(b) || !is_taken(c) || !is_taken(d) ||
        element_bytes((cudaDataType)p->scale) == 0)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (p->epilogue & EPILOGUE_AUX && p->aux_ld < (int64_t)(d->order ? d->columns : d->rows))
        return CUBLAS_STATUS_INVALID_VALUE;
    const uint64_t m = p->op_a ? a->columns : a->rows, k = p->op_a ? a->rows : a->columns,
                   n = p->op_b ? b->rows : b->columns;
    const bool fit = k == (p->op_b ? b->columns : b->rows) && d->rows == m && d->columns == n &&
                     c->rows == m && c->columns == n && a->batches == d->batches &&
                     b->batches == d->batches && c->batches == d->batches;
    return fit ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t what,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                       cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t *algorithm,
                                       cublasLtMatmulHeuristicResult_t *result) {
    (void)algorithm;
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    const cublasStatus_t status = check((product_t *)what, (layout_t *)a, (layout_t *)b,
                                        (layout_t *)c, (layout_t *)d);
    if (result) *result = (cublasLtMatmulHeuristicResult_t){.state = status, .wavesCount = 1};
    return status;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t what,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int most,
                                              cublasLtMatmulHeuristicResult_t *results,
                                              int *count) {
    if (!preference || most < 1 || !results || !count) return CUBLAS_STATUS_INVALID_VALUE;
    const cublasStatus_t status = cublasLtMatmulAlgoCheck(handle, what, a, b, c, d, NULL, results);
    *count = status == CUBLAS_STATUS_SUCCESS;
    return status;
}
cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t compute,
                                        cudaDataType scale, cudaDataType a, cudaDataType b,
                                        cudaDataType c, cudaDataType d, int most, int *ids,
                                        int *count) {
    (void)handle, (void)compute, (void)scale, (void)a, (void)b, (void)c, (void)d;
    if (most < 1 || !ids || !count) return CUBLAS_STATUS_INVALID_VALUE;
    ids[0] = 0;
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t compute,
                                      cudaDataType scale, cudaDataType a, cudaDataType b,
                                      cudaDataType c, cudaDataType d, int id,
                                      cublasLtMatmulAlgo_t *algorithm) {
    (void)handle, (void)compute, (void)scale, (void)a, (void)b, (void)c, (void)d;
    if (id != 0 || !algorithm) return CUBLAS_STATUS_INVALID_VALUE;
    memset(algorithm, 0, sizeof *algorithm);
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- the product ---- */

/* Column COLUMN of OF (or row, where it is in rows) of batch BATCH as elements that follow each
 * other: how many; the first one's place in elements. */
static size_t line_of(const layout_t *of, int batch, uint64_t line, uint64_t *count) {
    *count = of->order == CUBLASLT_ORDER_ROW ? of->columns : of->rows;
    return (size_t)((int64_t)batch * of->stride + (int64_t)line * of->ld);
}
static uint64_t lines_of(const layout_t *of) {
    return of->order == CUBLASLT_ORDER_ROW ? of->rows : of->columns;
}
static double *place(double *dense, const layout_t *of, uint64_t line, uint64_t i, bool turned) {
    const uint64_t row = of->order == CUBLASLT_ORDER_ROW ? line : i,
                   column = of->order == CUBLASLT_ORDER_ROW ? i : line;
    return turned ? &dense[row * of->columns + column] : &dense[column * of->rows + row];
}

/* The matrix (TURNED: transposed) without gaps, in columns; NULL: no memory, or not inside its
 * allocation. */
static double *widened(blas_call_t *blas, const void *matrix, const layout_t *of, int batch,
                       bool turned) {
    const size_t size = element_bytes((cudaDataType)of->type);
    double *dense = malloc((of->rows * of->columns + 1) * sizeof *dense),
           *part = malloc((of->rows + of->columns + 1) * sizeof *part);
    for (uint64_t line = 0; dense && part && line < lines_of(of); line++) {
        uint64_t count;
        const size_t first = line_of(of, batch, line, &count);
        const void *from = scord_library_operand(&blas->call, (const char *)matrix + first * size,
                                                 count * size, 0, 1, LIBRARY_READS);
        if (!from) break;
        elements_widen(part, from, (cudaDataType)of->type, count);
        for (uint64_t i = 0; i < count; i++) *place(dense, of, line, i, turned) = part[i];
    }
    if (!dense || !part) blas->status = CUBLAS_STATUS_ALLOC_FAILED;
    free(part);
    return dense;
}
static void narrowed(blas_call_t *blas, void *matrix, const layout_t *of, int batch,
                     double *dense) {
    const size_t size = element_bytes((cudaDataType)of->type);
    double *part = malloc((of->rows + of->columns + 1) * sizeof *part);
    for (uint64_t line = 0; part && line < lines_of(of); line++) {
        uint64_t count;
        const size_t first = line_of(of, batch, line, &count);
        void *to = scord_library_operand(&blas->call, (const char *)matrix + first * size,
                                         count * size, 0, 1, LIBRARY_WRITES);
        if (!to) break;
        for (uint64_t i = 0; i < count; i++) part[i] = *place(dense, of, line, i, false);
        elements_narrow(to, part, (cudaDataType)of->type, count);
    }
    if (!part) blas->status = CUBLAS_STATUS_ALLOC_FAILED;
    free(part);
}

static void product_of_doubles(int m, int n, int k, double alpha, const double *a, const double *b,
                               double beta, double *c) {
    ((void (*)(int, int, int, int, int, int, double, const double *, int, const double *, int,
               double, double *, int))blas_function("cblas_dgemm"))(
        BLAS_COLUMNS, BLAS_OPERATION, BLAS_OPERATION, m, n, k, alpha, a, m > 0 ? m : 1, b,
        k > 0 ? k : 1, beta, c, m > 0 ? m : 1);
}
static bool product_of_floats(int m, int n, int k, double alpha, const double *a, const double *b,
                              double beta, double *c) {
    const size_t as = (size_t)m * (size_t)k, bs = (size_t)k * (size_t)n, cs = (size_t)m * (size_t)n;
    float *all = malloc((as + bs + cs + 1) * sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < as; i++) all[i] = (float)a[i];
    for (size_t i = 0; i < bs; i++) all[as + i] = (float)b[i];
    for (size_t i = 0; i < cs; i++) all[as + bs + i] = (float)c[i];
    ((void (*)(int, int, int, int, int, int, float, const float *, int, const float *, int, float,
               float *, int))blas_function("cblas_sgemm"))(
        BLAS_COLUMNS, BLAS_OPERATION, BLAS_OPERATION, m, n, k, (float)alpha, all, m > 0 ? m : 1,
        all + as, k > 0 ? k : 1, (float)beta, all + as + bs, m > 0 ? m : 1);
    for (size_t i = 0; i < cs; i++) c[i] = (double)all[as + bs + i];
    free(all);
    return true;
}

static double gelu(double x) {
    return x / 2 * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}
static double gelu_slope(double x) {
    const double scale = sqrt(2 / M_PI), t = tanh(scale * (x + 0.044715 * x * x * x));
    return (1 + t) / 2 + x / 2 * (1 - t * t) * scale * (1 + 3 * 0.044715 * x * x);
}

/* The mask of RELU, a bit an element, in columns. */
static void with_mask(blas_call_t *blas, const product_t *p, const layout_t *d, int batch,
                      double *result) {
    const bool kept = (p->epilogue & EPILOGUE_DRELU) == 0;
    const size_t bits = (size_t)p->aux_ld * (d->columns - 1) + d->rows;
    unsigned char *mask =
        scord_library_operand(&blas->call, (char *)p->aux + (int64_t)batch * p->aux_stride / 8,
                              (bits + 7) / 8, 0, 1, kept ? LIBRARY_WRITES : LIBRARY_READS);
    for (uint64_t i = 0; mask && i < d->rows * d->columns; i++) {
        const size_t at = i / d->rows * (size_t)p->aux_ld + i % d->rows;
        const unsigned char bit = (unsigned char)(1u << at % 8);
        if (kept)
            mask[at / 8] = (unsigned char)(result[i] > 0 ? mask[at / 8] | bit
                                                         : mask[at / 8] & ~bit);
        else if (!(mask[at / 8] & bit))
            result[i] = 0;
    }
}
/* The argument of GELU: it is kept, or the result is multiplied by its slope there. */
static void with_argument(blas_call_t *blas, const product_t *p, const layout_t *d, int batch,
                          double *result) {
    layout_t aux = *d;
    aux.ld = p->aux_ld;
    aux.stride = p->aux_stride;
    if (p->aux_type >= 0) aux.type = p->aux_type;
    if (p->epilogue & EPILOGUE_DGELU) {
        double *argument = widened(blas, p->aux, &aux, batch, false);
        for (uint64_t i = 0; blas_ready(blas) && argument && i < d->rows * d->columns; i++)
            result[i] *= gelu_slope(argument[i]);
        free(argument);
    } else
        narrowed(blas, p->aux, &aux, batch, result);
}

/* The bias: a number for each row of the result, or a gradient of it: sums of the result's rows, or
 * of lines of A (ROWS x DEPTH) or B (DEPTH x COLUMNS) along the depth. */
static void gradient(const product_t *p, const layout_t *d, uint64_t depth, const double *a,
                     const double *b, const double *result, double *sums) {
    for (uint64_t row = 0; row < d->rows; row++)
        for (uint64_t i = 0; i < (p->epilogue & EPILOGUE_BGRAD ? d->columns : depth); i++)
            if (p->epilogue & EPILOGUE_BGRAD)
                sums[row] += result[i * d->rows + row];
            else if (p->epilogue & CUBLASLT_EPILOGUE_BGRADA)
                sums[row] += a[i * d->rows + row];
    for (uint64_t i = 0; p->epilogue & CUBLASLT_EPILOGUE_BGRADB && i < d->columns * depth; i++)
        sums[i / depth] += b[i];
}
static void apply_epilogue(blas_call_t *blas, const product_t *p, const layout_t *d, int batch,
                           uint64_t depth, const double *a, const double *b, double *result) {
    const cudaDataType type = (cudaDataType)(p->bias_type < 0 ? d->type : p->bias_type);
    const size_t size = element_bytes(type);
    const uint64_t all = d->rows * d->columns,
                   count = p->epilogue & CUBLASLT_EPILOGUE_BGRADB ? d->columns : d->rows;
    const bool gradients = (p->epilogue & EPILOGUE_GRADIENTS) != 0;
    double *numbers = calloc(count + 1, sizeof *numbers);
    void *bias = NULL;
    if (!numbers) blas->status = CUBLAS_STATUS_ALLOC_FAILED;
    if (numbers && (gradients || p->epilogue & CUBLASLT_EPILOGUE_BIAS))
        bias = scord_library_operand(
            &blas->call, (const char *)p->bias + (int64_t)batch * p->bias_stride * (int64_t)size,
            count * size, 0, 1, gradients ? LIBRARY_WRITES : LIBRARY_READS);
    if (bias && !gradients) {
        elements_widen(numbers, bias, type, count);
        for (uint64_t i = 0; i < all; i++) result[i] += numbers[i % d->rows];
    }
    const bool relu = p->epilogue & (CUBLASLT_EPILOGUE_RELU | EPILOGUE_DRELU);
    if (blas_ready(blas) && p->epilogue & EPILOGUE_AUX)
        (relu ? with_mask : with_argument)(blas, p, d, batch, result);
    for (uint64_t i = 0; i < all; i++) {
        if (p->epilogue & CUBLASLT_EPILOGUE_RELU) result[i] = fmax(result[i], 0);
        if (p->epilogue & CUBLASLT_EPILOGUE_GELU) result[i] = gelu(result[i]);
    }
    if (bias && gradients) {
        gradient(p, d, depth, a, b, result, numbers);
        elements_narrow(bias, numbers, type, count);
    }
    free(numbers);
}

static void multiply(blas_call_t *blas, const product_t *p, double alpha, double beta,
                     const void *a, const layout_t *al, const void *b, const layout_t *bl,
                     const void *c, const layout_t *cl, void *d, const layout_t *dl, int batch) {
    const int m = (int)dl->rows, n = (int)dl->columns, k = (int)(p->op_a ? al->rows : al->columns);
    double *wa = widened(blas, a, al, batch, p->op_a != 0),
           *wb = widened(blas, b, bl, batch, p->op_b != 0),
           *wc = beta != 0 ? widened(blas, c, cl, batch, false)
                           : calloc(dl->rows * dl->columns + 1, sizeof *wc);
    const bool wide = p->scale == CUDA_R_64F || p->scale == CUDA_R_32I || al->type == CUDA_R_8I;
    if (!wa || !wb || !wc)
        blas->status = CUBLAS_STATUS_ALLOC_FAILED;
    else if (blas_ready(blas) && wide)
        product_of_doubles(m, n, k, alpha, wa, wb, beta, wc);
    else if (blas_ready(blas) && !product_of_floats(m, n, k, alpha, wa, wb, beta, wc))
        blas->status = CUBLAS_STATUS_ALLOC_FAILED;
    if (blas_ready(blas) && p->epilogue != CUBLASLT_EPILOGUE_DEFAULT)
        apply_epilogue(blas, p, dl, batch, (uint64_t)k, wa, wb, wc);
    if (blas_ready(blas)) narrowed(blas, d, dl, batch, wc);
    free(wa);
    free(wb);
    free(wc);
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t what, const void *alpha,
                              const void *a, cublasLtMatrixLayout_t a_layout, const void *b,
                              cublasLtMatrixLayout_t b_layout, const void *beta, const void *c,
                              cublasLtMatrixLayout_t c_layout, void *d,
                              cublasLtMatrixLayout_t d_layout,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace,
                              size_t workspace_bytes, cudaStream_t stream) {
    SCORD_LIBRARY_CALLED(cublasLtMatmul);
    (void)algorithm, (void)workspace, (void)workspace_bytes;
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    const product_t *p = (product_t *)what;
    const layout_t *al = (layout_t *)a_layout, *bl = (layout_t *)b_layout,
                   *cl = (layout_t *)c_layout, *dl = (layout_t *)d_layout;
    const cublasStatus_t status = check(p, al, bl, cl, dl);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    struct cublasContext context = {.local = true,
                                    .stream = stream,
                                    .pointers = p->pointers == CUBLASLT_POINTER_MODE_DEVICE
                                                    ? CUBLAS_POINTER_MODE_DEVICE
                                                    : CUBLAS_POINTER_MODE_HOST};
    blas_call_t blas;
    if (!blas_begin(&blas, &context, "cublasLtMatmul")) return blas.status;
    scord_library_object(&blas.call, p, sizeof *p);
    for (int i = 0; i < 4; i++)
        scord_library_object(&blas.call, (const layout_t *[]){al, bl, cl, dl}[i], sizeof *al);
    const size_t size = element_bytes((cudaDataType)p->scale);
    const void *pa = blas_scalar(&blas, alpha, size, LIBRARY_READS),
               *pb = blas_scalar(&blas, beta, size, LIBRARY_READS);
    double factor = 0, old = 0;
    if (pa) elements_widen(&factor, pa, (cudaDataType)p->scale, 1);
    if (pb) elements_widen(&old, pb, (cudaDataType)p->scale, 1);
    for (int batch = 0; batch < dl->batches && blas_ready(&blas); batch++)
        multiply(&blas, p, factor, old, a, al, b, bl, c, cl, d, dl, batch);
    return blas_end(&blas);
}
