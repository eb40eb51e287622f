/* check_internal.h: the parts of `scord check` (command_check.c, check_options.c, check_engine.c, check_oracle.c, check_print.c). */
#ifndef SCORD_CHECK_INTERNAL_H
#define SCORD_CHECK_INTERNAL_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "checked_program.h"
#include "command.h"
#include "compile.h"
#include "hrf/oracle_report.h"
#include "lockstep.h"
#include "report/race_report.h"
#include "stream/event_stream.h"

typedef struct check_options {
    compile_job_t job;
    const char *config;  /* as scord_config_parse reads it */
    uint64_t seed, spin_limit;
    bool rtl, help;
    const char *oracle_model; /* preset of the exact oracle, NULL: not asked for */
    const char *events, *json, *wave; /* files, NULL: not asked for */
    const char *output;  /* directory of mismatch reports */
    char **arguments;    /* the program's, NULL at the end */
} check_options_t;

/* Returns 0, or SCORD_EXIT_BAD_INPUT after one message. */
int check_read_options(int argc, char **argv, check_options_t *options);
void check_print_help(FILE *out);

/* What decides the verdicts, and what it counted. */
typedef struct check_statistics {
    uint64_t events, checks, fences, races, cycles, compared_cycles, mismatches, first_race_cycle;
    bool oracle_races;
    double seconds; /* of the consuming side, from the first event to the end */
} check_statistics_t;

/* The exact oracle on the same events; zeroed: not asked for. */
typedef struct check_oracle {
    scord_oracle_report_t *report;
    scord_program_map_t map;
    scord_model_t *detector; /* with --rtl, see check_oracle.c */
    scord_replay_t replay;
    bool failed; /* nothing of it can be printed */
} check_oracle_t;

/* Start and event return 0, or an exit code and what is wrong in `message`. Each event comes before its items. */
int check_oracle_start(check_oracle_t *oracle, const check_options_t *options, const scord_config_t *config, char *message,
                       size_t size);
int check_oracle_event(check_oracle_t *oracle, const scord_event_t *event, char *message, size_t size);
void check_oracle_retire(void *oracle, const scord_event_t *event, const scord_retire_t *retire); /* scord_observe_t */
bool check_oracle_finish(check_oracle_t *oracle); /* whether it found races */
void check_oracle_print(check_oracle_t *oracle, FILE *out);
void check_oracle_json(check_oracle_t *oracle, FILE *out); /* a member of the report's object */
void check_oracle_end(check_oracle_t *oracle);

typedef struct check_engine {
    scord_config_t config;
    scord_race_report_t *report;
    scord_stream_writer_t *recording; /* NULL: none */
    scord_model_t *model;             /* without --rtl */
    scord_replay_t replay;
    scord_lockstep_t *lockstep;       /* with --rtl */
    scord_lockstep_options_t lockstep_options;
    check_oracle_t oracle;
    check_statistics_t statistics;
    int code;                         /* exit code of what went wrong, 0: nothing */
    char message[4608];               /* and what */
} check_engine_t;

/* `recording`: file that takes the stream, NULL: none. `replay_command` is kept. Returns 0 or engine->code. */
int check_engine_start(check_engine_t *engine, const check_options_t *options, const scord_config_t *config,
                       const char *recording, const char *replay_command);
/* Takes one event; nonzero: stop, see code and message. */
int check_engine_event(check_engine_t *engine, scord_event_t *event);
/* The stream has ended: drains, closes the recording. */
int check_engine_finish(check_engine_t *engine);
void check_engine_end(check_engine_t *engine);

/* The statistics block, and the same as members of a JSON object. */
void check_print_statistics(FILE *out, const check_engine_t *engine, const run_status_t *status);
int check_write_json(const char *path, check_engine_t *engine, const check_options_t *options,
                     const run_status_t *status, int exit_code);

#endif
