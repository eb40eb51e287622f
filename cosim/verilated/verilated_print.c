/* SPDX-License-Identifier: Apache-2.0 */
/* verilated_print.c: see verilated_print.h. Verilator's runtime has no handle to pass, hence a
 * buffer per thread. */
#include "cosim/verilated/verilated_print.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Thread_local char printed[1024];

int scord_verilated_print(const char *format, ...) {
    const size_t used = strlen(printed);
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(printed + used, sizeof printed - used, format, arguments);
    va_end(arguments);
    return length;
}

void scord_verilated_out_of_memory(void) {
    enum { ENVIRONMENT = 3 }; /* exit code, docs/architecture.md */
    static const char message[] = "scord: out of memory in the verilated RTL\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) >= 0) fflush(NULL);
    quick_exit(ENVIRONMENT); /* destructors would run into what is half made */
}

char *scord_verilated_copy(const char *name) {
    const size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (!copy) scord_verilated_out_of_memory();
    return memcpy(copy, name, size);
}

void scord_verilated_take(char *text, size_t size) {
    snprintf(text, size, "%s", printed);
    printed[0] = '\0';
}
