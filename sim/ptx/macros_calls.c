/* SPDX-License-Identifier: Apache-2.0 */
/* macros_calls.c: functions with parameters and a result in registers, and calls that pass
 * registers and constants:
 *
 *     .func (.reg .b32 r) f (.reg .b32 a) { … ret; }      call (%r1), f, (%r2);
 *
 * The parameters lie in memory as those that are .param. A function loads them into its registers
 * first, and stores the result where it returns; a call stores what it passes, and loads the
 * result. Reference: PTX ISA 9.0, "Function Declarations and Definitions", ".func", "call".
 */
#include "sim/ptx/macro.h"

#include <stdio.h>

static const char *type_of(const ptx_parameter_t *parameter) {
    if (parameter->in_register) return parameter->in_register;
    switch (parameter->size) {
    case 1: return "b8";
    case 2: return "b16";
    case 4: return "b32";
    case 8: return "b64";
    default: return NULL;
    }
}

void macro_load_parameters(parser_t *parser) {
    const ptx_function_t *function = parser->function;
    char text[512];
    for (uint32_t i = 0; i <= function->parameter_count; i++) { /* the last: the result */
        const bool is_result = i == function->parameter_count;
        const ptx_parameter_t *parameter = is_result ? &function->result : &function->parameters[i];
        if (!parameter->size || !parameter->in_register) continue;
        const char *type = parameter->in_register, *name = parameter->name;
        const bool bytes = type[1] == '8';
        int length = snprintf(text, sizeof text, ".reg .%s %s;", bytes ? "b16" : type, name);
        if (!is_result && length < (int)sizeof text)
            length += snprintf(text + length, sizeof text - (size_t)length,
                               "ld.param.%s %s, [%%scord_p%u];", type, name, parameter->offset);
        if (length >= (int)sizeof text) parser_fail(parser, "`%s` is too long a name", name);
        parse_text(parser, module_string(parser, text, (size_t)length), (size_t)length);
        function = parser->function;
    }
}

void macro_store_result(parser_t *parser) {
    const ptx_parameter_t *result = &parser->function->result;
    char text[512];
    if (!result->size || !result->in_register) return;
    const int length = snprintf(text, sizeof text, "st.param.%s [%%scord_p%u], %s;",
                                result->in_register, result->offset, result->name);
    if (length >= (int)sizeof text) parser_fail(parser, "`%s` is too long a name", result->name);
    parse_text(parser, module_string(parser, text, (size_t)length), (size_t)length);
}

bool macro_is_return(const macro_t *macro) {
    const ptx_parameter_t *result = &macro->parser->function->result;
    return result->size > 0 && result->in_register;
}
void macro_return(macro_t *macro) {
    const ptx_parameter_t *result = &macro->parser->function->result;
    GUARDED(macro);
    macro_put(macro, "st.param.%s [%%scord_p%u], %s;", result->in_register, result->offset,
              result->name);
    GUARDED(macro);
    macro_put(macro, "ret;");
}

/* ---- calls: {(result),} function {, (arguments)} ---- */

static bool is_list(text_part_t part) { return part.length >= 2 && part.text[0] == '('; }

static uint32_t list(const macro_t *macro, text_part_t from, text_part_t *parts) {
    uint32_t count = 0;
    const text_part_t within = macro_trimmed(from.text + 1, from.text + from.length - 1);
    macro_split(macro, within.text, within.text + within.length, parts, ELEMENTS_MOST, &count);
    return count;
}

static bool is_parameter(const macro_t *macro, text_part_t part) {
    const symbol_t *symbol = find_symbol(macro->parser, part.text, part.length);
    return symbol && symbol->kind == SYMBOL_PARAMETER;
}

static const symbol_t *callee_of(const macro_t *macro) { /* NULL: none that has a name */
    const uint32_t at = macro->operands > 0 && is_list(macro->operand[0]) ? 1 : 0;
    if (at >= macro->operands) return NULL;
    const text_part_t name = macro->operand[at];
    const symbol_t *symbol = find_symbol(macro->parser, name.text, name.length);
    return symbol && symbol->kind == SYMBOL_FUNCTION ? symbol : NULL;
}

/* One that passes something else than .param variables, to a function that is named. */
bool macro_is_call(const macro_t *macro) {
    if (!callee_of(macro)) return false;
    for (uint32_t i = 0; i < macro->operands; i++) {
        text_part_t parts[ELEMENTS_MOST];
        if (!is_list(macro->operand[i])) continue;
        const char *from = macro->operand[i].text, *end = from + macro->operand[i].length;
        uint32_t commas = 0;
        for (const char *at = from; at < end; at++) commas += *at == ',';
        if (commas >= ELEMENTS_MOST) return false;
        const uint32_t count = list(macro, macro->operand[i], parts);
        for (uint32_t p = 0; p < count; p++)
            if (!is_parameter(macro, parts[p])) return true;
    }
    return false;
}

void macro_call(macro_t *macro) {
    const uint32_t at = macro->operands > 0 && is_list(macro->operand[0]) ? 1 : 0;
    const ptx_function_t callee = macro->parser->module->functions[callee_of(macro)->index];
    text_part_t passed[ELEMENTS_MOST], results[ELEMENTS_MOST];
    const uint32_t count = at + 1 < macro->operands && is_list(macro->operand[at + 1])
                               ? list(macro, macro->operand[at + 1], passed)
                               : 0;
    const bool has_result = at == 1 && list(macro, macro->operand[0], results) == 1;
    const bool moves_result = has_result && !is_parameter(macro, results[0]);
    if (count != callee.parameter_count)
        macro_refuse(macro, "does not fit the parameters of its function");
    macro_put(macro, "{");
    for (uint32_t i = 0; i < count; i++) {
        if (is_parameter(macro, passed[i])) continue;
        const char *type = type_of(&callee.parameters[i]);
        if (!type) macro_refuse(macro, "passes a register or a constant for an array");
        macro_put(macro, ".param .%s %%scord_a%u; st.param.%s [%%scord_a%u], %.*s;", type, i, type,
                  i, PART(passed[i]));
    }
    const char *type = moves_result ? type_of(&callee.result) : NULL;
    if (moves_result && !type) macro_refuse(macro, "has no result that fits a register");
    if (type) macro_put(macro, ".param .%s %%scord_r;", type);
    GUARDED(macro);
    macro_put(macro, "call%s ", macro_has(macro, "uni") ? ".uni" : "");
    if (type)
        macro_put(macro, "(%%scord_r), ");
    else if (has_result)
        macro_put(macro, "(%.*s), ", PART(results[0]));
    macro_put(macro, "%.*s, (", PART(macro->operand[at]));
    for (uint32_t i = 0; i < count; i++)
        if (is_parameter(macro, passed[i]))
            macro_put(macro, "%s%.*s", i ? ", " : "", PART(passed[i]));
        else
            macro_put(macro, "%s%%scord_a%u", i ? ", " : "", i);
    macro_put(macro, ");");
    if (type) {
        GUARDED(macro);
        macro_put(macro, "ld.param.%s %.*s, [%%scord_r];", type, PART(results[0]));
    }
    macro_put(macro, "}");
}
