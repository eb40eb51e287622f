/* SPDX-License-Identifier: Apache-2.0 */
/* bits.c: logic, shifts, bit fields, permutation, and moves. */
#include "sim/core/warp.h"

#define A (run->source[0])
#define B (run->source[1])
#define C (run->source[2])
#define D (run->destination)

static uint32_t width_of(const run_t *run) { /* bits of the type; a predicate has one */
    return run->instruction->type == PTX_PRED ? 1 : 8 * ptx_type_bytes(run->instruction->type);
}

static uint64_t shift_left(uint64_t value, uint32_t amount, uint32_t bits) {
    return amount >= bits ? 0 : mask_bits(value << amount, bits);
}

static int64_t sign_extended(uint64_t value, uint32_t bits) {
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static uint64_t shift_right(uint64_t value, uint32_t amount, uint32_t bits,
                            bool is_signed) { /* amounts clamp */
    if (is_signed)
        return mask_bits(
            (uint64_t)(sign_extended(value, bits) >> (amount >= bits ? bits - 1 : amount)), bits);
    return amount >= bits ? 0 : mask_bits(value, bits) >> amount;
}

static uint64_t funnel_shift(const ptx_instruction_t *instruction, uint64_t low, uint64_t high,
                             uint32_t amount) {
    amount = instruction->flags & PTX_FLAG_WRAP ? amount & 31 : amount > 32 ? 32 : amount;
    uint64_t both = (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
    if (instruction->mode == PTX_RIGHT) return (uint32_t)(both >> amount);
    return amount ? (uint32_t)(both >> (32 - amount)) : (uint32_t)high;
}

static uint32_t leading_zeros(uint64_t value, uint32_t bits) {
    value = mask_bits(value, bits);
    return value ? (uint32_t)__builtin_clzll(value) - (64 - bits) : bits;
}

static uint64_t find_leading(const ptx_instruction_t *instruction,
                             uint64_t value) { /* bfind: most significant non-sign bit */
    uint32_t bits = 8 * ptx_type_bytes(instruction->type);
    if (ptx_type_signed(instruction->type) && value >> (bits - 1) & 1) value = ~value;
    uint32_t zeros = leading_zeros(value, bits);
    if (zeros == bits) return UINT32_MAX;
    return instruction->flags & PTX_FLAG_SHIFTAMT ? zeros : bits - 1 - zeros;
}

static uint64_t reverse_bits(uint64_t value, uint32_t bits) {
    uint64_t reversed = 0;
    for (uint32_t i = 0; i < bits; i++) reversed |= (value >> i & 1) << (bits - 1 - i);
    return reversed;
}

/* bfe: length bits from start; signed: filled with the field's top bit, or the value's when the
 * field goes beyond it. */
static uint64_t extract_field(const ptx_instruction_t *instruction, uint64_t value, uint32_t start,
                              uint32_t length) {
    uint32_t bits = 8 * ptx_type_bytes(instruction->type);
    start &= 255;
    length &= 255;
    bool is_signed = ptx_type_signed(instruction->type);
    uint32_t top = start + length > bits ? bits - 1 : start + length - 1;
    bool sign = is_signed && length && (value >> (top >= bits ? bits - 1 : top) & 1);
    uint64_t field = 0;
    for (uint32_t i = 0; i < bits; i++)
        field |= (uint64_t)(i < length && start + i < bits ? value >> (start + i) & 1 : sign) << i;
    return field;
}

static uint64_t insert_field(uint64_t field, uint64_t base, uint32_t start, uint32_t length,
                             uint32_t bits) { /* bfi */
    start &= 255;
    length &= 255;
    for (uint32_t i = 0; i < length && start + i < bits; i++)
        base = (base & ~(UINT64_C(1) << (start + i))) | (field >> i & 1) << (start + i);
    return mask_bits(base, bits);
}

static uint32_t any_logic(uint32_t a, uint32_t b, uint32_t c, uint32_t table) { /* lop3 */
    uint32_t result = 0;
    for (uint32_t i = 0; i < 8; i++)
        if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

static uint32_t permute_selector(const ptx_instruction_t *instruction,
                                 uint32_t selector) { /* the special modes of prmt */
    static const uint16_t table[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
        {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
        {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
    if (!instruction->mode) return selector;
    return table[instruction->mode - PTX_F4E][selector & 3];
}

static uint32_t
permute_bytes(uint32_t a, uint32_t b,
              uint32_t selector) { /* prmt; bit 3 of a selector copies the byte's sign */
    uint64_t both = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t pick = selector >> (4 * i) & 15;
        uint8_t byte = (uint8_t)(both >> (8 * (pick & 7)));
        if (pick & 8) byte = byte & 0x80 ? 0xff : 0;
        result |= (uint32_t)byte << (8 * i);
    }
    return result;
}

static void run_pack(run_t *run) { /* mov d, {a, b, …} */
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t bits = 8 * ptx_type_bytes(instruction->type) / instruction->vector;
    uint64_t packed[PTX_LANES];
    for (uint32_t lane = 0; lane < PTX_LANES; lane++) {
        packed[lane] = 0;
        for (uint32_t e = 0; e < instruction->vector; e++)
            packed[lane] |= mask_bits(run->source[e][lane], bits) << (e * bits);
    }
    EACH_LANE(run, D[l] = packed[l]);
}

static void run_unpack(run_t *run) { /* mov {a, b, …}, s */
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t bits = 8 * ptx_type_bytes(instruction->type) / instruction->vector;
    uint64_t value[PTX_LANES];
    EACH_LANE(run, value[l] = A[l]);
    for (uint32_t e = 0; e < instruction->vector; e++) {
        uint64_t *element = destination_lanes(run, e);
        EACH_LANE(run, element[l] = mask_bits(value[l] >> (e * bits), bits));
    }
}

static void run_move(run_t *run) {
    uint32_t bits = width_of(run);
    if (run->instruction->vector == 1)
        EACH_LANE(run, D[l] = mask_bits(A[l], bits));
    else if (run->instruction->source[1].kind != PTX_OPERAND_NONE)
        run_pack(run);
    else
        run_unpack(run);
}

static void run_shift(run_t *run) {
    uint32_t bits = width_of(run);
    bool is_signed = ptx_type_signed(run->instruction->type);
    if (run->instruction->opcode == PTX_SHL)
        EACH_LANE(run, D[l] = shift_left(A[l], (uint32_t)B[l], bits));
    else
        EACH_LANE(run, D[l] = shift_right(A[l], (uint32_t)B[l], bits, is_signed));
}

/* cvta: generic = window + offset in the space; global memory is its own window at zero. */
static void run_address(run_t *run) {
    static const uint64_t window[] = {[PTX_SPACE_SHARED] = PTX_SHARED_WINDOW,
                                      [PTX_SPACE_LOCAL] = PTX_LOCAL_WINDOW,
                                      [PTX_SPACE_CONST] = PTX_CONST_WINDOW,
                                      [PTX_SPACE_PARAM_LOCAL] = PTX_PARAM_WINDOW};
    uint64_t base = window[run->instruction->space];
    bool to = run->instruction->flags & PTX_FLAG_TO;
    EACH_LANE(run, D[l] = to ? A[l] - base : A[l] + base);
}

static void run_in_space(run_t *run) { /* isspacep */
    uint32_t space = run->instruction->space;
    EACH_LANE(run, {
        uint64_t window = A[l] >> PTX_WINDOW_SHIFT << PTX_WINDOW_SHIFT;
        D[l] = space == PTX_SPACE_SHARED        ? window == PTX_SHARED_WINDOW
               : space == PTX_SPACE_LOCAL       ? window == PTX_LOCAL_WINDOW
               : space == PTX_SPACE_CONST       ? window == PTX_CONST_WINDOW
               : space == PTX_SPACE_PARAM_LOCAL ? window == PTX_PARAM_WINDOW
                                                : window == 0;
    });
}

/* bmsk: b ones from bit a on; beyond the word clamped, or modulo 32. */
static uint32_t bit_mask(bool wraps, uint64_t a, uint64_t b) {
    const uint32_t first = (uint32_t)a, count = (uint32_t)b;
    if (wraps) return ((UINT32_C(1) << (count & 31)) - 1) << (first & 31);
    if (first >= 32) return 0;
    return (count >= 32 ? UINT32_MAX : (UINT32_C(1) << count) - 1) << first;
}

/* szext: the low b bits of a, extended by their sign or by zeros. */
static uint32_t extend_low(bool wraps, bool is_signed, uint64_t a, uint64_t b) {
    uint32_t bits = wraps ? (uint32_t)b & 31 : (uint32_t)b;
    if (bits >= 32) return (uint32_t)a;
    if (bits == 0) return 0;
    const uint32_t low = (uint32_t)a & ((UINT32_C(1) << bits) - 1);
    return is_signed && low >> (bits - 1) ? low | UINT32_MAX << bits : low;
}

/* fns: the n-th set bit of the mask, counted from bit `base` on: upwards for n > 0, downwards for
 * n < 0; n = 0: the base's own. */
static uint32_t nth_set(uint32_t mask, uint32_t base, int32_t n) {
    if (base > 31) return UINT32_MAX;
    if (n == 0) return mask >> base & 1 ? base : UINT32_MAX;
    const int32_t step = n < 0 ? -1 : 1;
    for (int32_t at = (int32_t)base; at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && (n -= step) == 0) return (uint32_t)at;
    return UINT32_MAX;
}

bool run_bits(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t bits = width_of(run);
    switch (instruction->opcode) {
    case PTX_AND: EACH_LANE(run, D[l] = mask_bits(A[l] & B[l], bits)); break;
    case PTX_OR: EACH_LANE(run, D[l] = mask_bits(A[l] | B[l], bits)); break;
    case PTX_XOR: EACH_LANE(run, D[l] = mask_bits(A[l] ^ B[l], bits)); break;
    case PTX_NOT: EACH_LANE(run, D[l] = mask_bits(~A[l], bits)); break;
    case PTX_CNOT: EACH_LANE(run, D[l] = mask_bits(A[l], bits) == 0); break;
    case PTX_SHL:
    case PTX_SHR: run_shift(run); break;
    case PTX_SHF:
        EACH_LANE(run, D[l] = funnel_shift(instruction, A[l], B[l], (uint32_t)C[l]));
        break;
    case PTX_BMSK:
        EACH_LANE(run, D[l] = bit_mask(instruction->flags & PTX_FLAG_WRAP, A[l], B[l]));
        break;
    case PTX_SZEXT:
        EACH_LANE(run, D[l] = extend_low(instruction->flags & PTX_FLAG_WRAP,
                                         instruction->type == PTX_S32, A[l], B[l]));
        break;
    case PTX_FNS:
        EACH_LANE(run, D[l] = nth_set((uint32_t)A[l], (uint32_t)B[l], (int32_t)C[l]));
        break;
    case PTX_POPC:
        EACH_LANE(run, D[l] = (uint64_t)__builtin_popcountll(mask_bits(A[l], bits)));
        break;
    case PTX_CLZ: EACH_LANE(run, D[l] = leading_zeros(A[l], bits)); break;
    case PTX_BFIND: EACH_LANE(run, D[l] = find_leading(instruction, A[l])); break;
    case PTX_BREV: EACH_LANE(run, D[l] = reverse_bits(A[l], bits)); break;
    case PTX_BFE:
        EACH_LANE(run, D[l] = extract_field(instruction, A[l], (uint32_t)B[l], (uint32_t)C[l]));
        break;
    case PTX_BFI:
        EACH_LANE(run, D[l] = insert_field(A[l], B[l], (uint32_t)C[l], (uint32_t)run->source[3][l],
                                           bits));
        break;
    case PTX_LOP3:
        EACH_LANE(run, D[l] = any_logic((uint32_t)A[l], (uint32_t)B[l], (uint32_t)C[l],
                                        (uint32_t)run->source[3][l]));
        break;
    case PTX_PRMT:
        EACH_LANE(run, D[l] = permute_bytes((uint32_t)A[l], (uint32_t)B[l],
                                            permute_selector(instruction, (uint32_t)C[l])));
        break;
    case PTX_CVTA: run_address(run); break;
    case PTX_ISSPACEP: run_in_space(run); break;
    default: run_move(run); break;
    }
    return true;
}
