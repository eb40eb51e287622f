/* SPDX-License-Identifier: Apache-2.0 */
/* checked_program.h: a program of the front-end model as a child process: its event stream, its
 * status, its end.
 *
 * Standard input, output and error are the user's own.
 */
#ifndef SCORD_CHECKED_PROGRAM_H
#define SCORD_CHECKED_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "sim/runtime/run_status.h"

typedef struct checked_variable {
    const char *name, *value; /* of the program's environment */
} checked_variable_t;

typedef struct checked_program_options {
    const char *config; /* as scord_config_parse reads it */
    uint64_t seed, spin_limit;
    const char *schedule; /* its name (sim/machine/pct.h) in the place of the seed; NULL: none */
    const char *async;    /* when operations run: "late" or a seed; NULL: at their calls */
    bool output_apart;    /* its standard output goes to standard error */
    bool events;          /* whether its event stream is wanted */
    bool keep_going;      /* whether accesses out of range are left out */
    bool interpret;       /* whether nothing is compiled */
    bool syncwarps;       /* whether every __syncwarp is in it */
    bool shared;          /* whether accesses to shared memory are in it */
    bool leaks;           /* whether what lives at the end is reported */
    uint32_t findings;    /* kinds that are looked for, bit scord_finding_kind_t each */
    const char *preload, *library_path; /* in front of the program's own libraries: as LD_PRELOAD
                                           and LD_LIBRARY_PATH want them; NULL: none */
    /* further ones of run_status.h, to the one without a name; NULL: none */
    const checked_variable_t *variables;
} checked_program_options_t;

typedef struct checked_program {
    pid_t pid;            /* 0: not running */
    int event_fd;         /* the stream's read end; the caller takes it over; -1: no events */
    run_status_t *status; /* shared with the program; valid until checked_program_forget */
    int exit_status;      /* of waitpid, once it ended */
} checked_program_t;

/* Starts PATH with arguments (argv[0] first, NULL last). Returns 0, or an exit code of command.h
 * after one message. */
int checked_program_start(checked_program_t *program, const char *path, char *const *argv,
                          const checked_program_options_t *options);
/* Waits for its end. */
void checked_program_wait(checked_program_t *program);
/* Stops it (SIGTERM, then SIGKILL) and waits. */
void checked_program_stop(checked_program_t *program);
void checked_program_forget(checked_program_t *program);

#endif
