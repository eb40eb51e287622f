/* eval_judge.c: see eval_judge.h. */
#include "tb/eval/common/eval_judge.h"

#include <string.h>

static const double typical_share = 0.75;

const char *eval_verdict_name(eval_verdict_t verdict) {
    static const char *const names[VERDICT_COUNT] = {"reproduced", "partly", "not", "open"};
    return names[verdict];
}

eval_verdict_t eval_judge_order(unsigned holds, unsigned of, bool typically) {
    if (of == 0) return VERDICT_OPEN;
    if (holds == of || (typically && holds >= typical_share * of)) return VERDICT_REPRODUCED;
    return 2 * holds >= of ? VERDICT_PARTLY : VERDICT_NOT;
}

void eval_print_counts(const unsigned counts[VERDICT_COUNT], FILE *out) {
    fprintf(out, "%u reproduced, %u partly, %u not, %u open.\n", counts[VERDICT_REPRODUCED],
            counts[VERDICT_PARTLY], counts[VERDICT_NOT], counts[VERDICT_OPEN]);
}

bool eval_named(const char *list, const char *program) {
    char word[64];
    snprintf(word, sizeof word, " %s ", program);
    return strstr(list, word);
}
