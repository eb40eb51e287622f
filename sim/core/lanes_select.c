/* SPDX-License-Identifier: Apache-2.0 */
/* lanes_select.c: which vector function an instruction is. What is not named here the interpreter
 * does, one instruction at a time. */
#include "sim/core/lanes.h"

enum { WIDE_NAMES = LANES_ADD_32 - LANES_ADD_16, ORDERS = LANES_EQ_F32_FTZ - LANES_EQ_F32 };
_Static_assert(LANES_ADD_64 - LANES_ADD_32 == WIDE_NAMES && LANES_EQ_U32 - LANES_EQ_U16 == 6 &&
                   LANES_EQ_F64 - LANES_EQ_F32_FTZ == ORDERS && ORDERS == 14,
               "lanes.def: groups of equal order");

/* NAME, of 16 bits, for the width of TYPE. */
static lanes_name_t of_width(lanes_name_t name, ptx_type_t type) {
    switch (ptx_type_bytes(type)) {
    case 2: return name;
    case 4: return (lanes_name_t)(name + WIDE_NAMES);
    case 8: return (lanes_name_t)(name + 2 * WIDE_NAMES);
    default: return LANES_NONE;
    }
}

static lanes_name_t by_sign(lanes_name_t without, lanes_name_t with, ptx_type_t type) {
    return of_width(ptx_type_signed(type) ? with : without, type);
}

/* ---- integers ---- */

static lanes_name_t product(const ptx_instruction_t *instruction, bool adds) { /* mul, mad */
    const ptx_type_t type = (ptx_type_t)instruction->type;
    if (instruction->flags & PTX_FLAG_NEGATE) return LANES_NONE;
    if (instruction->part == PTX_LO) return of_width(adds ? LANES_MAD_16 : LANES_MUL_16, type);
    const bool high = instruction->part == PTX_HI;
    switch (type) {
    case PTX_U16: return adds || high ? LANES_NONE : LANES_MUL_WIDE_U16;
    case PTX_S16: return adds || high ? LANES_NONE : LANES_MUL_WIDE_S16;
    case PTX_U32:
        return adds ? (high ? LANES_MAD_HI_U32 : LANES_MAD_WIDE_U32)
                    : (high ? LANES_MUL_HI_U32 : LANES_MUL_WIDE_U32);
    case PTX_S32:
        return adds ? (high ? LANES_MAD_HI_S32 : LANES_MAD_WIDE_S32)
                    : (high ? LANES_MUL_HI_S32 : LANES_MUL_WIDE_S32);
    case PTX_U64: return adds || !high ? LANES_NONE : LANES_MUL_HI_U64;
    case PTX_S64: return adds || !high ? LANES_NONE : LANES_MUL_HI_S64;
    default: return LANES_NONE;
    }
}

static lanes_name_t integer(const ptx_instruction_t *instruction) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    const bool saturates = instruction->flags & PTX_FLAG_SAT;
    if (instruction->flags & PTX_FLAG_CARRY) return LANES_NONE;
    switch (instruction->opcode) {
    case PTX_ADD: return saturates ? LANES_ADD_SAT : of_width(LANES_ADD_16, type);
    case PTX_SUB: return saturates ? LANES_SUB_SAT : of_width(LANES_SUB_16, type);
    case PTX_MUL: return product(instruction, false);
    case PTX_MAD: return saturates ? LANES_NONE : product(instruction, true);
    case PTX_NEG: return of_width(LANES_NEG_16, type);
    case PTX_MIN: return by_sign(LANES_MIN_U16, LANES_MIN_S16, type);
    case PTX_MAX: return by_sign(LANES_MAX_U16, LANES_MAX_S16, type);
    case PTX_ABS: return by_sign(LANES_MOV_16, LANES_ABS_S16, type);
    case PTX_SAD: return by_sign(LANES_SAD_U16, LANES_SAD_S16, type);
    case PTX_DIV: return by_sign(LANES_DIV_U16, LANES_DIV_S16, type);
    case PTX_REM: return by_sign(LANES_REM_U16, LANES_REM_S16, type);
    default: return LANES_NONE;
    }
}

static lanes_name_t address(const ptx_instruction_t *instruction) { /* cvta */
    const bool to = instruction->flags & PTX_FLAG_TO;
    switch (instruction->space) {
    case PTX_SPACE_GLOBAL: return LANES_MOV_64;
    case PTX_SPACE_SHARED: return to ? LANES_TO_SHARED : LANES_FROM_SHARED;
    case PTX_SPACE_LOCAL: return to ? LANES_TO_LOCAL : LANES_FROM_LOCAL;
    default: return LANES_NONE;
    }
}

static lanes_name_t funnel(const ptx_instruction_t *instruction) {
    const bool wraps = instruction->flags & PTX_FLAG_WRAP;
    if (instruction->mode == PTX_RIGHT) return wraps ? LANES_SHF_R_WRAP : LANES_SHF_R_CLAMP;
    return wraps ? LANES_SHF_L_WRAP : LANES_SHF_L_CLAMP;
}

static lanes_name_t bits(const ptx_instruction_t *instruction) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    const bool one = type == PTX_PRED, wide = ptx_type_bytes(type) == 8;
    switch (instruction->opcode) {
    case PTX_AND: return one ? LANES_AND_1 : of_width(LANES_AND_16, type);
    case PTX_OR: return one ? LANES_OR_1 : of_width(LANES_OR_16, type);
    case PTX_XOR: return one ? LANES_XOR_1 : of_width(LANES_XOR_16, type);
    case PTX_NOT: return one ? LANES_NOT_1 : of_width(LANES_NOT_16, type);
    case PTX_CNOT: return of_width(LANES_CNOT_16, type);
    case PTX_SHL: return of_width(LANES_SHL_16, type);
    case PTX_SHR: return by_sign(LANES_SHR_U16, LANES_SHR_S16, type);
    case PTX_SHF: return funnel(instruction);
    case PTX_POPC: return wide ? LANES_POPC_64 : LANES_POPC_32;
    case PTX_CLZ: return wide ? LANES_CLZ_64 : LANES_CLZ_32;
    case PTX_BREV: return wide ? LANES_BREV_64 : LANES_BREV_32;
    case PTX_BFE:
        if (ptx_type_signed(type)) return wide ? LANES_BFE_S64 : LANES_BFE_S32;
        return wide ? LANES_BFE_U64 : LANES_BFE_U32;
    case PTX_PRMT: return instruction->mode ? LANES_NONE : LANES_PRMT;
    case PTX_CVTA: return address(instruction);
    case PTX_MOV:
        if (instruction->vector != 1) return LANES_NONE;
        return one ? LANES_MOV_1 : of_width(LANES_MOV_16, type);
    default: return LANES_NONE;
    }
}

/* ---- comparisons ---- */

static lanes_name_t compare_integers(const ptx_instruction_t *instruction, lanes_name_t first) {
    switch (instruction->compare) {
    case PTX_EQ:
    case PTX_EQU: return first;
    case PTX_NE:
    case PTX_NEU: return (lanes_name_t)(first + 1);
    case PTX_LT:
    case PTX_LO: return (lanes_name_t)(first + 2);
    case PTX_LE:
    case PTX_LS: return (lanes_name_t)(first + 3);
    case PTX_GT:
    case PTX_HI: return (lanes_name_t)(first + 4);
    default: return (lanes_name_t)(first + 5);
    }
}

static lanes_name_t compare_floats(const ptx_instruction_t *instruction, lanes_name_t first) {
    const uint32_t compare = instruction->compare;
    if (compare >= PTX_EQ && compare <= PTX_GE) return (lanes_name_t)(first + compare - PTX_EQ);
    if (compare < PTX_EQU || compare > PTX_NAN) return LANES_NONE;
    return (lanes_name_t)(first + 6 + compare - PTX_EQU);
}

static lanes_name_t compare(const ptx_instruction_t *instruction) { /* setp */
    const bool flush = instruction->flags & PTX_FLAG_FTZ;
    switch (instruction->type) {
    case PTX_F32: return compare_floats(instruction, flush ? LANES_EQ_F32_FTZ : LANES_EQ_F32);
    case PTX_F64: return compare_floats(instruction, LANES_EQ_F64);
    case PTX_S16: return compare_integers(instruction, LANES_EQ_S16);
    case PTX_S32: return compare_integers(instruction, LANES_EQ_S32);
    case PTX_S64: return compare_integers(instruction, LANES_EQ_S64);
    case PTX_B16:
    case PTX_U16: return compare_integers(instruction, LANES_EQ_U16);
    case PTX_B32:
    case PTX_U32: return compare_integers(instruction, LANES_EQ_U32);
    case PTX_B64:
    case PTX_U64: return compare_integers(instruction, LANES_EQ_U64);
    default: return LANES_NONE;
    }
}

/* ---- floating point ---- */

static lanes_name_t float_sign(const ptx_instruction_t *instruction) {
    const bool flush = instruction->flags & PTX_FLAG_FTZ, wide = instruction->type == PTX_F64;
    if (wide && flush) return LANES_NONE;
    switch (instruction->opcode) {
    case PTX_ABS: return wide ? LANES_FABS_F64 : flush ? LANES_FABS_F32_FTZ : LANES_FABS_F32;
    case PTX_NEG: return wide ? LANES_FNEG_F64 : flush ? LANES_FNEG_F32_FTZ : LANES_FNEG_F32;
    default: return flush ? LANES_NONE : wide ? LANES_FCOPYSIGN_F64 : LANES_FCOPYSIGN_F32;
    }
}

static lanes_name_t double_arithmetic(const ptx_instruction_t *instruction) {
    if (instruction->flags & (PTX_FLAG_FTZ | PTX_FLAG_SAT | PTX_FLAG_NAN)) return LANES_NONE;
    switch (instruction->opcode) {
    case PTX_ADD: return LANES_FADD_F64;
    case PTX_SUB: return LANES_FSUB_F64;
    case PTX_MUL: return LANES_FMUL_F64;
    case PTX_DIV: return LANES_FDIV_F64;
    case PTX_FMA: return LANES_FFMA_F64;
    case PTX_MIN: return LANES_FMIN_F64;
    case PTX_MAX: return LANES_FMAX_F64;
    case PTX_RCP: return LANES_FRCP_F64;
    case PTX_SQRT: return LANES_FSQRT_F64;
    default: return LANES_NONE;
    }
}

static lanes_name_t float_arithmetic(const ptx_instruction_t *instruction) {
    enum { SET = LANES_FADD_F32_FTZ - LANES_FADD_F32 };
    const bool flush = instruction->flags & PTX_FLAG_FTZ,
               saturates = instruction->flags & PTX_FLAG_SAT;
    lanes_name_t name;
    if (instruction->flags & PTX_FLAG_NAN) return LANES_NONE;
    switch (instruction->opcode) {
    case PTX_ADD: name = LANES_FADD_F32; break;
    case PTX_SUB: name = LANES_FSUB_F32; break;
    case PTX_MUL: name = LANES_FMUL_F32; break;
    case PTX_DIV: name = LANES_FDIV_F32; break;
    case PTX_FMA: name = LANES_FFMA_F32; break;
    case PTX_MIN: name = LANES_FMIN_F32; break;
    case PTX_MAX: name = LANES_FMAX_F32; break;
    case PTX_RCP: name = LANES_FRCP_F32; break;
    case PTX_SQRT: name = LANES_FSQRT_F32; break;
    case PTX_RSQRT: name = LANES_FRSQRT_F32; break;
    default: return LANES_NONE;
    }
    return (lanes_name_t)(name + (flush ? SET : 0) + (saturates ? 2 * SET : 0));
}

static lanes_name_t floating(const ptx_instruction_t *instruction) {
    if (instruction->opcode == PTX_ABS || instruction->opcode == PTX_NEG ||
        instruction->opcode == PTX_COPYSIGN)
        return float_sign(instruction);
    return instruction->type == PTX_F64 ? double_arithmetic(instruction)
                                        : float_arithmetic(instruction);
}

/* ---- conversions ---- */

/* The place of an integer type in lanes.def's groups of eight. */
static uint32_t place(ptx_type_t type) {
    uint32_t place = 0;
    for (uint32_t bytes = ptx_type_bytes(type); bytes > 1; bytes /= 2) place++;
    return place + (ptx_type_signed(type) ? 4 : 0);
}

static bool is_integer(ptx_type_t type) {
    return ptx_type_form(type) == PTX_FORM_INTEGER || ptx_type_form(type) == PTX_FORM_BITS;
}

static lanes_name_t from_integer(const ptx_instruction_t *instruction) {
    const ptx_type_t from = (ptx_type_t)instruction->source_type,
                     to = (ptx_type_t)instruction->type;
    const uint32_t source = place(from);
    if (instruction->flags & PTX_FLAG_SAT) return LANES_NONE;
    if (to == PTX_F32 || to == PTX_F64) /* other modes: vector code may add parts */
        return instruction->rounding > PTX_RN
                   ? LANES_NONE
                   : (lanes_name_t)(LANES_CVT_F32_U8 + 2 * source + (to == PTX_F64));
    if (!is_integer(to)) return LANES_NONE;
    /* a register wider than the type takes the sign */
    if (ptx_type_signed(to) && instruction->destination[0].bits != 8 * ptx_type_bytes(to))
        return LANES_NONE;
    if (instruction->destination[0].bits < 8 * ptx_type_bytes(to)) return LANES_NONE;
    return (lanes_name_t)(LANES_CVT_8_U8 + 4 * source + (place(to) & 3));
}

static lanes_name_t from_float(const ptx_instruction_t *instruction) {
    enum { SET = LANES_RNI_S32_F32_FTZ - LANES_RNI_S32_F32 };
    const ptx_type_t from = (ptx_type_t)instruction->source_type,
                     to = (ptx_type_t)instruction->type;
    const bool flush = instruction->flags & PTX_FLAG_FTZ;
    const uint32_t rounding = instruction->rounding;
    if (instruction->flags & (PTX_FLAG_SAT | PTX_FLAG_RELU)) return LANES_NONE;
    if (to == PTX_S32 || to == PTX_U32) {
        const uint32_t mode = rounding >= PTX_RNI && rounding <= PTX_RPI ? rounding - PTX_RNI : 1;
        if (instruction->destination[0].bits != 32) return LANES_NONE;
        return (lanes_name_t)(LANES_RNI_S32_F32 + mode + (to == PTX_U32 ? 4 : 0) +
                              (from == PTX_F64 ? 2 * SET
                               : flush         ? SET
                                               : 0));
    }
    if (to == PTX_F32 && from == PTX_F32 && rounding >= PTX_RNI && rounding <= PTX_RPI)
        return (lanes_name_t)((flush ? LANES_RNI_F32_FTZ : LANES_RNI_F32) + rounding - PTX_RNI);
    if (rounding >= PTX_RNI) return LANES_NONE;
    if (to == PTX_F64 && from == PTX_F32) return flush ? LANES_CVT_F64_F32_FTZ : LANES_CVT_F64_F32;
    if (to == PTX_F32 && from == PTX_F64) return flush ? LANES_CVT_F32_F64_FTZ : LANES_CVT_F32_F64;
    return LANES_NONE;
}

static lanes_name_t convert(const ptx_instruction_t *instruction) {
    const ptx_type_t from = (ptx_type_t)instruction->source_type;
    if (from == PTX_F32 || from == PTX_F64) return from_float(instruction);
    return is_integer(from) ? from_integer(instruction) : LANES_NONE;
}

lanes_name_t lanes_select(const ptx_instruction_t *instruction) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    switch (instruction->opcode) {
    case PTX_SETP: return compare(instruction);
    case PTX_SELP: return of_width(LANES_SELP_16, type);
    case PTX_CVT: return convert(instruction);
    case PTX_ADD:
    case PTX_SUB:
    case PTX_MUL:
    case PTX_DIV:
    case PTX_MIN:
    case PTX_MAX:
    case PTX_ABS:
    case PTX_NEG:
    case PTX_MAD:
    case PTX_REM:
    case PTX_SAD:
        if (!ptx_type_float(type)) return integer(instruction);
        return type == PTX_F32 || type == PTX_F64 ? floating(instruction) : LANES_NONE;
    case PTX_COPYSIGN:
    case PTX_FMA:
    case PTX_RCP:
    case PTX_RSQRT:
    case PTX_SQRT: return type == PTX_F32 || type == PTX_F64 ? floating(instruction) : LANES_NONE;
    default: return bits(instruction);
    }
}
