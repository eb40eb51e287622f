/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_filter.c: the condition that executions have to meet.
 *
 *   condition := conjunction { ("\/" | "||" | "or") conjunction }
 *   conjunction := term { ("/\" | "&&" | "and") term }
 *   term := ("not" | "~" | "!") term | "(" condition ")" | "true" | "false" | value RELATION value
 *   value := number | "P1:r0" | "1:r0" | "x" | "[x]" | "*x" | "x[1]" | "[x+4]"
 *   RELATION := "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
 *
 * It is kept in postfix order. Every part pushes one value; litmus_meets_filter has a stack for as
 * many as there are parts.
 */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "cmodel/litmus/litmus_internal.h"

enum { DEPTH_MAX = 32 };

typedef struct reading {
    litmus_t *litmus;
    unsigned line;
    const char *at;
    unsigned depth;
    bool failed;
} reading_t;

static void fail(reading_t *reading, const char *at) {
    if (!reading->failed)
        litmus_problem(
            reading->litmus, reading->line,
            "'%.60s' is not taken in a filter: conditions like P1:r0 == 1, x != 2, joined "
            "by /\\, \\/, not and ( )",
            at);
    reading->failed = true;
}

static void skip(reading_t *reading) {
    while (isspace((unsigned char)*reading->at) || *reading->at == ';') reading->at++;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* Takes WORD if it is next; one of letters has to end there. */
static bool take(reading_t *reading, const char *word) {
    skip(reading);
    const size_t length = strlen(word);
    if (strncmp(reading->at, word, length) != 0) return false;
    if (is_word(word[length - 1]) && is_word(reading->at[length])) return false;
    reading->at += length;
    return true;
}

static void add(reading_t *reading, litmus_part_t part) {
    litmus_t *litmus = reading->litmus;
    if (litmus->parts == LITMUS_FILTER_MAX) {
        if (!reading->failed)
            litmus_problem(litmus, reading->line, "the filter has more than %d parts",
                           LITMUS_FILTER_MAX);
        reading->failed = true;
        return;
    }
    litmus->part[litmus->parts++] = part;
}

static void read_value(reading_t *reading) {
    litmus_t *litmus = reading->litmus;
    char text[LITMUS_NAME_MAX * 2] = "";
    skip(reading);
    const char *begin = reading->at;
    while (strchr("[*&-", *reading->at) && *reading->at != '\0') reading->at++;
    while (is_word(*reading->at) || (*reading->at != '\0' && strchr(":[]+", *reading->at)))
        reading->at++;
    const size_t length = (size_t)(reading->at - begin);
    if (length == 0 || length >= sizeof text) return fail(reading, begin);
    memcpy(text, begin, length);
    litmus_part_t part = {.kind = LITMUS_PART_NUMBER};
    char *colon = strchr(text, ':');
    if (litmus_number(text, &part.value)) return add(reading, part);
    if (isdigit((unsigned char)*text) && !colon) return fail(reading, begin);
    if (colon) {
        *colon = '\0';
        litmus_thread_t *thread = litmus_thread(litmus, reading->line, text);
        const int number = thread ? litmus_register(litmus, reading->line, thread, colon + 1) : -1;
        if (number < 0) {
            reading->failed = true;
            return;
        }
        part = (litmus_part_t){LITMUS_PART_REGISTER, (unsigned)(thread - litmus->thread),
                               (uint32_t)number};
        return add(reading, part);
    }
    char *name = text + strspn(text, "[*");
    if (name > text && !strchr(name, '[')) name[strcspn(name, "]")] = '\0';
    const int place = litmus_place(litmus, reading->line, name);
    if (place < 0) return fail(reading, begin);
    part.kind = LITMUS_PART_WORD;
    part.value = (uint32_t)place;
    add(reading, part);
}

static void read_comparison(reading_t *reading) {
    static const struct {
        const char *text;
        litmus_operation_t operation;
    } relations[] = {{"==", LITMUS_EQUAL},      {"!=", LITMUS_UNEQUAL},
                     {"<=", LITMUS_LESS_EQUAL}, {">=", LITMUS_GREATER_EQUAL},
                     {"=", LITMUS_EQUAL},       {"<", LITMUS_LESS},
                     {">", LITMUS_GREATER}};
    skip(reading);
    const char *begin = reading->at;
    read_value(reading);
    for (size_t i = 0; i < sizeof relations / sizeof *relations && !reading->failed; i++) {
        if (!take(reading, relations[i].text)) continue;
        if (*reading->at == '!') break; /* "=!" */
        read_value(reading);
        add(reading, (litmus_part_t){LITMUS_PART_COMPARE, 0, relations[i].operation});
        return;
    }
    fail(reading, begin);
}

static void read_condition(reading_t *reading);

static void read_term(reading_t *reading) {
    if (reading->depth++ == DEPTH_MAX) {
        fail(reading, reading->at);
    } else if (take(reading, "not") || take(reading, "~") || take(reading, "!")) {
        read_term(reading);
        add(reading, (litmus_part_t){.kind = LITMUS_PART_NOT});
    } else if (take(reading, "(")) {
        read_condition(reading);
        if (!reading->failed && !take(reading, ")")) fail(reading, reading->at);
    } else if (take(reading, "true")) {
        add(reading, (litmus_part_t){LITMUS_PART_NUMBER, 0, 1});
    } else if (take(reading, "false")) {
        add(reading, (litmus_part_t){LITMUS_PART_NUMBER, 0, 0});
    } else {
        read_comparison(reading);
    }
    reading->depth--;
}

static void read_conjunction(reading_t *reading) {
    read_term(reading);
    while (!reading->failed &&
           (take(reading, "/\\") || take(reading, "&&") || take(reading, "and"))) {
        read_term(reading);
        add(reading, (litmus_part_t){.kind = LITMUS_PART_AND});
    }
}

static void read_condition(reading_t *reading) {
    read_conjunction(reading);
    while (!reading->failed &&
           (take(reading, "\\/") || take(reading, "||") || take(reading, "or"))) {
        read_conjunction(reading);
        add(reading, (litmus_part_t){.kind = LITMUS_PART_OR});
    }
}

void litmus_read_filter(litmus_t *litmus, unsigned line, const char *text) {
    reading_t reading = {.litmus = litmus, .line = line, .at = text};
    const bool more = litmus->parts > 0;
    read_condition(&reading);
    skip(&reading);
    if (!reading.failed && *reading.at != '\0') fail(&reading, reading.at);
    if (more) add(&reading, (litmus_part_t){.kind = LITMUS_PART_AND});
}

bool litmus_meets_filter(const litmus_t *litmus, const litmus_state_t *state) {
    uint32_t stack[LITMUS_FILTER_MAX + 1];
    unsigned top = 0;
    for (unsigned i = 0; i < litmus->parts; i++) {
        const litmus_part_t *part = &litmus->part[i];
        switch (part->kind) {
        case LITMUS_PART_NUMBER: stack[top++] = part->value; break;
        case LITMUS_PART_REGISTER:
            stack[top++] = state->registers[part->thread][part->value];
            break;
        case LITMUS_PART_WORD:
            stack[top++] = state->memory[litmus->variable_word[part->value]];
            break;
        case LITMUS_PART_NOT: stack[top - 1] = !stack[top - 1]; break;
        case LITMUS_PART_COMPARE:
            top--;
            stack[top - 1] = litmus_calculate((litmus_operation_t)part->value, stack[top - 1],
                                              stack[top]);
            break;
        case LITMUS_PART_AND:
            top--;
            stack[top - 1] = stack[top - 1] && stack[top];
            break;
        case LITMUS_PART_OR:
            top--;
            stack[top - 1] = stack[top - 1] || stack[top];
            break;
        }
    }
    assert(top <= 1);
    return top == 0 || stack[0] != 0;
}
