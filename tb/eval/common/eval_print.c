/* SPDX-License-Identifier: Apache-2.0 */
/* eval_print.c: see eval_print.h. */
#include "tb/eval/common/eval_print.h"

#include <math.h>
#include <string.h>

void eval_print_rule(FILE *out, unsigned left, unsigned right) {
    fputc('|', out);
    for (unsigned i = 0; i < left; i++) fputs("---|", out);
    for (unsigned i = 0; i < right; i++) fputs("---:|", out);
    fputc('\n', out);
}

void eval_print_head(FILE *out, const char *columns, unsigned left) {
    unsigned count = 0;
    fputc('|', out);
    for (const char *at = columns; *at != '\0'; count++) {
        const size_t length = strcspn(at, "|");
        fprintf(out, length ? " %.*s |" : "%.*s |", (int)length, at);
        at += length + (at[length] == '|');
    }
    fputc('\n', out);
    eval_print_rule(out, left, count - left);
}

void eval_print_cell(FILE *out, double value) {
    if (isnan(value))
        fputs(" - |", out);
    else
        fprintf(out, " %.1f |", value);
}

void eval_print_bold(FILE *out, double value) {
    if (isnan(value))
        fputs(" - |", out);
    else
        fprintf(out, " **%.1f** |", value);
}

void eval_print_missing(FILE *out, const eval_runs_t *runs, const char *experiments) {
    if (runs->missing != 0)
        fprintf(out, "; **%zu further runs of `%s` have no result**", runs->missing, experiments);
}
