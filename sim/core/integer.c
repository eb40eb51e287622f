/* SPDX-License-Identifier: Apache-2.0 */
/* integer.c: integer arithmetic. Wrapping operations are computed in 64 bits and truncated to the
 * type; the others have a case for each type. */
#include "sim/core/warp.h"

#define A (run->source[0])
#define B (run->source[1])
#define C (run->source[2])
#define D (run->destination)

/* Runs X(signed or unsigned type, unsigned type of its width) for the instruction's type. */
#define BY_TYPE(type, X)                                                                           \
    switch (type) {                                                                                \
    case PTX_S16: X(int16_t, uint16_t); break;                                                     \
    case PTX_S32: X(int32_t, uint32_t); break;                                                     \
    case PTX_S64: X(int64_t, uint64_t); break;                                                     \
    case PTX_U16:                                                                                  \
    case PTX_B16: X(uint16_t, uint16_t); break;                                                    \
    case PTX_U32:                                                                                  \
    case PTX_B32: X(uint32_t, uint32_t); break;                                                    \
    default: X(uint64_t, uint64_t); break;                                                         \
    }
/* The same where signedness does not matter. */
#define BY_WIDTH(type, X)                                                                          \
    switch (ptx_type_bytes(type)) {                                                                \
    case 2: X(uint16_t); break;                                                                    \
    case 4: X(uint32_t); break;                                                                    \
    default: X(uint64_t); break;                                                                   \
    }

static int64_t clamp32(int64_t value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
}

static void set_carry(core_warp_t *warp, uint32_t lane, bool carry) {
    warp->carry = (warp->carry & ~(UINT32_C(1) << lane)) | (uint32_t)carry << lane;
}

/* add, addc, sub, subc with .cc: a + b + carry; subtraction is a + ~b + carry, so that the
 * carry behind it says that nothing was borrowed: as on the hardware, where NVIDIA's division of
 * 128 bits reads it by addc. */
static void add_with_carry(run_t *run, bool subtract, bool carry_in) {
    uint32_t bits = 8 * ptx_type_bytes(run->instruction->type);
    bool carry_out = run->instruction->flags & PTX_FLAG_CARRY;
    EACH_LANE(run, {
        uint64_t a = mask_bits(A[l], bits), b = mask_bits(subtract ? ~B[l] : B[l], bits);
        const bool carry = carry_in ? run->warp->carry >> l & 1 : subtract;
        unsigned __int128 sum = (unsigned __int128)a + b + carry;
        D[l] = mask_bits((uint64_t)sum, bits);
        bool over = (uint64_t)(sum >> bits) & 1;
        if (carry_out) set_carry(run->warp, l, over);
    });
}

static void run_add(run_t *run) {
#define ADD(T) EACH_LANE(run, D[l] = (T)(A[l] + B[l]))
    if (run->instruction->flags & PTX_FLAG_SAT)
        EACH_LANE(run, D[l] = (uint32_t)clamp32((int64_t)(int32_t)A[l] + (int32_t)B[l]));
    else
        BY_WIDTH(run->instruction->type, ADD)
}

static void run_sub(run_t *run) {
#define SUB(T) EACH_LANE(run, D[l] = (T)(A[l] - B[l]))
    if (run->instruction->flags & PTX_FLAG_SAT)
        EACH_LANE(run, D[l] = (uint32_t)clamp32((int64_t)(int32_t)A[l] - (int32_t)B[l]));
    else
        BY_WIDTH(run->instruction->type, SUB)
}

static __int128 extended(ptx_type_t type,
                         uint64_t value) { /* the integer that `value` is as `type` */
    switch (type) {
    case PTX_S16: return (int16_t)value;
    case PTX_S32: return (int32_t)value;
    case PTX_S64: return (int64_t)value;
    case PTX_U16: return (uint16_t)value;
    case PTX_U32: return (uint32_t)value;
    default: return value;
    }
}

static uint64_t product_part(const ptx_instruction_t *instruction, uint64_t a, uint64_t b) {
    uint32_t bits = 8 * ptx_type_bytes(instruction->type);
    __int128 product = (__int128)((unsigned __int128)extended(instruction->type, a) *
                                  (unsigned __int128)extended(instruction->type, b));
    if (instruction->part == PTX_WIDE) return mask_bits((uint64_t)product, 2 * bits);
    return mask_bits((uint64_t)(instruction->part == PTX_HI ? product >> bits : product), bits);
}

static void run_mul(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
#define MUL(T) EACH_LANE(run, D[l] = (T)(A[l] * B[l]))
    if (instruction->flags & PTX_FLAG_NEGATE)
        EACH_LANE(run, D[l] = mask_bits(0 - product_part(instruction, A[l], B[l]),
                                        16 * ptx_type_bytes(instruction->type)));
    else if (instruction->part == PTX_LO)
        BY_WIDTH(instruction->type, MUL)
    else if (instruction->part == PTX_WIDE && instruction->type == PTX_S32)
        EACH_LANE(run, D[l] = (uint64_t)((int64_t)(int32_t)A[l] * (int32_t)B[l]));
    else if (instruction->part == PTX_WIDE && instruction->type == PTX_U32)
        EACH_LANE(run, D[l] = (uint64_t)(uint32_t)A[l] * (uint32_t)B[l]);
    else
        EACH_LANE(run, D[l] = product_part(instruction, A[l], B[l]));
}

static void run_mad(run_t *run, bool carry_in) { /* mad, madc */
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t bits = 8 * ptx_type_bytes(instruction->type) * (instruction->part == PTX_WIDE ? 2 : 1);
    bool carry_out = instruction->flags & PTX_FLAG_CARRY,
         saturate = instruction->flags & PTX_FLAG_SAT;
    EACH_LANE(run, {
        uint64_t product = product_part(instruction, A[l], B[l]);
        unsigned __int128 sum = (unsigned __int128)product + mask_bits(C[l], bits) +
                                (carry_in && (run->warp->carry >> l & 1));
        D[l] = mask_bits((uint64_t)sum, bits);
        if (saturate) D[l] = (uint32_t)clamp32((int64_t)(int32_t)product + (int32_t)C[l]);
        if (carry_out) set_carry(run->warp, l, (uint64_t)(sum >> bits) & 1);
    });
}

static uint64_t product24(const ptx_instruction_t *instruction, uint64_t a,
                          uint64_t b) { /* 24 × 24 → 48 bits: low or high 32 */
    bool is_signed = instruction->type == PTX_S32;
    int64_t x = (int64_t)(a << 40), y = (int64_t)(b << 40);
    uint64_t product = is_signed ? (uint64_t)((x >> 40) * (y >> 40))
                                 : ((uint64_t)x >> 40) * ((uint64_t)y >> 40);
    return (uint32_t)(instruction->part == PTX_HI ? product >> 16 : product);
}

/* Division by zero: all ones, remainder a (what the hardware does; PTX leaves it open). INT_MIN /
 * -1 wraps. */
static void run_divide(run_t *run) {
    bool is_signed = ptx_type_signed((ptx_type_t)run->instruction->type);
#define DIV(T, U)                                                                                  \
    EACH_LANE(run, {                                                                               \
        T a = (T)A[l];                                                                             \
        T b = (T)B[l];                                                                             \
        D[l] = (U)(!b ? (T)-1 : is_signed && b == (T)-1 ? (T)(0 - (U)a) : (T)(a / b));             \
    })
    BY_TYPE(run->instruction->type, DIV)
}

static void run_remainder(run_t *run) {
    bool is_signed = ptx_type_signed((ptx_type_t)run->instruction->type);
#define REM(T, U)                                                                                  \
    EACH_LANE(run, {                                                                               \
        T a = (T)A[l];                                                                             \
        T b = (T)B[l];                                                                             \
        D[l] = (U)(!b ? a : is_signed && b == (T)-1 ? (T)0 : (T)(a % b));                          \
    })
    BY_TYPE(run->instruction->type, REM)
}

static void run_extremes(run_t *run) {
#define MIN(T, U)                                                                                  \
    EACH_LANE(run, {                                                                               \
        T a = (T)A[l];                                                                             \
        T b = (T)B[l];                                                                             \
        D[l] = (U)(a < b ? a : b);                                                                 \
    })
#define MAX(T, U)                                                                                  \
    EACH_LANE(run, {                                                                               \
        T a = (T)A[l];                                                                             \
        T b = (T)B[l];                                                                             \
        D[l] = (U)(a > b ? a : b);                                                                 \
    })
    if (run->instruction->opcode == PTX_MIN)
        BY_TYPE(run->instruction->type, MIN)
    else
        BY_TYPE(run->instruction->type, MAX)
}

static void run_absolute(run_t *run) {
#define ABS(T, U) EACH_LANE(run, D[l] = (T)A[l] < 0 ? (U)(0 - A[l]) : (U)A[l])
    switch (run->instruction->type) { /* unsigned: unchanged */
    case PTX_S16: ABS(int16_t, uint16_t); break;
    case PTX_S32: ABS(int32_t, uint32_t); break;
    case PTX_S64: ABS(int64_t, uint64_t); break;
    default:
        EACH_LANE(run, D[l] = mask_bits(A[l], 8 * ptx_type_bytes(run->instruction->type)));
        break;
    }
}

static void run_sad(run_t *run) { /* |a - b| + c */
#define SAD(T, U)                                                                                  \
    EACH_LANE(run, {                                                                               \
        T a = (T)A[l];                                                                             \
        T b = (T)B[l];                                                                             \
        D[l] = (U)((U)C[l] + (a < b ? (U)((U)b - (U)a) : (U)((U)a - (U)b)));                       \
    })
    BY_TYPE(run->instruction->type, SAD)
}

static uint32_t dot4(const ptx_instruction_t *instruction, uint32_t a, uint32_t b, uint32_t c) {
    for (uint32_t byte = 0; byte < 32; byte += 8) {
        int32_t x = instruction->type == PTX_S32 ? (int8_t)(a >> byte) : (uint8_t)(a >> byte);
        int32_t y = instruction->source_type == PTX_S32 ? (int8_t)(b >> byte)
                                                        : (uint8_t)(b >> byte);
        c += (uint32_t)(x * y);
    }
    return c;
}

/* dp2a: two halfwords of a times two bytes of b. */
static uint32_t dot2(const ptx_instruction_t *instruction, uint32_t a, uint32_t b, uint32_t c) {
    if (instruction->part == PTX_HI) b >>= 16;
    for (uint32_t i = 0; i < 2; i++) {
        const int64_t x = instruction->type == PTX_S32 ? (int16_t)(a >> 16 * i)
                                                       : (uint16_t)(a >> 16 * i);
        const int64_t y = instruction->source_type == PTX_S32 ? (int8_t)(b >> 8 * i)
                                                              : (uint8_t)(b >> 8 * i);
        c += (uint32_t)(x * y);
    }
    return c;
}

bool run_integer(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    bool carry = instruction->flags & PTX_FLAG_CARRY;
    switch (instruction->opcode) {
    case PTX_ADD:
        if (carry)
            add_with_carry(run, false, false);
        else
            run_add(run);
        break;
    case PTX_ADDC: add_with_carry(run, false, true); break;
    case PTX_SUB:
        if (carry)
            add_with_carry(run, true, false);
        else
            run_sub(run);
        break;
    case PTX_SUBC: add_with_carry(run, true, true); break;
    case PTX_MUL: run_mul(run); break;
    case PTX_MAD: run_mad(run, false); break;
    case PTX_MADC: run_mad(run, true); break;
    case PTX_MUL24: EACH_LANE(run, D[l] = product24(instruction, A[l], B[l])); break;
    case PTX_MAD24:
        EACH_LANE(run, D[l] = (uint32_t)(product24(instruction, A[l], B[l]) + C[l]));
        break;
    case PTX_DIV: run_divide(run); break;
    case PTX_REM: run_remainder(run); break;
    case PTX_MIN:
    case PTX_MAX: run_extremes(run); break;
    case PTX_ABS: run_absolute(run); break;
    case PTX_NEG:
        EACH_LANE(run, D[l] = mask_bits(0 - A[l], 8 * ptx_type_bytes(instruction->type)));
        break;
    case PTX_SAD: run_sad(run); break;
    case PTX_DP2A:
        EACH_LANE(run, D[l] = dot2(instruction, (uint32_t)A[l], (uint32_t)B[l], (uint32_t)C[l]));
        break;
    default:
        EACH_LANE(run, D[l] = dot4(instruction, (uint32_t)A[l], (uint32_t)B[l], (uint32_t)C[l]));
        break; /* dp4a */
    }
    return true;
}
