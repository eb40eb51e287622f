/* SPDX-License-Identifier: Apache-2.0 */
/* ptx_lines.h: a PTX text as its writer sees it: lines, and parameters by their declarations. */
#ifndef SIM_PTX_LINES_H
#define SIM_PTX_LINES_H

#include <stddef.h>

/* A copy of TEXT in which each instruction has its own line of file PATH as its source line (.loc),
 * unless the text has lines of a source already. Line numbers stay. NULL: no memory. */
char *ptx_lines_number(const char *text, const char *path);

/* The parameters of kernel NAME: ".u64 a, .u32 n". "": it has none. */
void ptx_lines_parameters(const char *text, const char *name, char *types, size_t size);

#endif
