/* SPDX-License-Identifier: Apache-2.0 */
/* whole_access.h: loads and stores of compiled modules, all lanes at once. Private to sim/core. */
#ifndef SIM_CORE_WHOLE_ACCESS_H
#define SIM_CORE_WHOLE_ACCESS_H

#include "sim/core/warp.h"

/* Whether whole_access may be tried for the instruction. */
bool whole_access_can(const ptx_instruction_t *instruction);
/* Executes the current split's next instruction, for which whole_access_can holds: core_step's
 * outcome is in RESULT. False: nothing has been done, and memory.c is to do it. */
bool whole_access(core_warp_t *warp, core_step_result_t *result);

#endif
