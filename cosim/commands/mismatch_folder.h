/* mismatch_folder.h: where a lockstep run leaves the files of a mismatch when no --output names a place.
 *
 * `scord regress` gives every run a folder (docs/regress.md, "Failures"); by SCORD_OUTPUT the commands that the run's script starts know it, so
 * that their mismatches lie, shrunk, with the run's log.
 */
#ifndef SCORD_MISMATCH_FOLDER_H
#define SCORD_MISMATCH_FOLDER_H

#include <stddef.h>

#define MISMATCH_FOLDER_VARIABLE "SCORD_OUTPUT"

enum { MISMATCH_SHRUNK = 4 }; /* mismatches of one run that are shrunk, half a minute each: further ones would make it run out of time */

/* Writes to FOLDER what $SCORD_OUTPUT says, or USUAL without it; when an earlier command left a mismatch there, $SCORD_OUTPUT/mismatch-2, -3, ….
 * Makes no folder. Returns which mismatch of the run one of this command would be, from 1. */
unsigned mismatch_folder(const char *usual, char *folder, size_t size);

#endif
