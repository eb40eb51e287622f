/* report_regress.c: the section of a regression: totals, failures by signature, slowest runs, by machine and by unit; see report_internal.h.
 * Records: docs/regress.md.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grouped.h"
#include "html_text.h"
#include "report_internal.h"
#include "whole_file.h"

enum { SLOWEST = 20, LOG_BYTES = 4000, LOG_LINES = 15, MOST_BUCKETS = 200, VERDICTS = 3, NAME = 256 };

static const char *const verdict_names[VERDICTS] = {"pass", "fail", "error"};

static unsigned verdict_of(const json_t *run) {
    for (unsigned i = 0; i + 1 < VERDICTS; i++)
        if (strcmp(report_member(run, "verdict"), verdict_names[i]) == 0) return i;
    return VERDICTS - 1;
}

static void count_verdicts(const report_records_t *records, uint64_t counts[VERDICTS]) {
    for (size_t i = 0; i < records->run_count; i++) counts[verdict_of(records->runs[i])]++;
}

static uint64_t not_run(const report_records_t *records) { return records->planned > records->run_count ? records->planned - records->run_count : 0; }

void report_judge_regress(report_input_t *input) {
    const report_records_t *records = &input->records;
    uint64_t counts[VERDICTS] = {0};
    char runs[32];
    count_verdicts(records, counts);
    const bool whole = counts[0] > 0 && counts[1] + counts[2] + not_run(records) == 0;
    input->verdict = whole ? REPORT_CLEAN : REPORT_WRONG;
    if (whole) snprintf(input->words, sizeof input->words, "all %s runs passed", grouped(counts[0], runs));
    else
        snprintf(input->words, sizeof input->words, "%" PRIu64 " of %s runs failed, %" PRIu64 " in error, %" PRIu64 " not run", counts[1],
                 grouped(records->run_count, runs), counts[2], not_run(records));
}

/* ---- session ---- */

static void put_session(report_page_t *page, const report_records_t *records) {
    char text[512];
    if (records->session_count == 0) return;
    const json_t *session = json_member(records->sessions[records->session_count - 1], "session"), *tools = json_member(session, "tools");
    fputs("<dl class=grid>", page->out);
    report_fact(page, "started", report_member(session, "started"));
    report_fact_count(page, "sessions", records->session_count);
    snprintf(text, sizeof text, "tier %s, %.0f random runs, seed %.0f", report_member(session, "tier"), report_number(session, "runs"), report_number(session, "seed"));
    report_fact(page, "plan", text);
    report_fact(page, "host", report_member(session, "host"));
    report_fact_count(page, "at a time", report_count(session, "jobs"));
    snprintf(text, sizeof text, "%.12s", report_member(session, "build"));
    report_fact(page, "build", text);
    for (const json_t *tool = tools == NULL ? NULL : tools->first; tool != NULL; tool = tool->next) {
        if (tool->type != JSON_STRING || tool->string[0] == '\0') continue;
        fputs("<dt>", page->out);
        html_text_cut(page->out, tool->name, NAME);
        fputs("</dt><dd>", page->out);
        html_text_cut(page->out, tool->string, NAME);
        fputs("</dd>\n", page->out);
    }
    fputs("</dl>\n", page->out);
}

static void put_totals(report_page_t *page, const report_records_t *records) {
    static const char *const columns[] = {"#runs", "#pass", "#fail", "#error", "#not run", "#checks passed", "#checks failed", "#seconds of work"};
    uint64_t counts[VERDICTS] = {0}, passed = 0, failed = not_run(records);
    double seconds = 0;
    count_verdicts(records, counts);
    for (size_t i = 0; i < records->run_count; i++) {
        passed += report_count(records->runs[i], "passed");
        failed += report_count(records->runs[i], "failed");
        seconds += report_number(records->runs[i], "seconds");
    }
    report_table_begin(page, "totals", columns, 8);
    fputs("<tr>", page->out);
    report_cell_count(page, records->run_count);
    for (unsigned i = 0; i < VERDICTS; i++) report_cell_count(page, counts[i]);
    report_cell_count(page, not_run(records));
    report_cell_count(page, passed);
    report_cell_count(page, failed);
    report_cell_real(page, seconds, 0);
    fputs("</tr>\n", page->out);
    report_table_end(page);
}

/* ---- failures ---- */

static int by_signature(const void *a, const void *b) {
    const json_t *left = *(json_t *const *)a, *right = *(json_t *const *)b;
    const int order = strcmp(report_member(left, "verdict"), report_member(right, "verdict"));
    const int signature = order != 0 ? order : strcmp(report_member(left, "signature"), report_member(right, "signature"));
    return signature != 0 ? signature : strcmp(report_member(left, "id"), report_member(right, "id"));
}

typedef struct bucket {
    const json_t *first;
    size_t count;
} bucket_t;

static int by_size(const void *a, const void *b) {
    const bucket_t *left = a, *right = b;
    if (left->count != right->count) return left->count > right->count ? -1 : 1;
    return strcmp(report_member(left->first, "id"), report_member(right->first, "id"));
}

static bool alike(const json_t *a, const json_t *b) {
    return verdict_of(a) == verdict_of(b) && strcmp(report_member(a, "signature"), report_member(b, "signature")) == 0;
}

static void put_log_end(report_page_t *page, const char *path) {
    size_t bytes;
    char *log = whole_file_read(path, &bytes);
    if (log == NULL) return;
    for (size_t i = 0; i < bytes; i++)
        if (log[i] == '\0') log[i] = '\1'; /* shown as U+FFFD */
    const char *start = log + bytes;
    for (unsigned lines = 0; start > log && lines <= LOG_LINES; lines += *--start == '\n') continue;
    if (*start == '\n') start++;
    if (*start != '\0') {
        fputs("<pre>", page->out);
        html_text_cut(page->out, start, LOG_BYTES);
        fputs("</pre>\n", page->out);
    }
    free(log);
}

static bool is_plain(const char *id) { return id[0] != '.' && strchr(id, '/') == NULL && strlen(id) < NAME; }

/* What the folder of a failed run holds: log, mismatch report, wave, view, shrunk stream. */
static void put_files(report_page_t *page, const report_input_t *input, const json_t *run) {
    static const char *const files[] = {"log", "mismatch.txt", "mismatch.fst", "mismatch.gtkw", "mismatch.sevt"};
    const char *id = report_member(run, "id"), *before = "<p>";
    char path[PATH_MAX];
    if (!is_plain(id)) return; /* a record that would lead elsewhere */
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/runs/%s/%s", input->name, id, files[i]);
        if (access(path, R_OK) != 0) continue;
        fputs(before, page->out);
        report_file_link(page, path, files[i]);
        before = " · ";
    }
    fputs(before[0] == '<' ? "" : "</p>\n", page->out);
    snprintf(path, sizeof path, "%s/runs/%s/log", input->name, id);
    put_log_end(page, path);
}

static void put_bucket(report_page_t *page, const report_input_t *input, const bucket_t *bucket) {
    const json_t *run = bucket->first;
    const char *signature = report_member(run, "signature");
    fprintf(page->out, "<article class=site>\n<h4>%zu × ", bucket->count);
    html_text(page->out, verdict_names[verdict_of(run)]);
    fputs(": ", page->out);
    html_text_cut(page->out, signature[0] != '\0' ? signature : "no signature", NAME);
    fputs("</h4>\n<dl><dt>first run</dt><dd class=code>", page->out);
    html_text_cut(page->out, report_member(run, "id"), NAME);
    fputs("</dd><dt>command</dt><dd class=code>", page->out);
    html_text_cut(page->out, report_member(run, "command"), LOG_BYTES);
    fputs("</dd><dt>again</dt><dd class=code>scord regress --output ", page->out);
    html_text(page->out, input->name);
    fputs(" --replay ", page->out);
    html_text_cut(page->out, report_member(run, "id"), NAME);
    fputs(" CATALOGUE…</dd></dl>\n", page->out);
    put_files(page, input, run);
    fputs("</article>\n", page->out);
}

static void put_failures(report_page_t *page, const report_input_t *input) {
    const report_records_t *records = &input->records;
    const json_t **bad = malloc((records->run_count + 1) * sizeof *bad);
    bucket_t *buckets = malloc((records->run_count + 1) * sizeof *buckets);
    size_t count = 0, bucket_count = 0;
    for (size_t i = 0; bad != NULL && i < records->run_count; i++)
        if (verdict_of(records->runs[i]) != 0) bad[count++] = records->runs[i];
    if (count > 0) qsort(bad, count, sizeof *bad, by_signature);
    for (size_t i = 0; buckets != NULL && i < count; i++) {
        if (i == 0 || !alike(bad[i - 1], bad[i])) buckets[bucket_count++] = (bucket_t){.first = bad[i]};
        buckets[bucket_count - 1].count++;
    }
    if (bucket_count > 0) {
        qsort(buckets, bucket_count, sizeof *buckets, by_size);
        fputs("<h3>Failures, by signature</h3>\n", page->out);
    }
    for (size_t i = 0; i < bucket_count && i < MOST_BUCKETS; i++) put_bucket(page, input, &buckets[i]);
    if (bucket_count > MOST_BUCKETS) fprintf(page->out, "<p class=soft>and %zu more kinds of failure, each as rare or rarer</p>\n", bucket_count - MOST_BUCKETS);
    free(bad);
    free(buckets);
}

/* ---- where the time goes ---- */

static int by_seconds(const void *a, const void *b) {
    const double left = report_number(*(json_t *const *)a, "seconds"), right = report_number(*(json_t *const *)b, "seconds");
    return left != right ? (left < right ? 1 : -1) : strcmp(report_member(*(json_t *const *)a, "id"), report_member(*(json_t *const *)b, "id"));
}

static void put_slowest(report_page_t *page, const report_records_t *records) {
    static const char *const columns[] = {"run", "verdict", "#seconds", "#peak, MB", "machine"};
    json_t **runs = malloc((records->run_count + 1) * sizeof *runs);
    if (runs == NULL || records->run_count == 0) return free(runs);
    memcpy(runs, records->runs, records->run_count * sizeof *runs);
    qsort(runs, records->run_count, sizeof *runs, by_seconds);
    fputs("<h3>Slowest runs</h3>\n", page->out);
    report_table_begin(page, "slowest runs", columns, 5);
    for (size_t i = 0; i < records->run_count && i < SLOWEST; i++) {
        fputs("<tr>", page->out);
        report_cell_code(page, report_member(runs[i], "id"));
        report_cell(page, report_member(runs[i], "verdict"));
        report_cell_real(page, report_number(runs[i], "seconds"), 2);
        report_cell_real(page, report_number(runs[i], "peak_kilobytes") / 1024, 0);
        report_cell_code(page, report_member(runs[i], "config"));
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
    free(runs);
}

/* Half decades: how many runs took how long. */
static void put_durations(report_page_t *page, const report_records_t *records) {
    static const double limits[] = {0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, INFINITY};
    static const char *const labels[] = {"to 0.1 s", "0.3 s", "1 s", "3 s", "10 s", "30 s", "100 s", "300 s", "1000 s", "more"};
    static const char *const colours[] = {"#3a8f5c", "#c8641b", "#b3261e"};
    enum { ROWS = sizeof limits / sizeof *limits };
    double values[ROWS * VERDICTS] = {0};
    for (size_t i = 0; i < records->run_count; i++) {
        unsigned row = 0;
        while (report_number(records->runs[i], "seconds") > limits[row] && row + 1 < ROWS) row++;
        values[row * VERDICTS + verdict_of(records->runs[i])]++;
    }
    const report_plot_t plot = {.title = "How long the runs took", .unit = "runs", .labels = labels, .series = verdict_names, .colours = colours, .values = values,
                                .rows = ROWS, .series_count = VERDICTS, .stacked = true};
    report_put_plot(page, &plot);
}

/* ---- by machine, by unit ---- */

typedef struct share {
    char name[NAME];
    uint64_t counts[VERDICTS];
    double seconds;
} share_t;

typedef struct shares {
    share_t *shares;
    size_t count, places;
} shares_t;

static void add_to(shares_t *shares, const char *name, size_t length, const json_t *run) {
    size_t at = 0;
    if (length >= NAME) length = NAME - 1;
    while (at < shares->count && (strncmp(shares->shares[at].name, name, length) != 0 || shares->shares[at].name[length] != '\0')) at++;
    if (at == shares->places) {
        share_t *more = realloc(shares->shares, (2 * shares->places + 16) * sizeof *more);
        if (more == NULL) return;
        shares->shares = more;
        shares->places = 2 * shares->places + 16;
    }
    if (at == shares->count) {
        shares->shares[shares->count++] = (share_t){0};
        memcpy(shares->shares[at].name, name, length);
    }
    shares->shares[at].counts[verdict_of(run)]++;
    shares->shares[at].seconds += report_number(run, "seconds");
}

static int by_name(const void *a, const void *b) { return strcmp(((const share_t *)a)->name, ((const share_t *)b)->name); }

/* The runs that state MEMBER, a comma-separated list when LIST. */
static void put_shares(report_page_t *page, const report_records_t *records, const char *member, bool list, const char *title, const char *column) {
    const char *const columns[] = {column, "#pass", "#fail", "#error", "#seconds of work"};
    shares_t shares = {0};
    for (size_t i = 0; i < records->run_count; i++)
        for (const char *name = report_member(records->runs[i], member); *name != '\0';) {
            const size_t length = list ? strcspn(name, ",") : strlen(name);
            if (length > 0) add_to(&shares, name, length, records->runs[i]);
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
        for (unsigned verdict = 0; verdict < VERDICTS; verdict++) report_cell_count(page, shares.shares[i].counts[verdict]);
        report_cell_real(page, shares.shares[i].seconds, 1);
        fputs("</tr>\n", page->out);
    }
    if (shares.count > 0) report_table_end(page);
    free(shares.shares);
}

void report_put_regress(report_page_t *page, const report_input_t *input, unsigned number) {
    (void)number;
    put_totals(page, &input->records);
    put_failures(page, input);
    put_durations(page, &input->records);
    put_slowest(page, &input->records);
    put_shares(page, &input->records, "config", false, "By machine", "machine");
    put_shares(page, &input->records, "touches", true, "By unit that the runs put under pressure", "unit");
    fputs("<h3>Session</h3>\n", page->out);
    put_session(page, &input->records);
}
