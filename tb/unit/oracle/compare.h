/* SPDX-License-Identifier: Apache-2.0 */
/* compare.h: one stream through both oracles, race by race. */
#ifndef SCORD_TB_COMPARE_H
#define SCORD_TB_COMPARE_H

#include "tb/unit/oracle/axiomatic.h"
#include "cmodel/oracle/oracle_state.h" /* hrf_fault_t */

typedef enum compare_outcome {
    COMPARE_EQUAL,
    COMPARE_DIFFERENT, /* message says where */
    COMPARE_TOO_LARGE, /* more operations than the axiomatic oracle takes */
    COMPARE_ERROR      /* the online oracle refused the stream or memory is out */
} compare_outcome_t;

typedef struct comparer comparer_t;

comparer_t *comparer_create(void); /* NULL: no memory */
void comparer_destroy(comparer_t *comparer);

/* Every pair that the online oracle reports is a race of the axiomatic one, and every access to a
 * word that races with an earlier one there is reported by the online oracle. FAULT is planted into
 * the online oracle. */
compare_outcome_t compare_stream(comparer_t *comparer, const scord_oracle_axes_t *axes,
                                 const scord_event_t *events, unsigned count, hrf_fault_t fault);
const char *comparer_message(const comparer_t *comparer);
uint64_t comparer_races(
    const comparer_t *comparer); /* races of the last stream, as the axiomatic oracle counts them */

#endif
