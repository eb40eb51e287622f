/* changes.h: what would have made a check come out otherwise, found by trying.
 *
 * For a race: the changes of Table IV's kind (a fence or a barrier between, stronger accesses,
 * wider atomics, a common lock) that make the check clean, singly and, when one alone gives another
 * race, together. For a clean check: without which fence, barrier, lock, strength or scope it is a
 * race. Every reported change has been made in the stream and decided by the golden model; for
 * a place "between" both ends were tried.
 */
#ifndef SCORD_CHANGES_H
#define SCORD_CHANGES_H

#include "cmodel/explain/explanation.h"

/* Fills explanation->change, changes and trials. */
scord_walk_status_t scord_try_changes(scord_explanation_t *explanation, char *message, size_t size);

#endif
