/* SPDX-License-Identifier: Apache-2.0 */
/* instruction_operands.c: the operands of an instruction: registers, constants, special registers,
 * addresses, vectors. The letters that say which a mnemonic takes stand in the table of decode.c.
 */
#include "sim/ptx/parse.h"

#include <stdio.h>
#include <string.h>

static ptx_operand_t constant_operand(parser_t *parser, ptx_constant_t constant) {
    return (ptx_operand_t){.kind = PTX_OPERAND_CONSTANT,
                           .index = module_constant(parser, constant)};
}

static ptx_operand_t sink_register(parser_t *parser) { /* `_` */
    return (ptx_operand_t){.kind = PTX_OPERAND_REGISTER,
                           .index = parser->registers++,
                           .bits = 64,
                           .form = PTX_FORM_SINK};
}

/* Of a name in a message: for %.*s. */
static int shown(token_t name) { return (int)(name.length < 60 ? name.length : 60); }

static bool is_half(ptx_type_t type) {
    return type == PTX_F16 || type == PTX_F16X2 || type == PTX_BF16 || type == PTX_BF16X2;
}

/* A constant must fit its instruction's type: nothing is truncated. */
static void check_number(parser_t *parser, ptx_type_t type, bool minus) {
    const token_t token = parser->token;
    const uint32_t bits = ptx_type_bits(type);
    const bool half = is_half(type), plain = type == PTX_B32 || type == PTX_B64;
    bool fits = true;
    if (token.kind == TOKEN_FLOAT)
        fits = ptx_type_float(type) ? !half : plain && bits == (token.float_bits == 32 ? 32 : 64);
    else if (ptx_type_float(type) && !half)
        fits = false; /* written by its bits: 0f3f800000 */
    else if (bits > 1 && bits < 64)
        fits = token.integer <= (minus ? UINT64_C(1) << (bits - 1) : (UINT64_C(1) << bits) - 1);
    if (!fits)
        parser_fail(parser, "`%s%.*s` is no constant of the instruction's type", minus ? "-" : "",
                    shown(token), token.text);
}

static uint64_t number_bits(parser_t *parser, ptx_type_t type, bool minus) {
    token_t token = parser->token;
    bool half = is_half(type); /* written as its bits */
    if (token.kind == TOKEN_INTEGER && (half || !ptx_type_float(type)))
        return minus ? -token.integer : token.integer;
    double value = (double)token.integer;
    float narrow;
    uint32_t bits;
    if (token.kind == TOKEN_FLOAT && token.float_bits == 32) {
        bits = (uint32_t)token.integer;
        if (minus) bits ^= UINT32_C(1) << 31;
        if (type != PTX_F64) return bits;
        memcpy(&narrow, &bits, sizeof narrow);
        value = (double)narrow;
    } else if (token.kind == TOKEN_FLOAT) {
        memcpy(&value, &token.integer, sizeof value);
        if (minus) value = -value;
    } else if (minus)
        value = -value;
    if (type != PTX_F32) {
        uint64_t wide;
        memcpy(&wide, &value, sizeof wide);
        return wide;
    }
    narrow = (float)value;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static const struct {
    const char *name;
    ptx_special_t special;
} specials[] = {
    {"%tid.x", PTX_TID_X},
    {"%tid.y", PTX_TID_Y},
    {"%tid.z", PTX_TID_Z},
    {"%ntid.x", PTX_NTID_X},
    {"%ntid.y", PTX_NTID_Y},
    {"%ntid.z", PTX_NTID_Z},
    {"%ctaid.x", PTX_CTAID_X},
    {"%ctaid.y", PTX_CTAID_Y},
    {"%ctaid.z", PTX_CTAID_Z},
    {"%nctaid.x", PTX_NCTAID_X},
    {"%nctaid.y", PTX_NCTAID_Y},
    {"%nctaid.z", PTX_NCTAID_Z},
    {"%laneid", PTX_LANEID},
    {"%warpid", PTX_WARPID},
    {"%nwarpid", PTX_NWARPID},
    {"%smid", PTX_SMID},
    {"%nsmid", PTX_NSMID},
    {"%gridid", PTX_GRIDID},
    {"%lanemask_eq", PTX_LANEMASK_EQ},
    {"%lanemask_le", PTX_LANEMASK_LE},
    {"%lanemask_lt", PTX_LANEMASK_LT},
    {"%lanemask_ge", PTX_LANEMASK_GE},
    {"%lanemask_gt", PTX_LANEMASK_GT},
    {"%clock", PTX_CLOCK},
    {"%clock_hi", PTX_CLOCK_HI},
    {"%clock64", PTX_CLOCK64},
    {"%globaltimer", PTX_GLOBALTIMER},
    {"%globaltimer_lo", PTX_GLOBALTIMER_LO},
    {"%globaltimer_hi", PTX_GLOBALTIMER_HI},
    {"%dynamic_smem_size", PTX_DYNAMIC_SMEM_SIZE},
    {"%total_smem_size", PTX_TOTAL_SMEM_SIZE},
    {"%aggr_smem_size", PTX_TOTAL_SMEM_SIZE},
    {"%envreg0", PTX_ZERO},
    {"%envreg1", PTX_WORKSPACE_HI},
    {"%envreg2", PTX_WORKSPACE_LO},
    /* without cluster launches each cluster is one block */
    {"%is_explicit_cluster", PTX_ZERO},
    {"%clusterid.x", PTX_CTAID_X},
    {"%clusterid.y", PTX_CTAID_Y},
    {"%clusterid.z", PTX_CTAID_Z},
    {"%nclusterid.x", PTX_NCTAID_X},
    {"%nclusterid.y", PTX_NCTAID_Y},
    {"%nclusterid.z", PTX_NCTAID_Z},
    {"%cluster_ctaid.x", PTX_ZERO},
    {"%cluster_ctaid.y", PTX_ZERO},
    {"%cluster_ctaid.z", PTX_ZERO},
    {"%cluster_nctaid.x", PTX_ONE},
    {"%cluster_nctaid.y", PTX_ONE},
    {"%cluster_nctaid.z", PTX_ONE},
    {"%cluster_ctarank", PTX_ZERO},
    {"%cluster_nctarank", PTX_ONE},
};

/* Shared memory that PTX reserves for the system (%reserved_smem_offset_begin, _end, _cap, _0, _1),
 * where cooperative groups of sm_80 and later keep what tiles of several warps share: a variable of
 * the kernels that name it, 0 at first. False: another register. */
static bool reserved_operand(parser_t *parser, const char *name, ptx_operand_t *operand) {
    static const char prefix[] = "%reserved_smem_offset_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) return false;
    const char *what = name + sizeof prefix - 1;
    const bool begin = !strcmp(what, "begin") || !strcmp(what, "0") || !strcmp(what, "1");
    const bool end = !strcmp(what, "end");
    if (!begin && !end && strcmp(what, "cap") != 0) return false;
    ptx_constant_t value = {.value = begin ? 0 : PTX_RESERVED_SHARED_BYTES};
    if (begin || end) {
        value.symbol = reserved_shared(parser);
        value.relocation = PTX_RELOCATE_VARIABLE;
    }
    *operand = constant_operand(parser, value);
    return true;
}

ptx_operand_t special_operand(parser_t *parser) { /* at the % name */
    char name[48];
    int used = snprintf(name, sizeof name, "%.*s",
                        (int)(parser->token.length < 40 ? parser->token.length : 40),
                        parser->token.text);
    next_token(parser);
    if (parser->token.kind == TOKEN_DOT && parser->token.length == 1 && used < 40) {
        snprintf(name + used, sizeof name - (size_t)used, ".%c", *parser->token.text);
        next_token(parser);
    }
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++)
        if (!strcmp(specials[i].name, name))
            return (ptx_operand_t){.kind = PTX_OPERAND_SPECIAL, .index = specials[i].special};
    ptx_operand_t reserved;
    if (reserved_operand(parser, name, &reserved)) return reserved;
    parser_fail(parser, "unknown register `%s`", name);
}

static int64_t
optional_offset(parser_t *parser) { /* {+|-} integer, of 32 bits (PTX, "Addresses as Operands") */
    if (!accept_symbol(parser, '+') && !at_symbol(parser, '-')) return 0;
    const int64_t offset = (int64_t)expect_integer(parser);
    if (offset < INT32_MIN || offset > UINT32_MAX) parser_fail(parser, "an offset has 32 bits");
    return offset;
}

/* A variable, function, local or parameter by name, with offset; `generic`: its generic address is
 * wanted. */
static ptx_operand_t symbol_operand(parser_t *parser, bool generic) {
    token_t name = parser->token;
    symbol_t *symbol = find_symbol(parser, name.text, name.length);
    next_token(parser);
    const bool has_offset = at_symbol(parser, '+') || at_symbol(parser, '-');
    const int64_t offset = optional_offset(parser);
    if (symbol && symbol->kind == SYMBOL_VARIABLE) {
        if (parser->module->variables[symbol->index].dynamic_shared) {
            if (generic)
                parser_fail_at(parser, name.line, "dynamic shared memory needs a .shared access");
            return (ptx_operand_t){.kind = PTX_OPERAND_DYNAMIC_SHARED, .index = (uint32_t)offset};
        }
        return constant_operand(parser, (ptx_constant_t){.value = (uint64_t)offset,
                                                         .symbol = symbol->index,
                                                         .relocation = PTX_RELOCATE_VARIABLE,
                                                         .generic = generic});
    }
    if (symbol && symbol->kind == SYMBOL_LOCAL && !generic)
        return (ptx_operand_t){.kind = PTX_OPERAND_LOCAL,
                               .index = symbol->index + (uint32_t)offset};
    if (symbol && symbol->kind == SYMBOL_PARAMETER)
        return constant_operand(parser,
                                (ptx_constant_t){.value = symbol->index + (uint64_t)offset});
    if (has_offset)
        parser_fail_at(parser, name.line, "`%.*s` has no offset",
                       (int)(name.length < 200 ? name.length : 200), name.text);
    if (symbol && symbol->kind == SYMBOL_FUNCTION)
        return constant_operand(
            parser, (ptx_constant_t){.symbol = symbol->index, .relocation = PTX_RELOCATE_FUNCTION});
    if (name.length == 7 && !memcmp(name.text, "WARP_SZ", 7))
        return constant_operand(parser, (ptx_constant_t){.value = PTX_LANES});
    parser_fail_at(parser, name.line, "unknown name `%.*s`",
                   (int)(name.length < 200 ? name.length : 200), name.text);
}

ptx_operand_t parse_source(parser_t *parser, ptx_type_t type) {
    char found[120];
    bool negated = accept_symbol(parser, '!');
    ptx_operand_t operand = {0};
    if (parser->token.kind == TOKEN_NAME) {
        if (find_register(parser, parser->token.text, parser->token.length, &operand))
            next_token(parser);
        else if (*parser->token.text == '%')
            operand = special_operand(parser);
        else
            operand = symbol_operand(parser, false);
    } else {
        bool minus = accept_symbol(parser, '-');
        if (parser->token.kind != TOKEN_INTEGER && parser->token.kind != TOKEN_FLOAT)
            parser_fail(parser, "expected an operand, found %s",
                        token_text(parser, found, sizeof found));
        check_number(parser, type, minus);
        operand = constant_operand(parser,
                                   (ptx_constant_t){.value = number_bits(parser, type, minus)});
        next_token(parser);
    }
    if (negated && operand.bits != 1) parser_fail(parser, "`!` needs a predicate register");
    operand.negated = negated;
    return operand;
}

static ptx_operand_t parse_destination(parser_t *parser) {
    char found[120];
    ptx_operand_t operand;
    if (at_word(parser, TOKEN_NAME, "_"))
        operand = sink_register(parser);
    else if (parser->token.kind != TOKEN_NAME ||
             !find_register(parser, parser->token.text, parser->token.length, &operand))
        parser_fail(parser, "expected a register, found %s",
                    token_text(parser, found, sizeof found));
    next_token(parser);
    return operand;
}

ptx_operand_t parse_predicate(parser_t *parser) {
    ptx_operand_t operand = parse_source(parser, PTX_PRED);
    if (operand.kind == PTX_OPERAND_REGISTER && operand.bits != 1)
        parser_fail(parser, "expected a predicate register");
    return operand;
}

/* A register is as wide as the type and of its form, or one of the two is bits (PTX, "Type Checking
 * Rules"). Those of ld, st and cvt may be wider
 * ("Operand Size Exceeding Instruction-Type Size"); a mov packs: finish_move. */
static void check_register(parser_t *parser, token_t name, const ptx_operand_t *operand,
                           ptx_type_t type) {
    static const char *const forms[] = {"bits", "an integer", "a floating-point number"};
    const uint8_t opcode = parser->instruction.opcode;
    const uint32_t bits = ptx_type_bits(type);
    const ptx_form_t form = ptx_type_form(type);
    if (operand->kind != PTX_OPERAND_REGISTER || operand->form == PTX_FORM_SINK) return;
    const bool wider = operand->bits > bits &&
                       (opcode == PTX_LD || opcode == PTX_ST || opcode == PTX_CVT);
    if (operand->bits != bits && !wider && opcode != PTX_MOV)
        parser_fail_at(parser, name.line, "register `%.*s` has %u bits, %u are wanted", shown(name),
                       name.text, operand->bits, bits);
    if (operand->form != form && operand->form != PTX_FORM_BITS && form != PTX_FORM_BITS)
        parser_fail_at(parser, name.line, "register `%.*s` holds %s, %s is wanted", shown(name),
                       name.text, forms[operand->form], forms[form]);
}

/* Registers of 32 bits are widened: PTX, "Addresses as Operands". */
bool is_address(const ptx_operand_t *operand) {
    return operand->kind != PTX_OPERAND_REGISTER ||
           (operand->bits >= 32 && operand->form != PTX_FORM_FLOAT);
}

static void check_address(parser_t *parser, token_t name, const ptx_operand_t *operand) {
    if (!is_address(operand))
        parser_fail_at(parser, name.line, "register `%.*s` holds no address", shown(name),
                       name.text);
}

static ptx_operand_t typed_source(parser_t *parser, ptx_type_t type) {
    const token_t name = parser->token;
    const ptx_operand_t operand = parse_source(parser, type);
    check_register(parser, name, &operand, type);
    return operand;
}

static ptx_operand_t typed_destination(parser_t *parser, ptx_type_t type) {
    const token_t name = parser->token;
    const ptx_operand_t operand = parse_destination(parser);
    check_register(parser, name, &operand, type);
    return operand;
}

static ptx_operand_t typed_operand(parser_t *parser, bool source, ptx_type_t type) {
    return source ? typed_source(parser, type) : typed_destination(parser, type);
}

static uint32_t parse_vector(parser_t *parser, ptx_operand_t *elements, bool source,
                             ptx_type_t type) { /* {a, b, …} or a */
    uint32_t count = 0;
    if (!accept_symbol(parser, '{')) {
        elements[0] = typed_operand(parser, source, type);
        return 1;
    }
    do {
        if (count == PTX_MAX_VECTOR)
            parser_fail(parser, "vector has more than %d elements", PTX_MAX_VECTOR);
        elements[count++] = typed_operand(parser, source, type);
    } while (accept_symbol(parser, ','));
    expect_symbol(parser, '}');
    return count;
}

/* Parameter space: names are offsets; which space follows from the name, or for a register address
 * from the function. */
static void parameter_address(parser_t *parser, ptx_instruction_t *instruction) {
    uint32_t bytes = ptx_type_bytes(instruction->type) *
                     (instruction->vector ? instruction->vector : 1);
    symbol_t *symbol = parser->token.kind == TOKEN_NAME
                           ? find_symbol(parser, parser->token.text, parser->token.length)
                           : NULL;
    if (!symbol || symbol->kind != SYMBOL_PARAMETER) {
        const token_t name = parser->token;
        instruction->space = parser->function->entry ? PTX_SPACE_PARAM_ENTRY
                                                     : PTX_SPACE_PARAM_LOCAL;
        instruction->base = parse_source(parser, PTX_U64);
        check_address(parser, name, &instruction->base);
        instruction->offset = optional_offset(parser);
        if (instruction->opcode == PTX_ST)
            parser_fail(parser, "st.param needs the name of a parameter");
        return;
    }
    next_token(parser);
    int64_t offset = optional_offset(parser);
    if (offset < 0 || (uint64_t)offset + bytes > symbol->count)
        parser_fail(parser, "outside parameter `%.*s` of %u bytes", (int)symbol->length,
                    symbol->name, symbol->count);
    if (symbol->space == PTX_SPACE_PARAM_ENTRY && instruction->opcode == PTX_ST)
        parser_fail(parser, "kernel parameters cannot be written");
    instruction->space = symbol->space;
    instruction->offset = symbol->index + offset;
}

static void parse_address(parser_t *parser) {
    ptx_instruction_t *instruction = &parser->instruction;
    expect_symbol(parser, '[');
    ptx_operand_t base = {0};
    if (instruction->space == PTX_SPACE_PARAM_LOCAL)
        parameter_address(parser, instruction);
    else if (parser->token.kind == TOKEN_NAME &&
             find_register(parser, parser->token.text, parser->token.length, &base)) {
        check_address(parser, parser->token, &base);
        next_token(parser);
        instruction->base = base;
        instruction->offset = optional_offset(parser);
    } else if (parser->token.kind == TOKEN_NAME)
        instruction->base = symbol_operand(parser, instruction->space == PTX_SPACE_GENERIC);
    else
        instruction->base = constant_operand(parser,
                                             (ptx_constant_t){.value = expect_integer(parser)});
    expect_symbol(parser, ']');
}

/* A product of .wide is twice as wide, and what mad adds to it. */
static ptx_type_t widened(const ptx_instruction_t *instruction) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    return instruction->part == PTX_WIDE && ptx_type_bits(type) < 64
               ? (ptx_type_t)(type + 1)
               : type; /* the next of ptx_type_t */
}

static void parse_operand(parser_t *parser, char letter, uint32_t *destinations,
                          uint32_t *sources) {
    ptx_instruction_t *instruction = &parser->instruction;
    ptx_type_t type = (ptx_type_t)instruction->source_type;
    switch (letter) {
    case 'd':
        instruction->destination[(*destinations)++] = typed_destination(parser,
                                                                        widened(instruction));
        break;
    case 'u':
        instruction->destination[(*destinations)++] = typed_destination(parser, PTX_U32);
        break;
    case 'D': *destinations = parse_vector(parser, instruction->destination, false, type); break;
    case 'q':
    case 'x': /* match has lanes as its result, whatever the type */
        instruction->destination[(*destinations)++] =
            typed_destination(parser, letter == 'q' ? PTX_PRED : PTX_B32);
        if (accept_symbol(parser, '|'))
            instruction->destination[(*destinations)++] = typed_destination(parser, PTX_PRED);
        break;
    case 's':
        if (instruction->opcode == PTX_SLCT && *sources < 2) type = (ptx_type_t)instruction->type;
        if (instruction->opcode == PTX_MAD && *sources == 2) type = widened(instruction);
        instruction->source[(*sources)++] = typed_source(parser, type);
        break;
    case 'i': instruction->source[(*sources)++] = typed_source(parser, PTX_U32); break;
    case 'a': instruction->source[(*sources)++] = parse_source(parser, PTX_U64); break;
    case 'S': *sources = parse_vector(parser, instruction->source, true, type); break;
    case 'p': instruction->source[(*sources)++] = parse_predicate(parser); break;
    case 'm': parse_address(parser); break;
    default: break;
    }
}

void parse_operands(parser_t *parser, const char *letters, uint32_t *destinations,
                    uint32_t *sources) {
    bool optional = false, first = true;
    for (; *letters; letters++) {
        if (*letters == '?') {
            optional = true;
            continue;
        }
        if (!first) {
            if (optional && !at_symbol(parser, ',')) return;
            expect_symbol(parser, ',');
        }
        first = false;
        parse_operand(parser, *letters, destinations, sources);
    }
}
