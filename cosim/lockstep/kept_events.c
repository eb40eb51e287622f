/* SPDX-License-Identifier: Apache-2.0 */
/* kept_events.c: see kept_events.h. */
#include "cosim/lockstep/kept_events.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool scord_kept_events_make(scord_kept_events_t *pool, size_t count) {
    assert(!pool->all && count > 0);
    pool->all = calloc(count, sizeof *pool->all);
    for (size_t i = 0; pool->all && i < count; i++) {
        pool->all[i].references = 1;
        scord_kept_event_release(pool, &pool->all[i]);
    }
    return pool->all;
}

void scord_kept_events_destroy(scord_kept_events_t *pool) {
    free(pool->all);
    *pool = (scord_kept_events_t){0};
}

scord_kept_event_t *scord_kept_events_copy(scord_kept_events_t *pool, const scord_event_t *event) {
    scord_kept_event_t *kept = pool->free_list;
    assert(kept && kept->references == 0);
    pool->free_list = kept->next_free;
    kept->references = 1;
    /* the array of addresses is long, and an access alone has one */
    const size_t size = event->kind == SCORD_EVENT_KIND_ACCESS
                            ? sizeof *event
                            : offsetof(scord_event_t, access.address);
    memcpy(&kept->event, event, size);
    return kept;
}
_Static_assert(offsetof(scord_event_t, access.address) >=
                   offsetof(scord_event_t, block_launch) + sizeof(scord_event_block_launch_t),
               "block_launch, warp and fence fit in front of the address array");

void scord_kept_event_hold(scord_kept_event_t *kept) {
    assert(kept->references > 0);
    kept->references++;
}

void scord_kept_event_release(scord_kept_events_t *pool, scord_kept_event_t *kept) {
    if (!kept) return;
    assert(kept->references > 0);
    if (--kept->references) return;
    kept->next_free = pool->free_list;
    pool->free_list = kept;
}
