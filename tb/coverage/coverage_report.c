/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_report.c: the functional coverage table, and whether it is complete.
 *
 * usage: coverage_report [--excluded FILE] [--only PATTERN] [--not PATTERN] [--waived FILE] [--sum
 * FILE] [--quiet] DATABASE...
 *   --excluded   lines "pattern | reason": bins that cannot be hit. One that is hit, or a pattern
 * without bins, is a failure.
 *   --only, --not  bins whose name matches, or does not match, a shell pattern; the rest is left
 * out of every count
 *   --waived     lines "pattern | reason": bins that this size need not hit
 *   --sum        where to write the sum of the databases
 * Last line: "N passed, N failed", bins. Exit codes: 0 complete, 1 not, 2 bad usage or input.
 */
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/coverage/coverage_database.h"

enum { PATTERNS_MAX = 400, LINE_MAX_BYTES = 400 };

typedef struct pattern {
    char text[SCORD_COVERAGE_NAME_MAX];
    unsigned line, bins;
} pattern_t;

typedef struct pattern_list {
    const char *path;
    pattern_t patterns[PATTERNS_MAX];
    unsigned count;
} pattern_list_t;

typedef struct report {
    uint64_t counts[SCORD_COVERAGE_BINS_MAX];
    pattern_list_t excluded, waived;
    const char *only, *not, *sum;
    bool quiet;
    unsigned passed, failed;
} report_t;

typedef enum bin_state {
    BIN_LEFT_OUT,
    BIN_HIT,
    BIN_NOT_HIT,
    BIN_EXCLUDED,
    BIN_EXCLUDED_HIT,
    BIN_WAIVED
} bin_state_t;

/* ---- input ---- */

static int bad_line(const pattern_list_t *list, unsigned line, const char *what) {
    fprintf(stderr, "coverage_report: %s:%u: %s\n", list->path, line, what);
    return 2;
}

/* A pattern up to blank or '|', and the reason, which must be there. */
static int read_patterns(pattern_list_t *list) {
    char line[LINE_MAX_BYTES];
    FILE *in = list->path ? fopen(list->path, "r") : NULL;
    if (!list->path) return 0;
    if (!in) return bad_line(list, 0, "cannot be read");
    int code = 0;
    for (unsigned number = 1; !code && fgets(line, sizeof line, in); number++) {
        const size_t start = strspn(line, " \t"), length = strcspn(line + start, " \t\n|");
        const char *bar = strchr(line, '|');
        if (line[start] == '#' || length == 0) continue;
        if (!bar || strspn(bar + 1, " \t\n") == strlen(bar + 1))
            code = bad_line(list, number, "a pattern needs '| reason'");
        else if (length >= SCORD_COVERAGE_NAME_MAX || list->count == PATTERNS_MAX)
            code = bad_line(list, number, "too long a pattern, or too many");
        else {
            pattern_t *pattern = &list->patterns[list->count++];
            snprintf(pattern->text, sizeof pattern->text, "%.*s", (int)length, line + start);
            pattern->line = number;
        }
    }
    fclose(in);
    return code;
}

static bool matches(pattern_list_t *list, const char *name) {
    bool found = false;
    for (unsigned i = 0; i < list->count; i++) {
        if (fnmatch(list->patterns[i].text, name, 0) != 0) continue;
        list->patterns[i].bins++;
        found = true;
    }
    return found;
}

/* ---- the table ---- */

static bin_state_t state_of(report_t *report, unsigned bin, const char *name) {
    if ((report->only && fnmatch(report->only, name, 0) != 0) ||
        (report->not &&fnmatch(report->not, name, 0) == 0))
        return BIN_LEFT_OUT;
    if (matches(&report->excluded, name))
        return report->counts[bin] ? BIN_EXCLUDED_HIT : BIN_EXCLUDED;
    const bool required = !matches(&report->waived, name);
    if (report->counts[bin]) return BIN_HIT;
    return required ? BIN_NOT_HIT : BIN_WAIVED;
}

static void print_group(const char *name, const unsigned *states) {
    const unsigned all = states[BIN_HIT] + states[BIN_NOT_HIT] + states[BIN_EXCLUDED_HIT] +
                         states[BIN_WAIVED];
    if (all + states[BIN_EXCLUDED] == 0) return;
    printf("%-26s %6u %9u %6u %9.1f %%", name, all + states[BIN_EXCLUDED], states[BIN_EXCLUDED],
           states[BIN_HIT], all ? 100.0 * states[BIN_HIT] / all : 100.0);
    if (states[BIN_WAIVED]) printf("   (%u waived in this size)", states[BIN_WAIVED]);
    putchar('\n');
}

static void judge(report_t *report, unsigned bin, const char *name, bin_state_t state) {
    report->passed += state == BIN_HIT;
    if (state == BIN_NOT_HIT) printf("NOT HIT   %s\n", name);
    if (state == BIN_EXCLUDED_HIT)
        printf("EXCLUDED, YET HIT %" PRIu64 " times   %s\n", report->counts[bin], name);
    report->failed += state == BIN_NOT_HIT || state == BIN_EXCLUDED_HIT;
}

/* The check group is printed rule by rule: the second part of a bin's name. */
static void print_groups(report_t *report) {
    unsigned states[2][BIN_WAIVED + 1] = {{0}};
    char name[SCORD_COVERAGE_NAME_MAX], row[SCORD_COVERAGE_NAME_MAX] = "";
    printf("%-26s %6s %9s %6s %11s\n", "group", "bins", "excluded", "hit", "coverage");
    for (unsigned bin = 0; bin < scord_coverage_bin_count(); bin++) {
        scord_coverage_bin_name(bin, name);
        const size_t group = strcspn(name, "."),
                     part = strncmp(name, "check.", 6) == 0
                                ? group + 1 + strcspn(name + group + 1, ".")
                                : group;
        if (strncmp(row, name, part) != 0 || row[part]) {
            print_group(row, states[0]);
            memset(states[0], 0, sizeof states[0]);
            snprintf(row, sizeof row, "%.*s", (int)part, name);
        }
        const bin_state_t state = state_of(report, bin, name);
        states[0][state]++;
        states[1][state]++;
    }
    print_group(row, states[0]);
    print_group("all", states[1]);
}

static void judge_all(report_t *report) {
    char name[SCORD_COVERAGE_NAME_MAX];
    for (unsigned bin = 0; bin < scord_coverage_bin_count(); bin++) {
        scord_coverage_bin_name(bin, name);
        judge(report, bin, name, state_of(report, bin, name));
    }
}

/* A pattern that names no bin is out of date. */
static void judge_patterns(report_t *report, const pattern_list_t *list) {
    for (unsigned i = 0; i < list->count; i++) {
        if (list->patterns[i].bins) continue;
        printf("NO SUCH BIN   %s:%u: %s\n", list->path, list->patterns[i].line,
               list->patterns[i].text);
        report->failed++;
    }
}

static int usage(void) {
    fputs("usage: coverage_report [--excluded FILE] [--only PATTERN] [--not PATTERN] [--waived "
          "FILE] [--sum FILE] [--quiet] DATABASE...\n",
          stderr);
    return 2;
}

int main(int argc, char **argv) {
    static report_t report;
    char message[512];
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        const char **value = strcmp(argv[i], "--excluded") == 0 ? &report.excluded.path
                             : strcmp(argv[i], "--waived") == 0 ? &report.waived.path
                             : strcmp(argv[i], "--only") == 0   ? &report.only
                             : strcmp(argv[i], "--not") == 0    ? &report.not
                             : strcmp(argv[i], "--sum") == 0    ? &report.sum
                                                                : NULL;
        if (strcmp(argv[i], "--quiet") == 0)
            report.quiet = true;
        else if (!value || i + 1 == argc)
            return usage();
        else
            *value = argv[++i];
    }
    if (i == argc) return usage();
    if (read_patterns(&report.excluded) || read_patterns(&report.waived)) return 2;
    for (; i < argc; i++) {
        if (scord_coverage_read(argv[i], report.counts, message, sizeof message) == 0) continue;
        fprintf(stderr, "coverage_report: %s\n", message);
        return 2;
    }
    if (report.sum && remove(report.sum) != 0 && errno != ENOENT) return usage();
    if (report.sum &&
        scord_coverage_add_to(report.sum, report.counts, message, sizeof message) != 0) {
        fprintf(stderr, "coverage_report: %s\n", message);
        return 2;
    }
    if (!report.quiet) print_groups(&report);
    judge_all(&report);
    judge_patterns(&report, &report.excluded);
    judge_patterns(&report, &report.waived);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    return report.failed ? 1 : 0;
}
