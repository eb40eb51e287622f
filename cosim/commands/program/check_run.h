/* SPDX-License-Identifier: Apache-2.0 */
/* check_run.h: a CUDA program from its command line to the exit code, for the commands that run
 * one: `scord check`, `scord sim` and `scord grab`. Which program (check_target.c), its options
 * (program_options.c), how it runs (check_run.c), and who takes its events (check_engine.c,
 * check_oracle.c, check_mismatch.c).
 */
#ifndef SCORD_CHECK_RUN_H
#define SCORD_CHECK_RUN_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/commands/program/checked_program.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/compile/compile.h"
#include "cosim/commands/shared/explain_check.h"
#include "cmodel/oracle/oracle_report.h"
#include "cosim/commands/shared/interrupts.h"
#include "cosim/commands/shared/options.h"
#include "cosim/lockstep/lockstep.h"
#include "sim/machine/pct.h"
#include "cmodel/report/history/byte_races.h"
#include "cmodel/report/known_sites.h"
#include "cmodel/report/race_report.h"
#include "cmodel/stream/event_stream.h"
#include "cmodel/stream/finding_rules.h"

typedef enum check_target {
    TARGET_SOURCES,    /* files named, or all of a directory */
    TARGET_EXECUTABLE, /* one that scord-nvcc or nvcc linked */
    TARGET_MAKE        /* a directory whose makefile builds one */
} check_target_t;

/* `scord check --schedules` (cosim/commands/check/explore.h). */
enum { EXPLORE_DRAW_MIXED, EXPLORE_DRAW_PCT, EXPLORE_DRAW_RANDOM };
typedef struct explore_options {
    uint64_t schedules; /* 0: not asked for; with --time alone as many as there is time for */
    double time;        /* seconds, 0: no limit */
    double run_limit;   /* of one run, 0: of what the fair one took */
    unsigned draw, depth, jobs; /* jobs 0: one a core */
    const char *resume;         /* folder, NULL: none */
    bool no_early_stop, progress;
} explore_options_t;

/* A kernel of a PTX file. Of what is NULL the default holds. */
typedef struct ptx_launch {
    const char *file, *entry, *grid, *block, *arguments; /* file NULL: no PTX file is named */
    unsigned shared;                                     /* dynamic, bytes */
} ptx_launch_t;

typedef struct check_options {
    const char *command; /* "check", "sim" or "grab": begins messages about the command line */
    const char *done;    /* "checked", "simulated" or "scored", for messages of refused launches */
    compile_job_t job;
    check_target_t target;
    const char *make;       /* directory of TARGET_MAKE */
    const char *executable; /* of TARGET_EXECUTABLE, or of --program; else NULL */
    char preload[256];      /* one that nvcc linked: shared objects in front of its own; "": none */
    char toolkit[PATH_MAX + 16]; /* where they are */
    const char *name;            /* what is checked, for messages: argv[0] of the program */
    const char *compiler;        /* of --compiler, NULL: not given */
    ptx_launch_t ptx;            /* what a PTX file is run with */
    bool no_cache;
    bool watch;         /* check again when a file changes (check/watch.h) */
    bool interpret;     /* every instruction, where others are compiled */
    bool keep_going;    /* after an access out of range */
    bool leaks;         /* report what lives at the end */
    const char *config; /* as scord_config_parse reads it */
    uint64_t seed, spin_limit;
    unsigned threads;     /* of the checker (check_stages.h); 0: as many as help */
    const char *schedule; /* name of a schedule of PCT (sim/machine/pct.h); NULL: the seed's */
    char schedule_name[PCT_NAME];
    const char *async; /* when operations run, as in checked_program_options_t */
    bool rtl, help;
    const char *as;               /* the machine that --as named, NULL: not given */
    bool shared, no_shared;       /* shared memory too; not there */
    unsigned independent_threads; /* value for that configuration key; 0: the configuration's */
    bool acquire_release;  /* sets that key; after check_make_program: the configuration has it */
    char config_text[352]; /* of `config`, with these keys */
    uint32_t findings; /* kinds that are looked for beside races, bit scord_finding_kind_t each */
    bool no_races;     /* races are not judged */
    uint32_t only, without;   /* as --only and --without name kinds: bits above, and CHECK_RACES */
    const char *oracle_model; /* preset of the exact oracle, NULL: not asked for */
    const char *suppress, *write_suppressions, *baseline; /* files, NULL: not asked for */
    scord_suppressions_t suppressions;                    /* what they hold */
    scord_baseline_t known;
    const char *events, *json, *sarif, *html, *wave; /* files, NULL: not asked for */
    explain_options_t explain;
    explore_options_t explore;
    const char *output;    /* directory of what a mismatch leaves */
    char folder[PATH_MAX]; /* output, when the command line does not say */
    bool no_shrink;
    char **arguments; /* the program's, NULL at the end */
    int argc;         /* the whole command line */
    char **argv;
} check_options_t;

/* ---- the command line (program_options.c) ---- */

/* ScoRD's machine as published, what completion offers, and the explanation of --config. */
#define CHECK_PUBLISHED_CONFIG "gtx480"
#define CHECK_CONFIGS          "gtx480 tiny nocache"
#define CHECK_CONFIG_HELP      "machine: {}, ...; NAME:key=value,... changes keys"
/* The machine of today's CUDA, the default of `scord check`: its `__shared__` memory is checked. */
#define CHECK_CUDA_CONFIG "cuda"

/* check_compile.c: the program of options->job, by the compiler that --compiler names, else
 * $SCORD_COMPILER, else clang, and nvcc where clang cannot. */
#define CHECK_COMPILERS "auto clang nvcc"
int check_compile(check_options_t *options, char *program, size_t size);
/* That scord's runtime stands in the place of CUDA's for a program that nvcc linked. */
int check_toolkit_program(check_options_t *options, const char *path);

/* Rows of --compiler, --make, --program, --spin-limit, --no-cache, --independent-threads,
 * --acquire-release. Their places, and check_take_word, are those of a line that begins with a
 * check_options_t. */
extern const option_t check_program_options[];
/* --sched of the cycle-level machine: a reader of its gpu_schedule_t. */
option_reader_t check_read_issue;
/* `race` among the kinds of --only and --without. */
#define CHECK_RACES (UINT32_C(1) << SCORD_FINDING_KINDS)
/* Options before the first word is read. COMMAND and DONE as in check_options_t. */
void check_start_options(check_options_t *options, const char *command, const char *done, int argc,
                         char **argv);
/* command_form_t.word: a target, or a compiler flag and its value. */
int check_take_word(void *line, int argc, char **argv, int *index);
/* The keys that options ask for, behind what options->config says, so that they are in the stream
 * and in every replay command. */
int check_settle_keys(check_options_t *options);
/* That the words name one thing to run, and which. */
int check_settle_target(check_options_t *options);

/* check_target.c. All return 0, or an exit code after one message. */
int check_target_add(check_options_t *options,
                     const char *word); /* a word of the command line that is no option */
/* Whether this scord can check it; options->preload if it needs that. */
int check_executable(check_options_t *options, const char *path);
/* A PTX file: the launcher is the executable, options->ptx its arguments. */
int check_settle_ptx(check_options_t *options);
/* Compiler flag: the detector knows fences and atomics only, not acquire and release. Next: was an
 * executable compiled without it, and does it state orders? */
#define CHECK_PUBLISHED_FLAG "-DSCORD_AS_PUBLISHED"
bool check_states_orders(const char *path);
int check_make(check_options_t *options, char *program,
               size_t size); /* runs make; the program that it built */

/* What decides the verdicts, and what it counted. */
typedef struct check_statistics {
    uint64_t events, checks, fences, races, findings, lanes_checks, cycles, compared_cycles,
        mismatches, first_race_cycle;
    bool oracle_races;
    double seconds; /* of the consuming side, from the first event to the end */
} check_statistics_t;

/* The exact oracle on the same events; zeroed: not asked for. */
typedef struct check_oracle {
    scord_oracle_report_t *report;
    scord_program_map_t map;
    scord_model_t *detector; /* with --rtl, see check_oracle.c */
    scord_replay_t replay;
    scord_byte_races_t bytes; /* of that model */
    bool no_memory;           /* for them */
    bool failed;              /* nothing of it can be printed */
} check_oracle_t;

/* Start and event return 0, or an exit code and what is wrong in `message`. Each event comes before
 * its items. */
int check_oracle_start(check_oracle_t *oracle, const check_options_t *options,
                       const scord_config_t *config, char *message, size_t size);
int check_oracle_event(check_oracle_t *oracle, const scord_event_t *event, char *message,
                       size_t size);
/* Without a model of its own: every item as the report has judged it. */
void check_oracle_judged(check_oracle_t *oracle, const scord_event_t *event,
                         const scord_retire_t *judged);
bool check_oracle_finish(check_oracle_t *oracle); /* whether it found races */
void check_oracle_print(check_oracle_t *oracle, FILE *out);
/* The member "oracle" into the object that JSON has open; nothing when it was not asked for. */
void check_oracle_put(check_oracle_t *oracle, json_writer_t *json);
void check_oracle_end(check_oracle_t *oracle);

typedef struct check_engine {
    scord_config_t config;
    char directory[PATH_MAX]; /* working directory: files below it are reported relative to it */
    char file[PATH_MAX];
    scord_race_report_t *report;
    scord_stream_writer_t *recording; /* NULL: none */
    bool spare_recording; /* without --events: kept for a mismatch only: a full disk ends it, and
                             not the run */
    char recording_problem[512]; /* why a spare one has ended, "": it has not */
    scord_model_t *model;        /* without --rtl */
    scord_replay_t replay;
    scord_lockstep_t *lockstep; /* with --rtl */
    scord_lockstep_options_t lockstep_options;
    check_oracle_t oracle;
    scord_explanation_t *explanation; /* NULL: not asked for, or there is none */
    bool no_races;                    /* they are not judged */
    const explain_options_t *asked;   /* which one is */
    scord_question_t race;            /* the check of race asked->question.race, once it was seen */
    check_statistics_t statistics;
    int code;           /* exit code of what went wrong, 0: nothing */
    char message[4608]; /* and what */
} check_engine_t;

/* `recording`: file that takes the stream, NULL: none. `replay_command` is kept. Returns 0 or
 * engine->code. */
int check_engine_start(check_engine_t *engine, const check_options_t *options,
                       const scord_config_t *config, const char *recording,
                       const char *replay_command);
/* EVENT comes soon: fetches what deciding it looks at first. Changes nothing. */
void check_engine_expect(const check_engine_t *engine, const scord_event_t *event);
/* Takes one event; nonzero: stop, see code and message. */
int check_engine_event(check_engine_t *engine, scord_event_t *event);
/* The same of one that was lowered before (scord_replay_lowered), without lockstep. */
int check_engine_lowered(check_engine_t *engine, scord_event_t *event, unsigned sm,
                         const scord_sm_event_t *lowered, unsigned count);
/* Parts of it, for check_halves.c. An event before its items; items that were counted; one that was
 * judged; whether words may come without items; what scord_replay said, as an exit code. */
int check_engine_before(check_engine_t *engine, scord_event_t *event);
void check_engine_count(check_engine_t *engine, const scord_event_t *event, unsigned items);
void check_engine_judged(check_engine_t *engine, const scord_event_t *event,
                         const scord_retire_t *judged);
bool check_engine_takes_alike(const check_engine_t *engine, const scord_event_t *event);
int check_engine_replayed(check_engine_t *engine, scord_replay_status_t status,
                          const char *message);
int check_engine_no_memory(check_engine_t *engine);
/* The stream has ended: drains, closes the recording. */
int check_engine_finish(check_engine_t *engine);
void check_engine_end(check_engine_t *engine);

double check_rate(uint64_t count, double seconds); /* a second */

/* check_run.c: a program from compilation to its end. */
typedef struct check_run {
    check_options_t options;
    bool events; /* whether its events are wanted: the engine decides them */
    /* further ones for the program, see checked_program.h; NULL: none */
    const checked_variable_t *variables;
    scord_config_t config;
    char config_name[256], directory[PATH_MAX], program[PATH_MAX + 16], stream[PATH_MAX],
        replay_command[5 * PATH_MAX];
    checked_program_t child;
    check_engine_t engine;
    char error[sizeof((check_engine_t *)0)->message]; /* the one line of standard error, "": none */
} check_run_t;

/* The next three return 0, or an exit code after one message. */
int check_read_config(check_run_t *run);
int check_make_program(check_run_t *run);
int check_run_program(check_run_t *run);       /* to its end, or until something is wrong */
const char *check_recording(check_run_t *run); /* file that takes the stream; NULL: none */
/* check_mismatch.c: after a mismatch between RTL and model: the program's stream, wave, views and
 * shrunk stream, into options.output. One line on OUT for each file, or why it is missing. Nothing
 * without a mismatch. */
void check_mismatch_files(check_run_t *run, FILE *out);
const char *check_mismatch_stream(const check_options_t *options, char *path,
                                  size_t size); /* file that has the program's stream then */
/* Says what is wrong, and keeps it for the files. Returns CODE. */
int check_fail(check_run_t *run, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int check_judge(
    check_run_t *run); /* what it came to: the exit code, after check_fail where it is not clean */
void check_end(check_run_t *run);

#endif
