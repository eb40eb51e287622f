/* SPDX-License-Identifier: Apache-2.0 */
/* solver_type.h: the functions of cuSOLVER for one type, by LAPACK. Included once for each type
 * (solver_types.c); undefines what that defines, but for IS_COMPLEX. */
#define NAMED_(a, b, c, d) a##b##c##d
#define NAMED(a, b, c, d)  NAMED_(a, b, c, d)
#define TEXT_(f)           #f
#define TEXT(f)            TEXT_(f)
#define DN(f)              NAMED(cusolverDn, UPPER, f, )
#define SIZE_OF(f)         NAMED(cusolverDn, UPPER, f, _bufferSize)
/* The function of LAPACK as a pointer to one of these arguments; lengths of texts stand behind
 * them. */
#define LAPACK(f, ...) ((void (*)(__VA_ARGS__))solver_function(TEXT(LOWER) TEXT(f) "_"))
#define BEGIN(f)                                                                                   \
    blas_call_t blas;                                                                              \
    if (!solver_begin(&blas, handle, "cusolverDn" TEXT(UPPER) TEXT(f))) return solver_status(&blas)
#define BOTH                     (LIBRARY_READS | LIBRARY_WRITES)
#define MATRIX(a, m, n, ld, use) blas_matrix(&blas, a, m, n, ld, sizeof(T), use)
#define VECTOR(x, n, use)        blas_vector(&blas, x, n, 1, sizeof(T), use)
#define REALS(x, n, use)         blas_vector(&blas, x, n, 1, sizeof(REAL), use)
#define NUMBERS(x, n, use)       blas_vector(&blas, x, n, 1, sizeof(int), use)
#define WORKSPACE(work, n)       solver_workspace(&blas, work, n, sizeof(T))
#define LEAST(m, n)              ((m) < (n) ? (m) : (n))
#define FILL(fill)               ((fill) == CUBLAS_FILL_MODE_LOWER ? "L" : "U")
#define OPERATION(op)            ((op) == CUBLAS_OP_N ? "N" : (op) == CUBLAS_OP_T ? "T" : "C")
#define VECTORS(mode)            ((mode) == CUSOLVER_EIG_MODE_VECTOR ? "V" : "N")
/* LAPACK's workspace: its size is asked for with -1, and is in the first element. */
#define ELEMENTS(asked) ((int)NAMED(real_, UPPER, , )(asked))
static REAL NAMED(real_, UPPER, , )(E e) { return (REAL)e; }

/* ---- LU ---- */

/* Without exchanges of rows (no pivots are asked for). */
static int NAMED(plain_lu_, UPPER, , )(E *a, int m, int n, int ld) {
    int singular = 0;
    for (int k = 0; k < LEAST(m, n); k++) {
        const E pivot = a[k + (size_t)k * (size_t)ld];
        if (pivot == 0) {
            if (singular == 0) singular = k + 1;
            continue;
        }
        for (int i = k + 1; i < m; i++) {
            const E factor = a[i + (size_t)k * (size_t)ld] /= pivot;
            for (int j = k + 1; j < n; j++)
                a[i + (size_t)j * (size_t)ld] -= factor * a[k + (size_t)j * (size_t)ld];
        }
    }
    return singular;
}
cusolverStatus_t SIZE_OF(getrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *size) {
    (void)a, (void)lda;
    return solver_size(handle, m, n, size);
}
cusolverStatus_t DN(getrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *work,
                           int *pivots, int *info) {
    SCORD_LIBRARY_CALLED(DN(getrf));
    BEGIN(getrf);
    E *in = MATRIX(a, m, n, lda, BOTH);
    int *rows = pivots ? NUMBERS(pivots, LEAST(m, n), LIBRARY_WRITES) : NULL,
        *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, m * n);
    if (blas_ready(&blas) && out && in && pivots)
        LAPACK(getrf, int *, int *, E *, int *, int *, int *)(&m, &n, in, &lda, rows, out);
    else if (blas_ready(&blas) && out)
        *out = in ? NAMED(plain_lu_, UPPER, , )(in, m, n, lda) : 0;
    return solver_end(&blas);
}
cusolverStatus_t DN(getrs)(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns,
                           const T *a, int lda, const int *pivots, T *b, int ldb, int *info) {
    SCORD_LIBRARY_CALLED(DN(getrs));
    BEGIN(getrs);
    const E *in = MATRIX(a, n, n, lda, LIBRARY_READS);
    E *x = MATRIX(b, n, columns, ldb, BOTH);
    int *rows = pivots ? NUMBERS(pivots, n, LIBRARY_READS) : NULL,
        *out = NUMBERS(info, 1, LIBRARY_WRITES), *own = NULL;
    if (blas_ready(&blas) && out && in && x) {
        if (!rows) {
            rows = own = solver_memory((size_t)n, sizeof *own);
            for (int i = 0; i < n; i++) own[i] = i + 1;
        }
        LAPACK(getrs, const char *, int *, int *, const E *, int *, int *, E *, int *, int *,
               size_t)
        (OPERATION(op), &n, &columns, in, &lda, rows, x, &ldb, out, 1);
        free(own);
    }
    return solver_end(&blas);
}

/* With exchanges in 64 bits, for the interface whose sizes are (solver_64.c). */
cusolverStatus_t NAMED(solver_getrf_64_, UPPER, , )(cusolverDnHandle_t handle, int m, int n,
                                                    void *a, int lda, void *work, int length,
                                                    int64_t *pivots, int *info) {
    SCORD_LIBRARY_CALLED(NAMED(solver_getrf_64_, UPPER, , ));
    blas_call_t blas;
    if (!solver_begin(&blas, handle, "cusolverDnXgetrf")) return solver_status(&blas);
    E *in = MATRIX(a, m, n, lda, BOTH);
    const int count = LEAST(m, n);
    int64_t *rows = pivots ? blas_vector(&blas, pivots, count, 1, sizeof *pivots, LIBRARY_WRITES)
                           : NULL;
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in && rows) {
        int *narrow = solver_memory((size_t)count, sizeof *narrow);
        LAPACK(getrf, int *, int *, E *, int *, int *, int *)(&m, &n, in, &lda, narrow, out);
        for (int i = 0; i < count; i++) rows[i] = narrow[i];
        free(narrow);
    } else if (blas_ready(&blas) && out)
        *out = in ? NAMED(plain_lu_, UPPER, , )(in, m, n, lda) : 0;
    return solver_end(&blas);
}
cusolverStatus_t NAMED(solver_getrs_64_, UPPER, , )(cusolverDnHandle_t handle, cublasOperation_t op,
                                                    int n, int columns, const void *a, int lda,
                                                    const int64_t *pivots, void *b, int ldb,
                                                    int *info) {
    SCORD_LIBRARY_CALLED(NAMED(solver_getrs_64_, UPPER, , ));
    blas_call_t blas;
    if (!solver_begin(&blas, handle, "cusolverDnXgetrs")) return solver_status(&blas);
    const E *in = MATRIX(a, n, n, lda, LIBRARY_READS);
    E *x = MATRIX(b, n, columns, ldb, BOTH);
    const int64_t *rows = pivots ? blas_vector(&blas, pivots, n, 1, sizeof *pivots, LIBRARY_READS)
                                 : NULL;
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    if (blas_ready(&blas) && out && in && x) {
        int *narrow = solver_memory((size_t)n, sizeof *narrow);
        for (int i = 0; i < n; i++) narrow[i] = rows ? (int)rows[i] : i + 1;
        LAPACK(getrs, const char *, int *, int *, const E *, int *, int *, E *, int *, int *,
               size_t)
        (OPERATION(op), &n, &columns, in, &lda, narrow, x, &ldb, out, 1);
        free(narrow);
    }
    return solver_end(&blas);
}
cusolverStatus_t NAMED(solver_trtri_, UPPER, , )(cusolverDnHandle_t handle, cublasFillMode_t fill,
                                                 cublasDiagType_t diagonal, int n, void *a, int lda,
                                                 void *work, int length, int *info) {
    SCORD_LIBRARY_CALLED(NAMED(solver_trtri_, UPPER, , ));
    blas_call_t blas;
    if (!solver_begin(&blas, handle, "cusolverDnXtrtri")) return solver_status(&blas);
    E *in = blas_triangle(&blas, a, fill, n, lda, sizeof(T), BOTH);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in)
        LAPACK(trtri, const char *, const char *, int *, E *, int *, int *, size_t, size_t)
    (FILL(fill), diagonal == CUBLAS_DIAG_UNIT ? "U" : "N", &n, in, &lda, out, 1, 1);
    return solver_end(&blas);
}

/* ---- Cholesky ---- */

cusolverStatus_t SIZE_OF(potrf)(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T *a,
                                int lda, int *size) {
    (void)fill, (void)a, (void)lda;
    return solver_size(handle, n, n, size);
}
cusolverStatus_t DN(potrf)(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T *a, int lda,
                           T *work, int length, int *info) {
    SCORD_LIBRARY_CALLED(DN(potrf));
    BEGIN(potrf);
    E *in = blas_triangle(&blas, a, fill, n, lda, sizeof(T), BOTH);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in)
        LAPACK(potrf, const char *, int *, E *, int *, int *, size_t)
    (FILL(fill), &n, in, &lda, out, 1);
    return solver_end(&blas);
}
cusolverStatus_t DN(potrs)(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, int columns,
                           const T *a, int lda, T *b, int ldb, int *info) {
    SCORD_LIBRARY_CALLED(DN(potrs));
    BEGIN(potrs);
    const E *in = blas_triangle(&blas, a, fill, n, lda, sizeof(T), LIBRARY_READS);
    E *x = MATRIX(b, n, columns, ldb, BOTH);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    if (blas_ready(&blas) && out && in && x)
        LAPACK(potrs, const char *, int *, int *, const E *, int *, E *, int *, int *, size_t)
    (FILL(fill), &n, &columns, in, &lda, x, &ldb, out, 1);
    return solver_end(&blas);
}
cusolverStatus_t SIZE_OF(potri)(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T *a,
                                int lda, int *size) {
    (void)fill, (void)a, (void)lda;
    return solver_size(handle, n, n, size);
}
cusolverStatus_t DN(potri)(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T *a, int lda,
                           T *work, int length, int *info) {
    SCORD_LIBRARY_CALLED(DN(potri));
    BEGIN(potri);
    E *in = blas_triangle(&blas, a, fill, n, lda, sizeof(T), BOTH);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in)
        LAPACK(potri, const char *, int *, E *, int *, int *, size_t)
    (FILL(fill), &n, in, &lda, out, 1);
    return solver_end(&blas);
}
/* A and B are tables of the device. */
cusolverStatus_t DN(potrfBatched)(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T *a[],
                                  int lda, int *info, int count) {
    SCORD_LIBRARY_CALLED(DN(potrfBatched));
    BEGIN(potrfBatched);
    T **table = blas_vector(&blas, a, count, 1, sizeof *a, LIBRARY_READS);
    int *out = NUMBERS(info, count, LIBRARY_WRITES);
    for (int i = 0; i < count && table && out && blas_ready(&blas); i++) {
        E *in = blas_triangle(&blas, table[i], fill, n, lda, sizeof(T), BOTH);
        if (blas_ready(&blas) && in) LAPACK(potrf, const char *, int *, E *, int *, int *, size_t)
        (FILL(fill), &n, in, &lda, &out[i], 1);
    }
    return solver_end(&blas);
}
cusolverStatus_t DN(potrsBatched)(cusolverDnHandle_t handle, cublasFillMode_t fill, int n,
                                  int columns, T *a[], int lda, T *b[], int ldb, int *info,
                                  int count) {
    SCORD_LIBRARY_CALLED(DN(potrsBatched));
    BEGIN(potrsBatched);
    T **as = blas_vector(&blas, a, count, 1, sizeof *a, LIBRARY_READS),
      **bs = blas_vector(&blas, b, count, 1, sizeof *b, LIBRARY_READS);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    for (int i = 0; i < count && as && bs && out && blas_ready(&blas); i++) {
        const E *in = blas_triangle(&blas, as[i], fill, n, lda, sizeof(T), LIBRARY_READS);
        E *x = MATRIX(bs[i], n, columns, ldb, BOTH);
        if (blas_ready(&blas) && in && x)
            LAPACK(potrs, const char *, int *, int *, const E *, int *, E *, int *, int *, size_t)
        (FILL(fill), &n, &columns, in, &lda, x, &ldb, out, 1);
    }
    return solver_end(&blas);
}

/* ---- QR ---- */

cusolverStatus_t SIZE_OF(geqrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *size) {
    (void)a, (void)lda;
    return solver_size(handle, m, n, size);
}
cusolverStatus_t DN(geqrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *tau, T *work,
                           int length, int *info) {
    SCORD_LIBRARY_CALLED(DN(geqrf));
    BEGIN(geqrf);
    E *in = MATRIX(a, m, n, lda, BOTH), *scales = VECTOR(tau, LEAST(m, n), LIBRARY_WRITES);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in) {
        int own = -1;
        E asked = 0, *space = &asked;
        for (int pass = 0; pass < 2; pass++) {
            LAPACK(geqrf, int *, int *, E *, int *, E *, E *, int *, int *)
            (&m, &n, in, &lda, scales, space, &own, out);
            if (pass == 0) space = solver_memory((size_t)(own = ELEMENTS(asked)), sizeof(E));
        }
        free(space);
    }
    return solver_end(&blas);
}
cusolverStatus_t SIZE_OF(OF_ORTHOGONAL(mqr))(cusolverDnHandle_t handle, cublasSideMode_t side,
                                             cublasOperation_t op, int m, int n, int k, const T *a,
                                             int lda, const T *tau, const T *c, int ldc,
                                             int *size) {
    (void)side, (void)op, (void)k, (void)a, (void)lda, (void)tau, (void)c, (void)ldc;
    return solver_size(handle, m, n, size);
}
cusolverStatus_t DN(OF_ORTHOGONAL(mqr))(cusolverDnHandle_t handle, cublasSideMode_t side,
                                        cublasOperation_t op, int m, int n, int k, const T *a,
                                        int lda, const T *tau, T *c, int ldc, T *work, int length,
                                        int *info) {
    SCORD_LIBRARY_CALLED(DN(OF_ORTHOGONAL(mqr)));
    BEGIN(OF_ORTHOGONAL(mqr));
    const E *in = MATRIX(a, side == CUBLAS_SIDE_LEFT ? m : n, k, lda, LIBRARY_READS),
            *scales = VECTOR(tau, k, LIBRARY_READS);
    E *to = MATRIX(c, m, n, ldc, BOTH);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in && to) {
        int own = -1;
        E asked = 0, *space = &asked;
        for (int pass = 0; pass < 2; pass++) {
            LAPACK(OF_ORTHOGONAL(mqr), const char *, const char *, int *, int *, int *, const E *,
                   int *, const E *, E *, int *, E *, int *, int *, size_t, size_t)
            (side == CUBLAS_SIDE_LEFT ? "L" : "R", OPERATION(op), &m, &n, &k, in, &lda, scales, to,
             &ldc, space, &own, out, 1, 1);
            if (pass == 0) space = solver_memory((size_t)(own = ELEMENTS(asked)), sizeof(E));
        }
        free(space);
    }
    return solver_end(&blas);
}
cusolverStatus_t SIZE_OF(OF_ORTHOGONAL(gqr))(cusolverDnHandle_t handle, int m, int n, int k,
                                             const T *a, int lda, const T *tau, int *size) {
    (void)k, (void)a, (void)lda, (void)tau;
    return solver_size(handle, m, n, size);
}
cusolverStatus_t DN(OF_ORTHOGONAL(gqr))(cusolverDnHandle_t handle, int m, int n, int k, T *a,
                                        int lda, const T *tau, T *work, int length, int *info) {
    SCORD_LIBRARY_CALLED(DN(OF_ORTHOGONAL(gqr)));
    BEGIN(OF_ORTHOGONAL(gqr));
    E *in = MATRIX(a, m, n, lda, BOTH);
    const E *scales = VECTOR(tau, k, LIBRARY_READS);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in) {
        int own = -1;
        E asked = 0, *space = &asked;
        for (int pass = 0; pass < 2; pass++) {
            LAPACK(OF_ORTHOGONAL(gqr), int *, int *, int *, E *, int *, const E *, E *, int *,
                   int *)
            (&m, &n, &k, in, &lda, scales, space, &own, out);
            if (pass == 0) space = solver_memory((size_t)(own = ELEMENTS(asked)), sizeof(E));
        }
        free(space);
    }
    return solver_end(&blas);
}

/* ---- eigenvalues ---- */

#ifdef IS_COMPLEX
#define REAL_SPACE_TYPE , REAL *
#define REAL_SPACE      , reals
#else
#define REAL_SPACE_TYPE
#define REAL_SPACE
#endif

/* Of a symmetric or hermitian matrix, in ascending order; B is NULL, or of the general problem. */
static void NAMED(eigen_, UPPER, , )(int type, const char *mode, const char *fill, int n, E *a,
                                     int lda, E *b, int ldb, REAL *w, int *out) {
    int own = -1;
    E asked = 0, *space = &asked;
    REAL *reals = solver_memory(3 * (size_t)n, sizeof *reals);
    for (int pass = 0; pass < 2; pass++) {
        if (b)
            LAPACK(OF_SYMMETRIC(gv), int *, const char *, const char *, int *, E *, int *, E *,
                   int *, REAL *, E *, int *REAL_SPACE_TYPE, int *, size_t, size_t)
        (&type, mode, fill, &n, a, &lda, b, &ldb, w, space, &own REAL_SPACE, out, 1, 1);
        else LAPACK(OF_SYMMETRIC(ev), const char *, const char *, int *, E *, int *, REAL *, E *,
                    int *REAL_SPACE_TYPE, int *, size_t,
                    size_t)(mode, fill, &n, a, &lda, w, space, &own REAL_SPACE, out, 1, 1);
        if (pass == 0) space = solver_memory((size_t)(own = ELEMENTS(asked)), sizeof(E));
    }
    free(space);
    free(reals);
}
cusolverStatus_t SIZE_OF(OF_SYMMETRIC(evd))(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                                            cublasFillMode_t fill, int n, const T *a, int lda,
                                            const REAL *w, int *size) {
    (void)mode, (void)fill, (void)a, (void)lda, (void)w;
    return solver_size(handle, n, n + 2, size);
}
cusolverStatus_t DN(OF_SYMMETRIC(evd))(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                                       cublasFillMode_t fill, int n, T *a, int lda, REAL *w,
                                       T *work, int length, int *info) {
    SCORD_LIBRARY_CALLED(DN(OF_SYMMETRIC(evd)));
    BEGIN(OF_SYMMETRIC(evd));
    E *in = MATRIX(a, n, n, lda, BOTH);
    REAL *values = REALS(w, n, LIBRARY_WRITES);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in)
        NAMED(eigen_, UPPER, , )(0, VECTORS(mode), FILL(fill), n, in, lda, NULL, 0, values, out);
    return solver_end(&blas);
}
cusolverStatus_t SIZE_OF(OF_SYMMETRIC(evj))(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                                            cublasFillMode_t fill, int n, const T *a, int lda,
                                            const REAL *w, int *size, syevjInfo_t with) {
    (void)mode, (void)fill, (void)a, (void)lda, (void)w, (void)with;
    return solver_size(handle, n, n + 2, size);
}
cusolverStatus_t DN(OF_SYMMETRIC(evj))(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                                       cublasFillMode_t fill, int n, T *a, int lda, REAL *w,
                                       T *work, int length, int *info, syevjInfo_t with) {
    (void)with;
    return DN(OF_SYMMETRIC(evd))(handle, mode, fill, n, a, lda, w, work, length, info);
}
cusolverStatus_t SIZE_OF(OF_SYMMETRIC(gvd))(cusolverDnHandle_t handle, cusolverEigType_t type,
                                            cusolverEigMode_t mode, cublasFillMode_t fill, int n,
                                            const T *a, int lda, const T *b, int ldb, const REAL *w,
                                            int *size) {
    (void)type, (void)mode, (void)fill, (void)a, (void)lda, (void)b, (void)ldb, (void)w;
    return solver_size(handle, n, n + 2, size);
}
cusolverStatus_t DN(OF_SYMMETRIC(gvd))(cusolverDnHandle_t handle, cusolverEigType_t type,
                                       cusolverEigMode_t mode, cublasFillMode_t fill, int n, T *a,
                                       int lda, T *b, int ldb, REAL *w, T *work, int length,
                                       int *info) {
    SCORD_LIBRARY_CALLED(DN(OF_SYMMETRIC(gvd)));
    BEGIN(OF_SYMMETRIC(gvd));
    E *in = MATRIX(a, n, n, lda, BOTH), *other = MATRIX(b, n, n, ldb, BOTH);
    REAL *values = REALS(w, n, LIBRARY_WRITES);
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in && other) NAMED(eigen_, UPPER, , )
    ((int)type, VECTORS(mode), FILL(fill), n, in, lda, other, ldb, values, out);
    return solver_end(&blas);
}

/* ---- singular values ---- */

static void NAMED(singular_, UPPER, , )(const char *u_mode, const char *v_mode, int m, int n, E *a,
                                        int lda, REAL *s, E *u, int ldu, E *vt, int ldvt,
                                        int *out) {
    int own = -1;
    E asked = 0, *space = &asked;
    REAL *reals = solver_memory(5 * (size_t)LEAST(m, n), sizeof *reals);
    for (int pass = 0; pass < 2; pass++) {
        LAPACK(gesvd, const char *, const char *, int *, int *, E *, int *, REAL *, E *, int *, E *,
               int *, E *, int *REAL_SPACE_TYPE, int *, size_t, size_t)
        (u_mode, v_mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, space, &own REAL_SPACE, out, 1, 1);
        if (pass == 0) space = solver_memory((size_t)(own = ELEMENTS(asked)), sizeof(E));
    }
    free(space);
    free(reals);
}
cusolverStatus_t SIZE_OF(gesvd)(cusolverDnHandle_t handle, int m, int n, int *size) {
    return solver_size(handle, m, n + 5, size);
}
cusolverStatus_t DN(gesvd)(cusolverDnHandle_t handle, signed char u_job, signed char v_job, int m,
                           int n, T *a, int lda, REAL *s, T *u, int ldu, T *vt, int ldvt, T *work,
                           int length, REAL *reals, int *info) {
    SCORD_LIBRARY_CALLED(DN(gesvd));
    (void)reals; /* what did not converge */
    BEGIN(gesvd);
    const char u_mode[] = {(char)u_job, '\0'}, v_mode[] = {(char)v_job, '\0'};
    blas_require(&blas, m >= n); /* as cuSOLVER */
    E *in = MATRIX(a, m, n, lda, BOTH);
    REAL *values = REALS(s, LEAST(m, n), LIBRARY_WRITES);
    E *left = u_job == 'A' || u_job == 'S'
                  ? MATRIX(u, m, u_job == 'A' ? m : LEAST(m, n), ldu, LIBRARY_WRITES)
                  : NULL,
      *right = v_job == 'A' || v_job == 'S' ? MATRIX(vt, n, n, ldvt, LIBRARY_WRITES) : NULL;
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in) NAMED(singular_, UPPER, , )
    (u_mode, v_mode, m, n, in, lda, values, left, ldu > 0 ? ldu : 1, right, ldvt > 0 ? ldvt : 1,
     out);
    return solver_end(&blas);
}
cusolverStatus_t SIZE_OF(gesvdj)(cusolverDnHandle_t handle, cusolverEigMode_t mode, int economy,
                                 int m, int n, const T *a, int lda, const REAL *s, const T *u,
                                 int ldu, const T *v, int ldv, int *size, gesvdjInfo_t with) {
    (void)mode, (void)economy, (void)a, (void)lda, (void)s, (void)u, (void)ldu, (void)v, (void)ldv;
    (void)with;
    return solver_size(handle, m, n + 5, size);
}
/* V, and not its transpose. */
cusolverStatus_t DN(gesvdj)(cusolverDnHandle_t handle, cusolverEigMode_t mode, int economy, int m,
                            int n, T *a, int lda, REAL *s, T *u, int ldu, T *v, int ldv, T *work,
                            int length, int *info, gesvdjInfo_t with) {
    SCORD_LIBRARY_CALLED(DN(gesvdj));
    (void)with;
    BEGIN(gesvdj);
    const bool vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    const int least = LEAST(m, n), rows = economy ? least : n;
    E *in = MATRIX(a, m, n, lda, BOTH);
    REAL *values = REALS(s, least, LIBRARY_WRITES);
    E *left = vectors ? MATRIX(u, m, economy ? least : m, ldu, LIBRARY_WRITES) : NULL,
      *right = vectors ? MATRIX(v, n, rows, ldv, LIBRARY_WRITES) : NULL;
    int *out = NUMBERS(info, 1, LIBRARY_WRITES);
    WORKSPACE(work, length);
    if (blas_ready(&blas) && out && in) {
        E *turned = solver_memory((size_t)rows * (size_t)n, sizeof *turned);
        const char *jobs = !vectors ? "N" : economy ? "S" : "A";
        NAMED(singular_, UPPER, , )
        (jobs, jobs, m, n, in, lda, values, left, ldu > 0 ? ldu : 1, turned, rows, out);
        for (int i = 0; right && i < n; i++)
            for (int k = 0; k < rows; k++)
                right[i + (size_t)k * (size_t)ldv] =
                    CONJUGATE(turned[k + (size_t)i * (size_t)rows]);
        free(turned);
    }
    return solver_end(&blas);
}

#undef NAMED_
#undef NAMED
#undef TEXT_
#undef TEXT
#undef DN
#undef SIZE_OF
#undef LAPACK
#undef BEGIN
#undef BOTH
#undef MATRIX
#undef VECTOR
#undef REALS
#undef NUMBERS
#undef WORKSPACE
#undef LEAST
#undef FILL
#undef OPERATION
#undef VECTORS
#undef ELEMENTS
#undef REAL_SPACE_TYPE
#undef REAL_SPACE
#undef UPPER
#undef LOWER
#undef T
#undef REAL
#undef E
#undef CONJUGATE
#undef OF_ORTHOGONAL
#undef OF_SYMMETRIC
