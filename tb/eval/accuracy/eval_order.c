/* SPDX-License-Identifier: Apache-2.0 */
/* eval_order.c: the rules of acquire and release (D60 to D66) against the exact oracle:
 * docs/accuracy.md, "Acquire and release".
 *
 * usage: eval_order [--model NAME] [--causes] -g GROUP STREAM... [-g GROUP STREAM...]...
 *
 * Prints, per group, without and with the key acquire_release: programs with a race, those of them
 * in which one is reported, programs without a race in which something is; reports, true and false.
 * --causes: with the key, per group the causes of races that it misses (judge.h), and of false
 * reports. Exit codes: 0 printed, 2 bad usage or stream.
 */
#include <stdio.h>
#include <string.h>

#include "tb/eval/accuracy/judge.h"

typedef struct row {
    uint64_t racy, found, clean, accused, right, wrong;
} row_t;

static void add(row_t *row, const scord_oracle_counts_t *counts) {
    const bool racy = counts->sites != 0;
    row->racy += racy;
    row->clean += !racy;
    row->found += racy && counts->true_positives != 0;
    row->accused += !racy && counts->false_positives != 0;
    row->right += counts->true_positives;
    row->wrong += counts->false_positives;
}

static bool print_row(const scord_oracle_axes_t *axes, const char *group, bool acquire_release,
                      char **streams, int count) {
    row_t row = {0};
    variant_options_t options = variant_as_built(0);
    if (acquire_release) options.order = variant_order_as_built();
    for (int i = 0; i < count; i++) {
        judgement_t judgement;
        if (!judge_stream(streams[i], axes, &options, &judgement)) return false;
        add(&row, &judgement.counts);
        judgement_free(&judgement);
    }
    printf("| %s | %s | %llu of %llu | %llu of %llu | %llu | %llu |\n", group,
           acquire_release ? "with" : "without", (unsigned long long)row.found,
           (unsigned long long)row.racy, (unsigned long long)row.accused,
           (unsigned long long)row.clean, (unsigned long long)row.right,
           (unsigned long long)row.wrong);
    return true;
}

/* ---- why what is built errs ---- */

/* Of one group: sites missed in programs of which another race is reported, in programs of which
 * none is; false reports. */
typedef struct reasons {
    causes_t elsewhere, alone;
} reasons_t;

static bool find_reasons(const scord_oracle_axes_t *axes, char **streams, int count,
                         reasons_t *reasons) {
    variant_options_t options = variant_as_built(0);
    options.order = variant_order_as_built();
    for (int i = 0; i < count; i++) {
        judgement_t judgement;
        if (!judge_stream(streams[i], axes, &options, &judgement)) return false;
        const bool ok = find_causes(streams[i], axes, &options, &judgement,
                                    judgement.counts.found != 0 ? &reasons->elsewhere
                                                                : &reasons->alone);
        judgement_free(&judgement);
        if (!ok) return false;
    }
    return true;
}

static void print_reasons(const char *group, const reasons_t *reasons) {
    for (unsigned cause = 0; cause < CAUSE_COUNT; cause++) {
        const uint32_t elsewhere = reasons->elsewhere.missed[cause],
                       alone = reasons->alone.missed[cause],
                       invented = reasons->elsewhere.invented[cause] +
                                  reasons->alone.invented[cause];
        if (elsewhere + alone + invented != 0)
            printf("| %s | %s | %u | %u | %u |\n", group, cause_name((cause_t)cause), elsewhere,
                   alone, invented);
    }
}

static int usage(void) {
    fprintf(
        stderr,
        "usage: eval_order [--model NAME] [--causes] -g GROUP STREAM... [-g GROUP STREAM...]...\n");
    return 2;
}

int main(int argc, char **argv) {
    const char *model = "ptx";
    scord_oracle_axes_t axes;
    int at = 1;
    if (argc > 2 && strcmp(argv[1], "--model") == 0) {
        model = argv[2];
        at = 3;
    }
    const bool causes = at < argc && strcmp(argv[at], "--causes") == 0;
    at += causes;
    if (scord_oracle_preset(model, &axes) != 0 || at >= argc) return usage();
    if (causes)
        printf("| programs | cause | missed, another race of the program found | missed, none "
               "found | false reports |\n|---|---|---:|---:|---:|\n");
    else
        printf("| programs | acquire_release | racy: found | race-free: reported | true reports "
               "| false reports |\n|---|---|---:|---:|---:|---:|\n");
    while (at + 1 < argc && strcmp(argv[at], "-g") == 0) {
        char **streams = argv + at + 2;
        int count = 0;
        while (at + 2 + count < argc && strcmp(streams[count], "-g") != 0) count++;
        reasons_t reasons = {{{0}, {0}}, {{0}, {0}}};
        if (causes && !find_reasons(&axes, streams, count, &reasons)) return 2;
        if (causes) print_reasons(argv[at + 1], &reasons);
        if (!causes && !(print_row(&axes, argv[at + 1], false, streams, count) &&
                         print_row(&axes, "", true, streams, count)))
            return 2;
        at += 2 + count;
    }
    return at == argc ? 0 : usage();
}
