/* half.c: 16-bit floating point: f16, and f16x2 as two of them in a word. Operands are widened
 * exactly, the operation is computed with at least 53 bits and rounded once: sums and products of
 * halves are exact there. A NaN result is 0x7fff. */
#include "sim/core/warp.h"

#include <fenv.h>
#include <math.h>

#define A (run->source[0])
#define B (run->source[1])
#define C (run->source[2])
#define D (run->destination)

double half_value(uint16_t bits) { /* f16 → exact double */
    int exponent = bits >> 10 & 31;
    double fraction = bits & 1023, value;
    if (exponent == 31)
        value = fraction != 0 ? NAN : INFINITY;
    else
        value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits >> 15 ? -value : value;
}

uint16_t half_bits(long double value) { /* rounds in the current mode */
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value)) return 0x7fff;
    long double magnitude = fabsl(value);
    if (isinf(magnitude)) return sign | 0x7c00;
    int exponent = magnitude < ldexpl(1, -14) ? -14 : ilogbl(magnitude);
    long double signed_steps =
        rintl(ldexpl(value, 10 - exponent)); /* signed, for the directed modes */
    uint32_t steps = (uint32_t)fabsl(signed_steps);
    uint32_t bits = steps < 1024 ? steps : (uint32_t)(exponent + 14) * 1024 + steps;
    if (bits >=
        0x7c00) { /* beyond the largest: infinity, or the largest when rounding towards zero */
        int mode = fegetround();
        bool inwards = mode == FE_TOWARDZERO || (mode == FE_DOWNWARD && !sign) ||
                       (mode == FE_UPWARD && sign);
        bits = inwards ? 0x7bff : 0x7c00;
    }
    return (uint16_t)(sign | bits);
}

static bool is_nan(uint16_t bits) { return (bits & 0x7fff) > 0x7c00; }

static uint16_t smaller(uint16_t a, uint16_t b,
                        bool larger) { /* the number when one is NaN; -0 < +0 */
    if (is_nan(a)) return is_nan(b) ? 0x7fff : b;
    if (is_nan(b)) return a;
    int32_t x = a & 0x8000 ? -(int32_t)(a & 0x7fff) - 1 : a,
            y = b & 0x8000 ? -(int32_t)(b & 0x7fff) - 1 : b;
    return (x < y) != larger ? a : b;
}

static uint16_t flushed(uint16_t bits) { return bits & 0x7c00 ? bits : bits & 0x8000; }

static uint16_t compute(const ptx_instruction_t *instruction, uint16_t a, uint16_t b, uint16_t c) {
    long double x = half_value(a), y = half_value(b);
    switch (instruction->opcode) {
    case PTX_ABS: return a & 0x7fff;
    case PTX_NEG: return a ^ 0x8000;
    case PTX_MIN: return smaller(a, b, false);
    case PTX_MAX: return smaller(a, b, true);
    case PTX_ADD: return half_bits(x + y);
    case PTX_SUB: return half_bits(x - y);
    case PTX_MUL: return half_bits(x * y);
    case PTX_EX2: return half_bits(exp2l(x));
    case PTX_TANH: return half_bits(tanhl(x));
    default: return half_bits(x * y + (long double)half_value(c)); /* fma; the product is exact */
    }
}

static uint16_t result(const ptx_instruction_t *instruction, uint64_t a, uint64_t b, uint64_t c) {
    bool flush = instruction->flags & PTX_FLAG_FTZ;
    uint16_t value = flush ? flushed(compute(instruction, flushed((uint16_t)a),
                                             flushed((uint16_t)b), flushed((uint16_t)c)))
                           : compute(instruction, (uint16_t)a, (uint16_t)b, (uint16_t)c);
    if (!(instruction->flags & PTX_FLAG_SAT)) return value;
    return is_nan(value) || value & 0x8000 ? 0 : value > 0x3c00 ? 0x3c00 : value; /* to [0, 1] */
}

bool run_half(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->type == PTX_F16)
        EACH_LANE(run, D[l] = result(instruction, A[l], B[l], C[l]));
    else
        EACH_LANE(run, D[l] = (uint32_t)result(instruction, A[l] >> 16, B[l] >> 16, C[l] >> 16)
                                  << 16 |
                              result(instruction, A[l], B[l], C[l]));
    return true;
}
