/* SPDX-License-Identifier: Apache-2.0 */
/* mismatch_folder.h: where a lockstep run leaves the files of a mismatch when no --output names a
 * place.
 *
 * `scord regress` gives every run a folder (docs/regress.md, "Failures"); by SCORD_OUTPUT the
 * commands that the run's script starts know it, so that their mismatches lie, shrunk, with the
 * run's log.
 */
#ifndef SCORD_MISMATCH_FOLDER_H
#define SCORD_MISMATCH_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#define MISMATCH_FOLDER_VARIABLE "SCORD_OUTPUT"

/* Settles *OUTPUT, the folder that the command line names. NULL: it becomes FOLDER, which is what
 * $SCORD_OUTPUT says, or output_folder("mismatch") without it; when an earlier command left a
 * mismatch there, $SCORD_OUTPUT/mismatch-2, -3, …. Makes no folder. False: a mismatch there is not
 * to be shrunk, as one of too many of one run. */
bool mismatch_folder(const char **output, char *folder, size_t size);

/* Where a command leaves its files that was told no folder: build/NAME in a folder with build/,
 * such as a checkout, whose root stays as it is; else NAME. */
void output_folder(const char *name, char *folder, size_t size);

#endif
