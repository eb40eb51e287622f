/* SPDX-License-Identifier: Apache-2.0 */
/* changes.h: which changes would have changed the verdict of a check, found by trying them.
 *
 * For a race: the changes of Table IV's kind (a fence or a barrier between, stronger accesses,
 * wider atomics, a common lock) that make the check clean, one at a time and, when one alone leads
 * to another race, together. For a clean check: the fences, barriers, locks, strength or scopes
 * whose removal makes it a race. Every reported change was made in the stream and decided by the
 * golden model; for a place "between" both ends were tried.
 */
#ifndef SCORD_CHANGES_H
#define SCORD_CHANGES_H

#include "cmodel/explain/explanation.h"

/* Fills explanation->change, changes and trials. */
scord_walk_status_t scord_try_changes(scord_explanation_t *explanation, char *message, size_t size);

#endif
