/* SPDX-License-Identifier: Apache-2.0 */
/* dependent_launches.c: see dependent_launches.h.
 *
 *     stream   kernel a ●───────────────────●
 *              kernel b       ●┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄│wait ───────────►
 *                              ahead of a        behind a
 *
 * Who waits is a warp; a barrier passes that on to the warps of its block. What passes it on to
 * other blocks is not seen.
 *
 * A kernel lets the next one begin when all its blocks have called
 * cudaTriggerProgrammaticLaunchCompletion() or ended. When each warp has waited before, the next
 * one is behind all that this one was behind.
 */
#include "sim/runtime/dependent_launches.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/scord_params.h"

typedef struct block {
    uint32_t cta[3];
    uint32_t warps, waited, arrived; /* bits of the SM's warps */
} block_t;

typedef struct dependent {
    struct dependent *next;
    const order_operation_t *operation;
    order_operation_t *ahead;
    bool lets_early; /* a warp triggered or ended that had not waited */
    block_t block[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
} dependent_t;

static dependent_t *dependents; /* as the session, one for the process; its lock guards it */

static dependent_t *find(const order_operation_t *operation) {
    dependent_t *at = dependents;
    while (at && at->operation != operation) at = at->next;
    return at;
}

bool dependent_launches_add(const order_operation_t *operation, order_operation_t *ahead) {
    dependent_t *made = calloc(1, sizeof *made);
    if (!made) return false;
    *made = (dependent_t){.next = dependents, .operation = operation, .ahead = ahead};
    dependents = made;
    return true;
}

void dependent_launches_event(const order_operation_t *operation, const scord_event_t *event) {
    dependent_t *of = find(operation);
    if (!of) return;
    block_t *block;
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        block = &of->block[event->block_launch.sm][event->block_launch.slot];
        *block = (block_t){.warps = event->block_launch.warps};
        memcpy(block->cta, event->block_launch.cta, sizeof block->cta);
        return;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
        block = &of->block[event->warp.sm][event->warp.slot];
        block->arrived |= UINT32_C(1) << event->warp.warp;
        return;
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
        block = &of->block[event->warp.sm][event->warp.slot];
        if (block->arrived & block->waited) block->waited |= block->arrived;
        block->arrived = 0;
        return;
    case SCORD_EVENT_KIND_WARP_EXIT:
        block = &of->block[event->warp.sm][event->warp.slot];
        if (!(block->waited >> event->warp.warp & 1)) of->lets_early = true;
        return;
    default: return;
    }
}

/* The bit of the warp with number INDEX in its block. */
static uint32_t warp_bit(uint32_t warps, uint32_t index) {
    for (; index > 0 && warps; index--) warps &= warps - 1;
    return warps & -warps;
}

void dependent_launches_call(const order_operation_t *operation, const core_host_call_t *call) {
    dependent_t *of = find(operation);
    if (!of) return;
    block_t *block = of->block[0], *end = block + SCORD_MAX_SMS * SCORD_MAX_BLOCKS_PER_SM;
    while (block < end && (!block->warps || memcmp(block->cta, call->block, sizeof block->cta)))
        block++;
    if (block == end) return;
    const uint32_t bit = warp_bit(block->warps, core_warp_number(call->warp));
    if (strcmp(call->name, CORE_GRID_WAIT) == 0)
        block->waited |= bit;
    else if (!(block->waited & bit))
        of->lets_early = true;
}

order_operation_t *dependent_launches_side(order_operation_t *operation,
                                           const scord_event_access_t *access) {
    const dependent_t *of = dependents ? find(operation) : NULL;
    if (!of || of->block[access->sm][access->slot].waited >> access->warp & 1) return operation;
    return of->ahead;
}

order_operation_t *dependent_launches_end(const order_operation_t *operation, bool *waited) {
    for (dependent_t **at = &dependents; *at; at = &(*at)->next) {
        dependent_t *of = *at;
        if (of->operation != operation) continue;
        order_operation_t *ahead = of->ahead;
        *waited = !of->lets_early;
        *at = of->next;
        free(of);
        return ahead;
    }
    return NULL;
}
