/* SPDX-License-Identifier: Apache-2.0 */
/* report_findings.c: what `scord check` found beside races, as entries of its section; see
 * report_internal.h. Members: docs/report-format.md.
 */
#include <inttypes.h>
#include <string.h>

#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"
#include "cosim/commands/shared/grouped.h"

enum { SITES_IN_FULL = 100, SOURCE = 1000 };

static void put_other(report_page_t *page, const json_t *site) {
    char place[REPORT_PLACE];
    const json_t *other = json_member(site, "other");
    if (!other || other->type != JSON_OBJECT) return;
    fputs("<dt>other side</dt><dd class=code>", page->out);
    if (strcmp(report_member(site, "kind"), "launch") != 0) {
        fputs("lanes ", page->out);
        html_text(page->out, report_member(other, "lanes"));
        fputs(" at ", page->out);
    }
    html_text_cut(page->out, report_place(other, place), SOURCE);
    fputs("</dd>\n", page->out);
}

void report_put_known(report_page_t *page, const json_t *site) {
    if (report_member(site, "known_by")[0] != '\0')
        report_fact(page, "does not count", report_member(site, "known_by"));
}

static void put_site(report_page_t *page, const json_t *site) {
    char count[32];
    const bool wrong = strcmp(report_member(site, "severity"), "finding") == 0;
    fprintf(page->out, "<article class=site>\n<h3>%s ", wrong ? "Finding" : "Note");
    html_text(page->out, report_member(site, "rule"));
    fputs("</h3>\n<p>", page->out);
    html_text(page->out, report_member(site, "title"));
    const char *kernel = report_member(site, "kernel");
    fprintf(page->out, ", <b>%s</b> time%s%s<span class=code>",
            grouped(report_count(site, "count"), count),
            report_count(site, "count") == 1 ? "" : "s", kernel[0] != '\0' ? " in kernel " : "");
    html_text_cut(page->out, kernel, SOURCE);
    fputs("</span></p>\n<div class=sides>", page->out);
    report_put_side(page, "At", json_member(site, "at"),
                    strcmp(report_member(site, "kind"), "launch") == 0);
    fputs("</div>\n<dl>", page->out);
    put_other(page, site);
    if (report_member(site, "address")[0] != '\0') report_put_object(page, site);
    if (report_member(site, "text")[0] != '\0')
        report_fact(page, "seen", report_member(site, "text"));
    report_fact(page, "hint", report_member(site, "hint"));
    report_put_known(page, site);
    fputs("</dl>\n</article>\n", page->out);
}

void report_put_findings(report_page_t *page, const json_t *tree) {
    const json_t *list = json_member(tree, "findings");
    unsigned shown = 0, left_out = 0;
    for (const json_t *site = !list ? NULL : list->first; site; site = site->next) {
        if (strcmp(report_member(site, "severity"), "count") == 0) continue;
        if (shown < SITES_IN_FULL) {
            put_site(page, site);
            shown++;
        } else {
            left_out++;
        }
    }
    if (left_out > 0)
        fprintf(page->out, "<p class=soft>%u more findings are in the JSON alone.</p>\n", left_out);
}
