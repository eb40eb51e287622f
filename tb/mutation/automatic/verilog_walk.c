/* SPDX-License-Identifier: Apache-2.0 */
/* verilog_walk.c: see verilog_walk.h. Module items and statements by recursive descent. Generate
 * conditions, loop headers, declarations and parameters are elaborated once and so are no place for
 * a mutant. */
#include "tb/mutation/automatic/verilog_walk.h"

#include <stdio.h>
#include <string.h>

typedef struct walker {
    const verilog_source_t *source;
    const verilog_visitor_t *visitor;
    size_t position;
    char module[64];
} walker_t;

static void walk_statement(walker_t *walker);
static void walk_items(walker_t *walker, const char *closing);

static bool is(const walker_t *walker, const char *text) {
    return verilog_is(walker->source, walker->position, text);
}
static bool over(const walker_t *walker) { return walker->position >= walker->source->count; }

static bool take(walker_t *walker, const char *text) {
    const bool found = is(walker, text);
    if (found) walker->position++;
    return found;
}

static bool is_one_of(const walker_t *walker, const char *const *words) {
    for (; *words; words++)
        if (is(walker, *words)) return true;
    return false;
}

static bool opens(const walker_t *walker) {
    return is(walker, "(") || is(walker, "[") || is(walker, "{");
}
static bool closes(const walker_t *walker) {
    return is(walker, ")") || is(walker, "]") || is(walker, "}");
}

/* From an opening bracket to behind its closing one. */
static void skip_brackets(walker_t *walker) {
    unsigned depth = 0;
    do {
        if (opens(walker))
            depth++;
        else if (closes(walker))
            depth--;
        walker->position++;
    } while (depth > 0 && !over(walker));
}

static void skip_to_semicolon(walker_t *walker) {
    while (!over(walker) && !take(walker, ";")) {
        if (opens(walker))
            skip_brackets(walker);
        else
            walker->position++;
    }
}

static void not_understood(walker_t *walker) {
    walker->visitor->skipped(walker->visitor->context, walker->position);
    skip_to_semicolon(walker);
}

/* Parses an expression that CLOSING follows (taken) and shows it. False: it is not one. */
static bool walk_expression(walker_t *walker, verilog_place_t place, const char *closing) {
    expression_t *expression = expression_parse(walker->source, &walker->position);
    const bool good = expression && take(walker, closing);
    if (good)
        walker->visitor->expression(walker->visitor->context, expression, place, walker->module);
    expression_free(expression);
    return good;
}

/* ---- statements ---- */

static void walk_label(walker_t *walker) {
    if (take(walker, ":")) walker->position++;
}

static void walk_block(walker_t *walker) {
    walk_label(walker);
    while (!over(walker) && !take(walker, "end")) walk_statement(walker);
}

static void walk_if(walker_t *walker) {
    if (!take(walker, "(") || !walk_expression(walker, VERILOG_CONDITION, ")")) {
        not_understood(walker);
        return;
    }
    walk_statement(walker);
    if (take(walker, "else")) walk_statement(walker);
}

static void walk_case(walker_t *walker) {
    if (!take(walker, "(") || !walk_expression(walker, VERILOG_SELECTOR, ")")) {
        not_understood(walker);
        return;
    }
    while (!over(walker) && !take(walker, "endcase")) {
        while (!over(walker) && !take(walker, ":")) { /* labels */
            if (opens(walker))
                skip_brackets(walker);
            else
                walker->position++;
        }
        walk_statement(walker);
    }
}

/* The left side of an assignment, up to its operator. */
static bool skip_left_side(walker_t *walker) {
    if (is(walker, "{")) {
        skip_brackets(walker);
        return true;
    }
    if (walker->source->tokens[walker->position].kind != VERILOG_NAME) return false;
    walker->position++;
    for (;;) {
        if (is(walker, "["))
            skip_brackets(walker);
        else if (take(walker, "."))
            walker->position++;
        else
            return true;
    }
}

static void walk_assignment(walker_t *walker) {
    static const char *const operators[] = {"=", "<=", "+=", "-=", "|=", "&=", "^=", NULL};
    const size_t begin = walker->position;
    if (!skip_left_side(walker) || !is_one_of(walker, operators)) {
        not_understood(walker);
        return;
    }
    /* the assignment comes before the expression inside it: outer mutants first */
    const size_t right = ++walker->position;
    skip_to_semicolon(walker);
    walker->visitor->assignment(walker->visitor->context, begin, walker->position, walker->module);
    walker->position = right;
    if (!walk_expression(walker, VERILOG_PROCEDURAL, ";")) not_understood(walker);
}

static void walk_statement(walker_t *walker) {
    static const char *const declarations[] = {"logic",   "int", "automatic", "localparam",
                                               "integer", "reg", NULL};
    static const char *const cases[] = {"case", "casez", NULL};
    if (over(walker)) return;
    if (take(walker, "begin"))
        walk_block(walker);
    else if (take(walker, "if"))
        walk_if(walker);
    else if (take(walker, "unique"))
        walk_statement(walker);
    else if (is_one_of(walker, cases)) {
        walker->position++;
        walk_case(walker);
    } else if (take(walker, "for")) {
        skip_brackets(walker);
        walk_statement(walker);
    } else if (take(walker, ";")) {
    } else if (is_one_of(walker, declarations) ||
               walker->source->text[walker->source->tokens[walker->position].begin] == '$') {
        skip_to_semicolon(walker);
    } else {
        walk_assignment(walker);
    }
}

/* ---- module items ---- */

static bool mutable_port(const walker_t *walker) {
    const verilog_token_t *token = &walker->source->tokens[walker->position];
    const char *name = walker->source->text + token->begin;
    const size_t length = token->end - token->begin;
    return length > 2 && memcmp(name + length - 2, "_i", 2) == 0 && !is(walker, "clk_i");
}

static void walk_connection(walker_t *walker) {
    const bool input = mutable_port(walker);
    walker->position++;
    if (!is(walker, "(")) return; /* .name */
    if (!input) {
        skip_brackets(walker);
        return;
    }
    walker->position++;
    if (!walk_expression(walker, VERILOG_PORT, ")")) not_understood(walker);
}

/* MODULE #(parameters) NAME (connections); the position is behind MODULE. */
static void walk_instance(walker_t *walker) {
    if (take(walker, "#")) skip_brackets(walker);
    walker->position++;
    if (!take(walker, "(")) {
        not_understood(walker);
        return;
    }
    while (!over(walker) && !take(walker, ")")) {
        if (take(walker, "."))
            walk_connection(walker);
        else
            walker->position++; /* comma */
    }
    take(walker, ";");
}

/* TYPE name, … ; or an instance: a name that "#" or "NAME (" follows. */
static void walk_named(walker_t *walker) {
    const size_t next = walker->position + 1;
    const bool instance = verilog_is(walker->source, next, "#") ||
                          verilog_is(walker->source, next + 1, "(");
    if (!instance) {
        skip_to_semicolon(walker);
        return;
    }
    walker->position++;
    walk_instance(walker);
}

static void walk_continuous(walker_t *walker) {
    if (!skip_left_side(walker) || !take(walker, "=") ||
        !walk_expression(walker, VERILOG_CONTINUOUS, ";"))
        not_understood(walker);
}

static void walk_generate_branch(walker_t *walker) {
    if (take(walker, "begin")) {
        walk_label(walker);
        walk_items(walker, "end");
    } else if (take(walker, "if")) {
        skip_brackets(walker);
        walk_generate_branch(walker);
        if (take(walker, "else")) walk_generate_branch(walker);
    } else {
        walk_items(walker, NULL);
    }
}

static void walk_function(walker_t *walker) {
    skip_to_semicolon(walker);
    while (!over(walker) && !take(walker, "endfunction")) walk_statement(walker);
}

static void walk_item(walker_t *walker) {
    static const char *const declarations[] = {
        "logic",   "wire",   "reg",    "int",   "integer", "localparam", "parameter",
        "typedef", "genvar", "import", "input", "output",  NULL};
    static const char *const processes[] = {"always_ff", "always", NULL};
    static const char *const branches[] = {"if", "begin", NULL};
    if (is_one_of(walker, declarations))
        skip_to_semicolon(walker);
    else if (take(walker, "assign"))
        walk_continuous(walker);
    else if (take(walker, "always_comb"))
        walk_statement(walker);
    else if (is_one_of(walker, processes)) {
        walker->position += 2; /* always_ff @ */
        skip_brackets(walker);
        walk_statement(walker);
    } else if (take(walker, "function"))
        walk_function(walker);
    else if (take(walker, "for")) {
        skip_brackets(walker);
        walk_generate_branch(walker);
    } else if (is_one_of(walker, branches))
        walk_generate_branch(walker);
    else if (take(walker, "initial"))
        skip_to_semicolon(walker);
    else if (take(walker, ";") || take(walker, "generate") || take(walker, "endgenerate")) {
    } else if (walker->source->tokens[walker->position].kind == VERILOG_NAME)
        walk_named(walker);
    else
        not_understood(walker);
}

/* Items up to the word CLOSING, which is taken; NULL: one item. */
static void walk_items(walker_t *walker, const char *closing) {
    if (!closing) {
        if (!over(walker)) walk_item(walker);
        return;
    }
    while (!over(walker) && !take(walker, closing)) walk_item(walker);
    if (strcmp(closing, "end") == 0 && take(walker, "else")) walk_generate_branch(walker);
}

static void walk_module(walker_t *walker) {
    const verilog_token_t *name = &walker->source->tokens[walker->position];
    snprintf(walker->module, sizeof walker->module, "%.*s", (int)(name->end - name->begin),
             walker->source->text + name->begin);
    skip_to_semicolon(walker); /* header */
    walk_items(walker, "endmodule");
}

void verilog_walk(const verilog_source_t *source, const verilog_visitor_t *visitor) {
    walker_t walker = {.source = source, .visitor = visitor};
    while (!over(&walker)) {
        if (take(&walker, "module"))
            walk_module(&walker);
        else
            walker.position++;
    }
}
