/* SPDX-License-Identifier: Apache-2.0 */
/* judge.h: one stream through the oracle and one variant of the detector; which sites were found,
 * missed, invented. */
#ifndef SCORD_TB_JUDGE_H
#define SCORD_TB_JUDGE_H

#include "cmodel/oracle/oracle_sites.h"
#include "tb/eval/accuracy/variant.h"

typedef struct judgement {
    scord_oracle_report_t
        *report; /* judged: its tables are read as they are (cmodel/oracle/oracle_sites.h) */
    scord_oracle_counts_t counts;
} judgement_t;

/* Reads the stream at PATH from its beginning. False: an error was printed. */
bool judge_stream(const char *path, const scord_oracle_axes_t *axes,
                  const variant_options_t *options, judgement_t *judgement);
void judgement_free(judgement_t *judgement);

/* Why the detector as built misses site `site`, or reports `detected` without a race. */
typedef enum cause {
    CAUSE_TAG_ALIAS,  /* the entry was another word's (D23) */
    CAUSE_OWNER,      /* one owner a word: it was overwritten */
    CAUSE_WRAP,       /* a counter came round (D9) */
    CAUSE_BLOOM,      /* two locks look alike (D21) */
    CAUSE_LOCK_TABLE, /* the table was full (D20) */
    CAUSE_WARP,       /* lanes of one warp, or a fence or lock of another lane */
    CAUSE_NUMBER,     /* acquire_release: a number of another release covers the access (D63) */
    CAUSE_PATTERN, /* acquire_release: a release counts as a fence for later relaxed writes (D61) */
    CAUSE_SEQUENCE, /* acquire_release: of a release sequence the scope of the last write counts,
                       not of its head (D61) */
    CAUSE_BLOCK,    /* acquire_release: another warp of the block acquired or released (D61) */
    CAUSE_SEVERAL,  /* more than one of the above at once */
    CAUSE_REPORTED, /* the word was reported just before and its history started again (D16) */
    CAUSE_ACQUIRE,  /* the reading side does not acquire: the algorithm looks at the owner's fences
                       only */
    CAUSE_FENCE_UNSEEN, /* the owner fenced, but nothing made the other wait for it */
    CAUSE_RULES,        /* the rules say so: the letter of Table IV is in the report */
    CAUSE_COUNT
} cause_t;

const char *cause_name(cause_t cause);

typedef struct causes {
    uint32_t missed[CAUSE_COUNT], invented[CAUSE_COUNT];
} causes_t;

/* Adds the causes of everything that BASE got wrong on the stream. */
bool find_causes(const char *path, const scord_oracle_axes_t *axes,
                 const variant_options_t *options, const judgement_t *base, causes_t *causes);

#endif
