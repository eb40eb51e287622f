/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_operators.c: see mutation_operators.h.
 *
 * The set is that of the mutation testing literature (relational, logical, arithmetic, shift and
 * bitwise operator replacement, operand deletion, condition stuck, constant replacement, negation),
 * without the changes that another one of the same place implies (a condition that is negated fails
 * wherever it is stuck at both values).
 */
#include "tb/mutation/automatic/mutation_operators.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 4096 };

typedef struct operators {
    const verilog_source_t *source;
    mutation_receiver_t *receiver;
    void *context;
} operators_t;

static bool operator_is(const operators_t *operators, const expression_t *expression,
                        const char *text) {
    return (expression->kind == EXPRESSION_BINARY || expression->kind == EXPRESSION_UNARY) &&
           verilog_is(operators->source, expression->operator_at, text);
}

static void text_of(const operators_t *operators, const expression_t *expression, char *text) {
    const verilog_token_t *tokens = operators->source->tokens;
    const size_t begin = tokens[expression->begin].begin, end = tokens[expression->end - 1].end;
    snprintf(text, TEXT_SIZE, "%.*s", (int)(end - begin), operators->source->text + begin);
}

static void show(const operators_t *operators, const expression_t *expression,
                 const char *operation, const char *replacement) {
    operators->receiver(operators->context, operation, expression->begin, expression->end,
                        replacement);
}

static void show_as(const operators_t *operators, const expression_t *expression,
                    const char *operation, const expression_t *instead) {
    char text[TEXT_SIZE];
    text_of(operators, instead, text);
    show(operators, expression, operation, text);
}

/* An operand as text, in parentheses where the new operator would bind into it. */
static void operand(const operators_t *operators, const expression_t *expression, int precedence,
                    char *text) {
    char inner[TEXT_SIZE];
    text_of(operators, expression, inner);
    snprintf(text, TEXT_SIZE, expression->precedence <= precedence ? "(%s)" : "%s", inner);
}

static void show_operator(const operators_t *operators, const expression_t *binary,
                          const char *operation, const char *with) {
    char left[TEXT_SIZE], right[TEXT_SIZE], text[3 * TEXT_SIZE];
    operand(operators, binary->child, 8, left);
    operand(operators, binary->child->next, 8, right);
    snprintf(text, sizeof text, "%s %s %s", left, with, right);
    show(operators, binary, operation, text);
}

/* ---- binary operators ---- */

static const struct {
    const char *from, *operation, *to[3];
} replacements[] = {
    {"&&", "logical", {"||"}},         {"||", "logical", {"&&"}},
    {"==", "relational", {"!="}},      {"!=", "relational", {"=="}},
    {"<", "relational", {"<=", ">="}}, {"<=", "relational", {"<", ">"}},
    {">", "relational", {">=", "<="}}, {">=", "relational", {">", "<"}},
    {"+", "arithmetic", {"-"}},        {"-", "arithmetic", {"+"}},
    {"<<", "shift", {">>"}},           {">>", "shift", {"<<"}},
    {"&", "bitwise", {"|"}},           {"|", "bitwise", {"&"}},
    {"^", "bitwise", {"|"}},
};

static bool leaf(const expression_t *expression) { return expression->kind == EXPRESSION_NAME; }

static void negate_operand(const operators_t *operators, const expression_t *expression) {
    char text[TEXT_SIZE], negated[TEXT_SIZE + 8];
    if (!leaf(expression)) return;
    text_of(operators, expression, text);
    snprintf(negated, sizeof negated, "!%s", text);
    show(operators, expression, "negation", negated);
}

static void mutate_binary(const operators_t *operators, const expression_t *binary) {
    static const char *const both[] = {"&&", "||", "&", "|", "^"}, *const left_only[] = {
                                                                       "+", "-", "<<", ">>"};
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
        if (!operator_is(operators, binary, replacements[i].from)) continue;
        for (size_t k = 0; k < 3 && replacements[i].to[k]; k++)
            show_operator(operators, binary, replacements[i].operation, replacements[i].to[k]);
    }
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        if (!operator_is(operators, binary, both[i])) continue;
        show_as(operators, binary, "operand", binary->child);
        show_as(operators, binary, "operand", binary->child->next);
    }
    for (size_t i = 0; i < sizeof left_only / sizeof *left_only; i++)
        if (operator_is(operators, binary, left_only[i]))
            show_as(operators, binary, "operand", binary->child);
}

/* ---- others ---- */

static void mutate_unary(const operators_t *operators, const expression_t *unary) {
    char inner[TEXT_SIZE], text[TEXT_SIZE + 8];
    if (operator_is(operators, unary, "!") || operator_is(operators, unary, "~")) {
        show_as(operators, unary, "negation", unary->child);
    } else if (operator_is(operators, unary, "&") || operator_is(operators, unary, "|")) {
        text_of(operators, unary->child, inner);
        snprintf(text, sizeof text, "%s%s", operator_is(operators, unary, "&") ? "|" : "&", inner);
        show(operators, unary, "reduction", text);
    }
}

/* 0 ↔ 1; another decimal number n: n + 1. Sized numbers keep their size. */
static void mutate_literal(const operators_t *operators, const expression_t *literal) {
    char text[TEXT_SIZE], changed[TEXT_SIZE + 32];
    text_of(operators, literal, text);
    char *quote = strchr(text, '\'');
    char *digits = quote ? quote + 1 : text;
    if (quote && isalpha((unsigned char)*digits)) digits++;
    const bool decimal = !quote || quote[1] == 'd';
    const unsigned long value = strtoul(digits, NULL, 10);
    if (strcmp(digits, "0") == 0 || strcmp(digits, "1") == 0)
        snprintf(changed, sizeof changed, "%.*s%c", (int)(digits - text), text,
                 *digits == '0' ? '1' : '0');
    else if (decimal)
        snprintf(changed, sizeof changed, "%.*s%lu", (int)(digits - text), text, value + 1);
    else
        return;
    show(operators, literal, "constant", changed);
}

/* A parameter or package constant that stands as a value: its lowest bit flipped. */
static void mutate_constant(const operators_t *operators, const expression_t *name) {
    char text[TEXT_SIZE], changed[TEXT_SIZE + 32];
    text_of(operators, name, text);
    const bool constant = isupper((unsigned char)text[0]) || strstr(text, "::");
    if (!constant || name->end - name->begin > 1) return;
    snprintf(changed, sizeof changed, "(%s ^ 1'b1)", text);
    show(operators, name, "constant", changed);
}

static bool computes(const operators_t *operators, const expression_t *expression) {
    static const char *const arithmetic[] = {"+", "-", "*", "/", "%", "<<", ">>"};
    for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++)
        if (expression->kind == EXPRESSION_BINARY &&
            operator_is(operators, expression, arithmetic[i]))
            return true;
    return false;
}

static void mutate(const operators_t *operators, const expression_t *expression,
                   const expression_t *parent) {
    switch (expression->kind) {
    case EXPRESSION_BINARY: mutate_binary(operators, expression); break;
    case EXPRESSION_UNARY: mutate_unary(operators, expression); break;
    case EXPRESSION_TERNARY:
        show_as(operators, expression, "choice", expression->child->next);
        show_as(operators, expression, "choice", expression->child->next->next);
        break;
    case EXPRESSION_LITERAL: mutate_literal(operators, expression); break;
    case EXPRESSION_NAME:
        if (!parent || !computes(operators, parent)) mutate_constant(operators, expression);
        break;
    case EXPRESSION_PARENTHESES:
    case EXPRESSION_OTHER: break;
    }
    const bool logical = operator_is(operators, expression, "&&") ||
                         operator_is(operators, expression, "||");
    for (const expression_t *child = expression->child; child; child = child->next) {
        if (expression->kind == EXPRESSION_BINARY && logical) negate_operand(operators, child);
        mutate(operators, child, expression);
    }
}

/* What the whole expression is for. */
static void mutate_root(const operators_t *operators, const expression_t *expression,
                        verilog_place_t place) {
    if (place == VERILOG_CONDITION) {
        show(operators, expression, "condition", "1'b1");
        show(operators, expression, "condition", "1'b0");
    } else if (leaf(expression) && (place == VERILOG_CONTINUOUS || place == VERILOG_PORT)) {
        show(operators, expression, "stuck", "'0");
        show(operators, expression, "stuck", "'1");
    }
}

void mutation_of_expression(const verilog_source_t *source, const expression_t *expression,
                            verilog_place_t place, mutation_receiver_t *receiver, void *context) {
    const operators_t operators = {source, receiver, context};
    mutate_root(&operators, expression, place);
    mutate(&operators, expression, NULL);
}
