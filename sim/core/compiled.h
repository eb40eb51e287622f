/* SPDX-License-Identifier: Apache-2.0 */
/* compiled.h: a module's register-only instructions as vector functions, and the warps' runs of
 * them (compiled.c). Private to sim/core; core_compile is in core.h. */
#ifndef SIM_CORE_COMPILED_H
#define SIM_CORE_COMPILED_H

#include "sim/core/core.h"
#include "sim/core/lanes.h"
#include "sim/core/warp.h"

/* core_compile, by the functions of SET. */
core_compiled_t *run_compile(const ptx_module_t *module, const lanes_set_t *set);
/* The functions that the warp's launch runs with; NULL: it is interpreted. */
const lanes_set_t *run_set(const core_warp_t *warp);
/* Executes the instruction that RUN is prepared for, alone, by its vector function: where lanes run
 * apart hardly any run is long. False: it has none. */
bool run_vector(run_t *run);
/* Executes the next instruction when it is a branch that all lanes of the warp are at and take, or
 * do not take; false: it is not. */
bool run_branch_together(core_warp_t *warp, core_step_result_t *result);
/* Whether the instruction is neither part of a run nor a branch nor has a vector function. */
bool run_needs_step(const core_warp_t *warp, uint32_t pc);
/* Executes the next instruction, for which run_needs_step holds, when it is a plain load or store
 * of lanes that are found at once; false: core_step does it. */
bool run_access(core_warp_t *warp, core_step_result_t *result);
/* A run begins at the current split's next instruction; false: none does. */
bool run_begin(core_warp_t *warp);
/* Counts an instruction of the run that warp->run_end ends. */
core_outcome_t run_count(core_warp_t *warp, core_step_result_t *result);
/* What the warp has counted takes effect. */
void run_catch_up(core_warp_t *warp);
/* The same, and the rest is no run any more: splits will change. */
void run_leave(core_warp_t *warp);

#endif
