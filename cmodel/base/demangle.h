/* demangle.h: C++ names for people.
 */
#ifndef SCORD_DEMANGLE_H
#define SCORD_DEMANGLE_H

#include <stddef.h>

/* NAME demangled, or NAME itself (NULL: ""); cut to SIZE. Returns BUFFER. Programs linked without
 * libstdc++ see names as they are. */
char *scord_demangle(const char *name, char *buffer, size_t size);

#endif
