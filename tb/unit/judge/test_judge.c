/* SPDX-License-Identifier: Apache-2.0 */
/* test_judge.c: what the parser takes, ptxas takes, and the other way round.
 *
 *     forms.text ──all choices, or some──► statements ──► sim/ptx │ agree? else the table of
 *          └──────────random changes──────────┘     └───► ptxas   │ docs/ptx-subset.md says why
 *
 * A change of a statement is one that leaves its syntax: another type, another modifier of the same
 * kind, an operand of another kind. A difference that the table does not explain is made as short
 * as it gets and printed. With all choices, a row of the table that explains nothing is a fault,
 * too.
 *
 * usage: test_judge CHOICES CHANGES SEED
 *   CHOICES: of a form, 0: all (of more than 2000 so many); CHANGES: as many random statements
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/unit/compiled/random_ptx.h"
#include "tb/unit/judge/ptxas.h"
#include "tb/unit/ptx/machine.h"

enum { MOST_CHOICES = 2000, ROWS_MOST = 200, SHOWN = 25 };

/* ---- the table ---- */

typedef struct row {
    char pattern[160], message[160]; /* of the statement, of who refuses it */
    bool theirs;                     /* ptxas takes it */
    bool slip;                       /* no form has it */
    uint32_t used;
} row_t;
static row_t rows[ROWS_MOST];
static uint32_t row_count;

/* What is in the first pair of ` of a cell, from `at`; returns where the cell ends. */
static const char *cell(const char *at, char *text, size_t size) {
    const char *end = at;
    while (*end && *end != '\n' && !(*end == '|' && end[-1] != '\\')) end++;
    const char *from = memchr(at, '`', (size_t)(end - at));
    const char *to = from ? memchr(from + 1, '`', (size_t)(end - from - 1)) : NULL;
    size_t used = 0;
    for (from = to ? from + 1 : end; to && from < to && used + 1 < size; from++)
        if (*from != '\\' || from[1] != '|') text[used++] = *from;
    text[used] = 0;
    return *end == '|' ? end + 1 : end;
}

static void read_table(void) { /* | `statement` | `who` takes it | `message` | why | */
    char *text = machine_read_file("docs/ptx-subset.md"), who[80];
    const char *at = strstr(text, "\n## Beside ptxas\n");
    while (at && (at = strchr(at + 1, '\n')) && strncmp(at, "\n## ", 4) != 0) {
        if (strncmp(at, "\n| `", 4) != 0 || row_count == ROWS_MOST) continue;
        row_t *row = &rows[row_count];
        const char *next = cell(at + 2, row->pattern, sizeof row->pattern);
        next = cell(next, who, sizeof who);
        next = cell(next, row->message, sizeof row->message);
        const char *slip = strstr(next, "a slip");
        row->slip = slip && slip < next + strcspn(next, "\n");
        row->theirs = !strcmp(who, "ptxas");
        if (*row->pattern && *row->message && (row->theirs || !strcmp(who, "scord")))
            row_count++;
        else
            check(false, "docs/ptx-subset.md: a row of \"Beside ptxas\" is not understood: %.100s",
                  at);
    }
    check(row_count > 0, "docs/ptx-subset.md has no table \"Beside ptxas\"");
    free(text);
}

static bool explained(const statement_t *statement) {
    const char *word = statement->theirs ? statement->our_word : statement->their_word;
    for (uint32_t i = 0; i < row_count; i++) {
        if (rows[i].theirs != statement->theirs || fnmatch(rows[i].pattern, statement->text, 0) ||
            fnmatch(rows[i].message, word, 0))
            continue;
        rows[i].used++;
        return true;
    }
    return false;
}

/* ---- statements ---- */

static statement_t *statements;
static uint32_t count, capacity;

static statement_t *next_statement(void) {
    if (count == capacity) {
        capacity = 2 * capacity + 1000;
        statements = realloc(statements, capacity * sizeof *statements);
        if (!statements) exit(3);
    }
    statement_t *statement = &statements[count++];
    *statement = (statement_t){0};
    return statement;
}

static void judge_ours(statement_t *statement) {
    char text[4096];
    ptx_error_t error;
    const int length = snprintf(text, sizeof text, "%s%s%s%s", judge_head,
                                strstr(statement->text, "%q") ? judge_wide : "", statement->text,
                                judge_tail);
    ptx_module_t *module = ptx_parse(text, (size_t)length, &error);
    statement->ours = module;
    if (module)
        ptx_free(module);
    else
        snprintf(statement->our_word, sizeof statement->our_word, "%.190s", error.message);
}

static void take_forms(uint32_t most, uint64_t *seed) {
    char *text = machine_read_file("tb/unit/judge/forms.text");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#') continue;
        const uint64_t choices = random_choices(line);
        for (uint64_t i = 0; i < (choices < most ? choices : most); i++)
            random_expand(next_statement()->text, line, choices <= most ? i : RANDOM_ANY, seed);
    }
    free(text);
}

/* ---- random changes ---- */

static const char *const kinds[] = {
    ".u8 .s8 .b8 .u16 .s16 .b16 .u32 .s32 .b32 .u64 .s64 .b64 .f16 .bf16 .f16x2 .bf16x2 .f32 .f64 "
    ".pred",
    ".rn .rz .rm .rp .rni .rzi .rmi .rpi .rna .approx .full",
    ".cta .cluster .gpu .sys",
    ".relaxed .acquire .release .acq_rel .sc .volatile .weak",
    ".global .shared .local .const .param",
    ".eq .ne .lt .le .gt .ge .lo .hi .equ .nan",
    ".and .or .xor .add .min .max .inc .dec .exch .cas",
    ".lo .hi .wide",
    ".ftz .sat .relu .satfinite .cc .NaN",
    ".v2 .v4",
    ".up .down .bfly .idx .all .any .uni .ballot",
    "%r1 %h1 %d1 %p1 %f1 %g1 7 -7 0f3f800000 0d3ff0000000000000 %tid.x !%p1 _ sv",
};

static uint32_t below(uint64_t *seed, uint32_t limit) {
    return (uint32_t)(machine_random(seed) >> 20) % limit;
}

static size_t word_length(const char *at) { return strcspn(at, " ;,|{}[]@\n"); }

/* The part of a statement at `at`: a modifier, or an operand. */
static size_t part_length(const char *at) {
    return *at == '.' ? 1 + strcspn(at + 1, " .;,|{}[]+-@") : word_length(at);
}

static bool is_listed(const char *list, const char *word, size_t length) {
    for (const char *at = list; *at; at += strspn(at, " ")) {
        const size_t one = strcspn(at, " ");
        if (one == length && !memcmp(at, word, one)) return true;
        at += one;
    }
    return false;
}

static const char *any_of(const char *list, uint64_t *seed, size_t *length) {
    uint32_t words = 1;
    for (const char *c = list; *c; c++) words += *c == ' ';
    for (uint32_t skip = below(seed, words); skip > 0; skip--) list = strchr(list, ' ') + 1;
    *length = strcspn(list, " ");
    return list;
}

/* One part of FROM becomes another of its kind; false: there was none at the chosen place. */
static bool change(statement_t *to, const char *from, uint64_t *seed) {
    const char *at = from + below(seed, (uint32_t)strlen(from));
    while (at > from && *at != '.' && *at != ' ' && at[-1] != ' ' && at[-1] != '{' && at[-1] != '[')
        at--;
    const size_t length = part_length(at);
    const bool is_operand = *at == '%' || (*at >= '0' && *at <= '9') || *at == '-';
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (!(is_operand && kinds[k][0] == '%') && !is_listed(kinds[k], at, length)) continue;
        size_t other;
        const char *word = any_of(kinds[k], seed, &other);
        snprintf(to->text, sizeof to->text, "%.*s%.*s%s", (int)(at - from), from, (int)other, word,
                 at + length);
        return strcmp(to->text, from) != 0;
    }
    return false;
}

static void take_changes(uint32_t wanted, uint64_t *seed) {
    const uint32_t forms = count;
    for (uint32_t made = 0; made < wanted;) {
        statement_t changed = {0};
        if (!change(&changed, statements[below(seed, forms)].text, seed)) continue;
        *next_statement() = changed;
        made++;
    }
}

/* ---- shorter ---- */

/* Variants of a statement with one modifier or one operand less. */
static uint32_t shorter(const statement_t *from, statement_t *to, uint32_t most) {
    uint32_t made = 0;
    for (const char *at = from->text; *at && made < most; at++) {
        const bool comma = *at == ',';
        if (*at != '.' && !comma) continue;
        const size_t length = comma ? 1 + strcspn(at + 1, ",;}]") : part_length(at);
        to[made] = (statement_t){0};
        snprintf(to[made++].text, sizeof to->text, "%.*s%s", (int)(at - from->text), from->text,
                 at + length);
    }
    return made;
}

static void shrink(const char *ptxas, statement_t *statement) {
    enum { VARIANTS = 24 };
    statement_t variants[VARIANTS];
    for (bool again = true; again;) {
        const uint32_t made = shorter(statement, variants, VARIANTS);
        again = false;
        ptxas_judge(ptxas, variants, made);
        for (uint32_t i = 0; i < made && !again; i++) {
            judge_ours(&variants[i]);
            if (variants[i].theirs == statement->theirs && variants[i].ours == statement->ours &&
                !explained(&variants[i])) {
                *statement = variants[i];
                again = true;
            }
        }
    }
}

/* ---- */

static void compare(const char *ptxas) {
    uint32_t shown = 0, unexplained = 0;
    for (uint32_t i = 0; i < count; i++) {
        statement_t *statement = &statements[i];
        if (statement->ours == statement->theirs || explained(statement)) {
            check(true, "agree");
            continue;
        }
        unexplained++;
        if (getenv("JUDGE_ALL")) {
            printf("%s takes `%s`; %s\n", statement->theirs ? "ptxas" : "scord", statement->text,
                   statement->theirs ? statement->our_word : statement->their_word);
            continue;
        }
        if (shown++ == SHOWN) continue;
        if (shown < SHOWN) shrink(ptxas, statement);
        check(false, "%s takes `%s`, the other says: %s", statement->theirs ? "ptxas" : "scord",
              statement->text, statement->theirs ? statement->our_word : statement->their_word);
    }
    check(unexplained == 0, "%u statements differ", unexplained);
}

int main(int argument_count, char **arguments) {
    const uint32_t choices = argument_count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 4,
                   changes = argument_count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 500;
    uint64_t seed = argument_count > 3 ? strtoull(arguments[3], NULL, 10) : 1;
    const char *ptxas = ptxas_find();
    read_table();
    if (!ptxas) {
        printf("skipped: there is no ptxas (CUDA toolkit)\n");
        return check_summary();
    }
    take_forms(choices ? choices : MOST_CHOICES, &seed);
    take_changes(changes, &seed);
    for (uint32_t i = 0; i < count; i++) judge_ours(&statements[i]);
    ptxas_judge(ptxas, statements, count);
    compare(ptxas);
    for (uint32_t i = 0; i < row_count && choices == 0; i++)
        check(rows[i].used > 0 || rows[i].slip || !rows[i].theirs,
              "docs/ptx-subset.md: `%s` explains nothing", rows[i].pattern);
    printf("%u statements, seed %s\n", count, argument_count > 3 ? arguments[3] : "1");
    free(statements);
    return check_summary();
}
