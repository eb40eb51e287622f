/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_command.h: what takes the place of cosim/commands/shared/fail.c in a fuzzer of a command's
 * parts: messages are judged and counted, not printed. */
#ifndef SCORD_TB_FUZZ_COMMAND_H
#define SCORD_TB_FUZZ_COMMAND_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cosim/commands/shared/command.h"

static void require(int holds) {
    if (!holds) abort();
}

static unsigned messages; /* of one input */

/* Of the fuzzer: what must hold of a message. */
static void judge_message(int code, const char *text);

int scord_fail(int code, const char *format, ...) {
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    judge_message(code, text);
    messages++;
    return code;
}

void *scord_need(void *block) {
    require(block);
    return block;
}

#endif
