/* eval_order.c: candidates for acquire and release against the exact oracle: docs/accuracy.md,
 * "Acquire and release".
 *
 * usage: eval_order [--model NAME] [--causes] -g GROUP STREAM... [-g GROUP STREAM...]...
 *
 * Prints, per group and candidate: bytes that the candidate adds to the default machine; programs
 * with a race, those of them in which one is reported, programs without a race in which something
 * is; reports, true and false. --causes: of the candidate that is built, per group the causes of
 * races that it misses (judge.h), and of false reports. Exit codes: 0 printed, 2 bad usage or
 * stream.
 */
#include <stdio.h>
#include <string.h>

#include "tb/eval/accuracy/judge.h"

enum { CANDIDATES = 14 };

typedef struct candidate {
    const char *name;
    variant_order_options_t order;
} candidate_t;

static const candidate_t candidates[CANDIDATES] = {
    {"as built", {.kind = VARIANT_ORDER_NONE}},
    {"release is a fence", {.kind = VARIANT_ORDER_FENCE}},
    {"same, data may be weak", {.kind = VARIANT_ORDER_FENCE_WEAK}},
    {"sketch, 1 warp", {.kind = VARIANT_ORDER_SKETCH, .entries = 1, .bits = 12}},
    {"sketch, 4 warps", {.kind = VARIANT_ORDER_SKETCH, .entries = 4, .bits = 12}},
    {"sketch, all warps", {.kind = VARIANT_ORDER_SKETCH, .entries = 0, .bits = 12}},
    {"numbers by warp", {.kind = VARIANT_ORDER_NUMBERS, .bits = 12}},
    {"numbers by warp, fences",
     {.kind = VARIANT_ORDER_NUMBERS, .bits = 12, .fence_patterns = true}},
    {"numbers by block", {.kind = VARIANT_ORDER_NUMBERS, .bits = 12, .by_block = true}},
    {"numbers by block, fences",
     {.kind = VARIANT_ORDER_NUMBERS, .bits = 12, .by_block = true, .fence_patterns = true}},
    {"same, device scope only",
     {.kind = VARIANT_ORDER_NUMBERS,
      .bits = 12,
      .by_block = true,
      .fence_patterns = true,
      .one_number = true}},
    {"same, owner itself publishes",
     {.kind = VARIANT_ORDER_NUMBERS,
      .bits = 12,
      .by_block = true,
      .fence_patterns = true,
      .one_number = true,
      .warp_publishes = true}},
    {"numbers by block, fences, 8 bits",
     {.kind = VARIANT_ORDER_NUMBERS, .bits = 8, .by_block = true, .fence_patterns = true}},
    {"numbers by block, fences, 32 bits",
     {.kind = VARIANT_ORDER_NUMBERS, .bits = 32, .by_block = true, .fence_patterns = true}},
};

static uint32_t state_bytes(const candidate_t *candidate) {
    variant_order_options_t order = candidate->order;
    if (order.kind == VARIANT_ORDER_SKETCH && order.entries == 0)
        order.entries = SCORD_DEFAULT_NUM_SMS * SCORD_DEFAULT_WARPS_PER_SM;
    return (variant_order_state_bits(&order, SCORD_DEFAULT_NUM_SMS * SCORD_DEFAULT_BLOCKS_PER_SM,
                                     SCORD_DEFAULT_NUM_SMS * SCORD_DEFAULT_WARPS_PER_SM) +
            7) /
           8;
}

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

static bool print_row(const scord_oracle_axes_t *axes, const char *group,
                      const candidate_t *candidate, char **streams, int count) {
    row_t row = {0};
    variant_options_t options = variant_as_built(0);
    options.order = candidate->order;
    for (int i = 0; i < count; i++) {
        judgement_t judgement;
        if (!judge_stream(streams[i], axes, &options, &judgement)) return false;
        add(&row, &judgement.counts);
        judgement_free(&judgement);
    }
    printf("| %s | %s | %u | %llu of %llu | %llu of %llu | %llu | %llu |\n", group, candidate->name,
           state_bytes(candidate), (unsigned long long)row.found, (unsigned long long)row.racy,
           (unsigned long long)row.accused, (unsigned long long)row.clean,
           (unsigned long long)row.right, (unsigned long long)row.wrong);
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
        printf("| programs | candidate | bytes | racy: found | race-free: reported | true reports "
               "| false reports |\n|---|---|---:|---:|---:|---:|---:|\n");
    while (at + 1 < argc && strcmp(argv[at], "-g") == 0) {
        char **streams = argv + at + 2;
        int count = 0;
        while (at + 2 + count < argc && strcmp(streams[count], "-g") != 0) count++;
        reasons_t reasons = {{{0}, {0}}, {{0}, {0}}};
        if (causes && !find_reasons(&axes, streams, count, &reasons)) return 2;
        if (causes) print_reasons(argv[at + 1], &reasons);
        for (unsigned i = 0; i < CANDIDATES && !causes; i++)
            if (!print_row(&axes, i == 0 ? argv[at + 1] : "", &candidates[i], streams, count))
                return 2;
        at += 2 + count;
    }
    return at == argc ? 0 : usage();
}
