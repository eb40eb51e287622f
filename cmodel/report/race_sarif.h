/* SPDX-License-Identifier: Apache-2.0 */
/* race_sarif.h: the race report as SARIF 2.1.0 (OASIS "Static Analysis Results Interchange
 * Format"), for code-review tools. Contents: docs/report-format.md, "SARIF".
 */
#ifndef SCORD_RACE_SARIF_H
#define SCORD_RACE_SARIF_H

#include <stdio.h>

#include "cmodel/report/race_report.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Facts about the run that the report does not have. */
typedef struct scord_sarif_run {
    const char *version;      /* of scord */
    const char *build;        /* cmodel/build_id.h */
    const char *command_line; /* NULL: not known */
    const char *directory; /* absolute: what relative file names are relative to; NULL: not known */
    const char *error;     /* what went wrong; NULL or "": nothing */
    int exit_code;         /* of the run; 2 and above: the run failed */
} scord_sarif_run_t;

/* Writes one SARIF log with one run. */
void scord_race_report_sarif(const scord_race_report_t *report, const scord_sarif_run_t *run,
                             FILE *out);

#ifdef __cplusplus
}
#endif
#endif
