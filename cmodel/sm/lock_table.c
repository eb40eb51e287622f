/* lock_table.c: see lock_table.h. */
#include "cmodel/sm/lock_table.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "cmodel/sm/lock_bloom.h"

enum { OLDEST = 0, NEWEST = SCORD_LOCK_TABLE_ENTRIES - 1, UNLOCKED = 0, LOCKED = 1 };

static const scord_lock_entry_t empty_entry = {.state = SCORD_LOCK_STATE_EMPTY, .hash = 0};

/* Lock scopes are block or device; system counts as device (D7). */
static bool is_block_scope(scord_scope_t scope) { return scope == SCORD_SCOPE_BLOCK; }

static bool is_block_lock(const scord_lock_entry_t *entry) {
    return entry->state == SCORD_LOCK_STATE_BLOCK || entry->state == SCORD_LOCK_STATE_BLOCK_ACTIVE;
}

static bool is_empty(const scord_lock_entry_t *entry) {
    return entry->state == SCORD_LOCK_STATE_EMPTY;
}

static scord_lock_queue_t *queue_of(scord_lock_table_t *table, unsigned warp) {
    assert(warp < SCORD_MAX_WARPS_PER_SM);
    return &table->warp[warp];
}

/* D20: removes the entry at `position`; younger entries move one place towards the oldest. */
static void close_hole(scord_lock_queue_t *queue, unsigned position) {
    assert(position <= NEWEST);
    memmove(&queue->entry[position], &queue->entry[position + 1],
            (NEWEST - position) * sizeof queue->entry[0]);
    queue->entry[NEWEST] = empty_entry;
}

static bool holds(const scord_lock_queue_t *queue, uint8_t hash, bool block_lock) {
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++) {
        const scord_lock_entry_t *entry = &queue->entry[i];
        if (!is_empty(entry) && entry->hash == hash && is_block_lock(entry) == block_lock)
            return true;
    }
    return false;
}

/* The invariants of lock_table.h. */
static bool is_queue(const scord_lock_queue_t *queue) {
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++) {
        const scord_lock_entry_t *entry = &queue->entry[i];
        if (is_empty(entry)) {
            if (i < NEWEST && !is_empty(entry + 1)) return false;
            continue;
        }
        for (unsigned older = 0; older < i; older++)
            if (queue->entry[older].hash == entry->hash &&
                is_block_lock(&queue->entry[older]) == is_block_lock(entry))
                return false;
    }
    return true;
}

/* True: an entry was dropped. */
static bool append(scord_lock_queue_t *queue, scord_lock_entry_t lock) {
    const bool full = !is_empty(&queue->entry[NEWEST]);
    if (full) close_hole(queue, OLDEST); /* D20: a full table drops its oldest entry */
    unsigned i = 0;
    while (!is_empty(&queue->entry[i])) i++;
    queue->entry[i] = lock;
    return full;
}

void scord_lock_table_start(scord_lock_table_t *table) {
    memset(table, 0, sizeof *table); /* SCORD_LOCK_STATE_EMPTY is 0 */
}

void scord_lock_table_block_launch(scord_lock_table_t *table, uint32_t warps) {
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++)
        if (warps >> warp & 1) memset(&table->warp[warp], 0, sizeof table->warp[warp]); /* D25 */
}

bool scord_lock_table_cas(scord_lock_table_t *table, unsigned warp, uint64_t address,
                          scord_scope_t scope, uint32_t compare, uint32_t value,
                          uint32_t returned) {
    if (compare != UNLOCKED || value != LOCKED || returned != UNLOCKED)
        return false; /* D17: only a CAS that succeeded 0→1 took a lock */
    scord_lock_queue_t *queue = queue_of(table, warp);
    const uint8_t hash = scord_lock_hash(address);
    assert(hash <= SCORD_LOCK_HASH_MASK);
    const bool block_lock = is_block_scope(scope);
    if (holds(queue, hash, block_lock)) return false; /* D17: keep it as is, active or not */
    const bool dropped = append(
        queue,
        (scord_lock_entry_t){.state = block_lock ? SCORD_LOCK_STATE_BLOCK : SCORD_LOCK_STATE_DEVICE,
                             .hash = hash});
    assert(is_queue(queue));
    return dropped;
}

void scord_lock_table_exch(scord_lock_table_t *table, unsigned warp, uint64_t address,
                           scord_scope_t scope, uint32_t value) {
    if (value != UNLOCKED) return;
    scord_lock_queue_t *queue = queue_of(table, warp);
    const uint8_t hash = scord_lock_hash(address);
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES && !is_empty(&queue->entry[i]);) {
        const scord_lock_entry_t *entry = &queue->entry[i];
        const bool not_wider = !is_block_scope(scope) || is_block_lock(entry); /* D19 */
        if (entry->hash == hash && not_wider)
            close_hole(queue, i);
        else
            i++;
    }
    assert(is_queue(queue));
}

/* D18: a device fence activates fully; a block fence activates block locks, and device locks for
 * their own block only. */
static uint8_t activated(uint8_t state, bool block_fence) {
    switch ((scord_lock_state_t)state) {
    case SCORD_LOCK_STATE_BLOCK: return SCORD_LOCK_STATE_BLOCK_ACTIVE;
    case SCORD_LOCK_STATE_DEVICE:
    case SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK:
        return block_fence ? SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK : SCORD_LOCK_STATE_DEVICE_ACTIVE;
    default: /* empty, or fully active already */ return state;
    }
}

void scord_lock_table_fence(scord_lock_table_t *table, unsigned warp, scord_scope_t scope) {
    scord_lock_queue_t *queue = queue_of(table, warp);
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++)
        queue->entry[i].state = activated(queue->entry[i].state, is_block_scope(scope));
}

uint16_t scord_lock_table_bloom(const scord_lock_table_t *table, unsigned warp) {
    assert(warp < SCORD_MAX_WARPS_PER_SM);
    const scord_lock_queue_t *queue = &table->warp[warp];
    uint16_t bloom = 0;
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES && !is_empty(&queue->entry[i]); i++)
        bloom = scord_lock_bloom_insert(bloom, queue->entry[i].hash,
                                        (scord_lock_state_t)queue->entry[i].state);
    return bloom;
}

uint64_t scord_lock_table_bits(const scord_lock_table_t *table, unsigned warp) {
    assert(warp < SCORD_MAX_WARPS_PER_SM);
    uint64_t bits = 0;
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++)
        bits |= scord_lock_entry_to_bits(&table->warp[warp].entry[i]) << i * SCORD_LOCK_ENTRY_WIDTH;
    return bits;
}
