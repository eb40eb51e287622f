/* SPDX-License-Identifier: Apache-2.0 */
/* plant.c: planted bugs, kept as text beside the tests that must find them.
 *
 * A set of bugs is a file of this form:
 *
 *   # comment
 *   bug NAME | COLUMN | COLUMN …       columns for the script that uses the set
 *   file PATH                          of the source that changes, from the root of the checkout
 *    line that stays                   one blank in front: context
 *   -line that goes
 *   +line that comes
 *   file PATH                          another place, in the same source or in another one
 *   …
 *
 * The lines that stay and go must stand in the source exactly once, one after the other. Blanks at
 * both ends of a line do not count, so that a source may be indented anew. A set names no line
 * numbers and no more context than a place needs: most changes of a source leave it as it is.
 *
 * usage: plant SET list [NAME…]          "NAME|COLUMN|COLUMN…" a bug
 *        plant SET files NAME            the sources that the bug changes, a line each
 *        plant SET apply NAME DIRECTORY  changes the sources below DIRECTORY
 * Exit codes: 0 done, 1 the bug does not fit the source (or is not in the set), 2 bad usage or set.
 */
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lines {
    char **line;
    size_t count;
} lines_t;

static _Noreturn void die(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("plant: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(code);
}

static void *checked(void *memory) {
    if (!memory) die(2, "out of memory");
    return memory;
}

static void append(lines_t *lines, char *line) {
    lines->line = checked(realloc(lines->line, (lines->count + 1) * sizeof *lines->line));
    lines->line[lines->count++] = line;
}

/* The lines of a file, without their ends. They are never freed. */
static lines_t read_lines(const char *path, int code) {
    FILE *in = fopen(path, "r");
    if (!in) die(code, "%s: cannot be read", path);
    lines_t lines = {0};
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, in)) >= 0;) {
        if (length > 0 && line[length - 1] == '\n') line[length - 1] = '\0';
        append(&lines, checked(strdup(line)));
    }
    free(line);
    fclose(in);
    return lines;
}

/* Equal but for blanks at both ends. */
static bool same_line(const char *a, const char *b) {
    while (isspace((unsigned char)*a)) a++;
    while (isspace((unsigned char)*b)) b++;
    size_t end_a = strlen(a), end_b = strlen(b);
    while (end_a > 0 && isspace((unsigned char)a[end_a - 1])) end_a--;
    while (end_b > 0 && isspace((unsigned char)b[end_b - 1])) end_b--;
    return end_a == end_b && memcmp(a, b, end_a) == 0;
}

static const char *after(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 ? line + length : NULL;
}

/* The bug's name ends at a blank or a bar. */
static bool is_named(const char *rest, const char *name) {
    const size_t length = strlen(name);
    return strncmp(rest, name, length) == 0 && (rest[length] == '\0' || rest[length] == ' ');
}

/* The line "bug NAME…" in the set. */
static size_t find_bug(const lines_t *set, const char *path, const char *name) {
    for (size_t i = 0; i < set->count; i++) {
        const char *rest = after(set->line[i], "bug ");
        if (rest && is_named(rest, name)) return i;
    }
    die(1, "%s has no bug %s", path, name);
}

/* The first line from AT on that is not part of a bug's places. */
static size_t end_of_bug(const lines_t *set, size_t at) {
    while (at < set->count && !after(set->line[at], "bug ")) at++;
    return at;
}

static bool is_change(const char *line) { return *line == ' ' || *line == '-' || *line == '+'; }

/* One place: lines [from, to) of the set, against the source. Replaces it there. */
static void change(lines_t *source, const lines_t *set, size_t from, size_t to, const char *path) {
    lines_t before = {0}, now = {0};
    for (size_t i = from; i < to; i++) {
        char *line = set->line[i];
        if (*line != '+') append(&before, line + 1);
    }
    if (before.count == 0) die(2, "a place in %s without a line that stays or goes", path);
    size_t found = 0, at = 0;
    for (size_t i = 0; i + before.count <= source->count; i++) {
        size_t same = 0;
        while (same < before.count && same_line(source->line[i + same], before.line[same])) same++;
        if (same == before.count) {
            found++;
            at = i;
        }
    }
    if (found != 1) die(1, "%s: \"%s\" … stands there %zu times", path, before.line[0], found);
    for (size_t i = 0; i < at; i++) append(&now, source->line[i]);
    for (size_t i = from, old = at; i < to; i++) {
        char *line = set->line[i];
        if (*line == '+')
            append(&now, line + 1);
        else if (*line == ' ')
            append(&now, source->line[old++]);
        else
            old++;
    }
    for (size_t i = at + before.count; i < source->count; i++) append(&now, source->line[i]);
    free(before.line);
    free(source->line);
    *source = now;
}

static void write_lines(const char *path, const lines_t *lines) {
    FILE *out = fopen(path, "w");
    if (!out) die(1, "%s: cannot be written", path);
    for (size_t i = 0; i < lines->count; i++) fprintf(out, "%s\n", lines->line[i]);
    if (fclose(out) != 0) die(1, "%s: cannot be written", path);
}

/* Calls for each place of the bug: APPLY changes the source below DIRECTORY, else its name is
 * printed. */
static void each_place(const lines_t *set, size_t bug, const char *directory) {
    const size_t end = end_of_bug(set, bug + 1);
    size_t places = 0;
    for (size_t i = bug + 1; i < end; i++) {
        const char *file = after(set->line[i], "file ");
        if (!file) continue;
        size_t last = i + 1;
        while (last < end && is_change(set->line[last])) last++;
        places++;
        if (directory) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", directory, file);
            lines_t source = read_lines(path, 1);
            change(&source, set, i + 1, last, file);
            write_lines(path, &source);
            free(source.line);
        } else {
            puts(file);
        }
    }
    if (places == 0) die(2, "\"%s\" changes nothing", set->line[bug]);
}

/* "NAME|COLUMN…" without blanks around the bars. */
static void print_row(const char *row) {
    for (const char *c = row; *c; c++) {
        const char *next = c + strspn(c, " ");
        if (*next == '|' || *next == '\0') c = next;
        if (*c == '\0') break;
        putchar(*c);
        if (*c == '|') c += strspn(c + 1, " ");
    }
    putchar('\n');
}

static void list(const lines_t *set, const char *path, char **names, int count) {
    for (int i = 0; i < count; i++)
        print_row(after(set->line[find_bug(set, path, names[i])], "bug "));
    for (size_t i = 0; i < set->count && count == 0; i++) {
        const char *row = after(set->line[i], "bug ");
        if (row) print_row(row);
    }
}

/* Every line is of a known form, and every change belongs to a file of a bug. */
static void check_form(const lines_t *set, const char *path) {
    enum { NOTHING, BUG, PLACE } in = NOTHING;
    for (size_t i = 0; i < set->count; i++) {
        const char *line = set->line[i];
        if (*line == '\0' || *line == '#') continue;
        if (after(line, "bug "))
            in = BUG;
        else if (after(line, "file ") && in != NOTHING)
            in = PLACE;
        else if (!is_change(line) || in != PLACE)
            die(2, "%s:%zu: \"%s\": not a bug, a file of one, or a change of a file", path, i + 1,
                line);
    }
}

int main(int count, char **arguments) {
    if (count < 3) die(2, "usage: plant SET list [NAME…] | files NAME | apply NAME DIRECTORY");
    const char *path = arguments[1], *what = arguments[2];
    const lines_t set = read_lines(path, 2);
    check_form(&set, path);
    if (strcmp(what, "list") == 0)
        list(&set, path, arguments + 3, count - 3);
    else if (strcmp(what, "files") == 0 && count == 4)
        each_place(&set, find_bug(&set, path, arguments[3]), NULL);
    else if (strcmp(what, "apply") == 0 && count == 5)
        each_place(&set, find_bug(&set, path, arguments[3]), arguments[4]);
    else
        die(2, "usage: plant SET list [NAME…] | files NAME | apply NAME DIRECTORY");
    return 0;
}
