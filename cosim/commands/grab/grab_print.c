/* SPDX-License-Identifier: Apache-2.0 */
/* grab_print.c: GRAB's report as text. */
#include <inttypes.h>
#include <string.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cosim/commands/shared/grouped.h"
#include "cmodel/report/notes.h"
#include "cmodel/base/wrapped_text.h"

enum { AFFECTED_TOLD = 5, WORD = 32, PLACE = 512, LINE = 2048, INDENT = 6 };

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

static void print_machine(const grab_report_t *report, unsigned sms, FILE *out) {
    char words[128];
    const grab_machine_t *machine = &report->scored->machine;
    if (report->level == GRAB_L2) {
        fprintf(out, "L2, %s, shared by %u SMs; alone: one for each SM\n",
                grab_geometry_words(&machine->l2, words, sizeof words), sms);
        return;
    }
    fprintf(out, "L1 of an SM, %s; alone: one for each thread\n",
            grab_geometry_words(&machine->l1, words, sizeof words));
    if (machine->groups > 1) fprintf(out, "  1/%u of an SM's threads at a time\n", machine->groups);
}

static void print_summary(const grab_report_t *report, FILE *out) {
    char a[WORD], b[WORD], c[WORD];
    const grab_counts_t *total = &report->account->total;
    fprintf(out, "  requests %s, misses %s (%.1f %%), misses of a full cache %s (%.1f %%)\n",
            grouped(total->requests, a), grouped(total->misses, b),
            percent(total->misses, total->requests), grouped(total->full_misses, c),
            percent(total->full_misses, total->requests));
    fputs("  type       faults      roots   affected  what it is\n", out);
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++) {
        const grab_summary_t *fault = &report->fault[type];
        fprintf(out, "  %-4s %12s %10" PRIu64 " %10" PRIu64 "  %s\n", grab_fault_names[type],
                grouped(fault->count - fault->cold, a), fault->roots, fault->affected,
                grab_fault_words[type]);
    }
    fprintf(
        out,
        "  cold %12s          -          -  first use of a block: nobody's fault, not counted\n",
        grouped(total->cold, a));
}

/* A line of its own under a root cause. */
static void print_indented(FILE *out, const char *text) {
    fprintf(out, "%*s", INDENT, "");
    scord_print_wrapped(out, text, INDENT, INDENT + 2);
}

static void print_text_of(const grab_line_t *line, FILE *out) {
    char text[GRAB_SOURCE_TEXT];
    char quoted[GRAB_SOURCE_TEXT + 2];
    if (grab_line_text(line, text, sizeof text)[0] == '\0') return;
    snprintf(quoted, sizeof quoted, "\"%s\"", text);
    print_indented(out, quoted);
}

/* The victims of CAUSE, the worst first. */
static void print_affected(const grab_report_t *report, const grab_ranked_t *cause, FILE *out) {
    char place[PLACE], number[WORD], line[LINE];
    uint64_t below = UINT64_MAX;
    unsigned told = 0, all = 0;
    for (uint32_t i = cause->first; i < cause->first + cause->links; i++)
        all += report->root_link[i].faults[cause->type] != 0;
    while (told < all && told < AFFECTED_TOLD) {
        uint64_t next = 0;
        for (uint32_t i = cause->first; i < cause->first + cause->links; i++) {
            const uint64_t faults = report->root_link[i].faults[cause->type];
            if (faults < below && faults > next) next = faults;
        }
        for (uint32_t i = cause->first; i < cause->first + cause->links && told < AFFECTED_TOLD;
             i++) {
            const grab_link_t *link = &report->root_link[i];
            if (link->faults[cause->type] != next) continue;
            snprintf(line, sizeof line, "hurts %s: %s fault%s, %" PRIu64 " block%s",
                     grab_line_name(&report->line[link->to], place, sizeof place),
                     grouped(next, number), plural(next), link->blocks[cause->type],
                     plural(link->blocks[cause->type]));
            print_indented(out, line);
            told++;
        }
        below = next;
    }
    if (told < all) fprintf(out, "      and %u more line%s\n", all - told, plural(all - told));
}

static void print_cause(const grab_report_t *report, uint32_t rank, FILE *out) {
    char place[PLACE], number[WORD], text[LINE];
    const grab_ranked_t *cause = &report->cause[rank];
    const grab_line_t *line = &report->line[cause->line];
    snprintf(text, sizeof text, "root %u: %s, %s fault%s of type %s, by %" PRIu64 " block%s%s%s",
             rank + 1, grab_line_name(line, place, sizeof place), grouped(cause->count, number),
             plural(cause->count), grab_fault_names[cause->type], cause->blocks,
             plural(cause->blocks), line->function ? " in " : "",
             line->function ? line->function : "");
    fputs("  ", out);
    scord_print_wrapped(out, text, 2, INDENT + 2);
    print_text_of(line, out);
    print_affected(report, cause, out);
    snprintf(text, sizeof text, "remedy: %s", grab_fault_remedies[cause->type]);
    print_indented(out, text);
}

static void print_causes(const grab_report_t *report, uint64_t top, FILE *out) {
    for (uint32_t i = 0; i < report->causes && i < top; i++) print_cause(report, i, out);
    if (report->causes > top)
        fprintf(out, "  and %" PRIu64 " more root%s (--top, --json)\n", report->causes - top,
                plural(report->causes - top));
}

static int print_level(const grab_about_t *about, unsigned scoring, grab_level_t level, FILE *out) {
    grab_report_t report;
    const bool made = grab_report_make(&report, about->results, scoring, level, about->directory);
    if (made) {
        print_machine(&report, about->results->sms, out);
        print_summary(&report, out);
        print_causes(&report, about->options->top, out);
    }
    grab_report_free(&report);
    return made ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "grab: out of memory for the report");
}

/* What if: the sums side by side. */
static void print_what_if(const grab_about_t *about, FILE *out) {
    const grab_results_t *results = about->results;
    if (results->scorings < 2) return;
    fputs("what if (the same requests in the same order)\n"
          "  caches                                    misses         mh        m*h         mm    "
          "L2 misses\n",
          out);
    for (unsigned i = 0; i < results->scorings; i++) {
        const grab_account_t *l1 = &results->scored[i].account[GRAB_L1],
                             *l2 = &results->scored[i].account[GRAB_L2];
        fprintf(out,
                "  %-36s %11" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %12" PRIu64 "\n",
                about->options->scoring_name[i], l1->total.misses + l1->total.full_misses,
                l1->total.faults[GRAB_FAULT_MH], l1->total.faults[GRAB_FAULT_FULL_MH],
                l1->total.faults[GRAB_FAULT_MM] - l1->total.cold,
                l2->total.misses + l2->total.full_misses);
    }
}

int grab_print(const grab_about_t *about, FILE *out) {
    scord_notes_print(about->notes, "note", INDENT, out);
    int code = about->results->scorings == 0 ? 0 : print_level(about, 0, GRAB_L1, out);
    if (code == 0 && about->results->scorings > 0 &&
        about->results->scored[0].machine.l2.sets != 0) {
        fputc('\n', out);
        code = print_level(about, 0, GRAB_L2, out);
    }
    if (about->results->scorings > 1) fputc('\n', out);
    print_what_if(about, out);
    return code;
}
