/* SPDX-License-Identifier: Apache-2.0 */
/* cosim_internal.h: what the files of `scord cosim` share. */
#ifndef SCORD_COSIM_INTERNAL_H
#define SCORD_COSIM_INTERNAL_H

#include <limits.h>
#include <signal.h>

#include "cosim/coverage/coverage.h"
#include "cmodel/stream/event_stream.h"
#include "cosim/commands/shared/explain_check.h"
#include "cosim/lockstep/lockstep.h"
#include "cosim/random/random_program.h"
#include "cmodel/report/program_map.h"

typedef struct cosim_arguments {
    char **streams;
    int stream_count;
    const char *config_text; /* --config, or NULL: the stream's (random: tiny) */
    const char *wave, *output, *json, *program, *save, *coverage;
    char folder[PATH_MAX]; /* output, when the command line does not say */
    uint64_t seed, events, first_event, wave_from, wave_to;
    uint64_t memory_silent, memory_flip;
    uint32_t max_latency, axi_errors, memory_lies, memory_flip_bit, shrink_seconds,
        lanes;     /* lanes 0: the configuration's */
    int wave_race; /* -1: none */
    explain_options_t explain;
    bool random, free_order, consume_log, model_only, rtl_only, hash_state, quiet, scheduled_issue,
        random_issue, sparse, help;
} cosim_arguments_t;

/* Returns 0, or SCORD_EXIT_BAD_INPUT after one line on standard error. */
int cosim_parse(int argc, char **argv, cosim_arguments_t *arguments);

/* One stream or random program, whichever it is, as a source of events. */
typedef struct cosim_source {
    const char *name;
    scord_stream_reader_t *reader;
    scord_random_program_t *program;
    FILE *program_text;
    scord_config_t config;
    char config_name[64];
    uint64_t first_event;       /* its number */
    scord_coverage_t *coverage; /* NULL: not measured */
    bool validate;              /* the stream was checked against another configuration */
    scord_program_map_t notes;  /* note records alone */
    scord_stream_error_t error;
} cosim_source_t;

/* Opens ARGUMENTS' stream number `index` (random: index is ignored). Returns 0 or an exit code,
 * message printed. */
int cosim_open(cosim_source_t *source, const cosim_arguments_t *arguments, int index);
/* SCORD_STREAM_OK, _END, or an error in source->error. */
scord_stream_status_t cosim_next(cosim_source_t *source, scord_event_t *event);
void cosim_close(cosim_source_t *source);
/* --coverage: makes source->coverage; adds what it counted to the database. Return 0 or an exit
 * code, message printed. */
int cosim_open_coverage(cosim_source_t *source, const cosim_arguments_t *arguments);
int cosim_save_coverage(const cosim_source_t *source, const cosim_arguments_t *arguments);
/* True when the stream has schedule records; false for pipes and random programs. */
bool cosim_has_schedule(const char *stream);
/* Writes the random program of ARGUMENTS as a text stream. Returns 0 or an exit code, message
 * printed. */
int cosim_save_random(const cosim_arguments_t *arguments, const char *path);

typedef struct cosim_result {
    const char *name;
    char config[64];
    scord_lockstep_statistics_t statistics;
    scord_lockstep_mismatch_t mismatch; /* unit empty: none */
    scord_program_map_t notes;          /* of the stream; the caller destroys it */
    scord_explanation_t *explanation;   /* NULL: not asked for; the caller frees it */
    bool interrupted;
} cosim_result_t;

/* cosim_explain.c: explains the check that was asked for, prints it unless quiet. Returns 0 or an
 * exit code. */
int cosim_explain(const cosim_arguments_t *arguments, const cosim_source_t *source,
                  cosim_result_t *result);
/* Runs one source, prints its summary unless quiet. Returns the exit code. */
int cosim_run(const cosim_arguments_t *arguments, int index, const char *replay_command,
              cosim_result_t *result);
int cosim_write_json(const char *path, const cosim_arguments_t *arguments,
                     const cosim_result_t *results, int count);

#endif
