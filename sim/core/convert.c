/* SPDX-License-Identifier: Apache-2.0 */
/* convert.c: cvt. Integer results narrower than their register are extended to the register by
 * their own sign. */
#include "sim/core/warp.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#define A (run->source[0])
#define D (run->destination)

static uint64_t float_result(ptx_type_t type, double value,
                             bool flush) { /* rounds in the current mode */
    uint64_t wide;
    uint32_t low;
    if (type == PTX_F16) return half_bits(value);
    if (type == PTX_BF16) return bfloat_bits(value);
    if (type == PTX_F64) {
        memcpy(&wide, &value, sizeof wide);
        return wide;
    }
    float narrow = (float)value;
    if (isnan(narrow)) return UINT32_C(0x7fffffff);
    if (flush && fpclassify(narrow) == FP_SUBNORMAL) narrow = copysignf(0, narrow);
    memcpy(&low, &narrow, sizeof low);
    return low;
}

static double to_integral(ptx_modifier_t rounding, double value) {
    switch (rounding) {
    case PTX_RNI: return nearbyint(value); /* the host rounds to nearest even here */
    case PTX_RMI: return floor(value);
    case PTX_RPI: return ceil(value);
    default: return trunc(value);
    }
}

static int64_t extend_source(ptx_type_t type, uint64_t value) {
    switch (type) {
    case PTX_S8: return (int8_t)value;
    case PTX_S16: return (int16_t)value;
    case PTX_S32: return (int32_t)value;
    case PTX_U8: return (uint8_t)value;
    case PTX_U16: return (uint16_t)value;
    case PTX_U32: return (uint32_t)value;
    default: return (int64_t)value;
    }
}

static uint64_t fit_register(ptx_type_t type, uint64_t value,
                             uint32_t register_bits) { /* cut to the type, extend to the register */
    uint32_t bits = 8 * ptx_type_bytes(type);
    if (ptx_type_signed(type))
        value = (uint64_t)((int64_t)(value << (64 - bits)) >> (64 - bits));
    else
        value = mask_bits(value, bits);
    return mask_bits(value, register_bits);
}

static uint64_t saturate_integer(ptx_type_t from, ptx_type_t to,
                                 int64_t value) { /* .sat between integers */
    uint32_t bits = 8 * ptx_type_bytes(to);
    bool source_unsigned = !ptx_type_signed(from);
    uint64_t high = ptx_type_signed(to) ? (UINT64_C(1) << (bits - 1)) - 1
                                        : mask_bits(UINT64_MAX, bits);
    if (source_unsigned || value >= 0) return (uint64_t)value > high ? high : (uint64_t)value;
    if (!ptx_type_signed(to)) return 0;
    int64_t low = -(int64_t)high - 1;
    return (uint64_t)(value < low ? low : value);
}

/* Float to integer always clamps to the range of the type. NaN gives 0; from f64 and to 64 bits the
 * highest bit alone (PTX, cvt). */
static uint64_t integer_result(ptx_type_t from, ptx_type_t to, double value) {
    uint32_t bits = 8 * ptx_type_bytes(to);
    bool is_signed = ptx_type_signed(to);
    double top = ldexp(1, (int)(is_signed ? bits - 1 : bits)); /* first value beyond */
    if (isnan(value)) return from == PTX_F64 || bits == 64 ? UINT64_C(1) << (bits - 1) : 0;
    if (value >= top)
        return is_signed ? (UINT64_C(1) << (bits - 1)) - 1 : mask_bits(UINT64_MAX, bits);
    if (is_signed)
        return value < -top ? (uint64_t)INT64_MIN >> (64 - bits) : (uint64_t)(int64_t)value;
    return value < 0 ? 0 : (uint64_t)value;
}

static uint64_t from_integer(const ptx_instruction_t *instruction, uint64_t bits) {
    ptx_type_t from = instruction->source_type, to = instruction->type;
    int64_t value = extend_source(from, bits);
    uint32_t width = instruction->destination[0].bits;
    if (!ptx_type_float(to))
        return fit_register(to,
                            instruction->flags & PTX_FLAG_SAT ? saturate_integer(from, to, value)
                                                              : (uint64_t)value,
                            width);
    /* 64-bit integers go to f32 in one rounding */
    if (to == PTX_F32) {
        float narrow = from == PTX_U64 ? (float)(uint64_t)value : (float)value;
        uint32_t low;
        memcpy(&low, &narrow, sizeof low);
        return low;
    }
    return float_result(to, from == PTX_U64 ? (double)(uint64_t)value : (double)value, false);
}

static uint64_t from_float(const ptx_instruction_t *instruction, uint64_t bits) {
    ptx_type_t from = instruction->source_type, to = instruction->type;
    bool flush = instruction->flags & PTX_FLAG_FTZ;
    double value = float_value(from, bits, flush);
    if (instruction->flags & PTX_FLAG_RELU && value < 0) value = 0;
    if (instruction->rounding >= PTX_RNI || !ptx_type_float(to))
        value = to_integral(instruction->rounding, value);
    if (!ptx_type_float(to))
        return fit_register(to, integer_result(from, to, value), instruction->destination[0].bits);
    if (instruction->flags & PTX_FLAG_SAT) value = !(value > 0) ? 0 : value > 1 ? 1 : value;
    return float_result(to, value, flush);
}

static bool
run_widening(run_t *run) { /* the common conversions between 32 and 64 bits, as plain loops */
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->flags & PTX_FLAG_SAT ||
        instruction->destination[0].bits != 8 * ptx_type_bytes(instruction->type))
        return false;
    bool wide = instruction->type == PTX_U64 || instruction->type == PTX_S64,
         narrow = instruction->type == PTX_U32 || instruction->type == PTX_S32;
    if (wide && instruction->source_type == PTX_S32)
        EACH_LANE(run, D[l] = (uint64_t)(int64_t)(int32_t)A[l]);
    else if ((wide || narrow) && instruction->source_type == PTX_U32)
        EACH_LANE(run, D[l] = (uint32_t)A[l]);
    else if (narrow && (instruction->source_type == PTX_U64 || instruction->source_type == PTX_S64))
        EACH_LANE(run, D[l] = (uint32_t)A[l]);
    else
        return false;
    return true;
}

/* ---- packed and narrow formats ---- */

/* tf32: a float with 10 bits of mantissa; .rna rounds halves away from zero, .rn to even. */
static uint64_t tensor_float(const ptx_instruction_t *instruction, uint64_t bits) {
    const uint32_t low = (uint32_t)bits, half = UINT32_C(1) << 12, rest = low & (2 * half - 1);
    if ((low & UINT32_C(0x7f800000)) == UINT32_C(0x7f800000)) return low & ~(2 * half - 1);
    if (instruction->flags & PTX_FLAG_RELU && low >> 31) return 0;
    if (instruction->rounding == PTX_RZ) return low - rest;
    const bool up = rest > half ||
                    (rest == half && (instruction->rounding == PTX_RNA || (low & 2 * half)));
    return low - rest + (up ? 2 * half : 0);
}

/* The nearest number of 8 bits, beyond the largest the largest. */
static uint32_t quarter_bits(ptx_type_t type, double value) {
    const int mantissa = type == PTX_E4M3X2 ? 3 : 2, least = type == PTX_E4M3X2 ? -6 : -14;
    const uint32_t most = type == PTX_E4M3X2 ? 0x7e : 0x7b, sign = signbit(value) ? 0x80 : 0;
    const double magnitude = fabs(value);
    if (isnan(value)) return 0x7f;
    if (isinf(magnitude)) return sign | most;
    const int exponent = magnitude < ldexp(1, least) ? least : ilogb(magnitude);
    if (exponent > 20) return sign | most;
    const uint32_t steps = (uint32_t)nearbyint(ldexp(magnitude, mantissa - exponent));
    const uint32_t bits = steps < 1u << mantissa
                              ? steps
                              : ((uint32_t)(exponent - least) << mantissa) + steps;
    return sign | (bits > most ? most : bits);
}

static double quarter_value(ptx_type_t type, uint32_t bits) {
    const int mantissa = type == PTX_E4M3X2 ? 3 : 2, bias = type == PTX_E4M3X2 ? 7 : 15;
    const int exponent = (int)(bits >> mantissa & (type == PTX_E4M3X2 ? 15 : 31));
    const int fraction = (int)(bits & ((1u << mantissa) - 1));
    double value = exponent == 0 ? ldexp(fraction, 1 - bias - mantissa)
                                 : ldexp(fraction + (1 << mantissa), exponent - bias - mantissa);
    if ((bits & 0x7f) == 0x7f) value = NAN;
    if (type == PTX_E5M2X2 && exponent == 31)
        value = fraction != 0 ? (double)NAN : (double)INFINITY;
    return bits & 0x80 ? -value : value;
}

static uint32_t packed_bits(ptx_type_t type, double value) {
    switch (type) {
    case PTX_F16X2: return half_bits(value);
    case PTX_BF16X2: return bfloat_bits(value);
    default: return quarter_bits(type, value);
    }
}

static double clamped(const ptx_instruction_t *instruction, double value) {
    return instruction->flags & PTX_FLAG_RELU && value < 0 ? 0 : value;
}

/* Two values at once: a to the upper half, b to the lower one; or both halves of a. */
static uint64_t packed(const ptx_instruction_t *instruction, uint64_t a, uint64_t b) {
    const ptx_type_t to = (ptx_type_t)instruction->type,
                     from = (ptx_type_t)instruction->source_type;
    const uint32_t width = 4 * ptx_type_bytes(to);
    double upper, lower;
    if (from == PTX_F32) {
        upper = float_value(PTX_F32, a, false);
        lower = float_value(PTX_F32, b, false);
    } else if (from == PTX_F16X2) {
        upper = half_value((uint16_t)(a >> 16));
        lower = half_value((uint16_t)a);
    } else {
        upper = quarter_value(from, (uint32_t)a >> 8 & 255);
        lower = quarter_value(from, (uint32_t)a & 255);
    }
    return (uint64_t)packed_bits(to, clamped(instruction, upper)) << width |
           packed_bits(to, clamped(instruction, lower));
}

static bool is_packed(ptx_type_t type) {
    return type == PTX_F16X2 || type == PTX_BF16X2 || type == PTX_E4M3X2 || type == PTX_E5M2X2;
}

bool run_convert(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->type == PTX_TF32) {
        EACH_LANE(run, D[l] = tensor_float(instruction, A[l]));
        return true;
    }
    if (is_packed((ptx_type_t)instruction->type)) {
        const int mode = host_rounding((ptx_modifier_t)instruction->rounding);
        if (mode != FE_TONEAREST) fesetround(mode);
        EACH_LANE(run, D[l] = packed(instruction, A[l], run->source[1][l]));
        if (mode != FE_TONEAREST) fesetround(FE_TONEAREST);
        return true;
    }
    if (run_widening(run)) return true;
    int rounding = host_rounding((ptx_modifier_t)instruction->rounding);
    if (rounding != FE_TONEAREST) fesetround(rounding);
    if (ptx_type_float(instruction->source_type))
        EACH_LANE(run, D[l] = from_float(instruction, A[l]));
    else
        EACH_LANE(run, D[l] = from_integer(instruction, A[l]));
    if (rounding != FE_TONEAREST) fesetround(FE_TONEAREST);
    return true;
}
