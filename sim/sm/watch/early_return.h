/* SPDX-License-Identifier: Apache-2.0 */
/* early_return.h: whether a kernel's source lets a thread end before the kernel's last brace. Asked
 * when threads have ended and others wait at a barrier: a branch around the barrier and a return
 * before it are the same PTX, and CUDA allows the second.
 */
#ifndef SIM_EARLY_RETURN_H
#define SIM_EARLY_RETURN_H

#include <stdbool.h>

#include "sim/ptx/ptx.h"

/* Also true when it cannot be told: no line numbers, the file is not there, a macro that another
 * file defines. */
bool gpu_returns_early(const ptx_module_t *module, const ptx_function_t *kernel);
/* The same of the function that closes in LINE of TEXT. */
bool gpu_text_returns_early(const char *text, uint32_t line);
/* Whether what the `if` in the line of BRANCH governs, all of it before the line of BARRIER, ends a
 * thread: a compiler may let that thread go on behind the barrier, where both ways do the same, and
 * end there. */
bool gpu_branch_returns(const ptx_module_t *module, uint32_t branch, uint32_t barrier);
bool gpu_text_branch_returns(const char *text, uint32_t line, uint32_t before);
/* The instruction that returns behind the kernel's last brace. */
uint32_t gpu_last_return(const ptx_module_t *module, const ptx_function_t *kernel);

#endif
