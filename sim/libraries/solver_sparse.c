/* SPDX-License-Identifier: Apache-2.0 */
/* solver_sparse.c: cuSOLVER's functions for sparse matrices (CSR): their handle, orders of the
 * rows, and systems of equations.
 *
 * Idea. Rows and columns are put into the order of Cuthill and McKee, reversed, in which the matrix
 * is a narrow band; LAPACK solves that with exchanges of rows (gbsv), or as a positive definite one
 * (pbsv) for the functions of Cholesky's method. The result does not depend on the order that the
 * program asks for, so that `reorder` is not looked at.
 *
 * Errors. A band that does not fit into memory ends the program with one error.
 */
#include "sim/libraries/solver.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/libraries/sparse_descriptor.h"
#include "sim/runtime/include/cusolverSp.h"

#undef I

struct cusolverSpContext {
    struct cusolverDnContext dense;
};

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle) {
    if (!handle) return CUSOLVER_STATUS_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    return *handle ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    cudaDeviceSynchronize();
    scord_library_free(handle);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
    return handle ? cusolverDnSetStream(&handle->dense, stream) : CUSOLVER_STATUS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream) {
    return handle ? cusolverDnGetStream(&handle->dense, stream) : CUSOLVER_STATUS_NOT_INITIALIZED;
}

/* ---- patterns ---- */

typedef struct {
    int n, base;
    const int *rows,
        *columns; /* row R: columns[rows[R] - base] up to columns[rows[R + 1] - base] */
} pattern_t;
static int first_of(const pattern_t *pattern, int row) {
    return pattern->rows[row] - pattern->base;
}
static int column_of(const pattern_t *pattern, int element) {
    return pattern->columns[element] - pattern->base;
}
/* Whether rows are in order and columns in range: else nothing is read through them. */
static bool is_pattern(const pattern_t *pattern, int nonzeros) {
    if (first_of(pattern, 0) != 0 || first_of(pattern, pattern->n) != nonzeros) return false;
    for (int row = 0; row < pattern->n; row++)
        if (first_of(pattern, row) > first_of(pattern, row + 1)) return false;
    for (int e = 0; e < nonzeros; e++)
        if (column_of(pattern, e) < 0 || column_of(pattern, e) >= pattern->n) return false;
    return true;
}

/* The pattern and its transpose: the neighbours of each row. */
typedef struct {
    int *first, *to;
} graph_t;
static graph_t neighbours(const pattern_t *pattern) {
    const int n = pattern->n, nonzeros = first_of(pattern, n);
    graph_t graph = {solver_memory((size_t)n + 1, sizeof(int)),
                     solver_memory(2 * (size_t)nonzeros, sizeof(int))};
    for (int row = 0; row < n; row++)
        for (int e = first_of(pattern, row); e < first_of(pattern, row + 1); e++) {
            graph.first[row + 1]++;
            graph.first[column_of(pattern, e) + 1]++;
        }
    for (int row = 0; row < n; row++) graph.first[row + 1] += graph.first[row];
    int *at = solver_memory((size_t)n, sizeof(int));
    memcpy(at, graph.first, (size_t)n * sizeof(int));
    for (int row = 0; row < n; row++)
        for (int e = first_of(pattern, row); e < first_of(pattern, row + 1); e++) {
            const int column = column_of(pattern, e);
            graph.to[at[row]++] = column;
            graph.to[at[column]++] = row;
        }
    free(at);
    return graph;
}
static int degree(const graph_t *graph, int row) {
    return graph->first[row + 1] - graph->first[row];
}

/* The rows by degree, those of one degree in their order. */
static int *rows_by_degree(const graph_t *graph, int n) {
    int *sorted = solver_memory((size_t)n, sizeof(int)), most = 0;
    for (int row = 0; row < n; row++)
        if (degree(graph, row) > most) most = degree(graph, row);
    int *at = solver_memory((size_t)most + 2, sizeof(int));
    for (int row = 0; row < n; row++) at[degree(graph, row) + 1]++;
    for (int d = 0; d < most; d++) at[d + 1] += at[d];
    for (int row = 0; row < n; row++) sorted[at[degree(graph, row)]++] = row;
    free(at);
    return sorted;
}

/* Each part of the graph from a row of the least degree on, breadth first, neighbours by degree
 * (E. Cuthill and J. McKee, 1969), and the whole reversed. ORDER[i]: the row that is the i-th. */
static void reverse_cuthill_mckee(const pattern_t *pattern, int *order) {
    const int n = pattern->n;
    graph_t graph = neighbours(pattern);
    int *const starts = rows_by_degree(&graph, n);
    char *seen = solver_memory((size_t)n, 1);
    int count = 0;
    for (int next = 0, i = 0; i < n; i++) {
        const int start = starts[i];
        if (seen[start]) continue; /* of a part before */
        seen[start] = 1;
        order[count++] = start;
        for (; next < count; next++) {
            const int begin = count;
            for (int k = graph.first[order[next]]; k < graph.first[order[next] + 1]; k++) {
                const int row = graph.to[k];
                if (seen[row]) continue;
                seen[row] = 1;
                int place = count++;
                for (; place > begin && degree(&graph, order[place - 1]) > degree(&graph, row);
                     place--)
                    order[place] = order[place - 1];
                order[place] = row;
            }
        }
    }
    for (int i = 0; i < n / 2; i++) {
        const int other = order[i];
        order[i] = order[n - 1 - i];
        order[n - 1 - i] = other;
    }
    free(seen);
    free(starts);
    free(graph.first);
    free(graph.to);
}

static int base_of(const cusparseMatDescr_t descriptor) {
    return descriptor->base == CUSPARSE_INDEX_BASE_ONE;
}
static pattern_t pattern_of(int n, const cusparseMatDescr_t descriptor, const int *rows,
                            const int *columns) {
    return (pattern_t){n, base_of(descriptor), rows, columns};
}
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int n, int nonzeros,
                                         const cusparseMatDescr_t descriptor, const int *rows,
                                         const int *ends, const int *columns, int *symmetric) {
    (void)nonzeros;
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!descriptor || n < 0 || !rows || !ends || !symmetric) return CUSOLVER_STATUS_INVALID_VALUE;
    const int base = base_of(descriptor);
    *symmetric = 1;
    for (int row = 0; row < n && *symmetric; row++)
        for (int e = rows[row] - base; e < ends[row] - base; e++) {
            const int other = columns[e] - base;
            if (other < 0 || other >= n) return CUSOLVER_STATUS_INVALID_VALUE;
            bool found = false;
            for (int k = rows[other] - base; k < ends[other] - base; k++)
                found |= columns[k] - base == row;
            if (!found) *symmetric = 0;
        }
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int nonzeros,
                                          const cusparseMatDescr_t descriptor, const int *rows,
                                          const int *columns, int *permutation) {
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!descriptor || n < 0 || !rows || !columns || !permutation)
        return CUSOLVER_STATUS_INVALID_VALUE;
    const pattern_t pattern = pattern_of(n, descriptor, rows, columns);
    if (!is_pattern(&pattern, nonzeros)) return CUSOLVER_STATUS_INVALID_VALUE;
    reverse_cuthill_mckee(&pattern, permutation);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n,
                                                   int nonzeros,
                                                   const cusparseMatDescr_t descriptor,
                                                   const int *rows, const int *columns,
                                                   const int *p, const int *q, size_t *bytes) {
    (void)m, (void)n, (void)descriptor, (void)rows, (void)columns, (void)p, (void)q;
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!bytes || nonzeros < 0) return CUSOLVER_STATUS_INVALID_VALUE;
    *bytes = sizeof(int) * ((size_t)nonzeros + 1);
    return CUSOLVER_STATUS_SUCCESS;
}
/* Row i of the result is row P[i], and its column j column Q[j], columns in order; MAP is permuted
 * as the elements are. */
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nonzeros,
                                        const cusparseMatDescr_t descriptor, int *rows,
                                        int *columns, const int *p, const int *q, int *map,
                                        void *buffer) {
    (void)buffer;
    if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!descriptor || m < 0 || n < 0 || nonzeros < 0 || !rows || !columns || !p || !q || !map)
        return CUSOLVER_STATUS_INVALID_VALUE;
    const int base = base_of(descriptor);
    int *to = solver_memory((size_t)n, sizeof(int)),
        *out = solver_memory((size_t)m + 1, sizeof(int)),
        *new_columns = solver_memory((size_t)nonzeros, sizeof(int)),
        *new_map = solver_memory((size_t)nonzeros, sizeof(int));
    for (int j = 0; j < n; j++) to[q[j]] = j;
    int count = 0;
    for (int i = 0; i < m; i++) {
        const int begin = count;
        out[i] = count + base;
        for (int e = rows[p[i]] - base; e < rows[p[i] + 1] - base; e++) {
            const int column = to[columns[e] - base];
            int place = count++;
            for (; place > begin && new_columns[place - 1] - base > column; place--) {
                new_columns[place] = new_columns[place - 1];
                new_map[place] = new_map[place - 1];
            }
            new_columns[place] = column + base;
            new_map[place] = map[e];
        }
    }
    out[m] = count + base;
    memcpy(rows, out, ((size_t)m + 1) * sizeof(int));
    memcpy(columns, new_columns, (size_t)count * sizeof(int));
    memcpy(map, new_map, (size_t)count * sizeof(int));
    free(to);
    free(out);
    free(new_columns);
    free(new_map);
    return CUSOLVER_STATUS_SUCCESS;
}

/* ---- systems of equations ---- */

enum { GENERAL, POSITIVE };

/* Rows' and columns' places in the order, and how far elements lie from the diagonal. */
typedef struct {
    int *order, *place;
    int below, above;
} band_t;
static band_t band_of(const pattern_t *pattern) {
    const size_t n = (size_t)pattern->n;
    band_t band = {solver_memory(n, sizeof(int)), solver_memory(n, sizeof(int)), 0, 0};
    reverse_cuthill_mckee(pattern, band.order);
    for (int i = 0; i < pattern->n; i++) band.place[band.order[i]] = i;
    for (int row = 0; row < pattern->n; row++)
        for (int e = first_of(pattern, row); e < first_of(pattern, row + 1); e++) {
            const int distance = band.place[row] - band.place[column_of(pattern, e)];
            if (distance > band.below) band.below = distance;
            if (-distance > band.above) band.above = -distance;
        }
    return band;
}

/* E: element, R: its real part, L: letter of LAPACK's. Returns what `singular` gets. */
#define SYSTEM(L, E, R, MAGNITUDE)                                                                 \
    static int solve_##L(const pattern_t *pattern, const E *values, const E *b, R tolerance,       \
                         int method, E *x) {                                                       \
        int n = pattern->n, one = 1, info = 0;                                                     \
        band_t band = band_of(pattern);                                                            \
        int below = band.below, above = band.above;                                                \
        int ld = method == POSITIVE ? below + 1 : 2 * below + above + 1;                           \
        const int diagonal = method == POSITIVE ? 0 : below + above;                               \
        E *a = solver_memory((size_t)n * (size_t)ld, sizeof *a);                                   \
        E *right = solver_memory((size_t)n, sizeof *right);                                        \
        int *pivots = solver_memory((size_t)n, sizeof *pivots);                                    \
        for (int row = 0; row < n; row++) {                                                        \
            right[band.place[row]] = b[row];                                                       \
            for (int e = first_of(pattern, row); e < first_of(pattern, row + 1); e++) {            \
                const int i = band.place[row], j = band.place[column_of(pattern, e)];              \
                if (method == GENERAL || i >= j)                                                   \
                    a[(size_t)j * (size_t)ld + (size_t)(diagonal + i - j)] += values[e];           \
            }                                                                                      \
        }                                                                                          \
        if (method == POSITIVE)                                                                    \
            ((void (*)(const char *, int *, int *, int *, E *, int *, E *, int *, int *,           \
                       size_t))solver_function(#L "pbsv_"))("L", &n, &below, &one, a, &ld, right,  \
                                                            &n, &info, 1);                         \
        else                                                                                       \
            ((void (*)(int *, int *, int *, int *, E *, int *, int *, E *, int *,                  \
                       int *))solver_function(#L "gbsv_"))(&n, &below, &above, &one, a, &ld,       \
                                                           pivots, right, &n, &info);              \
        int singular = info > 0 ? band.order[info - 1] : -1;                                       \
        for (int i = 0; i < n && singular < 0; i++)                                                \
            if (MAGNITUDE(a[(size_t)i * (size_t)ld + (size_t)diagonal]) <= tolerance)              \
                singular = band.order[i];                                                          \
        for (int row = 0; row < n && info == 0; row++) x[row] = right[band.place[row]];            \
        free(a);                                                                                   \
        free(right);                                                                               \
        free(pivots);                                                                              \
        free(band.order);                                                                          \
        free(band.place);                                                                          \
        return singular;                                                                           \
    }
SYSTEM(s, float, float, fabsf)
SYSTEM(d, double, double, fabs)
SYSTEM(c, float _Complex, float, cabsf)
SYSTEM(z, double _Complex, double, cabs)

#define SOLVE_HOST(UPPER, L, T, E, R, name, method)                                                \
    cusolverStatus_t cusolverSp##UPPER##csrlsv##name##Host(                                        \
        cusolverSpHandle_t handle, int n, int nonzeros, const cusparseMatDescr_t descriptor,       \
        const T *values, const int *rows, const int *columns, const T *b, R tolerance,             \
        int reorder, T *x, int *singular) {                                                        \
        (void)reorder;                                                                             \
        if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;                                       \
        if (!descriptor || n < 0 || !rows || !b || !x || !singular)                                \
            return CUSOLVER_STATUS_INVALID_VALUE;                                                  \
        const pattern_t pattern = pattern_of(n, descriptor, rows, columns);                        \
        if (!is_pattern(&pattern, nonzeros)) return CUSOLVER_STATUS_INVALID_VALUE;                 \
        *singular = solve_##L(&pattern, (const E *)values, (const E *)b, tolerance, method,        \
                              (E *)x);                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
/* `singular` is the host's. */
#define SOLVE_DEVICE(UPPER, L, T, E, R, name, method)                                              \
    cusolverStatus_t cusolverSp##UPPER##csrlsv##name(                                              \
        cusolverSpHandle_t handle, int n, int nonzeros, const cusparseMatDescr_t descriptor,       \
        const T *values, const int *rows, const int *columns, const T *b, R tolerance,             \
        int reorder, T *x, int *singular) {                                                        \
        (void)reorder;                                                                             \
        blas_call_t blas;                                                                          \
        if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED;                                       \
        if (!descriptor || n < 0 || nonzeros < 0 || !singular)                                     \
            return CUSOLVER_STATUS_INVALID_VALUE;                                                  \
        if (!solver_begin(&blas, &handle->dense, "cusolverSp" #UPPER "csrlsv" #name))              \
            return solver_status(&blas);                                                           \
        const E *a = blas_vector(&blas, values, nonzeros, 1, sizeof *a, LIBRARY_READS),            \
                *right = blas_vector(&blas, b, n, 1, sizeof *right, LIBRARY_READS);                \
        const int *starts = blas_vector(&blas, rows, n + 1, 1, sizeof *starts, LIBRARY_READS),     \
                  *numbers = blas_vector(&blas, columns, nonzeros, 1, sizeof *numbers,             \
                                         LIBRARY_READS);                                           \
        E *result = blas_vector(&blas, x, n, 1, sizeof *result, LIBRARY_WRITES);                   \
        const pattern_t pattern = pattern_of(n, descriptor, starts, numbers);                      \
        const bool there = blas_ready(&blas) && starts && result;                                  \
        if (there) blas_require(&blas, is_pattern(&pattern, nonzeros));                            \
        if (there && blas_ready(&blas))                                                            \
            *singular = solve_##L(&pattern, a, right, tolerance, method, result);                  \
        return solver_end(&blas);                                                                  \
    }
#define SOLVE(UPPER, L, T, E, R)                                                                   \
    SOLVE_HOST(UPPER, L, T, E, R, lu, GENERAL)                                                     \
    SOLVE_HOST(UPPER, L, T, E, R, qr, GENERAL)                                                     \
    SOLVE_HOST(UPPER, L, T, E, R, chol, POSITIVE)                                                  \
    SOLVE_DEVICE(UPPER, L, T, E, R, qr, GENERAL)                                                   \
    SOLVE_DEVICE(UPPER, L, T, E, R, chol, POSITIVE)
SOLVE(S, s, float, float, float)
SOLVE(D, d, double, double, double)
SOLVE(C, c, cuComplex, float _Complex, float)
SOLVE(Z, z, cuDoubleComplex, double _Complex, double)
