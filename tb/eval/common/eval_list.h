/* SPDX-License-Identifier: Apache-2.0 */
/* eval_list.h: words in the order of their first appearance: the programs or settings of a group of
 * runs. */
#ifndef TB_EVALUATION_EVAL_LIST_H
#define TB_EVALUATION_EVAL_LIST_H

#include <stdbool.h>

enum { EVAL_LIST_MAX = 64 };
typedef struct eval_list {
    const char *words[EVAL_LIST_MAX];
    unsigned count;
} eval_list_t;

bool eval_list_has(const eval_list_t *list, const char *word);
/* Once; words above EVAL_LIST_MAX are left out. */
void eval_list_add(eval_list_t *list, const char *word);

#endif
