/* SPDX-License-Identifier: Apache-2.0 */
/* approximations.h: what the detector's approximations did in a run, for every report: how often,
 * whether that can hide races or invent them, and the option that removes it
 * (docs/report-format.md, "Approximations").
 */
#ifndef SCORD_APPROXIMATIONS_H
#define SCORD_APPROXIMATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the order of reports: those that can hide races first. */
typedef enum scord_approximation {
    SCORD_UNCHECKED_SHARED,    /* launches with shared memory that is not tracked (D3, D50) */
    SCORD_FORGOTTEN_OWNERS,    /* checks that found another word's entry and lost its owner (D23) */
    SCORD_UNTRACKED,           /* words outside the tracked range (D24) */
    SCORD_NOT_PERFORMED,       /* checks whose metadata could not be read (D27) */
    SCORD_DROPPED_LOCKS,       /* locks that a full lock table dropped (D20) */
    SCORD_MANY_LOCKS,          /* locks that a lock table counted, having no entry for them (D71) */
    SCORD_ORDERS_WITHOUT_ROOM, /* signals and writers that only the detector keeps (D77, D78) */
    SCORD_BARRIER_WRAPS, /* entries that looked as if of now, their block's count having wrapped */
    SCORD_RELEASE_WRAPS, /* times that the release numbers began anew (D62) */
    SCORD_FENCE_WRAPS,   /* fences that were not seen, the owner's count having wrapped */
    SCORD_EPOCH_WRAPS,   /* the same of __syncwarp (D41) */
    SCORD_BYTES_WITHOUT_ROOM, /* checks of bytes that keep the verdict of the word (D70) */
    SCORD_FORGOTTEN_LANES, /* segments that a warp in step touched, a finding may be hidden (D74) */
    SCORD_WRAPPED_RACES,   /* reports that only wrapped counts show, not counted (D9) */
    SCORD_DIFFERENT_BYTES, /* reports of different bytes of a word, not counted (D70) */
    SCORD_ONLY_BYTES,      /* races of one byte that the word's entry does not show (D70) */
    SCORD_SYSTEM_SCOPE,    /* requests of system scope, taken for device scope (D7) */
    SCORD_DROPPED_RECORDS, /* race records for which the log had no room (D38) */
    SCORD_APPROXIMATIONS
} scord_approximation_t;

typedef struct scord_approximations {
    uint64_t count[SCORD_APPROXIMATIONS];
} scord_approximations_t;

const char *scord_approximation_name(scord_approximation_t approximation); /* in JSON */
bool scord_approximation_hides(scord_approximation_t approximation);       /* it can hide races */
bool scord_approximation_invents(scord_approximation_t approximation);     /* … invent races */
/* One sentence with the count and the remedy. */
void scord_approximation_words(scord_approximation_t approximation, uint64_t count, char *text,
                               size_t size);
/* The option that removes it; NULL: there is none. */
const char *scord_approximation_option(scord_approximation_t approximation);
/* Did one act that can hide races? */
bool scord_approximations_hide(const scord_approximations_t *acted);

/* A line or more for each that acted, 100 columns wide. */
void scord_approximations_print(const scord_approximations_t *acted, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
