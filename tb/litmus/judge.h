/* SPDX-License-Identifier: Apache-2.0 */
/* judge.h: the verdicts of a litmus test: 'R' racy, '-' race-free, '?' not decided; a letter a
 * model. */
#ifndef SCORD_TB_LITMUS_JUDGE_H
#define SCORD_TB_LITMUS_JUDGE_H

#include "cmodel/litmus/litmus.h"

enum { JUDGE_LETTERS = 32 }; /* room for all models */

/* By the library: of a VULKAN test that of the Vulkan memory model first; then, if they can decide
 * it, those of the models of streams in the order of their presets. */
void judge_all(const litmus_t *litmus, char *letters);
/* The same by brute force (twin.h, vulkan_twin.h). */
void judge_by_brute_force(const litmus_t *litmus, char *letters);

#endif
