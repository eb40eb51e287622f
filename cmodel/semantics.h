/* SPDX-License-Identifier: Apache-2.0 */
/* semantics.h: the effect of stated semantics on an access or a fence (D60, D61), for the SM units
 * (D64), the detector (D61) and the report beside it (D79).
 */
#ifndef SCORD_SEMANTICS_H
#define SCORD_SEMANTICS_H

#include <stdbool.h>

#include "cmodel/scord_params.h"

/* A fence releases unless it is .acquire, and acquires unless it is .release. */
static inline bool scord_fence_acquires(scord_semantics_t semantics) {
    return semantics != SCORD_SEMANTICS_RELEASE;
}

static inline bool scord_fence_releases(scord_semantics_t semantics) {
    return semantics != SCORD_SEMANTICS_ACQUIRE;
}

static inline bool scord_stronger_than_relaxed(scord_semantics_t semantics) {
    return semantics != SCORD_SEMANTICS_NONE && semantics != SCORD_SEMANTICS_RELAXED;
}

/* A load or atomic with acquire, acq_rel or seq_cst. */
static inline bool scord_acquires(scord_op_t op, scord_semantics_t semantics) {
    return op != SCORD_OP_STORE && scord_stronger_than_relaxed(semantics) &&
           scord_fence_acquires(semantics);
}

/* An atomic whose result nothing reads, and that acquires nothing: whether the atomics of others
 * came before it makes no difference to what follows (D79). */
static inline bool scord_observes_nothing(bool unread, scord_semantics_t semantics) {
    return unread && !scord_acquires(SCORD_OP_ATOMIC, semantics);
}

/* A store or atomic with release, acq_rel or seq_cst. */
static inline bool scord_releases(scord_op_t op, scord_semantics_t semantics) {
    return op != SCORD_OP_LOAD && scord_stronger_than_relaxed(semantics) &&
           scord_fence_releases(semantics);
}

#endif
