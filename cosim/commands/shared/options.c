/* SPDX-License-Identifier: Apache-2.0 */
/* options.c: see options.h. */
#include "cosim/commands/shared/options.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cmodel/base/read_number.h"
#include "cosim/commands/shared/command.h"

enum { NAMES_SIZE = 512 };

int options_refuse(const char *command, const char *problem, const char *word) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s%s; see `scord %s --help`", command, problem,
                      word, command);
}

int options_refuse_choice(const char *command, const char *option, const char *choices,
                          const char *value) {
    char names[NAMES_SIZE];
    size_t used = 0;
    for (const char *c = choices; *c && used + 3 < sizeof names; c++) {
        if (*c == ' ') names[used++] = ',';
        names[used++] = *c;
    }
    assert(used < sizeof names);
    names[used] = '\0';
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s is one of %s, not '%s'", command, option, names,
                      value);
}

int options_read_number(const char *command, const char *option, const char *value, uint64_t least,
                        uint64_t most, uint64_t *number) {
    assert(least <= most);
    if (scord_read_number(value, least, most, number)) return 0;
    if (most == UINT64_MAX)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s takes a number from %" PRIu64 ", not '%s'",
                          command, option, least, value);
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s: %s takes a number from %" PRIu64 " to %" PRIu64 ", not '%s'", command,
                      option, least, most, value);
}

/* ---- rows ---- */

static bool is_option(const option_t *row) {
    return row->kind >= OPTION_FLAG && row->kind <= OPTION_CALL;
}

/* A row, and where the table that it stands in counts its places from. */
typedef struct found_row {
    const option_t *row;
    size_t base;
    unsigned matches; /* rows whose name begins with what was written */
} found_row_t;

/* The row of NAME[0 .. length - 1]: an exact match, or the last of `matches` that begin so. */
static bool find_row(const option_t *rows, size_t base, const char *name, size_t length,
                     found_row_t *found) {
    for (const option_t *row = rows; row->kind != OPTION_END; row++) {
        if (row->kind == OPTION_TABLE &&
            find_row(row->table, base + row->place, name, length, found))
            return true;
        if (!is_option(row)) continue;
        const bool exact = (strlen(row->name) == length && strncmp(row->name, name, length) == 0) ||
                           (row->also && strlen(row->also) == length &&
                            strncmp(row->also, name, length) == 0);
        const bool begins = length > 2 && strncmp(row->name, name, length) == 0;
        if (!exact && !begins) continue;
        found->row = row;
        found->base = base;
        found->matches++;
        if (exact) return true;
    }
    return false;
}

static int read_choice(unsigned *place, const char *command, const option_t *row,
                       const char *value) {
    assert(row->choices);
    const size_t length = strlen(value);
    unsigned number = 0;
    for (const char *name = row->choices; *name; number++) {
        const size_t width = strcspn(name, " ");
        if (width == length && strncmp(name, value, length) == 0) {
            *place = number;
            return 0;
        }
        name += width;
        name += strspn(name, " ");
    }
    return options_refuse_choice(command, row->name, row->choices, value);
}

static int store(const option_t *row, void *place, const char *command, const char *value) {
    uint64_t number;
    int code = 0;
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)place = true; break;
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_FOLDER: *(const char **)place = value; break;
    case OPTION_NUMBER:
        return options_read_number(command, row->name, value, row->least, row->most, place);
    case OPTION_UNSIGNED:
        assert(row->most <= UINT32_MAX);
        code = options_read_number(command, row->name, value, row->least, row->most, &number);
        if (code == 0) *(unsigned *)place = (unsigned)number;
        break;
    case OPTION_CHOICE: return read_choice(place, command, row, value);
    case OPTION_CALL: return row->read(place, command, row->name, value);
    default: assert(!"a row that is no option has no value");
    }
    return code;
}

static void store_standards(const option_t *rows, char *line, const char *command) {
    for (const option_t *row = rows; row->kind != OPTION_END; row++) {
        assert(!is_option(row) || row->name[0] == '-');
        assert((row->kind == OPTION_CALL) == !!row->read);
        if (row->kind == OPTION_TABLE) store_standards(row->table, line + row->place, command);
        if (!row->standard || row->kind == OPTION_CALL || !is_option(row)) continue;
        const int code = store(row, line + row->place, command, row->standard);
        assert(code == 0 && "a default is a value that a user may write");
        (void)code;
    }
}

/* The flag that WORD takes back: `--no-X` of --X, and `--X` of --no-X. */
static bool find_negated(const option_t *rows, const char *word, found_row_t *found) {
    char name[NAMES_SIZE];
    const bool no = strncmp(word, "--no-", strlen("--no-")) == 0;
    if (strncmp(word, "--", 2) != 0) return false;
    *found = (found_row_t){0};
    snprintf(name, sizeof name, "--%s%s", no ? "" : "no-", word + (no ? strlen("--no-") : 2));
    return find_row(rows, 0, name, strlen(name), found) && found->row->kind == OPTION_FLAG;
}

/* The option argv[*index], with its value. *NONE: it is not in the table. */
static int read_option(const command_form_t *form, char *line, int argc, char **argv, int *index,
                       bool *none) {
    const char *word = argv[*index], *equals = strchr(word, '=');
    found_row_t found = {0};
    const size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const bool exact = find_row(form->options, 0, word, length, &found);
    *none = !exact && found.matches != 1;
    if (*none && find_negated(form->options, word, &found)) {
        *none = false;
        *(bool *)(line + found.base + found.row->place) = false;
        return 0;
    }
    if (*none) return 0;
    const option_t *row = found.row;
    assert(row && is_option(row));
    const bool may_miss = row->argument && row->argument[0] == '[';
    if (equals && !row->argument) return options_refuse(form->name, "unknown option ", word);
    const char *value = equals ? equals + 1 : NULL;
    if (row->argument && !may_miss && !equals) {
        if (*index + 1 >= argc) return options_refuse(form->name, word, " needs a value");
        value = argv[++*index];
    }
    return store(row, line + found.base + row->place, form->name, value);
}

int options_read(const command_form_t *form, void *line, int argc, char **argv,
                 options_found_t *found) {
    int index = 1, code = 0;
    *found = (options_found_t){.words = argv + 1};
    store_standards(form->options, line, form->name);
    for (; index < argc && code == 0 && strcmp(argv[index], "--") != 0; index++) {
        char *word = argv[index];
        bool none = true;
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            found->help = true;
            return 0;
        }
        if (word[0] == '-' && word[1] != '\0') {
            code = read_option(form, line, argc, argv, &index, &none);
            if (!none) continue;
            if (!form->program_words) /* else form->word says it */
                return options_refuse(form->name, "unknown option ", word);
        }
        if (form->word)
            code = form->word(line, argc, argv, &index);
        else
            found->words[found->count++] = word;
        assert(found->count <= index);
    }
    found->program_words = argv + (index < argc ? index + 1 : argc);
    for (; !form->program_words && code == 0 && ++index < argc;) {
        if (form->word)
            code = form->word(line, argc, argv, &index);
        else
            found->words[found->count++] = argv[index];
    }
    return code;
}
