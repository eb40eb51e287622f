/* SPDX-License-Identifier: Apache-2.0 */
/* units.c: several PTX texts (the .cu files of one program) as one module: what nvcc calls device
 * linking.
 *
 * Every text has its own names (static functions of two files may share one). Behind the last text
 * each function and variable that a text only declares takes the place of the definition in another
 * one, and a weak variable (an inline variable, a static member of a template) that several texts
 * define becomes one. Two definitions of one name in two texts are two things, as in CUDA's
 * whole-program mode, and an error only when a third text asks for it. */
#include "sim/ptx/parse.h"

#include <string.h>

#include "cmodel/base/byte_hash.h"

enum { HASH_SIZE = 4096 };

typedef struct linker {
    parser_t *parser;
    uint32_t *functions, *variables;  /* by number: which it stands for; its own number: itself */
    uint32_t *next, first[HASH_SIZE]; /* definitions by name: number + 1, 0 ends a chain */
} linker_t;

static uint32_t hash(const char *name) {
    return (uint32_t)(scord_byte_hash(SCORD_BYTE_HASH_START, name, strlen(name)) % HASH_SIZE);
}

static void enter(linker_t *linker, const char *name, uint32_t number) {
    linker->next[number] = linker->first[hash(name)];
    linker->first[hash(name)] = number + 1;
}

/* ---- functions ---- */
static bool same_shape(const ptx_function_t *a, const ptx_function_t *b) {
    bool same = a->parameter_count == b->parameter_count && a->result.size == b->result.size;
    for (uint32_t i = 0; same && i < a->parameter_count; i++)
        same = a->parameters[i].size == b->parameters[i].size;
    return same;
}

static void resolve_function(linker_t *linker, uint32_t number) {
    const ptx_function_t *functions = linker->parser->module->functions,
                         *wanted = &functions[number], *found = NULL;
    for (uint32_t at = linker->first[hash(wanted->name)]; at; at = linker->next[at - 1]) {
        const ptx_function_t *other = &functions[at - 1];
        if (strcmp(other->name, wanted->name) || other->entry != wanted->entry) continue;
        if (found && !(found->weak && other->weak))
            parser_fail(linker->parser,
                        "function `%s` is defined in several files and used in another",
                        wanted->name);
        found = other;
    }
    if (!found) return; /* a host call, or an error when it is called */
    if (!same_shape(wanted, found))
        parser_fail(linker->parser,
                    "function `%s` is declared in one file as it is not defined in another",
                    wanted->name);
    linker->functions[number] = found->number;
}

static void resolve_functions(linker_t *linker) {
    const ptx_module_t *module = linker->parser->module;
    memset(linker->first, 0, sizeof linker->first);
    linker->next = module_allocate(linker->parser, (module->function_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < module->function_count; i++) {
        linker->functions[i] = i;
        if (module->functions[i].defined &&
            (module->functions[i].visible || module->functions[i].weak))
            enter(linker, module->functions[i].name, i);
    }
    for (uint32_t i = 0; i < module->function_count; i++)
        if (!module->functions[i].defined) resolve_function(linker, i);
}

/* ---- variables ---- */
static void resolve_variable(linker_t *linker, uint32_t number) {
    ptx_variable_t *variables = linker->parser->module->variables, *wanted = &variables[number];
    uint32_t found = UINT32_MAX;
    for (uint32_t at = linker->first[hash(wanted->name)]; at; at = linker->next[at - 1]) {
        const ptx_variable_t *other = &variables[at - 1];
        if (strcmp(other->name, wanted->name) || other->space != wanted->space ||
            (wanted->weak && !other->weak))
            continue;
        if (!wanted->weak && found != UINT32_MAX && !other->weak)
            parser_fail(linker->parser,
                        "variable `%s` is defined in several files and used in another",
                        wanted->name);
        if (at - 1 < found) found = at - 1;
    }
    if (found == UINT32_MAX || found == number) return;
    linker->variables[number] = found;
    wanted->merged = true;
    wanted->target = found;
}

static void resolve_variables(linker_t *linker) {
    ptx_module_t *module = linker->parser->module;
    memset(linker->first, 0, sizeof linker->first);
    linker->next = module_allocate(linker->parser, (module->variable_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const ptx_variable_t *variable = &module->variables[i];
        linker->variables[i] = i;
        if (!variable->external && !variable->dynamic_shared &&
            (variable->visible || variable->weak))
            enter(linker, variable->name, i);
    }
    for (uint32_t i = 0; i < module->variable_count; i++)
        if (module->variables[i].external ||
            (module->variables[i].weak && !module->variables[i].dynamic_shared))
            resolve_variable(linker, i);
}

/* ---- references ---- */
static void redirect(const linker_t *linker, ptx_constant_t *constant) {
    if (constant->relocation == PTX_RELOCATE_FUNCTION)
        constant->symbol = linker->functions[constant->symbol];
    else if (constant->relocation == PTX_RELOCATE_VARIABLE)
        constant->symbol = linker->variables[constant->symbol];
}

static void redirect_all(const linker_t *linker) {
    ptx_module_t *module = linker->parser->module;
    for (uint32_t i = 0; i < module->constant_count; i++) redirect(linker, &module->constants[i]);
    for (uint32_t v = 0; v < module->variable_count; v++)
        for (uint32_t p = 0; p < module->initialisers[v].patch_count; p++)
            redirect(linker, &module->initialisers[v].patches[p].constant);
    for (uint32_t i = 0; i < module->code_count; i++) {
        ptx_call_t *call = module->code[i].call;
        if (call && call->function != PTX_NO_REGISTER)
            call->function = linker->functions[call->function];
    }
}

void link_units(parser_t *parser) {
    linker_t *linker = module_allocate(parser, sizeof *linker);
    linker->parser = parser;
    linker->functions = module_allocate(parser,
                                        (parser->module->function_count + 1) * sizeof(uint32_t));
    linker->variables = module_allocate(parser,
                                        (parser->module->variable_count + 1) * sizeof(uint32_t));
    resolve_functions(linker);
    resolve_variables(linker);
    redirect_all(linker);
}
