/* SPDX-License-Identifier: Apache-2.0 */
/* mismatch_files.h: what a mismatch leaves in its output directory besides mismatch.txt and
 * mismatch.json. */
#ifndef SCORD_MISMATCH_FILES_H
#define SCORD_MISMATCH_FILES_H

#include <stdio.h>

#include "cosim/lockstep/lockstep.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SCORD_SHRINK_SECONDS = 30 }; /* spent on shrinking, about */

/* Re-runs STREAM with OPTIONS: mismatch.fst and mismatch.gtkw around the mismatch, then
 * mismatch.sevt, the smallest stream that still shows it, and mismatch.test, the line that makes it
 * a test (tb/lockstep/kept). shrink_seconds 0: not shrunk. One line on OUT for each file, or why it
 * is missing. */
void scord_mismatch_files(const char *stream, const scord_lockstep_options_t *options,
                          const scord_lockstep_mismatch_t *mismatch, unsigned shrink_seconds,
                          FILE *out);

#ifdef __cplusplus
}
#endif
#endif
