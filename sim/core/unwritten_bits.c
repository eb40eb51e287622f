/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_bits.c: where the bits of a value that nothing has written go in an instruction that
 * only moves bits (unwritten.c): logic, shifts, fields, bytes, conversions between integers.
 *
 * Each bit of such a result depends on one bit of the value at most, or not at all where the others
 * decide (x & 0xff). So the instruction is executed twice, with the bits as they are and turned
 * over: the bits of the result that differ are the value's.
 */
#include "sim/core/unwritten_bits.h"

static bool is_register(const ptx_operand_t *operand, const pending_value_t *value) {
    return operand->kind == PTX_OPERAND_REGISTER && operand->index == value->index;
}

/* A multiple by a power of two, which LLVM makes of shifts. */
static bool is_shift(const run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    if (ptx_type_float((ptx_type_t)instruction->type) || run->mask == 0 ||
        instruction->source[1].kind != PTX_OPERAND_CONSTANT)
        return false;
    const uint64_t by = run->source[1][first_lane(run->mask)];
    return by != 0 && (by & (by - 1)) == 0;
}

/* Operands from here on say how bits are moved, and are used; 0: it moves none. */
static uint32_t moved_operands(const run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    switch (instruction->opcode) {
    case PTX_NOT:
    case PTX_BREV:
    case PTX_SHL:
    case PTX_SHR:
    case PTX_BFE: return 1;
    case PTX_AND:
    case PTX_OR:
    case PTX_XOR:
    case PTX_SHF:
    case PTX_BFI:
    case PTX_PRMT: return 2;
    case PTX_LOP3: return 3;
    case PTX_MOV: return PTX_MAX_SOURCES;
    case PTX_MUL: return is_shift(run) ? 1 : 0;
    case PTX_CVT:
        return ptx_type_float((ptx_type_t)instruction->type) ||
                       ptx_type_float((ptx_type_t)instruction->source_type) ||
                       (instruction->flags & PTX_FLAG_SAT) != 0
                   ? 0
                   : 1;
    default: return 0;
    }
}

/* Two halves, each by itself, of which one is not of the value. */
static uint32_t whole_half(const run_t *run, const pending_value_t *value) {
    const ptx_type_t type = (ptx_type_t)run->instruction->type;
    if (type != PTX_F16X2 && type != PTX_BF16X2) return 0;
    return (value->bits & 0xffff) == 0 ? 0xffff0000 : (value->bits >> 16) == 0 ? 0xffff : 0;
}

bool moves_value(const run_t *run, const pending_value_t *value) {
    const uint32_t moved = moved_operands(run);
    if (moved == 0 && whole_half(run, value) == 0) return false;
    for (uint32_t i = moved; moved != 0 && i < PTX_MAX_SOURCES; i++)
        if (is_register(&run->instruction->source[i], value)) return false;
    return true;
}

static void execute_moved(run_t *run) {
    switch (run->instruction->opcode) {
    case PTX_CVT: run_convert(run); break;
    case PTX_MUL: run_integer(run); break;
    default: run_bits(run); break;
    }
}

/* mov {a, b, ...}, s: the part of destination NUMBER. */
static bool unpack(const run_t *run, const pending_value_t *value, uint32_t number,
                   uint64_t bits[PTX_LANES]) {
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->opcode != PTX_MOV || instruction->destination[1].kind == PTX_OPERAND_NONE)
        return false;
    const uint32_t width = ptx_type_bits((ptx_type_t)instruction->type) / instruction->vector;
    for (uint32_t l = 0; l < PTX_LANES; l++)
        bits[l] = mask_bits(value->bits >> (width * number % 64), width);
    return true;
}

void moved_bits(const run_t *run, const pending_value_t *value, uint32_t number,
                uint64_t bits[PTX_LANES]) {
    const uint32_t half = moved_operands(run) == 0 ? whole_half(run, value) : 0;
    for (uint32_t l = 0; l < PTX_LANES; l++) bits[l] = half;
    if (half != 0 || unpack(run, value, number, bits)) return;
    uint64_t other[PTX_MAX_SOURCES][PTX_LANES], result[PTX_LANES] = {0};
    run_t again = *run;
    again.mask = value->lanes & run->mask;
    again.destination = bits;
    memset(bits, 0, PTX_LANES * sizeof *bits);
    execute_moved(&again);
    for (uint32_t i = 0; i < PTX_MAX_SOURCES; i++) {
        if (!is_register(&run->instruction->source[i], value)) continue;
        for (uint32_t l = 0; l < PTX_LANES; l++) other[i][l] = run->source[i][l] ^ value->bits;
        again.source[i] = other[i];
    }
    again.destination = result;
    execute_moved(&again);
    for (uint32_t l = 0; l < PTX_LANES; l++) bits[l] ^= result[l];
}
