/* SPDX-License-Identifier: Apache-2.0 */
/* instruction_rules.c: rules for an instruction beyond its row of the table (decode.c): which
 * operands and modifiers can be combined, and the values of its fields. */
#include "sim/ptx/parse.h"

#include <string.h>

static void require(parser_t *parser, const spelling_t *spelling, bool holds, const char *what) {
    if (!holds)
        parser_fail_at(parser, spelling->line, "PTX instruction `%s` %s", spelling->name, what);
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

static bool is_bits(uint8_t type) { return ptx_type_form((ptx_type_t)type) == PTX_FORM_BITS; }

/* Bit types have no sign, so a minimum or maximum of them is not defined. */
static void extremum_has_sign(parser_t *parser, const spelling_t *spelling) {
    const ptx_instruction_t *instruction = &parser->instruction;
    require(parser, spelling,
            (instruction->action != PTX_DO_MIN && instruction->action != PTX_DO_MAX) ||
                !is_bits(instruction->type),
            "has .min and .max of signed and unsigned types only");
}

/* PTX, atom: which operation has which types. Behind extremum_has_sign. */
static void atomic_type(parser_t *parser, const spelling_t *spelling) {
    const ptx_instruction_t *instruction = &parser->instruction;
    const uint8_t type = instruction->type;
    switch (instruction->atomic) {
    case SCORD_ATOMIC_KIND_ADD:
        require(parser, spelling, !is_bits(type) && type != PTX_S64,
                "adds .u32, .s32, .u64, .f32 and .f64");
        break;
    case SCORD_ATOMIC_KIND_INC:
    case SCORD_ATOMIC_KIND_DEC:
        require(parser, spelling, type == PTX_U32, "counts .u32 only");
        break;
    case SCORD_ATOMIC_KIND_MIN:
    case SCORD_ATOMIC_KIND_MAX:
        require(parser, spelling, !ptx_type_float((ptx_type_t)type),
                "supports floating point only with .add");
        break;
    case SCORD_ATOMIC_KIND_CAS:
        require(parser, spelling, is_bits(type), "takes .b16, .b32 and .b64");
        break;
    default:
        require(parser, spelling, type == PTX_B32 || type == PTX_B64, "takes .b32 and .b64");
        break;
    }
}

static void finish_atomic(parser_t *parser, const spelling_t *spelling, uint32_t sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    instruction->atomic = (uint8_t)atomic_kind(instruction);
    bool cas = instruction->atomic == SCORD_ATOMIC_KIND_CAS;
    require(parser, spelling, instruction->atomic != SCORD_ATOMIC_KIND_NONE,
            "needs an operation (.add, .cas, …)");
    require(parser, spelling, !instruction->action || !instruction->logic, "has two operations");
    extremum_has_sign(parser, spelling);
    atomic_type(parser, spelling);
    const bool half = ptx_type_float(instruction->type) && instruction->type != PTX_F32 &&
                      instruction->type != PTX_F64;
    bool keeps = false; /* subnormal numbers */
    for (uint32_t i = 0; i < spelling->word_count; i++)
        keeps |= spelling->words[i].length == 5 && !memcmp(spelling->words[i].text, "noftz", 5);
    require(parser, spelling, half == keeps, "needs .noftz exactly for halves");
    require(parser, spelling, sources == (cas ? 2u : 1u), "has the wrong number of operands");
    instruction->flags |= PTX_FLAG_STRONG; /* D6 */
    if (!spelling->has_semantics)
        instruction->semantics = SCORD_SEMANTICS_RELAXED; /* PTX: an atomic is at least relaxed */
}

static void finish_memory(parser_t *parser, const spelling_t *spelling, uint32_t elements) {
    ptx_instruction_t *instruction = &parser->instruction;
    bool vector = instruction->vector > 0;
    if (!vector) instruction->vector = 1;
    require(parser, spelling, elements == instruction->vector,
            "has the wrong number of vector elements");
    require(parser, spelling, ptx_type_bytes(instruction->type) * instruction->vector <= 16,
            "accesses more than 16 bytes");
    require(parser, spelling, !spelling->has_semantics || spelling->has_scope,
            "needs a scope (.cta, .gpu, .sys) with .relaxed, .acquire or .release");
    require(parser, spelling, !spelling->has_scope || spelling->has_semantics,
            "has a scope, but no .relaxed, .acquire or .release");
    if (instruction->flags & PTX_FLAG_VOLATILE || spelling->has_semantics)
        instruction->flags |= PTX_FLAG_STRONG; /* D6 */
    if (instruction->flags & PTX_FLAG_VOLATILE)
        instruction->semantics = SCORD_SEMANTICS_RELAXED; /* PTX: volatile is relaxed */
}

static void finish_barrier(parser_t *parser, const spelling_t *spelling, uint32_t destinations,
                           uint32_t *sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    if (spelling->unaligned) instruction->flags |= PTX_FLAG_UNALIGNED;
    if (destinations == 0) {
        require(parser, spelling,
                instruction->action != PTX_DO_ARRIVE || !(instruction->flags & PTX_FLAG_SYNC),
                "is .sync or .arrive");
        require(parser, spelling, instruction->action != PTX_DO_ARRIVE || *sources == 2,
                "needs a thread count with .arrive");
        return;
    }
    require(parser, spelling, instruction->action == PTX_DO_RED, "has a result with .red only");
    require(parser, spelling, instruction->logic != PTX_NO_MODIFIER, "needs .popc, .and or .or");
    require(parser, spelling, *sources >= 2, "has too few operands");
    if (*sources == 2) { /* bar.red d, a, c: the thread count is left out */
        instruction->source[2] = instruction->source[1];
        instruction->source[1] = (ptx_operand_t){0};
    }
    require(parser, spelling, instruction->source[2].bits == 1,
            "needs a predicate register as last operand");
    require(parser, spelling, instruction->source[1].bits == 0 || instruction->source[1].bits == 32,
            "needs a thread count of 32 bits");
}

static void require_width(parser_t *parser, const spelling_t *spelling,
                          const ptx_operand_t *operand, uint32_t bits) {
    require(parser, spelling,
            operand->kind != PTX_OPERAND_REGISTER || operand->bits == bits ||
                operand->form == PTX_FORM_SINK,
            "has a register of the wrong width");
}

static void finish_move(parser_t *parser, const spelling_t *spelling, uint32_t destinations,
                        uint32_t sources) {
    uint32_t count = destinations > sources ? destinations : sources;
    parser->instruction.vector = (uint8_t)count;
    require(parser, spelling,
            (destinations == 1 || sources == 1) && (count == 1 || count == 2 || count == 4),
            "has the wrong number of vector elements");
    const uint32_t bits = ptx_type_bits(parser->instruction.type);
    require(parser, spelling, bits >= 8 * count || count == 1, "has too many vector elements");
    for (uint32_t i = 0; i < destinations; i++)
        require_width(parser, spelling, &parser->instruction.destination[i], bits / destinations);
    for (uint32_t i = 0; i < sources; i++)
        require_width(parser, spelling, &parser->instruction.source[i], bits / sources);
}

static void finish_compare(parser_t *parser, const spelling_t *spelling, uint32_t sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    require(parser, spelling, !instruction->compare || !instruction->part, "has two comparisons");
    if (!instruction->compare)
        instruction->compare = instruction->part; /* .lo and .hi are also unsigned compares */
    require(parser, spelling,
            instruction->compare != PTX_NO_MODIFIER && instruction->compare != PTX_WIDE,
            "needs a comparison");
    require(parser, spelling, (instruction->logic != 0) == (sources == 3),
            "needs a predicate operand exactly when it combines (.and .or .xor)");
    const ptx_type_t type = (ptx_type_t)instruction->source_type;
    const bool equality = instruction->compare == PTX_EQ || instruction->compare == PTX_NE;
    const bool unsigned_only = instruction->compare == PTX_LO || instruction->compare == PTX_LS ||
                               instruction->compare == PTX_HI || instruction->compare == PTX_HS;
    const bool unordered = instruction->compare >= PTX_EQU && instruction->compare <= PTX_NAN;
    require(parser, spelling, equality || !is_bits(instruction->source_type),
            "compares bits with .eq and .ne only");
    require(parser, spelling,
            !unsigned_only || type == PTX_U16 || type == PTX_U32 || type == PTX_U64,
            "has .lo, .ls, .hi and .hs for unsigned types only");
    require(parser, spelling, !unordered || ptx_type_float(type),
            "has unordered comparisons for floating point only");
}

static bool is_packed(uint8_t type) {
    return type == PTX_F16X2 || type == PTX_BF16X2 || type == PTX_E4M3X2 || type == PTX_E5M2X2;
}

/* Which conversions round, and to what: PTX, cvt. */
static void finish_convert(parser_t *parser, const spelling_t *spelling) {
    const ptx_instruction_t *instruction = &parser->instruction;
    const bool to_float = ptx_type_float(instruction->type),
               from_float = ptx_type_float(instruction->source_type);
    const bool to_integer = instruction->rounding >= PTX_RNI && instruction->rounding <= PTX_RPI,
               narrower = ptx_type_bits(instruction->type) <
                              ptx_type_bits(instruction->source_type) ||
                          (ptx_type_bits(instruction->type) == 16 && /* f16 and bf16 */
                           ptx_type_bits(instruction->source_type) == 16 &&
                           instruction->type != instruction->source_type);
    if (instruction->type == PTX_TF32 || is_packed(instruction->type) ||
        is_packed(instruction->source_type))
        require(parser, spelling, spelling->has_rounding, "needs a rounding");
    else if (from_float && !to_float)
        require(parser, spelling, to_integer, "needs .rni, .rzi, .rmi or .rpi");
    else if (to_float && (!from_float || narrower))
        require(parser, spelling, spelling->has_rounding && !to_integer,
                "needs .rn, .rz, .rm or .rp");
    else
        require(parser, spelling,
                !spelling->has_rounding ||
                    (to_integer && from_float && instruction->type == instruction->source_type),
                "does not round here");
}

static void sat_is_signed(parser_t *parser,
                          const spelling_t *spelling) { /* integer .sat exists for .s32 only */
    const ptx_instruction_t *instruction = &parser->instruction;
    require(parser, spelling,
            !(instruction->flags & PTX_FLAG_SAT) || ptx_type_float(instruction->type) ||
                instruction->type == PTX_S32,
            "saturates .s32 only");
}

/* LLVM 14 turns a sign-extended 32-bit value shifted left by 31 into mul.wide.s32 with the constant
 * 2^31, which it prints as the -2^31 that a signed constant means (16 bits, shift by 15: the same).
 * A product with -2^31 itself never comes out of it so: its optimiser makes a shift and a negation
 * of that. */
static void clang_shift(parser_t *parser) {
    ptx_instruction_t *instruction = &parser->instruction;
    const ptx_operand_t *factor = &instruction->source[1];
    if (!parser->clang || instruction->part != PTX_WIDE || factor->kind != PTX_OPERAND_CONSTANT)
        return;
    int64_t value = (int64_t)parser->module->constants[factor->index].value;
    if ((instruction->type == PTX_S32 && value == INT32_MIN) ||
        (instruction->type == PTX_S16 && value == INT16_MIN))
        instruction->flags |= PTX_FLAG_NEGATE;
}

void finish_instruction(parser_t *parser, const spelling_t *spelling, uint32_t destinations,
                        uint32_t sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    switch (instruction->opcode) {
    case PTX_ATOM:
    case PTX_RED: finish_atomic(parser, spelling, sources); break;
    case PTX_MBARRIER: /* an arrival releases, and acquires nothing: waits do */
        instruction->atomic = SCORD_ATOMIC_KIND_EXCH;
        instruction->semantics = SCORD_SEMANTICS_RELEASE;
        instruction->scope = SCORD_SCOPE_BLOCK;
        instruction->flags |= PTX_FLAG_STRONG;
        break;
    case PTX_MATRIX_ROWS: instruction->vector = (uint8_t)destinations; break;
    case PTX_LD: finish_memory(parser, spelling, destinations); break;
    case PTX_ST: finish_memory(parser, spelling, sources); break;
    case PTX_BAR: finish_barrier(parser, spelling, destinations, &sources); break;
    case PTX_MOV: finish_move(parser, spelling, destinations, sources); break;
    case PTX_CVT: finish_convert(parser, spelling); break;
    case PTX_SET:
    case PTX_SETP: finish_compare(parser, spelling, sources); break;
    case PTX_FENCE: /* membar states no ordering; a fence without one is acq_rel */
        if (!strcmp(spelling->name, "fence") && !spelling->has_semantics)
            instruction->semantics = SCORD_SEMANTICS_ACQ_REL;
        require(parser, spelling, spelling->has_scope, "needs a scope");
        break;
    case PTX_MUL:
    case PTX_MAD:
    case PTX_MADC:
    case PTX_MUL24:
    case PTX_MAD24:
        sat_is_signed(parser, spelling);
        require(parser, spelling,
                ptx_type_float(instruction->type) || !(instruction->flags & PTX_FLAG_SAT) ||
                    instruction->part == PTX_HI,
                "saturates with .hi only");
        require(parser, spelling, ptx_type_float(instruction->type) || instruction->part,
                "needs .lo, .hi or .wide");
        require(parser, spelling,
                instruction->part != PTX_WIDE || ptx_type_bytes(instruction->type) < 8,
                "has no 128-bit result");
        if (instruction->opcode == PTX_MUL) clang_shift(parser);
        break;
    case PTX_ISSPACEP:
        require(parser, spelling, is_address(&instruction->source[0]), "needs an address");
        break;
    case PTX_SHFL:
    case PTX_VOTE:
    case PTX_MATCH:
    case PTX_SHF:
    case PTX_TESTP:
        require(parser, spelling, instruction->mode != PTX_NO_MODIFIER, "needs a mode");
        break;
    case PTX_ADD:
    case PTX_SUB: sat_is_signed(parser, spelling); break;
    case PTX_DIV:
    case PTX_FMA:
    case PTX_RCP:
    case PTX_SQRT:
        require(parser, spelling,
                spelling->has_rounding ||
                    (instruction->opcode == PTX_DIV && !ptx_type_float(instruction->type)),
                "needs a rounding (.rn, .rz, .rm, .rp) or .approx");
        break;
    case PTX_EX2:
    case PTX_LG2:
    case PTX_SIN:
    case PTX_COS:
    case PTX_TANH:
    case PTX_RSQRT: require(parser, spelling, spelling->has_rounding, "needs .approx"); break;
    case PTX_REDUX:
        require(parser, spelling, !instruction->action != !instruction->logic,
                "needs one operation");
        extremum_has_sign(parser, spelling);
        require(parser, spelling, !instruction->logic == !is_bits(instruction->type),
                "has .and, .or and .xor of .b32, the others of .u32 and .s32");
        break;
    default: break;
    }
    require(parser, spelling,
            instruction->opcode != PTX_FMA || !(instruction->flags & PTX_FLAG_RELU) ||
                !(instruction->flags & PTX_FLAG_SAT),
            "has .relu or .sat, not both");
    bool mask_given = instruction->opcode == PTX_SHFL   ? sources == 4
                      : instruction->opcode == PTX_VOTE ? sources == 2
                                                        : true;
    require(parser, spelling,
            instruction->opcode != PTX_VOTE ||
                (instruction->mode == PTX_BALLOT) == (instruction->type == PTX_B32),
            "has .b32 with .ballot, else .pred");
    require(parser, spelling,
            instruction->opcode != PTX_MATCH || instruction->mode != PTX_ANY || destinations == 1,
            "has a predicate with .all only");
    if (instruction->opcode == PTX_MATCH || instruction->opcode == PTX_REDUX)
        require(parser, spelling, instruction->flags & PTX_FLAG_SYNC, "needs .sync");
    if (instruction->opcode == PTX_SHFL || instruction->opcode == PTX_VOTE)
        require(parser, spelling, mask_given == !!(instruction->flags & PTX_FLAG_SYNC),
                "takes a member mask exactly with .sync");
}
