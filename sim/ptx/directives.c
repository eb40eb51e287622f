/* SPDX-License-Identifier: Apache-2.0 */
/* directives.c: everything but instructions and variables, and where a parse begins and ends.
 *
 *     ptx_parse ─► parse_all ─► parse_unit, one a text ─► parse_module ─► parse_directive
 *                     │                                        └► .func, .entry: parse_body
 *                     └► link_units, assign_addresses, measure_registers
 *
 * A function is parsed statement by statement: registers and locals are declared, labels become
 * symbols, instructions are decoded and appended. Labels are visible in their whole scope, so
 * branches are resolved when the scope closes (symbols.c). A call sequence opens a scope of its
 * own, whose .param declarations share space with those of other call sequences.
 *
 * A function may be declared several times and defined once; definition and declarations must
 * agree. .loc gives the source line of what follows; line 0 is code that the compiler made and
 * keeps the line before it. File names may appear anywhere in the text, so they are collected first
 * (scan_files). Debug sections are skipped.
 *
 * An error leaves by longjmp to parse_guarded, which frees the module: no partial module is ever
 * seen outside, and no function here needs to clean up. Locals changed after setjmp must therefore
 * not be read behind it.
 * Invariants: parser->function is the function whose body is being parsed, NULL at module scope;
 * scopes nest at most MAX_SCOPES deep and are all closed at a body's end.
 * Reference: PTX ISA 6.0, chapters 5 and 11; docs/ptx-subset.md.
 */
#include "sim/ptx/parse.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <fnmatch.h>
#include <string.h>

enum { MAX_REGISTERS = 1 << 18, MAX_LIST = 4096 };

static uint32_t align_up(uint32_t value, uint32_t alignment) {
    assert(alignment > 0);
    return (value + alignment - 1) / alignment * alignment;
}

bool parse_type_word(const char *text, size_t length, ptx_type_t *type) {
    static const char *const names[PTX_TYPE_COUNT] = {
        "pred", "b8",  "b16", "b32",   "b64", "u8",  "u16",  "u32",    "u64",  "s8",     "s16",
        "s32",  "s64", "f16", "f16x2", "f32", "f64", "bf16", "bf16x2", "tf32", "e4m3x2", "e5m2x2"};
    for (int i = 0; i < PTX_TYPE_COUNT; i++)
        if (strlen(names[i]) == length && !memcmp(names[i], text, length)) {
            *type = (ptx_type_t)i;
            return true;
        }
    return false;
}

static void skip_rest_of_line(parser_t *parser, uint32_t line) {
    while (parser->token.kind != TOKEN_END && parser->token.line == line) next_token(parser);
}

static void skip_statement(parser_t *parser) { /* to and with the next ';' */
    while (parser->token.kind != TOKEN_END && !at_symbol(parser, ';')) next_token(parser);
    expect_symbol(parser, ';');
}

/* ---- .loc ---- */
static uint32_t take_integer(parser_t *parser) { /* 0: there is none */
    if (parser->token.kind != TOKEN_INTEGER) return 0;
    const uint32_t value = (uint32_t)parser->token.integer;
    next_token(parser);
    return value;
}

/* ", function_name LABEL [+ NUMBER], inlined_at FILE LINE COLUMN". Line 0: it is in none. */
static place_t parse_inlined(parser_t *parser) {
    place_t at = {0, 0, 0};
    while (accept_symbol(parser, ',')) {
        const bool place = at_word(parser, TOKEN_NAME, "inlined_at");
        next_token(parser); /* the word */
        if (parser->token.kind == TOKEN_NAME) next_token(parser);
        if (accept_symbol(parser, '+')) take_integer(parser);
        if (!place) continue;
        at.file = take_integer(parser) + parser->file_base;
        at.line = take_integer(parser);
        at.column = take_integer(parser);
    }
    return at;
}

/* A header of CUDA's own, whose functions stand for what the program writes: atomicAdd,
 * __shfl_sync, cuda::atomic. Not CUB and Thrust, which are programs by themselves. */
static bool is_of_cuda(const char *file) {
    static const char *const names[] = {"sm_??_*.h*",
                                        "device_*functions.h*",
                                        "cuda_fp*.h*",
                                        "cuda_bf16.h*",
                                        "cuda_pipeline*.h",
                                        "cuda_awbarrier*.h",
                                        "cuda_device_runtime_api.h",
                                        "math_functions.h*",
                                        "texture_*_functions.h",
                                        "surface_*_functions.h",
                                        "mma.h",
                                        "crt/*.hpp",
                                        "cooperative_groups.h",
                                        "cooperative_groups/*",
                                        "cuda/std/*",
                                        "cuda/__*",
                                        "cccl/cuda/*"};
    const char *name = NULL;
    for (const char *at = file; at && (at = strstr(at, "/include/"));) name = at += 9;
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (fnmatch(names[i], name, 0) == 0) return true;
    return false;
}

/* Where what stands at PLACE was inlined; line 0: nowhere, as far as the last .loc say. */
static place_t caller_of(const parser_t *parser, const place_t *place) {
    for (uint32_t i = 0; i < INLINED_KEPT; i++) {
        const inlined_t *at = &parser->inlined[(parser->inlined_next - 1 - i) % INLINED_KEPT];
        if (at->place.file == place->file && at->place.line == place->line &&
            at->place.column == place->column && place->line != 0)
            return at->caller;
    }
    return (place_t){0, 0, 0};
}

/* .loc FILE LINE COLUMN [, function_name …]; a statement may stand behind it on its line */
static void parse_loc(parser_t *parser) {
    const ptx_module_t *module = parser->module;
    next_token(parser);
    place_t place = {.file = (uint32_t)expect_integer(parser) + parser->file_base};
    place.line = (uint32_t)expect_integer(parser);
    place.column = take_integer(parser);
    place_t caller = parse_inlined(parser);
    if (place.line == 0) return; /* compiler-made code: stays with the line before it */
    parser->inlined[parser->inlined_next++ % INLINED_KEPT] = (inlined_t){place, caller};
    parser->loc_group = parser->loc_packed = false;
    for (uint32_t depth = 0; caller.line != 0 && depth < INLINED_KEPT; depth++) {
        const char *file = place.file < module->file_count ? module->files[place.file] : NULL;
        if (!file || !is_of_cuda(file)) break;
        parser->loc_group = parser->loc_group || strstr(file, "/cooperative_groups");
        parser->loc_packed = parser->loc_packed || strstr(file, "/cuda_fp16.h") ||
                             strstr(file, "/cuda_bf16.h");
        place = caller;
        caller = caller_of(parser, &place);
    }
    parser->loc_file = place.file;
    parser->loc_line = place.line;
}

/* ---- parameters and functions ---- */
static ptx_parameter_t parse_parameter(parser_t *parser,
                                       uint32_t *top) { /* .param … name[size], .reg .type name */
    char found[120];
    const bool in_register = accept_dot(parser, "reg");
    if (!in_register && !accept_dot(parser, "param"))
        parser_fail(parser, "a parameter is .param or .reg, found %s",
                    token_text(parser, found, sizeof found));
    declaration_t declaration = {0};
    const char *type = NULL;
    if (in_register) {
        if (at_word(parser, TOKEN_DOT, "pred"))
            parser_fail(parser, "a predicate as a parameter is not supported: pass .b32");
        type = module_string(parser, parser->token.text, parser->token.length);
    }
    parse_declaration_type(parser, &declaration);
    while (parser->token.kind == TOKEN_DOT) { /* .ptr .global .align 8 */
        bool alignment = at_word(parser, TOKEN_DOT, "align");
        next_token(parser);
        if (alignment) expect_alignment(parser);
    }
    parse_declarator(parser, &declaration);
    if (declaration.open || declaration.size > 1 << 16)
        parser_fail(parser, "parameter is larger than 64 KiB");
    uint32_t align = declaration.align ? declaration.align : declaration.element;
    *top = align_up(*top, align);
    ptx_parameter_t parameter = {
        .name = module_string(parser, declaration.name, declaration.length),
        .size = (uint32_t)declaration.size,
        .align = align,
        .offset = *top,
        .in_register = type};
    *top += parameter.size;
    if (*top > 1 << 20) parser_fail(parser, "parameters take more than 1 MiB");
    return parameter;
}

static void declare_parameter(parser_t *parser, const ptx_parameter_t *parameter,
                              ptx_space_t space) {
    const char *name = parameter->name;
    if (parameter->in_register) { /* the register has the name (macros_calls.c) */
        char other[32];
        const int length = snprintf(other, sizeof other, "%%scord_p%u", parameter->offset);
        name = module_string(parser, other, (size_t)length);
    }
    symbol_t *symbol = declare(parser, name, strlen(name), SYMBOL_PARAMETER, parameter->offset);
    symbol->count = parameter->size;
    symbol->space = (uint8_t)space;
}

static void parse_parameters(parser_t *parser,
                             ptx_function_t *function) { /* ( … ), possibly empty */
    uint32_t capacity = 0, top = 0;
    if (!accept_symbol(parser, '(')) return;
    while (!at_symbol(parser, ')')) {
        module_grow(parser, (void **)&function->parameters, function->parameter_count, &capacity,
                    sizeof(ptx_parameter_t));
        ptx_parameter_t parameter = parse_parameter(parser, &top);
        function->parameters[function->parameter_count++] = parameter;
        if (function->parameter_count > MAX_LIST)
            parser_fail(parser, "more than %d parameters", MAX_LIST);
        if (!accept_symbol(parser, ',')) break;
    }
    expect_symbol(parser, ')');
    function->parameter_bytes = top;
}

static void parse_result(parser_t *parser,
                         ptx_function_t *function) { /* ( .param … ) before the name */
    if (!accept_symbol(parser, '(')) return;
    uint32_t top = 0;
    if (!at_symbol(parser, ')')) function->result = parse_parameter(parser, &top);
    expect_symbol(parser, ')');
}

static void parse_attributes(parser_t *parser,
                             ptx_function_t *function) { /* .maxntid … between header and body */
    char found[120];
    while (parser->token.kind == TOKEN_DOT) {
        bool threads = at_word(parser, TOKEN_DOT, "maxntid") ||
                       at_word(parser, TOKEN_DOT, "reqntid");
        if (!threads && !at_word(parser, TOKEN_DOT, "minnctapersm") &&
            !at_word(parser, TOKEN_DOT, "maxnreg") && !at_word(parser, TOKEN_DOT, "maxnctapersm") &&
            !at_word(parser, TOKEN_DOT, "noreturn") && !at_word(parser, TOKEN_DOT, "pragma"))
            parser_fail(parser, "unsupported function attribute %s",
                        token_text(parser, found, sizeof found));
        next_token(parser);
        uint64_t product = 1;
        while (parser->token.kind == TOKEN_INTEGER || parser->token.kind == TOKEN_STRING) {
            product *= parser->token.kind == TOKEN_INTEGER ? parser->token.integer : 1;
            next_token(parser);
            if (!accept_symbol(parser, ',') && !at_symbol(parser, ';')) break;
            accept_symbol(parser, ';');
        }
        if (threads) function->max_threads = product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
    }
}

static ptx_function_t *named_function(parser_t *parser) {
    ptx_module_t *module = parser->module;
    expect_name(parser, "a function name");
    symbol_t *symbol = find_symbol(parser, parser->token.text, parser->token.length);
    if (symbol && symbol->kind != SYMBOL_FUNCTION)
        parser_fail(parser, "`%.*s` is already the name of something else",
                    (int)parser->token.length, parser->token.text);
    if (!symbol) {
        uint32_t number = module->function_count;
        module_grow(parser, (void **)&module->functions, number, &module->function_capacity,
                    sizeof *module->functions);
        module->functions[number] = (ptx_function_t){
            .name = module_string(parser, parser->token.text, parser->token.length),
            .number = number};
        module->function_count++;
        symbol = declare(parser, module->functions[number].name, parser->token.length,
                         SYMBOL_FUNCTION, number);
    }
    next_token(parser);
    return &module->functions[symbol->index];
}

static void declare_formals(parser_t *parser, ptx_function_t *function) {
    ptx_space_t space = function->entry ? PTX_SPACE_PARAM_ENTRY : PTX_SPACE_PARAM_LOCAL;
    for (uint32_t i = 0; i < function->parameter_count; i++)
        declare_parameter(parser, &function->parameters[i], space);
    parser->frame_top = function->entry ? 0 : function->parameter_bytes;
    if (function->result.size) {
        parser->frame_top = align_up(parser->frame_top, function->result.align);
        function->result.offset = parser->frame_top;
        parser->frame_top += function->result.size;
        declare_parameter(parser, &function->result, PTX_SPACE_PARAM_LOCAL);
    }
    function->frame_bytes = parser->frame_top;
}

static void parse_body(parser_t *parser, ptx_function_t *function);

static void parse_function(parser_t *parser, bool entry) {
    ptx_function_t header = {.entry = entry};
    if (!entry) parse_result(parser, &header);
    ptx_function_t *function = named_function(parser);
    parse_parameters(parser, &header);
    parse_attributes(parser, &header);
    if (function->defined && at_symbol(parser, '{'))
        parser_fail(parser, "function `%s` is defined twice", function->name);
    if (!function->defined) {
        header.name = function->name;
        header.number = function->number;
        header.unit = parser->unit;
        header.architecture = parser->architecture;
        header.visible = parser->visible || function->visible;
        header.weak = parser->weak || function->weak;
        *function = header;
    }
    if (accept_symbol(parser, ';')) return;
    parse_body(parser, function);
}

/* ---- function bodies ---- */
static void parse_registers(parser_t *parser) { /* .reg .type name<N>, name; */
    ptx_type_t type;
    char found[120];
    if (accept_dot(parser, "v2") || accept_dot(parser, "v4"))
        parser_fail(parser, "vector registers are not supported");
    if (parser->token.kind != TOKEN_DOT ||
        !parse_type_word(parser->token.text, parser->token.length, &type))
        parser_fail(parser, "unsupported register type %s",
                    token_text(parser, found, sizeof found));
    next_token(parser);
    do {
        expect_name(parser, "a register name");
        token_t name = parser->token;
        next_token(parser);
        uint64_t count = 1;
        bool range = accept_symbol(parser, '<');
        if (range) {
            count = expect_integer(parser);
            expect_symbol(parser, '>');
        }
        if (count > MAX_REGISTERS || parser->registers + count > MAX_REGISTERS)
            parser_fail(parser, "function uses more than %d registers", MAX_REGISTERS);
        declare_registers(parser, &name, range, (uint32_t)count, type);
    } while (accept_symbol(parser, ','));
    expect_symbol(parser, ';');
}

static void parse_locals(parser_t *parser) { /* .local .align N .b8 name[size]; */
    declaration_t declaration = {0};
    parse_declaration_type(parser, &declaration);
    do {
        parse_declarator(parser, &declaration);
        if (declaration.open || declaration.size > 1 << 24)
            parser_fail(parser, "local variable is larger than 16 MiB");
        uint32_t align = declaration.align ? declaration.align : declaration.element;
        parser->local_top = align_up(parser->local_top, align);
        declare(parser, declaration.name, declaration.length, SYMBOL_LOCAL, parser->local_top);
        parser->local_top += (uint32_t)declaration.size;
        if (parser->local_top > 1 << 26)
            parser_fail(parser, "local variables take more than 64 MiB");
    } while (accept_symbol(parser, ','));
    expect_symbol(parser, ';');
}

static void
parse_call_parameter(parser_t *parser,
                     ptx_function_t *function) { /* .param inside a body: argument space */
    declaration_t declaration = {0};
    parse_declaration_type(parser, &declaration);
    parse_declarator(parser, &declaration);
    if (declaration.open || declaration.size > 1 << 16)
        parser_fail(parser, "parameter is larger than 64 KiB");
    ptx_parameter_t parameter = {
        .name = module_string(parser, declaration.name, declaration.length),
        .size = (uint32_t)declaration.size};
    parser->frame_top = align_up(parser->frame_top, 16);
    parameter.offset = parser->frame_top;
    parser->frame_top += parameter.size;
    if (parser->frame_top > 1 << 20)
        parser_fail(parser, "parameters of calls take more than 1 MiB");
    if (parser->frame_top > function->frame_bytes) function->frame_bytes = parser->frame_top;
    declare_parameter(parser, &parameter, PTX_SPACE_PARAM_LOCAL);
    expect_symbol(parser, ';');
}

static void parse_branch_targets(parser_t *parser,
                                 const token_t *name) { /* name: .branchtargets L1, L2, …; */
    uint32_t *targets = module_allocate(parser, MAX_LIST * sizeof *targets), count = 0;
    symbol_t *symbol = declare(parser, name->text, name->length, SYMBOL_TARGETS, 0);
    do {
        if (count == MAX_LIST) parser_fail(parser, "more than %d branch targets", MAX_LIST);
        want_label(parser, 0, &targets[count++]);
    } while (accept_symbol(parser, ','));
    expect_symbol(parser, ';');
    symbol->targets = targets;
    symbol->count = count;
}

static bool label_follows(const parser_t *parser) {
    const char *at = parser->at;
    while (*at == ' ' || *at == '\t') at++;
    return parser->token.kind == TOKEN_NAME && *at == ':';
}

static void parse_label(parser_t *parser) {
    token_t name = parser->token;
    next_token(parser);
    expect_symbol(parser, ':');
    if (accept_dot(parser, "branchtargets"))
        parse_branch_targets(parser, &name);
    else if (at_word(parser, TOKEN_DOT, "callprototype") ||
             at_word(parser, TOKEN_DOT, "calltargets")) {
        declare(parser, name.text, name.length, SYMBOL_PROTOTYPE, 0);
        skip_statement(parser);
    } else
        declare(parser, name.text, name.length, SYMBOL_LABEL, parser->module->code_count);
}

static bool parse_memory_directive(parser_t *parser, bool external) {
    if (accept_dot(parser, "global"))
        parse_variables(parser, PTX_SPACE_GLOBAL, external);
    else if (accept_dot(parser, "const"))
        parse_variables(parser, PTX_SPACE_CONST, external);
    else if (accept_dot(parser, "shared"))
        parse_variables(parser, PTX_SPACE_SHARED, external);
    else
        return false;
    return true;
}

static void parse_body_directive(parser_t *parser, ptx_function_t *function) {
    assert(function && parser->function == function);
    char found[120];
    if (at_word(parser, TOKEN_DOT, "loc"))
        parse_loc(parser);
    else if (accept_dot(parser, "reg"))
        parse_registers(parser);
    else if (accept_dot(parser, "local"))
        parse_locals(parser);
    else if (accept_dot(parser, "param"))
        parse_call_parameter(parser, function);
    else if (accept_dot(parser, "pragma"))
        skip_statement(parser);
    else if (!parse_memory_directive(parser, false))
        parser_fail(parser, "unsupported directive %s", token_text(parser, found, sizeof found));
}

void parse_statement(parser_t *parser, ptx_function_t *function) {
    assert(function && parser->function == function);
    if (!parser->macro) {
        parser->statement = parser->token.text;
        parser->statement_line = parser->token.line;
    }
    if (at_symbol(parser, '{')) {
        open_scope(parser);
        next_token(parser);
    } else if (at_symbol(parser, '}')) {
        close_scope(parser);
        next_token(parser);
    } else if (parser->token.kind == TOKEN_DOT)
        parse_body_directive(parser, function);
    else if (accept_symbol(parser, ';'))
        return;
    else if (label_follows(parser))
        parse_label(parser);
    else
        parse_instruction(parser);
}

static void end_body(parser_t *parser, ptx_function_t *function) { /* at the closing brace */
    parser->statement = "ret;";
    parser->statement_line = parser->token.line;
    macro_store_result(parser);
    parser->instruction = (ptx_instruction_t){.opcode = PTX_RET, .guard = PTX_NO_REGISTER};
    emit(parser); /* falling off the end returns */
    close_scope(parser);
    function->count = parser->module->code_count - function->first;
    function->registers = parser->registers;
    function->local_bytes = align_up(parser->local_top, 16);
    function->frame_bytes = align_up(function->frame_bytes, 16);
    parser->function = NULL;
}

static void parse_body(parser_t *parser, ptx_function_t *function) {
    if (!at_symbol(parser, '{')) expect_symbol(parser, '{');
    uint32_t number = function->number;
    parser->function = function;
    parser->function_number = number;
    parser->registers = parser->local_top = parser->loc_line = 0;
    parser->fixup_count = 0;
    function->defined = true;
    function->first = parser->module->code_count;
    open_scope(parser);
    declare_formals(parser, function);
    parser->statement = "{;";
    parser->statement_line = parser->token.line;
    macro_load_parameters(parser);
    next_token(parser);
    while (!(parser->scope == 1 && at_symbol(parser, '}'))) {
        if (parser->token.kind == TOKEN_END)
            parser_fail(parser, "function `%s` is not closed", function->name);
        parse_statement(parser, function);
    }
    end_body(parser, function);
    next_token(parser);
}

/* ---- module ---- */
static void skip_section(parser_t *parser) { /* .section .debug_… { … } */
    while (!at_symbol(parser, '{') && parser->token.kind != TOKEN_END) next_token(parser);
    while (!at_symbol(parser, '}') && parser->token.kind != TOKEN_END) next_token(parser);
    expect_symbol(parser, '}');
}

static void
parse_linked(parser_t *parser) { /* {.visible|.extern|.weak|.common} .func | .entry | variable */
    bool external = false;
    char found[120];
    parser->visible = parser->weak = false;
    for (;;) {
        if (accept_dot(parser, "extern"))
            external = true;
        else if (accept_dot(parser, "visible"))
            parser->visible = true;
        else if (accept_dot(parser, "weak") || accept_dot(parser, "common"))
            parser->weak = true;
        else
            break;
    }
    if (accept_dot(parser, "func"))
        parse_function(parser, false);
    else if (accept_dot(parser, "entry"))
        parse_function(parser, true);
    else if (!parse_memory_directive(parser, external))
        parser_fail(parser, "unsupported directive %s", token_text(parser, found, sizeof found));
}

static void parse_target(parser_t *parser, uint32_t line) { /* .target sm_80 {, debug} */
    static const char prefix[] = "sm_";
    const token_t *token = &parser->token;
    if (token->length > strlen(prefix) && strncmp(token->text, prefix, strlen(prefix)) == 0)
        parser->architecture = (uint32_t)strtoul(token->text + strlen(prefix), NULL, 10);
    skip_rest_of_line(parser, line);
}

static void parse_directive(parser_t *parser) {
    uint32_t line = parser->token.line;
    char found[120];
    if (accept_dot(parser, "target"))
        parse_target(parser, line);
    else if (at_word(parser, TOKEN_DOT, "loc"))
        parse_loc(parser);
    else if (accept_dot(parser, "version") || at_word(parser, TOKEN_DOT, "file"))
        skip_rest_of_line(parser, line);
    else if (accept_dot(parser, "address_size")) {
        if (expect_integer(parser) != 64)
            parser_fail_at(parser, line, "only .address_size 64 is supported");
    } else if (accept_dot(parser, "section"))
        skip_section(parser);
    else if (accept_dot(parser, "pragma"))
        skip_statement(parser);
    else if (parser->token.kind == TOKEN_DOT)
        parse_linked(parser);
    else
        parser_fail(parser, "expected a directive, found %s",
                    token_text(parser, found, sizeof found));
}

void parse_module(parser_t *parser) {
    next_token(parser);
    while (parser->token.kind != TOKEN_END)
        if (!accept_symbol(parser, ';')) parse_directive(parser);
}

/* The .file directives are at the end of clang's output, but an error in the middle needs the file
 * name. */
static void scan_file_line(parser_t *parser, const char *at,
                           const char *stop) { /* after ".file": N "name" */
    ptx_module_t *module = parser->module;
    char *after;
    while (at < stop && (*at == ' ' || *at == '\t')) at++;
    if (at == stop || *at < '0' || *at > '9') return; /* strtoul would go on in the next line */
    unsigned long number = strtoul(at, &after, 10);
    const char *open = memchr(after, '"', (size_t)(stop - after));
    const char *close = open ? memchr(open + 1, '"', (size_t)(stop - open - 1)) : NULL;
    if (!close || number > MAX_LIST) return;
    number += parser->file_base;
    while (module->file_count <= number) {
        module_grow(parser, (void **)&module->files, module->file_count, &module->file_capacity,
                    sizeof *module->files);
        module->files[module->file_count++] = NULL;
    }
    module->files[number] = module_string(parser, open + 1, (size_t)(close - open - 1));
}

static void scan_files(parser_t *parser) {
    for (const char *line = parser->text; line < parser->end;) {
        const char *stop = memchr(line, '\n', (size_t)(parser->end - line));
        if (!stop) stop = parser->end;
        while (line < stop && (*line == ' ' || *line == '\t')) line++;
        if (stop - line > 6 && !memcmp(line, ".file", 5)) scan_file_line(parser, line + 5, stop);
        line = stop + 1;
    }
}

static void parse_unit(parser_t *parser, const ptx_unit_t *unit) {
    parser->line = 1;
    parser->loc_line = 0;
    parser->file_base = parser->module->file_count;
    parser->text = parser->at = module_string(parser, unit->text, unit->length);
    parser->end = parser->text + unit->length;
    const char *name =
        strstr(parser->text, "Generated by LLVM NVPTX"); /* in the comment that clang begins with */
    parser->clang = name && name - parser->text < 100;
    scan_files(parser);
    parse_module(parser);
    memset(parser->buckets, 0, sizeof parser->buckets); /* the next text has its own names */
    parser->newest = NULL;
}

static void parse_all(parser_t *parser, const ptx_unit_t *units, uint32_t count) {
    assert(count > 0);
    for (parser->unit = 0; parser->unit < count; parser->unit++)
        parse_unit(parser, &units[parser->unit]);
    if (count > 1) link_units(parser);
    assign_addresses(parser);
    measure_registers(parser);
    parser->module->pool = module_allocate(parser, ((size_t)parser->module->constant_count + 1) *
                                                       PTX_LANES * sizeof(uint64_t));
    ptx_link(parser->module);
}

static bool parse_guarded(parser_t *parser, const ptx_unit_t *units,
                          uint32_t count) { /* false: parser_fail was called */
    if (setjmp(parser->failed)) return false;
    parse_all(parser, units, count);
    return true;
}

ptx_module_t *ptx_parse(const char *text, size_t length, ptx_error_t *error) {
    return ptx_parse_units(&(ptx_unit_t){text, length}, 1, error);
}

ptx_module_t *ptx_parse_units(const ptx_unit_t *units, uint32_t count, ptx_error_t *error) {
    parser_t *parser = calloc(1, sizeof *parser);
    ptx_module_t *module = calloc(1, sizeof *module);
    memset(error, 0, sizeof *error);
    if (!parser || !module) {
        snprintf(error->message, sizeof error->message, "out of memory");
        free(parser);
        free(module);
        return NULL;
    }
    parser->module = module;
    parser->error = error;
    bool parsed = parse_guarded(parser, units, count);
    free(parser);
    if (parsed) return module;
    ptx_free(module);
    return NULL;
}
