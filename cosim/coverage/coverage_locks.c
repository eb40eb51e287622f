/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_locks.c: what lock table events meet (D17 to D20, D71). */
#include "cosim/coverage/coverage_internal.h"

#include "cmodel/sm/lock_bloom.h"

static bool is_block_lock(unsigned state) {
    return state == SCORD_LOCK_STATE_BLOCK || state == SCORD_LOCK_STATE_BLOCK_ACTIVE;
}

/* D71: how many locks entry 0 counts; 0: it holds one, or none. */
static unsigned counted(const scord_lock_queue_t *queue) {
    const scord_lock_entry_t *oldest = &queue->entry[0];
    return scord_lock_entry_counts(oldest) ? scord_lock_entry_count(oldest) : 0;
}

static unsigned held(const scord_lock_queue_t *queue) {
    unsigned count = 0;
    while (count < SCORD_LOCK_TABLE_ENTRIES && queue->entry[count].state != SCORD_LOCK_STATE_EMPTY)
        count++;
    return count;
}

/* Entries of HASH: how many of block and of device scope, and the place of the last one of each. */
typedef struct equal_locks {
    unsigned block, device, block_place, device_place;
} equal_locks_t;

static equal_locks_t find(const scord_lock_queue_t *queue, uint8_t hash) {
    equal_locks_t found = {0};
    for (unsigned i = counted(queue) ? 1 : 0; i < held(queue); i++) {
        if (queue->entry[i].hash != hash) continue;
        const bool block = is_block_lock(queue->entry[i].state);
        *(block ? &found.block : &found.device) += 1;
        *(block ? &found.block_place : &found.device_place) = i;
    }
    return found;
}

static void cas(scord_coverage_t *coverage, unsigned sm, const scord_sm_event_t *event) {
    if (coverage->config.acquire_release &&
        scord_acquires(SCORD_OP_ATOMIC, (scord_semantics_t)event->semantics)) { /* D64 */
        scord_coverage_point(coverage, SCORD_COVERAGE_POINT_ACQUIRE_NO_LOCK,
                             event->compare == 0 && event->value == 1 && event->returned == 0);
        return;
    }
    const scord_lock_queue_t *queue = &coverage->sm[sm].lock_table.warp[event->warp];
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_CAS_FAILED,
                         event->compare == 0 && event->value == 1 && event->returned != 0);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_CAS_OTHER_VALUES,
                         event->compare != 0 || event->value != 1);
    if (event->compare != 0 || event->value != 1 || event->returned != 0) return;
    const uint8_t hash = scord_lock_hash(event->address);
    const equal_locks_t equal = find(queue, hash);
    const unsigned count = held(queue),
                   same_scope = event->scope == SCORD_SCOPE_BLOCK ? equal.block : equal.device;
    scord_coverage_insert_t outcome = count == 0 ? SCORD_COVERAGE_INSERT_EMPTY
                                      : count < SCORD_LOCK_TABLE_ENTRIES
                                          ? SCORD_COVERAGE_INSERT_ROOM
                                          : SCORD_COVERAGE_INSERT_FULL;
    const bool many = coverage->config.many_locks != 0;
    if (many && outcome == SCORD_COVERAGE_INSERT_FULL)
        outcome = counted(queue) ? SCORD_COVERAGE_INSERT_COUNTED
                                 : SCORD_COVERAGE_INSERT_COUNTED_TWO;
    if (same_scope)
        outcome = many ? SCORD_COVERAGE_INSERT_EQUAL_COUNTED : SCORD_COVERAGE_INSERT_EQUAL;
    else if (equal.block || equal.device)
        outcome = SCORD_COVERAGE_INSERT_OTHER_SCOPE;
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_INSERT, event->scope, outcome, 0, 0);
    uint64_t *address = &coverage->lock_address[sm][event->warp][hash];
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_HASH_COLLISION,
                         (equal.block || equal.device) && *address != event->address + 1);
    *address = event->address + 1;
}

static void exch(scord_coverage_t *coverage, unsigned sm, const scord_sm_event_t *event) {
    const scord_lock_queue_t *queue = &coverage->sm[sm].lock_table.warp[event->warp];
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_EXCH_NOT_ZERO, event->value != 0);
    if (event->value != 0) return;
    const equal_locks_t equal = find(queue, scord_lock_hash(event->address));
    const unsigned released = equal.block + (event->scope == SCORD_SCOPE_BLOCK ? 0 : equal.device);
    scord_coverage_release_t outcome = SCORD_COVERAGE_RELEASE_HOLE;
    if (released == 0 && counted(queue))
        outcome = counted(queue) == 1 ? SCORD_COVERAGE_RELEASE_LAST_COUNTED
                                      : SCORD_COVERAGE_RELEASE_COUNTED;
    else if (held(queue) == 0)
        outcome = SCORD_COVERAGE_RELEASE_NO_LOCK;
    else if (equal.block + equal.device == 0)
        outcome = SCORD_COVERAGE_RELEASE_OTHER_LOCK;
    else if (released == 0)
        outcome = SCORD_COVERAGE_RELEASE_WIDER_KEPT;
    else if (released > 1)
        outcome = SCORD_COVERAGE_RELEASE_TWO;
    else if ((equal.block ? equal.block_place : equal.device_place) + 1 == held(queue))
        outcome = SCORD_COVERAGE_RELEASE_YOUNGEST;
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_RELEASE, event->scope, outcome, 0, 0);
}

/* State of an entry → bin; the bins follow scord_lock_state_t. */
static void fence(scord_coverage_t *coverage, unsigned sm, const scord_sm_event_t *event) {
    const scord_lock_queue_t *queue = &coverage->sm[sm].lock_table.warp[event->warp];
    if (held(queue) == 0)
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_FENCE, event->scope,
                           SCORD_COVERAGE_FENCED_NO_LOCK, 0, 0);
    for (unsigned i = 0; i < held(queue); i++)
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_FENCE, event->scope,
                           queue->entry[i].state, 0, 0);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_SYSTEM_FENCE,
                         event->scope == SCORD_SCOPE_SYSTEM);
}
#define SAME(state) (unsigned)SCORD_LOCK_STATE_##state == (unsigned)SCORD_COVERAGE_FENCED_##state
_Static_assert(SAME(BLOCK) && SAME(BLOCK_ACTIVE) && SAME(DEVICE) && SAME(DEVICE_ACTIVE_BLOCK) &&
                   SAME(DEVICE_ACTIVE) && SAME(MANY_BLOCK) && SAME(MANY_DEVICE),
               "bins follow the states");
#undef SAME

void scord_coverage_lock_event(scord_coverage_t *coverage, unsigned sm,
                               const scord_sm_event_t *event) {
    switch ((scord_sm_event_kind_t)event->kind) {
    case SCORD_SM_EVENT_KIND_CAS: cas(coverage, sm, event); break;
    case SCORD_SM_EVENT_KIND_EXCH: exch(coverage, sm, event); break;
    default: fence(coverage, sm, event); break;
    }
}
