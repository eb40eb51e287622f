/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_relations.h: the models of docs/oracle.md on a litmus test that no event stream can hold:
 * three levels of scope, or fences of one memory in a test of two. */
#ifndef SCORD_LITMUS_RELATIONS_H
#define SCORD_LITMUS_RELATIONS_H

#include "cmodel/litmus/litmus.h"
#include "cmodel/oracle/oracle.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LITMUS_LEVELS = LITMUS_LEVEL_DEVICE + 1 };

typedef struct litmus_relations {
    uint64_t launches, racy;     /* reads-from maps */
    unsigned line[2], thread[2]; /* of a race, if there is any */
    unsigned cut, passes;        /* launches cut in a loop, and after how many jumps back */
} litmus_relations_t;

litmus_status_t litmus_relations(const litmus_t *litmus, const litmus_outcomes_t *outcomes,
                                 const scord_oracle_axes_t *axes, litmus_relations_t *verdict);

#ifdef __cplusplus
}
#endif
#endif
