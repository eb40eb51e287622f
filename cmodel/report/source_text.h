/* SPDX-License-Identifier: Apache-2.0 */
/* source_text.h: one line of a source file, read when a report needs it.
 */
#ifndef SCORD_SOURCE_TEXT_H
#define SCORD_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Line `line` (from 1) of `path` without indentation, tabs and control bytes as spaces, cut to size
 * - 1 bytes at a character boundary. False when there is no such file or line (the file may have
 * moved since the stream was made). */
bool scord_source_text(const char *path, uint32_t line, char *text, size_t size);

#endif
