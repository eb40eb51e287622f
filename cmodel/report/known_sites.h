/* SPDX-License-Identifier: Apache-2.0 */
/* known_sites.h: sites that do not count: those that a file of suppressions names, and those that
 * an earlier report has (docs/findings.md, "Old code").
 */
#ifndef SCORD_KNOWN_SITES_H
#define SCORD_KNOWN_SITES_H

#include <stdint.h>
#include <stdio.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/report/baseline.h"
#include "cmodel/report/race_report.h"
#include "cmodel/report/suppressions.h"

typedef enum scord_known {
    SCORD_KNOWN_NOT,        /* it counts */
    SCORD_KNOWN_SUPPRESSED, /* an entry names it */
    SCORD_KNOWN_BASELINE    /* the earlier report has it */
} scord_known_t;

/* What is known for one reason. */
typedef struct scord_known_counts {
    uint64_t races, findings, notes;
    uint32_t race_sites, finding_sites, note_sites;
} scord_known_counts_t;

/* At the end of the run, once: decides which sites are known. Either may be NULL; both outlive the
 * report. Entries count what they match. */
void scord_race_report_set_known(scord_race_report_t *report, scord_suppressions_t *suppressions,
                                 scord_baseline_t *baseline);
scord_known_counts_t scord_race_report_known(const scord_race_report_t *report,
                                             scord_known_t reason);
/* An entry for each site that counts, notes as well. */
void scord_race_report_write_suppressions(const scord_race_report_t *report, FILE *out);

/* For the report's own writers: lines of the summary, the members `suppressions` and `baseline`. */
void scord_known_print(const scord_race_report_t *report, FILE *out);
void scord_known_put(const scord_race_report_t *report, json_writer_t *json);
/* "suppressions", "baseline"; NULL: it counts. */
const char *scord_known_name(scord_known_t known);

#endif
