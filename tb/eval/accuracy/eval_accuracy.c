/* SPDX-License-Identifier: Apache-2.0 */
/* eval_accuracy.c: the detector against the exact oracle, over groups of streams: docs/accuracy.md.
 *
 * usage: eval_accuracy [--model NAME] [--letter] -g GROUP STREAM... [-g GROUP STREAM...]...
 *
 * Prints, per group: race sites of the oracle, found and missed; sites of the detector, true and
 * false; for each configuration (cache ratio, lock table depth, counter width); the causes of what
 * is wrong; what the proposed changes of the rules would do; and what the paper's letter would do
 * in place of the departures of docs/semantics.md section 16 (--letter: only that). Exit codes: 0
 * printed, 2 bad usage or stream.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/eval/accuracy/judge.h"

enum { GROUPS_MAX = 16, CONFIGURATIONS = 12, PROPOSALS = 5, DEPARTURES = 13 };
enum { LETTERS = 3 + DEPARTURES }; /* as built, as printed, as printed at 1:16, each alone */

typedef struct totals {
    uint64_t sites, found, missed, true_positives, false_positives;
} totals_t;

typedef struct group {
    const char *name;
    char **stream;
    int streams;
    totals_t configuration[CONFIGURATIONS], proposal[PROPOSALS], letter[LETTERS];
    causes_t uncached, cached;
} group_t;

typedef struct evaluation {
    scord_oracle_axes_t axes;
    const char *model;
    group_t group[GROUPS_MAX];
    unsigned groups;
    variant_options_t configuration[CONFIGURATIONS], proposal[PROPOSALS], letter[LETTERS];
    bool letters_only;
} evaluation_t;

/* ---- what is compared ---- */

enum { UNCACHED = 0, CACHED = 2 }; /* of the configurations: those whose errors are explained */

static void fill_configurations(evaluation_t *evaluation) {
    variant_options_t *c = evaluation->configuration;
    static const char *const names[CONFIGURATIONS] = {"uncached (nocache)", "1:4",
                                                      "1:16 (gtx480)",      "lock table 1",
                                                      "lock table 2",       "lock table 8",
                                                      "fence IDs 4 bits",   "fence IDs 8 bits",
                                                      "BarrierID 4 bits",   "BarrierID 12 bits",
                                                      "bloom 8 bits",       "bloom 32 bits"};
    for (unsigned i = 0; i < CONFIGURATIONS; i++) {
        c[i] = variant_as_built(0);
        c[i].name = names[i];
    }
    c[1].log2_cache_ratio = 2;
    c[CACHED].log2_cache_ratio = 4;
    c[3].lock_entries = 1;
    c[4].lock_entries = 2;
    c[5].lock_entries = 8;
    c[6].fence_bits = 4;
    c[7].fence_bits = 8;
    c[8].barrier_bits = 4;
    c[9].barrier_bits = 12;
    c[10].bloom_bits = 8;
    c[11].bloom_bits = 32;
}

static void fill_proposals(evaluation_t *evaluation) {
    variant_options_t *p = evaluation->proposal;
    static const char *const names[PROPOSALS] = {"as built (gtx480)", "P1 reader takes over",
                                                 "P2 pair of hashes", "P3 both scopes",
                                                 "P1 + P2 + P3"};
    for (unsigned i = 0; i < PROPOSALS; i++) {
        p[i] = variant_as_built(4);
        p[i].name = names[i];
        p[i].hand_over = i == 1 || i == 4;
        p[i].hash_pair = i == 2 || i == 4;
        p[i].both_scopes = i == 3 || i == 4;
    }
}

/* Uncached, since tags hide races: all departures of docs/semantics.md section 16 taken back
 * (D91), and each of them alone. */
static void fill_letters(evaluation_t *evaluation) {
    variant_options_t *l = evaluation->letter;
    for (unsigned i = 0; i < LETTERS; i++) l[i] = variant_as_built(0);
    l[0].name = "as built";
    l[1].name = "as printed";
    l[2].name = "as printed, 1:16";
    l[2].log2_cache_ratio = 4;
    l[1].printed = l[2].printed = VARIANT_PRINTED_ALL;
    for (unsigned i = 0; i < DEPARTURES; i++) {
        l[3 + i].printed = 1u << i;
        l[3 + i].name = variant_printed_name((variant_printed_t)(1u << i));
    }
}

/* ---- run ---- */

static void add(totals_t *totals, const scord_oracle_counts_t *counts) {
    totals->sites += counts->sites;
    totals->found += counts->found;
    totals->missed += counts->missed;
    totals->true_positives += counts->true_positives;
    totals->false_positives += counts->false_positives;
}

static bool evaluate_one(const evaluation_t *evaluation, const char *path,
                         const variant_options_t *options, totals_t *totals, causes_t *causes) {
    judgement_t judgement;
    if (!judge_stream(path, &evaluation->axes, options, &judgement)) return false;
    add(totals, &judgement.counts);
    const bool ok = !causes || find_causes(path, &evaluation->axes, options, &judgement, causes);
    judgement_free(&judgement);
    return ok;
}

static bool evaluate_stream(const evaluation_t *evaluation, group_t *group, const char *path) {
    for (unsigned i = 0; i < LETTERS; i++)
        if (!evaluate_one(evaluation, path, &evaluation->letter[i], &group->letter[i], NULL))
            return false;
    if (evaluation->letters_only) return true;
    for (unsigned i = 0; i < CONFIGURATIONS; i++) {
        causes_t *causes = i == UNCACHED ? &group->uncached : i == CACHED ? &group->cached : NULL;
        if (!evaluate_one(evaluation, path, &evaluation->configuration[i], &group->configuration[i],
                          causes))
            return false;
    }
    for (unsigned i = 0; i < PROPOSALS; i++)
        if (!evaluate_one(evaluation, path, &evaluation->proposal[i], &group->proposal[i], NULL))
            return false;
    return true;
}

/* ---- tables ---- */

static void print_totals_head(const char *first) {
    printf("%-14s %-26s %7s %7s %7s %8s %7s %7s %10s\n", "group", first, "sites", "found", "missed",
           "recall", "true", "false", "precision");
}

static void print_ratio(uint64_t part, uint64_t whole, int width) {
    if (whole == 0)
        printf(" %*s", width, "-");
    else
        printf(" %*.1f %%", width - 2, 100.0 * (double)part / (double)whole);
}

static void print_totals(const char *group, const char *name, const totals_t *t) {
    printf("%-14s %-26s %7llu %7llu %7llu", group, name, (unsigned long long)t->sites,
           (unsigned long long)t->found, (unsigned long long)t->missed);
    print_ratio(t->found, t->sites, 8);
    printf(" %7llu %7llu", (unsigned long long)t->true_positives,
           (unsigned long long)t->false_positives);
    print_ratio(t->true_positives, t->true_positives + t->false_positives, 10);
    putchar('\n');
}

static void print_causes(const evaluation_t *evaluation, const char *title, bool cached,
                         bool of_missed) {
    printf("\n%s\n%-28s", title, "cause");
    for (unsigned g = 0; g < evaluation->groups; g++) printf(" %14s", evaluation->group[g].name);
    putchar('\n');
    for (unsigned cause = 0; cause < CAUSE_COUNT; cause++) {
        if (cause >= CAUSE_NUMBER && cause <= CAUSE_BLOCK)
            continue; /* of acquire_release, which these are without */
        printf("%-28s", cause_name((cause_t)cause));
        for (unsigned g = 0; g < evaluation->groups; g++) {
            const causes_t *causes = cached ? &evaluation->group[g].cached
                                            : &evaluation->group[g].uncached;
            printf(" %14u", of_missed ? causes->missed[cause] : causes->invented[cause]);
        }
        putchar('\n');
    }
}

static void print_letters(const evaluation_t *evaluation) {
    printf("\nthe paper's letter (semantics.md section 16), uncached: in place of one departure, "
           "and of all\n");
    print_totals_head("letter for");
    for (unsigned g = 0; g < evaluation->groups; g++)
        for (unsigned i = 0; i < LETTERS; i++)
            print_totals(i == 0 ? evaluation->group[g].name : "", evaluation->letter[i].name,
                         &evaluation->group[g].letter[i]);
}

static void print_all(const evaluation_t *evaluation) {
    char text[SCORD_ORACLE_AXES_TEXT];
    printf("The detector against the exact oracle, model %s: %s\n", evaluation->model,
           scord_oracle_axes_format(&evaluation->axes, text));
    printf("sites: pairs of instructions that race; true, false: (instruction, rule) that the "
           "detector reports\n\n");
    if (evaluation->letters_only) {
        print_letters(evaluation);
        return;
    }
    print_totals_head("configuration");
    for (unsigned g = 0; g < evaluation->groups; g++)
        for (unsigned i = 0; i < CONFIGURATIONS; i++)
            print_totals(i == 0 ? evaluation->group[g].name : "", evaluation->configuration[i].name,
                         &evaluation->group[g].configuration[i]);
    print_causes(evaluation, "missed sites, uncached", false, true);
    print_causes(evaluation, "missed sites, 1:16", true, true);
    print_causes(evaluation, "false reports, uncached", false, false);
    print_causes(evaluation, "false reports, 1:16", true, false);
    printf("\nproposed changes, at 1:16\n");
    print_totals_head("rules");
    for (unsigned g = 0; g < evaluation->groups; g++)
        for (unsigned i = 0; i < PROPOSALS; i++)
            print_totals(i == 0 ? evaluation->group[g].name : "", evaluation->proposal[i].name,
                         &evaluation->group[g].proposal[i]);
    print_letters(evaluation);
}

/* ---- command line ---- */

static int usage(const char *problem) {
    fprintf(stderr,
            "eval_accuracy: %s\nusage: eval_accuracy [--model NAME] [--letter] -g GROUP STREAM... "
            "[-g GROUP "
            "STREAM...]...\n",
            problem);
    return 2;
}

static int parse(evaluation_t *evaluation, int argc, char **argv) {
    evaluation->model = "scor";
    for (int i = 1; i < argc; i++) {
        group_t *last = evaluation->groups ? &evaluation->group[evaluation->groups - 1] : NULL;
        if (strcmp(argv[i], "--model") == 0 && i + 1 < argc)
            evaluation->model = argv[++i];
        else if (strcmp(argv[i], "--letter") == 0)
            evaluation->letters_only = true;
        else if (strcmp(argv[i], "-g") == 0 && i + 1 < argc && evaluation->groups < GROUPS_MAX)
            evaluation->group[evaluation->groups++] = (group_t){.name = argv[++i],
                                                                .stream = &argv[i + 1]};
        else if (!last || argv[i][0] == '-')
            return usage("no group before the streams, or an unknown option");
        else
            last->streams++;
    }
    if (evaluation->groups == 0) return usage("no streams");
    return scord_oracle_preset(evaluation->model, &evaluation->axes) == 0 ? 0
                                                                          : usage("no such model");
}

int main(int argc, char **argv) {
    evaluation_t *evaluation = calloc(1, sizeof *evaluation);
    int code = evaluation ? parse(evaluation, argc, argv) : 3;
    if (code == 0) {
        fill_configurations(evaluation);
        fill_proposals(evaluation);
        fill_letters(evaluation);
        for (unsigned g = 0; g < evaluation->groups && code == 0; g++)
            for (int i = 0; i < evaluation->group[g].streams && code == 0; i++)
                if (!evaluate_stream(evaluation, &evaluation->group[g],
                                     evaluation->group[g].stream[i]))
                    code = 2;
        if (code == 0) print_all(evaluation);
    }
    free(evaluation);
    return code;
}
