/* SPDX-License-Identifier: Apache-2.0 */
/* lexer.c: PTX text to tokens, and the one place where a parse fails.
 *
 *     ld.global.u32 %r1, [%rd1+4];
 *     NAME ld · DOT global · DOT u32 · NAME %r1 · , · [ · NAME %rd1 · + · INTEGER 4 · ] · ;
 *
 * An opcode with modifiers is a NAME followed by DOT tokens. Float literals carry their bits (0f…,
 * 0d…, or decimal). One token is looked ahead; parser->token is the current one. Tokens point into
 * the module's copy of the text, which ends in a zero byte, so that looking at the byte behind a
 * token is always legal.
 *
 * parser_fail fills the error with the message, the PTX line and its text, and the source line
 * that the last .loc named, and leaves by longjmp to ptx_parse.
 * Invariant: text ≤ at ≤ end.
 * Reference: PTX ISA 6.0, chapter 4.
 */
#include "sim/ptx/parse.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy_line_text(const parser_t *parser, uint32_t line, char *to, size_t size) {
    assert(size > 0);
    const char *start = parser->text;
    for (uint32_t i = 1; i < line; i++) {
        const char *next = memchr(start, '\n', (size_t)(parser->end - start));
        if (!next) break;
        start = next + 1;
    }
    while (start < parser->end && (*start == ' ' || *start == '\t')) start++;
    const char *stop = start;
    while (stop < parser->end && *stop != '\n') stop++;
    while (stop > start && isspace((unsigned char)stop[-1])) stop--;
    size_t length = (size_t)(stop - start) < size - 1 ? (size_t)(stop - start) : size - 1;
    for (size_t i = 0; i < length; i++)
        to[i] = isprint((unsigned char)start[i]) ? start[i] : (start[i] == '\t' ? ' ' : '?');
    to[length] = 0;
}

static _Noreturn void fail_with(parser_t *parser, uint32_t line, const char *format,
                                va_list arguments) {
    ptx_error_t *error = parser->error;
    memset(error, 0, sizeof *error);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    error->ptx_line = line;
    if (parser->text) copy_line_text(parser, line, error->text, sizeof error->text);
    if (parser->function && parser->module && parser->loc_file < parser->module->file_count &&
        parser->loc_line && parser->module->files[parser->loc_file]) {
        error->line = parser->loc_line;
        snprintf(error->file, sizeof error->file, "%s", parser->module->files[parser->loc_file]);
    }
    longjmp(parser->failed, 1);
}

void parser_fail(parser_t *parser, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(parser, parser->token.line, format, arguments);
}

void parser_fail_at(parser_t *parser, uint32_t line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(parser, line, format, arguments);
}

static bool name_start(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%';
}
static bool name_part(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void skip_line(parser_t *parser) {
    while (*parser->at && *parser->at != '\n') parser->at++;
}

static void skip_comment(parser_t *parser) { /* at a slash-star */
    uint32_t line = parser->line;
    parser->at += 2;
    while (*parser->at && !(parser->at[0] == '*' && parser->at[1] == '/')) {
        if (*parser->at == '\n') parser->line++;
        parser->at++;
    }
    if (!*parser->at) parser_fail_at(parser, line, "comment is not closed");
    parser->at += 2;
}

static void skip_space(parser_t *parser) {
    for (;;) {
        char c = *parser->at;
        if (c == '\n') {
            parser->line++;
            parser->at++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v')
            parser->at++;
        else if (c == '/' && parser->at[1] == '/')
            skip_line(parser);
        else if (c == '/' && parser->at[1] == '*')
            skip_comment(parser);
        else
            return;
    }
}

static void lex_hex_float(parser_t *parser, token_t *token) { /* 0fXXXXXXXX, 0dXXXXXXXXXXXXXXXX */
    bool wide = (parser->at[1] | 32) == 'd';
    unsigned digits = wide ? 16 : 8;
    const char *start = parser->at + 2;
    uint64_t bits = 0;
    for (unsigned i = 0; i < digits; i++) {
        if (!isxdigit((unsigned char)start[i]))
            parser_fail_at(parser, parser->line, "a 0%c literal needs %u hexadecimal digits",
                           parser->at[1], digits);
        bits = bits << 4 |
               (uint64_t)(isdigit((unsigned char)start[i]) ? start[i] - '0'
                                                           : (start[i] | 32) - 'a' + 10);
    }
    token->kind = TOKEN_FLOAT;
    token->integer = bits;
    token->float_bits = wide ? 64 : 32;
    parser->at = start + digits;
}

static bool decimal_float_follows(const char *at) {
    while (isdigit((unsigned char)*at)) at++;
    return (*at == '.' && isdigit((unsigned char)at[1])) ||
           ((*at | 32) == 'e' && (isdigit((unsigned char)at[1]) || at[1] == '-' || at[1] == '+'));
}

static void lex_decimal_float(parser_t *parser, token_t *token) {
    char *stop;
    double value = strtod(parser->at, &stop);
    memcpy(&token->integer, &value, sizeof value);
    token->kind = TOKEN_FLOAT;
    token->float_bits = 64;
    parser->at = stop;
}

static int digit_value(char c) {
    if (isdigit((unsigned char)c)) return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static void lex_integer(parser_t *parser, token_t *token) {
    int base = 10;
    const char *at = parser->at;
    if (at[0] == '0' && (at[1] | 32) == 'x') {
        base = 16;
        at += 2;
    } else if (at[0] == '0' && (at[1] | 32) == 'b') {
        base = 2;
        at += 2;
    } else if (at[0] == '0' && isdigit((unsigned char)at[1])) {
        base = 8;
        at += 1;
    }
    if (digit_value(*at) >= base) parser_fail_at(parser, parser->line, "malformed number");
    token->kind = TOKEN_INTEGER;
    for (; digit_value(*at) < base; at++)
        if (__builtin_mul_overflow(token->integer, (uint64_t)base, &token->integer) ||
            __builtin_add_overflow(token->integer, (uint64_t)digit_value(*at), &token->integer))
            parser_fail_at(parser, parser->line, "number does not fit 64 bits");
    if ((*at | 32) == 'u') at++;
    if (name_part(*at)) parser_fail_at(parser, parser->line, "malformed number");
    parser->at = at;
}

static void lex_number(parser_t *parser, token_t *token) {
    char second = (char)(parser->at[1] | 32);
    if (*parser->at == '0' && (second == 'f' || second == 'd'))
        lex_hex_float(parser, token);
    else if (*parser->at == '0' && (second == 'x' || second == 'b'))
        lex_integer(parser, token);
    else if (decimal_float_follows(parser->at))
        lex_decimal_float(parser, token);
    else
        lex_integer(parser, token);
}

static void lex_string(parser_t *parser, token_t *token) {
    const char *start = ++parser->at;
    while (*parser->at && *parser->at != '"' && *parser->at != '\n') parser->at++;
    if (*parser->at != '"') parser_fail_at(parser, parser->line, "string is not closed");
    token->kind = TOKEN_STRING;
    token->text = start;
    token->length = (size_t)(parser->at - start);
    parser->at++;
}

static void lex_name(parser_t *parser, token_t *token) {
    token->kind = TOKEN_NAME;
    token->text = parser->at++;
    while (name_part(*parser->at)) parser->at++;
    token->length = (size_t)(parser->at - token->text);
}

static void lex_dot(parser_t *parser, token_t *token) {
    token->kind = TOKEN_DOT;
    token->text = ++parser->at;
    while (name_part(*parser->at) ||
           (parser->at[0] == ':' && parser->at[1] == ':' && name_part(parser->at[2])))
        parser->at += *parser->at == ':' ? 2 : 1;
    token->length = (size_t)(parser->at - token->text);
}

void next_token(parser_t *parser) {
    assert(parser->at >= parser->text && parser->at <= parser->end);
    skip_space(parser);
    token_t token = {.line = parser->line, .text = parser->at};
    char c = *parser->at;
    parser->token = token; /* so that an error below names this line */
    if (parser->at >= parser->end)
        token.kind = TOKEN_END;
    else if (name_start(c))
        lex_name(parser, &token);
    else if (c == '.' && name_part(parser->at[1]))
        lex_dot(parser, &token);
    else if (isdigit((unsigned char)c))
        lex_number(parser, &token);
    else if (c == '"')
        lex_string(parser, &token);
    else if (c && strchr("{}[]()<>,;:=+-@!|*/&^~#?", c)) {
        token.kind = TOKEN_SYMBOL;
        token.symbol = c;
        parser->at++;
    } else
        parser_fail_at(parser, parser->line, "unexpected character 0x%02x", (unsigned char)c);
    if (token.kind != TOKEN_NAME && token.kind != TOKEN_DOT && token.kind != TOKEN_STRING)
        token.length = (size_t)(parser->at - token.text);
    parser->token = token;
}

bool at_symbol(const parser_t *parser, char symbol) {
    return parser->token.kind == TOKEN_SYMBOL && parser->token.symbol == symbol;
}

bool at_word(const parser_t *parser, token_kind_t kind, const char *word) {
    return parser->token.kind == kind && parser->token.length == strlen(word) &&
           !memcmp(parser->token.text, word, parser->token.length);
}

bool accept_symbol(parser_t *parser, char symbol) {
    if (!at_symbol(parser, symbol)) return false;
    next_token(parser);
    return true;
}

bool accept_dot(parser_t *parser, const char *word) {
    if (!at_word(parser, TOKEN_DOT, word)) return false;
    next_token(parser);
    return true;
}

char *token_text(const parser_t *parser, char *buffer, size_t size) {
    if (parser->token.kind == TOKEN_END)
        snprintf(buffer, size, "the end of the text");
    else
        snprintf(buffer, size, "`%s%.*s`", parser->token.kind == TOKEN_DOT ? "." : "",
                 (int)(parser->token.length < 100 ? parser->token.length : 100),
                 parser->token.text);
    return buffer;
}

void expect_symbol(parser_t *parser, char symbol) {
    char found[120];
    if (!at_symbol(parser, symbol))
        parser_fail(parser, "expected `%c`, found %s", symbol,
                    token_text(parser, found, sizeof found));
    next_token(parser);
}

uint64_t expect_integer(parser_t *parser) {
    char found[120];
    bool minus = accept_symbol(parser, '-');
    if (parser->token.kind != TOKEN_INTEGER)
        parser_fail(parser, "expected an integer, found %s",
                    token_text(parser, found, sizeof found));
    uint64_t value = parser->token.integer;
    next_token(parser);
    return minus ? -value : value;
}
