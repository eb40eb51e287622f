/* SPDX-License-Identifier: Apache-2.0 */
/* variant.h: the detector with its approximations as switches, to ask what each of them costs
 * (docs/accuracy.md).
 *
 * The rules are those of docs/semantics.md section 3, literally, on entries of any width: with the
 * switches as built a variant retires exactly what the golden model retires
 * (tb/eval/accuracy/test_variant.c). Lifting one switch answers "would this race have been found if
 * …". Proposed changes of the rules are switches too.
 */
#ifndef SCORD_TB_VARIANT_H
#define SCORD_TB_VARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event.h"
#include "cmodel/scord_replay.h"
#include "tb/eval/accuracy/variant_order.h"

enum { VARIANT_LOCKS_MAX = 32 };

/* Departures of docs/semantics.md section 16, each taken back by its bit: then the paper's letter
 * stands in its place. All of them are the key as_printed (D91). */
typedef enum variant_printed {
    VARIANT_PRINTED_ORDER = 1 << 0,    /* program order is tested before the barrier (D10) */
    VARIANT_PRINTED_FLAGS = 1 << 1,    /* Modified, BlkShared, DevShared are never cleared (D12) */
    VARIANT_PRINTED_OWNER = 1 << 2,    /* every access becomes the owner (D11, D12) */
    VARIANT_PRINTED_STRONG = 1 << 3,   /* Strong is set by the first access only (D13) */
    VARIANT_PRINTED_GOES_ON = 1 << 4,  /* the history goes on after a race (D16) */
    VARIANT_PRINTED_CONFLICT = 1 << 5, /* rule 6 for accesses of another warp, without
                                          `wr & DevShared` */
    VARIANT_PRINTED_CAS = 1 << 6,      /* every CAS inserts (D17) */
    VARIANT_PRINTED_ACTIVE = 1 << 7,   /* a block fence does not touch device locks (D18) */
    VARIANT_PRINTED_EXCH = 1 << 8,     /* an Exch of any value frees its scope's locks (D19) */
    VARIANT_PRINTED_QUEUE = 1 << 9,    /* a circular buffer that a launch leaves (D20, D25) */
    VARIANT_PRINTED_BLOOM = 1 << 10,   /* one field of 16 bits, of the last access (D21, D22) */
    VARIANT_PRINTED_BARRIER = 1 << 11, /* a launch is no barrier (D4) */
    VARIANT_PRINTED_KERNEL = 1 << 12,  /* a kernel start initialises nothing (D5) */
    VARIANT_PRINTED_ALL = (1 << 13) - 1
} variant_printed_t;

typedef struct variant_options {
    const char *name;
    unsigned log2_cache_ratio; /* 0 .. 4 (D23) */
    unsigned lock_entries;     /* 1 .. VARIANT_LOCKS_MAX (D20) */
    bool many_locks;           /* a full table counts its oldest locks (D71); with blooms only */
    unsigned fence_bits;       /* 1 .. 32: width of BlkFenceID and DevFenceID (D9) */
    unsigned barrier_bits;     /* 1 .. 32: width of BarrierID (D4) */
    unsigned bloom_bits; /* 8, 16, 32: two parts of two one-hot fields of 2, 4, 8 bits (D21) */
    bool exact_locks;    /* sets of addresses instead of hashes and blooms (D21, D22) */
    bool all_accessors;  /* every warp's last read and write of a word instead of one owner (section
                            8) */
    bool keeps_history;  /* all_accessors: after a reported race, too (D16) */
    bool threads;        /* threads instead of warps: owner, fences, locks, one check a lane (D2) */
    /* proposed changes of the rules, docs/accuracy.md */
    bool hand_over;   /* P1: a shared read takes the entry from an owner that has fenced since (rule
                         9, load) */
    bool hash_pair;   /* P2: the lockset is two 6-bit hashes instead of a bloom; more locks than two
                         protect from everything */
    bool both_scopes; /* P3: rule 4 looks at both atomics: one of block scope after another block's
                         races too */
    unsigned printed; /* variant_printed_t; not with the options above, from lock_entries on */
    variant_order_options_t order; /* acquire and release, docs/semantics.md section 13 */
} variant_options_t;

/* A short name of one departure, for tables. */
const char *variant_printed_name(variant_printed_t departure);

/* The detector as built, at the ratio of a configuration. */
variant_options_t variant_as_built(unsigned log2_cache_ratio);

typedef struct variant variant_t;

/* NULL: no memory. observe: as in scord_replay.h; of retire only kind, address, path, verdict,
 * scope, sequence and tag_miss are filled. */
variant_t *variant_create(const variant_options_t *options, scord_observe_t *observe,
                          void *context);
void variant_destroy(variant_t *variant);
/* Every event of a stream, in order. False: no memory. */
bool variant_event(variant_t *variant, const scord_event_t *event);

#endif
