/* SPDX-License-Identifier: Apache-2.0 */
/* half.c: 16-bit floating point: f16 and bf16, and f16x2, bf16x2 as two of them in a word. Operands
 * are widened exactly, the operation is computed with at least 53 bits and rounded once: sums and
 * products of halves are exact there. A NaN result is 0x7fff. */
#include "sim/core/warp.h"

#include <fenv.h>
#include <math.h>

#define A (run->source[0])
#define B (run->source[1])
#define C (run->source[2])
#define D (run->destination)

/* Mantissa bits, least exponent of a normal number, bits of infinity. */
typedef struct format {
    int mantissa, least;
    uint32_t infinity;
} format_t;
static const format_t f16 = {10, -14, 0x7c00}, bf16 = {7, -126, 0x7f80};

double half_value(uint16_t bits) { /* f16 → exact double */
    int exponent = bits >> 10 & 31;
    double fraction = bits & 1023, value;
    if (exponent == 31)
        value = fraction != 0 ? NAN : INFINITY;
    else
        value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits >> 15 ? -value : value;
}

static uint16_t rounded_bits(const format_t *format, long double value) { /* current mode */
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value)) return 0x7fff;
    long double magnitude = fabsl(value);
    if (isinf(magnitude)) return (uint16_t)(sign | format->infinity);
    int exponent = magnitude < ldexpl(1, format->least) ? format->least : ilogbl(magnitude);
    long double signed_steps =
        rintl(ldexpl(value, format->mantissa - exponent)); /* signed, for the directed modes */
    uint32_t steps = (uint32_t)fabsl(signed_steps);
    uint32_t bits = steps < UINT32_C(1) << format->mantissa
                        ? steps
                        : ((uint32_t)(exponent - format->least) << format->mantissa) + steps;
    if (bits >= format->infinity) { /* beyond the largest: infinity, or the largest when rounding
                                       towards zero */
        int mode = fegetround();
        bool inwards = mode == FE_TOWARDZERO || (mode == FE_DOWNWARD && !sign) ||
                       (mode == FE_UPWARD && sign);
        bits = inwards ? format->infinity - 1 : format->infinity;
    }
    return (uint16_t)(sign | bits);
}

uint16_t half_bits(long double value) { return rounded_bits(&f16, value); }
uint16_t bfloat_bits(long double value) { return rounded_bits(&bf16, value); }

static bool is_brain(ptx_type_t type) { return type == PTX_BF16 || type == PTX_BF16X2; }
static uint16_t bits_of(ptx_type_t type, long double value) {
    return rounded_bits(is_brain(type) ? &bf16 : &f16, value);
}
static long double value_of(ptx_type_t type, uint16_t bits) {
    return is_brain(type) ? float_value(PTX_BF16, bits, false) : half_value(bits);
}

static bool is_nan(ptx_type_t type, uint16_t bits) {
    return (bits & 0x7fff) > (is_brain(type) ? bf16.infinity : f16.infinity);
}

/* The number when one is NaN, or with .NaN NaN; -0 < +0. */
static uint16_t smaller(const ptx_instruction_t *instruction, uint16_t a, uint16_t b, bool larger) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    const bool nan = instruction->flags & PTX_FLAG_NAN;
    if (is_nan(type, a)) return nan || is_nan(type, b) ? 0x7fff : b;
    if (is_nan(type, b)) return nan ? 0x7fff : a;
    int32_t x = a & 0x8000 ? -(int32_t)(a & 0x7fff) - 1 : a,
            y = b & 0x8000 ? -(int32_t)(b & 0x7fff) - 1 : b;
    return (x < y) != larger ? a : b;
}

static uint16_t flushed(ptx_type_t type, uint16_t bits) {
    return bits & (is_brain(type) ? bf16.infinity : f16.infinity) ? bits : bits & 0x8000;
}

/* x * y + z, rounded to odd: so that rounding it once more gives what one rounding would. The
 * product has at most 22 bits; a small addend may still lie below all 64 of a long double. */
static long double fused(long double x, long double y, long double z) {
    const long double product = x * y, sum = product + z, back = sum - z;
    const long double lost = (product - back) + (z - (sum - back));
    uint64_t mantissa;
    if (lost == 0 || !isfinite(lost) || sum == 0) return sum;
    memcpy(&mantissa, &sum, sizeof mantissa);
    return mantissa & 1 ? sum : nextafterl(sum, lost > 0 ? INFINITY : -INFINITY);
}

static uint16_t compute(const ptx_instruction_t *instruction, uint16_t a, uint16_t b, uint16_t c) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    const long double x = value_of(type, a), y = value_of(type, b);
    switch (instruction->opcode) {
    case PTX_ABS: return a & 0x7fff;
    case PTX_NEG: return a ^ 0x8000;
    case PTX_MIN: return smaller(instruction, a, b, false);
    case PTX_MAX: return smaller(instruction, a, b, true);
    case PTX_ADD: return bits_of(type, x + y);
    case PTX_SUB: return bits_of(type, x - y);
    case PTX_MUL: return bits_of(type, x * y);
    case PTX_EX2: return bits_of(type, exp2l(x));
    case PTX_TANH: return bits_of(type, tanhl(x));
    default: return bits_of(type, fused(x, y, value_of(type, c)));
    }
}

static uint16_t result(const ptx_instruction_t *instruction, uint64_t a, uint64_t b, uint64_t c) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    const bool flush = instruction->flags & PTX_FLAG_FTZ;
    const uint16_t one = is_brain(type) ? 0x3f80 : 0x3c00;
    uint16_t value = flush ? flushed(type, compute(instruction, flushed(type, (uint16_t)a),
                                                   flushed(type, (uint16_t)b),
                                                   flushed(type, (uint16_t)c)))
                           : compute(instruction, (uint16_t)a, (uint16_t)b, (uint16_t)c);
    const bool nan = is_nan(type, value);
    if (instruction->flags & PTX_FLAG_RELU && !nan && value & 0x8000) value = 0;
    if (!(instruction->flags & PTX_FLAG_SAT)) return value;
    return nan || value & 0x8000 ? 0 : value > one ? one : value; /* to [0, 1] */
}

/* Their sum, for atomics. */
uint64_t half_sum(ptx_type_t type, uint64_t a, uint64_t b) {
    const bool pair = type == PTX_F16X2 || type == PTX_BF16X2;
    uint64_t sum = bits_of(type, value_of(type, (uint16_t)a) + value_of(type, (uint16_t)b));
    if (pair)
        sum |= (uint64_t)bits_of(type, value_of(type, (uint16_t)(a >> 16)) +
                                           value_of(type, (uint16_t)(b >> 16)))
               << 16;
    return sum;
}

bool run_half(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->type == PTX_F16 || instruction->type == PTX_BF16)
        EACH_LANE(run, D[l] = result(instruction, A[l], B[l], C[l]));
    else
        EACH_LANE(run, D[l] = (uint32_t)result(instruction, A[l] >> 16, B[l] >> 16, C[l] >> 16)
                                  << 16 |
                              result(instruction, A[l], B[l], C[l]));
    return true;
}
