/* SPDX-License-Identifier: Apache-2.0 */
/* oracle.h: the exact oracle: which pairs of accesses race under a heterogeneous-race-free memory
 * model.
 *
 * Source: Hower et al., "Heterogeneous-race-free Memory Models" (ASPLOS 2014), HRF-direct and
 * HRF-indirect, carried over to CUDA's fences and scoped atomics; docs/oracle.md states every rule.
 * Exact over all accesses of a stream, at thread and byte granularity, for any grid: no
 * last-accessor shortcut, no wrapping counters. What is decided is the execution that the stream
 * records (values read, order of accesses); scord_schedules.h decides over all schedules.
 * Handle-based; races go to an observer; errors are returned, never printed.
 */
#ifndef SCORD_ORACLE_H
#define SCORD_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- axes: which model ---- */

/* When a release of one scope and an acquire of another meet (HRF section 5.2, "scope inclusion").
 */
typedef enum scord_oracle_match {
    SCORD_ORACLE_MATCH_EXACT,    /* both name the same scope instance */
    SCORD_ORACLE_MATCH_INCLUSIVE /* each scope includes the other's thread */
} scord_oracle_match_t;

/* HRF's two definitions of happens-before. */
typedef enum scord_oracle_closure {
    SCORD_ORACLE_CLOSURE_DIRECT,  /* union over scopes S of (po ∪ so_S)+ */
    SCORD_ORACLE_CLOSURE_INDIRECT /* (po ∪ all so_S)+ */
} scord_oracle_closure_t;

/* Which atomic (or strong) reads acquire without a fence after them. A read with .acquire always
 * does. */
typedef enum scord_oracle_acquire {
    SCORD_ORACLE_ACQUIRE_EXPLICIT, /* none: a fence is needed on both sides */
    SCORD_ORACLE_ACQUIRE_IMPLICIT, /* every one, at its own scope */
    SCORD_ORACLE_ACQUIRE_MIXED /* all but compare-and-swap: flag spins acquire by themselves, CAS
                                  locks need a fence */
} scord_oracle_acquire_t;

typedef enum scord_oracle_volatile {
    SCORD_ORACLE_VOLATILE_DATA,  /* a volatile access is an ordinary data operation */
    SCORD_ORACLE_VOLATILE_STRONG /* it synchronises like a relaxed atomic load or store of its scope
                                    (D6) */
} scord_oracle_volatile_t;

typedef struct scord_oracle_axes {
    scord_oracle_match_t match;
    scord_oracle_closure_t closure;
    scord_oracle_acquire_t acquire;
    scord_oracle_volatile_t volatile_accesses;
    bool sync_conflicts; /* HRF "synchronization conflict": unordered synchronisation whose scopes
                            do not match races */
} scord_oracle_axes_t;

enum { SCORD_ORACLE_AXES_TEXT = 160 }; /* enough for scord_oracle_axes_format */

/* Named models: hrf-direct, hrf-indirect, hrf-indirect-inclusive, ptx, scor. Number, name, one-line
 * description. */
unsigned scord_oracle_presets(void);
const char *scord_oracle_preset_name(unsigned preset);        /* NULL when out of range */
const char *scord_oracle_preset_description(unsigned preset); /* NULL when out of range */
/* Axes of the preset NAME; -1 when there is none of that name. */
int scord_oracle_preset(const char *name, scord_oracle_axes_t *axes);
/* Sets one axis by its text: match=exact|inclusive, closure=direct|indirect,
 * acquire=explicit|implicit|mixed, volatile=data|strong, sync-conflicts=reported|ignored. -1 when
 * axis or value is unknown. */
int scord_oracle_axes_set(scord_oracle_axes_t *axes, const char *axis, const char *value);
/* Text of axis 0 .. 4: its name and its value in AXES; NULL when out of range. */
const char *scord_oracle_axis_name(unsigned axis);
const char *scord_oracle_axis_value(const scord_oracle_axes_t *axes, unsigned axis);
const char *scord_oracle_axis_values(unsigned axis); /* "exact|inclusive" */
/* All axes in one line, "match=exact closure=direct …". Returns TEXT. */
const char *scord_oracle_axes_format(const scord_oracle_axes_t *axes,
                                     char text[SCORD_ORACLE_AXES_TEXT]);

/* ---- races ---- */

typedef enum scord_oracle_conflict {
    SCORD_ORACLE_CONFLICT_ORDINARY, /* HRF "ordinary conflict": at least one is a data operation */
    SCORD_ORACLE_CONFLICT_SYNCHRONISATION /* HRF "synchronization conflict": different scopes, or
                                             different widths */
} scord_oracle_conflict_t;

/* How far the two threads are apart. */
typedef enum scord_oracle_relation {
    SCORD_ORACLE_RELATION_WARP,  /* same warp: a detector that distinguishes only warps cannot find
                                    it */
    SCORD_ORACLE_RELATION_BLOCK, /* same block, other warp */
    SCORD_ORACLE_RELATION_DEVICE /* other block */
} scord_oracle_relation_t;

/* One of the two accesses. */
typedef struct scord_oracle_access {
    uint64_t sequence; /* of its event in the stream */
    uint32_t pc;
    uint32_t cta[3];
    uint32_t thread; /* index in its block, x fastest */
    uint8_t sm, slot, warp, lane;
    uint8_t op;        /* scord_op_t */
    uint8_t scope;     /* scord_scope_t, of a synchronising access; device otherwise */
    bool synchronises; /* atomic or strong: not an ordinary data operation */
    bool writes;       /* false for a failed compare-and-swap */
} scord_oracle_access_t;

typedef struct scord_oracle_race {
    uint64_t address;   /* first byte that both touch */
    uint8_t word_bytes; /* bit = byte of that word that both touch */
    scord_oracle_conflict_t conflict;
    scord_oracle_relation_t relation;
    scord_oracle_access_t first, second; /* in stream order */
    uint32_t threads; /* threads of first's warp whose same access races with second; first is the
                         lowest */
} scord_oracle_race_t;

/* Called for every pair found, in stream order of the second access. Of a thread's earlier accesses
 * to a word only the last of each kind (load, store, atomic; data or synchronising; scope; bytes;
 * width) is kept: whether an access races with an earlier one is exact, and a thread that it races
 * with is named by the last such access. */
typedef void scord_oracle_observe_t(void *context, const scord_oracle_race_t *race);

/* ---- runs ---- */

typedef struct scord_oracle scord_oracle_t;

typedef enum scord_oracle_status {
    SCORD_ORACLE_OK = 0,
    SCORD_ORACLE_INVALID, /* an event that no execution can have; scord_oracle_message gives the
                             reason and the remedy */
    SCORD_ORACLE_NO_MEMORY
} scord_oracle_status_t;

typedef struct scord_oracle_statistics {
    uint64_t events;
    uint64_t accesses;      /* lane accesses */
    uint64_t sync_accesses; /* of these, synchronising ones */
    uint64_t fences;        /* lane fences */
    uint64_t barriers;
    uint64_t threads;       /* launched */
    uint64_t races;         /* pairs given to the observer */
    uint64_t racy_accesses; /* lane accesses to a word that race with an earlier access */
    uint64_t acquired;      /* reads that read from a release chain whose scopes match */
    uint64_t system_scope;  /* lane operations of system scope, treated as device scope (D7) */
    uint64_t clock_nodes;   /* most clock nodes alive at once */
} scord_oracle_statistics_t;

/* NULL: no memory. observe may be NULL. */
scord_oracle_t *scord_oracle_create(const scord_oracle_axes_t *axes,
                                    scord_oracle_observe_t *observe, void *context);
void scord_oracle_destroy(scord_oracle_t *oracle);
/* From now on lanes of one store race only where they write different values, as `differ` of the
 * access says (D72): for streams whose front end has compared them. */
void scord_oracle_compare_lanes(scord_oracle_t *oracle);
/* Every event of a stream, in order; annotations and schedules are passed over. A kernel_begin
 * clears all state: an earlier launch happens before a later one. After a status other than OK only
 * destroy and getters work. */
scord_oracle_status_t scord_oracle_event(scord_oracle_t *oracle, const scord_event_t *event);
const char *
scord_oracle_message(const scord_oracle_t *oracle); /* one line without file name; "" when OK */
const scord_oracle_axes_t *scord_oracle_axes(const scord_oracle_t *oracle);
const scord_oracle_statistics_t *scord_oracle_statistics(const scord_oracle_t *oracle);

/* Names for reports. */
const char *
scord_oracle_conflict_name(scord_oracle_conflict_t conflict); /* "ordinary", "synchronisation" */
const char *
scord_oracle_relation_name(scord_oracle_relation_t relation); /* "warp", "block", "device" */

#ifdef __cplusplus
}
#endif
#endif
