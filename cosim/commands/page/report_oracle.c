/* SPDX-License-Identifier: Apache-2.0 */
/* report_oracle.c: the section of `scord oracle`; see report_internal.h. Members: docs/oracle.md,
 * "Reading the report". */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { MOST_SITES = 10000 };

void report_judge_oracle(report_input_t *input) {
    uint64_t sites = 0, models = 0;
    for (const json_t *model = json_member(input->tree, "models")->first; model;
         model = model->next, models++) {
        const json_t *list = json_member(model, "sites");
        sites += list && list->type == JSON_ARRAY ? json_count(list) : 0;
    }
    snprintf(input->words, sizeof input->words,
             sites == 0 ? "no race in %" PRIu64 " memory model%s"
                        : "races in %" PRIu64 " memory model%s",
             models, models == 1 ? "" : "s");
    input->verdict = sites == 0 ? REPORT_CLEAN : REPORT_FOUND;
}

static void put_sites(report_page_t *page, const json_t *sites) {
    static const char *const columns[] = {
        "conflict", "between", "first", "second", "#pairs", "#words", "found by the detector"};
    char place[REPORT_PLACE];
    unsigned told = 0;
    assert(sites->type == JSON_ARRAY);
    report_table_begin(page, "races of the oracle", columns, 7);
    for (const json_t *site = sites->first; site && told < MOST_SITES; site = site->next, told++) {
        const json_t *detector = json_member(site, "detector");
        fputs("<tr>", page->out);
        report_cell(page, report_member(site, "conflict"));
        report_cell(page, report_member(site, "relation"));
        report_cell_code(page, report_place(json_member(site, "first"), place));
        report_cell_code(page, report_place(json_member(site, "second"), place));
        report_cell_count(page, report_count(site, "pairs"));
        report_cell_count(page, report_count(site, "words"));
        report_cell(page,
                    detector && detector->type == JSON_ARRAY && detector->first ? "yes" : "no");
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
}

static void put_detector(report_page_t *page, const json_t *detector) {
    fputs("<dl class=grid>", page->out);
    report_fact_count(page, "true reports", report_count(detector, "true_positives"));
    report_fact_count(page, "false reports", report_count(detector, "false_positives"));
    report_fact_count(page, "sites found", report_count(detector, "found"));
    report_fact_count(page, "sites missed", report_count(detector, "missed"));
    report_fact_count(page, "checks", report_count(detector, "checks"));
    fputs("</dl>\n", page->out);
}

void report_put_model(report_page_t *page, const json_t *model) {
    const json_t *sites = json_member(model, "sites"), *detector = json_member(model, "detector");
    fputs("<p>Memory model <b class=code>", page->out);
    html_text_cut(page->out, report_member(model, "model"), REPORT_PLACE);
    fprintf(page->out, "</b>: %zu racing site%s</p>\n", !sites ? 0 : json_count(sites),
            sites && json_count(sites) == 1 ? "" : "s");
    report_notes(page, model);
    if (detector && detector->type == JSON_OBJECT) put_detector(page, detector);
    if (sites && sites->type == JSON_ARRAY && sites->first) put_sites(page, sites);
}

void report_put_oracle(report_page_t *page, const report_input_t *input, unsigned number) {
    (void)number;
    for (const json_t *model = json_member(input->tree, "models")->first; model;
         model = model->next)
        report_put_model(page, model);
}
