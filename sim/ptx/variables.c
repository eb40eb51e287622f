/* SPDX-License-Identifier: Apache-2.0 */
/* variables.c: declarations of variables and parameters, and the initialisers of variables. */
#include "sim/ptx/parse.h"

#include <string.h>

static const uint64_t max_variable_bytes = UINT64_C(1) << 40, max_segment_bytes = UINT64_C(1) << 28;

void expect_name(parser_t *parser, const char *what) {
    char found[120];
    if (parser->token.kind != TOKEN_NAME)
        parser_fail(parser, "expected %s, found %s", what, token_text(parser, found, sizeof found));
}

uint32_t expect_alignment(parser_t *parser) {
    uint64_t alignment = expect_integer(parser);
    if (!alignment || alignment > 4096 || (alignment & (alignment - 1)))
        parser_fail(parser, "alignment is not a power of two up to 4096");
    return (uint32_t)alignment;
}

/* ---- declarations ---- */
void parse_declaration_type(parser_t *parser, declaration_t *declaration) {
    char found[120];
    uint32_t vector = 1;
    for (bool typed = false; !typed;) {
        if (accept_dot(parser, "align"))
            declaration->align = expect_alignment(parser);
        else if (accept_dot(parser, "v2"))
            vector = 2;
        else if (accept_dot(parser, "v4"))
            vector = 4;
        else if (accept_dot(parser, "attribute")) {
            expect_symbol(parser, '(');
            declaration->managed = at_word(parser, TOKEN_DOT, "managed");
            while (!at_symbol(parser, ')') && parser->token.kind != TOKEN_END) next_token(parser);
            expect_symbol(parser, ')');
        } else if (parser->token.kind == TOKEN_DOT &&
                   parse_type_word(parser->token.text, parser->token.length, &declaration->type)) {
            next_token(parser);
            typed = true;
        } else
            parser_fail(parser, "unsupported type or attribute %s in a declaration",
                        token_text(parser, found, sizeof found));
    }
    if (declaration->type == PTX_PRED)
        parser_fail(parser, "a predicate cannot be stored in memory");
    declaration->element = ptx_type_bytes(declaration->type) * vector;
}

void parse_declarator(parser_t *parser, declaration_t *declaration) { /* name{[N]…} */
    expect_name(parser, "a name");
    declaration->name = parser->token.text;
    declaration->length = parser->token.length;
    declaration->size = declaration->element;
    declaration->dimensions = 0;
    declaration->open = false;
    next_token(parser);
    while (accept_symbol(parser, '[')) {
        if (declaration->dimensions == MAX_DIMENSIONS)
            parser_fail(parser, "more than %d dimensions", MAX_DIMENSIONS);
        uint64_t count = 0;
        if (at_symbol(parser, ']'))
            declaration->open = true;
        else
            count = expect_integer(parser);
        expect_symbol(parser, ']');
        declaration->dimension[declaration->dimensions++] = count;
        if (__builtin_mul_overflow(declaration->size, count, &declaration->size) ||
            declaration->size > max_variable_bytes)
            parser_fail(parser, "variable is larger than 2^40 bytes");
    }
}

typedef struct filling { /* an initialiser being read */
    declaration_t *declaration;
    ptx_initialiser_t *initialiser;
    uint32_t capacity;
} filling_t;

static void store_element(parser_t *parser, filling_t *filling, uint64_t offset, uint64_t value) {
    uint32_t bytes = ptx_type_bytes(filling->declaration->type);
    if (offset + bytes > filling->declaration->size)
        parser_fail(parser, "initialiser is longer than its variable");
    memcpy(filling->initialiser->bytes + offset, &value, bytes);
}

static uint64_t element_bits(parser_t *parser, ptx_type_t type,
                             bool minus) { /* number token → bits of type */
    token_t token = parser->token;
    if (token.kind == TOKEN_INTEGER && !ptx_type_float(type))
        return minus ? -token.integer : token.integer;
    double value = (double)token.integer;
    if (token.kind == TOKEN_FLOAT && token.float_bits == 32) {
        uint32_t bits = (uint32_t)token.integer;
        float narrow;
        if (!minus && type != PTX_F64) return bits;
        memcpy(&narrow, &bits, sizeof narrow);
        value = (double)narrow;
    } else if (token.kind == TOKEN_FLOAT)
        memcpy(&value, &token.integer, sizeof value);
    if (minus) value = -value;
    if (type == PTX_F32 || type == PTX_B32) {
        float narrow = (float)value;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        return bits;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void store_symbol(parser_t *parser, filling_t *filling,
                         uint64_t offset) { /* name, generic(name), ± integer */
    ptx_constant_t constant = {0};
    bool wrapped = at_word(parser, TOKEN_NAME, "generic");
    if (wrapped) {
        next_token(parser);
        expect_symbol(parser, '(');
        expect_name(parser, "a variable or function");
        constant.generic = true;
    }
    symbol_t *symbol = find_symbol(parser, parser->token.text, parser->token.length);
    if (!symbol || (symbol->kind != SYMBOL_VARIABLE && symbol->kind != SYMBOL_FUNCTION))
        parser_fail(parser, "`%.*s` is not a variable or function", (int)parser->token.length,
                    parser->token.text);
    constant.relocation = symbol->kind == SYMBOL_VARIABLE ? PTX_RELOCATE_VARIABLE
                                                          : PTX_RELOCATE_FUNCTION;
    constant.symbol = symbol->index;
    next_token(parser);
    if (wrapped) expect_symbol(parser, ')');
    if (accept_symbol(parser, '+'))
        constant.value = expect_integer(parser);
    else if (at_symbol(parser, '-'))
        constant.value = expect_integer(parser);
    uint32_t bytes = ptx_type_bytes(filling->declaration->type);
    if (bytes < 8) parser_fail(parser, "the address of a symbol needs a 64-bit element");
    if (offset + bytes > filling->declaration->size)
        parser_fail(parser, "initialiser is longer than its variable");
    ptx_initialiser_t *initialiser = filling->initialiser;
    module_grow(parser, (void **)&initialiser->patches, initialiser->patch_count,
                &initialiser->patch_capacity, sizeof(ptx_patch_t));
    initialiser->patches[initialiser->patch_count++] =
        (ptx_patch_t){.offset = (uint32_t)offset, .size = bytes, .constant = constant};
}

static void fill_scalar(parser_t *parser, filling_t *filling, uint64_t offset) {
    if (parser->token.kind == TOKEN_NAME) {
        store_symbol(parser, filling, offset);
        return;
    }
    bool minus = accept_symbol(parser, '-');
    char found[120];
    if (parser->token.kind != TOKEN_INTEGER && parser->token.kind != TOKEN_FLOAT)
        parser_fail(parser, "unsupported initialiser %s", token_text(parser, found, sizeof found));
    store_element(parser, filling, offset, element_bits(parser, filling->declaration->type, minus));
    next_token(parser);
}

/* A brace list whose elements are `stride` bytes apart; a nested list fills one element of it. */
static void fill_list(parser_t *parser, filling_t *filling, uint64_t offset, uint32_t level) {
    const declaration_t *declaration = filling->declaration;
    expect_symbol(parser, '{');
    while (!at_symbol(parser, '}')) {
        if (at_symbol(parser, '{')) {
            uint64_t stride = ptx_type_bytes(declaration->type);
            for (uint32_t d = level + 1; d < declaration->dimensions; d++)
                stride *= declaration->dimension[d];
            if (level + 1 >= MAX_DIMENSIONS) parser_fail(parser, "initialiser nests too deep");
            fill_list(parser, filling, offset, level + 1);
            offset += stride;
        } else {
            fill_scalar(parser, filling, offset);
            offset += ptx_type_bytes(declaration->type);
        }
        if (!accept_symbol(parser, ',')) break;
    }
    expect_symbol(parser, '}');
}

static void count_open_list(parser_t *parser,
                            declaration_t *declaration) { /* name[] = {…}: size from the list */
    uint64_t elements = 1;
    int depth = 0;
    for (const char *at = parser->token.text; at < parser->end && *at != ';'; at++) {
        if (*at == '{') depth++;
        if (*at == ',' && depth == 1) elements++;
        if (*at == '}') depth--;
    }
    declaration->dimension[0] = elements;
    declaration->size = declaration->element;
    for (uint32_t d = 0; d < declaration->dimensions; d++)
        if (__builtin_mul_overflow(declaration->size, declaration->dimension[d],
                                   &declaration->size))
            declaration->size = UINT64_MAX;
}

static void parse_initialiser(parser_t *parser, declaration_t *declaration,
                              ptx_initialiser_t *initialiser) {
    if (declaration->open) count_open_list(parser, declaration);
    if (declaration->size > max_segment_bytes)
        parser_fail(parser, "initialised variable is larger than 256 MiB");
    initialiser->bytes = module_allocate(parser, declaration->size);
    filling_t filling = {.declaration = declaration, .initialiser = initialiser};
    if (at_symbol(parser, '{'))
        fill_list(parser, &filling, 0, 0);
    else
        fill_scalar(parser, &filling, 0);
}

static uint32_t add_variable(parser_t *parser, ptx_space_t space, const declaration_t *declaration,
                             bool external) {
    ptx_module_t *module = parser->module;
    uint32_t number = module->variable_count, capacity = module->variable_capacity;
    module_grow(parser, (void **)&module->initialisers, number, &capacity,
                sizeof *module->initialisers);
    module_grow(parser, (void **)&module->variables, number, &module->variable_capacity,
                sizeof *module->variables);
    bool dynamic = space == PTX_SPACE_SHARED && declaration->open && external;
    module->variables[number] =
        (ptx_variable_t){.name = module_string(parser, declaration->name, declaration->length),
                         .space = space,
                         .size = declaration->size,
                         .dynamic_shared = dynamic,
                         .external = external && !dynamic,
                         .align = declaration->align ? declaration->align : declaration->element,
                         .visible = parser->visible,
                         .weak = parser->weak,
                         .managed = declaration->managed,
                         .unit = parser->unit};
    module->initialisers[number] = (ptx_initialiser_t){0};
    module->variable_count++;
    declare(parser, declaration->name, declaration->length, SYMBOL_VARIABLE, number);
    return number;
}

uint32_t reserved_shared(parser_t *parser) {
    static const char name[] = "(reserved shared memory)";
    const ptx_module_t *module = parser->module;
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (module->variables[v].unit == parser->unit && module->variables[v].reserved) return v;
    const declaration_t declaration = {.name = name,
                                       .length = sizeof name - 1,
                                       .size = PTX_RESERVED_SHARED_BYTES,
                                       .element = 1,
                                       .align = 16};
    const uint32_t number = add_variable(parser, PTX_SPACE_SHARED, &declaration, false);
    parser->module->variables[number].reserved = true;
    return number;
}

/* .extern before the definition in the same module: the definition takes its place. */
static uint32_t variable_number(parser_t *parser, ptx_space_t space,
                                const declaration_t *declaration, bool external) {
    symbol_t *symbol = find_symbol(parser, declaration->name, declaration->length);
    if (!symbol || symbol->kind != SYMBOL_VARIABLE || parser->scope)
        return add_variable(parser, space, declaration, external);
    ptx_variable_t *variable = &parser->module->variables[symbol->index];
    if (external) return symbol->index;
    if (!variable->external || variable->space != space)
        parser_fail(parser, "`%.*s` is defined twice", (int)declaration->length, declaration->name);
    variable->external = false;
    variable->visible = parser->visible;
    variable->weak = parser->weak;
    variable->size = declaration->size;
    return symbol->index;
}

void parse_variables(parser_t *parser, ptx_space_t space, bool external) {
    declaration_t declaration = {0};
    parse_declaration_type(parser, &declaration);
    do {
        parse_declarator(parser, &declaration);
        uint32_t number = variable_number(parser, space, &declaration, external);
        if (accept_symbol(parser, '=')) {
            if (space == PTX_SPACE_SHARED)
                parser_fail(parser, "a shared variable cannot have an initialiser");
            ptx_initialiser_t initialiser = {0};
            parse_initialiser(parser, &declaration, &initialiser);
            parser->module->initialisers[number] = initialiser;
            parser->module->variables[number].size = declaration.size;
        }
        if (space != PTX_SPACE_GLOBAL && declaration.size > max_segment_bytes)
            parser_fail(parser, "shared or constant variable is larger than 256 MiB");
    } while (accept_symbol(parser, ','));
    expect_symbol(parser, ';');
}
