/* verilated_print.c: see verilated_print.h. Verilator's runtime has no handle to pass, hence a buffer per thread. */
#include "verilated_print.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char printed[1024];

int scord_verilated_print(const char *format, ...) {
    const size_t used = strlen(printed);
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(printed + used, sizeof printed - used, format, arguments);
    va_end(arguments);
    return length;
}

void scord_verilated_take(char *text, size_t size) {
    snprintf(text, size, "%s", printed);
    printed[0] = '\0';
}
