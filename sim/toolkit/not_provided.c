/* SPDX-License-Identifier: Apache-2.0 */
/* not_provided.c: see not_provided.def. A program that is bound when it starts needs every name
 * that it imports, called or not. */
#include <string.h>

#include "sim/runtime/session.h"

static void refuse(const char *function) {
    const char *page = strncmp(function, "cuda", 4) == 0 ? "docs/cuda.md, \"Runtime API\""
                                                         : "docs/cuda.md, \"Driver API\"";
    session_end(session_enter(), RUN_FAULT, "the program calls %s, which scord does not have (%s)",
                function, page);
}

#define NOT_PROVIDED(function)                                                                     \
    __attribute__((weak)) void function(void);                                                     \
    void function(void) { refuse(#function); }
#include "sim/toolkit/not_provided.def"
#include "sim/toolkit/not_provided_driver.def"
