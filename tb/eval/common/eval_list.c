/* SPDX-License-Identifier: Apache-2.0 */
/* eval_list.c: see eval_list.h. */
#include "tb/eval/common/eval_list.h"

#include <string.h>

bool eval_list_has(const eval_list_t *list, const char *word) {
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->words[i], word) == 0) return true;
    return false;
}

void eval_list_add(eval_list_t *list, const char *word) {
    if (list->count < EVAL_LIST_MAX && !eval_list_has(list, word))
        list->words[list->count++] = word;
}
