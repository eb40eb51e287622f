/* SPDX-License-Identifier: Apache-2.0 */
/* demangle.c: see demangle.h. */
#include "cmodel/base/demangle.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* C++ ABI (libstdc++), absent in programs linked without it. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status)
    __attribute__((weak));

char *scord_demangle(const char *name, char *buffer, size_t size) {
    int status = -1;
    if (!name) name = "";
    /* a C name is no type: "v" would be void */
    const bool mangled = name[0] == '_' && name[1] == 'Z';
    char *demangled = __cxa_demangle && mangled ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
    snprintf(buffer, size, "%s", status == 0 && demangled ? demangled : name);
    free(demangled);
    return buffer;
}
