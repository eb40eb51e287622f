/* SPDX-License-Identifier: Apache-2.0 */
/* liberty.c: the cells of a Liberty file; see power.h.
 *
 *   statement: NAME (WORDS) { statement … }     a group: library, cell, pin, internal_power, …
 *              NAME (WORDS) ;  NAME : WORDS ;   attributes; the semicolon behind ) may be missing
 */
#include "scripts/area/power/power.h"

#include <ctype.h>
#include <stdlib.h>

enum { MAX_WORD = 256, MAX_WORDS = 32 };

/* A table of rise_power or fall_power. */
typedef struct table {
    double x[MAX_POINTS], y[MAX_POINTS], value[MAX_POINTS * MAX_POINTS];
    uint32_t xs, ys, values;
} table_t;

typedef struct reader {
    const char *path;
    FILE *file;
    unsigned line;
    char name[MAX_WORD];
    char word[MAX_WORDS][MAX_WORD];
    uint32_t words;
    library_t library;
    bool load_first; /* of the template at hand: variable_1 is the load */
} reader_t;

/* Where a statement stands; cell and pin are indices, or NONE. */
typedef struct place {
    const char *group;
    uint32_t cell, pin;
    table_t *table;
} place_t;

static _Noreturn void refuse(const reader_t *reader, const char *what, const char *text) {
    die(POWER_BAD_INPUT, "%s:%u: %s: %s", reader->path, reader->line, what, text);
}

/* ---- words ----------------------------------------------------------------------------------- */

static int next_character(reader_t *reader) {
    const int character = getc(reader->file);
    reader->line += character == '\n';
    return character;
}

/* The next character that is no blank, no comment and no backslash at the end of a line. */
static int skip_blanks(reader_t *reader) {
    for (;;) {
        int character = next_character(reader);
        if (character == '/') {
            int before = next_character(reader);
            if (before != '*') refuse(reader, "not Liberty", "/");
            for (before = 0; (character = next_character(reader)) != EOF; before = character)
                if (before == '*' && character == '/') break;
        } else if (character == EOF || !(isspace(character) || character == '\\'))
            return character;
    }
}

static void put_back(reader_t *reader, int character) {
    ungetc(character, reader->file);
    reader->line -= character == '\n';
}

/* A word that begins with CHARACTER, or a quoted text, into WORD. */
static void read_word(reader_t *reader, int character, char *word) {
    const bool quoted = character == '"';
    size_t length = 0;
    if (quoted) character = next_character(reader);
    while (character != EOF &&
           (quoted ? character != '"' : !isspace(character) && !strchr("(){}:;,\"", character))) {
        if (length == MAX_WORD - 1) refuse(reader, "a word of more than 255 characters", "");
        word[length++] = (char)character;
        character = next_character(reader);
    }
    word[length] = '\0';
    if (quoted && character == EOF) {
        word[strcspn(word, "\n")] = '\0';
        refuse(reader, "the file ends within a text", word);
    }
    if (!quoted) put_back(reader, character);
}

/* Words up to the character END, which it takes. */
static void read_words(reader_t *reader, int end) {
    int character;
    reader->words = 0;
    while ((character = skip_blanks(reader)) != end) {
        if (character == ',') continue;
        if (character == EOF) refuse(reader, "the file ends within", reader->name);
        if (strchr("(){}:;", character)) refuse(reader, "not Liberty", reader->name);
        if (reader->words == MAX_WORDS) refuse(reader, "more than 32 words", reader->name);
        read_word(reader, character, reader->word[reader->words++]);
    }
}

/* The numbers in the words at hand, behind the *COUNT of MOST that VALUES has. */
static void read_numbers(reader_t *reader, double *values, uint32_t *count, uint32_t most) {
    for (uint32_t i = 0; i < reader->words; i++) {
        const char *at = reader->word[i];
        while (at += strspn(at, " ,\t\n\\"), *at) {
            char *end;
            const double value = strtod(at, &end);
            if (end == at) refuse(reader, "not a number", at);
            if (*count == most) refuse(reader, "more points than a table may have", reader->name);
            values[(*count)++] = value;
            at = end;
        }
    }
}

static double number(const reader_t *reader) {
    char *end = NULL;
    const double value = reader->words ? strtod(reader->word[0], &end) : 0;
    if (!end || end == reader->word[0] || *end) refuse(reader, "not a number", reader->name);
    return value;
}

static char *first_word(const reader_t *reader) {
    if (!reader->words) refuse(reader, "expected: a word behind", reader->name);
    char *const made = strdup(reader->word[0]);
    if (!made) die(POWER_NO_FILE, "no memory");
    return made;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static double between(const double *x, const double *y, uint32_t points, double at) {
    uint32_t i = 0;
    if (points == 1) return y[0];
    while (i + 2 < points && x[i + 1] < at) i++;
    return y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]);
}

double liberty_energy(const curve_t *curve, double load) {
    if (!curve->tables) return 0;
    return between(curve->load, curve->energy, curve->points, load) / curve->tables;
}

static void refuse_unless_rising(const reader_t *reader, const double *x, uint32_t points) {
    for (uint32_t i = 1; i < points; i++)
        if (!(x[i - 1] < x[i])) refuse(reader, "an index that does not rise", reader->name);
}

/* TABLE of one axis is of an input, by transition; of two it is of an output. */
static void take_table(const reader_t *reader, pin_t *pin, int edge, const table_t *table) {
    if (!table->xs || table->values != table->xs * (table->ys ? table->ys : 1))
        refuse(reader, "not a table of energies", pin->name);
    refuse_unless_rising(reader, table->x, table->xs);
    refuse_unless_rising(reader, table->y, table->ys);
    if (!table->ys) {
        pin->passive[edge] = between(table->x, table->value, table->xs, POWER_SLEW);
        return;
    }
    curve_t *const curve = &pin->active[edge];
    if (curve->tables && (curve->points != table->xs ||
                          memcmp(curve->load, table->x, table->xs * sizeof *table->x) != 0))
        refuse(reader, "tables of one pin with different loads", pin->name);
    curve->points = table->xs;
    curve->tables++;
    for (uint32_t i = 0; i < table->xs; i++) {
        curve->load[i] = table->x[i];
        curve->energy[i] += between(table->y, table->value + i * table->ys, table->ys, POWER_SLEW);
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

/* A boolean function: ! first, then ^, then AND (written as nothing, * or &), then + (or |). */
typedef struct formula {
    const reader_t *reader;
    const cell_t *cell;
    const char *rest;
    uint32_t inputs; /* their values, bit 0 of input[0] */
} formula_t;

static bool sum(formula_t *formula);

static char peek(formula_t *formula) {
    formula->rest += strspn(formula->rest, " ");
    return *formula->rest;
}

static bool factor(formula_t *formula) {
    const char first = peek(formula);
    if (first == '!') {
        formula->rest++;
        return !factor(formula);
    }
    if (first == '(') {
        formula->rest++;
        const bool value = sum(formula);
        if (peek(formula) != ')') refuse(formula->reader, "not a function", formula->rest);
        formula->rest++;
        return value;
    }
    size_t length = 0;
    while (isalnum((unsigned char)formula->rest[length]) || formula->rest[length] == '_') length++;
    for (uint32_t i = 0; i < formula->cell->inputs; i++) {
        const char *const name = formula->cell->pin[formula->cell->input[i]].name;
        if (strlen(name) != length || strncmp(name, formula->rest, length) != 0) continue;
        formula->rest += length;
        return formula->inputs >> i & 1;
    }
    refuse(formula->reader, "not an input of the cell in its function", formula->rest);
}

static bool difference(formula_t *formula) {
    bool value = factor(formula);
    while (peek(formula) == '^') {
        formula->rest++;
        value ^= factor(formula);
    }
    return value;
}

static bool product(formula_t *formula) {
    bool value = difference(formula);
    for (;;) {
        const char next = peek(formula);
        if (next == '*' || next == '&')
            formula->rest++;
        else if (next != '(' && next != '!' && !isalpha((unsigned char)next))
            return value;
        value &= difference(formula);
    }
}

static bool sum(formula_t *formula) {
    bool value = product(formula);
    while (peek(formula) == '+' || peek(formula) == '|') {
        formula->rest++;
        value |= product(formula);
    }
    return value;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static uint32_t pin_named(const cell_t *cell, const char *name) {
    for (uint32_t i = 0; i < cell->pins; i++)
        if (name && is(cell->pin[i].name, name)) return i;
    return NONE;
}

/* Which pins CELL has, and what it computes; or why it is unusable. */
static void finish_cell(const reader_t *reader, cell_t *cell) {
    cell->output = NONE;
    for (uint32_t i = 0; i < cell->pins; i++) {
        if (!cell->pin[i].is_output) {
            if (!cell->is_register && cell->inputs < MAX_INPUTS) cell->input[cell->inputs] = i;
            cell->inputs++;
        } else if (cell->output != NONE) {
            cell->unusable = "has two outputs";
        } else
            cell->output = i;
    }
    if (cell->output == NONE) cell->unusable = "has no output";
    if (cell->unusable) return;
    if (cell->is_register) {
        cell->data = pin_named(cell, cell->next_state);
        cell->clock = pin_named(cell, cell->clocked_on);
        if (cell->data == NONE || cell->clock == NONE || cell->inputs != 2)
            cell->unusable = "is no register of one data pin and a rising clock";
        else if (!cell->pin[cell->clock].is_clock)
            refuse(reader, "no 'clock : true' of", cell->clocked_on);
        return;
    }
    const char *const function = cell->pin[cell->output].function;
    if (cell->inputs > MAX_INPUTS) cell->unusable = "has more than four inputs";
    if (!function) cell->unusable = "has no function";
    for (uint32_t i = 0; i < 1u << MAX_INPUTS && !cell->unusable; i++) {
        formula_t formula = {reader, cell, function, i};
        cell->truth |= (uint32_t)sum(&formula) << i;
        if (peek(&formula)) refuse(reader, "not a function", formula.rest);
    }
}

static void take_attribute(reader_t *reader, const place_t *place) {
    const char *const name = reader->name;
    cell_t *const cell = place->cell != NONE ? &reader->library.cell[place->cell] : NULL;
    pin_t *const pin = place->pin != NONE ? &cell->pin[place->pin] : NULL;
    if (place->table) {
        table_t *const table = place->table;
        if (is(name, "index_1")) read_numbers(reader, table->x, &table->xs, MAX_POINTS);
        if (is(name, "index_2")) read_numbers(reader, table->y, &table->ys, MAX_POINTS);
        if (is(name, "values"))
            read_numbers(reader, table->value, &table->values, MAX_POINTS * MAX_POINTS);
    } else if (is(place->group, "pin")) {
        if (is(name, "direction")) pin->is_output = is(first_word(reader), "output");
        if (is(name, "capacitance")) pin->capacitance = number(reader);
        if (is(name, "clock")) pin->is_clock = is(first_word(reader), "true");
        if (is(name, "function")) pin->function = first_word(reader);
        if (is(name, "three_state")) cell->unusable = "is tristate";
    } else if (is(place->group, "ff")) {
        if (is(name, "next_state")) cell->next_state = first_word(reader);
        if (is(name, "clocked_on")) cell->clocked_on = first_word(reader);
        if (is(name, "clear") || is(name, "preset")) cell->unusable = "has a clear or a preset";
    } else if (is(place->group, "cell")) {
        if (is(name, "cell_leakage_power")) cell->leakage = number(reader);
    } else if (is(place->group, "power_lut_template")) {
        if (is(name, "variable_1"))
            reader->load_first = is(first_word(reader), "total_output_net_capacitance");
        if (is(name, "variable_2") && !reader->load_first)
            refuse(reader, "energies by transition and then by load", name);
    } else if (is(place->group, "library")) {
        if (is(name, "nom_voltage")) reader->library.volts = number(reader);
        if (is(name, "time_unit") && !is(first_word(reader), "1ns"))
            refuse(reader, "not in ns", reader->word[0]);
        if (is(name, "voltage_unit") && !is(first_word(reader), "1V"))
            refuse(reader, "not in V", reader->word[0]);
        if (is(name, "leakage_power_unit") && !is(first_word(reader), "1nW"))
            refuse(reader, "not in nW", reader->word[0]);
        if (is(name, "capacitive_load_unit") &&
            (number(reader) != 1 || reader->words != 2 || strcasecmp(reader->word[1], "pf") != 0))
            refuse(reader, "not in pF", reader->word[0]);
    }
}

static void read_group(reader_t *reader, const place_t *outer);

static void open_group(reader_t *reader, const place_t *outer) {
    char *const group = strdup(reader->name);
    table_t table = {0};
    place_t inner = {group, outer->cell, outer->pin, outer->table};
    library_t *const library = &reader->library;
    const int edge = is(reader->name, "rise_power")   ? RISE
                     : is(reader->name, "fall_power") ? FALL
                                                      : EDGES;
    if (!group) die(POWER_NO_FILE, "no memory");
    if (is(group, "cell")) {
        char *const name = first_word(reader);
        if (names_find(&library->names, name) != NONE) refuse(reader, "a second cell", name);
        inner.cell = names_add(&library->names, name);
        *APPEND(library->cell, library->cells, library->allocated) = (cell_t){0};
    } else if (outer->cell != NONE) {
        cell_t *const cell = &library->cell[outer->cell];
        if (is(group, "pin")) {
            if (cell->pins == MAX_PINS)
                refuse(reader, "more than eight pins", library->names.text[outer->cell]);
            inner.pin = cell->pins++;
            cell->pin[inner.pin].name = first_word(reader);
        }
        if (is(group, "ff")) cell->is_register = true;
        if (is(group, "latch") || is(group, "statetable")) cell->unusable = "is a latch";
        if (is(group, "bus") || is(group, "bundle")) cell->unusable = "has a bus";
        if (edge != EDGES && inner.pin != NONE) inner.table = &table;
    }
    read_group(reader, &inner);
    if (is(group, "cell")) finish_cell(reader, &library->cell[inner.cell]);
    if (inner.table == &table)
        take_table(reader, &library->cell[inner.cell].pin[inner.pin], edge, &table);
    free(group);
}

/* Statements up to the end of the group, or of the file where OUTER is the file. */
static void read_group(reader_t *reader, const place_t *outer) {
    for (;;) {
        int character = skip_blanks(reader);
        if (character == ';') continue;
        if (character == '}' && *outer->group) return;
        if (character == EOF && !*outer->group) return;
        if (character == EOF) refuse(reader, "the file ends within", outer->group);
        if (!isalpha(character)) refuse(reader, "not Liberty in", outer->group);
        read_word(reader, character, reader->name);
        character = skip_blanks(reader);
        if (character == ':') {
            read_words(reader, ';');
        } else if (character == '(') {
            read_words(reader, ')');
            character = skip_blanks(reader);
            if (character == '{') {
                open_group(reader, outer);
                continue;
            }
            put_back(reader, character);
        } else
            refuse(reader, "expected ':' or '(' behind", reader->name);
        take_attribute(reader, outer);
    }
}

library_t liberty_read(const char *path) {
    reader_t reader = {.path = path, .file = fopen(path, "r"), .line = 1};
    if (!reader.file) die(POWER_NO_FILE, "%s: cannot be read", path);
    read_group(&reader, &(place_t){"", NONE, NONE, NULL});
    if (ferror(reader.file)) die(POWER_NO_FILE, "%s: cannot be read", path);
    fclose(reader.file);
    if (!reader.library.cells) die(POWER_BAD_INPUT, "%s: no cells", path);
    if (reader.library.volts <= 0) die(POWER_BAD_INPUT, "%s: no nom_voltage", path);
    return reader.library;
}
