/* SPDX-License-Identifier: Apache-2.0 */
/* verilog_lexer.c: see verilog_lexer.h. */
#include "tb/mutation/automatic/verilog_lexer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lexer {
    verilog_source_t *source;
    size_t position, capacity;
    unsigned line;
    unsigned depth; /* of `if… that are open inside text left out, that text's own included; 0: not
                       inside */
    const char *failure; /* NULL: none */
} lexer_t;

static char at(const lexer_t *lexer, size_t ahead) {
    const size_t position = lexer->position + ahead;
    return position < lexer->source->size ? lexer->source->text[position] : '\0';
}

static bool name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void advance(lexer_t *lexer, size_t count) {
    for (; count > 0 && lexer->position < lexer->source->size; count--)
        if (lexer->source->text[lexer->position++] == '\n') lexer->line++;
}

static void skip_line(lexer_t *lexer) {
    while (at(lexer, 0) != '\0' && at(lexer, 0) != '\n') advance(lexer, 1);
}

static void skip_comment(lexer_t *lexer) {
    const char *end = strstr(lexer->source->text + lexer->position, "*/");
    if (!end) lexer->failure = "comment not closed";
    advance(lexer, end ? (size_t)(end + 2 - (lexer->source->text + lexer->position))
                       : lexer->source->size);
}

static bool directive_is(const lexer_t *lexer, const char *name) {
    return strncmp(lexer->source->text + lexer->position, name, strlen(name)) == 0 &&
           !name_char(at(lexer, strlen(name)));
}

/* Text under `ifndef SYNTHESIS is left out, with all conditions inside it. */
static void directive(lexer_t *lexer) {
    const bool opens = directive_is(lexer, "`ifdef") || directive_is(lexer, "`ifndef");
    if (lexer->depth > 0) {
        if (opens)
            lexer->depth++;
        else if (directive_is(lexer, "`endif"))
            lexer->depth--;
    } else if (directive_is(lexer, "`ifndef") &&
               strncmp(lexer->source->text + lexer->position, "`ifndef SYNTHESIS",
                       strlen("`ifndef SYNTHESIS")) == 0) {
        lexer->depth = 1;
    }
    skip_line(lexer);
}

static size_t name_length(const lexer_t *lexer) {
    size_t length = 0;
    while (name_char(at(lexer, length)) ||
           (length && at(lexer, length) == ':' && at(lexer, length + 1) == ':' &&
            name_char(at(lexer, length + 2)))) {
        length += at(lexer, length) == ':' ? 2 : 1;
    }
    return length;
}

/* Digits, and a base with its digits: 12, 8'hff. A cast's size ("8'(") is a number alone. */
static size_t number_length(const lexer_t *lexer) {
    size_t length = 0;
    while (name_char(at(lexer, length))) length++;
    if (at(lexer, length) == '\'' && name_char(at(lexer, length + 1))) {
        length++;
        while (name_char(at(lexer, length))) length++;
    }
    return length;
}

static size_t string_length(lexer_t *lexer) {
    size_t length = 1;
    while (at(lexer, length) != '"' && at(lexer, length) != '\0')
        length += at(lexer, length) == '\\' ? 2 : 1;
    if (at(lexer, length) == '\0') lexer->failure = "string not closed";
    return length + 1;
}

static size_t symbol_length(const lexer_t *lexer) {
    static const char *const symbols[] = {"<<<", ">>>", "===", "!==", "&&", "||", "==", "!=", "<=",
                                          ">=",  "<<",  ">>",  "+:",  "-:", "~&", "~|", "~^", "^~",
                                          "++",  "--",  "+=",  "-=",  "&=", "|=", "^=", "::"};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strncmp(lexer->source->text + lexer->position, symbols[i], strlen(symbols[i])) == 0)
            return strlen(symbols[i]);
    return 1;
}

static void add(lexer_t *lexer, verilog_token_kind_t kind, size_t length) {
    verilog_source_t *source = lexer->source;
    if (source->count == lexer->capacity) {
        lexer->capacity = lexer->capacity ? 2 * lexer->capacity : 1024;
        verilog_token_t *tokens = realloc(source->tokens, lexer->capacity * sizeof *tokens);
        if (!tokens) {
            lexer->failure = "no memory";
            lexer->position = source->size;
            return;
        }
        source->tokens = tokens;
    }
    const size_t end = lexer->position + length < source->size ? lexer->position + length
                                                               : source->size;
    if (lexer->depth == 0)
        source->tokens[source->count++] = (verilog_token_t){kind, lexer->position, end,
                                                            lexer->line};
    advance(lexer, length);
}

static void next(lexer_t *lexer) {
    const char c = at(lexer, 0), following = at(lexer, 1);
    if (isspace((unsigned char)c))
        advance(lexer, 1);
    else if (c == '/' && following == '/')
        skip_line(lexer);
    else if (c == '/' && following == '*')
        skip_comment(lexer);
    else if (c == '`')
        directive(lexer);
    else if (c == '"')
        add(lexer, VERILOG_STRING, string_length(lexer));
    else if (isdigit((unsigned char)c))
        add(lexer, VERILOG_NUMBER, number_length(lexer));
    else if (c == '\'' && (following == '0' || following == '1'))
        add(lexer, VERILOG_NUMBER, 2);
    else if (name_char(c))
        add(lexer, VERILOG_NAME, name_length(lexer));
    else
        add(lexer, VERILOG_SYMBOL, symbol_length(lexer));
}

static bool read_text(verilog_source_t *source, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    bool good = fseek(file, 0, SEEK_END) == 0;
    const long size = good ? ftell(file) : -1;
    good = good && size >= 0 && fseek(file, 0, SEEK_SET) == 0;
    source->text = good ? malloc((size_t)size + 1) : NULL;
    good = source->text && fread(source->text, 1, (size_t)size, file) == (size_t)size;
    if (good) {
        source->size = (size_t)size;
        source->text[size] = '\0';
    }
    fclose(file);
    return good;
}

bool verilog_source_read(verilog_source_t *source, const char *path, char *message,
                         size_t message_size) {
    *source = (verilog_source_t){.path = path};
    if (!read_text(source, path)) {
        snprintf(message, message_size, "%s: cannot be read", path);
        return false;
    }
    lexer_t lexer = {.source = source, .line = 1};
    while (!lexer.failure && lexer.position < source->size) next(&lexer);
    lexer.depth = 0;
    if (!lexer.failure) add(&lexer, VERILOG_END, 0);
    if (lexer.failure) {
        snprintf(message, message_size, "%s:%u: %s", path, lexer.line, lexer.failure);
        return false;
    }
    source->count--;
    return true;
}

void verilog_source_free(verilog_source_t *source) {
    free(source->text);
    free(source->tokens);
    *source = (verilog_source_t){0};
}

bool verilog_is(const verilog_source_t *source, size_t index, const char *text) {
    if (index >= source->count) return false;
    const verilog_token_t *token = &source->tokens[index];
    const size_t length = strlen(text);
    return token->end - token->begin == length &&
           memcmp(source->text + token->begin, text, length) == 0;
}
