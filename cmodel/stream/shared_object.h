/* SPDX-License-Identifier: Apache-2.0 */
/* shared_object.h: how a stream names the shared memory of a threadblock that is tracked
 * (docs/semantics.md D52).
 */
#ifndef SCORD_SHARED_OBJECT_H
#define SCORD_SHARED_OBJECT_H

#include <stdbool.h>
#include <string.h>

/* Name of the `object` record of a block's whole segment; a variable in it is "shared memory,
 * NAME". */
#define SCORD_SHARED_OBJECT "shared memory"

static inline bool scord_is_shared_object(const char *name) {
    const size_t length = sizeof SCORD_SHARED_OBJECT - 1;
    return name && strncmp(name, SCORD_SHARED_OBJECT, length) == 0 &&
           (name[length] == 0 || name[length] == ',');
}

/* The variable's name in an object's, "" for the whole segment. */
static inline const char *scord_shared_variable(const char *name) {
    const size_t length = sizeof SCORD_SHARED_OBJECT - 1;
    return name[length] == 0 ? "" : name + length + 2;
}

#endif
