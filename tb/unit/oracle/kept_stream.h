/* SPDX-License-Identifier: Apache-2.0 */
/* kept_stream.h: a shrunk stream on which the oracles differ, kept beside the run that found it, as
 * `scord cosim` keeps its mismatches. */
#ifndef SCORD_TB_KEPT_STREAM_H
#define SCORD_TB_KEPT_STREAM_H

#include "cmodel/oracle/oracle.h"
#include "tb/unit/oracle/random_stream.h"

/* Writes FOLDER/mismatch.sevt and FOLDER/mismatch.test, the row for the catalogue that compares it
 * again under AXES. 0, or -1 after a message. What is there already, from an earlier difference
 * of the run, stays: 0. */
int kept_stream_write(const char *folder, uint64_t seed, const scord_oracle_axes_t *axes,
                      const random_stream_t *stream);
/* Reads PATH. 0, or -1 after a message. */
int kept_stream_read(const char *path, random_stream_t *stream);

#endif
