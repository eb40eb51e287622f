/* SPDX-License-Identifier: Apache-2.0 */
/* report_lockstep.c: the sections of `scord cosim` and of a mismatch; see report_internal.h. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { MOST_TEXT = 20000 };

void report_judge_cosim(report_input_t *input) {
    char checks[32];
    const json_t *runs = json_member(input->tree, "runs");
    uint64_t differing = 0, checked = 0, compared = 0, stopped = 0;
    for (const json_t *run = runs->first; run; run = run->next) {
        differing += report_count(run, "mismatches") > 0;
        stopped += report_count(run, "mismatches") == 0 && report_member(run, "unit")[0] != '\0';
        checked += report_count(run, "checks");
        compared += report_count(run, "compared_cycles");
    }
    const size_t count = json_count(runs);
    assert(differing + stopped <= count);
    snprintf(input->title, sizeof input->title, count == 1 ? "%s" : "%s and more",
             count == 0 ? "no run" : report_member(runs->first, "stream"));
    if (differing + stopped > 0)
        snprintf(input->words, sizeof input->words, "%" PRIu64 " of %zu runs differ or stopped",
                 differing + stopped, count);
    else if (compared == 0)
        snprintf(input->words, sizeof input->words, "%s checks by the golden model alone",
                 grouped(checked, checks));
    else
        snprintf(input->words, sizeof input->words, "no mismatch in %zu run%s, %s checks compared",
                 count, count == 1 ? "" : "s", grouped(checked, checks));
    input->verdict = differing + stopped > 0 || count == 0 ? REPORT_WRONG
                     : compared == 0                       ? REPORT_FACT
                                                           : REPORT_CLEAN;
}

void report_put_cosim(report_page_t *page, const report_input_t *input, unsigned number) {
    static const char *const columns[] = {"stream",   "machine",  "#events",          "#checks",
                                          "#races",   "#cycles",  "#compared cycles", "mismatch",
                                          "#seconds", "#cycles/s"};
    char text[256];
    (void)number;
    fputs("<dl class=grid>", page->out);
    snprintf(text, sizeof text, "%" PRIu64, report_count(input->tree, "seed"));
    report_fact(page, "seed", text);
    report_fact(page, "order of the SMs",
                report_true(input->tree, "free_order") ? "free" : "that of the stream");
    fputs("</dl>\n", page->out);
    report_table_begin(page, "lockstep runs", columns, 10);
    for (const json_t *run = json_member(input->tree, "runs")->first; run; run = run->next) {
        const double seconds = report_number(run, "seconds");
        snprintf(text, sizeof text, "%s %s", report_member(run, "unit"),
                 report_member(run, "field"));
        fputs("<tr>", page->out);
        report_cell_code(page, report_member(run, "stream"));
        report_cell_code(page, report_member(run, "config"));
        report_cell_count(page, report_count(run, "events"));
        report_cell_count(page, report_count(run, "checks"));
        report_cell_count(page, report_count(run, "races"));
        report_cell_count(page, report_count(run, "cycles"));
        report_cell_count(page, report_count(run, "compared_cycles"));
        report_cell(page, text[0] == ' ' ? "none" : text);
        report_cell_real(page, seconds, 2);
        report_cell_count(page, report_whole(report_number(run, "cycles") / seconds));
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
    for (const json_t *run = json_member(input->tree, "runs")->first; run; run = run->next)
        report_put_explanation(page, run);
}

void report_judge_mismatch(report_input_t *input) {
    snprintf(input->words, sizeof input->words, "%.200s: %.200s differs",
             report_member(input->tree, "unit"), report_member(input->tree, "field"));
    input->verdict = REPORT_WRONG;
}

/* Every member that is a word or a number, by its own name; lists and objects are in the file. */
void report_put_mismatch(report_page_t *page, const report_input_t *input, unsigned number) {
    char text[64];
    (void)number;
    fputs("<dl>", page->out);
    for (const json_t *member = input->tree->first; member; member = member->next) {
        if (member->type != JSON_STRING && member->type != JSON_NUMBER) continue;
        snprintf(text, sizeof text, "%.17g", member->number);
        fputs("<dt>", page->out);
        html_text_cut(page->out, member->name, MOST_TEXT);
        fputs("</dt><dd class=code>", page->out);
        html_text_cut(page->out, member->type == JSON_STRING ? member->string : text, MOST_TEXT);
        fputs("</dd>\n", page->out);
    }
    fputs("</dl>\n<p>The whole of it: ", page->out);
    report_file_link(page, input->name, input->name);
    fputs("</p>\n", page->out);
}
