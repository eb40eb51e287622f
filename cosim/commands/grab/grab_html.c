/* SPDX-License-Identifier: Apache-2.0 */
/* grab_html.c: GRAB's report as one page that needs nothing but itself: what it came to, root
 * causes with source and remedy, who evicts whom as a heat map, the time line, other caches, every
 * line.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/page_frame.h"

enum {
    HEAT_LINES = 24,
    WORD = 32,
    CAUSES_TOLD = 40,
    CHART_WIDTH = 960,
    CHART_HEIGHT = 180,
    PLACE = 512
};

/* Beside the shared rules: the colours of fault types, the heat map, the time line. */
static const char style[] =
    ":root{--mh:#2f6fb7;--full:#c8641b;--mm:#8a8f99;--miss:#c9ced8}\n"
    "@media(prefers-color-scheme:dark){:root{--mh:#6aa7ea;--full:#ef9550;--mm:#8a92a0;--miss:"
    "#3b4352}}\n"
    ".site.mh{border-left-color:var(--mh)}.site.full{border-left-color:var(--full)}"
    ".site.mm{border-left-color:var(--mm)}\n"
    ".badge.mh{background:var(--mh)}.badge.full{background:var(--full)}"
    ".badge.mm{background:var(--mm)}td .badge{min-width:0}\n"
    ".sums td{border:0;padding-bottom:0}.heat td,.heat th{border:0;padding:0}"
    ".heat td.c{width:30px;min-width:30px;height:24px;border:1px solid "
    "var(--paper);background:var(--tint)}\n"
    ".heat th.row{padding-right:8px;font-weight:400;text-align:right;position:sticky;left:0;"
    "background:var(--paper);z-index:1;max-width:40vw;overflow:hidden;text-overflow:ellipsis}\n"
    ".heat th.col{height:120px;vertical-align:bottom;font-weight:400}.heat th.col span{"
    "writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap}\n"
    "svg{display:block;width:100%;height:auto;background:var(--tint);border-radius:4px}"
    ".key span{margin-right:16px;white-space:nowrap}"
    ".key i{display:inline-block;width:11px;height:11px;margin-right:5px;border-radius:2px}\n";

static const char *const type_class[GRAB_FAULT_COUNT] = {"mh", "full", "mm"};
static const char *const type_colour[GRAB_FAULT_COUNT] = {"var(--mh)", "var(--full)", "var(--mm)"};

/* ---- words ---- */

static void put_place(FILE *out, const grab_line_t *line) {
    char place[PLACE];
    html_text(out, grab_line_name(line, place, sizeof place));
}

/* The file without its folders: labels are narrow. */
static void put_short_place(FILE *out, const grab_line_t *line) {
    char place[PLACE];
    const char *slash = strrchr(grab_line_name(line, place, sizeof place), '/');
    html_text(out, !slash ? place : slash + 1);
}

static void put_number(FILE *out, uint64_t value) {
    char text[WORD];
    fprintf(out, "<td class=n>%s</td>", grouped(value, text));
}

static uint64_t told(const grab_counts_t *counts, unsigned type) {
    return counts->faults[type] - (type == GRAB_FAULT_MM ? counts->cold : 0);
}

static uint64_t sum_of(const uint64_t faults[GRAB_FAULT_COUNT]) {
    return faults[0] + faults[1] + faults[2];
}

/* What scrolls sideways can be reached by Tab, and has a name for those who do not see it. */
static void begin_table(FILE *out, const char *name, const char *heads) {
    fprintf(out,
            "<div class=scroll tabindex=0 role=region aria-label=\"%s\"><table><thead><tr>%s</tr>"
            "</thead><tbody>\n",
            name, heads);
}

static void end_table(FILE *out) { fputs("</tbody></table></div>\n", out); }

/* ---- sections ---- */

static void put_summary(FILE *out, const grab_report_t *report) {
    char a[WORD], b[WORD], c[WORD], d[WORD], e[WORD];
    const grab_counts_t *total = &report->account->total;
    fprintf(out,
            "<p>%s requests: %s hits, %s misses, %s of them with the whole cache full; %s are the "
            "first use of a block and nobody's fault.</p>\n",
            grouped(total->requests, a),
            grouped(total->requests - total->misses - total->full_misses, b),
            grouped(total->misses + total->full_misses, c), grouped(total->full_misses, d),
            grouped(total->cold, e));
    begin_table(out, "faults by kind",
                "<th>fault<th class=n>faults<th class=n>root lines<th class=n>affected lines");
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++) {
        const grab_summary_t *fault = &report->fault[type];
        fprintf(out, "<tr class=sums><td><span class=\"badge %s\">%s</span></td>", type_class[type],
                grab_fault_names[type]);
        put_number(out, fault->count - fault->cold);
        put_number(out, fault->roots);
        put_number(out, fault->affected);
        fprintf(out,
                "</tr><tr class=what><td colspan=4>%s<br><span class=soft>%s</span></td></tr>\n",
                grab_fault_words[type], grab_fault_remedies[type]);
    }
    end_table(out);
}

static void put_cause(FILE *out, const grab_report_t *report, const grab_ranked_t *cause) {
    assert(cause->line < report->lines && cause->first + cause->links <= report->root_links);
    char number[WORD], text[GRAB_SOURCE_TEXT];
    const grab_line_t *line = &report->line[cause->line];
    fprintf(out,
            "<div class=\"site %s\"><b>%s</b> faults <span class=\"badge %s\">%s</span> from <span "
            "class=code>",
            type_class[cause->type], grouped(cause->count, number), type_class[cause->type],
            grab_fault_names[cause->type]);
    put_place(out, line);
    fputs("</span>", out);
    if (line->function) {
        fputs(" <span class=\"soft code\">", out);
        html_text(out, line->function);
        fputs("</span>", out);
    }
    if (grab_line_text(line, text, sizeof text)[0] != '\0') {
        fputs("<pre>", out);
        html_text(out, text);
        fputs("</pre>", out);
    }
    begin_table(out, "lines that miss", "<th>hurts<th class=n>faults<th class=n>blocks");
    for (uint32_t i = cause->first; i < cause->first + cause->links; i++) {
        const grab_link_t *link = &report->root_link[i];
        if (link->faults[cause->type] == 0) continue;
        fputs("<tr><td class=code>", out);
        put_place(out, &report->line[link->to]);
        fputs("</td>", out);
        put_number(out, link->faults[cause->type]);
        put_number(out, link->blocks[cause->type]);
        fputs("</tr>", out);
    }
    end_table(out);
    fprintf(out, "<p class=soft>%s</p></div>\n", grab_fault_remedies[cause->type]);
}

static void put_causes(FILE *out, const grab_report_t *report) {
    fputs("<h3>Root causes</h3>\n", out);
    if (report->causes == 0)
        fputs("<p>None: no request missed a block that had been evicted.</p>\n", out);
    for (uint32_t i = 0; i < report->causes && i < CAUSES_TOLD; i++)
        put_cause(out, report, &report->cause[i]);
    if (report->causes > CAUSES_TOLD)
        fprintf(out, "<p class=soft>and %u more (--json has all)</p>\n",
                report->causes - CAUSES_TOLD);
}

/* ---- heat map ---- */

typedef struct weight {
    uint32_t line;
    uint64_t faults;
} weight_t;

static int by_weight(const void *a, const void *b) {
    const weight_t *x = a, *y = b;
    if (x->faults != y->faults) return x->faults < y->faults ? 1 : -1;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* The heaviest lines of one side of the matrix. Returns how many; 0: none, or out of memory. */
static unsigned heaviest(const grab_report_t *report, bool evictors, weight_t heavy[HEAT_LINES]) {
    weight_t *weight = calloc((size_t)report->lines + 1, sizeof *weight);
    unsigned count = 0;
    if (!weight) return 0;
    for (uint32_t i = 0; i < report->lines; i++) weight[i].line = i;
    for (uint32_t i = 0; i < report->evictor_links; i++) {
        const grab_link_t *link = &report->evictor_link[i];
        weight[evictors ? link->from : link->to].faults += sum_of(link->faults);
    }
    qsort(weight, report->lines, sizeof *weight, by_weight);
    while (count < HEAT_LINES && count < report->lines && weight[count].faults > 0) {
        heavy[count] = weight[count];
        count++;
    }
    assert(count <= HEAT_LINES);
    free(weight);
    return count;
}

static const grab_link_t *link_between(const grab_report_t *report, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < report->evictor_links; i++)
        if (report->evictor_link[i].from == from && report->evictor_link[i].to == to)
            return &report->evictor_link[i];
    return NULL;
}

/* The colour is the type that most of the faults are of; its strength is on a scale of roots, so
 * that few beside many are seen. */
static void put_cell(FILE *out, const grab_report_t *report, const grab_link_t *link,
                     uint64_t most) {
    unsigned worst = 0, strength = 12;
    if (!link) {
        fputs("<td class=c></td>", out);
        return;
    }
    for (unsigned type = 1; type < GRAB_FAULT_COUNT; type++)
        if (link->faults[type] > link->faults[worst]) worst = type;
    while (strength < 100 && (uint64_t)strength * strength * most < sum_of(link->faults) * 10000)
        strength += 4;
    fprintf(out,
            "<td class=c style=\"background:color-mix(in srgb,%s %u%%,var(--paper))\" title=\"",
            type_colour[worst], strength);
    put_place(out, &report->line[link->from]);
    fputs(" evicts what ", out);
    put_place(out, &report->line[link->to]);
    fprintf(out, " misses: mh %" PRIu64 ", m*h %" PRIu64 ", mm %" PRIu64 "\"></td>",
            link->faults[0], link->faults[1], link->faults[2]);
}

static void put_heat(FILE *out, const grab_report_t *report) {
    weight_t rows[HEAT_LINES], columns[HEAT_LINES];
    const unsigned row_count = heaviest(report, true, rows),
                   column_count = heaviest(report, false, columns);
    uint64_t most = 0;
    if (row_count == 0 || column_count == 0) return;
    for (uint32_t i = 0; i < report->evictor_links; i++)
        if (sum_of(report->evictor_link[i].faults) > most)
            most = sum_of(report->evictor_link[i].faults);
    fputs("<h3>Who evicts whom</h3>\n<p class=soft>Row: the line that evicted a block. Column: the "
          "line that then missed it. Colour: what most of these faults are.</p>\n"
          "<div class=scroll tabindex=0 role=region aria-label=\"who evicts whom\"><table "
          "class=heat><tr><th></th>",
          out);
    for (unsigned c = 0; c < column_count; c++) {
        fputs("<th class=\"col code\"><span>", out);
        put_short_place(out, &report->line[columns[c].line]);
        fputs("</span></th>", out);
    }
    fputs("</tr>\n", out);
    for (unsigned r = 0; r < row_count; r++) {
        fputs("<tr><th class=\"row code\">", out);
        put_short_place(out, &report->line[rows[r].line]);
        fputs("</th>", out);
        for (unsigned c = 0; c < column_count; c++)
            put_cell(out, report, link_between(report, rows[r].line, columns[c].line), most);
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

/* ---- time line ---- */

static void put_key(FILE *out) {
    fputs("<p class=\"key soft\">", out);
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
        fprintf(out, "<span><i style=\"background:%s\"></i>%s</span>", type_colour[type],
                grab_fault_names[type]);
    fputs("<span><i style=\"background:var(--miss)\"></i>first use</span></p>\n", out);
}

/* A bar of COUNT of REQUESTS on top of *HEIGHT. */
static void put_bar(FILE *out, double x, double width, uint64_t count, uint64_t requests,
                    const char *colour, double *height) {
    assert(requests > 0);
    const double bar = CHART_HEIGHT * (double)count / (double)requests;
    if (count == 0) return;
    *height += bar;
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>", x,
            CHART_HEIGHT - *height, width, bar, colour);
}

static void put_timeline(FILE *out, const grab_report_t *report) {
    const grab_account_t *account = report->account;
    unsigned count = 0;
    char number[WORD];
    while (count < GRAB_BUCKETS && account->bucket[count].requests > 0) count++;
    if (count == 0) return;
    const double width = (double)CHART_WIDTH / count;
    fprintf(out,
            "<h3>Time line</h3>\n<p class=soft>Share of the requests that miss, from none (bottom) "
            "to all (top); a bar is %s requests, in their order.</p>\n",
            grouped(UINT64_C(1) << account->log2_requests_per_bucket, number));
    put_key(out);
    fprintf(out,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"share of requests that miss, by "
            "time\">",
            CHART_WIDTH, CHART_HEIGHT);
    for (unsigned i = 0; i < count; i++) {
        const grab_counts_t *bucket = &account->bucket[i];
        double height = 0;
        fprintf(out,
                "<g><title>mh %" PRIu64 ", m*h %" PRIu64 ", mm %" PRIu64 ", first use %" PRIu64
                " of %" PRIu64 " requests</title>",
                told(bucket, 0), told(bucket, 1), told(bucket, 2), bucket->cold, bucket->requests);
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            put_bar(out, width * i, width * 0.92, told(bucket, type), bucket->requests,
                    type_colour[type], &height);
        put_bar(out, width * i, width * 0.92, bucket->cold, bucket->requests, "var(--miss)",
                &height);
        fputs("</g>", out);
    }
    fputs("</svg>\n", out);
}

/* ---- lines and other caches ---- */

static void put_lines(FILE *out, const grab_report_t *report) {
    fputs("<h3>Lines</h3>\n", out);
    begin_table(out, "lines",
                "<th>line<th class=n>requests<th class=n>misses<th class=n>mh<th class=n>m*h"
                "<th class=n>mm<th class=n>first use");
    for (uint32_t i = 0; i < report->lines; i++) {
        const grab_counts_t *counts = &report->line[i].counts;
        if (counts->requests == 0) continue;
        fputs("<tr><td class=code>", out);
        put_place(out, &report->line[i]);
        fputs("</td>", out);
        put_number(out, counts->requests);
        put_number(out, counts->misses + counts->full_misses);
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            put_number(out, told(counts, type));
        put_number(out, counts->cold);
        fputs("</tr>\n", out);
    }
    end_table(out);
}

static void put_what_if(FILE *out, const grab_about_t *about) {
    const grab_results_t *results = about->results;
    if (results->scorings < 2) return;
    fputs("<h2>What if</h2>\n<p class=soft>The same requests in the same order, on other "
          "caches.</p>\n",
          out);
    begin_table(out, "other caches",
                "<th>caches<th class=n>L1 misses<th class=n>mh<th class=n>m*h<th class=n>mm"
                "<th class=n>L2 misses");
    for (unsigned i = 0; i < results->scorings; i++) {
        const grab_counts_t *l1 = &results->scored[i].account[GRAB_L1].total,
                            *l2 = &results->scored[i].account[GRAB_L2].total;
        fputs("<tr><td class=code>", out);
        html_text(out, about->options->scoring_name[i]);
        fputs("</td>", out);
        put_number(out, l1->misses + l1->full_misses);
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++) put_number(out, told(l1, type));
        put_number(out, l2->misses + l2->full_misses);
        fputs("</tr>\n", out);
    }
    end_table(out);
}

static bool put_level(FILE *out, const grab_about_t *about, grab_level_t level) {
    char words[128];
    grab_report_t report;
    const bool made = grab_report_make(&report, about->results, 0, level, about->directory);
    if (made) {
        const grab_machine_t *machine = &report.scored->machine;
        fprintf(out, "<h2>%s</h2>\n<p class=soft>%s. Alone means: %s</p>\n",
                level == GRAB_L1 ? "L1: threads of an SM among each other"
                                 : "L2: SMs among each other",
                grab_geometry_words(level == GRAB_L1 ? &machine->l1 : &machine->l2, words,
                                    sizeof words),
                level == GRAB_L1 ? "each thread with such a cache for itself."
                                 : "each SM with such a cache for itself.");
        put_summary(out, &report);
        put_causes(out, &report);
        put_heat(out, &report);
        put_timeline(out, &report);
        put_lines(out, &report);
    }
    grab_report_free(&report);
    return made;
}

static bool put_page(FILE *out, const grab_about_t *about) {
    bool whole = true;
    char number[WORD];
    page_begin(out);
    fputs("GRAB: ", out);
    html_text(out, about->program);
    page_body(out, style);
    fputs("<header>\n<h1>Why memory is slow: ", out);
    html_text(out, about->program);
    fprintf(out,
            "</h1>\n<p class=soft>%u SMs, %s warp instructions on global memory, %s interleaving, "
            "seed %" PRIu64 "</p>\n</header>\n<main id=main>\n",
            about->results->sms, grouped(about->results->instructions, number),
            about->options->stream   ? "recorded"
            : about->options->cycles ? gpu_schedule_issue_name(&about->options->schedule)
                                     : "functional",
            about->seed);
    if (about->error[0] != '\0') {
        fputs("<p><b>", out);
        html_text(out, about->error);
        fputs("</b></p>\n", out);
    }
    for (uint32_t i = 0; i < about->notes->notes; i++) {
        fputs("<p class=soft>", out);
        html_text(out, about->notes->note[i]);
        fputs("</p>\n", out);
    }
    if (about->results->scorings > 0) {
        whole = put_level(out, about, GRAB_L1);
        put_what_if(out, about);
        if (whole && about->results->scored[0].machine.l2.sets != 0)
            whole = put_level(out, about, GRAB_L2);
    }
    fputs("</main></body></html>\n", out);
    return whole;
}

int grab_write_html(const char *path, const grab_about_t *about) {
    return grab_write_file(path, about, put_page);
}
