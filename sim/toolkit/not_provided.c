/* not_provided.c: see not_provided.def. A program that is bound when it starts needs every name
 * that it imports, called or not. */
#include "sim/runtime/session.h"

static void refuse(const char *function) {
    session_end(session_enter(), RUN_FAULT,
                "the program calls %s, which scord does not have (docs/cuda.md, \"Runtime API\")",
                function);
}

#define NOT_PROVIDED(function)                                                                     \
    __attribute__((weak)) void function(void);                                                     \
    void function(void) { refuse(#function); }
#include "sim/toolkit/not_provided.def"
