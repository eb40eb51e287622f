/* SPDX-License-Identifier: Apache-2.0 */
/* eval.c: runs the SQL of an evaluation over the results of its runs (tb/eval/common/runs.sql).
 *
 * usage: eval SQL FOLDER
 *   SQL     tb/eval/NAME/eval.sql; rows of its queries, one text each, are lines of the file that
 * the last output() named, standard output at first FOLDER  runs and results (run_experiments.sh);
 * tables/NAME.md and data/NAME.dat are written below Functions beside SQLite's: read(FILE) what
 * FOLDER/FILE holds, NULL: it cannot be read output(FILE)          FOLDER/FILE takes the rows that
 * follow; '': standard output fail(FILE, WHAT)      ends with a message and exit code 2
 *   incomplete(TEXT)      a message; the exit code will be 1
 *   number(FORMAT, X)     X as C prints it; a text as it stands, "-the same as a cell of a table,
 * with blanks and the bar behind it cell(FORMAT, X)       " X |", X as C prints it; a text as it
 * stands, "- |" for NULL column(FORMAT, X)     a tab and X as C prints it; "?" for NULL median(X)
 * of a group; NULLs do not count machine(SETTINGS)     the settings of machine scord in the order
 * of machine.def machine(SETTINGS, N)  its number N machine_text()        every number of it, a
 * line each Exit codes: 0 written, 1 written, but runs are missing, 2 bad usage or results, 3
 * environment.
 */
#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/machine/machine.h"

typedef struct evaluation {
    const char *folder;
    FILE *out;
    int code;
} evaluation_t;

/* FOLDER/FILE, where FILE is the function's argument. */
static void path_of(const evaluation_t *e, sqlite3_value *file, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "%s/%s", e->folder, (const char *)sqlite3_value_text(file));
}

static void call_read(sqlite3_context *context, int count, sqlite3_value **value) {
    char path[PATH_MAX], *text = NULL;
    size_t bytes = 0;
    (void)count;
    path_of(sqlite3_user_data(context), value[0], path);
    FILE *file = fopen(path, "r");
    if (!file) return;
    const ssize_t length = getdelim(&text, &bytes, '\0', file);
    if (length >= 0) sqlite3_result_text(context, text, (int)length, SQLITE_TRANSIENT);
    free(text);
    fclose(file);
}

static void call_output(sqlite3_context *context, int count, sqlite3_value **value) {
    evaluation_t *e = sqlite3_user_data(context);
    char path[PATH_MAX];
    (void)count;
    path_of(e, value[0], path);
    if (e->out != stdout) fclose(e->out);
    e->out = path[strlen(path) - 1] == '/' ? stdout : fopen(path, "w");
    if (e->out) return;
    fprintf(stderr, "eval: %s: %s\n", path, strerror(errno));
    exit(3);
}

static void call_fail(sqlite3_context *context, int count, sqlite3_value **value) {
    char path[PATH_MAX];
    (void)count;
    path_of(sqlite3_user_data(context), value[0], path);
    fprintf(stderr, "eval: %s: %s\n", path, (const char *)sqlite3_value_text(value[1]));
    exit(2);
}

static void call_incomplete(sqlite3_context *context, int count, sqlite3_value **value) {
    evaluation_t *e = sqlite3_user_data(context);
    (void)count;
    fprintf(stderr, "eval: %s\n", (const char *)sqlite3_value_text(value[0]));
    e->code = 1;
}

/* ---- numbers as C prints them: SQLite's printf rounds ties in another way ---- */

static void print_number(sqlite3_context *context, sqlite3_value **value, const char *frame,
                         const char *absent) {
    char number[256], text[320];
    if (sqlite3_value_type(value[1]) == SQLITE_TEXT)
        snprintf(number, sizeof number, "%s", (const char *)sqlite3_value_text(value[1]));
    else if (sqlite3_value_type(value[1]) == SQLITE_NULL)
        snprintf(number, sizeof number, "%s", absent);
    else
        snprintf(number, sizeof number, (const char *)sqlite3_value_text(value[0]),
                 sqlite3_value_double(value[1]));
    snprintf(text, sizeof text, frame, number);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void call_cell(sqlite3_context *context, int count, sqlite3_value **value) {
    (void)count;
    const bool blank = sqlite3_value_type(value[1]) == SQLITE_TEXT &&
                       sqlite3_value_bytes(value[1]) == 0;
    print_number(context, value, blank ? "%s |" : " %s |", "-");
}

static void call_number(sqlite3_context *context, int count, sqlite3_value **value) {
    (void)count;
    if (sqlite3_value_type(value[1]) != SQLITE_NULL) print_number(context, value, "%s", "");
}

static void call_column(sqlite3_context *context, int count, sqlite3_value **value) {
    (void)count;
    print_number(context, value, "\t%s", "?");
}

/* ---- median ---- */

enum { MOST_VALUES = 64 };
typedef struct values {
    double value[MOST_VALUES];
    unsigned count;
} values_t;

static int by_size(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void step_median(sqlite3_context *context, int count, sqlite3_value **value) {
    values_t *all = sqlite3_aggregate_context(context, sizeof *all);
    (void)count;
    if (all && sqlite3_value_type(value[0]) != SQLITE_NULL && all->count < MOST_VALUES)
        all->value[all->count++] = sqlite3_value_double(value[0]);
}

static void end_median(sqlite3_context *context) {
    values_t *all = sqlite3_aggregate_context(context, 0);
    if (!all || all->count == 0) return;
    qsort(all->value, all->count, sizeof *all->value, by_size);
    sqlite3_result_double(context,
                          (all->value[(all->count - 1) / 2] + all->value[all->count / 2]) / 2);
}

/* ---- the machine ---- */

static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
#define MACHINE(name, value, minimum, maximum, text) {#name, offsetof(gpu_machine_t, name)},
#include "sim/machine/machine.def"
#undef MACHINE
};

static void call_machine(sqlite3_context *context, int count, sqlite3_value **value) {
    const char *settings = (const char *)sqlite3_value_text(value[0]);
    char text[4096], message[512];
    gpu_machine_t machine;
    gpu_machine_named("scord", &machine);
    if (strcmp(settings, "-") != 0 &&
        !gpu_machine_set(&machine, settings, message, sizeof message)) {
        fprintf(stderr, "eval: %s\n", message);
        exit(2);
    }
    if (count == 1)
        sqlite3_result_text(context, gpu_machine_differences(&machine, text, sizeof text), -1,
                            SQLITE_TRANSIENT);
    for (size_t i = 0; count == 2 && i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, (const char *)sqlite3_value_text(value[1])) == 0)
            sqlite3_result_int64(context, *(uint32_t *)((char *)&machine + numbers[i].offset));
}

static void call_machine_text(sqlite3_context *context, int count, sqlite3_value **value) {
    char *text = NULL;
    size_t size;
    gpu_machine_t machine;
    FILE *out = open_memstream(&text, &size);
    (void)count, (void)value;
    gpu_machine_named("scord", &machine);
    gpu_machine_print(&machine, out);
    fclose(out);
    sqlite3_result_text(context, text, (int)size, SQLITE_TRANSIENT);
    free(text);
}

/* ---- the SQL ---- */

static int run_file(sqlite3 *database, evaluation_t *e, const char *path) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *file = fopen(path, "r");
    if (!file || getdelim(&text, &bytes, '\0', file) < 0) {
        fprintf(stderr, "eval: %s: %s\n", path, strerror(errno));
        return 2;
    }
    fclose(file);
    sqlite3_stmt *statement;
    int code = SQLITE_OK;
    for (const char *rest = text; code == SQLITE_OK && *rest != '\0';) {
        code = sqlite3_prepare_v2(database, rest, -1, &statement, &rest);
        if (code != SQLITE_OK || !statement) continue;
        while (sqlite3_step(statement) == SQLITE_ROW)
            if (sqlite3_column_type(statement, 0) != SQLITE_NULL)
                fprintf(e->out, "%s\n", (const char *)sqlite3_column_text(statement, 0));
        code = sqlite3_finalize(statement);
    }
    free(text);
    if (code != SQLITE_OK) fprintf(stderr, "eval: %s: %s\n", path, sqlite3_errmsg(database));
    return code == SQLITE_OK ? 0 : 3;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int arguments;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {{"read", 1, call_read},       {"output", 1, call_output},
                     {"fail", 2, call_fail},       {"incomplete", 1, call_incomplete},
                     {"number", 2, call_number},   {"cell", 2, call_cell},
                     {"column", 2, call_column},   {"machine", 1, call_machine},
                     {"machine", 2, call_machine}, {"machine_text", 0, call_machine_text}};
    if (argc != 3) {
        fprintf(stderr, "usage: eval SQL FOLDER\n");
        return 2;
    }
    evaluation_t e = {.folder = argv[2], .out = stdout};
    char path[PATH_MAX];
    sqlite3 *database;
    if (sqlite3_open(":memory:", &database) != SQLITE_OK) return 3;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        sqlite3_create_function(database, functions[i].name, functions[i].arguments, SQLITE_UTF8,
                                &e, functions[i].call, NULL, NULL);
    sqlite3_create_function(database, "median", 1, SQLITE_UTF8, &e, NULL, step_median, end_median);
    snprintf(path, sizeof path, "%s/tables", argv[2]);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/data", argv[2]);
    mkdir(path, 0777);
    const int code = run_file(database, &e, "tb/eval/common/runs.sql");
    return code ? code : (e.code |= run_file(database, &e, argv[1]));
}
