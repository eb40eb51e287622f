/* SPDX-License-Identifier: Apache-2.0 */
/* suppressions.c: see suppressions.h. */
#include "cmodel/report/suppressions.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/scord_model.h"
#include "cmodel/stream/finding_rules.h"
#include "cmodel/stream/shared_object.h"

static const char *const key_names[SCORD_SUPPRESS_KEYS] = {"kind", "kernel", "at", "object"};

/* ---- patterns ---- */

bool scord_pattern_matches(const char *pattern, const char *text) {
    const char *star = NULL, *from = NULL; /* the last `*`, and what it has not taken */
    while (*text != '\0') {
        const bool escaped = pattern[0] == '\\' && pattern[1] != '\0';
        if (*pattern == '*') {
            star = ++pattern;
            from = text;
        } else if (escaped ? pattern[1] == *text : *pattern == '?' || *pattern == *text) {
            pattern += escaped ? 2 : 1;
            text++;
        } else if (star) {
            pattern = star;
            text = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == '\0';
}

static bool has_wildcard(const char *pattern) { return strpbrk(pattern, "*?\\"); }

/* Whether PATTERN names TEXT or what follows one of its slashes. */
static bool matches_end(const char *pattern, const char *text) {
    if (scord_pattern_matches(pattern, text)) return true;
    for (const char *slash = strchr(text, '/'); slash; slash = strchr(slash + 1, '/'))
        if (scord_pattern_matches(pattern, slash + 1)) return true;
    return false;
}

/* FILE or FILE:LINE. */
static bool matches_place(const char *pattern, const char *file, uint32_t line) {
    char place[4096 + 16];
    if (!file) return false;
    snprintf(place, sizeof place, "%s:%u", file, line);
    return matches_end(pattern, file) || matches_end(pattern, place);
}

/* ---- reading ---- */

typedef struct reader {
    scord_suppressions_t *into;
    uint32_t line;
    char *message;
    size_t size;
} reader_t;

static bool refuse(const reader_t *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse(const reader_t *reader, const char *format, ...) {
    const int used = snprintf(reader->message, reader->size, "%s:%u: ", reader->into->path,
                              reader->line);
    va_list arguments;
    va_start(arguments, format);
    if (used >= 0 && (size_t)used < reader->size)
        vsnprintf(reader->message + used, reader->size - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* A value from *AT up to the next blank, or between quotes, in which \" is a quote. */
static bool read_value(const reader_t *reader, const char *key, const char **at, char **value) {
    const char *from = *at;
    const bool quoted = *from == '"';
    char *copy = malloc(strlen(from) + 1);
    size_t used = 0;
    *value = copy;
    if (!copy) return refuse(reader, "out of memory");
    if (quoted) from++;
    for (; *from != '\0' && (quoted ? *from != '"' : !is_blank(*from)); from++) {
        if (*from == '\\' && from[1] == '\0')
            return refuse(reader, "%s: nothing behind the backslash at the end", key);
        if (*from == '\\' && from[1] != '"')
            copy[used++] = *from++;
        else if (*from == '\\')
            from++;
        copy[used++] = *from;
    }
    copy[used] = '\0';
    if (quoted && *from != '"') return refuse(reader, "%s: a quote that nothing closes", key);
    if (quoted) from++;
    if (*from != '\0' && !is_blank(*from))
        return refuse(reader, "%s: text directly behind the closing quote", key);
    if (used == 0) return refuse(reader, "%s: an empty value; leave the key out, or write *", key);
    *at = from;
    return true;
}

static bool is_kind(const char *pattern) {
    char rule[64];
    if (has_wildcard(pattern) || strcmp(pattern, "race") == 0) return true;
    for (unsigned kind = 0; kind < SCORD_FINDING_KINDS; kind++)
        if (strcmp(pattern, scord_finding_kind_name(kind)) == 0) return true;
    for (unsigned i = 0; i < SCORD_FINDING_RULES; i++)
        if (strcmp(pattern, scord_finding_rule_name(i)) == 0) return true;
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++) {
        if (!scord_verdict_is_race((scord_verdict_t)verdict)) continue;
        snprintf(rule, sizeof rule, "race/%s", scord_verdict_name((scord_verdict_t)verdict));
        if (strcmp(pattern, rule) == 0) return true;
    }
    return false;
}

static bool read_pair(const reader_t *reader, const char **at, scord_suppression_t *entry) {
    const size_t length = strcspn(*at, "= \t");
    unsigned key = 0;
    if ((*at)[length] != '=')
        return refuse(reader, "'%.*s' is no KEY=VALUE; keys: kind, kernel, at, object",
                      (int)(length < 40 ? length : 40), *at);
    while (key < SCORD_SUPPRESS_KEYS &&
           (strlen(key_names[key]) != length || strncmp(key_names[key], *at, length) != 0))
        key++;
    if (key == SCORD_SUPPRESS_KEYS)
        return refuse(reader, "'%.*s' is no key; keys: kind, kernel, at, object",
                      (int)(length < 40 ? length : 40), *at);
    if (entry->pattern[key]) return refuse(reader, "%s is stated twice", key_names[key]);
    *at += length + 1;
    return read_value(reader, key_names[key], at, &entry->pattern[key]);
}

static bool read_entry(const reader_t *reader, const char *text, scord_suppression_t *entry) {
    const char *at = text;
    while (*at != '\0') {
        if (!read_pair(reader, &at, entry)) return false;
        while (is_blank(*at)) at++;
    }
    const char *kind = entry->pattern[SCORD_SUPPRESS_KIND];
    if (!kind) return refuse(reader, "an entry without kind=; kind=* names every kind");
    return is_kind(kind) ? true
                         : refuse(reader,
                                  "'%.40s' is no kind and no rule (scord explain lists them; "
                                  "`race` is the kind of races)",
                                  kind);
}

static bool read_line(const reader_t *reader, char *line) {
    scord_suppressions_t *into = reader->into;
    while (is_blank(*line)) line++;
    size_t length = strlen(line);
    while (length > 0 && (is_blank(line[length - 1]) || line[length - 1] == '\r'))
        line[--length] = '\0';
    if (length == 0 || line[0] == '#') return true;
    if (!SCORD_ARRAY_ROOM(into->entry, into->allocated, into->entries + 1))
        return refuse(reader, "out of memory");
    scord_suppression_t *entry = &into->entry[into->entries++];
    *entry = (scord_suppression_t){.line = reader->line, .text = strdup(line)};
    if (!entry->text) return refuse(reader, "out of memory");
    return read_entry(reader, line, entry);
}

bool scord_suppressions_read(scord_suppressions_t *suppressions, const char *path, const char *text,
                             size_t size, char *message, size_t message_size) {
    *suppressions = (scord_suppressions_t){.path = path};
    reader_t reader = {suppressions, 1, message, message_size};
    char *copy = strdup(text);
    bool good = copy || refuse(&reader, "out of memory");
    char *line = copy;
    while (good && line) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        if (!end && (size_t)(line - copy) + strlen(line) != size)
            good = refuse(&reader, "a zero byte: no text file");
        else
            good = read_line(&reader, line);
        line = end ? end + 1 : NULL;
        reader.line++;
    }
    free(copy);
    if (!good) scord_suppressions_free(suppressions);
    return good;
}

void scord_suppressions_free(scord_suppressions_t *suppressions) {
    for (uint32_t i = 0; i < suppressions->entries; i++) {
        free(suppressions->entry[i].text);
        for (unsigned key = 0; key < SCORD_SUPPRESS_KEYS; key++)
            free(suppressions->entry[i].pattern[key]);
    }
    free(suppressions->entry);
    *suppressions = (scord_suppressions_t){.path = suppressions->path};
}

/* ---- matching and writing ---- */

static bool matches(const scord_suppression_t *entry, const scord_suppressible_t *site) {
    char *const *pattern = entry->pattern;
    const char *kind = pattern[SCORD_SUPPRESS_KIND], *kernel = pattern[SCORD_SUPPRESS_KERNEL],
               *at = pattern[SCORD_SUPPRESS_AT], *object = pattern[SCORD_SUPPRESS_OBJECT];
    if (!scord_pattern_matches(kind, site->kind) && !scord_pattern_matches(kind, site->rule))
        return false;
    if (kernel && !scord_pattern_matches(kernel, site->kernel ? site->kernel : "")) return false;
    if (object && !scord_pattern_matches(object, site->object ? site->object : "")) return false;
    return !at || matches_place(at, site->file[0], site->line[0]) ||
           matches_place(at, site->file[1], site->line[1]);
}

const scord_suppression_t *scord_suppressions_find(scord_suppressions_t *suppressions,
                                                   const scord_suppressible_t *site) {
    const scord_suppression_t *first = NULL;
    for (uint32_t i = 0; i < suppressions->entries; i++) {
        scord_suppression_t *entry = &suppressions->entry[i];
        if (!matches(entry, site)) continue;
        entry->matched++; /* a second entry for the same site is no unused one */
        if (!first) first = entry;
    }
    return first;
}

/* TEXT as a pattern of itself. */
static void write_text(FILE *out, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        if (strchr("*?\\\"", *c)) fputc('\\', out);
        fputc(*c == '\n' || *c == '\r' ? '?' : *c, out);
    }
}

/* Between quotes where it has blanks or quotes. */
static void write_value(FILE *out, const char *key, const char *text, uint32_t line) {
    const bool quoted = strpbrk(text, " \t\"");
    fprintf(out, " %s=%s", key, quoted ? "\"" : "");
    write_text(out, text);
    if (line != 0) fprintf(out, ":%u", line);
    if (quoted) fputc('"', out);
}

void scord_suppression_write(FILE *out, const scord_suppressible_t *site) {
    static const char shared[] = SCORD_SHARED_OBJECT " of block (";
    fprintf(out, "kind=%s", site->rule);
    if (site->kernel && site->kernel[0] != '\0') write_value(out, "kernel", site->kernel, 0);
    if (site->file[0]) write_value(out, "at", site->file[0], site->line[0]);
    const char *object = site->object;
    if (object && strncmp(object, shared, strlen(shared)) == 0 && strchr(object, ')')) {
        fprintf(out, " object=\"%s*)", shared); /* in which block it is seen depends on the order */
        write_text(out, strchr(object, ')') + 1);
        fputc('"', out);
    } else if (object) {
        write_value(out, "object", object, 0);
    }
    fputc('\n', out);
}
