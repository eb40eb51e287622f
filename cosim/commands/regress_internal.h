/* regress_internal.h: the parts of `scord regress` (docs/regress.md): catalogue → plan → runs → records → summary.
 */
#ifndef SCORD_REGRESS_INTERNAL_H
#define SCORD_REGRESS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sha256.h"

typedef enum regress_tier {
    REGRESS_SMOKE, /* each tier holds those before it */
    REGRESS_NIGHTLY,
    REGRESS_WEEKLY,
    REGRESS_TIERS
} regress_tier_t;
extern const char *const regress_tier_names[REGRESS_TIERS];

typedef enum regress_verdict {
    REGRESS_PASS,
    REGRESS_FAIL,  /* the run says so */
    REGRESS_ERROR, /* the run says nothing usable: a crash, no closing line, out of time */
    REGRESS_VERDICTS
} regress_verdict_t;
extern const char *const regress_verdict_names[REGRESS_VERDICTS];

/* ---- catalogue (regress_catalogue.c) ---- */

typedef struct regress_row {
    const char *id, *command;
    const char *config, *touches; /* a named machine with overrides; comma-separated units; "" when not stated */
    const char *file;             /* where the row stands */
    unsigned line;
    regress_tier_t tier;
    unsigned share;   /* of the random runs; 0: one run without a seed */
    unsigned timeout; /* seconds */
    bool by_exit;     /* the exit code is the verdict; else the closing line "N passed, N failed" as well */
    char config_hash[SHA256_HEX]; /* of every key's value; "" without config */
} regress_row_t;

typedef struct regress_catalogue {
    regress_row_t *rows;
    size_t count;
    char **texts; /* the files, cut into the rows' strings */
    size_t text_count;
} regress_catalogue_t;

/* Reads the catalogue FILES. 0, or an exit code after one message that names file, line and remedy. */
int regress_catalogue_read(char *const *files, size_t count, regress_catalogue_t *catalogue);
void regress_catalogue_free(regress_catalogue_t *catalogue);

/* ---- plan (regress_plan.c) ---- */

typedef struct regress_options {
    const char *output, *only, *touches, *replay; /* NULL: not given */
    char *const *catalogues;
    size_t catalogue_count;
    uint64_t runs, seed; /* random runs; the seed of their seeds */
    unsigned jobs, shard, shards, timeout; /* timeout 0: the rows' own */
    regress_tier_t tier;
    bool restart, failed, collect, list, keep, verbose, no_html;
    char build[SHA256_HEX]; /* which executable runs this */
} regress_options_t;

enum { REGRESS_ID = 160 }; /* bytes of a run's id, with its zero */

typedef struct regress_run {
    const regress_row_t *row;
    uint32_t seed;
    bool done; /* a record of it counts */
    char id[REGRESS_ID];
} regress_run_t;

typedef struct regress_plan {
    regress_run_t *runs;
    size_t count;
    char hash[SHA256_HEX]; /* of what the runs are made of: the chosen rows, and the seed; not of how many random runs there are */
} regress_plan_t;

/* The runs of the chosen rows: first those without a seed, then random run 0, 1, …, whose row and seed follow from options->seed and its
 * number alone, so that more runs begin with the same ones. Of several shards this one's. 0, or an exit code after one message. */
int regress_plan_make(const regress_catalogue_t *catalogue, const regress_options_t *options, regress_plan_t *plan);
/* The run that ID names, in any plan. 0, or an exit code after one message. */
int regress_plan_one(const regress_catalogue_t *catalogue, const char *id, regress_run_t *run);
void regress_plan_free(regress_plan_t *plan);
/* The row's command with {scord}, {seed}, {config} and {run} put in, for sh. The caller frees it; NULL: no memory. */
char *regress_command(const regress_run_t *run, const char *folder);

/* ---- records (regress_records.c): OUTPUT/results*.jsonl, one JSON object a line ---- */

typedef struct regress_result {
    char id[REGRESS_ID], signature[200];
    regress_verdict_t verdict;
    int exit_code, signal; /* signal 0: it ended by itself */
    double seconds;
    long peak_kilobytes;
    uint64_t passed, failed; /* of the closing line; else the run itself is one */
} regress_result_t;

typedef struct regress_session { /* what every start writes first */
    char plan[SHA256_HEX], build[SHA256_HEX];
    uint64_t planned; /* runs */
} regress_session_t;

typedef struct regress_records {
    regress_result_t *results; /* the last one of each run */
    size_t count, places;
    regress_session_t session; /* the last; planned: summed over the files */
    unsigned sessions;
    size_t cut; /* bytes of a last line that was cut short, which does not count */
} regress_records_t;

/* Reads PATH; no file is no record. 0, or an exit code after one message. Adds to what RECORDS holds. */
int regress_records_read(const char *path, regress_records_t *records);
/* All of a folder. */
int regress_records_collect(const char *folder, regress_records_t *records);
void regress_records_free(regress_records_t *records);
const regress_result_t *regress_records_find(const regress_records_t *records, const char *id);

/* Opens PATH to add records, alone: another runner on the same file is an error. Drops a line cut short. NULL after one message. */
FILE *regress_records_open(const char *path, size_t cut, bool restart);
/* Each returns 0 when the line is on the disk, or an exit code after one message. */
int regress_record_session(FILE *file, const regress_options_t *options, const regress_plan_t *plan);
int regress_record_result(FILE *file, const regress_run_t *run, const regress_result_t *result, const char *command);

/* ---- verdict (regress_verdict.c) ---- */

/* Verdict, counts and signature of a run that ended, from its log and, when there is one, its mismatch.json in FOLDER. */
void regress_judge(const regress_run_t *run, const char *folder, bool out_of_time, unsigned timeout, regress_result_t *result);

/* ---- runner (regress_pool.c) ---- */

/* Runs what is not done, options->jobs at a time, each in OUTPUT/runs/ID with its log. Interrupted: stops the runs, which then have no record.
 * 0, or an exit code after one message. */
int regress_pool(const regress_options_t *options, regress_plan_t *plan, FILE *records);

/* ---- summary (regress_summary.c) ---- */

/* Totals and failure buckets on standard output and in OUTPUT/summary.json; the last line is "N passed, N failed", what the runs counted; one in
 * error or not run has failed once. Returns the exit code of it all. */
int regress_summary(const regress_options_t *options, const regress_records_t *records);
/* Creates PATH and what leads to it. 0, or an exit code after one message. */
int regress_make_folder(const char *path);
void regress_remove_folder(const char *path);

#endif
