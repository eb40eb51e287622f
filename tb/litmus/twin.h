/* SPDX-License-Identifier: Apache-2.0 */
/* twin.h: an independent verdict of a litmus test, by brute force (twin.c). */
#ifndef SCORD_TB_LITMUS_TWIN_H
#define SCORD_TB_LITMUS_TWIN_H

#include "cmodel/litmus/litmus.h"
#include "cmodel/oracle/oracle.h"

/* 'R': some order of the test races under the model with these axes; '-': none does; '?': the test
 * has more orders than are tried. */
char twin_judge(const litmus_t *litmus, const scord_oracle_axes_t *axes);

#endif
