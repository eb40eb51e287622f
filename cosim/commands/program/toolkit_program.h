/* SPDX-License-Identifier: Apache-2.0 */
/* toolkit_program.h: executables that nvcc built: whether they take CUDA's runtime from a shared
 * object, in whose place scord's can stand (sim/toolkit).
 */
#ifndef SCORD_TOOLKIT_PROGRAM_H
#define SCORD_TOOLKIT_PROGRAM_H

#include <stddef.h>

typedef enum toolkit_link {
    TOOLKIT_ABSENT, /* it is no such program */
    TOOLKIT_SHARED, /* it loads libcudart.so or libcuda.so, or opens the latter */
    TOOLKIT_STATIC  /* it holds device code, and the runtime, too */
} toolkit_link_t;

/* PRELOAD takes the shared objects that stand in front of the program's, as LD_PRELOAD wants them.
 */
toolkit_link_t toolkit_program_link(const char *path, char *preload, size_t size);

/* CUDA functions that the program imports and scord does not have, with commas; "": none. The
 * dynamic loader ends a program that calls one with exit code TOOLKIT_NO_FUNCTION. */
enum { TOOLKIT_NO_FUNCTION = 127 };
void toolkit_program_missing(const char *path, const char *preload, const char *libraries,
                             char *names, size_t size);

#endif
