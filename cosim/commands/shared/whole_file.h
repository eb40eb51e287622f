/* SPDX-License-Identifier: Apache-2.0 */
/* whole_file.h: files read and written in one go, and the few questions that the compile step asks
 * of them. */
#ifndef SCORD_WHOLE_FILE_H
#define SCORD_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* The content, followed by a zero that BYTES does not count; the caller frees it. NULL: see errno.
 */
char *whole_file_read(const char *path, size_t *bytes);
/* Writes (or replaces) PATH. 0, or -1: see errno. */
int whole_file_write(const char *path, const void *data, size_t bytes);
/* Puts a copy of FROM at TO, which is never seen half-written. 0, or -1: see errno. */
int whole_file_install(const char *from, const char *to, bool executable);
/* Whether PATH was changed at START (CLOCK_REALTIME) or later; false where it is not there. */
bool whole_file_changed(const char *path, const struct timespec *start);
bool ends_with(const char *text, const char *end);

#endif
