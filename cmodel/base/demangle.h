/* SPDX-License-Identifier: Apache-2.0 */
/* demangle.h: C++ names for people.
 */
#ifndef SCORD_DEMANGLE_H
#define SCORD_DEMANGLE_H

#include <stddef.h>

/* Writes NAME demangled, or NAME itself when it is no mangled name (NULL: ""), cut to SIZE bytes.
 * Returns BUFFER. A program linked without libstdc++ gets the mangled names. */
char *scord_demangle(const char *name, char *buffer, size_t size);

#endif
