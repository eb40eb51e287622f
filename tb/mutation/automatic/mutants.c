/* SPDX-License-Identifier: Apache-2.0 */
/* mutants.c: see mutants.h. */
#include "tb/mutation/automatic/mutants.h"

#include <stdlib.h>
#include <string.h>

#include "tb/mutation/automatic/mutation_operators.h"
#include "cmodel/base/byte_hash.h"
#include "cmodel/base/random.h"

/* ---- finding ---- */

typedef struct finder {
    mutants_t *mutants;
    const verilog_source_t *source;
    unsigned file;
    const char *module;
    bool no_memory;
} finder_t;

/* TEXT on one line, runs of white space one space, comments gone. The result is malloc'd. */
static char *one_line(const char *text, size_t length) {
    char *line = malloc(length + 1);
    size_t used = 0;
    for (size_t i = 0; line && i < length; i++) {
        const bool comment = text[i] == '/' && i + 1 < length && text[i + 1] == '/';
        while (comment && i < length && text[i] != '\n') i++;
        const bool space = i >= length || text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
        if (!space)
            line[used++] = text[i];
        else if (used && line[used - 1] != ' ')
            line[used++] = ' ';
    }
    if (line) line[used && line[used - 1] == ' ' ? used - 1 : used] = '\0';
    return line;
}

/* The source line that byte AT is in, on one line. */
static char *line_around(const verilog_source_t *source, size_t at) {
    size_t begin = at, end = at;
    while (begin > 0 && source->text[begin - 1] != '\n') begin--;
    while (end < source->size && source->text[end] != '\n') end++;
    while (begin < end && source->text[begin] == ' ') begin++;
    return one_line(source->text + begin, end - begin);
}

/* TEXT, and " #N" when N - 1 mutants before it have the same one (compared by what `of` gives). */
static char *with_occurrence(const mutants_t *mutants, char *text,
                             char *(*of)(const mutant_t *mutant)) {
    unsigned occurrence = 1;
    const size_t length = text ? strlen(text) : 0;
    for (size_t i = 0; text && i < mutants->count; i++) {
        const char *other = of(&mutants->list[i]);
        occurrence += strncmp(other, text, length) == 0 &&
                      (other[length] == '\0' || strncmp(other + length, " #", 2) == 0);
    }
    if (!text || occurrence == 1) return text;
    char *numbered = NULL;
    const int code = asprintf(&numbered, "%s #%u", text, occurrence);
    free(text);
    return code < 0 ? NULL : numbered;
}

static char *rank_key_of(const mutant_t *mutant) { return mutant->rank_key; }
static char *key_of(const mutant_t *mutant) { return mutant->key; }

static bool make_keys(const mutants_t *mutants, mutant_t *mutant) {
    char *text = NULL, *line = line_around(&mutants->sources[mutant->file], mutant->begin);
    const char *path = mutants->sources[mutant->file].path;
    if (asprintf(&text, "%s: %s → %s", path, mutant->before, mutant->after) < 0) text = NULL;
    mutant->rank_key = with_occurrence(mutants, text, rank_key_of);
    if (!line || asprintf(&text, "%s: %s [%s → %s]", path, line, mutant->before, mutant->after) < 0)
        text = NULL;
    mutant->key = with_occurrence(mutants, text, key_of);
    free(line);
    return mutant->rank_key && mutant->key;
}

static mutant_t *new_mutant(mutants_t *mutants) {
    if (mutants->count == mutants->capacity) {
        const size_t capacity = mutants->capacity ? 2 * mutants->capacity : 1024;
        mutant_t *list = realloc(mutants->list, capacity * sizeof *list);
        if (!list) return NULL;
        mutants->list = list;
        mutants->capacity = capacity;
    }
    return &mutants->list[mutants->count];
}

static void add(finder_t *finder, const char *operation, size_t begin, size_t end,
                const char *replacement, bool statement) {
    mutants_t *mutants = finder->mutants;
    const verilog_token_t *first = &finder->source->tokens[begin],
                          *last = &finder->source->tokens[end - 1];
    mutant_t *mutant = new_mutant(mutants);
    if (!mutant) {
        finder->no_memory = true;
        return;
    }
    *mutant = (mutant_t){.number = (unsigned)mutants->count + 1,
                         .file = finder->file,
                         .line = first->line,
                         .statement = statement,
                         .begin = first->begin,
                         .end = last->end,
                         .operation = operation,
                         .chosen = true};
    snprintf(mutant->module, sizeof mutant->module, "%s", finder->module);
    mutant->replacement = strdup(replacement);
    mutant->before = one_line(finder->source->text + first->begin, last->end - first->begin);
    mutant->after = one_line(replacement, strlen(replacement));
    finder->no_memory |= !mutant->replacement || !mutant->before || !mutant->after ||
                         !make_keys(mutants, mutant);
    mutants->count++;
}

static void receive(void *context, const char *operation, size_t begin, size_t end,
                    const char *replacement) {
    add(context, operation, begin, end, replacement, false);
}

static void on_expression(void *context, const expression_t *expression, verilog_place_t place,
                          const char *module) {
    finder_t *finder = context;
    finder->module = module;
    mutation_of_expression(finder->source, expression, place, receive, finder);
}

static void on_assignment(void *context, size_t begin, size_t end, const char *module) {
    finder_t *finder = context;
    finder->module = module;
    add(finder, "deletion", begin, end, ";", true);
}

static void on_skipped(void *context, size_t token) {
    finder_t *finder = context;
    finder->mutants->skipped++;
    const verilog_token_t *at = &finder->source->tokens[token];
    fprintf(stderr, "mutate: %s:%u: '%.*s' not understood here, up to the next semicolon\n",
            finder->source->path, at->line, (int)(at->end - at->begin),
            finder->source->text + at->begin);
}

bool mutants_find(mutants_t *mutants, char **paths, unsigned count, char *message,
                  size_t message_size) {
    *mutants = (mutants_t){.sources = calloc(count, sizeof *mutants->sources)};
    if (!mutants->sources) {
        snprintf(message, message_size, "no memory");
        return false;
    }
    for (unsigned file = 0; file < count; file++) {
        if (!verilog_source_read(&mutants->sources[file], paths[file], message, message_size))
            return false;
        mutants->source_count++;
        finder_t finder = {.mutants = mutants, .source = &mutants->sources[file], .file = file};
        const verilog_visitor_t visitor = {&finder, on_expression, on_assignment, on_skipped};
        verilog_walk(&mutants->sources[file], &visitor);
        if (finder.no_memory) {
            snprintf(message, message_size, "no memory");
            return false;
        }
    }
    return true;
}

void mutants_clear(mutants_t *mutants) {
    for (size_t i = 0; i < mutants->count; i++) {
        mutant_t *mutant = &mutants->list[i];
        free(mutant->replacement);
        free(mutant->before);
        free(mutant->after);
        free(mutant->rank_key);
        free(mutant->key);
    }
    mutants->count = 0;
}

void mutants_free(mutants_t *mutants) {
    mutants_clear(mutants);
    for (unsigned i = 0; i < mutants->source_count; i++) verilog_source_free(&mutants->sources[i]);
    free(mutants->sources);
    free(mutants->list);
    *mutants = (mutants_t){0};
}

/* ---- choosing ---- */

typedef struct ranked {
    uint64_t rank;
    mutant_t *mutant;
} ranked_t;

/* FNV-1a over seed and key, then mixed. */
static uint64_t rank_of(const mutant_t *mutant, uint64_t seed) {
    const char *key = mutant->rank_key;
    return scord_mix64(scord_byte_hash(SCORD_BYTE_HASH_START ^ seed, key, strlen(key)));
}

static int by_rank(const void *a, const void *b) {
    const ranked_t *x = a, *y = b;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static bool module_has_chosen(const mutants_t *mutants, const char *module) {
    for (size_t i = 0; i < mutants->count; i++)
        if (mutants->list[i].chosen && strcmp(mutants->list[i].module, module) == 0) return true;
    return false;
}

void mutants_sample(mutants_t *mutants, size_t count, uint64_t seed) {
    if (count == 0 || count >= mutants->count) return;
    ranked_t *ranked = malloc(mutants->count * sizeof *ranked);
    if (!ranked) abort();
    for (size_t i = 0; i < mutants->count; i++) {
        mutants->list[i].chosen = false;
        ranked[i] = (ranked_t){rank_of(&mutants->list[i], seed), &mutants->list[i]};
    }
    qsort(ranked, mutants->count, sizeof *ranked, by_rank);
    size_t chosen = 0;
    for (size_t i = 0; i < mutants->count; i++) { /* the first of each module */
        if (module_has_chosen(mutants, ranked[i].mutant->module)) continue;
        ranked[i].mutant->chosen = true;
        chosen++;
    }
    for (size_t i = 0; i < mutants->count && chosen < count; i++) {
        chosen += !ranked[i].mutant->chosen;
        ranked[i].mutant->chosen = true;
    }
    free(ranked);
}

bool mutants_choose(mutants_t *mutants, unsigned number) {
    for (size_t i = 0; i < mutants->count; i++)
        mutants->list[i].chosen = mutants->list[i].number == number;
    return number >= 1 && number <= mutants->count;
}
