/* SPDX-License-Identifier: Apache-2.0 */
/* source_path.h: file names as people want to read them: relative to where they are. */
#ifndef SCORD_SOURCE_PATH_H
#define SCORD_SOURCE_PATH_H

#include <stddef.h>

/* PATH without "./" and "dir/..", and without DIRECTORY (absolute) when it lies below it. */
void source_path_shorten(const char *path, const char *directory, char *text, size_t size);
/* MESSAGE with every name of a file below DIRECTORY relative to it. */
void source_path_shorten_all(const char *message, const char *directory, char *text, size_t size);

#endif
