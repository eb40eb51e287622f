/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_report.h: a report of the oracle's races, grouped by site and compared with the
 * detector's.
 *
 * A race site of the oracle is a pair of instructions (PCs) and the kind of conflict; a site of the
 * detector is the PC and the rule that it reports (semantics.md section 6: it does not know the
 * other PC). They are compared word by word:
 *   true positive    a detector site that reports a word on which the oracle has a race of that PC
 *   false positive   a detector site that reports no such word
 *   missed           an oracle site of which the detector reports neither PC on any of its words
 * docs/oracle.md, "Reading the report".
 */
#ifndef SCORD_ORACLE_REPORT_H
#define SCORD_ORACLE_REPORT_H

#include <stdio.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/oracle/oracle.h"
#include "cmodel/report/program_map.h"
#include "cmodel/scord_replay.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_oracle_report scord_oracle_report_t;

typedef struct scord_oracle_counts {
    uint32_t sites;      /* of the oracle */
    uint32_t warp_sites; /* of these, between lanes of one warp only */
    uint32_t found;      /* of these, reported by the detector */
    uint32_t missed;
    uint32_t true_positives, false_positives; /* sites of the detector */
    /* checks: (warp instruction, word) */
    uint64_t checks, racy_both, racy_detector_only, racy_oracle_only;
} scord_oracle_counts_t;

/* MODEL: name printed with every number ("ptx", or "ptx, changed"). NULL: no memory. */
scord_oracle_report_t *scord_oracle_report_create(const char *model,
                                                  const scord_oracle_axes_t *axes);
void scord_oracle_report_destroy(scord_oracle_report_t *report);
/* See scord_oracle_compare_lanes. */
void scord_oracle_report_compare_lanes(scord_oracle_report_t *report);
/* Every event, in order, each before the items that the detector retires for it. */
scord_oracle_status_t scord_oracle_report_event(scord_oracle_report_t *report,
                                                const scord_event_t *event);
/* What the detector retired for the last event. Without any call the report says nothing of the
 * detector. */
void scord_oracle_report_retire(scord_oracle_report_t *report, const scord_event_t *event,
                                const scord_retire_t *retire);
const char *
scord_oracle_report_message(const scord_oracle_report_t *report); /* after a status other than OK */
/* After the last event. */
void scord_oracle_report_counts(scord_oracle_report_t *report, scord_oracle_counts_t *counts);
/* Text of at most 100 columns. MAP: of the same stream. MOST: sites printed, 0 = all. */
void scord_oracle_report_print(scord_oracle_report_t *report, const scord_program_map_t *map,
                               unsigned most, FILE *out);
/* Its members into the object that JSON has open (docs/oracle.md). */
void scord_put_oracle_report(json_writer_t *json, scord_oracle_report_t *report,
                             const scord_program_map_t *map);

#ifdef __cplusplus
}
#endif
#endif
