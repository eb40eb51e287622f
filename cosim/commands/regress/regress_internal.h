/* SPDX-License-Identifier: Apache-2.0 */
/* regress_internal.h: the parts of `scord regress` (docs/regress.md): catalogue → plan → runs →
 * records → summary.
 */
#ifndef SCORD_REGRESS_INTERNAL_H
#define SCORD_REGRESS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/commands/page/regress_records.h"
#include "cosim/commands/shared/sha256.h"
#include "cosim/commands/shared/options.h"

typedef enum regress_tier {
    REGRESS_SMOKE, /* each tier holds those before it */
    REGRESS_FULL,
    REGRESS_NIGHTLY,
    REGRESS_WEEKLY,
    REGRESS_TIERS
} regress_tier_t;
extern const char *const regress_tier_names[REGRESS_TIERS];
#define REGRESS_TIER_NAMES      "smoke full nightly weekly"
#define REGRESS_DEFAULT_TIMEOUT 1800              /* seconds that a run may take */
enum { REGRESS_LONGEST_TIMEOUT = 7 * 24 * 3600 }; /* seconds */

/* ---- catalogue (regress_catalogue.c) ---- */

typedef struct regress_row {
    const char *id, *command;
    const char *config,
        *touches; /* a named machine with overrides; comma-separated units; "" when not stated */
    const char *file; /* where the row stands */
    unsigned line;
    regress_tier_t tier;
    unsigned share;   /* of the random runs; 0: one run without a seed */
    unsigned timeout; /* seconds */
    double recorded;  /* seconds that FOLDER/durations states; negative: none */
    bool by_exit;     /* the exit code is the verdict; else the closing line "N passed, N failed" as
                         well */
    char config_hash[SHA256_HEX]; /* of every key's value; "" without config */
} regress_row_t;

typedef struct regress_catalogue {
    regress_row_t *rows;
    size_t count, allocated;
    char **texts; /* the files, cut into the rows' strings; paths found in folders */
    size_t text_count, texts_allocated;
} regress_catalogue_t;

/* Reads the catalogues: FILES, and of a folder every file *.tests below it, in order of their
 * paths, with FOLDER/durations when it is there (regress_durations.c). 0, or an exit code after one
 * message that names file, line and remedy. */
int regress_catalogue_read(char *const *files, size_t count, regress_catalogue_t *catalogue);
void regress_catalogue_free(regress_catalogue_t *catalogue);

/* ---- plan (regress_plan.c) ---- */

typedef struct regress_options {
    const char *output, *only, *touches, *replay; /* NULL: not given */
    char *const *catalogues;
    size_t catalogue_count;
    uint64_t runs, seed;                   /* random runs; the seed of their seeds */
    unsigned jobs, shard, shards, timeout; /* timeout 0: the rows' own */
    regress_tier_t tier;
    unsigned above; /* rows of the tiers from this one on: 0 all, 1 without smoke, … */
    bool restart, failed, collect, list, keep, verbose, no_html;
    char build[SHA256_HEX]; /* which executable runs this */
    char folder[64];        /* output, when the command line names none */
} regress_options_t;

/* The command line of `scord regress`: 0, an exit code after one message, or -1 when the usage was
 * asked for (command_regress.c). */
int regress_read_options(int argc, char **argv, regress_options_t *options);

typedef struct regress_run {
    const regress_row_t *row;
    uint32_t seed;
    bool done;       /* a record of it counts */
    bool stopped;    /* it was under way when the user interrupted */
    double expected; /* seconds that it took last time; negative: unknown */
    size_t place;    /* in the plan before the longest runs came first */
    char id[REGRESS_ID];
} regress_run_t;

typedef struct regress_plan {
    regress_run_t *runs;
    size_t count;
    char hash[SHA256_HEX]; /* of what the runs are made of: the chosen rows, and the seed; not of
                              how many random runs there are */
} regress_plan_t;

/* The runs of the chosen rows: first those without a seed, then random run 0, 1, …, whose row and
 * seed follow from options->seed and its number alone, so that more runs begin with the same ones.
 * Of several shards this one's. 0, or an exit code after one message. */
int regress_plan_make(const regress_catalogue_t *catalogue, const regress_options_t *options,
                      regress_plan_t *plan);
/* The run that ID names, in any plan. 0, or an exit code after one message. */
int regress_plan_one(const regress_catalogue_t *catalogue, const char *id, regress_run_t *run);
void regress_plan_free(regress_plan_t *plan);
/* The row's command with {scord}, {seed}, {config} and {run} put in, for sh. The caller frees it;
 * NULL: no memory. */
char *regress_command(const regress_run_t *run, const char *folder);

/* ---- durations (regress_durations.c), list (regress_list.c) ---- */

/* FOLDER/durations into the rows of CATALOGUE; no file is no duration. 0, or an exit code after one
 * message that names file and line. */
int regress_durations_read(const char *folder, regress_catalogue_t *catalogue);
/* What each run took last: by LAST, its results that are there, else by the catalogue's durations.
 * The longest runs come first, so that none of them is left alone at the end; runs of no known
 * duration keep their order behind them. */
void regress_plan_order(regress_plan_t *plan, const regress_records_t *last);
/* The plan on standard output, a line a run, then a line a tier. 0, or an exit code after one
 * message. */
int regress_list(const regress_options_t *options, const regress_plan_t *plan);

/* ---- records (regress_write.c; read by cosim/commands/page/regress_records.h) ---- */

/* Opens PATH to add records, alone: another runner on the same file is an error. Drops a line cut
 * short. NULL after one message. */
FILE *regress_records_open(const char *path, size_t cut, bool restart);
/* Each returns 0 when the line is on the disk, or an exit code after one message. */
int regress_record_session(FILE *file, const regress_options_t *options,
                           const regress_plan_t *plan);
int regress_record_result(FILE *file, const regress_run_t *run, const regress_result_t *result,
                          const char *command);

/* ---- verdict (regress_verdict.c) ---- */

/* Verdict, counts and signature of a run that ended, from its log and, when there is one, its
 * mismatch.json in FOLDER. */
void regress_judge(const regress_run_t *run, const char *folder, bool out_of_time, unsigned timeout,
                   regress_result_t *result);

/* ---- runner (regress_pool.c) ---- */

/* Runs what is not done, options->jobs at a time, each in OUTPUT/runs/ID with its log. Interrupted:
 * stops the runs, which then have no record. 0, or an exit code after one message. */
int regress_pool(const regress_options_t *options, regress_plan_t *plan, FILE *records);

/* ---- summary (regress_summary.c) ---- */

/* Totals and failure buckets on standard output and in OUTPUT/summary.json; the last line is "N
 * passed, N failed", what the runs counted; one in error or not run has failed once. INTERRUPTED,
 * the plan that the user interrupted, or NULL: which of its runs did not run is said, and they do
 * not count as failed. Returns the exit code of it all. */
int regress_summary(const regress_options_t *options, const regress_records_t *records,
                    const regress_plan_t *interrupted);
/* Creates PATH and what leads to it. 0, or an exit code after one message. */
int regress_make_folder(const char *path);
/* The process becomes a run's COMMAND, which knows its FOLDER by SCORD_OUTPUT (mismatch_folder.h).
 * Returns when there is no shell, or no memory for that. */
void regress_exec(const char *command, const char *folder);
void regress_remove_folder(const char *path);

#endif
