/* SPDX-License-Identifier: Apache-2.0 */
/* mutants.h: the mutants of a set of Verilog files: one small change each, with file, line, and
 * text before and after. */
#ifndef SCORD_MUTANTS_H
#define SCORD_MUTANTS_H

#include <stdint.h>
#include <stdio.h>

#include "tb/mutation/automatic/verilog_lexer.h"

typedef struct mutant {
    unsigned number; /* from 1, in the order of the files and of the text */
    unsigned file;   /* index into the sources */
    unsigned line;
    bool statement;        /* an assignment; else an expression */
    size_t begin, end;     /* bytes [begin, end) of the file are replaced */
    const char *operation; /* what kind of change: table in docs/mutation.md */
    char *replacement;     /* Verilog */
    char *before, *after;  /* on one line */
    char *rank_key; /* "file: before → after", and " #2" for its second occurrence: decides the
                       sample */
    char *key; /* "file: line [before → after]", and " #2": names the mutant when lines move */
    char module[64];
    bool chosen;
} mutant_t;

typedef struct mutants {
    verilog_source_t *sources;
    unsigned source_count;
    mutant_t *list;
    size_t count, capacity;
    unsigned skipped; /* places that were not understood, printed to stderr */
} mutants_t;

/* All mutants of the files. False: message. */
bool mutants_find(mutants_t *mutants, char **paths, unsigned count, char *message,
                  size_t message_size);
void mutants_free(mutants_t *mutants);
/* Drops the mutants found, keeps the files. */
void mutants_clear(mutants_t *mutants);
/* Chooses COUNT of them (0: all) by SEED, at least one of each module. A mutant's rank depends on
 * its text alone, so that an edit elsewhere hardly changes the sample. */
void mutants_sample(mutants_t *mutants, size_t count, uint64_t seed);
/* Chooses exactly the one of that number; false when there is none. */
bool mutants_choose(mutants_t *mutants, unsigned number);
/* Adds one more mutant, numbered on from the last: the difference between file FILE and its changed
 * copy at PATH, widened to the whole expression (right side, condition, connection) or assignment
 * around all changed tokens. False: message (nothing changed, a change outside of expressions and
 * assignments, no memory). */
bool mutants_plant(mutants_t *mutants, unsigned file, const char *path, char *message,
                   size_t message_size);

/* The file with every chosen mutant in it, switched by mutation_control::number (0: none). */
void mutants_write_switched(const mutants_t *mutants, unsigned file, FILE *out);
/* The file with the chosen mutants made for good; they must not overlap. */
void mutants_write_applied(const mutants_t *mutants, unsigned file, FILE *out);

#endif
