/* SPDX-License-Identifier: Apache-2.0 */
/* report_internal.h: the parts of `scord report` (docs/reports.md): inputs → what each came to →
 * one page, a section an input.
 */
#ifndef SCORD_REPORT_INTERNAL_H
#define SCORD_REPORT_INTERNAL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/commands/page/regress_records.h"
#include "cmodel/base/json_tree.h"
#include "cosim/commands/page/report_member.h"
#include "cosim/commands/page/report_page.h"

/* What an input is, in the order of the page's sections. */
typedef enum report_kind {
    REPORT_CHECK,    /* scord check --json */
    REPORT_COSIM,    /* scord cosim --json */
    REPORT_MISMATCH, /* mismatch.json */
    REPORT_ORACLE,   /* scord oracle --json */
    REPORT_REGRESS,  /* the folder of scord regress */
    REPORT_COVERAGE, /* scord cosim --coverage */
    REPORT_RTL,      /* table of make coverage-rtl */
    REPORT_GAPS,     /* what it did not hit */
    REPORT_SIM,      /* scord sim --json */
    REPORT_GRAB,     /* scord grab --json */
    REPORT_TABLES,   /* Markdown */
    REPORT_AREA,     /* rows of scripts/area/baseline */
    REPORT_WAVE,     /* FST */
    REPORT_VIEW,     /* gtkwave save file */
    REPORT_PNG,
    REPORT_SVG,
    REPORT_KINDS
} report_kind_t;

/* Worst last: the page has the worst of its inputs. */
typedef enum report_verdict {
    REPORT_FACT, /* figures, no verdict */
    REPORT_CLEAN,
    REPORT_FOUND, /* races, false sharing: what the tool looks for */
    REPORT_WRONG  /* mismatches, failed tests, errors */
} report_verdict_t;

enum { REPORT_WORDS = 512, REPORT_TITLE = 512, REPORT_PLACE = 1024 };

typedef struct report_input {
    report_kind_t kind;
    const char *name;    /* of the file, as the user says it */
    const char *command; /* that made it, NULL: not known */
    char *text;          /* content, a zero behind it; NULL for a folder */
    size_t bytes;
    json_t *tree;
    regress_records_t records; /* of a folder */
    report_verdict_t verdict;
    char words[REPORT_WORDS]; /* the verdict in words */
    char title[REPORT_TITLE]; /* what was run */
    int64_t written;          /* when, seconds since 1970; 0: not known */
} report_input_t;

typedef struct report_options {
    const char *output;      /* "-": standard output */
    const char *title;       /* NULL: made from the inputs */
    const char *command;     /* that writes the page */
    const char *excluded[8]; /* bins that cannot be hit */
    unsigned excluded_count;
    bool quiet_plots; /* a missing gnuplot is said on the page only */
} report_options_t;

typedef struct report_page {
    FILE *out;
    const report_options_t *options;
    report_input_t *inputs;
    size_t count;
    char directory[PATH_MAX]; /* the page's, absolute */
    char *excluded;           /* their texts, joined; NULL: none */
    int64_t now;              /* that the page states: seconds since 1970 */
    unsigned plots;           /* drawn */
    char no_plots[256];       /* why a plot is missing, "": none is */
} report_page_t;

/* ---- the page (report_page.c) ---- */

/* Writes OPTIONS->output of COUNT inputs, which stay the caller's. 0, or an exit code after one
 * message. */
int report_write(const report_options_t *options, report_input_t *inputs, size_t count);
const char *report_kind_name(report_kind_t kind);

/* ---- inputs (report_input.c) ---- */

/* Reads NAME, file or folder, and tells by its content what it is. 0, or an exit code after one
 * message that names file and byte. */
int report_read(const char *name, report_input_t *input);
/* The same of BYTES of TEXT at hand, which the input takes (malloc). */
int report_take(const char *name, char *text, size_t bytes, report_input_t *input);
void report_input_free(report_input_t *input);

/* "file:line" of an instruction, or its PC. Returns PLACE. */
const char *report_place(const json_t *instruction, char place[REPORT_PLACE]);

/* ---- what stands on a page (report_parts.c) ---- */

/* A column is text, or a number when its name begins with '#' (right-aligned). report_table_begin
 * names the table for those who do not see it. */
void report_table_begin(report_page_t *page, const char *name, const char *const *columns,
                        unsigned count);
void report_table_end(report_page_t *page);
void report_cell(report_page_t *page, const char *text);
void report_cell_code(report_page_t *page, const char *text);
void report_cell_count(report_page_t *page, uint64_t count);
void report_cell_real(report_page_t *page, double value, unsigned decimals);
void report_fact(report_page_t *page, const char *name,
                 const char *text); /* a row of a list of facts, "" is left out */
void report_fact_count(report_page_t *page, const char *name, uint64_t count);
void report_badge(report_page_t *page, report_verdict_t verdict, const char *words);
void report_notes(report_page_t *page, const json_t *object); /* its "notes" and "error" */
/* PATH, a link when the file is there, relative to the page. */
void report_file_link(report_page_t *page, const char *path, const char *words);
const char *report_time(int64_t seconds, char text[32]); /* UTC, ISO 8601 */

/* ---- plots (report_plot.c) ---- */

typedef struct report_plot {
    const char *title, *unit;
    const char *const *labels;  /* a row each */
    const char *const *series;  /* a colour each */
    const char *const *colours; /* one a series, "#rrggbb"; NULL: the usual ones */
    const double *values;       /* rows × series; NAN: none */
    unsigned rows, series_count, decimals;
    bool stacked, logarithmic;
} report_plot_t;

/* Draws by gnuplot, as SVG in the page; below it the same as a table. Without gnuplot the table
 * alone, and page->no_plots. */
void report_put_plot(report_page_t *page, const report_plot_t *plot);

/* ---- judges and sections, one of each a kind ---- */

void report_judge_check(report_input_t *input);
void report_put_check(report_page_t *page, const report_input_t *input, unsigned number);
/* A thread and its instruction: a side of a race, or where a finding is. OF_HOST: a call or an
 * access of the host's. */
void report_put_side(report_page_t *page, const char *name, const json_t *side, bool of_host);
void report_put_known(report_page_t *page, const json_t *site);    /* why it does not count */
void report_put_findings(report_page_t *page, const json_t *tree); /* report_findings.c */
/* Object, offset and address of a site of races or findings. */
/* report_lanes.c: the picture of streams and host; NUMBER tells pages' parts apart. */
void report_put_lanes(report_page_t *page, const json_t *tree, unsigned number);
void report_put_object(report_page_t *page, const json_t *site);
void report_judge_cosim(report_input_t *input);
void report_put_cosim(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_mismatch(report_input_t *input);
void report_put_mismatch(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_oracle(report_input_t *input);
void report_put_oracle(report_page_t *page, const report_input_t *input, unsigned number);
void report_put_explanation(report_page_t *page,
                            const json_t *object); /* its "explanation", when there is one */
void report_put_model(report_page_t *page,
                      const json_t *model); /* one element of the oracle's models */
void report_judge_regress(report_input_t *input);
void report_put_regress(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_coverage(report_input_t *input);
void report_put_coverage(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_rtl(report_input_t *input);
void report_put_rtl(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_gaps(report_input_t *input);
void report_put_gaps(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_sim(report_input_t *input);
void report_put_sim(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_grab(report_input_t *input);
void report_put_grab(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_tables(report_input_t *input);
void report_put_tables(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_area(report_input_t *input);
void report_put_area(report_page_t *page, const report_input_t *input, unsigned number);
void report_judge_file(report_input_t *input); /* waves, views, pictures */
void report_put_file(report_page_t *page, const report_input_t *input, unsigned number);

#endif
