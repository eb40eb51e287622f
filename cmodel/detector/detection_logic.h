/* SPDX-License-Identifier: Apache-2.0 */
/* detection_logic.h: decides one check (ScoRD section IV, Tables III and IV; docs/semantics.md
 * section 3, rules 1 to 9).
 *
 * A pure function of the metadata entry, the access and two fence file entries, as combinational as
 * the RTL's module of the same name. "Owner" is the warp named in the entry, "x" the access being
 * checked. This is the specification in C; decision_table.h is the fast version and is compared
 * with it.
 */
#ifndef SCORD_DETECTION_LOGIC_H
#define SCORD_DETECTION_LOGIC_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/rule_trace.h"
#include "cmodel/scord_params.h"

/* x: what the detector knows about the access to one word (D8). */
typedef struct scord_check {
    uint8_t block_id, warp_id, barrier_id;
    uint8_t tag;         /* of the word's metadata (D23) */
    uint16_t lock_bloom; /* xl: locks held */
    bool write;          /* wr: store or atomic */
    bool atomic;
    bool block_scope;         /* bit 0 of the access's scope (D29) */
    bool strong;              /* xs (D6) */
    bool both_scopes;         /* option of rule 4 (D39) */
    bool independent_threads; /* option (D40); without it the next three are not used */
    bool has_diverged;        /* of the warp, now (D41) */
    bool several_threads;     /* several lanes touch one byte of the word */
    uint8_t thread_id;        /* the lowest lane on the word */
    bool acquire_release;     /* option (D60); without it stated and ordered are false */
    bool stated;              /* x states its semantics, and synchronises as an atomic does (D60) */
    bool ordered;             /* x has acquired what the owner released after its access (D63) */
    scord_fence_entry_t accessor_fences; /* accessor's fence file entry now (D1) */
    scord_fence_entry_t owner_fences;    /* OF: owner's fence file entry now (D1) */
    scord_rule_trace_t *trace;           /* gets the rules that were tried; NULL: not recorded */
} scord_check_t;

typedef struct scord_decision {
    scord_metadata_t metadata; /* the entry afterwards */
    scord_path_t path;
    scord_verdict_t verdict;
    bool owned;       /* x has become the owner */
    bool block_scope; /* scope of the race: block; false for a race of device scope, and when clean
                         (D30) */
} scord_decision_t;

/* Owner and x are of one warp: is the owner's access ordered before x by the program order of a
 * thread or by a meeting of the warp's lanes (D40, D41)? Always without independent threads. */
bool scord_threads_ordered(const scord_metadata_t *metadata, const scord_check_t *x);
/* Applies rules 1 to 9 to entry `metadata` (after the tag check; any bits) and access `x`. */
scord_decision_t scord_detection_logic(const scord_metadata_t *metadata, const scord_check_t *x);

#endif
