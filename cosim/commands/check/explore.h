/* SPDX-License-Identifier: Apache-2.0 */
/* explore.h: `scord check --schedules`: one program under many schedules, what each showed merged,
 * and what it printed and left in memory compared.
 *
 *   explore_plan.c     which schedule has which number
 *   explore_folder.c   the state folder: whose it is, and the record of each run
 *   explore_worker.c   one run, in a process of its own
 *   explore_pool.c     the runs on all cores, until there are enough
 *   explore_merge.c    what they showed, in the order of their numbers
 *   explore_print.c    … as text, explore_json.c as JSON
 *   command_explore.c  all of it
 *
 *   STATE/exploration        what the runs are of: another program or option is refused
 *   STATE/runs/000007/       run.json (the record, written last), report.json (as of `scord check
 *                            --json`), messages (scord's own), and where they differ from the fair
 *                            run's: stdout, stderr, memory
 *
 * A run counts when its run.json is there: whoever is interrupted goes on with the others.
 */
#ifndef SCORD_EXPLORE_H
#define SCORD_EXPLORE_H

#include "cmodel/base/json_tree.h"
#include "cosim/commands/program/check_run.h"
#include "cosim/commands/shared/sha256.h"

enum { EXPLORE_MESSAGE = 1024, EXPLORE_DIFFERENCE = 80, EXPLORE_NAMES = 4 };

/* ---- explore_plan.c ---- */

typedef struct explore_plan {
    unsigned draw;  /* EXPLORE_DRAW_… */
    unsigned depth; /* the deepest */
    uint64_t steps; /* k, of the fair schedule */
    bool async;     /* it has operations that can be put off */
} explore_plan_t;

typedef struct explore_schedule {
    uint64_t seed;
    pct_options_t pct;          /* depth 0: the seed's */
    char option[PCT_NAME + 48]; /* as `scord check` takes it: "--seed 7", "--schedule
                                   pct:2:7:410 --async late" */
    char name[PCT_NAME];        /* of PCT */
    char async[24];             /* "": at the calls */
} explore_schedule_t;

/* Number 0 is the fair one: round robin. */
void explore_schedule(const explore_plan_t *plan, uint64_t number, explore_schedule_t *schedule);

/* ---- explore_folder.c ---- */

typedef struct explore_record {
    uint64_t number;
    char schedule[sizeof((explore_schedule_t *)0)->option];
    int exit_code;               /* as of `scord check` */
    char error[EXPLORE_MESSAGE]; /* the line that it would have ended with, "": none */
    bool ended;                  /* the program came to its own end */
    int program_exit;            /* exit code, or 256 + signal */
    char printed[SHA256_HEX], memory[SHA256_HEX];
    uint64_t warps, steps, overlaps; /* overlaps: as in run_status_t */
    double seconds;
} explore_record_t;

/* The fair schedule's second run, for what is not reproducible. */
#define EXPLORE_REPEAT UINT64_MAX

typedef struct explore_folder {
    char path[PATH_MAX];
    int lock;
    bool kept; /* the user named it */
} explore_folder_t;

/* Returns 0, or an exit code after one message. RUN: the program is made. */
int explore_folder_open(explore_folder_t *folder, check_run_t *run);
void explore_folder_close(explore_folder_t *folder);
/* A file of a run's folder; NAME "": the folder itself. False: the path is too long. */
bool explore_file(const explore_folder_t *folder, uint64_t number, const char *name,
                  char path[PATH_MAX]);
int explore_record_write(const explore_folder_t *folder,
                         const explore_record_t *record); /* 0, -1 */
/* False: that run is not there, or was of another schedule. */
bool explore_record_read(const explore_folder_t *folder, uint64_t number, const char *schedule,
                         explore_record_t *record);

/* ---- explore_worker.c ---- */

/* Starts a run; its process closes TOLD when it has ended. Returns it, or -1 (errno). */
pid_t explore_worker_start(check_run_t *run, const explore_folder_t *folder, uint64_t number,
                           const explore_schedule_t *schedule, int told);

/* ---- explore_merge.c ---- */

/* A race is two source lines, whichever came first; or a finding: a rule and a line. */
typedef struct explore_site {
    char *key;
    const json_t *site, *other; /* of the first report that has it; the owner, NULL: not known */
    bool finding;
    uint64_t schedules, first, count; /* in how many, the first of them, and races in all */
    uint64_t printed, memory;         /* of these, with another output than the fair one's */
    uint64_t object; /* of these, where its object held something else in the end than after fair */
    uint64_t both;   /* of these, where something else was printed as well */
    uint64_t first_difference;   /* number of the first with another output */
    bool pair;                   /* two runs differ in what they printed, else in this alone: */
    uint64_t pair_with, pair_of; /* these */
    uint64_t latest;             /* number of the last run that has it, + 1 */
} explore_site_t;

/* Runs that showed the same races, each the same way round, and had the same output. */
typedef struct explore_class {
    uint32_t *way; /* ascending: 2 × race, + 1 the other way round */
    uint32_t ways, capacity;
    uint64_t output; /* a hash */
    uint64_t first;  /* number of the first run */
    bool several;    /* runs that showed the same had another output */
} explore_class_t;

typedef struct explore_run { /* what the report says of each */
    uint64_t number;
    char schedule[sizeof((explore_schedule_t *)0)->option];
    int exit_code;
    uint64_t sites;
    bool printed, memory; /* differ from the fair one's */
    char *error;          /* NULL: none */
} explore_run_t;

typedef struct explore_error { /* how else the program ended */
    char *text;
    uint64_t schedules, first;
} explore_error_t;

typedef struct explore_found {
    explore_record_t fair, repeat;
    bool printed_varies, memory_varies; /* between two runs of one schedule: not compared */
    explore_site_t *site;
    uint32_t sites, site_capacity;
    explore_class_t *class;
    uint32_t classes, class_capacity;
    explore_run_t *run;
    uint32_t runs, run_capacity;
    explore_error_t *error;
    uint32_t errors, error_capacity;
    json_t **tree; /* reports that sites are of */
    uint32_t trees, tree_capacity;
    char (*output)[SHA256_HEX]; /* different ones that were printed */
    uint32_t outputs, output_capacity;
    uint64_t printed, memory;             /* runs that differ from the fair one */
    uint64_t first_printed, first_memory; /* the first of these */
    uint64_t raceless; /* runs that differ, where neither they nor the fair one have a site */
    uint64_t with_races, with_findings, failed; /* runs */
    int worst;                                  /* exit code */
    uint64_t new_at; /* number of the last run that showed something new */
} explore_found_t;

/* Takes the run that comes next. Returns 0, or an exit code after one message. */
int explore_merge(explore_found_t *found, const explore_folder_t *folder,
                  const explore_record_t *record);
void explore_found_free(explore_found_t *found);
/* A race changed the output when a run printed something else and its own object ended different,
 * or when two runs that printed different things differ in this race alone; perhaps: there were
 * other differences as well, or nothing else was printed: what order items lie in may be free; no:
 * all runs that showed it had the fair one's output. */
typedef enum explore_effect { EXPLORE_NO, EXPLORE_PERHAPS, EXPLORE_YES } explore_effect_t;
explore_effect_t explore_effect(const explore_site_t *site);
/* Up to EXPLORE_NAMES allocations that differ between the two runs; returns how many there are. */
unsigned explore_memory_names(const explore_folder_t *folder, uint64_t a, uint64_t b,
                              char names[EXPLORE_NAMES][64]);
/* The first line that the two runs printed differently, cut; false: none in these files. */
bool explore_printed_line(const explore_folder_t *folder, uint64_t a, uint64_t b,
                          char line[2][EXPLORE_DIFFERENCE], unsigned *number);

/* ---- explore_pool.c ---- */

typedef struct exploration {
    check_run_t *run;
    explore_folder_t folder;
    explore_plan_t plan;
    explore_found_t found;
    bool stopped_early, time_over, interrupted;
    uint64_t taken_up; /* runs that were there already */
    double seconds;
    int code; /* of what ended it before its time, 0: nothing */
} exploration_t;

/* Runs until there are enough, merging. Returns 0, or an exit code after one message. */
int explore_all(exploration_t *exploration);

/* ---- explore_print.c, explore_json.c ---- */

/* The command that runs the program under SCHEDULE alone; the caller frees it. */
char *explore_replay(const check_options_t *options, const char *schedule);
/* The run of which the report shows the command: one with another output, if there is one. */
uint64_t explore_shown(const explore_site_t *site);
void explore_print(const exploration_t *exploration, FILE *out);
int explore_write_json(const exploration_t *exploration, const char *path, int exit_code,
                       const char *error);

/* command_explore.c: the exit code. */
int explore(check_run_t *run);

#endif
