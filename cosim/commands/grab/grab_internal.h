/* SPDX-License-Identifier: Apache-2.0 */
/* grab_internal.h: the parts of `scord grab` (command_grab.c, grab_options.c, grab_stream.c,
 * grab_report.c, grab_print.c, grab_json.c, grab_html.c). How a program is compiled and run:
 * cosim/commands/program. docs/grab.md.
 */
#ifndef SCORD_GRAB_INTERNAL_H
#define SCORD_GRAB_INTERNAL_H

#include <limits.h>

#include "cosim/commands/program/check_run.h"
#include "sim/grab/grab.h"
#include "cmodel/report/program_map.h"
#include "sim/machine/machine.h"

enum {
    GRAB_MACHINES_TEXT = 4096,
    GRAB_SETTINGS_MAX = 4096,
    GRAB_SOURCE_TEXT = 160,
    GRAB_NAME_TEXT = 96
};

typedef struct grab_options {
    const char *stream;                          /* an event stream; NULL: a program */
    char machines[GRAB_MACHINES_TEXT];           /* as grab_read_machines reads them */
    const char *scoring_name[GRAB_SCORINGS_MAX]; /* as the user wrote it; "machine" the first */
    unsigned scorings;
    const char *json, *html; /* files, NULL: not asked for */
    uint64_t top;            /* causes told in the text */
    bool quiet, cycles;      /* cycles: the interleaving of the cycle-level machine */
    gpu_machine_t machine;
    gpu_schedule_t schedule;
    char config[96];
} grab_options_t;

/* Fills in both; what `scord check` has too goes to *common. Returns 0, or SCORD_EXIT_BAD_INPUT
 * after one message. */
int grab_read_options(int argc, char **argv, grab_options_t *options, check_options_t *common);

/* grab_stream.c: *grab has seen all events of the stream (also on an error, those before it),
 * *notes its notes. Returns 0, or an exit code after one message. The caller destroys both. */
int grab_read_stream(const grab_options_t *options, grab_t **grab, scord_program_map_t *notes);

/* ---- the report of one level of one scoring ---- */

/* A source line, or an instruction whose line is unknown. */
typedef struct grab_line {
    char file[GRAB_NAME_TEXT * 4]; /* "": unknown, the line is that of `pc` */
    uint32_t line, pc;
    const char *function; /* NULL: unknown */
    grab_counts_t counts;
} grab_line_t;

/* What one line does to another. */
typedef struct grab_link {
    uint32_t from, to; /* root or evictor, and affected: lines */
    uint64_t faults[GRAB_FAULT_COUNT];
    uint64_t blocks[GRAB_FAULT_COUNT]; /* different blocks; of root links only */
} grab_link_t;

typedef struct grab_ranked {
    uint32_t line;
    grab_fault_t type;
    uint64_t count, blocks; /* priority, and different blocks that the root asked for */
    uint32_t first, links;  /* in report.root_link: those from `line` */
} grab_ranked_t;

/* Figure 8, and Table 4's numbers. */
typedef struct grab_summary {
    uint64_t count, cold;
    uint64_t roots, root_blocks;        /* lines, and <line, block> */
    uint64_t affected, affected_blocks; /* the same */
} grab_summary_t;

typedef struct grab_report {
    const grab_results_t *results;
    const grab_scored_t *scored;
    const grab_account_t *account;
    grab_level_t level;
    grab_line_t *line;
    uint32_t lines, *line_of_site;
    grab_link_t *root_link, *evictor_link; /* by `from`, then `to` */
    uint32_t root_links, evictor_links;
    grab_ranked_t *cause; /* most faults first */
    uint32_t causes;
    grab_summary_t fault[GRAB_FAULT_COUNT];
} grab_report_t;

/* DIRECTORY: files below it are named relative to it. False: out of memory (grab_report_free even
 * then). */
bool grab_report_make(grab_report_t *report, const grab_results_t *results, unsigned scoring,
                      grab_level_t level, const char *directory);
void grab_report_free(grab_report_t *report);
extern const char *const grab_fault_names[GRAB_FAULT_COUNT];    /* "mh", "m*h", "mm" */
extern const char *const grab_fault_words[GRAB_FAULT_COUNT];    /* what it means */
extern const char *const grab_fault_remedies[GRAB_FAULT_COUNT]; /* Table 2 in words */
/* "file.cu:12", or "pc 0x10". Returns buffer. */
char *grab_line_name(const grab_line_t *line, char *buffer, size_t size);
/* The text of the line; "" when there is none. Returns buffer. */
char *grab_line_text(const grab_line_t *line, char *buffer, size_t size);
/* "L1 of 16 KB, 4 ways, 32 sets, …". Returns buffer. */
char *grab_geometry_words(const grab_geometry_t *geometry, char *buffer, size_t size);

/* What the run was, for the files. */
typedef struct grab_about {
    const grab_options_t *options;
    const grab_results_t *results;
    const scord_program_map_t *notes; /* of a stream: every report repeats them */
    const char *program, *error, *directory;
    uint64_t seed;
    int exit_status; /* of the program, as a shell says it */
} grab_about_t;

/* What PUT writes, false: out of memory, goes to PATH (`-`: standard output). Returns 0, or an exit
 * code after one message. */
int grab_write_file(const char *path, const grab_about_t *about,
                    bool (*put)(FILE *out, const grab_about_t *about));
/* All return 0, or an exit code after one message. PATH `-`: standard output. */
int grab_print(const grab_about_t *about, FILE *out);
int grab_write_json(const char *path, const grab_about_t *about);
int grab_write_html(const char *path, const grab_about_t *about);

#endif
