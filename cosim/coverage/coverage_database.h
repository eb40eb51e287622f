/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_database.h: coverage counts in a text file, one bin a line: "count name". Files add up.
 *
 * Every bin is in the file, also with count 0, so a file says by itself what was not hit. '#'
 * starts a comment line.
 */
#ifndef SCORD_COVERAGE_DATABASE_H
#define SCORD_COVERAGE_DATABASE_H

#include <stdint.h>
#include <stdio.h>

#include "cosim/coverage/coverage_bins.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of the bin called NAME, or -1. */
int scord_coverage_bin_find(const char *name);
/* Adds the file's counts to COUNTS. Returns 0, or -1 with one line in MESSAGE that names file and
 * line. */
int scord_coverage_read(const char *path, uint64_t *counts, char *message, size_t size);
/* Adds COUNTS to those that the file has, if there is one; the old file stays whole until the new
 * one is. Same result. */
int scord_coverage_add_to(const char *path, const uint64_t *counts, char *message, size_t size);

#ifdef __cplusplus
}
#endif
#endif
