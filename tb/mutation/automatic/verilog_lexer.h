/* SPDX-License-Identifier: Apache-2.0 */
/* verilog_lexer.h: a Verilog file as tokens, comments and text that is not synthesised left out.
 *
 * For the mutator only: the subset of docs/contributing.md as our own RTL uses it. Text under
 * `ifndef SYNTHESIS (the named assertions, which shall find the mutants and not be mutated) and
 * directive lines yield no tokens.
 */
#ifndef SCORD_VERILOG_LEXER_H
#define SCORD_VERILOG_LEXER_H

#include <stdbool.h>
#include <stddef.h>

typedef enum verilog_token_kind {
    VERILOG_NAME,   /* identifier, keyword, system name ($clog2), with package scope (a::b) */
    VERILOG_NUMBER, /* 12, 8'hff, '0, '1 */
    VERILOG_STRING,
    VERILOG_SYMBOL, /* operator or punctuation */
    VERILOG_END     /* after the last one */
} verilog_token_kind_t;

typedef struct verilog_token {
    verilog_token_kind_t kind;
    size_t begin, end; /* byte offsets into the text */
    unsigned line;     /* from 1 */
} verilog_token_t;

typedef struct verilog_source {
    const char *path; /* borrowed */
    char *text;
    size_t size;
    verilog_token_t *tokens; /* count + 1; the last one is VERILOG_END */
    size_t count;
} verilog_source_t;

/* Reads and splits PATH. False: message says why (file cannot be read, no memory, comment or string
 * not closed). */
bool verilog_source_read(verilog_source_t *source, const char *path, char *message,
                         size_t message_size);
void verilog_source_free(verilog_source_t *source);
/* Is token INDEX spelled TEXT? */
bool verilog_is(const verilog_source_t *source, size_t index, const char *text);

#endif
