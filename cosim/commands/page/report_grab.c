/* SPDX-License-Identifier: Apache-2.0 */
/* report_grab.c: the section of `scord grab`: what misses, and which lines are the root causes; the
 * heat map is in its own page (--html). See report_internal.h; members: docs/grab.md.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { CAUSES_TOLD = 40 };

static const json_t *first_level(const json_t *tree) {
    const json_t *scorings = json_member(tree, "scorings"),
                 *levels = !scorings ? NULL : json_member(scorings->first, "levels");
    return levels && levels->type == JSON_ARRAY ? levels->first : NULL;
}

void report_judge_grab(report_input_t *input) {
    char misses[32], requests[32];
    const json_t *level = first_level(input->tree);
    const bool wrong = report_member(input->tree, "error")[0] != '\0';
    snprintf(input->title, sizeof input->title, "%s", report_member(input->tree, "program"));
    snprintf(input->words, sizeof input->words, "%s of %s requests miss in the L1%s",
             grouped(report_count(level, "misses") + report_count(level, "full_misses"), misses),
             grouped(report_count(level, "requests"), requests),
             wrong ? "; ended with an error" : "");
    input->verdict = wrong ? REPORT_WRONG : REPORT_FACT;
}

static void put_causes(report_page_t *page, const json_t *level) {
    static const char *const columns[] = {"fault",   "line",    "source",
                                          "#faults", "#blocks", "remedy"};
    const json_t *causes = json_member(level, "causes");
    unsigned told = 0;
    char place[REPORT_PLACE];
    if (!causes || causes->type != JSON_ARRAY || !causes->first) return;
    report_table_begin(page, "root causes", columns, 6);
    for (const json_t *cause = causes->first; cause && told < CAUSES_TOLD;
         cause = cause->next, told++) {
        fputs("<tr>", page->out);
        report_cell(page, report_member(cause, "type"));
        report_cell_code(page, report_place(cause, place));
        report_cell_code(page, report_member(cause, "text"));
        report_cell_count(page, report_count(cause, "count"));
        report_cell_count(page, report_count(cause, "blocks"));
        report_cell(page, report_member(cause, "remedy"));
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
    if (json_count(causes) > told)
        fprintf(page->out, "<p class=soft>and %zu more</p>\n", json_count(causes) - told);
}

static void put_level(report_page_t *page, const json_t *level) {
    static const char *const columns[] = {"#requests", "#hits", "#misses", "#with the cache full",
                                          "#mh",       "#m*h",  "#mm",     "#first use"};
    static const char *const members[] = {"requests", "hits", "misses", "full_misses",
                                          "mh",       "m*h",  "mm",     "cold"};
    _Static_assert(sizeof members == sizeof columns, "a member a column");
    fputs("<h4>", page->out);
    html_text(page->out, strcmp(report_member(level, "level"), "l1") == 0
                             ? "L1: threads of an SM among each other"
                             : "L2: SMs among each other");
    fputs("</h4>\n", page->out);
    report_table_begin(page, "requests and misses", columns, 8);
    fputs("<tr>", page->out);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        report_cell_count(page, report_count(level, members[i]));
    fputs("</tr>\n", page->out);
    report_table_end(page);
    put_causes(page, level);
}

void report_put_grab(report_page_t *page, const report_input_t *input, unsigned number) {
    (void)number;
    report_notes(page, input->tree);
    for (const json_t *scoring = json_member(input->tree, "scorings")->first; scoring;
         scoring = scoring->next) {
        const json_t *levels = json_member(scoring, "levels");
        fputs("<h3>Caches: ", page->out);
        html_text_cut(page->out, report_member(scoring, "name"), REPORT_TITLE);
        fputs("</h3>\n", page->out);
        for (const json_t *level = !levels ? NULL : levels->first; level; level = level->next)
            put_level(page, level);
    }
}
