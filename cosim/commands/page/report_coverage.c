/* SPDX-License-Identifier: Apache-2.0 */
/* report_coverage.c: the sections of functional coverage, of the RTL's line and toggle coverage,
 * and of what was not hit; see report_internal.h.
 *
 * Three inputs, each a text of lines that is read where it lies, without a copy or a table:
 *
 *   functional   "COUNT group.bin"        scord cosim --coverage cosim/coverage/coverage_database.h
 *   by module    "NAME N N P % N N P %"   make coverage-rtl          tb/coverage/coverage_rtl.c
 *   gaps         "kind | file:line | name | source"                  the same
 *
 * Functional bins of a group stand together: a group is the run of lines with the same word before
 * the first dot. next_group reads one such run, counts it and leaves the cursor at the next group.
 * The section walks over the text twice: once for the table, once for the lists of bins not hit.
 *
 * Exclusions (--excluded, lines "pattern | reason") count only for bins that were not hit: a bin
 * that was hit in spite of its exclusion counts as hit. So, for a group,
 *     hit + excluded <= bins,   reached = hit / (bins - excluded),
 * and a group whose bins are all excluded has no such number (NaN, shown as a dash).
 *
 * Lists end after MOST_MISSING entries: a page stays readable, and a hostile input cannot make it
 * endless. Names are cut at BIN bytes. What reads the file has checked its first line only
 * (report_input.c); a line of another form is left out here.
 *
 * Expensive: each bin not hit is compared with every pattern (fnmatch), bins times
 * patterns. Reference: docs/coverage.md.
 */
#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { BIN = 128, MODULE = 128, MOST_MISSING = 20000 };

typedef struct line {
    const char *text; /* not ended by a zero */
    size_t length;
} line_t;

/* The next line of *TEXT, which goes on behind it. */
static bool next_line(const char **text, line_t *line) {
    if (**text == '\0') return false;
    *line = (line_t){*text, strcspn(*text, "\n")};
    *text += line->length + ((*text)[line->length] == '\n' ? 1 : 0);
    assert(*text > line->text);
    return true;
}

/* ---- functional ---- */

/* "count name" of a line; false: a comment. */
static bool read_bin(const line_t *line, char name[BIN], uint64_t *count) {
    char *end;
    if (line->length == 0 || line->text[0] == '#') return false;
    *count = strtoull(line->text, &end, 10);
    const size_t start = (size_t)(end - line->text) + strspn(end, " ");
    snprintf(name, BIN, "%.*s", (int)(line->length > start ? line->length - start : 0),
             line->text + start);
    return true;
}

/* Lines "pattern | reason". */
static bool is_excluded(const char *patterns, const char *name) {
    line_t line;
    char pattern[BIN];
    for (const char *text = patterns; text && next_line(&text, &line);) {
        const char *bar = memchr(line.text, '|', line.length);
        if (!bar || line.text[0] == '#') continue;
        size_t length = (size_t)(bar - line.text);
        while (length > 0 && line.text[length - 1] == ' ') length--;
        snprintf(pattern, sizeof pattern, "%.*s", (int)length, line.text);
        if (fnmatch(pattern, name, 0) == 0) return true;
    }
    return false;
}

typedef struct group {
    char name[BIN];
    uint64_t bins, hit, excluded, hits;
    const char *text; /* its lines */
} group_t;

/* The next group: bins with the same word before the first dot stand together. */
static bool next_group(const char **text, const char *patterns, group_t *group) {
    line_t line;
    char name[BIN];
    uint64_t count;
    *group = (group_t){.text = *text};
    for (const char *ahead = *text; next_line(&ahead, &line); *text = ahead) {
        if (!read_bin(&line, name, &count)) continue;
        const size_t length = strcspn(name, ".");
        if (group->bins > 0 &&
            (strncmp(group->name, name, length) != 0 || group->name[length] != '\0')) {
            assert(group->hit + group->excluded <= group->bins);
            return true;
        }
        snprintf(group->name, BIN, "%.*s", (int)length, name);
        group->bins++;
        group->hits += count;
        group->hit += count > 0;
        group->excluded += count == 0 && is_excluded(patterns, name);
    }
    assert(group->hit + group->excluded <= group->bins);
    return group->bins > 0;
}

void report_judge_coverage(report_input_t *input) {
    const char *text = input->text;
    group_t group;
    uint64_t bins = 0, hit = 0;
    char a[32], b[32];
    while (next_group(&text, NULL, &group)) bins += group.bins, hit += group.hit;
    snprintf(input->words, sizeof input->words, "%s of %s bins hit, exclusions not counted",
             grouped(hit, a), grouped(bins, b));
    input->verdict = REPORT_FACT;
}

static void put_missing(report_page_t *page, const group_t *group) {
    line_t line;
    char name[BIN];
    uint64_t count, left = group->bins;
    assert(group->bins > group->hit + group->excluded);
    unsigned told = 0;
    fputs("<details class=long><summary>", page->out);
    html_text(page->out, group->name);
    fprintf(page->out, ": %" PRIu64 " not hit</summary>\n<ul class=bins>",
            group->bins - group->hit - group->excluded);
    for (const char *text = group->text; left > 0 && next_line(&text, &line);) {
        if (!read_bin(&line, name, &count)) continue;
        left--;
        if (count > 0 || is_excluded(page->excluded, name) || told++ >= MOST_MISSING) continue;
        fputs("<li>", page->out);
        html_text(page->out, name);
        fputs("</li>\n", page->out);
    }
    fputs("</ul></details>\n", page->out);
}

void report_put_coverage(report_page_t *page, const report_input_t *input, unsigned number) {
    static const char *const columns[] = {"group", "#bins",       "#excluded",
                                          "#hit",  "#reached, %", "#times"};
    const char *text = input->text;
    group_t group;
    (void)number;
    report_table_begin(page, "functional coverage by group", columns, 6);
    while (next_group(&text, page->excluded, &group)) {
        fputs("<tr>", page->out);
        report_cell_code(page, group.name);
        report_cell_count(page, group.bins);
        report_cell_count(page, group.excluded);
        report_cell_count(page, group.hit);
        report_cell_real(page,
                         group.bins == group.excluded
                             ? NAN
                             : 100.0 * (double)group.hit / (double)(group.bins - group.excluded),
                         1);
        report_cell_count(page, group.hits);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
    fputs("<h3>Not hit</h3>\n", page->out);
    if (!page->excluded)
        fputs("<p class=soft>No file of exclusions was named (<span class=code>--excluded</span>): "
              "bins that cannot be hit are among these.</p>\n",
              page->out);
    for (text = input->text; next_group(&text, page->excluded, &group);)
        if (group.bins > group.hit + group.excluded) put_missing(page, &group);
}

/* ---- RTL, by module ---- */

typedef struct module {
    char name[MODULE];
    unsigned long lines, lines_excluded, toggles, toggles_excluded;
    double lines_hit, toggles_hit; /* percent of what is not excluded */
} module_t;

static bool read_module(const line_t *line, module_t *module) {
    char text[512];
    snprintf(text, sizeof text, "%.*s", (int)(line->length < 500 ? line->length : 500), line->text);
    return sscanf(text, "%127s %lu %lu %lf %% %lu %lu %lf %%", module->name, &module->lines,
                  &module->lines_excluded, &module->lines_hit, &module->toggles,
                  &module->toggles_excluded, &module->toggles_hit) == 7;
}

void report_judge_rtl(report_input_t *input) {
    line_t line;
    module_t module;
    snprintf(input->words, sizeof input->words, "no line of figures");
    for (const char *text = input->text; next_line(&text, &line);)
        if (read_module(&line, &module))
            snprintf(input->words, sizeof input->words, "lines %.2f %%, toggles %.2f %% of the RTL",
                     module.lines_hit, module.toggles_hit);
    input->verdict = REPORT_FACT;
}

void report_put_rtl(report_page_t *page, const report_input_t *input, unsigned number) {
    static const char *const columns[] = {"module",   "#line points", "#excluded", "#hit, %",
                                          "#toggles", "#excluded",    "#hit, %"};
    line_t line;
    module_t module;
    (void)number;
    report_table_begin(page, "line and toggle coverage by module", columns, 7);
    for (const char *text = input->text; next_line(&text, &line);) {
        if (!read_module(&line, &module)) continue;
        fputs("<tr>", page->out);
        report_cell_code(page, module.name);
        report_cell_count(page, module.lines);
        report_cell_count(page, module.lines_excluded);
        report_cell_real(page, module.lines_hit, 2);
        report_cell_count(page, module.toggles);
        report_cell_count(page, module.toggles_excluded);
        report_cell_real(page, module.toggles_hit, 2);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
}

void report_judge_gaps(report_input_t *input) {
    line_t line;
    uint64_t count = 0;
    char text_count[32];
    for (const char *text = input->text; next_line(&text, &line);) count += line.length > 0;
    snprintf(input->words, sizeof input->words, "%s points of the RTL not hit",
             grouped(count, text_count));
    input->verdict = REPORT_FACT;
}

/* Lines "kind | file:line | name | source". */
void report_put_gaps(report_page_t *page, const report_input_t *input, unsigned number) {
    static const char *const columns[] = {"kind", "place", "text or signal", "source"};
    line_t line;
    unsigned told = 0;
    (void)number;
    fputs("<details class=long><summary>The points</summary>\n", page->out);
    report_table_begin(page, "points not hit", columns, 4);
    for (const char *text = input->text; next_line(&text, &line) && told < MOST_MISSING; told++) {
        char *copy = scord_need(strndup(line.text, line.length)), *rest = copy;
        fputs("<tr>", page->out);
        for (unsigned column = 0; column < 4; column++) {
            char *bar = !rest || column == 3 ? NULL : strstr(rest, " | ");
            if (bar) *bar = '\0';
            report_cell_code(page, !rest ? "" : rest);
            rest = !bar ? NULL : bar + 3;
        }
        fputs("</tr>\n", page->out);
        free(copy);
    }
    report_table_end(page);
    fputs("</details>\n", page->out);
}
