/* SPDX-License-Identifier: Apache-2.0 */
/* report_sim.c: the section of `scord sim`: where the cycles went, in all and by kernel; see
 * report_internal.h. Members: docs/user-guide.md, "scord sim".
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { KERNELS_IN_PLOT = 12, KERNELS_IN_TABLE = 1000, REASONS_MAX = 16 };

void report_judge_sim(report_input_t *input) {
    char cycles[32];
    const json_t *tree = input->tree;
    const bool wrong = report_member(tree, "error")[0] != '\0' ||
                       report_count(tree, "exit_status") != 0;
    snprintf(input->title, sizeof input->title, "%s", report_member(tree, "program"));
    snprintf(input->words, sizeof input->words, "%s cycles, IPC %.2f%s",
             grouped(report_count(json_member(tree, "total"), "cycles"), cycles),
             report_number(json_member(tree, "total"), "ipc"),
             wrong ? "; ended with an error" : "");
    input->verdict = wrong ? REPORT_WRONG : REPORT_FACT;
}

static void put_run(report_page_t *page, const json_t *tree) {
    char text[256];
    fputs("<dl class=grid>", page->out);
    report_fact(page, "machine", report_member(tree, "machine"));
    report_fact(page, "settings", report_member(tree, "settings"));
    snprintf(text, sizeof text, "%s, fetch %s, by %s", report_member(tree, "issue"),
             report_member(tree, "fetch"), report_member(tree, "schedule_by"));
    report_fact(page, "schedule", text);
    snprintf(text, sizeof text, "%" PRIu64, report_count(tree, "seed"));
    report_fact(page, "seed", text);
    fputs("</dl>\n", page->out);
}

/* A kernel's name without its parameters, for labels. */
static char *short_name(const json_t *kernel) {
    const char *name = report_member(kernel, "name");
    return scord_need(strndup(name, strcspn(name, "(")));
}

static int by_cycles(const void *a, const void *b) {
    const double left = report_number(*(const json_t *const *)a, "cycles"),
                 right = report_number(*(const json_t *const *)b, "cycles");
    return left == right ? 0 : left < right ? 1 : -1;
}

/* Issue slots that no warp used, by reason: shares of all issue slots, percent. The kernels that
 * took longest, and all together. */
static void put_stalls(report_page_t *page, const json_t *total, const json_t *const *kernels,
                       unsigned count) {
    const json_t *reasons = json_member(total, "idle_slots");
    if (!reasons || reasons->type != JSON_OBJECT || !reasons->first) return;
    const char *series[REASONS_MAX], *labels[KERNELS_IN_PLOT + 1];
    double values[(KERNELS_IN_PLOT + 1) * REASONS_MAX];
    char *names[KERNELS_IN_PLOT];
    unsigned columns = 0;
    if (count > KERNELS_IN_PLOT) count = KERNELS_IN_PLOT;
    for (const json_t *reason = reasons->first; reason && columns < REASONS_MAX;
         reason = reason->next)
        series[columns++] = reason->name;
    assert(columns > 0 && columns <= REASONS_MAX && count <= KERNELS_IN_PLOT);
    for (unsigned row = 0; row <= count; row++) {
        const json_t *counts = row == 0 ? total : kernels[row - 1];
        const double slots = report_number(counts, "issue_slots") -
                             report_number(counts, "idle_slots_empty");
        for (unsigned i = 0; i < columns; i++)
            values[row * columns + i] =
                slots > 0
                    ? 100 * report_number(json_member(counts, "idle_slots"), series[i]) / slots
                    : NAN;
        if (row > 0) names[row - 1] = short_name(kernels[row - 1]);
        labels[row] = row == 0 ? "all kernels" : names[row - 1] ? names[row - 1] : "";
    }
    const report_plot_t plot = {
        .title = "Issue slots of busy schedulers without an instruction, by reason",
        .unit = "percent of the slots",
        .labels = labels,
        .series = series,
        .values = values,
        .rows = count + 1,
        .series_count = columns,
        .decimals = 1,
        .stacked = true};
    report_put_plot(page, &plot);
    for (unsigned i = 0; i < count; i++) free(names[i]);
}

static void put_kernels(report_page_t *page, const json_t *const *kernels, unsigned count) {
    static const char *const columns[] = {"kernel",         "#launches", "#cycles", "#IPC",
                                          "#barrier share", "#L1 hits",  "#L2 hits"};
    report_table_begin(page, "kernels", columns, 7);
    for (unsigned i = 0; i < count && i < KERNELS_IN_TABLE; i++) {
        fputs("<tr>", page->out);
        report_cell_code(page, report_member(kernels[i], "name"));
        report_cell_count(page, report_count(kernels[i], "launches"));
        report_cell_count(page, report_count(kernels[i], "cycles"));
        report_cell_real(page, report_number(kernels[i], "ipc"), 3);
        report_cell_real(page, report_number(kernels[i], "barrier_share"), 3);
        report_cell_count(page, report_count(kernels[i], "l1_hits"));
        report_cell_count(page, report_count(kernels[i], "l2_hits"));
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
}

static void put_total(report_page_t *page, const json_t *total) {
    static const char *const columns[] = {"number", "#value"};
    fputs("<details class=long><summary>All numbers</summary>\n", page->out);
    report_table_begin(page, "all numbers of the run", columns, 2);
    for (const json_t *number = total->first; number; number = number->next) {
        if (number->type != JSON_NUMBER) continue;
        fputs("<tr>", page->out);
        report_cell_code(page, number->name);
        if (number->integer)
            report_cell_count(page, report_whole(number->number));
        else
            report_cell_real(page, number->number, 4);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
    fputs("</details>\n", page->out);
}

void report_put_sim(report_page_t *page, const report_input_t *input, unsigned number) {
    const json_t *total = json_member(input->tree, "total"),
                 *list = json_member(input->tree, "kernels");
    const size_t count = json_count(list);
    const json_t **kernels = scord_need(malloc((count + 1) * sizeof *kernels));
    size_t filled = 0;
    (void)number;
    for (const json_t *kernel = list->first; kernel; kernel = kernel->next)
        kernels[filled++] = kernel;
    assert(filled == count);
    if (filled > 1) qsort(kernels, filled, sizeof *kernels, by_cycles);
    report_notes(page, input->tree);
    put_run(page, input->tree);
    put_stalls(page, total, kernels, (unsigned)filled);
    fputs("<h3>Kernels, the longest first</h3>\n", page->out);
    put_kernels(page, kernels, (unsigned)filled);
    put_total(page, total);
    free(kernels);
}
