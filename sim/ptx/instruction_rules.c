/* instruction_rules.c: what holds for an instruction beyond its row of the table (decode.c): which operands and modifiers
 * go together, and what its fields become. */
#include "parse.h"

#include <string.h>

static void require(parser_t *parser, const spelling_t *spelling, bool holds, const char *what) {
    if (!holds) parser_fail_at(parser, spelling->line, "PTX instruction `%s` %s", spelling->name, what);
}

static scord_atomic_kind_t atomic_kind(const ptx_instruction_t *instruction) {
    switch (instruction->action) {
    case PTX_DO_ADD: return SCORD_ATOMIC_KIND_ADD;
    case PTX_DO_MIN: return SCORD_ATOMIC_KIND_MIN;
    case PTX_DO_MAX: return SCORD_ATOMIC_KIND_MAX;
    case PTX_DO_INC: return SCORD_ATOMIC_KIND_INC;
    case PTX_DO_DEC: return SCORD_ATOMIC_KIND_DEC;
    case PTX_DO_EXCH: return SCORD_ATOMIC_KIND_EXCH;
    case PTX_DO_CAS: return SCORD_ATOMIC_KIND_CAS;
    default: break;
    }
    switch (instruction->logic) {
    case PTX_LOGIC_AND: return SCORD_ATOMIC_KIND_AND;
    case PTX_LOGIC_OR: return SCORD_ATOMIC_KIND_OR;
    case PTX_LOGIC_XOR: return SCORD_ATOMIC_KIND_XOR;
    default: return SCORD_ATOMIC_KIND_NONE;
    }
}

static void finish_atomic(parser_t *parser, const spelling_t *spelling, uint32_t sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    instruction->atomic = (uint8_t)atomic_kind(instruction);
    bool cas = instruction->atomic == SCORD_ATOMIC_KIND_CAS, floating = ptx_type_float(instruction->type);
    require(parser, spelling, instruction->atomic != SCORD_ATOMIC_KIND_NONE, "needs an operation (.add, .cas, …)");
    require(parser, spelling, sources == (cas ? 2u : 1u), "has the wrong number of operands");
    require(parser, spelling, !floating || instruction->atomic == SCORD_ATOMIC_KIND_ADD, "supports floating point only with .add");
    require(parser, spelling, instruction->type != PTX_B16 || cas, "supports 16 bits only with .cas");
    instruction->flags |= PTX_FLAG_STRONG; /* D6 */
    if (!spelling->has_semantics) instruction->semantics = SCORD_SEMANTICS_RELAXED; /* PTX: an atomic is at least relaxed */
}

static void finish_memory(parser_t *parser, const spelling_t *spelling, uint32_t elements) {
    ptx_instruction_t *instruction = &parser->instruction;
    bool vector = instruction->vector > 0;
    if (!vector) instruction->vector = 1;
    require(parser, spelling, elements == instruction->vector, "has the wrong number of vector elements");
    require(parser, spelling, ptx_type_bytes(instruction->type) * instruction->vector <= 16, "accesses more than 16 bytes");
    if (instruction->flags & PTX_FLAG_VOLATILE || spelling->has_semantics) instruction->flags |= PTX_FLAG_STRONG; /* D6 */
    if (instruction->flags & PTX_FLAG_VOLATILE) instruction->semantics = SCORD_SEMANTICS_RELAXED; /* PTX: volatile is relaxed */
}

static void finish_barrier(parser_t *parser, const spelling_t *spelling, uint32_t *sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    if (instruction->action != PTX_DO_RED) return;
    require(parser, spelling, instruction->logic != PTX_NO_MODIFIER, "needs .popc, .and or .or");
    require(parser, spelling, *sources >= 2, "has too few operands");
    if (*sources == 2) { /* bar.red d, a, c: the thread count is left out */
        instruction->source[2] = instruction->source[1];
        instruction->source[1] = (ptx_operand_t){0};
    }
    require(parser, spelling, instruction->source[2].bits == 1, "needs a predicate register as last operand");
}

static void finish_move(parser_t *parser, const spelling_t *spelling, uint32_t destinations, uint32_t sources) {
    uint32_t count = destinations > sources ? destinations : sources;
    parser->instruction.vector = (uint8_t)count;
    require(parser, spelling, (destinations == 1 || sources == 1) && (count == 1 || count == 2 || count == 4), "has the wrong number of vector elements");
    require(parser, spelling, ptx_type_bytes(parser->instruction.type) >= count, "has too many vector elements");
}

static void finish_compare(parser_t *parser, const spelling_t *spelling, uint32_t sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    if (!instruction->compare) instruction->compare = instruction->part; /* .lo and .hi are also unsigned compares */
    require(parser, spelling, instruction->compare != PTX_NO_MODIFIER && instruction->compare != PTX_WIDE, "needs a comparison");
    require(parser, spelling, (instruction->logic != 0) == (sources == 3), "needs a predicate operand exactly when it combines (.and .or .xor)");
}

static void sat_is_signed(parser_t *parser, const spelling_t *spelling) { /* integer .sat exists for .s32 only */
    const ptx_instruction_t *instruction = &parser->instruction;
    require(parser, spelling, !(instruction->flags & PTX_FLAG_SAT) || ptx_type_float(instruction->type) || instruction->type == PTX_S32,
            "saturates .s32 only");
}

/* LLVM 14 turns a sign-extended 32-bit value shifted left by 31 into mul.wide.s32 with the constant 2^31, which it prints as
 * the -2^31 that a signed constant means (16 bits, shift by 15: the same). A product with -2^31 itself never comes out of it
 * so: its optimiser makes a shift and a negation of that. */
static void clang_shift(parser_t *parser) {
    ptx_instruction_t *instruction = &parser->instruction;
    const ptx_operand_t *factor = &instruction->source[1];
    if (!parser->clang || instruction->part != PTX_WIDE || factor->kind != PTX_OPERAND_CONSTANT) return;
    int64_t value = (int64_t)parser->module->constants[factor->index].value;
    if ((instruction->type == PTX_S32 && value == INT32_MIN) || (instruction->type == PTX_S16 && value == INT16_MIN))
        instruction->flags |= PTX_FLAG_NEGATE;
}

void finish_instruction(parser_t *parser, const spelling_t *spelling, uint32_t destinations, uint32_t sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    switch (instruction->opcode) {
    case PTX_ATOM: case PTX_RED: finish_atomic(parser, spelling, sources); break;
    case PTX_LD: finish_memory(parser, spelling, destinations); break;
    case PTX_ST: finish_memory(parser, spelling, sources); break;
    case PTX_BAR: finish_barrier(parser, spelling, &sources); break;
    case PTX_MOV: finish_move(parser, spelling, destinations, sources); break;
    case PTX_SET: case PTX_SETP: finish_compare(parser, spelling, sources); break;
    case PTX_FENCE: /* membar states no ordering; a fence without one is acq_rel */
        if (!strcmp(spelling->name, "fence") && !spelling->has_semantics) instruction->semantics = SCORD_SEMANTICS_ACQ_REL;
        require(parser, spelling, spelling->has_scope, "needs a scope");
        break;
    case PTX_MUL: case PTX_MAD: case PTX_MADC: case PTX_MUL24: case PTX_MAD24:
        sat_is_signed(parser, spelling);
        require(parser, spelling, ptx_type_float(instruction->type) || !(instruction->flags & PTX_FLAG_SAT) || instruction->part == PTX_HI, "saturates with .hi only");
        require(parser, spelling, ptx_type_float(instruction->type) || instruction->part, "needs .lo, .hi or .wide");
        require(parser, spelling, instruction->part != PTX_WIDE || ptx_type_bytes(instruction->type) < 8, "has no 128-bit result");
        if (instruction->opcode == PTX_MUL) clang_shift(parser);
        break;
    case PTX_SHFL: case PTX_VOTE: case PTX_MATCH: case PTX_SHF: case PTX_TESTP:
        require(parser, spelling, instruction->mode != PTX_NO_MODIFIER, "needs a mode");
        break;
    case PTX_ADD: case PTX_SUB: sat_is_signed(parser, spelling); break;
    case PTX_REDUX: require(parser, spelling, instruction->action || instruction->logic, "needs an operation"); break;
    default: break;
    }
    bool mask_given = instruction->opcode == PTX_SHFL ? sources == 4 : instruction->opcode == PTX_VOTE ? sources == 2 : true;
    if (instruction->opcode == PTX_SHFL || instruction->opcode == PTX_VOTE)
        require(parser, spelling, mask_given == !!(instruction->flags & PTX_FLAG_SYNC), "takes a member mask exactly with .sync");
}
