/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_rtl.c: line and toggle coverage of the RTL, by module, from the files of Verilator's
 * coverage.
 *
 * usage: coverage_rtl [--excluded FILE] [--target PERCENT] [--gaps FILE] DATA...
 * Counts of all instances and runs of a module's definition add up. A line point is hit when it was
 * executed; a toggle point (a bit) when it changed twice, so rose and fell.
 *   --excluded  lines "line | file | text of the source line | reason" and "toggle | file |
 * signal[:low-high] | reason"; file, text and signal are shell patterns. An exclusion takes points
 * out that were not hit; one that takes none is out of date, a failure.
 *   --target    both kinds must reach it, in total and in every module (default 95)
 *   --gaps      writes every point that is neither hit nor excluded there
 * Last line: "N passed, N failed": modules × kinds. Exit codes: 0 target reached, 1 not, 2 bad
 * usage or input, 3 no memory.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/byte_hash.h"

enum {
    POINTS_MAX = 1 << 18,
    EXCLUSIONS_MAX = 400,
    MODULES_MAX = 64,
    NAME_BYTES = 160,
    SOURCE_LINES_MAX = 2000,
    KINDS = 2
};
typedef enum kind { KIND_LINE, KIND_TOGGLE } kind_t;
static const char *const kind_names[KINDS] = {"line", "toggle"};

typedef struct point {
    kind_t kind;
    int module;
    unsigned line, column;
    char name[NAME_BYTES]; /* line: branch of the line; toggle: signal with its bit */
    uint64_t count;
} point_t;

typedef struct exclusion {
    kind_t kind;
    char file[64], name[NAME_BYTES];
    unsigned low, high, at_line, taken; /* bits low to high */
} exclusion_t;

typedef struct module {
    char path[128], *source[SOURCE_LINES_MAX];
    unsigned lines, total[KINDS], hit[KINDS], excluded[KINDS];
} module_t;

typedef struct report {
    point_t *points[POINTS_MAX]; /* hash table */
    module_t modules[MODULES_MAX];
    unsigned module_count;
    exclusion_t exclusions[EXCLUSIONS_MAX];
    unsigned exclusion_count;
    const char *excluded_path;
    FILE *gaps;
    double target;
} report_t;

static void fail(int code, const char *path, const char *what) {
    fprintf(stderr, "coverage_rtl: %s: %s\n", path, what);
    exit(code);
}

/* ---- modules and their sources ---- */

static void read_source(module_t *module) {
    char line[1000];
    FILE *in = fopen(module->path, "r");
    if (!in)
        fail(2, module->path,
             "the source that the coverage data name cannot be read; run from the repository's "
             "root");
    while (fgets(line, sizeof line, in) && module->lines < SOURCE_LINES_MAX) {
        const char *text = line + strspn(line, " \t");
        module->source[module->lines++] = strndup(text, strcspn(text, "\n"));
    }
    fclose(in);
}

static int module_of(report_t *report, const char *path) {
    for (unsigned i = 0; i < report->module_count; i++)
        if (strcmp(report->modules[i].path, path) == 0) return (int)i;
    if (report->module_count == MODULES_MAX) fail(2, path, "too many modules");
    module_t *module = &report->modules[report->module_count];
    snprintf(module->path, sizeof module->path, "%s", path);
    read_source(module);
    return (int)report->module_count++;
}

static const char *source_line(const report_t *report, const point_t *point) {
    const module_t *module = &report->modules[point->module];
    return point->line >= 1 && point->line <= module->lines ? module->source[point->line - 1] : "";
}

/* ---- points ---- */

static bool same(const point_t *a, const point_t *b) {
    return a->kind == b->kind && a->module == b->module && a->line == b->line &&
           a->column == b->column && strcmp(a->name, b->name) == 0;
}

static uint32_t hash_of(const point_t *point) {
    const uint64_t place[] = {(uint64_t)point->kind, (uint64_t)point->module, point->line,
                              point->column};
    return (uint32_t)scord_byte_hash(scord_byte_hash(SCORD_BYTE_HASH_START, place, sizeof place),
                                     point->name, strlen(point->name));
}

static void add_point(report_t *report, const point_t *point) {
    uint32_t at = hash_of(point) % POINTS_MAX;
    for (unsigned tries = 0; report->points[at] && !same(report->points[at], point);
         at = (at + 1) % POINTS_MAX)
        if (++tries == POINTS_MAX) fail(2, point->name, "too many points");
    if (!report->points[at]) {
        report->points[at] = malloc(sizeof *point);
        if (!report->points[at]) fail(3, point->name, "no memory");
        *report->points[at] = *point;
    } else {
        report->points[at]->count += point->count;
    }
}

/* The value of KEY in "\001key\002value\001…", or an empty string. */
static void value_of(const char *text, const char *key, char *value, size_t size) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, "\001%s\002", key);
    const char *found = strstr(text, pattern);
    value[0] = '\0';
    if (found)
        snprintf(value, size, "%.*s", (int)strcspn(found + strlen(pattern), "\001'"),
                 found + strlen(pattern));
}

static void read_point(report_t *report, const char *line) {
    char path[128], number[16], page[64];
    point_t point = {0};
    const char *count = strrchr(line, '\'');
    value_of(line, "f", path, sizeof path);
    value_of(line, "page", page, sizeof page);
    if (!count || strncmp(path, "rtl/", 4) != 0) return; /* only the RTL's own lines */
    value_of(line, "l", number, sizeof number);
    point.line = (unsigned)atoi(number);
    value_of(line, "n", number, sizeof number);
    point.column = (unsigned)atoi(number);
    value_of(line, "o", point.name, sizeof point.name);
    point.kind = strncmp(page, "v_toggle", 8) == 0 ? KIND_TOGGLE : KIND_LINE;
    point.module = module_of(report, path);
    point.count = strtoull(count + 1, NULL, 10);
    add_point(report, &point);
}

static void read_data(report_t *report, const char *path) {
    char *line = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (!in) fail(2, path, "cannot be read");
    if (getline(&line, &size, in) < 0 || strncmp(line, "# SystemC::Coverage", 19) != 0)
        fail(2, path, "no coverage data of Verilator");
    while (getline(&line, &size, in) >= 0)
        if (line[0] == 'C') read_point(report, line);
    free(line);
    fclose(in);
}

/* ---- exclusions ---- */

/* The field up to '|' without blanks around; returns what follows, or NULL when there was no '|'.
 */
static char *take_field(char *text, char **field) {
    char *bar = strchr(text, '|');
    if (bar) *bar = '\0';
    text += strspn(text, " \t");
    size_t length = strcspn(text, "\n");
    while (length && isspace((unsigned char)text[length - 1])) length--;
    text[length] = '\0';
    *field = text;
    return bar ? bar + 1 : NULL;
}

static void take_bits(exclusion_t *exclusion) {
    char *colon = strrchr(exclusion->name, ':');
    exclusion->high = UINT32_MAX;
    if (exclusion->kind != KIND_TOGGLE || !colon ||
        sscanf(colon + 1, "%u-%u", &exclusion->low, &exclusion->high) < 1)
        return;
    if (!strchr(colon, '-')) exclusion->high = exclusion->low;
    *colon = '\0';
}

static void read_exclusion(report_t *report, char *line, unsigned number) {
    char *kind, *file, *name, *reason = NULL, *rest = take_field(line, &kind);
    if (kind[0] == '#' || (!kind[0] && !rest)) return;
    rest = rest ? take_field(rest, &file) : NULL;
    rest = rest ? take_field(rest, &name) : NULL;
    if (rest) take_field(rest, &reason);
    exclusion_t *exclusion = &report->exclusions[report->exclusion_count++];
    *exclusion = (exclusion_t){.kind = strcmp(kind, "toggle") == 0 ? KIND_TOGGLE : KIND_LINE,
                               .at_line = number};
    if (!reason || !reason[0] || report->exclusion_count == EXCLUSIONS_MAX ||
        (exclusion->kind == KIND_LINE && strcmp(kind, "line") != 0)) {
        fprintf(stderr,
                "coverage_rtl: %s:%u: not 'line|toggle | file | text or signal | reason', or too "
                "many\n",
                report->excluded_path, number);
        exit(2);
    }
    snprintf(exclusion->file, sizeof exclusion->file, "%s", file);
    snprintf(exclusion->name, sizeof exclusion->name, "%s", name);
    take_bits(exclusion);
}

static void read_exclusions(report_t *report) {
    char line[1000];
    FILE *in = report->excluded_path ? fopen(report->excluded_path, "r") : NULL;
    if (!in && report->excluded_path) fail(2, report->excluded_path, "cannot be read");
    for (unsigned number = 1; in && fgets(line, sizeof line, in); number++)
        read_exclusion(report, line, number);
    if (in) fclose(in);
}

/* "signal[3]" → "signal", 3. */
static unsigned split_bit(const char *name, char *signal) {
    snprintf(signal, NAME_BYTES, "%s", name);
    char *bracket = strrchr(signal, '[');
    if (!bracket) return 0;
    *bracket = '\0';
    return (unsigned)atoi(bracket + 1);
}

static bool excluded(report_t *report, const point_t *point) {
    char signal[NAME_BYTES];
    const char *path = report->modules[point->module].path, *slash = strrchr(path, '/'),
               *text = signal;
    const unsigned bit = split_bit(point->name, signal);
    if (point->kind == KIND_LINE) text = source_line(report, point);
    bool found = false;
    for (unsigned i = 0; i < report->exclusion_count; i++) {
        exclusion_t *exclusion = &report->exclusions[i];
        if (exclusion->kind != point->kind ||
            fnmatch(exclusion->file, slash ? slash + 1 : path, 0) != 0)
            continue;
        if (fnmatch(exclusion->name, text, 0) != 0 ||
            (point->kind == KIND_TOGGLE && (bit < exclusion->low || bit > exclusion->high)))
            continue;
        exclusion->taken++;
        found = true;
    }
    return found;
}

/* ---- the table ---- */

static void judge_point(report_t *report, const point_t *point) {
    module_t *module = &report->modules[point->module];
    module->total[point->kind]++;
    if (point->count >= (point->kind == KIND_TOGGLE ? 2u : 1u))
        module->hit[point->kind]++;
    else if (excluded(report, point))
        module->excluded[point->kind]++;
    else if (report->gaps)
        fprintf(report->gaps, "%s | %s:%u | %s | %s\n", kind_names[point->kind], module->path,
                point->line, point->name, source_line(report, point));
}

static double percent(unsigned hit, unsigned total) { return total ? 100.0 * hit / total : 100.0; }

/* One row; returns how many of its two kinds miss the target. */
static unsigned print_row(const report_t *report, const module_t *module) {
    unsigned missed = 0;
    printf("%-34s", module->path);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const double reached = percent(module->hit[kind],
                                       module->total[kind] - module->excluded[kind]);
        missed += reached < report->target;
        printf("  %7u %8u %7.2f %%", module->total[kind], module->excluded[kind], reached);
    }
    putchar('\n');
    return missed;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const module_t *)a)->path, ((const module_t *)b)->path);
}

static unsigned print_table(report_t *report) {
    static module_t all = {.path = "all"};
    unsigned missed = 0;
    qsort(report->modules, report->module_count, sizeof report->modules[0],
          by_path); /* points are judged: their indices are done with */
    printf("%-34s  %7s %8s %9s  %7s %8s %9s\n", "module", "lines", "excluded", "hit", "toggles",
           "excluded", "hit");
    for (unsigned i = 0; i < report->module_count; i++) {
        missed += print_row(report, &report->modules[i]);
        for (unsigned kind = 0; kind < KINDS; kind++) {
            all.total[kind] += report->modules[i].total[kind];
            all.hit[kind] += report->modules[i].hit[kind];
            all.excluded[kind] += report->modules[i].excluded[kind];
        }
    }
    return missed + print_row(report, &all);
}

static unsigned stale_exclusions(const report_t *report) {
    unsigned stale = 0;
    for (unsigned i = 0; i < report->exclusion_count; i++) {
        if (report->exclusions[i].taken) continue;
        printf("EXCLUDES NOTHING   %s:%u\n", report->excluded_path, report->exclusions[i].at_line);
        stale++;
    }
    return stale;
}

int main(int argc, char **argv) {
    static report_t report = {.target = 95};
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--excluded") == 0)
            report.excluded_path = argv[i + 1];
        else if (strcmp(argv[i], "--target") == 0)
            report.target = atof(argv[i + 1]);
        else if (strcmp(argv[i], "--gaps") == 0)
            report.gaps = fopen(argv[i + 1], "w");
        else
            i = argc;
    }
    if (i >= argc) {
        fputs("usage: coverage_rtl [--excluded FILE] [--target PERCENT] [--gaps FILE] DATA...\n",
              stderr);
        return 2;
    }
    read_exclusions(&report);
    for (; i < argc; i++) read_data(&report, argv[i]);
    for (unsigned at = 0; at < POINTS_MAX; at++)
        if (report.points[at]) judge_point(&report, report.points[at]);
    if (report.gaps) fclose(report.gaps);
    const unsigned rows = KINDS * (report.module_count + 1), missed = print_table(&report),
                   stale = stale_exclusions(&report);
    printf("%u passed, %u failed\n", rows - missed, missed + stale);
    return missed + stale ? 1 : 0;
}
