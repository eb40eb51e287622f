/* SPDX-License-Identifier: Apache-2.0 */
/* explanation.h: one check of a stream in words: what was compared, each rule of ScoRD's Tables III
 * and IV in order with its values, the entry before and after, and the changes that would have
 * changed the verdict.
 *
 * Everything comes from the golden model: its decision is observed (decision_observer.h), and a
 * change is reported only after the model has decided the stream with that change in it
 * (stream_walk.h). docs/explain.md.
 */
#ifndef SCORD_EXPLANATION_H
#define SCORD_EXPLANATION_H

#include <stdio.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/report/program_map.h"
#include "cmodel/explain/stream_walk.h"

enum {
    SCORD_EXPLAINED_HISTORY = 6, /* checks of the entry before this one */
    SCORD_EXPLAINED_FENCES = 16, /* of the owner since its access, the last ones */
    SCORD_EXPLAINED_LOCKS = 8,   /* lock words that a warp holds */
    SCORD_CHANGE_EDITS = 8,
    SCORD_CHANGES = 4, /* reported */
    SCORD_TRIALS = 60  /* tried */
};

/* Which check. */
typedef struct scord_question {
    const char *stream;           /* a file, not a pipe: it is read several times */
    const scord_config_t *config; /* NULL: the stream's */
    bool by_race;
    uint64_t race;         /* number of the race in its stream, from 0 */
    uint64_t event;        /* else: number of the access */
    bool by_lane, by_word; /* neither: its first racy word, else its first word */
    unsigned lane;
    uint64_t word; /* byte address */
} scord_question_t;

/* A check of the same metadata entry. */
typedef struct scord_past_check {
    uint64_t sequence, address;
    uint8_t block_id, warp_id, op, atomic, scope, strong;
    uint32_t pc;
    scord_path_t path;
    scord_verdict_t verdict;
    bool owned; /* it became the owner */
} scord_past_check_t;

typedef struct scord_held_lock {
    uint64_t address, cas; /* sequence of the CAS */
    uint8_t scope;
} scord_held_lock_t;

typedef struct scord_warp_locks {
    scord_held_lock_t lock[SCORD_EXPLAINED_LOCKS];
    unsigned count;
} scord_warp_locks_t;

/* A fence of the owner, or a barrier of its block, between its access and this one. */
typedef struct scord_between {
    uint64_t sequence;
    bool barrier;
    uint8_t scope;
} scord_between_t;

/* A change of the stream, and what the model then decides about the check. */
typedef struct scord_change {
    scord_edit_t edit[SCORD_CHANGE_EDITS];
    unsigned edits;
    char words[480];
    scord_verdict_t verdict;
    scord_path_t path;
} scord_change_t;

typedef struct scord_explanation {
    const char *stream;
    const scord_config_t *config; /* NULL: the stream's */
    scord_config_t stream_config; /* the configuration used */
    char config_name[64];
    scord_event_t event;   /* the access */
    uint64_t race;         /* its number in the stream, when it is a race */
    uint64_t kernel_begin; /* event that starts the kernel */
    unsigned kernel;
    scord_decided_check_t check; /* request and trace point into this structure */
    scord_detector_request_t request;
    scord_rule_trace_t trace;
    scord_metadata_t after;
    scord_past_check_t history[SCORD_EXPLAINED_HISTORY]; /* oldest first */
    unsigned history_count;
    bool owner_known;
    scord_past_check_t owner;
    scord_between_t between[SCORD_EXPLAINED_FENCES];
    unsigned between_count;
    uint64_t block_fences, device_fences, barriers; /* between, in all */
    uint64_t owner_lock_bits,
        access_lock_bits; /* lock table entries of both warps when it was decided */
    scord_warp_locks_t owner_locks,
        access_locks; /* lock words held at the owner's access, and at this one */
    scord_change_t change[SCORD_CHANGES]; /* a race: changes that make it clean; else: changes that
                                             make it a race */
    unsigned changes, trials;
    scord_program_map_t program; /* source lines, objects */
} scord_explanation_t;

/* Explains a check. The question's config and stream must outlive the explanation. On a status
 * other than OK MESSAGE has one line. Call the free function in any case. */
scord_walk_status_t scord_explain(const scord_question_t *question,
                                  scord_explanation_t *explanation, char *message, size_t size);
void scord_explanation_free(scord_explanation_t *explanation);
/* Text fits 100 columns. */
void scord_explanation_print(const scord_explanation_t *explanation, FILE *out);
/* One object into what JSON has open, INDENT blanks before the lines after its first;
 * docs/explain.md, "JSON". */
void scord_put_explanation(json_writer_t *json, const char *name,
                           const scord_explanation_t *explanation, int indent);
/* Writes the stream with change number `change` made to PATH (text). *event: number of the
 * explained access in it. */
scord_walk_status_t scord_explanation_write(const scord_explanation_t *explanation, unsigned change,
                                            const char *path, uint64_t *event, char *message,
                                            size_t size);

/* "sm0.slot1.warp3" */
void scord_warp_name(unsigned block_id, unsigned warp_id, char *text, size_t size);

#endif
