/* SPDX-License-Identifier: Apache-2.0 */
/* report_races.c: the section of `scord check`: each racing site with both source lines, rule and
 * hint, then what ran; see report_internal.h. Members: docs/report-format.md.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { SITES_IN_FULL = 100, SOURCE = 1000 };

void report_judge_check(report_input_t *input) {
    char races[32], mismatches[32];
    const json_t *tree = input->tree, *statistics = json_member(tree, "statistics");
    const uint64_t found = report_count(tree, "races"),
                   others = report_count(tree, "findings_total"),
                   differing = report_count(statistics, "mismatches");
    size_t sites = json_count(json_member(tree, "sites"));
    const bool stopped = report_count(tree, "exit_code") > 1 ||
                         report_member(tree, "error")[0] != '\0';
    const bool hidden = report_true(tree, "may_hide_races");
    const uint64_t known = report_count(json_member(tree, "suppressions"), "race_sites") +
                           report_count(json_member(tree, "baseline"), "race_sites");
    sites = known < sites ? sites - (size_t)known : 0;
    snprintf(input->title, sizeof input->title, "%s", report_member(tree, "program"));
    if (differing > 0)
        snprintf(input->words, sizeof input->words, "%s mismatches of RTL and golden model",
                 grouped(differing, mismatches));
    else if (found > 0)
        snprintf(input->words, sizeof input->words, "%s race%s at %zu site%s",
                 grouped(found, races), found == 1 ? "" : "s", sites, sites == 1 ? "" : "s");
    else if (others > 0)
        snprintf(input->words, sizeof input->words, "no race, but %s finding%s",
                 grouped(others, races), others == 1 ? "" : "s");
    else
        snprintf(input->words, sizeof input->words, "%s",
                 stopped  ? "stopped by an error"
                 : hidden ? "no race found, but some may be hidden"
                          : "no race");
    input->verdict = differing > 0 || (stopped && found + others == 0) ? REPORT_WRONG
                     : found + others > 0                              ? REPORT_FOUND
                     : hidden                                          ? REPORT_FACT
                                                                       : REPORT_CLEAN;
}

/* What the detector's approximations did, those that can hide races first. */
static void put_approximations(report_page_t *page, const json_t *tree) {
    const json_t *acted = json_member(tree, "approximations");
    for (const json_t *one = !acted ? NULL : acted->first; one; one = one->next) {
        fprintf(page->out, "<p class=%s>", report_true(one, "hides") ? "wrongs" : "soft");
        html_text(page->out, report_member(one, "text"));
        fputs("</p>\n", page->out);
    }
}

/* What does not count, and why. */
static void put_known_counts(report_page_t *page, const json_t *tree, const char *name,
                             const char *words) {
    char text[512], races[32], findings[32];
    const json_t *known = json_member(tree, name);
    if (!known) return;
    snprintf(text, sizeof text, "%.300s: races %s, findings %s", report_member(known, "file"),
             grouped(report_count(known, "races"), races),
             grouped(report_count(known, "findings"), findings));
    report_fact(page, words, text);
}

static const char *verdict_words(const json_t *site, char words[64]) {
    snprintf(words, 64, "%s", report_member(site, "verdict"));
    for (char *c = words; *c != '\0'; c++)
        if (*c == '_') *c = ' ';
    return words;
}

/* In a CUDA programmer's words, which reports of older builds do not have. */
static const char *heading_of(const json_t *site, char words[64]) {
    const char *heading = report_member(site, "heading");
    return heading[0] != '\0' ? heading : verdict_words(site, words);
}

/* [x, y, z] as (x,y,z); "?" when it is not known. */
static const char *triple(const json_t *side, const char *name, char text[96]) {
    const json_t *list = json_member(side, name);
    if (!list || list->type != JSON_ARRAY || json_count(list) != 3) return "?";
    const json_t *x = list->first;
    snprintf(text, 96, "(%.0f,%.0f,%.0f)", x->number, x->next->number, x->next->next->number);
    return text;
}

/* ", device scope", or ", weak" of an access without one; "" when the report does not say. */
static void put_scope(report_page_t *page, const json_t *side) {
    const char *scope = report_member(side, "scope");
    if (!json_member(side, "scope")) return;
    fputs(", ", page->out);
    html_text(page->out, scope[0] != '\0' ? scope : "weak");
    fputs(scope[0] != '\0' ? " scope" : "", page->out);
}

static void put_who(report_page_t *page, const json_t *side) {
    char block[96], thread[96];
    if (!json_member(side, "block") || json_member(side, "block")->type == JSON_NULL)
        fprintf(page->out, "SM %" PRIu64 ", block slot %" PRIu64 ", warp slot %" PRIu64,
                report_count(side, "sm"), report_count(side, "slot"),
                report_count(side, "warp_slot"));
    else
        fprintf(page->out, "block %s, warp %" PRIu64 ", thread %s", triple(side, "block", block),
                report_count(side, "warp"), triple(side, "thread", thread));
}

/* Of the host there is neither. */
static void put_access_and_who(report_page_t *page, const json_t *side) {
    fputs("<p><span class=code>", page->out);
    html_text_cut(page->out, report_member(side, "instruction"), SOURCE);
    fputs("</span>", page->out);
    put_scope(page, side);
    fputs("</p><p class=soft>", page->out);
    put_who(page, side);
    fputs("</p>", page->out);
}

void report_put_side(report_page_t *page, const char *name, const json_t *side, bool of_host) {
    char place[REPORT_PLACE];
    fprintf(page->out, "<div class=side><h4>%s</h4>", name);
    if (!report_true(side, "known")) {
        fputs("<p class=soft>instruction not known: it was given up (docs/report-format.md)</p><p "
              "class=soft>",
              page->out);
        put_who(page, side);
        fputs("</p></div>\n", page->out);
        return;
    }
    fputs("<p class=code><b>", page->out);
    html_text_cut(page->out, report_place(side, place), SOURCE);
    fputs("</b></p>", page->out);
    if (report_member(side, "source")[0] != '\0') {
        fputs("<pre>", page->out);
        html_text_cut(page->out, report_member(side, "source"), SOURCE);
        fputs("</pre>", page->out);
    }
    fputs("<p class=\"soft code\">", page->out);
    html_text_cut(page->out, report_member(side, "function"), SOURCE);
    fputs("</p>", page->out);
    if (!of_host) put_access_and_who(page, side);
    fputs("</div>\n", page->out);
}

static void put_others(report_page_t *page, const json_t *site) {
    const json_t *owners = json_member(site, "owners");
    char place[REPORT_PLACE], count[32];
    if (!owners || owners->type != JSON_ARRAY || json_count(owners) < 2) return;
    fputs("<dt>owners</dt><dd>", page->out);
    for (const json_t *owner = owners->first; owner; owner = owner->next) {
        fputs(owner == owners->first ? "<span class=code>" : "; <span class=code>", page->out);
        html_text_cut(page->out, report_place(owner, place), SOURCE);
        fprintf(page->out, "</span> %s times", grouped(report_count(owner, "races"), count));
    }
    fputs("</dd>\n", page->out);
}

static void put_kernels(report_page_t *page, const json_t *site) {
    const json_t *kernels = json_member(site, "kernels");
    char races[32];
    fputs("<dt>kernel</dt><dd class=code>", page->out);
    if (!kernels || kernels->type != JSON_ARRAY || !kernels->first)
        html_text_cut(page->out, report_member(site, "kernel"), SOURCE);
    else
        for (const json_t *kernel = kernels->first; kernel; kernel = kernel->next) {
            fputs(kernel == kernels->first ? "" : "<br>", page->out);
            html_text_cut(page->out, report_member(kernel, "name"), SOURCE);
            fprintf(page->out, ": %s, launches %" PRIu64 " to %" PRIu64,
                    grouped(report_count(kernel, "races"), races),
                    report_count(kernel, "first_launch"), report_count(kernel, "last_launch"));
        }
    fputs("</dd>\n", page->out);
}

void report_put_object(report_page_t *page, const json_t *site) {
    const char *object = report_member(site, "object");
    fputs("<dt>object</dt><dd class=code>", page->out);
    html_text_cut(page->out, object, SOURCE);
    if (object[0] != '\0')
        fprintf(page->out, "+%" PRIu64 ", ", report_count(site, "object_offset"));
    html_text_cut(page->out, report_member(site, "address"), SOURCE);
    fputs("</dd>\n", page->out);
}

/* The waves that were named after this report: a check's wave is that of its first race. */
static void put_waves(report_page_t *page, const report_input_t *input) {
    const char *before = "<dt>wave</dt><dd>";
    for (const report_input_t *file = input + 1;
         file < page->inputs + page->count && file->kind >= REPORT_WAVE; file++) {
        if (file->kind != REPORT_WAVE && file->kind != REPORT_VIEW) continue;
        fputs(before, page->out);
        report_file_link(page, file->name, file->name);
        before = ", ";
    }
    fputs(before[0] == ',' ? "</dd>\n" : "", page->out);
}

static void put_site(report_page_t *page, const report_input_t *input, unsigned number,
                     unsigned index, const json_t *site) {
    assert(index >= 1 && index <= SITES_IN_FULL);
    char words[64], races[32];
    fprintf(page->out, "<article class=site id=race-%u-%u>\n<h3>Race %u: ", number, index, index);
    html_text_cut(page->out, heading_of(site, words), SOURCE);
    fprintf(page->out, "</h3>\n<p><b>%s</b> time%s, ", grouped(report_count(site, "races"), races),
            report_count(site, "races") == 1 ? "" : "s");
    html_text(page->out, verdict_words(site, words));
    fputs(", ", page->out);
    html_text(page->out, report_member(site, "rule_table"));
    fputs(", ", page->out);
    html_text(page->out, report_member(site, "scope"));
    fputs(" scope</p>\n<div class=sides>", page->out);
    report_put_side(page, "This access", json_member(site, "access"), false);
    report_put_side(page, "Owner, the earlier side", json_member(site, "owner"), false);
    fputs("</div>\n<dl>", page->out);
    report_fact(page, "rule", report_member(site, "rule"));
    report_fact(page, "hint", report_member(site, "hint"));
    report_put_known(page, site);
    report_put_object(page, site);
    put_kernels(page, site);
    put_others(page, site);
    if (index == 1) put_waves(page, input);
    fputs("</dl>\n</article>\n", page->out);
}

static void put_index(report_page_t *page, unsigned number, const json_t *sites, unsigned count) {
    static const char *const columns[] = {"#race",       "rule",  "scope", "#times",
                                          "this access", "owner", "object"};
    char words[64], place[REPORT_PLACE];
    unsigned index = 1;
    fprintf(page->out, "<details%s><summary>All %u sites in a table</summary>\n",
            count > SITES_IN_FULL ? " open" : "", count);
    report_table_begin(page, "racing sites", columns, 7);
    for (const json_t *site = sites->first; site; site = site->next, index++) {
        if (index <= SITES_IN_FULL)
            fprintf(page->out, "<tr><td class=n><a href=\"#race-%u-%u\">%u</a></td>", number, index,
                    index);
        else
            fprintf(page->out, "<tr><td class=n>%u</td>", index);
        report_cell(page, verdict_words(site, words));
        report_cell(page, report_member(site, "scope"));
        report_cell_count(page, report_count(site, "races"));
        report_cell_code(page, report_place(json_member(site, "access"), place));
        report_cell_code(page, report_true(json_member(site, "owner"), "known")
                                   ? report_place(json_member(site, "owner"), place)
                                   : "");
        report_cell_code(page, report_member(site, "object"));
        fputs("</tr>\n", page->out);
    }
    assert(index == count + 1);
    report_table_end(page);
    fputs("</details>\n", page->out);
}

static void put_statistics(report_page_t *page, const json_t *tree) {
    static const struct {
        const char *name, *words;
    } counts[] = {{"launches", "kernel launches"},
                  {"blocks", "blocks"},
                  {"events", "events"},
                  {"checks", "checks"},
                  {"fences", "fences"},
                  {"thread_instructions", "thread instructions"},
                  {"front_end_cycles", "front-end cycles"}};
    static const struct {
        const char *name, *words;
    } device[] = {{"device_cycles", "device cycles"},
                  {"compared_cycles", "compared cycles"},
                  {"mismatches", "mismatches"},
                  {"first_race_cycle", "first race, cycle"}};
    const json_t *statistics = json_member(tree, "statistics");
    const double seconds = report_number(statistics, "seconds");
    char rate[32], text[96];
    const bool rtl = report_true(tree, "rtl");
    fprintf(page->out, "<h3>%s</h3>\n<dl class=grid>",
            rtl ? "Lockstep: RTL against golden model" : "Statistics");
    for (size_t i = 0; rtl && i < sizeof device / sizeof *device; i++)
        report_fact_count(page, device[i].words, report_count(statistics, device[i].name));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        report_fact_count(page, counts[i].words, report_count(statistics, counts[i].name));
    if (json_member(tree, "not_performed"))
        report_fact_count(page, "checks not performed", report_count(tree, "not_performed"));
    snprintf(text, sizeof text, "%.2f s, %s events/s", seconds,
             grouped(report_whole((double)report_count(statistics, "events") / seconds), rate));
    report_fact(page, "time", text);
    fputs("</dl>\n", page->out);
}

void report_put_check(report_page_t *page, const report_input_t *input, unsigned number) {
    const json_t *tree = input->tree, *sites = json_member(tree, "sites"),
                 *oracle = json_member(tree, "oracle");
    const unsigned count = (unsigned)json_count(sites);
    unsigned index = 1;
    char seed[32];
    report_notes(page, tree);
    put_approximations(page, tree);
    fputs("<dl class=grid>", page->out);
    report_fact(page, "machine", report_member(tree, "configuration"));
    report_fact(page, "decided by",
                report_true(tree, "rtl") ? "RTL and golden model in lockstep" : "golden model");
    snprintf(seed, sizeof seed, "%" PRIu64, report_count(tree, "seed"));
    report_fact(page, "seed", seed);
    put_known_counts(page, tree, "suppressions", "suppressed by");
    put_known_counts(page, tree, "baseline", "not new, in");
    if (json_member(tree, "complete") && !report_true(tree, "complete"))
        report_fact(page, "complete", "no: memory ran out while the report was gathered");
    fputs("</dl>\n", page->out);
    for (const json_t *site = sites->first; site && index <= SITES_IN_FULL; site = site->next)
        put_site(page, input, number, index++, site);
    if (count > SITES_IN_FULL)
        fprintf(page->out,
                "<p class=soft>The first %d of %u sites are above; the table has all.</p>\n",
                SITES_IN_FULL, count);
    if (count > 1) put_index(page, number, sites, count);
    report_put_findings(page, tree);
    report_put_lanes(page, tree, number);
    report_put_explanation(page, tree);
    put_statistics(page, tree);
    if (!oracle) return;
    fputs("<h3>Exact oracle</h3>\n", page->out);
    if (oracle->type == JSON_OBJECT)
        report_put_model(page, oracle);
    else
        fputs("<p class=wrongs>The oracle failed.</p>\n", page->out);
}
