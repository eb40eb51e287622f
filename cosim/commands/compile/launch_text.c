/* SPDX-License-Identifier: Apache-2.0 */
/* launch_text.c: see launch_text.h.
 *
 * Text is looked at as tokens, not parsed: comments and literals are skipped (a raw literal is
 * taken for an ordinary one). "<< <" is no C++ outside of a launch, so it is joined wherever it
 * stands in code; ">> >" may end template arguments, which mean the same when they are joined.
 *
 * Device code: the body of a function whose head says __global__ or __device__. Namespaces and
 * classes are looked into. In it a launch that is a statement of its own is captured; one inside an
 * expression stays, and clang says that it has no such thing.
 *
 * Expensive: nothing; a text without "<<" and "alignas" is not looked at. Reference: clang 14's
 * CheckCUDACall and HandlePragmaCaptured.
 */
#include "cosim/commands/compile/launch_text.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/memory_stream.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/whole_file.h"

/* ---- tokens ---- */

/* Behind the comment or literal at AT; AT where there is none. */
static char *skip(char *at) {
    if (at[0] == '/' && at[1] == '/') return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (at[0] != '"' && at[0] != '\'') return at;
    for (char *end = at + 1; *end != '\0' && *end != '\n'; end++) {
        if (*end == *at) return end + 1;
        end += *end == '\\' && end[1] != '\0';
    }
    return at + 1; /* a digit's separator, or no literal */
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Behind the preprocessor's line at AT, the first character of a line; AT: it is none. */
static char *skip_directive(char *at) {
    char *end = at + strspn(at, " \t");
    if (*end != '#') return at;
    for (; *end != '\0' && *end != '\n'; end++) end += *end == '\\' && end[1] == '\n';
    return end;
}

/* The next token's place behind AT, which is behind comments, literals and, at the begin of lines,
 * directives. */
static char *next(char *at) {
    char *behind = skip(at);
    if (behind != at) return behind;
    if (*at == '\n') {
        behind = skip_directive(at + 1);
        return behind;
    }
    return at + 1;
}

/* Behind the bracket that closes the one at AT; NULL: none does. */
static char *closed(char *at) {
    unsigned open = 0;
    while (*at != '\0') {
        open += *at == '(' || *at == '{' || *at == '[';
        open -= *at == ')' || *at == '}' || *at == ']';
        if (open == 0) return at + 1;
        at = next(at);
    }
    return NULL;
}

/* WORD stands between FROM and TO as a word. */
static bool has_word(const char *from, const char *to, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = from; at + length <= to; at++)
        if (strncmp(at, word, length) == 0 && !is_name(at[length]) &&
            (at == from || !is_name(at[-1])))
            return true;
    return false;
}

/* ---- what is to be changed ---- */

typedef struct insertion {
    const char *at, *text;
} insertion_t;

typedef struct changes {
    insertion_t *list;
    size_t count, allocated;
    const char *code, *text; /* what is looked at, and the text at the same places */
    bool joined, failed;
} changes_t;

/* AT: in changes->code. */
static void insert(changes_t *changes, const char *at_code, const char *text) {
    const char *at = changes->text + (at_code - changes->code);
    if (changes->count == changes->allocated) {
        const size_t more = 2 * changes->allocated + 16;
        insertion_t *list = realloc(changes->list, more * sizeof *list);
        if (!list) {
            changes->failed = true;
            return;
        }
        changes->list = list;
        changes->allocated = more;
    }
    size_t i = changes->count++;
    for (; i > 0 && changes->list[i - 1].at > at; i--) changes->list[i] = changes->list[i - 1];
    changes->list[i] = (insertion_t){at, text};
}

/* Moves the last of three brackets at AT to the other two. */
static bool join(char *at, char bracket) {
    if (at[0] != bracket || at[1] != bracket) return false;
    char *last = at + 2 + strspn(at + 2, " \t");
    if (last == at + 2 || *last != bracket || last[1] == bracket) return false;
    *last = ' ';
    at[2] = bracket;
    return true;
}

static void join_all(char *text, changes_t *changes) {
    for (char *at = text; *at != '\0';) {
        char *behind = skip(at);
        if (behind == at) {
            if (join(at, '<')) changes->joined = true;
            if (changes->joined) join(at, '>');
            behind += (at[0] == '<' || at[0] == '>') && at[1] == at[0] && at[2] == at[0] ? 3 : 1;
        }
        at = behind;
    }
}

/* The text with blanks for its comments and its preprocessor's lines, so that the tokens before a
 * place can be found. NULL: no memory. */
static char *only_code(const char *text) {
    char *code = strdup(text);
    if (!code) return NULL;
    for (char *at = code, *end; *at != '\0'; at = end > at ? end : at + 1) {
        const bool comment = at[0] == '/' && (at[1] == '/' || at[1] == '*');
        end = at == code || at[-1] == '\n' ? skip_directive(at) : at;
        const bool directive = end > at;
        if (!directive) end = skip(at);
        for (; (comment || directive) && at < end; at++)
            if (*at != '\n') *at = ' ';
    }
    return code;
}

/* AT: behind "<<<". The grid and the block in braces get their type. */
static void name_dimensions(char *at, changes_t *changes) {
    for (unsigned argument = 0; argument < 2; argument++) {
        at += strspn(at, " \t\n");
        if (*at == '{') insert(changes, at, "dim3");
        while (*at != '\0' && *at != ',' && strncmp(at, ">>>", 3) != 0 && *at != ';') {
            char *end = *at == '(' || *at == '{' || *at == '[' ? closed(at) : next(at);
            if (!end) return;
            at = end;
        }
        if (*at != ',') return;
        at++;
    }
}

static void name_all(char *text, changes_t *changes) {
    for (char *at = text; *at != '\0';) {
        char *behind = skip(at);
        if (behind == at && strncmp(at, "<<<", 3) == 0) {
            behind = at + 3;
            name_dimensions(behind, changes);
        }
        at = behind == at ? at + 1 : behind;
    }
}

/* ---- alignments ---- */

static const char *back_over_space(const char *from, const char *at) {
    while (at > from && isspace((unsigned char)at[-1])) at--;
    return at;
}

/* What is before AT, behind FROM, ends with a word of CUDA's that says where a variable lives. */
static bool behind_storage(const char *from, const char *at) {
    static const char *const words[] = {"__shared__", "__device__", "__constant__", "__managed__"};
    const char *end = back_over_space(from, at), *word = end;
    while (word > from && is_name(word[-1])) word--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(word, end, words[i])) return true;
    return false;
}

/* C++'s alignas is an attribute, which clang takes at the begin of a declaration only; C's
 * _Alignas, which it has as well, is a specifier and may stand anywhere among them. */
static void move_alignments(char *text, changes_t *changes) {
    for (char *at = text; *at != '\0'; at = next(at)) {
        if (!has_word(at, at + strlen("alignas"), "alignas") || (at > text && is_name(at[-1])))
            continue;
        if (!behind_storage(text, at)) continue;
        insert(changes, at, "_");
        *at = 'A';
    }
}

/* ---- launches by device code ---- */

/* Back from AT over one bracketed part that ends there; NULL: it does not begin behind FROM. */
static const char *back_over_brackets(const char *from, const char *at) {
    unsigned open = 0;
    while (at > from) {
        at--;
        open += *at == ')' || *at == '>' || *at == ']';
        open -= *at == '(' || *at == '<' || *at == '[';
        if (open == 0) return at;
    }
    return NULL;
}

/* The begin of the kernel's expression that ends at AT: name, a::b<c>, (*f), table[i]. NULL: it is
 * no statement's begin. */
static const char *statement_of(const char *from, const char *at) {
    for (;;) {
        at = back_over_space(from, at);
        while (at > from && (at[-1] == '>' || at[-1] == ')' || at[-1] == ']')) {
            at = back_over_brackets(from, at);
            if (!at) return NULL;
            at = back_over_space(from, at);
        }
        while (at > from && is_name(at[-1])) at--;
        const char *before = back_over_space(from, at);
        if (before - from < 2) break;
        if (before[-1] == ':' && before[-2] == ':')
            at = before - 2;
        else if (before[-1] == '.' || (before[-1] == '>' && before[-2] == '-'))
            at = before[-1] == '.' ? before - 1 : before - 2;
        else
            break;
    }
    const char *before = back_over_space(from, at);
    if (before == from || strchr(";{}):", before[-1])) return at;
    const char *word = before;
    while (word > from && is_name(word[-1])) word--;
    return has_word(word, before, "else") || has_word(word, before, "do") ? at : NULL;
}

/* The launch at AT, "<<<", in a function's body that begins at FROM. Returns what is behind it. */
static char *capture_launch(const char *from, char *at, changes_t *changes) {
    const char *begin = statement_of(from, at);
    char *end = at + 3;
    while (*end != '\0' && strncmp(end, ">>>", 3) != 0) {
        end = *end == '(' || *end == '{' || *end == '[' ? closed(end) : next(end);
        if (!end) return at + 3;
    }
    if (*end == '\0') return at + 3;
    end += 3 + strspn(end + 3, " \t\n");
    end = *end == '(' ? closed(end) : NULL;
    if (!end) return at + 3;
    end += strspn(end, " \t\n");
    if (!begin || *end != ';') return end;
    insert(changes, begin, "_Pragma(\"clang __debug captured\"){");
    insert(changes, end + 1, "}");
    return end;
}

/* The body of a function from FROM to TO. */
static void capture_launches(char *from, const char *to, changes_t *changes) {
    for (char *at = from; at < to;)
        at = strncmp(at, "<<<", 3) == 0 ? capture_launch(from, at, changes) : next(at);
}

static bool is_transparent(const char *head, const char *brace) {
    static const char *const words[] = {"namespace", "class", "struct", "union", "extern"};
    const char *last = back_over_space(head, brace);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(head, brace, words[i])) return last == head || last[-1] != ')';
    return false;
}

static void capture_all(char *text, changes_t *changes) {
    char *head = skip_directive(text); /* of the declaration */
    for (char *at = head; *at != '\0';) {
        if (*at == ';' || *at == '}' || *at == '\n') {
            char *behind = next(at);
            if (*at != '\n' || behind != at + 1) head = behind; /* a directive ends it as well */
            at = behind;
        } else if (*at != '{') {
            at = next(at);
        } else if (has_word(head, at, "__global__") || has_word(head, at, "__device__")) {
            char *end = closed(at);
            if (!end) return;
            if (!is_transparent(head, at) || memchr(head, '(', (size_t)(at - head)))
                capture_launches(at + 1, end, changes);
            at = head = end;
        } else if (is_transparent(head, at)) {
            head = ++at;
        } else {
            char *end = closed(at);
            if (!end) return;
            at = head = end;
        }
    }
}

/* ---- the text ---- */

char *launch_text_change(const char *text) {
    changes_t changes = {0};
    const bool looked_at = strstr(text, "<<") || strstr(text, "alignas");
    char *copy = looked_at ? strdup(text) : NULL, *changed = NULL;
    size_t size;
    if (!copy) return NULL;
    join_all(copy, &changes);
    char *code = only_code(copy);
    changes.code = changes.text = copy;
    changes.failed = !code;
    name_all(copy, &changes);
    move_alignments(copy, &changes);
    if (code) {
        changes.code = code;
        capture_all(code, &changes);
    }
    FILE *out = changes.failed || (changes.count == 0 && !changes.joined)
                    ? NULL
                    : scord_memory_stream(&changed, &size);
    if (out) {
        const char *at = copy;
        for (size_t i = 0; i < changes.count; i++) {
            fprintf(out, "%.*s%s", (int)(changes.list[i].at - at), at, changes.list[i].text);
            at = changes.list[i].at;
        }
        fputs(at, out);
        if (fclose(out) != 0) {
            free(changed);
            changed = NULL;
        }
    }
    free(changes.list);
    free(code);
    free(copy);
    return changed;
}

/* ---- files ---- */

enum { FILES_MAX = 256 }; /* of one source that are looked at */

typedef struct overlay {
    const char *prefix;
    const char *const *flags;
    char *seen[FILES_MAX];
    unsigned count, copies;
    FILE *out; /* NULL: nothing is changed yet */
    char *name;
    size_t name_size;
} overlay_t;

static int unwritten(const char *file) {
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", file, strerror(errno));
}

static int add_copy(overlay_t *overlay, const char *path, const char *text) {
    char copy[PATH_MAX + 16];
    snprintf(copy, sizeof copy, "%s.%u.cu", overlay->prefix, overlay->copies);
    if (whole_file_write(copy, text, strlen(text)) != 0) return unwritten(copy);
    if (!overlay->out) {
        snprintf(overlay->name, overlay->name_size, "%s.yaml", overlay->prefix);
        overlay->out = fopen(overlay->name, "w");
        if (!overlay->out) return unwritten(overlay->name);
        fputs("{ 'version': 0, 'use-external-names': false, 'roots': [", overlay->out);
    }
    fprintf(overlay->out, "%s\n { 'type': 'file', 'name': '%s', 'external-contents': '%s' }",
            overlay->copies++ == 0 ? "" : ",", path, copy);
    return 0;
}

static int look_at(overlay_t *overlay, const char *file);

/* "NAME" of an #include of FILE: beside it, else in a folder of -I. */
static int look_at_included(overlay_t *overlay, const char *file, const char *name, int length) {
    char path[PATH_MAX];
    const char *slash = strrchr(file, '/');
    snprintf(path, sizeof path, "%.*s%.*s", slash ? (int)(slash - file) + 1 : 0, file, length,
             name);
    if (access(path, R_OK) == 0) return look_at(overlay, path);
    for (const char *const *flag = overlay->flags; *flag; flag++) {
        const char *folder = strncmp(*flag, "-I", 2) == 0 ? *flag + 2 : NULL;
        if (folder && *folder == '\0') folder = *++flag;
        if (!folder) {
            if (!*flag) break;
            continue;
        }
        snprintf(path, sizeof path, "%s/%.*s", folder, length, name);
        if (access(path, R_OK) == 0) return look_at(overlay, path);
    }
    return 0; /* a header of the compiler's, or clang says so */
}

static int look_at(overlay_t *overlay, const char *file) {
    char path[PATH_MAX];
    size_t bytes;
    if (!realpath(file, path) || overlay->count == FILES_MAX) return 0;
    for (unsigned i = 0; i < overlay->count; i++)
        if (strcmp(overlay->seen[i], path) == 0) return 0;
    char *text = whole_file_read(path, &bytes);
    if (!text) return 0; /* clang says so */
    overlay->seen[overlay->count++] = strdup(path);
    char *changed = launch_text_change(text);
    int code = changed ? add_copy(overlay, path, changed) : 0;
    free(changed);
    for (const char *at = strstr(text, "#include"); at && code == 0; at = strstr(at, "#include")) {
        at += strlen("#include");
        at += strspn(at, " \t");
        const char *end = *at == '"' ? strpbrk(at + 1, "\"\n") : NULL;
        if (end && *end == '"') code = look_at_included(overlay, path, at + 1, (int)(end - at - 1));
    }
    free(text);
    return code;
}

int launch_text_overlay(const char *source, const char *const *flags, const char *prefix,
                        char *overlay, size_t size) {
    overlay_t files = {.prefix = prefix, .flags = flags, .name = overlay, .name_size = size};
    overlay[0] = '\0';
    int code = look_at(&files, source);
    if (files.out) {
        fputs(" ] }\n", files.out);
        if (fclose(files.out) != 0 && code == 0) code = unwritten(overlay);
    }
    for (unsigned i = 0; i < files.count; i++) free(files.seen[i]);
    return code;
}
