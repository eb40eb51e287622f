/* SPDX-License-Identifier: Apache-2.0 */
/* float.c: floating point. IEEE operations use the host's in the instruction's rounding mode; the
 * .approx functions use libm, which is at least as precise as the hardware. A NaN result of a
 * 32-bit operation is 0x7fffffff. */
#include "sim/core/nan_result.h"
#include "sim/core/warp.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#define A (run->source[0])
#define B (run->source[1])
#define C (run->source[2])
#define D (run->destination)

static const uint32_t canonical_nan = 0x7fffffff;

static float as_float(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static double as_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t float_bits(float value) {
    uint32_t bits;
    if (isnan(value)) return canonical_nan;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t double_bits(double value, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t bits;
    if (isnan(value)) return nan_result(a, b, c);
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float flushed(float value) {
    return fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value;
}

/* PTX: min and max give the number when one operand is NaN; -0 < +0. */
static float min32(float a, float b) {
    return isnan(a) ? b : isnan(b) ? a : a < b || (a == b && signbit(a)) ? a : b;
}
static float max32(float a, float b) {
    return isnan(a) ? b : isnan(b) ? a : a > b || (a == b && !signbit(a)) ? a : b;
}
static double min64(double a, double b) {
    return isnan(a) ? b : isnan(b) ? a : a < b || (a == b && signbit(a)) ? a : b;
}
static double max64(double a, double b) {
    return isnan(a) ? b : isnan(b) ? a : a > b || (a == b && !signbit(a)) ? a : b;
}

static float compute32(ptx_opcode_t opcode, float a, float b, float c) {
    switch (opcode) {
    case PTX_ADD: return a + b;
    case PTX_SUB: return a - b;
    case PTX_MUL: return a * b;
    case PTX_FMA: return fmaf(a, b, c);
    case PTX_DIV: return a / b;
    case PTX_RCP: return 1.0f / a;
    case PTX_SQRT: return sqrtf(a);
    case PTX_RSQRT: return (float)(1.0 / sqrt((double)a));
    case PTX_MIN: return min32(a, b);
    case PTX_MAX: return max32(a, b);
    case PTX_SIN: return sinf(a);
    case PTX_COS: return cosf(a);
    case PTX_EX2: return exp2f(a);
    case PTX_LG2: return log2f(a);
    default: return tanhf(a);
    }
}

static double compute64(ptx_opcode_t opcode, double a, double b, double c) {
    switch (opcode) {
    case PTX_ADD: return a + b;
    case PTX_SUB: return a - b;
    case PTX_MUL: return a * b;
    case PTX_FMA: return fma(a, b, c);
    case PTX_DIV: return a / b;
    case PTX_RCP: return 1.0 / a;
    case PTX_SQRT: return sqrt(a);
    case PTX_RSQRT: return (double)(1.0L / sqrtl(a));
    case PTX_MIN: return min64(a, b);
    default: return max64(a, b);
    }
}

static float saturated(float value) { return !(value > 0) ? 0 : value > 1 ? 1 : value; }

static void run_modified32(run_t *run) { /* with .ftz, .sat or .NaN */
    const ptx_instruction_t *instruction = run->instruction;
    bool flush = instruction->flags & PTX_FLAG_FTZ, saturate = instruction->flags & PTX_FLAG_SAT,
         nan = instruction->flags & PTX_FLAG_NAN;
    EACH_LANE(run, {
        float a = as_float(A[l]);
        float b = as_float(B[l]);
        float c = as_float(C[l]);
        float value =
            flush ? flushed(compute32(instruction->opcode, flushed(a), flushed(b), flushed(c)))
                  : compute32(instruction->opcode, a, b, c);
        if (nan && isunordered(a, b)) value = NAN;
        D[l] = float_bits(saturate ? saturated(value) : value);
    });
}

static void run_plain32(run_t *run) {
    ptx_opcode_t opcode = run->instruction->opcode;
    switch (opcode) { /* the common ones as loops of their own */
    case PTX_ADD: EACH_LANE(run, D[l] = float_bits(as_float(A[l]) + as_float(B[l]))); break;
    case PTX_SUB: EACH_LANE(run, D[l] = float_bits(as_float(A[l]) - as_float(B[l]))); break;
    case PTX_MUL: EACH_LANE(run, D[l] = float_bits(as_float(A[l]) * as_float(B[l]))); break;
    case PTX_FMA:
        EACH_LANE(run, D[l] = float_bits(fmaf(as_float(A[l]), as_float(B[l]), as_float(C[l]))));
        break;
    default:
        EACH_LANE(run, D[l] = float_bits(
                           compute32(opcode, as_float(A[l]), as_float(B[l]), as_float(C[l]))));
        break;
    }
}

static void run_64(run_t *run) {
    ptx_opcode_t opcode = run->instruction->opcode;
    bool saturate = run->instruction->flags & PTX_FLAG_SAT;
    EACH_LANE(run, {
        double value = compute64(opcode, as_double(A[l]), as_double(B[l]), as_double(C[l]));
        if (saturate) value = !(value > 0) ? 0 : value > 1 ? 1 : value;
        D[l] = double_bits(value, A[l], B[l], C[l]);
    });
}

/* abs, neg and copysign act on the sign bit alone. copysign d, a, b: sign of a, magnitude of b. */
static void run_sign(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t bits = 8 * ptx_type_bytes((ptx_type_t)instruction->type);
    uint64_t sign = UINT64_C(1) << (bits - 1);
    bool flush = instruction->flags & PTX_FLAG_FTZ;
    EACH_LANE(run, {
        uint64_t a = flush ? float_bits(flushed(as_float(A[l]))) : mask_bits(A[l], bits);
        if (instruction->opcode == PTX_ABS)
            D[l] = a & ~sign;
        else if (instruction->opcode == PTX_NEG)
            D[l] = a ^ sign;
        else
            D[l] = (a & sign) | (mask_bits(B[l], bits) & ~sign);
    });
}

bool run_float(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->type != PTX_F32 && instruction->type != PTX_F64) return run_half(run);
    if (instruction->opcode == PTX_ABS || instruction->opcode == PTX_NEG ||
        instruction->opcode == PTX_COPYSIGN) {
        run_sign(run);
        return true;
    }
    int rounding = host_rounding((ptx_modifier_t)instruction->rounding);
    if (rounding != FE_TONEAREST) fesetround(rounding);
    if (instruction->type == PTX_F64)
        run_64(run);
    else if (instruction->flags & (PTX_FLAG_FTZ | PTX_FLAG_SAT | PTX_FLAG_NAN))
        run_modified32(run);
    else
        run_plain32(run);
    if (rounding != FE_TONEAREST) fesetround(FE_TONEAREST);
    return true;
}
