/* SPDX-License-Identifier: Apache-2.0 */
/* sparse.c: cuSPARSE's host interface. Matrices of all formats are read as lists of {row, column,
 * value}, ordered by rows; sums are in double, and rounded once when they are stored.
 *
 * Where cuSPARSE asks for a buffer none is needed; its size is given as 16 bytes, so that programs
 * that allocate it have one.
 */
#include <complex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/libraries/elements.h"
#include "sim/libraries/sparse_descriptor.h"
#include "sim/runtime/include/cusparse.h"
#include "sim/runtime/library_calls.h"

#undef I

enum { BUFFER_BYTES = 16 };
typedef double _Complex number_t;

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t pointers;
};
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, nnz;
    void *offsets, *indices, *values; /* offsets: of rows or columns; the rows of COO */
    cusparseIndexType_t offset_type, index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
};
struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};
struct cusparseDnMatDescr {
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
};
struct cusparseSpVecDescr {
    int64_t size, nnz;
    void *indices, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};
struct cusparseSpGEMMDescr {
    char unused;
};

/* ---- elements ---- */

static bool is_complex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }
static cudaDataType real_of(cudaDataType type) {
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
static size_t size_of(cudaDataType type) {
    return element_bytes(real_of(type)) << is_complex(type);
}
static number_t get(const void *values, cudaDataType type, int64_t i) {
    double parts[2] = {0, 0};
    elements_widen(parts, (const char *)values + (size_t)i * size_of(type), real_of(type),
                   is_complex(type) ? 2 : 1);
    return CMPLX(parts[0], parts[1]);
}
static void put(void *values, cudaDataType type, int64_t i, number_t value) {
    const double parts[2] = {creal(value), cimag(value)};
    elements_narrow((char *)values + (size_t)i * size_of(type), parts, real_of(type),
                    is_complex(type) ? 2 : 1);
}
static size_t index_bytes(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
}
static int64_t get_index(const void *indices, cusparseIndexType_t type, int64_t i) {
    return type == CUSPARSE_INDEX_64I   ? ((const int64_t *)indices)[i]
           : type == CUSPARSE_INDEX_32I ? ((const int32_t *)indices)[i]
                                        : ((const uint16_t *)indices)[i];
}
static void put_index(void *indices, cusparseIndexType_t type, int64_t i, int64_t value) {
    if (type == CUSPARSE_INDEX_64I) ((int64_t *)indices)[i] = value;
    if (type == CUSPARSE_INDEX_32I) ((int32_t *)indices)[i] = (int32_t)value;
    if (type == CUSPARSE_INDEX_16U) ((uint16_t *)indices)[i] = (uint16_t)value;
}

/* ---- calls ---- */

typedef struct sparse_call {
    scord_library_call_t call;
    cusparseStatus_t status;
    cusparseHandle_t handle;
} sparse_call_t;

static bool begin(sparse_call_t *s, cusparseHandle_t handle, const char *name) {
    *s = (sparse_call_t){.handle = handle, .status = CUSPARSE_STATUS_NOT_INITIALIZED};
    if (!handle) return false;
    s->status = CUSPARSE_STATUS_SUCCESS;
    scord_library_begin(&s->call, handle->stream, name);
    return true;
}
static bool ready(const sparse_call_t *s) {
    return s->status == CUSPARSE_STATUS_SUCCESS && !s->call.outside && !s->call.recorded;
}
static void require(sparse_call_t *s, bool good) {
    if (!good) s->status = CUSPARSE_STATUS_INVALID_VALUE;
}
static cusparseStatus_t end(sparse_call_t *s) {
    const bool outside = s->call.outside, recorded = s->call.recorded;
    scord_library_end(&s->call);
    if (recorded) return CUSPARSE_STATUS_SUCCESS; /* shapes are compared when its graph runs */
    return outside ? CUSPARSE_STATUS_EXECUTION_FAILED : s->status;
}
static void *array(sparse_call_t *s, const void *pointer, int64_t count, size_t size,
                   unsigned use) {
    require(s, count >= 0 && (count == 0 || pointer));
    if (!ready(s) || count == 0) return NULL;
    return scord_library_operand(&s->call, pointer, size, size, (size_t)count, use);
}
/* alpha or beta. */
static number_t scalar(sparse_call_t *s, const void *pointer, cudaDataType type) {
    require(s, pointer && size_of(type) > 0);
    if (!ready(s) && !s->call.recorded) return 0;
    const void *place = scord_library_operand(&s->call, pointer, size_of(type), 0, 1,
                                              LIBRARY_READS | LIBRARY_BY_VALUE);
    return place ? get(place, type, 0) : 0;
}
static void no_memory(sparse_call_t *s) { s->status = CUSPARSE_STATUS_ALLOC_FAILED; }

/* ---- lists ---- */

typedef struct entry {
    int64_t row, column, at; /* at: its place in the matrix's values */
    number_t value;
} entry_t;
typedef struct list {
    entry_t *entry;
    int64_t count, rows, columns;
} list_t;

/* By rows, columns within them; what is equal keeps its order. */
static int by_rows(const void *one, const void *other) {
    const entry_t *a = one, *b = other;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}
static void sort(list_t *list) {
    qsort(list->entry, (size_t)list->count, sizeof *list->entry, by_rows);
}

static int64_t majors(const struct cusparseSpMatDescr *m) {
    return m->format == CUSPARSE_FORMAT_CSR ? m->rows : m->columns;
}

/* The entries, as they stand. VALUES false: their values are not read. */
static list_t read_matrix(sparse_call_t *s, cusparseConstSpMatDescr_t m, bool values) {
    list_t list = {NULL, 0, 0, 0};
    require(s, m && size_of(m->type) > 0);
    if (!ready(s)) return list;
    const bool pairs = m->format == CUSPARSE_FORMAT_COO;
    const void *indices = array(s, m->indices, m->nnz, index_bytes(m->index_type), LIBRARY_READS),
               *offsets = array(s, m->offsets, pairs ? m->nnz : majors(m) + 1,
                                index_bytes(m->offset_type), LIBRARY_READS),
               *numbers = values ? array(s, m->values, m->nnz, size_of(m->type), LIBRARY_READS)
                                 : NULL;
    list = (list_t){malloc((size_t)m->nnz * sizeof *list.entry + 1), m->nnz, m->rows, m->columns};
    if (!list.entry) no_memory(s);
    if (!ready(s)) return list;
    const int64_t base = m->base;
    if (pairs)
        for (int64_t i = 0; i < m->nnz; i++)
            list.entry[i] = (entry_t){.row = get_index(offsets, m->offset_type, i) - base,
                                      .column = get_index(indices, m->index_type, i) - base};
    for (int64_t major = 0; !pairs && major < majors(m); major++) {
        const int64_t first = get_index(offsets, m->offset_type, major) - base,
                      last = get_index(offsets, m->offset_type, major + 1) - base;
        require(s, first >= 0 && last >= first && last <= m->nnz);
        for (int64_t i = first; i < last && ready(s); i++) {
            const int64_t minor = get_index(indices, m->index_type, i) - base;
            list.entry[i] = m->format == CUSPARSE_FORMAT_CSR
                                ? (entry_t){.row = major, .column = minor}
                                : (entry_t){.row = minor, .column = major};
        }
    }
    for (int64_t i = 0; i < m->nnz && ready(s); i++) {
        entry_t *e = &list.entry[i];
        require(s, e->row >= 0 && e->row < m->rows && e->column >= 0 && e->column < m->columns);
        e->at = i;
        e->value = numbers ? get(numbers, m->type, i) : 0;
    }
    return list;
}

static void apply_op(list_t *list, cusparseOperation_t op) {
    if (op == CUSPARSE_OPERATION_NON_TRANSPOSE) return;
    for (int64_t i = 0; i < list->count; i++) {
        entry_t *e = &list->entry[i];
        const int64_t row = e->row;
        e->row = e->column;
        e->column = row;
        if (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) e->value = conj(e->value);
    }
    const int64_t rows = list->rows;
    list->rows = list->columns;
    list->columns = rows;
}

/* Offsets of CSR or CSC and indices, of entries in that order; with their values. */
static void write_matrix(sparse_call_t *s, cusparseSpMatDescr_t m, const list_t *list) {
    const bool pairs = m->format == CUSPARSE_FORMAT_COO, rows = m->format == CUSPARSE_FORMAT_CSR;
    void *indices = array(s, m->indices, list->count, index_bytes(m->index_type), LIBRARY_WRITES),
         *values = array(s, m->values, list->count, size_of(m->type), LIBRARY_WRITES),
         *offsets = array(s, m->offsets, pairs ? list->count : majors(m) + 1,
                          index_bytes(m->offset_type), LIBRARY_WRITES);
    if (!ready(s)) return;
    int64_t major = 0;
    for (int64_t i = 0; i < list->count; i++) {
        const entry_t *e = &list->entry[i];
        if (pairs)
            put_index(offsets, m->offset_type, i, e->row + m->base);
        else
            for (; major <= (rows ? e->row : e->column); major++)
                put_index(offsets, m->offset_type, major, i + m->base);
        put_index(indices, m->index_type, i, (rows || pairs ? e->column : e->row) + m->base);
        put(values, m->type, i, e->value);
    }
    for (; !pairs && major <= majors(m); major++)
        put_index(offsets, m->offset_type, major, list->count + m->base);
}

/* ---- dense operands ---- */

static int64_t dense_at(cusparseConstDnMatDescr_t m, int64_t row, int64_t column) {
    return m->order == CUSPARSE_ORDER_ROW ? row * m->ld + column : column * m->ld + row;
}
static void *dense(sparse_call_t *s, cusparseConstDnMatDescr_t m, unsigned use) {
    require(s, m && size_of(m->type) > 0);
    if (!ready(s)) return NULL;
    const bool rows = m->order == CUSPARSE_ORDER_ROW;
    const int64_t pieces = rows ? m->rows : m->columns, length = rows ? m->columns : m->rows;
    require(s, m->ld >= length);
    if (!ready(s) || pieces == 0 || length == 0) return NULL;
    return scord_library_operand(&s->call, m->values, (size_t)length * size_of(m->type),
                                 (size_t)m->ld * size_of(m->type), (size_t)pieces, use);
}
static unsigned changed(number_t beta) {
    return beta == 0 ? LIBRARY_WRITES : LIBRARY_READS | LIBRARY_WRITES;
}
/* BETA 0 does not read what is there. */
static number_t scaled(number_t beta, const void *values, cudaDataType type, int64_t i) {
    return beta == 0 ? 0 : beta * get(values, type, i);
}

/* ---- handle and descriptors ---- */

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
    if (!handle) return CUSPARSE_STATUS_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    return *handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
    scord_library_free(handle);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version) {
    *version = CUSPARSE_VERSION;
    return handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}
#define PROPERTY(set, get_it, type, member)                                                        \
    cusparseStatus_t set(cusparseHandle_t handle, type value) {                                    \
        if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;                                       \
        handle->member = value;                                                                    \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t get_it(cusparseHandle_t handle, type *value) {                                \
        if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;                                       \
        *value = handle->member;                                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
PROPERTY(cusparseSetStream, cusparseGetStream, cudaStream_t, stream)
PROPERTY(cusparseSetPointerMode, cusparseGetPointerMode, cusparsePointerMode_t, pointers)

static const char *const status_names[] = {"CUSPARSE_STATUS_SUCCESS",
                                           "CUSPARSE_STATUS_NOT_INITIALIZED",
                                           "CUSPARSE_STATUS_ALLOC_FAILED",
                                           "CUSPARSE_STATUS_INVALID_VALUE",
                                           "CUSPARSE_STATUS_ARCH_MISMATCH",
                                           "CUSPARSE_STATUS_MAPPING_ERROR",
                                           "CUSPARSE_STATUS_EXECUTION_FAILED",
                                           "CUSPARSE_STATUS_INTERNAL_ERROR",
                                           "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                           "CUSPARSE_STATUS_ZERO_PIVOT",
                                           "CUSPARSE_STATUS_NOT_SUPPORTED",
                                           "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
const char *cusparseGetErrorName(cusparseStatus_t status) {
    return (size_t)status < sizeof status_names / sizeof *status_names ? status_names[status]
                                                                       : "unrecognized error code";
}
const char *cusparseGetErrorString(cusparseStatus_t status) { return cusparseGetErrorName(status); }

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descriptor) {
    *descriptor = calloc(1, sizeof **descriptor);
    return *descriptor ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor) {
    scord_library_free(descriptor);
    return CUSPARSE_STATUS_SUCCESS;
}
#define MEMBER(set, type, member)                                                                  \
    cusparseStatus_t set(cusparseMatDescr_t descriptor, type value) {                              \
        descriptor->member = value;                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
MEMBER(cusparseSetMatType, cusparseMatrixType_t, type)
MEMBER(cusparseSetMatIndexBase, cusparseIndexBase_t, base)
MEMBER(cusparseSetMatFillMode, cusparseFillMode_t, fill)
MEMBER(cusparseSetMatDiagType, cusparseDiagType_t, diag)
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descriptor) {
    return descriptor->type;
}
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descriptor) {
    return descriptor->base;
}

/* A copy of SIZE bytes at FROM. */
static cusparseStatus_t make(void *to, const void *from, size_t size, bool valid) {
    void *copy = valid && to ? malloc(size) : NULL;
    if (!valid || !to) return CUSPARSE_STATUS_INVALID_VALUE;
    if (!copy) return CUSPARSE_STATUS_ALLOC_FAILED;
    memcpy(copy, from, size);
    memcpy(to, &copy, sizeof copy);
    return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t gone(const void *descriptor) {
    scord_library_free((void *)(uintptr_t)descriptor);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    const struct cusparseSpMatDescr made = {CUSPARSE_FORMAT_CSR,
                                            rows,
                                            columns,
                                            nnz,
                                            offsets,
                                            indices,
                                            values,
                                            offset_type,
                                            index_type,
                                            base,
                                            type,
                                            CUSPARSE_FILL_MODE_LOWER,
                                            CUSPARSE_DIAG_TYPE_NON_UNIT};
    return make(matrix, &made, sizeof made, rows >= 0 && columns >= 0 && nnz >= 0);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    const cusparseStatus_t status = cusparseCreateCsr(matrix, rows, columns, nnz, offsets, indices,
                                                      values, offset_type, index_type, base, type);
    if (status == CUSPARSE_STATUS_SUCCESS) (*matrix)->format = CUSPARSE_FORMAT_CSC;
    return status;
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    const cusparseStatus_t status = cusparseCreateCsr(matrix, rows, columns, nnz, row_indices,
                                                      column_indices, values, index_type,
                                                      index_type, base, type);
    if (status == CUSPARSE_STATUS_SUCCESS) (*matrix)->format = CUSPARSE_FORMAT_COO;
    return status;
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) { return gone(matrix); }
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *columns, int64_t *nnz) {
    if (!matrix) return CUSPARSE_STATUS_INVALID_VALUE;
    *rows = matrix->rows;
    *columns = matrix->columns;
    *nnz = matrix->nnz;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values) {
    *values = matrix->values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values) {
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix,
                                        cusparseFormat_t *format) {
    *format = matrix->format;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t bytes) {
    if (!matrix || !data || bytes != sizeof(cusparseFillMode_t))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (attribute == CUSPARSE_SPMAT_FILL_MODE) memcpy(&matrix->fill, data, bytes);
    if (attribute == CUSPARSE_SPMAT_DIAG_TYPE) memcpy(&matrix->diag, data, bytes);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values) {
    if (!matrix) return CUSPARSE_STATUS_INVALID_VALUE;
    matrix->offsets = offsets;
    matrix->indices = indices;
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values) {
    return cusparseCsrSetPointers(matrix, offsets, indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *rows, void *columns,
                                        void *values) {
    return cusparseCsrSetPointers(matrix, rows, columns, values);
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type) {
    const struct cusparseDnVecDescr made = {size, values, type};
    return make(vector, &made, sizeof made, size >= 0);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) { return gone(vector); }
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values) {
    *values = vector->values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values) {
    vector->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order) {
    const struct cusparseDnMatDescr made = {rows, columns, ld, values, type, order};
    return make(matrix, &made, sizeof made, rows >= 0 && columns >= 0);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) { return gone(matrix); }
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void **values) {
    *values = matrix->values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values) {
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t nnz,
                                     void *indices, void *values, cusparseIndexType_t index_type,
                                     cusparseIndexBase_t base, cudaDataType type) {
    const struct cusparseSpVecDescr made = {size, nnz, indices, values, index_type, base, type};
    return make(vector, &made, sizeof made, size >= 0 && nnz >= 0);
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) { return gone(vector); }

static cusparseStatus_t buffer_size(cusparseHandle_t handle, size_t *bytes) {
    if (!handle || !bytes) return CUSPARSE_STATUS_INVALID_VALUE;
    *bytes = BUFFER_BYTES;
    return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t nothing(cusparseHandle_t handle) {
    return handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

/* ---- products ---- */

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType compute,
                                         cusparseSpMVAlg_t algorithm, size_t *bytes) {
    (void)op, (void)alpha, (void)a, (void)x, (void)beta, (void)y, (void)compute, (void)algorithm;
    return buffer_size(handle, bytes);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t op,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType compute,
                                         cusparseSpMVAlg_t algorithm, void *buffer) {
    (void)op, (void)alpha, (void)a, (void)x, (void)beta, (void)y, (void)compute, (void)algorithm;
    (void)buffer;
    return nothing(handle);
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                              const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
                              cusparseSpMVAlg_t algorithm, void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseSpMV);
    (void)algorithm, (void)buffer;
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseSpMV")) return s.status;
    const number_t factor = scalar(&s, alpha, compute), kept = scalar(&s, beta, compute);
    list_t list = read_matrix(&s, a, true);
    apply_op(&list, op);
    require(&s, x && y && x->size == list.columns && y->size == list.rows);
    const void *px = ready(&s) ? array(&s, x->values, x->size, size_of(x->type), LIBRARY_READS)
                               : NULL;
    void *py = ready(&s) ? array(&s, y->values, y->size, size_of(y->type), changed(kept)) : NULL;
    number_t *sums = calloc((size_t)list.rows + 1, sizeof *sums);
    if (!sums) no_memory(&s);
    for (int64_t i = 0; i < list.count && ready(&s); i++)
        sums[list.entry[i].row] += list.entry[i].value * get(px, x->type, list.entry[i].column);
    for (int64_t i = 0; i < list.rows && ready(&s); i++)
        put(py, y->type, i, factor * sums[i] + scaled(kept, py, y->type, i));
    free(sums);
    free(list.entry);
    return end(&s);
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opa,
                                         cusparseOperation_t opb, const void *alpha,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         const void *beta, cusparseDnMatDescr_t c,
                                         cudaDataType compute, cusparseSpMMAlg_t algorithm,
                                         size_t *bytes) {
    (void)opa, (void)opb, (void)alpha, (void)a, (void)b, (void)beta, (void)c, (void)compute;
    (void)algorithm;
    return buffer_size(handle, bytes);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opa,
                                         cusparseOperation_t opb, const void *alpha,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         const void *beta, cusparseDnMatDescr_t c,
                                         cudaDataType compute, cusparseSpMMAlg_t algorithm,
                                         void *buffer) {
    (void)opa, (void)opb, (void)alpha, (void)a, (void)b, (void)beta, (void)c, (void)compute;
    (void)algorithm, (void)buffer;
    return nothing(handle);
}
/* Element (row, column) of op(m). */
static number_t dense_get(cusparseConstDnMatDescr_t m, const void *values, cusparseOperation_t op,
                          int64_t row, int64_t column) {
    const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    const number_t value = get(values, m->type,
                               dense_at(m, turned ? column : row, turned ? row : column));
    return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(value) : value;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opa,
                              cusparseOperation_t opb, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void *beta, cusparseDnMatDescr_t c, cudaDataType compute,
                              cusparseSpMMAlg_t algorithm, void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseSpMM);
    (void)algorithm, (void)buffer;
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseSpMM")) return s.status;
    const number_t factor = scalar(&s, alpha, compute), kept = scalar(&s, beta, compute);
    list_t list = read_matrix(&s, a, true);
    apply_op(&list, opa);
    const bool turned = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    require(&s, b && c && c->rows == list.rows && (turned ? b->columns : b->rows) == list.columns &&
                    (turned ? b->rows : b->columns) == c->columns);
    const void *pb = dense(&s, b, LIBRARY_READS);
    void *pc = dense(&s, c, changed(kept));
    number_t *sums = calloc((size_t)list.rows + 1, sizeof *sums);
    if (!sums) no_memory(&s);
    for (int64_t j = 0; ready(&s) && pc && j < c->columns; j++) {
        memset(sums, 0, (size_t)list.rows * sizeof *sums);
        for (int64_t i = 0; i < list.count; i++)
            sums[list.entry[i].row] += list.entry[i].value *
                                       dense_get(b, pb, opb, list.entry[i].column, j);
        for (int64_t i = 0; i < list.rows; i++)
            put(pc, c->type, dense_at(c, i, j),
                factor * sums[i] + scaled(kept, pc, c->type, dense_at(c, i, j)));
    }
    free(sums);
    free(list.entry);
    return end(&s);
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opa,
                                          cusparseOperation_t opb, const void *alpha,
                                          cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                                          const void *beta, cusparseSpMatDescr_t c,
                                          cudaDataType compute, cusparseSDDMMAlg_t algorithm,
                                          size_t *bytes) {
    (void)opa, (void)opb, (void)alpha, (void)a, (void)b, (void)beta, (void)c, (void)compute;
    (void)algorithm;
    return buffer_size(handle, bytes);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opa,
                                          cusparseOperation_t opb, const void *alpha,
                                          cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                                          const void *beta, cusparseSpMatDescr_t c,
                                          cudaDataType compute, cusparseSDDMMAlg_t algorithm,
                                          void *buffer) {
    (void)opa, (void)opb, (void)alpha, (void)a, (void)b, (void)beta, (void)c, (void)compute;
    (void)algorithm, (void)buffer;
    return nothing(handle);
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opa,
                               cusparseOperation_t opb, const void *alpha,
                               cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                               const void *beta, cusparseSpMatDescr_t c, cudaDataType compute,
                               cusparseSDDMMAlg_t algorithm, void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseSDDMM);
    (void)algorithm, (void)buffer;
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseSDDMM")) return s.status;
    const number_t factor = scalar(&s, alpha, compute), kept = scalar(&s, beta, compute);
    list_t list = read_matrix(&s, c, kept != 0);
    require(&s, a && b);
    const void *pa = dense(&s, a, LIBRARY_READS), *pb = dense(&s, b, LIBRARY_READS);
    void *pc = ready(&s) ? array(&s, c->values, c->nnz, size_of(c->type), LIBRARY_WRITES) : NULL;
    const int64_t inner = !ready(&s)                                ? 0
                          : opa == CUSPARSE_OPERATION_NON_TRANSPOSE ? a->columns
                                                                    : a->rows;
    for (int64_t i = 0; i < list.count && ready(&s); i++) {
        const entry_t *e = &list.entry[i];
        number_t sum = 0;
        for (int64_t k = 0; k < inner; k++)
            sum += dense_get(a, pa, opa, e->row, k) * dense_get(b, pb, opb, k, e->column);
        put(pc, c->type, i, factor * sum + kept * e->value);
    }
    free(list.entry);
    return end(&s);
}

/* ---- sparse times sparse ---- */

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descriptor) {
    *descriptor = calloc(1, sizeof **descriptor);
    return *descriptor ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descriptor) {
    return gone(descriptor);
}

/* Rows of A times rows of B, sums of equal places; entries of B are ordered by rows. */
static list_t product(sparse_call_t *s, const list_t *a, const list_t *b) {
    list_t out = {NULL, 0, a->rows, b->columns};
    int64_t room = 0;
    int64_t *first = calloc((size_t)b->rows + 2, sizeof *first);
    if (!first) no_memory(s);
    for (int64_t i = 0; ready(s) && i < b->count; i++) first[b->entry[i].row + 1]++;
    for (int64_t i = 0; ready(s) && i < b->rows; i++) first[i + 1] += first[i];
    for (int64_t i = 0; ready(s) && i < a->count; i++)
        room += first[a->entry[i].column + 1] - first[a->entry[i].column];
    out.entry = ready(s) ? malloc((size_t)room * sizeof *out.entry + 1) : NULL;
    if (!out.entry) no_memory(s);
    for (int64_t i = 0; ready(s) && i < a->count; i++)
        for (int64_t k = first[a->entry[i].column]; k < first[a->entry[i].column + 1]; k++) {
            out.entry[out.count] = (entry_t){a->entry[i].row, b->entry[k].column, out.count,
                                             a->entry[i].value * b->entry[k].value};
            out.count++;
        }
    free(first);
    if (!ready(s)) return out;
    sort(&out);
    int64_t last = -1;
    for (int64_t i = 0; i < out.count; i++) {
        if (last >= 0 && out.entry[last].row == out.entry[i].row &&
            out.entry[last].column == out.entry[i].column)
            out.entry[last].value += out.entry[i].value;
        else
            out.entry[++last] = out.entry[i];
    }
    out.count = last + 1;
    return out;
}
static list_t read_product(sparse_call_t *s, cusparseConstSpMatDescr_t a,
                           cusparseConstSpMatDescr_t b) {
    list_t one = read_matrix(s, a, true), other = read_matrix(s, b, true), out = {NULL, 0, 0, 0};
    require(s, one.columns == other.rows);
    if (ready(s)) {
        sort(&one);
        sort(&other);
        out = product(s, &one, &other);
    }
    free(one.entry);
    free(other.entry);
    return out;
}
static bool are_plain(cusparseOperation_t opa, cusparseOperation_t opb) {
    return opa == CUSPARSE_OPERATION_NON_TRANSPOSE && opb == CUSPARSE_OPERATION_NON_TRANSPOSE;
}

cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha,
    cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta,
    cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t algorithm,
    cusparseSpGEMMDescr_t descriptor, size_t *bytes, void *buffer) {
    (void)alpha, (void)a, (void)b, (void)beta, (void)c, (void)compute, (void)algorithm;
    (void)descriptor, (void)buffer;
    if (!are_plain(opa, opb)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return buffer_size(handle, bytes);
}
/* With a buffer: how many entries C has, which the program then asks for. */
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opa,
                                        cusparseOperation_t opb, const void *alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void *beta, cusparseSpMatDescr_t c,
                                        cudaDataType compute, cusparseSpGEMMAlg_t algorithm,
                                        cusparseSpGEMMDescr_t descriptor, size_t *bytes,
                                        void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseSpGEMM_compute);
    (void)alpha, (void)beta, (void)compute, (void)algorithm, (void)descriptor;
    if (!are_plain(opa, opb)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (!buffer) return buffer_size(handle, bytes);
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseSpGEMM_compute")) return s.status;
    list_t list = read_product(&s, a, b);
    require(&s, c && c->rows == list.rows && c->columns == list.columns);
    if (ready(&s)) c->nnz = list.count;
    s.call.host_waits = true;
    free(list.entry);
    return end(&s);
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opa,
                                     cusparseOperation_t opb, const void *alpha,
                                     cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                     const void *beta, cusparseSpMatDescr_t c, cudaDataType compute,
                                     cusparseSpGEMMAlg_t algorithm,
                                     cusparseSpGEMMDescr_t descriptor) {
    SCORD_LIBRARY_CALLED(cusparseSpGEMM_copy);
    (void)algorithm, (void)descriptor;
    sparse_call_t s;
    if (!are_plain(opa, opb)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (!begin(&s, handle, "cusparseSpGEMM_copy")) return s.status;
    const number_t factor = scalar(&s, alpha, compute), kept = scalar(&s, beta, compute);
    if (kept != 0) s.status = CUSPARSE_STATUS_NOT_SUPPORTED;
    list_t list = read_product(&s, a, b);
    require(&s, c && c->nnz == list.count);
    for (int64_t i = 0; i < list.count && ready(&s); i++) list.entry[i].value *= factor;
    if (ready(&s)) write_matrix(&s, c, &list);
    free(list.entry);
    return end(&s);
}

/* ---- triangular systems ---- */

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descriptor) {
    *descriptor = calloc(1, BUFFER_BYTES);
    return *descriptor ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descriptor) {
    return gone(descriptor);
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                         cudaDataType compute, cusparseSpSVAlg_t algorithm,
                                         cusparseSpSVDescr_t descriptor, size_t *bytes) {
    (void)op, (void)alpha, (void)a, (void)x, (void)y, (void)compute, (void)algorithm;
    (void)descriptor;
    return buffer_size(handle, bytes);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t op,
                                       const void *alpha, cusparseConstSpMatDescr_t a,
                                       cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                       cudaDataType compute, cusparseSpSVAlg_t algorithm,
                                       cusparseSpSVDescr_t descriptor, void *buffer) {
    (void)op, (void)alpha, (void)a, (void)x, (void)y, (void)compute, (void)algorithm;
    (void)descriptor, (void)buffer;
    return nothing(handle);
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op,
                                    const void *alpha, cusparseConstSpMatDescr_t a,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType compute, cusparseSpSVAlg_t algorithm,
                                    cusparseSpSVDescr_t descriptor) {
    SCORD_LIBRARY_CALLED(cusparseSpSV_solve);
    (void)algorithm, (void)descriptor;
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseSpSV_solve")) return s.status;
    const number_t factor = scalar(&s, alpha, compute);
    list_t list = read_matrix(&s, a, true);
    require(&s,
            list.rows == list.columns && x && y && x->size == list.rows && y->size == list.rows);
    const void *px = ready(&s) ? array(&s, x->values, x->size, size_of(x->type), LIBRARY_READS)
                               : NULL;
    void *py = ready(&s) ? array(&s, y->values, y->size, size_of(y->type), LIBRARY_WRITES) : NULL;
    number_t *solution = calloc((size_t)list.rows + 1, sizeof *solution);
    if (!solution) no_memory(&s);
    if (ready(&s)) {
        int64_t kept = 0; /* the triangle alone counts */
        const bool lower = a->fill == CUSPARSE_FILL_MODE_LOWER;
        for (int64_t i = 0; i < list.count; i++)
            if (lower ? list.entry[i].column <= list.entry[i].row
                      : list.entry[i].column >= list.entry[i].row)
                list.entry[kept++] = list.entry[i];
        list.count = kept;
        apply_op(&list, op);
        sort(&list);
        const bool forward = lower == (op == CUSPARSE_OPERATION_NON_TRANSPOSE);
        int64_t at = forward ? 0 : list.count - 1;
        for (int64_t n = 0; n < list.rows; n++) {
            const int64_t row = forward ? n : list.rows - 1 - n;
            number_t sum = factor * get(px, x->type, row), diagonal = 1;
            for (; at >= 0 && at < list.count && list.entry[at].row == row; at += forward ? 1 : -1)
                if (list.entry[at].column != row)
                    sum -= list.entry[at].value * solution[list.entry[at].column];
                else if (a->diag == CUSPARSE_DIAG_TYPE_NON_UNIT)
                    diagonal = list.entry[at].value;
            solution[row] = sum / diagonal;
        }
        for (int64_t i = 0; i < list.rows; i++) put(py, y->type, i, solution[i]);
    }
    free(solution);
    free(list.entry);
    return end(&s);
}

/* ---- sparse vectors ---- */

/* For each entry of X its place in Y; what is between BEGIN and END of each function. */
typedef struct pair {
    const void *indices;
    void *x, *y;
} pair_t;
static pair_t vectors(sparse_call_t *s, cusparseConstSpVecDescr_t x, unsigned x_use,
                      cusparseConstDnVecDescr_t y, unsigned y_use) {
    pair_t p = {0};
    require(s, x && y && x->size == y->size);
    if (!ready(s)) return p;
    p.indices = array(s, x->indices, x->nnz, index_bytes(x->index_type), LIBRARY_READS);
    p.x = array(s, x->values, x->nnz, size_of(x->type), x_use);
    p.y = array(s, y->values, y->size, size_of(y->type), y_use);
    for (int64_t i = 0; i < x->nnz && ready(s); i++) {
        const int64_t at = get_index(p.indices, x->index_type, i) - x->base;
        require(s, at >= 0 && at < y->size);
    }
    return p;
}
static int64_t place(cusparseConstSpVecDescr_t x, const pair_t *p, int64_t i) {
    return get_index(p->indices, x->index_type, i) - x->base;
}
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y) {
    SCORD_LIBRARY_CALLED(cusparseAxpby);
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseAxpby")) return s.status;
    const pair_t p = vectors(&s, x, LIBRARY_READS, y, LIBRARY_READS | LIBRARY_WRITES);
    const number_t factor = ready(&s) ? scalar(&s, alpha, x->type) : 0,
                   kept = ready(&s) ? scalar(&s, beta, x->type) : 0;
    for (int64_t i = 0; ready(&s) && i < y->size; i++)
        put(p.y, y->type, i, scaled(kept, p.y, y->type, i));
    for (int64_t i = 0; ready(&s) && i < x->nnz; i++) {
        const int64_t at = place(x, &p, i);
        put(p.y, y->type, at, get(p.y, y->type, at) + factor * get(p.x, x->type, i));
    }
    return end(&s);
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
    SCORD_LIBRARY_CALLED(cusparseGather);
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseGather")) return s.status;
    const pair_t p = vectors(&s, x, LIBRARY_WRITES, y, LIBRARY_READS);
    for (int64_t i = 0; ready(&s) && i < x->nnz; i++)
        put(p.x, x->type, i, get(p.y, y->type, place(x, &p, i)));
    return end(&s);
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
    SCORD_LIBRARY_CALLED(cusparseScatter);
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseScatter")) return s.status;
    const pair_t p = vectors(&s, x, LIBRARY_READS, y, LIBRARY_WRITES);
    for (int64_t i = 0; ready(&s) && i < x->nnz; i++)
        put(p.y, y->type, place(x, &p, i), get(p.x, x->type, i));
    return end(&s);
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                         const void *result, cudaDataType compute, size_t *bytes) {
    (void)op, (void)x, (void)y, (void)result, (void)compute;
    return buffer_size(handle, bytes);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType compute, void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseSpVV);
    (void)buffer;
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseSpVV")) return s.status;
    const pair_t p = vectors(&s, x, LIBRARY_READS, y, LIBRARY_READS);
    void *out = array(&s, result, 1, size_of(compute), LIBRARY_WRITES);
    s.call.host_waits = handle->pointers == CUSPARSE_POINTER_MODE_HOST;
    number_t sum = 0;
    for (int64_t i = 0; ready(&s) && i < x->nnz; i++) {
        const number_t value = get(p.x, x->type, i);
        sum += (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(value) : value) *
               get(p.y, y->type, place(x, &p, i));
    }
    if (ready(&s)) put(out, compute, 0, sum);
    return end(&s);
}

/* ---- conversions ---- */

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b,
                                                  cusparseSparseToDenseAlg_t algorithm,
                                                  size_t *bytes) {
    (void)a, (void)b, (void)algorithm;
    return buffer_size(handle, bytes);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t algorithm,
                                       void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseSparseToDense);
    (void)algorithm, (void)buffer;
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseSparseToDense")) return s.status;
    list_t list = read_matrix(&s, a, true);
    require(&s, b && b->rows == list.rows && b->columns == list.columns);
    void *to = dense(&s, b, LIBRARY_WRITES);
    for (int64_t i = 0; ready(&s) && to && i < b->rows; i++)
        for (int64_t j = 0; j < b->columns; j++) put(to, b->type, dense_at(b, i, j), 0);
    for (int64_t i = 0; ready(&s) && i < list.count; i++)
        put(to, b->type, dense_at(b, list.entry[i].row, list.entry[i].column), list.entry[i].value);
    free(list.entry);
    return end(&s);
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b,
                                                  cusparseDenseToSparseAlg_t algorithm,
                                                  size_t *bytes) {
    (void)a, (void)b, (void)algorithm;
    return buffer_size(handle, bytes);
}
/* What is not 0, ordered as the format of B has it. */
static list_t read_dense(sparse_call_t *s, cusparseConstDnMatDescr_t a, bool by_columns) {
    list_t list = {NULL, 0, 0, 0};
    const void *from = dense(s, a, LIBRARY_READS);
    if (!ready(s)) return list;
    list = (list_t){malloc((size_t)(a->rows * a->columns) * sizeof *list.entry + 1), 0, a->rows,
                    a->columns};
    if (!list.entry) no_memory(s);
    const int64_t outer = by_columns ? a->columns : a->rows,
                  inner = by_columns ? a->rows : a->columns;
    for (int64_t i = 0; ready(s) && i < outer; i++)
        for (int64_t j = 0; j < inner; j++) {
            const int64_t row = by_columns ? j : i, column = by_columns ? i : j;
            const number_t value = get(from, a->type, dense_at(a, row, column));
            if (value == 0) continue;
            list.entry[list.count] = (entry_t){row, column, list.count, value};
            list.count++;
        }
    return list;
}
static cusparseStatus_t from_dense(cusparseHandle_t handle, const char *name,
                                   cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                   bool counts) {
    sparse_call_t s;
    if (!begin(&s, handle, name)) return s.status;
    require(&s, a && b);
    list_t list = {NULL, 0, 0, 0};
    if (ready(&s)) list = read_dense(&s, a, b->format == CUSPARSE_FORMAT_CSC);
    if (ready(&s) && counts) { /* the offsets are there after the analysis, too */
        b->nnz = list.count;
        void *offsets = b->format == CUSPARSE_FORMAT_COO
                            ? NULL
                            : array(&s, b->offsets, majors(b) + 1, index_bytes(b->offset_type),
                                    LIBRARY_WRITES);
        int64_t at = 0;
        for (int64_t major = 0; ready(&s) && offsets && major <= majors(b); major++) {
            while (at < list.count &&
                   (b->format == CUSPARSE_FORMAT_CSR ? list.entry[at].row : list.entry[at].column) <
                       major)
                at++;
            put_index(offsets, b->offset_type, major, at + b->base);
        }
        s.call.host_waits = true;
    }
    if (ready(&s) && !counts) {
        require(&s, b->nnz == list.count);
        if (ready(&s)) write_matrix(&s, b, &list);
    }
    free(list.entry);
    return end(&s);
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                                cusparseDenseToSparseAlg_t algorithm,
                                                void *buffer) {
    (void)algorithm, (void)buffer;
    return from_dense(handle, "cusparseDenseToSparse_analysis", a, b, true);
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b,
                                               cusparseDenseToSparseAlg_t algorithm, void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseDenseToSparse_convert);
    (void)algorithm, (void)buffer;
    return from_dense(handle, "cusparseDenseToSparse_convert", a, b, false);
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int nnz, int rows,
                                  int *row_indices, cusparseIndexBase_t base) {
    SCORD_LIBRARY_CALLED(cusparseXcsr2coo);
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseXcsr2coo")) return s.status;
    const int *from = array(&s, offsets, rows + 1, sizeof *from, LIBRARY_READS);
    int *to = array(&s, row_indices, nnz, sizeof *to, LIBRARY_WRITES);
    for (int row = 0; row < rows && ready(&s); row++)
        for (int i = from[row] - (int)base; i < from[row + 1] - (int)base && i < nnz; i++)
            to[i] = row + (int)base;
    return end(&s);
}
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *row_indices, int nnz,
                                  int rows, int *offsets, cusparseIndexBase_t base) {
    SCORD_LIBRARY_CALLED(cusparseXcoo2csr);
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseXcoo2csr")) return s.status;
    const int *from = array(&s, row_indices, nnz, sizeof *from, LIBRARY_READS);
    int *to = array(&s, offsets, rows + 1, sizeof *to, LIBRARY_WRITES), at = 0;
    for (int row = 0; row <= rows && ready(&s); row++) {
        while (at < nnz && from[at] - (int)base < row) at++;
        to[row] = at + (int)base;
    }
    return end(&s);
}
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int rows, int columns,
                                               int nnz, const void *values, const int *offsets,
                                               const int *indices, void *to_values, int *to_offsets,
                                               int *to_indices, cudaDataType type,
                                               cusparseAction_t action, cusparseIndexBase_t base,
                                               cusparseCsr2CscAlg_t algorithm, size_t *bytes) {
    (void)rows, (void)columns, (void)nnz, (void)values, (void)offsets, (void)indices;
    (void)to_values, (void)to_offsets, (void)to_indices, (void)type, (void)action, (void)base;
    (void)algorithm;
    return buffer_size(handle, bytes);
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int rows, int columns, int nnz,
                                    const void *values, const int *offsets, const int *indices,
                                    void *to_values, int *to_offsets, int *to_indices,
                                    cudaDataType type, cusparseAction_t action,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t algorithm,
                                    void *buffer) {
    SCORD_LIBRARY_CALLED(cusparseCsr2cscEx2);
    (void)algorithm, (void)buffer;
    sparse_call_t s;
    if (!begin(&s, handle, "cusparseCsr2cscEx2")) return s.status;
    const bool numeric = action == CUSPARSE_ACTION_NUMERIC;
    struct cusparseSpMatDescr from = {.format = CUSPARSE_FORMAT_CSR,
                                      .rows = rows,
                                      .columns = columns,
                                      .nnz = nnz,
                                      .offsets = (void *)(uintptr_t)offsets,
                                      .indices = (void *)(uintptr_t)indices,
                                      .values = (void *)(uintptr_t)values,
                                      .offset_type = CUSPARSE_INDEX_32I,
                                      .index_type = CUSPARSE_INDEX_32I,
                                      .base = base,
                                      .type = type};
    list_t list = read_matrix(&s, &from, numeric);
    int *rows_out = array(&s, to_indices, nnz, sizeof *rows_out, LIBRARY_WRITES),
        *offsets_out = array(&s, to_offsets, columns + 1, sizeof *offsets_out, LIBRARY_WRITES);
    void *numbers = numeric ? array(&s, to_values, nnz, size_of(type), LIBRARY_WRITES) : NULL;
    if (ready(&s)) {
        apply_op(&list, CUSPARSE_OPERATION_TRANSPOSE);
        sort(&list);
        int column = 0;
        for (int i = 0; i < nnz; i++) {
            for (; column <= list.entry[i].row; column++) offsets_out[column] = i + (int)base;
            rows_out[i] = (int)list.entry[i].column + (int)base;
            if (numbers) put(numbers, type, i, list.entry[i].value);
        }
        for (; column <= columns; column++) offsets_out[column] = nnz + (int)base;
    }
    free(list.entry);
    return end(&s);
}

/* ---- tridiagonal systems, by Gauss with partial pivoting ---- */

/* UPPER and SECOND: the diagonals above of what is eliminated. */
static void eliminate(int m, double *lower, double *diagonal, double *upper, double *second,
                      double *b) {
    for (int i = 0; i < m; i++) second[i] = 0;
    for (int i = 0; i + 1 < m; i++) {
        const double below = lower[i + 1] < 0 ? -lower[i + 1] : lower[i + 1],
                     here = diagonal[i] < 0 ? -diagonal[i] : diagonal[i];
        if (below > here) { /* the rows change places */
            double kept = diagonal[i];
            diagonal[i] = lower[i + 1];
            lower[i + 1] = kept;
            kept = upper[i];
            upper[i] = diagonal[i + 1];
            diagonal[i + 1] = kept;
            second[i] = i + 2 < m ? upper[i + 1] : 0;
            if (i + 2 < m) upper[i + 1] = 0;
            kept = b[i];
            b[i] = b[i + 1];
            b[i + 1] = kept;
        }
        const double factor = lower[i + 1] / diagonal[i];
        diagonal[i + 1] -= factor * upper[i];
        if (i + 2 < m) upper[i + 1] -= factor * second[i];
        b[i + 1] -= factor * b[i];
    }
    for (int i = m - 1; i >= 0; i--) {
        double sum = b[i];
        if (i + 1 < m) sum -= upper[i] * b[i + 1];
        if (i + 2 < m) sum -= second[i] * b[i + 2];
        b[i] = sum / diagonal[i];
    }
}
static void solve(sparse_call_t *s, cudaDataType type, int m, const void *dl, const void *d,
                  const void *du, void *b) {
    double *work = malloc((size_t)(5 * m + 1) * sizeof *work);
    if (!work) no_memory(s);
    if (work) {
        double *lower = work, *diagonal = work + m, *upper = work + 2 * m, *rest = work + 4 * m;
        elements_widen(lower, dl, type, (size_t)m);
        elements_widen(diagonal, d, type, (size_t)m);
        elements_widen(upper, du, type, (size_t)m);
        elements_widen(rest, b, type, (size_t)m);
        eliminate(m, lower, diagonal, upper, work + 3 * m, rest);
        elements_narrow(b, rest, type, (size_t)m);
    }
    free(work);
}
/* COUNT systems of M unknowns: their matrices STEP elements apart (0: one), right sides B_STEP. */
static cusparseStatus_t tridiagonal(cusparseHandle_t handle, const char *name, cudaDataType type,
                                    int m, int count, int step, int b_step, const void *dl,
                                    const void *d, const void *du, void *b) {
    sparse_call_t s;
    if (!begin(&s, handle, name)) return s.status;
    const size_t size = size_of(type);
    require(&s, m >= 3 && count >= 0 && (count <= 1 || b_step >= m));
    for (int i = 0; i < count && ready(&s); i++) {
        const size_t from = (size_t)i * (size_t)step * size, at = (size_t)i * (size_t)b_step * size;
        const void *pl = array(&s, (const char *)dl + from, m, size, LIBRARY_READS),
                   *pd = array(&s, (const char *)d + from, m, size, LIBRARY_READS),
                   *pu = array(&s, (const char *)du + from, m, size, LIBRARY_READS);
        void *pb = array(&s, (char *)b + at, m, size, LIBRARY_READS | LIBRARY_WRITES);
        if (ready(&s)) solve(&s, type, m, pl, pd, pu, pb);
    }
    return end(&s);
}
#define TRIDIAGONAL(L, T, type)                                                                    \
    cusparseStatus_t cusparse##L##gtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,       \
                                                      const T *dl, const T *d, const T *du,        \
                                                      const T *b, int ldb, size_t *bytes) {        \
        (void)m, (void)n, (void)dl, (void)d, (void)du, (void)b, (void)ldb;                         \
        return buffer_size(handle, bytes);                                                         \
    }                                                                                              \
    cusparseStatus_t cusparse##L##gtsv2(cusparseHandle_t handle, int m, int n, const T *dl,        \
                                        const T *d, const T *du, T *b, int ldb, void *buffer) {    \
        SCORD_LIBRARY_CALLED(cusparse##L##gtsv2);                                                  \
        (void)buffer;                                                                              \
        return tridiagonal(handle, "cusparse" #L "gtsv2", type, m, n, 0, ldb, dl, d, du, b);       \
    }                                                                                              \
    cusparseStatus_t cusparse##L##gtsv2_nopivot_bufferSizeExt(                                     \
        cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, const T *b,   \
        int ldb, size_t *bytes) {                                                                  \
        (void)m, (void)n, (void)dl, (void)d, (void)du, (void)b, (void)ldb;                         \
        return buffer_size(handle, bytes);                                                         \
    }                                                                                              \
    cusparseStatus_t cusparse##L##gtsv2_nopivot(cusparseHandle_t handle, int m, int n,             \
                                                const T *dl, const T *d, const T *du, T *b,        \
                                                int ldb, void *buffer) {                           \
        SCORD_LIBRARY_CALLED(cusparse##L##gtsv2_nopivot);                                          \
        (void)buffer;                                                                              \
        return tridiagonal(handle, "cusparse" #L "gtsv2_nopivot", type, m, n, 0, ldb, dl, d, du,   \
                           b);                                                                     \
    }                                                                                              \
    cusparseStatus_t cusparse##L##gtsv2StridedBatch_bufferSizeExt(                                 \
        cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, const T *x,          \
        int count, int stride, size_t *bytes) {                                                    \
        (void)m, (void)dl, (void)d, (void)du, (void)x, (void)count, (void)stride;                  \
        return buffer_size(handle, bytes);                                                         \
    }                                                                                              \
    cusparseStatus_t cusparse##L##gtsv2StridedBatch(cusparseHandle_t handle, int m, const T *dl,   \
                                                    const T *d, const T *du, T *x, int count,      \
                                                    int stride, void *buffer) {                    \
        SCORD_LIBRARY_CALLED(cusparse##L##gtsv2StridedBatch);                                      \
        (void)buffer;                                                                              \
        return tridiagonal(handle, "cusparse" #L "gtsv2StridedBatch", type, m, count, stride,      \
                           stride, dl, d, du, x);                                                  \
    }
TRIDIAGONAL(S, float, CUDA_R_32F)
TRIDIAGONAL(D, double, CUDA_R_64F)
