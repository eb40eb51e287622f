/* SPDX-License-Identifier: Apache-2.0 */
/* report_regress.c: the section of a regression: totals, failures by signature, slowest runs, by
 * machine and by unit; see report_internal.h. Records: docs/regress.md.
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { SLOWEST = 20, LOG_BYTES = 4000, MOST_BUCKETS = 200, NAME = 256 };

void report_judge_regress(report_input_t *input) {
    const regress_records_t *records = &input->records;
    regress_totals_t totals;
    char runs[32];
    input->verdict = REPORT_WRONG;
    if (regress_totals_make(records, &totals) != 0)
        exit(SCORD_EXIT_ENVIRONMENT); /* as scord_need() does: a page is written when it is whole */
    const uint64_t pass = totals.verdicts[REGRESS_PASS], fail = totals.verdicts[REGRESS_FAIL],
                   error = totals.verdicts[REGRESS_ERROR];
    if (pass > 0 && fail + error + totals.not_run == 0) {
        input->verdict = REPORT_CLEAN;
        snprintf(input->words, sizeof input->words, "all %s runs passed", grouped(pass, runs));
    } else {
        snprintf(input->words, sizeof input->words,
                 "%" PRIu64 " of %s runs failed, %" PRIu64 " in error, %" PRIu64 " not run", fail,
                 grouped(records->count, runs), error, totals.not_run);
    }
    regress_totals_free(&totals);
}

/* ---- session ---- */

static void put_session(report_page_t *page, const regress_records_t *records) {
    char text[512];
    const json_t *session = records->session.tree, *tools = json_member(session, "tools");
    fputs("<dl class=grid>", page->out);
    report_fact(page, "started", report_member(session, "started"));
    report_fact_count(page, "sessions", records->sessions);
    snprintf(text, sizeof text, "tier %s, %.0f random runs, seed %.0f",
             report_member(session, "tier"), report_number(session, "runs"),
             report_number(session, "seed"));
    report_fact(page, "plan", text);
    report_fact(page, "host", report_member(session, "host"));
    report_fact_count(page, "at a time", report_count(session, "jobs"));
    snprintf(text, sizeof text, "%.12s", report_member(session, "build"));
    report_fact(page, "build", text);
    for (const json_t *tool = !tools ? NULL : tools->first; tool; tool = tool->next) {
        if (tool->type != JSON_STRING || tool->string[0] == '\0') continue;
        fputs("<dt>", page->out);
        html_text_cut(page->out, tool->name, NAME);
        fputs("</dt><dd>", page->out);
        html_text_cut(page->out, tool->string, NAME);
        fputs("</dd>\n", page->out);
    }
    fputs("</dl>\n", page->out);
}

static void put_totals(report_page_t *page, const regress_totals_t *totals) {
    static const char *const columns[] = {"#runs",          "#pass",           "#fail",
                                          "#error",         "#not run",        "#checks passed",
                                          "#checks failed", "#seconds of work"};
    report_table_begin(page, "totals", columns, 8);
    fputs("<tr>", page->out);
    report_cell_count(page, totals->verdicts[REGRESS_PASS] + totals->verdicts[REGRESS_FAIL] +
                                totals->verdicts[REGRESS_ERROR]);
    for (unsigned i = 0; i < REGRESS_VERDICTS; i++) report_cell_count(page, totals->verdicts[i]);
    report_cell_count(page, totals->not_run);
    report_cell_count(page, totals->passed);
    report_cell_count(page, totals->failed);
    report_cell_real(page, totals->seconds, 0);
    fputs("</tr>\n", page->out);
    report_table_end(page);
}

/* ---- failures ---- */

static void put_log_end(report_page_t *page, const char *folder, const char *id) {
    char *log = regress_log_end(folder, id);
    if (log && log[0] != '\0') {
        fputs("<pre>", page->out);
        html_text_cut(page->out, log, LOG_BYTES);
        fputs("</pre>\n", page->out);
    }
    free(log);
}

static bool is_plain(const char *id) { return id[0] != '.' && !strchr(id, '/'); }

/* What the folder of a failed run holds: log, mismatch report, wave, view, shrunk stream. */
static void put_files(report_page_t *page, const report_input_t *input,
                      const regress_result_t *run) {
    static const char *const files[] = {"log",           "mismatch.txt",  "mismatch.fst",
                                        "mismatch.gtkw", "mismatch.sevt", "mismatch.test",
                                        "program.sev",   "random.sevt"};
    const char *before = "<p>";
    char path[PATH_MAX];
    if (!is_plain(run->id)) return; /* a record that would lead elsewhere */
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/runs/%s/%s", input->name, run->id, files[i]);
        if (access(path, R_OK) != 0) continue;
        fputs(before, page->out);
        report_file_link(page, path, files[i]);
        before = " · ";
    }
    fputs(before[0] == '<' ? "" : "</p>\n", page->out);
    put_log_end(page, input->name, run->id);
}

static void put_bucket(report_page_t *page, const report_input_t *input,
                       const regress_bucket_t *bucket) {
    const regress_result_t *run = bucket->first;
    fprintf(page->out, "<article class=site>\n<h4>%zu × ", bucket->count);
    html_text(page->out, regress_verdict_names[run->verdict]);
    fputs(": ", page->out);
    html_text_cut(page->out, run->signature[0] != '\0' ? run->signature : "no signature", NAME);
    fputs("</h4>\n<dl><dt>first run</dt><dd class=code>", page->out);
    html_text_cut(page->out, run->id, NAME);
    fputs("</dd><dt>command</dt><dd class=code>", page->out);
    html_text_cut(page->out, run->command, LOG_BYTES);
    fputs("</dd><dt>again</dt><dd class=code>scord regress --output ", page->out);
    html_text(page->out, input->name);
    fputs(" --replay ", page->out);
    html_text_cut(page->out, run->id, NAME);
    fputs(" CATALOGUE…</dd></dl>\n", page->out);
    put_files(page, input, run);
    fputs("</article>\n", page->out);
}

static void put_failures(report_page_t *page, const report_input_t *input,
                         const regress_totals_t *totals) {
    if (totals->bucket_count > 0) fputs("<h3>Failures, by signature</h3>\n", page->out);
    for (size_t i = 0; i < totals->bucket_count && i < MOST_BUCKETS; i++)
        put_bucket(page, input, &totals->buckets[i]);
    if (totals->bucket_count > MOST_BUCKETS)
        fprintf(page->out,
                "<p class=soft>and %zu more kinds of failure, each as rare or rarer</p>\n",
                totals->bucket_count - MOST_BUCKETS);
}

/* ---- where the time goes ---- */

static int by_seconds(const void *a, const void *b) {
    const regress_result_t *left = *(const regress_result_t *const *)a,
                           *right = *(const regress_result_t *const *)b;
    return left->seconds != right->seconds ? (left->seconds < right->seconds ? 1 : -1)
                                           : strcmp(left->id, right->id);
}

static void put_slowest(report_page_t *page, const regress_records_t *records) {
    static const char *const columns[] = {"run", "verdict", "#seconds", "#peak, MB", "machine"};
    const regress_result_t **runs = scord_need(malloc((records->count + 1) * sizeof *runs));
    if (records->count == 0) return free(runs);
    for (size_t i = 0; i < records->count; i++) runs[i] = &records->results[i];
    qsort(runs, records->count, sizeof *runs, by_seconds);
    fputs("<h3>Slowest runs</h3>\n", page->out);
    report_table_begin(page, "slowest runs", columns, 5);
    for (size_t i = 0; i < records->count && i < SLOWEST; i++) {
        fputs("<tr>", page->out);
        report_cell_code(page, runs[i]->id);
        report_cell(page, regress_verdict_names[runs[i]->verdict]);
        report_cell_real(page, runs[i]->seconds, 2);
        report_cell_real(page, (double)runs[i]->peak_kilobytes / 1024, 0);
        report_cell_code(page, runs[i]->config);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
    free(runs);
}

/* Half decades: how many runs took how long. */
static void put_durations(report_page_t *page, const regress_records_t *records) {
    static const double limits[] = {0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, INFINITY};
    static const char *const labels[] = {"to 0.1 s", "0.3 s", "1 s",   "3 s",    "10 s",
                                         "30 s",     "100 s", "300 s", "1000 s", "more"};
    static const char *const colours[] = {"#3a8f5c", "#c8641b", "#b3261e"};
    enum { ROWS = sizeof limits / sizeof *limits };
    _Static_assert(sizeof labels / sizeof *labels == ROWS, "a label a limit");
    _Static_assert(sizeof colours / sizeof *colours == REGRESS_VERDICTS, "a colour a verdict");
    double values[ROWS * REGRESS_VERDICTS] = {0};
    for (size_t i = 0; i < records->count; i++) {
        unsigned row = 0;
        while (records->results[i].seconds > limits[row] && row + 1 < ROWS) row++;
        assert(row < ROWS && records->results[i].verdict < REGRESS_VERDICTS);
        values[row * REGRESS_VERDICTS + records->results[i].verdict]++;
    }
    const report_plot_t plot = {.title = "How long the runs took",
                                .unit = "runs",
                                .labels = labels,
                                .series = regress_verdict_names,
                                .colours = colours,
                                .values = values,
                                .rows = ROWS,
                                .series_count = REGRESS_VERDICTS,
                                .stacked = true};
    report_put_plot(page, &plot);
}

/* ---- by machine, by unit ---- */

typedef struct share {
    char name[NAME];
    uint64_t counts[REGRESS_VERDICTS];
    double seconds;
} share_t;

typedef struct shares {
    share_t *shares;
    size_t count, places;
} shares_t;

static void add_to(shares_t *shares, const char *name, size_t length, const regress_result_t *run) {
    size_t at = 0;
    if (length >= NAME) length = NAME - 1;
    while (at < shares->count && (strncmp(shares->shares[at].name, name, length) != 0 ||
                                  shares->shares[at].name[length] != '\0'))
        at++;
    assert(at <= shares->count && run->verdict < REGRESS_VERDICTS);
    if (at == shares->count) {
        if (!SCORD_ARRAY_ROOM(shares->shares, shares->places, at + 1)) scord_need(NULL);
        shares->shares[shares->count++] = (share_t){0};
        memcpy(shares->shares[at].name, name, length);
    }
    assert(at < shares->count && shares->count <= shares->places);
    shares->shares[at].counts[run->verdict]++;
    shares->shares[at].seconds += run->seconds;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const share_t *)a)->name, ((const share_t *)b)->name);
}

/* What the runs state of themselves: their machine, or a comma-separated list. */
static const char *machine_of(const regress_result_t *run) { return run->config; }
static const char *units_of(const regress_result_t *run) { return run->touches; }

/* The runs that state something, a comma-separated list when LIST. */
static void put_shares(report_page_t *page, const regress_records_t *records,
                       const char *(*stated)(const regress_result_t *run), bool list,
                       const char *title, const char *column) {
    const char *const columns[] = {column, "#pass", "#fail", "#error", "#seconds of work"};
    shares_t shares = {0};
    for (size_t i = 0; i < records->count; i++)
        for (const char *name = stated(&records->results[i]); *name != '\0';) {
            const size_t length = list ? strcspn(name, ",") : strlen(name);
            if (length > 0) add_to(&shares, name, length, &records->results[i]);
            name += length + (name[length] == ',');
        }
    if (shares.count > 0) {
        qsort(shares.shares, shares.count, sizeof *shares.shares, by_name);
        fprintf(page->out, "<h3>%s</h3>\n", title);
        report_table_begin(page, title, columns, 5);
    }
    for (size_t i = 0; i < shares.count; i++) {
        fputs("<tr>", page->out);
        report_cell_code(page, shares.shares[i].name);
        for (unsigned verdict = 0; verdict < REGRESS_VERDICTS; verdict++)
            report_cell_count(page, shares.shares[i].counts[verdict]);
        report_cell_real(page, shares.shares[i].seconds, 1);
        fputs("</tr>\n", page->out);
    }
    if (shares.count > 0) report_table_end(page);
    free(shares.shares);
}

void report_put_regress(report_page_t *page, const report_input_t *input, unsigned number) {
    const regress_records_t *records = &input->records;
    regress_totals_t totals;
    (void)number;
    if (regress_totals_make(records, &totals) != 0)
        exit(SCORD_EXIT_ENVIRONMENT); /* as scord_need() does: a page is written when it is whole */
    put_totals(page, &totals);
    put_failures(page, input, &totals);
    regress_totals_free(&totals);
    put_durations(page, records);
    put_slowest(page, records);
    put_shares(page, records, machine_of, false, "By machine", "machine");
    put_shares(page, records, units_of, true, "By unit that the runs put under pressure", "unit");
    fputs("<h3>Session</h3>\n", page->out);
    put_session(page, records);
}
