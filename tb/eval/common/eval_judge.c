/* SPDX-License-Identifier: Apache-2.0 */
/* eval_judge.c: see eval_judge.h. */
#include "tb/eval/common/eval_judge.h"

#include <math.h>
#include <string.h>

static const double near = 3, near_share = 0.3, factor = 2, typical_share = 0.75;

const char *eval_verdict_name(eval_verdict_t verdict) {
    static const char *const names[VERDICT_COUNT] = {"reproduced", "partly", "not", "open"};
    return names[verdict];
}

void eval_print_counts(const unsigned counts[VERDICT_COUNT], FILE *out) {
    fprintf(out, "%u reproduced, %u partly, %u not, %u open.\n", counts[VERDICT_REPRODUCED],
            counts[VERDICT_PARTLY], counts[VERDICT_NOT], counts[VERDICT_OPEN]);
}

/* ---- numbers ---- */

double eval_tolerance(double paper) { return fmax(near_share * paper, fmin(near, paper / 2)); }

eval_verdict_t eval_judge_number(double least, double most, double measured) {
    if (isnan(measured)) return VERDICT_OPEN;
    if (measured >= least - eval_tolerance(least) && measured <= most + eval_tolerance(most))
        return VERDICT_REPRODUCED;
    return measured >= least / factor && measured <= most * factor ? VERDICT_PARTLY : VERDICT_NOT;
}

eval_verdict_t eval_judge_limit(double limit, double measured) {
    if (isnan(measured)) return VERDICT_OPEN;
    if (measured < limit) return VERDICT_REPRODUCED;
    return measured < factor * limit ? VERDICT_PARTLY : VERDICT_NOT;
}

/* ---- orders ---- */

void eval_tally_add(eval_tally_t *tally, bool holds, const char *name, const char *separator) {
    const size_t used = strlen(tally->failing);
    tally->of++;
    tally->holding += holds;
    if (!holds)
        snprintf(tally->failing + used, sizeof tally->failing - used, "%s%s",
                 used == 0 ? "" : separator, name);
}

eval_verdict_t eval_judge_order(const eval_tally_t *tally, bool typically) {
    const unsigned holds = tally->holding, of = tally->of;
    if (of == 0) return VERDICT_OPEN;
    if (holds == of || (typically && holds >= typical_share * of)) return VERDICT_REPRODUCED;
    return 2 * holds >= of ? VERDICT_PARTLY : VERDICT_NOT;
}

eval_verdict_t eval_print_order(const char *where, const char *text, bool typically,
                                const eval_tally_t *tally, FILE *out) {
    const eval_verdict_t verdict = eval_judge_order(tally, typically);
    fprintf(out, "| %s | %s | %s | %u of %u%s%s | %s |\n", where, text,
            typically ? "typically" : "all", tally->holding, tally->of,
            tally->failing[0] != '\0' ? "; not in " : "", tally->failing,
            eval_verdict_name(verdict));
    return verdict;
}

static bool is_named(const char *list, const char *program) {
    char word[64];
    snprintf(word, sizeof word, " %s ", program);
    return strstr(list, word);
}

bool eval_is_meant(const char *only, const char *except, const char *program) {
    return (!only || is_named(only, program)) && (!except || !is_named(except, program));
}
