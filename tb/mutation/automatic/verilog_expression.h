/* SPDX-License-Identifier: Apache-2.0 */
/* verilog_expression.h: a Verilog expression as a tree over its tokens. */
#ifndef SCORD_VERILOG_EXPRESSION_H
#define SCORD_VERILOG_EXPRESSION_H

#include "tb/mutation/automatic/verilog_lexer.h"

typedef enum expression_kind {
    EXPRESSION_LITERAL,
    EXPRESSION_NAME,   /* with its members and selects; children: the indices that are not constants
                        */
    EXPRESSION_UNARY,  /* operator token, one child */
    EXPRESSION_BINARY, /* operator token, two children */
    EXPRESSION_TERNARY,     /* condition, value when true, value when false */
    EXPRESSION_PARENTHESES, /* one child */
    EXPRESSION_OTHER /* cast, call, concatenation, replication: children are the expressions inside
                      */
} expression_kind_t;

typedef struct expression {
    expression_kind_t kind;
    size_t begin, end;               /* tokens [begin, end) */
    size_t operator_at;              /* token of the operator: unary, binary */
    int precedence;                  /* binary: 1 (||) .. 10 (*), ternary 0, others 11 */
    struct expression *child, *next; /* first child, next sibling */
} expression_t;

/* Parses from token *position on, which moves behind it. NULL: not an expression (or no memory). */
expression_t *expression_parse(const verilog_source_t *source, size_t *position);
void expression_free(expression_t *expression);

#endif
