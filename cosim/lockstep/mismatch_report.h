/* SPDX-License-Identifier: Apache-2.0 */
/* mismatch_report.h: the first mismatch on one screen, and the same as JSON.
 *
 * What and where, expected and actual, the event, the last events of that warp, seed,
 * configuration, tool versions and the exact replay command (a seed alone does not reproduce a
 * failure).
 */
#ifndef SCORD_MISMATCH_REPORT_H
#define SCORD_MISMATCH_REPORT_H

#include "cosim/lockstep/device/axi_memory.h"
#include "cosim/lockstep/history.h"
#include "cosim/lockstep/run.h"

/* Fills run->mismatch.text, and writes mismatch.txt and mismatch.json into
 * options.output_directory, if there is one (which is made). Nothing without a mismatch, or a
 * second time. */
void scord_mismatch_report(scord_run_t *run, const scord_history_t *history,
                           const scord_axi_memory_t *memory);

#endif
