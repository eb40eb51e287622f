/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c: setp, set, selp, slct, testp. */
#include "sim/core/warp.h"

#include <math.h>
#include <string.h>

#define A (run->source[0])
#define B (run->source[1])
#define C (run->source[2])
#define D (run->destination)

static bool compare_floats(ptx_modifier_t compare, double a, double b) {
    bool unordered = isunordered(a, b);
    switch (compare) {
    case PTX_EQ: return !unordered && a == b;
    case PTX_NE: return !unordered && a != b;
    case PTX_LT: return isless(a, b);
    case PTX_LE: return islessequal(a, b);
    case PTX_GT: return isgreater(a, b);
    case PTX_GE: return isgreaterequal(a, b);
    case PTX_EQU: return unordered || a == b;
    case PTX_NEU: return unordered || a != b;
    case PTX_LTU: return unordered || a < b;
    case PTX_LEU: return unordered || a <= b;
    case PTX_GTU: return unordered || a > b;
    case PTX_GEU: return unordered || a >= b;
    case PTX_NUM: return !unordered;
    default: return unordered; /* nan */
    }
}

/* lo, ls, hi, hs are lt, le, gt, ge of unsigned types. */
#define COMPARE(T)                                                                                 \
    switch (compare) {                                                                             \
    case PTX_EQ:                                                                                   \
    case PTX_EQU: EACH_LANE(run, holds[l] = (T)A[l] == (T)B[l]); break;                            \
    case PTX_NE:                                                                                   \
    case PTX_NEU: EACH_LANE(run, holds[l] = (T)A[l] != (T)B[l]); break;                            \
    case PTX_LT:                                                                                   \
    case PTX_LO: EACH_LANE(run, holds[l] = (T)A[l] < (T)B[l]); break;                              \
    case PTX_LE:                                                                                   \
    case PTX_LS: EACH_LANE(run, holds[l] = (T)A[l] <= (T)B[l]); break;                             \
    case PTX_GT:                                                                                   \
    case PTX_HI: EACH_LANE(run, holds[l] = (T)A[l] > (T)B[l]); break;                              \
    default: EACH_LANE(run, holds[l] = (T)A[l] >= (T)B[l]); break;                                 \
    }

static void compare_lanes(run_t *run, ptx_type_t type, uint64_t *holds) {
    ptx_modifier_t compare = (ptx_modifier_t)run->instruction->compare;
    bool flush = run->instruction->flags & PTX_FLAG_FTZ;
    switch (type) {
    case PTX_F16:
    case PTX_BF16:
    case PTX_F32:
    case PTX_F64:
        EACH_LANE(run, holds[l] = compare_floats(compare, float_value(type, A[l], flush),
                                                 float_value(type, B[l], flush)));
        break;
    case PTX_S16: COMPARE(int16_t) break;
    case PTX_S32: COMPARE(int32_t) break;
    case PTX_S64: COMPARE(int64_t) break;
    case PTX_B16:
    case PTX_U16: COMPARE(uint16_t) break;
    case PTX_B32:
    case PTX_U32: COMPARE(uint32_t) break;
    default: COMPARE(uint64_t) break;
    }
}

static uint64_t combined(ptx_modifier_t logic, uint64_t holds, uint64_t with) {
    switch (logic) {
    case PTX_LOGIC_AND: return holds & with;
    case PTX_LOGIC_OR: return holds | with;
    case PTX_LOGIC_XOR: return holds ^ with;
    default: return holds;
    }
}

static void run_setp(run_t *run) { /* setp p|q, a, b, c: p = (a cmp b) op c, q = !(a cmp b) op c */
    const ptx_instruction_t *instruction = run->instruction;
    ptx_modifier_t logic = (ptx_modifier_t)instruction->logic;
    uint64_t holds[PTX_LANES], with[PTX_LANES];
    compare_lanes(run, (ptx_type_t)instruction->type, holds);
    EACH_LANE(run, with[l] = logic ? C[l] : 0);
    EACH_LANE(run, D[l] = combined(logic, holds[l], with[l]));
    if (instruction->destination[1].kind == PTX_OPERAND_NONE) return;
    uint64_t *q = destination_lanes(run, 1);
    EACH_LANE(run, q[l] = combined(logic, !holds[l], with[l]));
}

/* Two 16-bit numbers a word: each half of the result, or the two predicates. */
static bool is_pair(ptx_type_t type) { return type == PTX_F16X2 || type == PTX_BF16X2; }

static bool holds_half(const ptx_instruction_t *instruction, ptx_type_t type, uint64_t a,
                       uint64_t b, uint32_t half) {
    const ptx_type_t one = type == PTX_F16X2 ? PTX_F16 : PTX_BF16;
    return compare_floats((ptx_modifier_t)instruction->compare,
                          float_value(one, a >> 16 * half & 0xffff, false),
                          float_value(one, b >> 16 * half & 0xffff, false));
}

static void run_setp_pair(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    const ptx_modifier_t logic = (ptx_modifier_t)instruction->logic;
    uint64_t with[PTX_LANES], holds[2][PTX_LANES];
    EACH_LANE(run, {
        with[l] = logic ? C[l] : 0;
        for (uint32_t half = 0; half < 2; half++)
            holds[half][l] = combined(
                logic, holds_half(instruction, instruction->type, A[l], B[l], half), with[l]);
    });
    EACH_LANE(run, D[l] = holds[0][l]);
    if (instruction->destination[1].kind == PTX_OPERAND_NONE) return;
    uint64_t *second = destination_lanes(run, 1);
    EACH_LANE(run, second[l] = holds[1][l]);
}

static uint64_t truth_of(ptx_type_t type) {
    switch (type) {
    case PTX_F16:
    case PTX_F16X2: return 0x3c00;
    case PTX_BF16:
    case PTX_BF16X2: return 0x3f80;
    default: return 0xffff;
    }
}

static void run_set_pair(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    const ptx_modifier_t logic = (ptx_modifier_t)instruction->logic;
    const uint64_t truth = truth_of((ptx_type_t)instruction->type);
    EACH_LANE(run, {
        uint64_t bits = 0;
        for (uint32_t half = 0; half < 2; half++)
            if (combined(logic, holds_half(instruction, instruction->source_type, A[l], B[l], half),
                         logic ? C[l] : 0))
                bits |= truth << 16 * half;
        D[l] = bits;
    });
}

static void run_set(run_t *run) { /* true: all ones, or 1.0f */
    const ptx_instruction_t *instruction = run->instruction;
    ptx_modifier_t logic = (ptx_modifier_t)instruction->logic;
    uint64_t holds[PTX_LANES],
        truth = instruction->type == PTX_F32 ? UINT32_C(0x3f800000)
                : instruction->type == PTX_F16 || instruction->type == PTX_BF16
                    ? truth_of((ptx_type_t)instruction->type)
                    : mask_bits(UINT64_MAX, 8 * ptx_type_bytes(instruction->type));
    compare_lanes(run, (ptx_type_t)instruction->source_type, holds);
    EACH_LANE(run, D[l] = combined(logic, holds[l], logic ? C[l] : 0) ? truth : 0);
}

static bool not_negative(const ptx_instruction_t *instruction, uint64_t bits) { /* slct's c >= 0 */
    if (instruction->source_type == PTX_S32) return (int32_t)bits >= 0;
    return float_value(PTX_F32, bits, instruction->flags & PTX_FLAG_FTZ) >= 0;
}

static bool has_property(ptx_modifier_t property, ptx_type_t type, uint64_t bits) {
    uint32_t mantissa = type == PTX_F64 ? 52 : 23, exponent_bits = type == PTX_F64 ? 11 : 8;
    uint64_t exponent = mask_bits(bits >> mantissa, exponent_bits),
             fraction = mask_bits(bits, mantissa);
    bool special = exponent == mask_bits(UINT64_MAX, exponent_bits);
    switch (property) {
    case PTX_FINITE: return !special;
    case PTX_INFINITE: return special && !fraction;
    case PTX_NUMBER: return !(special && fraction);
    case PTX_NOTANUMBER: return special && fraction;
    case PTX_NORMAL: return !special && exponent;
    default: return !exponent && fraction;
    }
}

bool run_compare(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t bits = 8 * ptx_type_bytes((ptx_type_t)instruction->type);
    switch (instruction->opcode) {
    case PTX_SETP: (is_pair(instruction->type) ? run_setp_pair : run_setp)(run); break;
    case PTX_SET: (is_pair(instruction->source_type) ? run_set_pair : run_set)(run); break;
    case PTX_SELP: EACH_LANE(run, D[l] = mask_bits(C[l] ? A[l] : B[l], bits)); break;
    case PTX_SLCT:
        EACH_LANE(run, D[l] = mask_bits(not_negative(instruction, C[l]) ? A[l] : B[l], bits));
        break;
    default:
        EACH_LANE(run, D[l] = has_property((ptx_modifier_t)instruction->mode,
                                           (ptx_type_t)instruction->type, A[l]));
        break; /* testp */
    }
    return true;
}
