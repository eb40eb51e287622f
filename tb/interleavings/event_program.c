/* SPDX-License-Identifier: Apache-2.0 */
/* event_program.c: parser of the text form; grammar in event_program.h. */
#include "tb/interleavings/event_program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/scord_params.h"

enum { MAX_TOKENS = PROGRAM_MAX_WORDS + 1 };

typedef struct parser {
    const char *path;
    unsigned line;
    int thread; /* -1 before the first `thread` line */
    bool placed;
    event_program_t *program;
    char *message;
    size_t message_size;
} parser_t;

static int fail(const parser_t *parser, const char *format, ...) {
    int used = snprintf(parser->message, parser->message_size, "%s:%u: ", parser->path,
                        parser->line);
    va_list arguments;
    va_start(arguments, format);
    if (used > 0 && (size_t)used < parser->message_size)
        vsnprintf(parser->message + used, parser->message_size - (size_t)used, format, arguments);
    va_end(arguments);
    return -1;
}

static int find_word(const event_program_t *program, const char *name) {
    for (unsigned i = 0; i < program->words; i++)
        if (strcmp(program->word[i].name, name) == 0) return (int)i;
    return -1;
}

static int declare_words(parser_t *parser, bool sync, char **names, unsigned count) {
    event_program_t *program = parser->program;
    for (unsigned i = 0; i < count; i++) {
        if (program->words == PROGRAM_MAX_WORDS)
            return fail(parser, "more than %d words", PROGRAM_MAX_WORDS);
        if (strlen(names[i]) > PROGRAM_NAME_MAX)
            return fail(parser, "name '%s' is longer than %d bytes", names[i], PROGRAM_NAME_MAX);
        if (find_word(program, names[i]) >= 0)
            return fail(parser, "'%s' is declared twice", names[i]);
        program_word_t *word = &program->word[program->words++];
        snprintf(word->name, sizeof word->name, "%s", names[i]);
        word->sync = sync;
    }
    return count > 0 ? 0 : fail(parser, "a declaration needs at least one name");
}

static int set_placement(parser_t *parser, const char *text) {
    parser->placed = true;
    parser->program->same_block = strcmp(text, "same_block") == 0;
    if (!parser->program->same_block && strcmp(text, "other_block") != 0)
        return fail(parser, "placement is same_block or other_block, not '%s'", text);
    return 0;
}

static int set_thread(parser_t *parser, const char *text) {
    if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
        return fail(parser, "thread is 0 or 1, not '%s'", text);
    parser->thread = text[0] - '0';
    return 0;
}

/* What a statement is followed by: 's' scope, 'a' weak or volatile, 'n' name of a word, 'v' value.
 */
typedef struct statement {
    const char *name, *operands;
    step_kind_t kind;
} statement_t;

static const statement_t statements[] = {
    {"load", "an", STEP_LOAD},  {"store", "an", STEP_STORE}, {"add", "sn", STEP_ADD},
    {"exch", "snv", STEP_EXCH}, {"lock", "sn", STEP_LOCK},   {"await", "snv", STEP_AWAIT},
    {"fence", "s", STEP_FENCE},
};

static int parse_operand(const parser_t *parser, char kind, const char *text, step_t *step) {
    int found = 0;
    char *end = NULL;
    switch (kind) {
    case 's':
        found = scord_scope_from_name(text);
        step->scope = (uint8_t)found;
        return found >= 0 ? 0 : fail(parser, "'%s' is no scope; use block, device or system", text);
    case 'a':
        step->strong = strcmp(text, "volatile") == 0;
        if (!step->strong && strcmp(text, "weak") != 0)
            return fail(parser, "an access is weak or volatile, not '%s'", text);
        return 0;
    case 'n':
        found = find_word(parser->program, text);
        step->word = (unsigned)found;
        return found >= 0 ? 0 : fail(parser, "word '%s' is not declared by `data` or `sync`", text);
    default:
        step->value = (uint32_t)strtoul(text, &end, 0);
        return *text != '\0' && *end == '\0' ? 0 : fail(parser, "'%s' is no number", text);
    }
}

static int parse_step(parser_t *parser, char **tokens, unsigned count) {
    const statement_t *statement = NULL;
    for (unsigned i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (strcmp(tokens[0], statements[i].name) == 0) statement = &statements[i];
    if (!statement) return fail(parser, "unknown statement '%s'", tokens[0]);
    if (parser->thread < 0)
        return fail(parser, "'%s' stands before the first `thread` line", tokens[0]);
    if (count - 1 != strlen(statement->operands))
        return fail(parser, "'%s' takes %zu operands, not %u", tokens[0],
                    strlen(statement->operands), count - 1);
    unsigned *steps = &parser->program->steps[parser->thread];
    if (*steps == PROGRAM_MAX_STEPS)
        return fail(parser, "more than %d statements in a thread", PROGRAM_MAX_STEPS);
    step_t *step = &parser->program->step[parser->thread][(*steps)++];
    *step = (step_t){.kind = statement->kind, .line = parser->line};
    for (unsigned i = 0; i < count - 1; i++)
        if (parse_operand(parser, statement->operands[i], tokens[i + 1], step) != 0) return -1;
    return 0;
}

static int parse_line(parser_t *parser, char *text) {
    char *tokens[MAX_TOKENS], *rest = NULL;
    unsigned count = 0;
    text[strcspn(text, "#\n")] = '\0';
    for (char *token = strtok_r(text, " \t", &rest); token; token = strtok_r(NULL, " \t", &rest)) {
        if (count == MAX_TOKENS) return fail(parser, "more than %d words on a line", MAX_TOKENS);
        tokens[count++] = token;
    }
    if (count == 0) return 0;
    if (strcmp(tokens[0], "data") == 0 || strcmp(tokens[0], "sync") == 0)
        return declare_words(parser, tokens[0][0] == 's', tokens + 1, count - 1);
    if (strcmp(tokens[0], "placement") == 0 && count == 2) return set_placement(parser, tokens[1]);
    if (strcmp(tokens[0], "thread") == 0 && count == 2) return set_thread(parser, tokens[1]);
    return parse_step(parser, tokens, count);
}

int event_program_read(const char *path, event_program_t *program, char *message,
                       size_t message_size) {
    char line[512];
    parser_t parser = {path, 0, -1, false, program, message, message_size};
    *program = (event_program_t){0};
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(&parser,
                    "cannot be opened (every name of the catalogue needs an event program)");
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, file)) {
        parser.line++;
        status = parse_line(&parser, line);
    }
    fclose(file);
    if (status == 0 && !parser.placed) status = fail(&parser, "no `placement` line");
    for (int thread = 0; status == 0 && thread < PROGRAM_THREADS; thread++)
        if (program->steps[thread] == 0)
            status = fail(&parser, "thread %d has no statement", thread);
    return status;
}
