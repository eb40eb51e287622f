/* SPDX-License-Identifier: Apache-2.0 */
/* fft.c: cuFFT's host interface. A plan keeps the layout; each execution plans anew by FFTW's
 * estimate, which touches no data, for the operands at hand.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/include/cufft.h"
#include "sim/runtime/library_calls.h"

enum { RANKS = 3, FFTW_UNALIGNED = 1 << 1, FFTW_PRESERVE = 1 << 4, FFTW_ESTIMATE = 1 << 6 };

typedef struct side { /* one of a plan: elements, in units of its own type */
    int embed[RANKS], stride, distance;
} side_t;

typedef struct plan {
    bool used, made;
    bool recorded; /* by a graph */
    cufftType type;
    cudaStream_t stream;
    int rank, n[RANKS], batch;
    bool advanced; /* in and out are stated; else they follow from n */
    side_t in, out;
} plan_t;

/* Handles are numbers from 1. */
static plan_t *plans;
static int plan_count;

static plan_t *find(cufftHandle handle) {
    return handle > 0 && handle <= plan_count && plans[handle - 1].used ? &plans[handle - 1] : NULL;
}

cufftResult cufftCreate(cufftHandle *handle) {
    int free_one = 0;
    if (!handle) return CUFFT_INVALID_PLAN;
    while (free_one < plan_count && plans[free_one].used) free_one++;
    if (free_one == plan_count) {
        plan_t *more = realloc(plans, (size_t)(plan_count + 1) * sizeof *more);
        if (!more) return CUFFT_ALLOC_FAILED;
        plans = more;
        plan_count++;
    }
    plans[free_one] = (plan_t){.used = true};
    *handle = free_one + 1;
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle handle) {
    plan_t *plan = find(handle);
    if (!plan) return CUFFT_INVALID_PLAN;
    plan->used = plan->recorded; /* a graph still has it */
    return CUFFT_SUCCESS;
}

/* ---- plans ---- */

static bool is_known(cufftType type) {
    return type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_C2C || type == CUFFT_D2Z ||
           type == CUFFT_Z2D || type == CUFFT_Z2Z;
}
static bool is_double(cufftType type) { return type >= CUFFT_Z2Z; }
static bool from_real(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
static bool to_real(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }

static cufftResult make(cufftHandle handle, int rank, const int *n, const int *inembed, int istride,
                        int idist, const int *onembed, int ostride, int odist, cufftType type,
                        int batch) {
    plan_t *plan = find(handle);
    if (!plan) return CUFFT_INVALID_PLAN;
    if (!is_known(type)) return CUFFT_INVALID_TYPE;
    if (rank < 1 || rank > RANKS || !n) return CUFFT_INVALID_VALUE;
    if (batch < 1) return CUFFT_INVALID_SIZE;
    plan->type = type;
    plan->rank = rank;
    plan->batch = batch;
    for (int i = 0; i < rank; i++) {
        if (n[i] < 1) return CUFFT_INVALID_SIZE;
        plan->n[i] = n[i];
    }
    plan->advanced = inembed && onembed;
    for (int i = 0; plan->advanced && i < rank; i++) {
        plan->in.embed[i] = inembed[i];
        plan->out.embed[i] = onembed[i];
    }
    plan->in.stride = istride;
    plan->in.distance = idist;
    plan->out.stride = ostride;
    plan->out.distance = odist;
    if (plan->advanced && (istride < 1 || ostride < 1)) return CUFFT_INVALID_VALUE;
    plan->made = true;
    return CUFFT_SUCCESS;
}
/* WORK: no workspace is needed. */
static cufftResult basic(cufftHandle handle, int rank, const int *n, cufftType type, int batch,
                         size_t *work) {
    if (work) *work = 0;
    return make(handle, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int n, cufftType type, int batch, size_t *work) {
    return basic(plan, 1, &n, type, batch, work);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *work) {
    return basic(plan, 2, (int[]){nx, ny}, type, 1, work);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t *work) {
    return basic(plan, 3, (int[]){nx, ny, nz}, type, 1, work);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *work) {
    if (work) *work = 0;
    return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                long long int *onembed, long long int ostride, long long int odist,
                                cufftType type, long long int batch, size_t *work) {
    int sizes[RANKS], in[RANKS], out[RANKS];
    if (rank < 1 || rank > RANKS || !n) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < rank; i++) {
        sizes[i] = (int)n[i];
        in[i] = inembed ? (int)inembed[i] : 0;
        out[i] = onembed ? (int)onembed[i] : 0;
    }
    return cufftMakePlanMany(plan, rank, sizes, inembed ? in : NULL, (int)istride, (int)idist,
                             onembed ? out : NULL, (int)ostride, (int)odist, type, (int)batch,
                             work);
}

/* Types of input, output and arithmetic, which are one here, say what the plan transforms. */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                cudaDataType from, long long int *onembed, long long int ostride,
                                long long int odist, cudaDataType to, long long int batch,
                                size_t *work, cudaDataType arithmetic) {
    static const struct {
        cudaDataType from, to;
        cufftType type;
    } types[] = {{CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C},
                 {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
                 {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D}};
    (void)arithmetic;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].from == from && types[i].to == to)
            return cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride,
                                       odist, types[i].type, batch, work);
    return CUFFT_NOT_SUPPORTED;
}

static cufftResult plan_and_make(cufftHandle *handle, int rank, int *n, int *inembed, int istride,
                                 int idist, int *onembed, int ostride, int odist, cufftType type,
                                 int batch) {
    cufftResult result = cufftCreate(handle);
    if (result != CUFFT_SUCCESS) return result;
    result = make(*handle, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
    if (result != CUFFT_SUCCESS) cufftDestroy(*handle);
    return result;
}
cufftResult cufftPlan1d(cufftHandle *plan, int n, cufftType type, int batch) {
    return plan_and_make(plan, 1, &n, NULL, 1, 0, NULL, 1, 0, type, batch);
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
    return plan_and_make(plan, 2, (int[]){nx, ny}, NULL, 1, 0, NULL, 1, 0, type, 1);
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) {
    return plan_and_make(plan, 3, (int[]){nx, ny, nz}, NULL, 1, 0, NULL, 1, 0, type, 1);
}
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch) {
    return plan_and_make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                         batch);
}

static cufftResult no_work(size_t *work) {
    if (work) *work = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftEstimate1d(int n, cufftType type, int batch, size_t *work) {
    (void)n, (void)type, (void)batch;
    return no_work(work);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *work) {
    (void)nx, (void)ny, (void)type;
    return no_work(work);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *work) {
    (void)nx, (void)ny, (void)nz, (void)type;
    return no_work(work);
}
cufftResult cufftGetSize(cufftHandle plan, size_t *work) {
    return find(plan) ? no_work(work) : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetSize1d(cufftHandle plan, int n, cufftType type, int batch, size_t *work) {
    (void)n, (void)type, (void)batch;
    return cufftGetSize(plan, work);
}
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *work) {
    (void)nx, (void)ny, (void)type;
    return cufftGetSize(plan, work);
}
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *work) {
    (void)nx, (void)ny, (void)nz, (void)type;
    return cufftGetSize(plan, work);
}
cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
    plan_t *plan = find(handle);
    if (!plan) return CUFFT_INVALID_PLAN;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle handle, void *area) {
    (void)area;
    return find(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetAutoAllocation(cufftHandle handle, int on) {
    (void)on;
    return find(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetVersion(int *version) {
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
    *value = type == MAJOR_VERSION   ? CUFFT_VER_MAJOR
             : type == MINOR_VERSION ? CUFFT_VER_MINOR
                                     : CUFFT_VER_PATCH;
    return CUFFT_SUCCESS;
}

/* ---- execution ---- */

/* The basic layout: rows without gaps; of a real side that shares its memory with a complex one,
 * rows have room for the complex ones (cuFFT, data layout). HALF: complex elements of a real
 * transform. */
static side_t basic_side(const plan_t *plan, bool half, bool padded) {
    side_t side = {.stride = 1, .distance = 1};
    for (int i = 0; i < plan->rank; i++) {
        const bool last = i == plan->rank - 1;
        side.embed[i] = !last    ? plan->n[i]
                        : half   ? plan->n[i] / 2 + 1
                        : padded ? 2 * (plan->n[i] / 2 + 1)
                                 : plan->n[i];
        side.distance *= side.embed[i];
    }
    return side;
}

/* Elements from the first to behind the last. */
static size_t extent(const plan_t *plan, const side_t *side, bool half) {
    size_t last = 0;
    for (int i = 0; i < plan->rank; i++) {
        const int n = half && i == plan->rank - 1 ? plan->n[i] / 2 + 1 : plan->n[i];
        last = last * (size_t)(i == 0 ? 1 : side->embed[i]) + (size_t)n - 1;
    }
    return last * (size_t)side->stride + (size_t)(plan->batch - 1) * (size_t)side->distance + 1;
}

typedef struct parts {
    const char *soname, *package, *many, *real, *complex, *execute, *destroy;
} parts_t;
static const parts_t fftw_parts[] = {
    {"libfftw3f.so.3", "libfftw3-single3", "fftwf_plan_many_dft", "fftwf_plan_many_dft_r2c",
     "fftwf_plan_many_dft_c2r", "fftwf_execute", "fftwf_destroy_plan"},
    {"libfftw3.so.3", "libfftw3-double3", "fftw_plan_many_dft", "fftw_plan_many_dft_r2c",
     "fftw_plan_many_dft_c2r", "fftw_execute", "fftw_destroy_plan"}};

static void *fftw(const parts_t *parts, const char *name) {
    return scord_library_function(parts->soname, NULL, parts->package, name);
}

static bool transform(const plan_t *plan, const side_t *in, const side_t *out, void *from, void *to,
                      int direction, unsigned flags) {
    const parts_t *parts = &fftw_parts[is_double(plan->type)];
    const bool real = from_real(plan->type) || to_real(plan->type);
    void *made;
    if (real)
        made = ((void *(*)(int, const int *, int, void *, const int *, int, int, void *,
                           const int *, int, int, unsigned))fftw(parts, from_real(plan->type)
                                                                            ? parts->real
                                                                            : parts->complex))(
            plan->rank, plan->n, plan->batch, from, in->embed, in->stride, in->distance, to,
            out->embed, out->stride, out->distance, flags);
    else
        made = ((void *(*)(int, const int *, int, void *, const int *, int, int, void *,
                           const int *, int, int, int, unsigned))fftw(parts, parts->many))(
            plan->rank, plan->n, plan->batch, from, in->embed, in->stride, in->distance, to,
            out->embed, out->stride, out->distance, direction, flags);
    if (!made) return false;
    ((void (*)(void *))fftw(parts, parts->execute))(made);
    ((void (*)(void *))fftw(parts, parts->destroy))(made);
    return true;
}

static cufftResult execute(cufftHandle handle, const char *name, cufftType type, void *from,
                           void *to, int direction) {
    plan_t *plan = find(handle);
    if (!plan || !plan->made || plan->type != type) return CUFFT_INVALID_PLAN;
    if (!from || !to || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    const bool half_in = to_real(type), half_out = from_real(type), same = from == to;
    const side_t in = plan->advanced ? plan->in : basic_side(plan, half_in, half_out && same),
                 out = plan->advanced ? plan->out : basic_side(plan, half_out, half_in && same);
    const size_t real = is_double(type) ? sizeof(double) : sizeof(float),
                 in_size = half_out ? real : 2 * real, out_size = half_in ? real : 2 * real;
    /* a real result of several dimensions takes its input for workspace, as in cuFFT */
    const bool spoils = half_in && plan->rank > 1;
    scord_library_call_t call;
    scord_library_begin(&call, plan->stream, name);
    void *source = scord_library_operand(&call, from, in_size * extent(plan, &in, half_in), 0, 1,
                                         LIBRARY_READS | (spoils ? LIBRARY_WRITES : 0));
    void *target = scord_library_operand(&call, to, out_size * extent(plan, &out, half_out), 0, 1,
                                         LIBRARY_WRITES);
    const bool done = call.recorded ||
                      (source && target &&
                       transform(plan, &in, &out, source, target, direction,
                                 (unsigned)(FFTW_ESTIMATE | FFTW_UNALIGNED) |
                                     (spoils || same ? 0u : (unsigned)FFTW_PRESERVE)));
    if (call.recorded) plan->recorded = true;
    scord_library_end(&call);
    return done ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction) {
    SCORD_LIBRARY_CALLED(cufftExecC2C);
    return execute(plan, "cufftExecC2C", CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out) {
    SCORD_LIBRARY_CALLED(cufftExecR2C);
    return execute(plan, "cufftExecR2C", CUFFT_R2C, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out) {
    SCORD_LIBRARY_CALLED(cufftExecC2R);
    return execute(plan, "cufftExecC2R", CUFFT_C2R, in, out, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out,
                         int direction) {
    SCORD_LIBRARY_CALLED(cufftExecZ2Z);
    return execute(plan, "cufftExecZ2Z", CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out) {
    SCORD_LIBRARY_CALLED(cufftExecD2Z);
    return execute(plan, "cufftExecD2Z", CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out) {
    SCORD_LIBRARY_CALLED(cufftExecZ2D);
    return execute(plan, "cufftExecZ2D", CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
