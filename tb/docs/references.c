/* SPDX-License-Identifier: Apache-2.0 */
/* references.c: whether what comments, messages and documents refer to exists.
 *
 * usage: references [ROOT]        the checkout, default the working directory
 *
 * Looked at:
 *   NAME.md                       in any text: a file, from ROOT, from the text's folder or in docs
 *   NAME.md, "TEXT"               it has a heading TEXT, or one that goes on with other than a
 *                                 letter; also NAME.md "TEXT", NAME.md ("TEXT"), "TEXT" of NAME.md,
 *                                 and further headings behind "and"
 *   NAME.md section N             it has a heading "N. …"
 *   `FOLDER/…` in documents       a path of ROOT; a star stands for some names
 *   `name.c` in documents         some file has that name; also the other endings of sources
 *
 * A reference may go over lines of a comment or over pieces of a string: each text is first made
 * one line (flatten). Not looked at: what a shell puts together ($work/x.md), build/, placeholders
 * in capitals (NAME.md). Headings of links [text](x.md#heading) are tb/docs/theory/links.sh's.
 *
 * Prints "FILE:LINE: …" for each that leads nowhere, last "N passed, N failed": one check a
 * reference. Exit codes: 0 all exist, 1 some do not, 2 ROOT cannot be read.
 */
#include <assert.h>
#include <ctype.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILES = 8192, MAX_NAME = 256 };

/* A file in one line. */
typedef struct text {
    const char *path;
    char *at;  /* ends with '\0' */
    int *line; /* of each character */
    size_t length;
} text_t;

static char *files[MAX_FILES];
static size_t file_count, passed, failed;

static _Noreturn void die(const char *what, const char *name) {
    fprintf(stderr, "references: %s: %s\n", name, what);
    exit(2);
}

static void *need(void *memory) {
    if (!memory) die("out of memory", "references");
    return memory;
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_any(const char *text, const char *const *words) {
    for (; *words; words++)
        if (strcmp(text, *words) == 0) return true;
    return false;
}

__attribute__((format(printf, 4, 5))) static void check(bool holds, const text_t *text, size_t at,
                                                        const char *format, ...) {
    va_list arguments;
    if (holds) {
        passed++;
        return;
    }
    failed++;
    printf("%s:%d: ", text->path, text->line[at]);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* ---- texts ---- */

static char *read_file(const char *path, size_t *length) {
    FILE *in = fopen(path, "r");
    size_t room = 1 << 16, used = 0;
    char *content = need(malloc(room + 1));
    if (!in) die("cannot be read", path);
    while ((used += fread(content + used, 1, room - used, in)) == room)
        content = need(realloc(content, (room *= 2) + 1));
    fclose(in);
    content[used] = '\0';
    *length = used;
    return content;
}

static void put(text_t *text, char c, int line) {
    text->at[text->length] = c;
    text->line[text->length++] = line;
}

/* Lines joined by one blank, without what a comment's lines begin with. */
static void flatten_words(text_t *text, const char *content, bool comments) {
    int line = 1;
    for (const char *c = content; *c; c++) {
        if (*c != '\n') {
            put(text, *c, line);
            continue;
        }
        put(text, ' ', line++);
        while (c[1] && strchr(comments ? " \t#" : " \t", c[1])) c++;
    }
}

/* The end of the comment or string that begins at C, of languages like C. */
static const char *token_end(const char *c) {
    if (starts_with(c, "//")) return c + strcspn(c, "\n");
    if (starts_with(c, "/*")) {
        const char *end = strstr(c + 2, "*/");
        return end ? end + 2 : c + strlen(c);
    }
    const char *end = c + 1;
    while (*end && *end != '\n' && *end != *c) end += *end == '\\' && end[1] ? 2 : 1;
    return end + (*end == *c);
}

/* Of C, C++ and Verilog only comments and strings; pieces of a string are one string, and lines of
 * comments that follow each other one comment. */
static void flatten_code(text_t *text, const char *content) {
    int line = 1;
    const bool verilog = ends_with(text->path, ".v") || ends_with(text->path, ".vh");
    bool joined = false; /* a string ended, and only blanks since */
    for (const char *c = content, *end; *c; c = end) {
        const bool string = *c == '"';
        if (!string && (*c != '\'' || verilog) && !starts_with(c, "//") && !starts_with(c, "/*")) {
            joined = joined && isspace((unsigned char)*c);
            line += *c == '\n';
            end = c + 1;
            continue;
        }
        end = token_end(c);
        if (!string || !joined) put(text, ' ', line);
        for (c += string ? 1 : 2; c < end - string; c++) {
            if (*c == '\\' && c[1] == '"') continue;
            if (*c != '\n') {
                put(text, *c, line);
                continue;
            }
            put(text, ' ', line++);
            while (c + 1 < end && strchr(" \t*", c[1])) c++;
        }
        joined = string;
    }
}

static void flatten(text_t *text, const char *path) {
    static const char *const code[] = {".c", ".h", ".cpp", ".cu", ".v", ".vh", ".def", NULL};
    size_t length;
    char *content = read_file(path, &length);
    const char *dot = strrchr(path, '.');
    *text = (text_t){path, need(malloc(2 * length + 1)), need(calloc(2 * length + 1, sizeof(int))),
                     0};
    if (dot && is_any(dot, code))
        flatten_code(text, content);
    else
        flatten_words(text, content, !ends_with(path, ".md"));
    text->at[text->length] = '\0';
    free(content);
}

/* ---- headings ---- */

/* Words without backquotes and stars. */
static void plain(const char *text, char name[MAX_NAME]) {
    size_t used = 0;
    for (; *text && used + 1 < MAX_NAME; text++)
        if (!strchr("`*\n", *text)) name[used++] = *text;
    name[used] = '\0';
}

/* What a line of a document is headed by: a heading's words, or those of a paragraph that begins in
 * stars; NULL: neither. */
static const char *heading_of(const char *line) {
    if (*line == '#') return line + strspn(line, "# ");
    line += starts_with(line, "- ") ? 2 : 0;
    return *line == '*' && line[1] != ' ' ? line : NULL;
}

static bool has_heading(const char *document, const char *wanted, bool numbered) {
    char line[4096], name[MAX_NAME], heading[MAX_NAME];
    FILE *in = fopen(document, "r");
    bool found = false, code = false;
    if (!in) die("cannot be read", document);
    plain(wanted, name);
    const size_t length = strlen(name);
    while (!found && fgets(line, sizeof line, in)) {
        if (starts_with(line, "```")) code = !code;
        const char *words = code ? NULL : heading_of(line);
        if (!words) continue;
        plain(words, heading);
        found = strncmp(heading, name, length) == 0 &&
                (numbered ? heading[length] == '.' : !isalnum((unsigned char)heading[length]));
    }
    fclose(in);
    return found;
}

/* ---- references to documents ---- */

static bool is_path(char c) { return isalnum((unsigned char)c) || (c && strchr("_-./", c)); }

/* NAME in capitals, but for the documents that are called so; and x.md. */
static bool is_placeholder(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    static const char *const documents[] = {"README.md", "CHANGELOG.md", NULL};
    if (is_any(name, documents)) return false;
    for (const char *c = path; *c; c++)
        if (isupper((unsigned char)*c)) return true;
    return strlen(name) == strlen("x.md");
}

/* The document that PATH means in a text of FILE: from the root, beside the text, in docs. */
static bool find_document(const char *path, const char *file, char found[PATH_MAX]) {
    const char *slash = strrchr(file, '/');
    const int folder = slash ? (int)(slash - file) + 1 : 0;
    snprintf(found, PATH_MAX, "%s", path);
    if (access(found, R_OK) == 0) return true;
    snprintf(found, PATH_MAX, "%.*s%s", folder, file, path);
    if (access(found, R_OK) == 0) return true;
    /* ../NAME.md: of a script that writes a page below docs */
    snprintf(found, PATH_MAX, "docs/%s", path + (starts_with(path, "../") ? 3 : 0));
    return access(found, R_OK) == 0;
}

/* The quoted text at *at, which goes behind it; false: none. */
static bool next_quoted(const text_t *text, size_t *at, char name[MAX_NAME]) {
    const char *first = text->at + *at;
    const char *last = *first == '"' ? strchr(first + 1, '"') : NULL;
    if (!last || last - first > 80 || memchr(first, '$', (size_t)(last - first))) return false;
    snprintf(name, MAX_NAME, "%.*s", (int)(last - first - 1), first + 1);
    *at += (size_t)(last - first) + 1;
    return true;
}

/* The headings named behind a document's name, which ends before AT. */
static void check_behind(const text_t *text, size_t at, const char *document) {
    char name[MAX_NAME];
    const size_t start = at;
    at += strspn(text->at + at, ",( ");
    if (starts_with(text->at + at, "section ")) {
        at += strlen("section ");
        snprintf(name, sizeof name, "%.*s", (int)strspn(text->at + at, "0123456789"),
                 text->at + at);
        if (name[0])
            check(has_heading(document, name, true), text, at, "%s has no section %s", document,
                  name);
        return;
    }
    for (size_t quote = at; at > start && next_quoted(text, &at, name); quote = at) {
        check(has_heading(document, name, false), text, quote, "%s has no heading \"%s\"", document,
              name);
        if (!starts_with(text->at + at, " and ")) break;
        at += strlen(" and ");
    }
}

/* The heading named before a document's name, which begins at AT: "TEXT" of NAME.md. */
static void check_before(const text_t *text, size_t at, const char *document) {
    char name[MAX_NAME];
    const size_t of = strlen("\" of ");
    if (at < of + 2 || !starts_with(text->at + at - of, "\" of ")) return;
    size_t first = at - of;
    while (first > 0 && at - first < 80 && text->at[first - 1] != '"') first--;
    if (first == 0 || text->at[first - 1] != '"') return;
    snprintf(name, sizeof name, "%.*s", (int)(at - of - first), text->at + first);
    check(has_heading(document, name, false), text, at, "%s has no heading \"%s\"", document, name);
}

static void check_documents(const text_t *text) {
    char path[MAX_NAME], document[PATH_MAX];
    for (const char *end = text->at; (end = strstr(end, ".md")); end += 3) {
        size_t first = (size_t)(end - text->at);
        const size_t behind = first + 3;
        while (first > 0 && is_path(text->at[first - 1])) first--;
        if (is_path(end[3]) && end[3] != '.') continue; /* .mdx, x.md/y */
        if (first > 0 && strchr("$}){*%>~", text->at[first - 1])) continue;
        snprintf(path, sizeof path, "%.*s", (int)(behind - first), text->at + first);
        if (strlen(path) <= 3 || path[0] == '/' || starts_with(path, "build/") ||
            is_placeholder(path))
            continue;
        const bool found = find_document(path, text->path, document);
        check(found, text, first, "no document %s", path);
        if (!found) continue;
        check_behind(text, behind, document);
        check_before(text, first, document);
    }
}

/* ---- paths in documents ---- */

static bool some_file_is_called(const char *pattern) {
    for (size_t i = 0; i < file_count; i++) {
        const char *slash = strrchr(files[i], '/');
        if (fnmatch(pattern, slash ? slash + 1 : files[i], 0) == 0) return true;
    }
    return false;
}

static bool is_of_checkout(const char *path) {
    static const char *const tops[] = {"cmodel/",  "cosim/", "debian/", "docs/", "rtl/",
                                       "scripts/", "sim/",   "tb/",     NULL};
    for (const char *const *top = tops; *top; top++)
        if (starts_with(path, *top)) return true;
    return false;
}

/* The name of a source, without a folder. */
static bool is_source(const char *name) {
    static const char *const endings[] = {".c",   ".h",      ".cpp",    ".v",   ".vh",   ".sh",
                                          ".awk", ".mk",     ".params", ".def", ".rows", ".vlt",
                                          ".gp",  ".filter", ".table",  NULL};
    const char *dot = strrchr(name, '.');
    return dot && dot > name && is_any(dot, endings) && !strchr(name, '/');
}

static bool has_match(const char *pattern) {
    glob_t matches;
    const int code = glob(pattern, 0, NULL, &matches);
    if (code == 0) globfree(&matches);
    return code == 0;
}

/* With NAME, X or $1 in the place of a part; streams of decisions are called D09-…, documents
 * README. */
static bool has_placeholder(const char *path) {
    if (strpbrk(path, "$<>{}()=|,") || strstr(path, "…")) return true;
    for (const char *c = path; *c; c++)
        if (isupper((unsigned char)*c) && !(*c == 'D' && isdigit((unsigned char)c[1])) &&
            !strstr(path, "README") && !strstr(path, "Makefile"))
            return true;
    return false;
}

/* Names that are no files of the checkout: headers of C, the table's names for some headers
 * (docs/architecture.md, "Rooms"). */
static bool is_known(const char *path) {
    static const char *const names[] = {"math.h", "cmodel/parameters", "cmodel/model", NULL};
    return is_any(path, names);
}

/* Written by the reader: the document has it as a block "```… file=PATH". */
static bool is_written(const text_t *text, const char *path) {
    char block[MAX_NAME + 8];
    snprintf(block, sizeof block, " file=%s ", path);
    return strstr(text->at, block);
}

static void check_paths(const text_t *text) {
    char path[MAX_NAME];
    for (const char *first = text->at; (first = strchr(first, '`'));) {
        const size_t ticks = strspn(first, "`"), length = strcspn(first + ticks, "` ");
        const size_t at = (size_t)(first - text->at);
        first += ticks;
        if (ticks > 1 || first[length] != '`') { /* a block, or several words */
            first += ticks > 1 ? 0 : strcspn(first, "`");
            first += ticks == 1 && *first == '`';
            continue;
        }
        snprintf(path, sizeof path, "%.*s", (int)length, first);
        first += length + 1;
        path[strcspn(path, ":#")] = '\0';
        if (has_placeholder(path) || is_known(path) || is_written(text, path)) continue;
        if (is_of_checkout(path))
            check(has_match(path), text, at, "no %s", path);
        else if (is_source(path))
            check(some_file_is_called(path), text, at, "no file is called %s", path);
    }
}

/* ---- the checkout ---- */

static bool is_text(const char *path) {
    static const char *const endings[] = {
        ".c",  ".h",     ".cpp",    ".cu",     ".v",     ".vh",        ".sh",  ".awk",
        ".mk", ".def",   ".md",     ".tests",  ".sevt",  ".params",    ".vlt", ".diagram",
        ".gp", ".table", ".mutant", ".filter", ".rules", ".catalogue", NULL};
    const char *dot = strrchr(path, '.');
    return ends_with(path, "Makefile") || (dot && is_any(dot, endings));
}

static int add_file(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)where;
    if (type != FTW_F) return 0;
    path += starts_with(path, "./") ? 2 : 0;
    if (starts_with(path, "build") || starts_with(path, ".git/")) return 0;
    if (file_count == MAX_FILES) die("too many files", path);
    files[file_count++] = need(strdup(path));
    return 0;
}

static int by_path(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv) {
    if (argc > 2) die("usage: references [ROOT]", "arguments");
    if (argc == 2 && chdir(argv[1]) != 0) die("no such folder", argv[1]);
    if (nftw(".", add_file, 16, FTW_PHYS) != 0) die("cannot be read", ".");
    qsort(files, file_count, sizeof *files, by_path);
    for (size_t i = 0; i < file_count; i++) {
        text_t text;
        /* results are of their day, seeds what fuzzers found; the test of this file plants */
        if (!is_text(files[i]) || starts_with(files[i], "docs/results/") ||
            starts_with(files[i], "tb/fuzz/seeds/") ||
            strcmp(files[i], "tb/docs/references.sh") == 0)
            continue;
        flatten(&text, files[i]);
        check_documents(&text);
        if (ends_with(files[i], ".md")) check_paths(&text);
        free(text.at);
        free(text.line);
    }
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed ? 1 : 0;
}
