/* SPDX-License-Identifier: Apache-2.0 */
/* no_memory.h: how the harness ends when memory is short and no caller can go on: one line, and
 * the exit code for the environment. */
#ifndef SCORD_NO_MEMORY_H
#define SCORD_NO_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

/* WHAT: the thing that there is no memory for, with its remedy. */
static inline _Noreturn void scord_no_memory(const char *what) {
    fflush(stdout);
    fprintf(stderr, "scord: no memory for %s\n", what);
    exit(3); /* SCORD_EXIT_ENVIRONMENT */
}

#endif
