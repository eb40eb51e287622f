/* SPDX-License-Identifier: Apache-2.0 */
/* early_return.c: see early_return.h. Looks at the text as a compiler's first pass does: words,
 * strings, comments, directives, braces. What may end a thread is `return`, `goto`, `exit` in a
 * string (of asm) and a macro of which the file does not say what it is.
 */
#include "sim/sm/watch/early_return.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/byte_hash.h"
#include "sim/ptx/code.h"

enum { DEPTH = 128, CONDITIONS = 64, MACROS = 256, MOST_BYTES = 16 << 20 };

typedef struct text_scan {
    const char *at;
    uint32_t line, closes; /* the line in which the function closes */
    bool inside[DEPTH];    /* of each open brace: something that ends a thread */
    uint32_t depth;
    uint32_t at_condition[CONDITIONS], conditions; /* depth at each open #if */
    uint64_t macro[MACROS];                        /* hashes of names that end no thread */
    uint32_t macros;
    bool begins;        /* a statement may begin here */
    bool found, broken; /* that line is seen; the text is not as expected */
    bool ends;
} text_scan_t;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t word_length(const char *at) {
    size_t length = 0;
    while (is_word(at[length])) length++;
    return length;
}

static bool is(const char *word, size_t length, const char *name) {
    return length == strlen(name) && !memcmp(word, name, length);
}

static void ends_here(text_scan_t *scan) {
    if (scan->depth > 0) scan->inside[scan->depth - 1] = true;
}

static void step(text_scan_t *scan) {
    if (*scan->at == '\n') scan->line++;
    scan->at++;
}

/* A comment or a literal; true: there was one. A quote in a number is none. */
static bool skip_comment(text_scan_t *scan) {
    if (scan->at[0] != '/' || (scan->at[1] != '/' && scan->at[1] != '*')) return false;
    const bool block = scan->at[1] == '*';
    scan->at += 2;
    while (*scan->at && !(block ? scan->at[0] == '*' && scan->at[1] == '/' : *scan->at == '\n'))
        step(scan);
    if (block && *scan->at) scan->at += 2;
    return true;
}

static void skip_literal(text_scan_t *scan, char quote) {
    const char *begin = ++scan->at;
    while (*scan->at && *scan->at != quote) {
        if (*scan->at == '\\' && scan->at[1]) step(scan);
        step(scan);
    }
    for (const char *c = begin; quote == '"' && c + 4 <= scan->at; c++)
        if (!memcmp(c, "exit", 4)) ends_here(scan);
    if (*scan->at) scan->at++;
}

static bool line_goes_on(const char *at) { /* AT is a newline */
    return at[-1] == '\\' || (at[-1] == '\r' && at[-2] == '\\');
}

static void add_macro(text_scan_t *scan, const char *at) {
    while (*at == ' ' || *at == '\t') at++;
    const size_t name = word_length(at);
    bool ends = false;
    for (const char *c = at + name; *c && !(*c == '\n' && !line_goes_on(c));) {
        const size_t length = word_length(c);
        ends = ends || is(c, length, "return") || is(c, length, "goto") || is(c, length, "asm");
        c += length > 0 ? length : 1;
    }
    if (!ends && scan->macros < MACROS)
        scan->macro[scan->macros++] = scord_byte_hash(SCORD_BYTE_HASH_START, at, name);
}

/* Braces of the ways of an #if count once. */
static void take_condition(text_scan_t *scan, const char *word, size_t length) {
    if (length >= 2 && !memcmp(word, "if", 2)) {
        if (scan->conditions == CONDITIONS)
            scan->broken = true;
        else
            scan->at_condition[scan->conditions++] = scan->depth;
    } else if (is(word, length, "endif")) {
        if (scan->conditions > 0) scan->conditions--;
    } else if (length >= 2 && !memcmp(word, "el", 2) && scan->conditions > 0) {
        scan->depth = scan->at_condition[scan->conditions - 1];
    }
}

static void take_directive(text_scan_t *scan) {
    const char *word = scan->at + 1;
    while (*word == ' ' || *word == '\t') word++;
    const size_t length = word_length(word);
    if (is(word, length, "define")) add_macro(scan, word + length);
    take_condition(scan, word, length);
    while (*scan->at && !(*scan->at == '\n' && !line_goes_on(scan->at)))
        if (!skip_comment(scan)) step(scan);
}

static bool is_known(const text_scan_t *scan, uint64_t hash) {
    for (uint32_t i = 0; i < scan->macros; i++)
        if (scan->macro[i] == hash) return true;
    return false;
}

/* A statement NAME(…) or NAME; in capitals: by convention a macro. */
static bool is_unknown_macro(const text_scan_t *scan, const char *word, size_t length) {
    const char *behind = word + length;
    bool letter = false;
    for (size_t i = 0; i < length; i++) {
        if (islower((unsigned char)word[i])) return false;
        letter = letter || isupper((unsigned char)word[i]);
    }
    while (*behind == ' ' || *behind == '\t') behind++;
    return scan->begins && letter && length > 1 && (*behind == '(' || *behind == ';') &&
           !is_known(scan, scord_byte_hash(SCORD_BYTE_HASH_START, word, length));
}

static void take_word(text_scan_t *scan) {
    const char *word = scan->at;
    const size_t length = word_length(word);
    scan->at += length;
    if (*scan->at == '\'' && isdigit((unsigned char)word[0])) scan->at++; /* 1'000 */
    if (is(word, length, "return") || is(word, length, "goto") ||
        is_unknown_macro(scan, word, length))
        ends_here(scan);
    scan->begins = is(word, length, "else") || is(word, length, "do");
}

static void take_brace(text_scan_t *scan) {
    if (*scan->at == '{') {
        if (scan->depth == DEPTH)
            scan->broken = true;
        else
            scan->inside[scan->depth++] = false;
    } else if (scan->depth > 0) {
        const bool ends = scan->inside[--scan->depth];
        if (ends) ends_here(scan);
        if (scan->line == scan->closes) {
            scan->found = true;
            scan->ends = scan->ends || ends;
        }
    }
    scan->at++;
}

bool gpu_text_returns_early(const char *text, uint32_t line) {
    text_scan_t scan = {.at = text, .line = 1, .closes = line};
    bool fresh = true; /* only blanks in this line so far */
    while (*scan.at && scan.line <= line && !scan.broken) {
        const char c = *scan.at;
        if (skip_comment(&scan)) continue;
        if (c == '#' && fresh)
            take_directive(&scan);
        else if (c == '"' || c == '\'')
            skip_literal(&scan, c);
        else if (is_word(c))
            take_word(&scan);
        else if (c == '{' || c == '}')
            take_brace(&scan);
        else
            step(&scan);
        if (!isspace((unsigned char)c) && !is_word(c)) scan.begins = false;
        if (strchr("{};):", c)) scan.begins = true;
        fresh = c == '\n' || (fresh && isspace((unsigned char)c));
    }
    return scan.broken || !scan.found || scan.ends;
}

/* Behind `if`: its condition, and then what it governs. *ENDS: something of that ends the thread.
 * Returns the line of its last character. */
static uint32_t scan_branch(text_scan_t *scan, bool *ends) {
    uint32_t parentheses = 0, braces = 0;
    bool governed = false;
    *ends = false;
    while (*scan->at) {
        const char c = *scan->at;
        if (skip_comment(scan)) continue;
        if (c == '"' || c == '\'') {
            skip_literal(scan, c);
            continue;
        }
        if (is_word(c)) {
            const size_t length = word_length(scan->at);
            *ends = *ends ||
                    (governed && (is(scan->at, length, "return") || is(scan->at, length, "goto")));
            scan->at += length;
            continue;
        }
        if (c == '(') parentheses++;
        if (c == ')' && parentheses > 0 && --parentheses == 0 && !governed) governed = true;
        if (c == '{') braces++;
        if (c == '}' && braces > 0) braces--;
        if (governed && parentheses == 0 && braces == 0 && (c == '}' || c == ';')) break;
        step(scan);
    }
    return scan->line;
}

bool gpu_text_branch_returns(const char *text, uint32_t line, uint32_t before) {
    text_scan_t scan = {.at = text, .line = 1};
    while (*scan.at && scan.line < line) step(&scan);
    while (*scan.at && scan.line == line) {
        const size_t length = word_length(scan.at);
        bool ends;
        if (skip_comment(&scan)) continue;
        if (*scan.at == '"' || *scan.at == '\'') {
            skip_literal(&scan, *scan.at);
        } else if (length == 0) {
            step(&scan);
        } else {
            const bool branch = is(scan.at, length, "if");
            scan.at += length;
            if (branch && scan_branch(&scan, &ends) < before && ends) return true;
        }
    }
    return false;
}

/* The file, then a zero; NULL: it cannot be read. */
static char *read_text(const char *path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const off_t bytes = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    char *text = bytes > 0 && bytes < MOST_BYTES ? malloc((size_t)bytes + 1) : NULL;
    if (text && pread(fd, text, (size_t)bytes, 0) == bytes) {
        text[bytes] = '\0';
    } else {
        free(text);
        text = NULL;
    }
    if (fd >= 0) close(fd);
    return text;
}

bool gpu_branch_returns(const ptx_module_t *module, uint32_t branch, uint32_t barrier) {
    const ptx_location_t at = ptx_location(module, branch), behind = ptx_location(module, barrier);
    if (at.line == 0 || behind.line == 0 || strcmp(at.file, behind.file) != 0) return false;
    char *text = read_text(at.file);
    const bool returns = text && gpu_text_branch_returns(text, at.line, behind.line);
    free(text);
    return returns;
}

/* exit, where it is not what a compiler puts behind a trap. */
static bool has_exit(const ptx_module_t *module) {
    for (uint32_t i = 0; i < module->code_count; i++)
        if (module->code[i].opcode == PTX_EXIT &&
            (i == 0 || module->code[i - 1].opcode != PTX_TRAP))
            return true;
    return false;
}

uint32_t gpu_last_return(const ptx_module_t *module, const ptx_function_t *kernel) {
    uint32_t last = kernel->first, line = 0;
    for (uint32_t i = kernel->first; i < kernel->first + kernel->count; i++)
        if (module->code[i].opcode == PTX_RET && ptx_location(module, i).line >= line) {
            last = i;
            line = ptx_location(module, i).line;
        }
    return last;
}

bool gpu_returns_early(const ptx_module_t *module, const ptx_function_t *kernel) {
    const ptx_location_t end = ptx_location(module, gpu_last_return(module, kernel));
    if (kernel->count == 0 || end.line == 0 || has_exit(module)) return true;
    char *text = read_text(end.file);
    const bool early = !text || gpu_text_returns_early(text, end.line);
    free(text);
    return early;
}
