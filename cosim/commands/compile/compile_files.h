/* SPDX-License-Identifier: Apache-2.0 */
/* compile_files.h: which files the preprocessor read for a side of a source, so that it need not
 * run again while all of them are what they were. */
#ifndef SCORD_COMPILE_FILES_H
#define SCORD_COMPILE_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <time.h>

#include "cosim/commands/compile/compile.h"

/* The next file that begins in preprocessed text: its name to PATH; returns the text behind that,
 * its flags and what follows. NULL: none. */
const char *compile_next_file(const char *text, char path[PATH_MAX]);
/* Whether PATH, with the preprocessor's FLAGS behind it, is a file of the user's: no header of the
 * system or of scord. */
bool compile_users_file(const compile_options_t *options, const char *path, const char *flags);

/* The key of the side that the first WORDS words of LINE compile from SOURCE, as it was found
 * before. Its user's files go to options->names. False: not known, or a file has changed since. */
bool compile_files_get(const compile_options_t *options, const command_line_t *line, unsigned words,
                       const char *source, char key[SHA256_HEX]);
/* Keeps KEY beside the files that TEXT, the side as preprocessed from START on, names. Nothing is
 * kept where the files do not decide the text: see compile_files.c. */
void compile_files_put(const compile_options_t *options, const command_line_t *line, unsigned words,
                       const char *source, const char *text, const struct timespec *start,
                       const char *key);

#endif
