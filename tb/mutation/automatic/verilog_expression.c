/* SPDX-License-Identifier: Apache-2.0 */
/* verilog_expression.c: see verilog_expression.h. Precedence climbing, operators of IEEE 1800-2017
 * table 11-2. */
#include "tb/mutation/automatic/verilog_expression.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const verilog_source_t *source;
    size_t position;
} parser_t;

enum { PRECEDENCE_TERNARY = 0, PRECEDENCE_PRIMARY = 11 };

static expression_t *parse_ternary(parser_t *parser);

static bool is(const parser_t *parser, const char *text) {
    return verilog_is(parser->source, parser->position, text);
}

static bool take(parser_t *parser, const char *text) {
    const bool found = is(parser, text);
    if (found) parser->position++;
    return found;
}

static expression_t *make(expression_kind_t kind, size_t begin, int precedence) {
    expression_t *expression = calloc(1, sizeof *expression);
    if (expression)
        *expression = (expression_t){.kind = kind, .begin = begin, .precedence = precedence};
    return expression;
}

void expression_free(expression_t *expression) {
    while (expression) {
        expression_t *next = expression->next;
        expression_free(expression->child);
        free(expression);
        expression = next;
    }
}

static void append(expression_t *parent, expression_t *child) {
    expression_t **end = &parent->child;
    while (*end) end = &(*end)->next;
    *end = child;
}

static expression_t *refuse(expression_t *expression) {
    expression_free(expression);
    return NULL;
}

static expression_t *finish(parser_t *parser, expression_t *expression) {
    expression->end = parser->position;
    return expression;
}

/* Expressions separated by commas, up to CLOSING, which is taken. */
static bool parse_list(parser_t *parser, expression_t *parent, const char *closing) {
    if (take(parser, closing)) return true;
    do {
        expression_t *child = parse_ternary(parser);
        if (!child) return false;
        append(parent, child);
    } while (take(parser, ","));
    return take(parser, closing);
}

static bool constant_name(const verilog_source_t *source, size_t index) {
    const verilog_token_t *token = &source->tokens[index];
    const char *text = source->text + token->begin;
    const size_t length = token->end - token->begin;
    if (memchr(text, ':', length)) return true; /* package constant */
    return isupper((unsigned char)text[0]);     /* parameter */
}

/* Is the name that of a loop's index: "for (int NAME", "for (genvar NAME"? */
static bool loop_index(const verilog_source_t *source, size_t index) {
    const verilog_token_t *name = &source->tokens[index];
    for (size_t i = 0; i + 3 < source->count; i++) {
        if (!verilog_is(source, i, "for") ||
            !(verilog_is(source, i + 2, "int") || verilog_is(source, i + 2, "genvar")))
            continue;
        const verilog_token_t *loop = &source->tokens[i + 3];
        if (loop->end - loop->begin == name->end - name->begin &&
            memcmp(source->text + loop->begin, source->text + name->begin,
                   name->end - name->begin) == 0)
            return true;
    }
    return false;
}

/* Does the expression change while the device runs? Loop indices, parameters and package constants
 * do not. */
static bool varies(const verilog_source_t *source, const expression_t *expression) {
    for (size_t i = expression->begin; i < expression->end; i++) {
        const verilog_token_t *token = &source->tokens[i];
        if (token->kind == VERILOG_NAME && source->text[token->begin] != '$' &&
            !constant_name(source, i) && !loop_index(source, i))
            return true;
    }
    return false;
}

/* [index], [base +: width], [high:low]: only an index or base that varies is a child. */
static bool parse_select(parser_t *parser, expression_t *name) {
    expression_t *index = parse_ternary(parser);
    if (!index) return false;
    const bool range = is(parser, ":");
    if (take(parser, ":") || take(parser, "+:") || take(parser, "-:")) {
        expression_t *width = parse_ternary(parser);
        if (!width) {
            expression_free(index);
            return false;
        }
        expression_free(width);
    }
    if (range || !varies(parser->source, index))
        expression_free(index);
    else
        append(name, index);
    return take(parser, "]");
}

static expression_t *parse_name(parser_t *parser) {
    expression_t *name = make(EXPRESSION_NAME, parser->position++, PRECEDENCE_PRIMARY);
    if (!name) return NULL;
    for (;;) {
        if (take(parser, "(")) { /* call */
            name->kind = EXPRESSION_OTHER;
            if (!parse_list(parser, name, ")")) return refuse(name);
        } else if (take(parser, "[")) {
            if (!parse_select(parser, name)) return refuse(name);
        } else if (take(parser, ".")) {
            parser->position++;
        } else {
            return finish(parser, name);
        }
    }
}

/* {a, b} or {N{a}}: N is a constant. */
static expression_t *parse_braces(parser_t *parser) {
    expression_t *braces = make(EXPRESSION_OTHER, parser->position++, PRECEDENCE_PRIMARY);
    expression_t *first = braces ? parse_ternary(parser) : NULL;
    if (!first) return refuse(braces);
    if (take(parser, "{")) {
        expression_free(first);
        if (!parse_list(parser, braces, "}") || !take(parser, "}")) return refuse(braces);
        return finish(parser, braces);
    }
    append(braces, first);
    if (take(parser, ",") ? !parse_list(parser, braces, "}") : !take(parser, "}"))
        return refuse(braces);
    return finish(parser, braces);
}

static expression_t *parse_parentheses(parser_t *parser) {
    expression_t *parentheses = make(EXPRESSION_PARENTHESES, parser->position++,
                                     PRECEDENCE_PRIMARY);
    expression_t *inner = parentheses ? parse_ternary(parser) : NULL;
    if (!inner) return refuse(parentheses);
    parentheses->child = inner;
    if (!take(parser, ")")) return refuse(parentheses);
    return finish(parser, parentheses);
}

/* SIZE'(expression): the size, just parsed, is a constant. */
static expression_t *parse_cast(parser_t *parser, expression_t *size) {
    while (size && is(parser, "'")) {
        expression_t *cast = make(EXPRESSION_OTHER, size->begin, PRECEDENCE_PRIMARY);
        expression_free(size);
        parser->position++;
        if (!cast || !take(parser, "(") || !parse_list(parser, cast, ")")) return refuse(cast);
        size = finish(parser, cast);
    }
    return size;
}

static expression_t *parse_primary(parser_t *parser) {
    const verilog_token_t *token = &parser->source->tokens[parser->position];
    expression_t *primary = NULL;
    if (is(parser, "("))
        primary = parse_parentheses(parser);
    else if (is(parser, "{"))
        primary = parse_braces(parser);
    else if (token->kind == VERILOG_NAME)
        primary = parse_name(parser);
    else if (token->kind == VERILOG_NUMBER) {
        primary = make(EXPRESSION_LITERAL, parser->position++, PRECEDENCE_PRIMARY);
        if (primary) finish(parser, primary);
    }
    return parse_cast(parser, primary);
}

static expression_t *parse_unary(parser_t *parser) {
    static const char *const operators[] = {"!", "~", "&", "|", "^", "~&", "~|", "~^", "-", "+"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!is(parser, operators[i])) continue;
        expression_t *unary = make(EXPRESSION_UNARY, parser->position, PRECEDENCE_PRIMARY);
        if (!unary) return NULL;
        unary->operator_at = parser->position++;
        unary->child = parse_unary(parser);
        return unary->child ? finish(parser, unary) : refuse(unary);
    }
    return parse_primary(parser);
}

static int precedence_at(const parser_t *parser) {
    static const struct {
        const char *text;
        int precedence;
    } operators[] = {{"||", 1}, {"&&", 2}, {"|", 3},   {"^", 4},   {"~^", 4},  {"&", 5},
                     {"==", 6}, {"!=", 6}, {"===", 6}, {"!==", 6}, {"<", 7},   {"<=", 7},
                     {">", 7},  {">=", 7}, {"<<", 8},  {">>", 8},  {"<<<", 8}, {">>>", 8},
                     {"+", 9},  {"-", 9},  {"*", 10},  {"/", 10},  {"%", 10}};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (is(parser, operators[i].text)) return operators[i].precedence;
    return -1;
}

static expression_t *parse_binary(parser_t *parser, int least) {
    expression_t *left = parse_unary(parser);
    int precedence;
    while (left && (precedence = precedence_at(parser)) >= least) {
        expression_t *binary = make(EXPRESSION_BINARY, left->begin, precedence);
        if (!binary) return refuse(left);
        binary->operator_at = parser->position++;
        binary->child = left;
        left->next = parse_binary(parser, precedence + 1);
        if (!left->next) return refuse(binary);
        left = finish(parser, binary);
    }
    return left;
}

static expression_t *parse_ternary(parser_t *parser) {
    expression_t *condition = parse_binary(parser, 1);
    if (!condition || !is(parser, "?")) return condition;
    expression_t *ternary = make(EXPRESSION_TERNARY, condition->begin, PRECEDENCE_TERNARY);
    if (!ternary) return refuse(condition);
    ternary->child = condition;
    parser->position++;
    condition->next = parse_ternary(parser);
    if (!condition->next || !take(parser, ":")) return refuse(ternary);
    condition->next->next = parse_ternary(parser);
    return condition->next->next ? finish(parser, ternary) : refuse(ternary);
}

expression_t *expression_parse(const verilog_source_t *source, size_t *position) {
    parser_t parser = {source, *position};
    expression_t *expression = parse_ternary(&parser);
    if (expression) *position = parser.position;
    return expression;
}
