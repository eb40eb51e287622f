/* SPDX-License-Identifier: Apache-2.0 */
/* eval_data.c: what eval_plots.gp draws: files of columns separated by tabs, "?" for what is not
 * known (evaluation.h); what they draw is a group of runs. A last row, and in the files with the
 * paper's numbers one more, for the mean.
 */
#include <math.h>
#include <string.h>

#include "tb/eval/overhead/eval_claims.h"

static void number(FILE *out, double value) {
    if (isnan(value))
        fputs("\t?", out);
    else
        fprintf(out, "\t%.3f", value);
}

/* Of the mean when PROGRAM is NULL. */
static double height(const eval_runs_t *runs, const eval_list_t *programs, const char *program,
                     const eval_measure_t *measure) {
    return program ? eval_value(runs, program, measure) : eval_mean(runs, programs, measure);
}

static const char *label(const char *program, char name[EVAL_NAME_MAX]) {
    return program ? eval_program_name(program, name) : "mean";
}

/* The middle of a range. */
static double paper(const char *group, const char *name, eval_kind_t kind) {
    double least, most;
    return eval_paper_says(group, name, kind, &least, &most) ? (least + most) / 2 : NAN;
}

/* Figure 8: program, without caching, ScoRD, the paper's ScoRD. */
static void write_overhead(const eval_runs_t *runs, const void *group, FILE *out) {
    const eval_measure_t uncached = {MEASURE_OVERHEAD, EVAL_UNCACHED, EVAL_PLAIN, NULL, 0},
                         scord = {MEASURE_OVERHEAD, EVAL_SCORD, EVAL_PLAIN, NULL, 0};
    const eval_list_t programs = eval_runs_programs(runs, group);
    char name[EVAL_NAME_MAX];
    for (unsigned p = 0; p <= programs.count; p++) {
        const char *program = p < programs.count ? programs.words[p] : NULL;
        fputs(label(program, name), out);
        number(out, height(runs, &programs, program, &uncached));
        number(out, height(runs, &programs, program, &scord));
        number(out, paper(group, program ? name : NULL, MEASURE_OVERHEAD));
        fputc('\n', out);
    }
}

/* Figure 9: place, program, data, data and metadata: two bars a program, without caching and ScoRD.
 */
static void write_dram(const eval_runs_t *runs, const void *group, FILE *out) {
    static const char *const settings[] = {EVAL_UNCACHED, EVAL_SCORD};
    const eval_list_t programs = eval_runs_programs(runs, group);
    char name[EVAL_NAME_MAX];
    for (unsigned p = 0; p <= programs.count; p++)
        for (unsigned i = 0; i < 2; i++) {
            const char *program = p < programs.count ? programs.words[p] : NULL;
            fprintf(out, "%u\t%s", p * 3 + i, label(program, name));
            number(out,
                   height(runs, &programs, program,
                          &(eval_measure_t){MEASURE_DRAM_DATA, settings[i], EVAL_PLAIN, NULL, 0}));
            number(out, height(runs, &programs, program,
                               &(eval_measure_t){MEASURE_DRAM, settings[i], EVAL_PLAIN, NULL, 0}));
            fputc('\n', out);
        }
}

/* Figure 10: program, and the parts one on the other. */
static void write_split(const eval_runs_t *runs, const void *group, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group);
    char name[EVAL_NAME_MAX];
    for (unsigned p = 0; p <= programs.count; p++) {
        const char *program = p < programs.count ? programs.words[p] : NULL;
        double sum = 0;
        fputs(label(program, name), out);
        for (eval_kind_t kind = MEASURE_SHARE_LHD; kind <= MEASURE_SHARE_MD; kind++) {
            sum += height(runs, &programs, program,
                          &(eval_measure_t){kind, EVAL_SCORD, NULL, NULL, 0});
            number(out, sum);
        }
        fputc('\n', out);
    }
    double sum = 0;
    fputs("paper", out);
    for (eval_kind_t kind = MEASURE_SHARE_LHD; kind <= MEASURE_SHARE_MD; kind++)
        number(out, sum += paper(group, NULL, kind));
    fputc('\n', out);
}

/* Figure 11: program, less, default, more. */
static void write_resources(const eval_runs_t *runs, const void *group, FILE *out) {
    const eval_measure_t measures[] = {{MEASURE_OVERHEAD, NULL, NULL, "less", 0},
                                       {MEASURE_OVERHEAD, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_OVERHEAD, NULL, NULL, "more", 0}};
    const eval_list_t programs = eval_runs_programs(runs, group);
    char name[EVAL_NAME_MAX];
    for (unsigned p = 0; p <= programs.count; p++) {
        const char *program = p < programs.count ? programs.words[p] : NULL;
        fputs(label(program, name), out);
        for (unsigned i = 0; i < 3; i++)
            number(out, height(runs, &programs, program, &measures[i]));
        fputc('\n', out);
    }
}

/* Settings without what all of them begin with, a blank after a comma. */
static void proposal_label(const char *settings, FILE *out) {
    static const char prefix[] = "detector_";
    while (*settings != '\0') {
        if (strncmp(settings, prefix, strlen(prefix)) == 0) settings += strlen(prefix);
        const size_t length = strcspn(settings, ",");
        fprintf(out, "%.*s%s", (int)length, settings, settings[length] == ',' ? ", " : "");
        settings += length + (settings[length] == ',');
    }
}

/* Proposals: what they set, mean overhead. */
static void write_laboratory(const eval_runs_t *runs, const void *group, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group),
                      settings = eval_runs_settings(runs, group);
    for (unsigned i = 0; i < settings.count; i++) {
        const char *comma = strchr(settings.words[i], ',');
        if (strncmp(settings.words[i], EVAL_SCORD, strlen(EVAL_SCORD)) != 0) continue;
        proposal_label(comma ? comma + 1 : "as it is", out);
        number(out, eval_mean(runs, &programs,
                              &(eval_measure_t){MEASURE_OVERHEAD, settings.words[i], EVAL_PLAIN,
                                                NULL, 0}));
        fputc('\n', out);
    }
}

const eval_plot_t eval_plots[] = {
    {"overhead", write_overhead, "large"},  {"overhead-small", write_overhead, "small"},
    {"dram", write_dram, "large"},          {"split", write_split, "large"},
    {"resources", write_resources, "less"}, {"laboratory", write_laboratory, "laboratory"},
};
const unsigned eval_plot_count = sizeof eval_plots / sizeof *eval_plots;
