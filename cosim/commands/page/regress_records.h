/* SPDX-License-Identifier: Apache-2.0 */
/* regress_records.h: the records of a regression, one JSON object a line of OUTPUT/results*.jsonl
 * (docs/regress.md, "Records"), and what they add up to: for `scord regress`, which writes them,
 * and for `scord report`.
 */
#ifndef SCORD_REGRESS_RECORDS_H
#define SCORD_REGRESS_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/base/json_tree.h"
#include "cosim/commands/shared/sha256.h"

typedef enum regress_verdict {
    REGRESS_PASS,
    REGRESS_FAIL,  /* the run says so */
    REGRESS_ERROR, /* the run says nothing usable: a crash, no closing line, out of time */
    REGRESS_VERDICTS
} regress_verdict_t;
extern const char *const regress_verdict_names[REGRESS_VERDICTS];

enum { REGRESS_ID = 160 }; /* bytes of a run's id, with its zero */

/* ---- records (regress_records.c) ---- */

typedef struct regress_result {
    char id[REGRESS_ID], signature[200];
    regress_verdict_t verdict;
    int exit_code, signal; /* of a run that ends now, not read back; signal 0: it ended by itself */
    double seconds, work;  /* by the clock; of processors, of all its processes */
    long peak_kilobytes;
    uint64_t passed, failed; /* of the closing line; else the run itself is one */
    char *command, *config,
        *touches; /* of a record that was read, "" when not stated; NULL of a run that ends now */
    size_t place; /* of the record among all that were read */
} regress_result_t;

typedef struct regress_session { /* what every start writes first */
    char plan[SHA256_HEX], build[SHA256_HEX];
    uint64_t planned;   /* runs: the last session's of each file, summed */
    json_t *record;     /* all of it; NULL: there is none */
    const json_t *tree; /* its member "session" */
} regress_session_t;

typedef struct regress_records {
    regress_result_t *results; /* the last one of each run, in order of ids */
    size_t count, places, read;
    regress_session_t session; /* the last one */
    unsigned sessions;
    size_t cut; /* bytes of a last line that was cut short, which does not count */
} regress_records_t;

/* Reads PATH; no file is no record. 0, or an exit code after one message that names file and line.
 * Adds to what RECORDS holds. */
int regress_records_read(const char *path, regress_records_t *records);
/* All of a folder, file after file in order of their names; none at all is no record. */
int regress_records_collect_any(const char *folder, regress_records_t *records);
/* The same; a folder without a session is bad input. */
int regress_records_collect(const char *folder, regress_records_t *records);
void regress_records_free(regress_records_t *records);
const regress_result_t *regress_records_find(const regress_records_t *records,
                                             const char *id); /* NULL: there is none */

/* ---- what they add up to (regress_totals.c) ---- */

typedef struct regress_bucket {    /* runs that failed alike: one verdict, one signature */
    const regress_result_t *first; /* in order of ids, the one that is shown */
    size_t count;
} regress_bucket_t;

typedef struct regress_totals {
    uint64_t verdicts[REGRESS_VERDICTS], not_run;
    uint64_t passed,
        failed;     /* what the runs counted themselves; one that was not run has failed once */
    double seconds; /* of all runs, one after another */
    regress_bucket_t *buckets; /* the largest first */
    size_t bucket_count;
} regress_totals_t;

/* Points into RECORDS. 0, or an exit code after one message. */
int regress_totals_make(const regress_records_t *records, regress_totals_t *totals);
void regress_totals_free(regress_totals_t *totals);

/* The last lines of the log of run ID of the regression in FOLDER, zero bytes as 1, a zero behind
 * them; the caller frees it. NULL: no log. */
char *regress_log_end(const char *folder, const char *id);

#endif
