/* SPDX-License-Identifier: Apache-2.0 */
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

/* ---- the entry that counts locks (D71) ---- */

_Static_assert(SCORD_LOCK_COUNT_ACTIVE == 1 << (SCORD_LOCK_HASH_WIDTH - 1),
               "{active, count} fill the hash");

static bool has_many(const scord_lock_queue_t *queue) {
    return scord_lock_entry_counts(&queue->entry[OLDEST]);
}

/* MANY counts LOCK as well. Activity of block locks and of device locks are different things: with
 * the first device lock only that lock's own counts, since inside the block many_device protects
 * anyway. */
static scord_lock_entry_t count_lock(scord_lock_entry_t many, scord_lock_entry_t lock) {
    const bool block_lock = is_block_lock(&lock);
    bool active = many.hash & SCORD_LOCK_COUNT_ACTIVE;
    if (block_lock) {
        if (many.state != SCORD_LOCK_STATE_MANY_DEVICE)
            active |= lock.state == SCORD_LOCK_STATE_BLOCK_ACTIVE;
    } else {
        active = (many.state == SCORD_LOCK_STATE_MANY_DEVICE && active) ||
                 lock.state == SCORD_LOCK_STATE_DEVICE_ACTIVE;
    }
    const unsigned before = scord_lock_entry_count(&many),
                   count = before + (before < SCORD_LOCK_COUNT_UNKNOWN);
    const bool device = !block_lock || many.state == SCORD_LOCK_STATE_MANY_DEVICE;
    return (scord_lock_entry_t){.state = device ? SCORD_LOCK_STATE_MANY_DEVICE
                                                : SCORD_LOCK_STATE_MANY_BLOCK,
                                .hash = (uint8_t)((active ? SCORD_LOCK_COUNT_ACTIVE : 0) | count)};
}

static uint8_t many_after_fence(const scord_lock_entry_t *many, bool block_fence) {
    const bool activates = many->state == SCORD_LOCK_STATE_MANY_BLOCK || !block_fence;
    return many->hash | (activates ? SCORD_LOCK_COUNT_ACTIVE : 0);
}

static uint16_t many_bloom(const scord_lock_entry_t *many) {
    const unsigned part = (1 << SCORD_BLOOM_PART_WIDTH) - 1;
    const bool active = many->hash & SCORD_LOCK_COUNT_ACTIVE;
    if (many->state == SCORD_LOCK_STATE_MANY_BLOCK) return active ? part : 0;
    return (uint16_t)(active ? part << SCORD_BLOOM_PART_WIDTH | part : part);
}

/* ---- the queue ---- */

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
        if (!is_empty(entry) && !scord_lock_entry_counts(entry) && entry->hash == hash &&
            is_block_lock(entry) == block_lock)
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
        if (scord_lock_entry_counts(entry)) {
            if (i != OLDEST || scord_lock_entry_count(entry) == 0) return false;
            continue;
        }
        for (unsigned older = 0; older < i; older++)
            if (!scord_lock_entry_counts(&queue->entry[older]) &&
                queue->entry[older].hash == entry->hash &&
                is_block_lock(&queue->entry[older]) == is_block_lock(entry))
                return false;
    }
    return true;
}

static bool is_full(const scord_lock_queue_t *queue) { return !is_empty(&queue->entry[NEWEST]); }

/* There is room. */
static void append(scord_lock_queue_t *queue, scord_lock_entry_t lock) {
    unsigned i = 0;
    while (!is_empty(&queue->entry[i])) i++;
    queue->entry[i] = lock;
}

/* D17, D20. True: an entry was dropped. */
static bool insert(scord_lock_queue_t *queue, scord_lock_entry_t lock) {
    if (holds(queue, lock.hash, is_block_lock(&lock)))
        return false; /* D17: keep it as is, active or not */
    const bool full = is_full(queue);
    if (full) close_hole(queue, OLDEST); /* D20: a full table drops its oldest entry */
    append(queue, lock);
    return full;
}

/* D71. What is counted: a lock of which an equal one has an entry, or, when the table is full, the
 * oldest lock with an entry. True: one was counted. */
static bool insert_many(scord_lock_queue_t *queue, scord_lock_entry_t lock) {
    const bool equal = holds(queue, lock.hash, is_block_lock(&lock)), full = is_full(queue);
    if (!equal && !full) {
        append(queue, lock);
        return false;
    }
    scord_lock_entry_t many = {.state = SCORD_LOCK_STATE_MANY_BLOCK, .hash = 0};
    if (has_many(queue)) {
        many = queue->entry[OLDEST];
    } else if (full) {
        many = count_lock(many, queue->entry[OLDEST]); /* its place is needed */
    } else {
        memmove(&queue->entry[OLDEST + 1], &queue->entry[OLDEST], NEWEST * sizeof queue->entry[0]);
    }
    queue->entry[OLDEST] = count_lock(many, equal ? lock : queue->entry[OLDEST + 1]);
    if (!equal) {
        close_hole(queue, OLDEST + 1);
        append(queue, lock);
    }
    return true;
}

/* D71: an Exch of 0 gave back a lock that has no entry. */
static void release_counted(scord_lock_queue_t *queue) {
    const unsigned count = scord_lock_entry_count(&queue->entry[OLDEST]);
    if (count == SCORD_LOCK_COUNT_UNKNOWN) return; /* how many more is not known */
    if (count == 1)
        close_hole(queue, OLDEST);
    else
        queue->entry[OLDEST].hash--;
}

/* ---- to the paper's letter (D91) ---- */

/* "Whenever a warp executes an atomicCAS instruction, an entry for it is inserted" */
static void insert_printed(scord_lock_queue_t *queue, scord_lock_entry_t lock) {
    close_hole(queue, OLDEST);
    queue->entry[NEWEST] = lock;
}

/* "On the execution of atomicExch, the entry with matching hash and scope has its valid bit unset"
 */
static void release_printed(scord_lock_queue_t *queue, uint8_t hash, bool block_lock) {
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++) {
        scord_lock_entry_t *entry = &queue->entry[i];
        if (!is_empty(entry) && entry->hash == hash && is_block_lock(entry) == block_lock)
            *entry = empty_entry;
    }
}

/* "the SM sets the active bits of lock table entries with matching or lesser scope" */
static uint8_t activated_printed(uint8_t state, bool block_fence) {
    if (state == SCORD_LOCK_STATE_BLOCK) return SCORD_LOCK_STATE_BLOCK_ACTIVE;
    if (state == SCORD_LOCK_STATE_DEVICE && !block_fence) return SCORD_LOCK_STATE_DEVICE_ACTIVE;
    return state;
}

/* "the hash of the lock table entries and the scope is inserted into a 16-bit bloom filter": one of
 * 16 bits, {scope, hash} folded to four. */
static uint16_t bloom_printed(const scord_lock_queue_t *queue) {
    enum { FIELD = 4 };
    uint16_t bloom = 0;
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++) {
        const scord_lock_entry_t *entry = &queue->entry[i];
        const bool device = entry->state == SCORD_LOCK_STATE_DEVICE_ACTIVE;
        if (!device && entry->state != SCORD_LOCK_STATE_BLOCK_ACTIVE) continue;
        const unsigned upper = (unsigned)device << (SCORD_LOCK_HASH_WIDTH - FIELD) |
                               entry->hash >> FIELD;
        bloom |= (uint16_t)(1u << ((entry->hash ^ upper) & ((1u << FIELD) - 1)));
    }
    return bloom;
}

void scord_lock_table_start(scord_lock_table_t *table) {
    memset(table, 0, sizeof *table); /* SCORD_LOCK_STATE_EMPTY is 0 */
}

void scord_lock_table_many_locks(scord_lock_table_t *table) { table->many_locks = true; }

void scord_lock_table_as_printed(scord_lock_table_t *table) { table->as_printed = true; }

void scord_lock_table_block_launch(scord_lock_table_t *table, uint32_t warps) {
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++)
        if (warps >> warp & 1) memset(&table->warp[warp], 0, sizeof table->warp[warp]); /* D25 */
}

bool scord_lock_table_cas(scord_lock_table_t *table, unsigned warp, uint64_t address,
                          scord_scope_t scope, uint32_t compare, uint32_t value,
                          uint32_t returned) {
    if (!table->as_printed && (compare != UNLOCKED || value != LOCKED || returned != UNLOCKED))
        return false; /* D17: only a CAS that succeeded 0→1 took a lock */
    scord_lock_queue_t *queue = queue_of(table, warp);
    const uint8_t hash = scord_lock_hash(address);
    assert(hash <= SCORD_LOCK_HASH_MASK);
    const bool block_lock = is_block_scope(scope);
    const scord_lock_entry_t lock = {
        .state = block_lock ? SCORD_LOCK_STATE_BLOCK : SCORD_LOCK_STATE_DEVICE, .hash = hash};
    if (table->as_printed) {
        const bool full = !is_empty(&queue->entry[OLDEST]);
        insert_printed(queue, lock);
        return full;
    }
    const bool no_room = table->many_locks ? insert_many(queue, lock) : insert(queue, lock);
    assert(is_queue(queue));
    return no_room;
}

void scord_lock_table_exch(scord_lock_table_t *table, unsigned warp, uint64_t address,
                           scord_scope_t scope, uint32_t value) {
    scord_lock_queue_t *queue = queue_of(table, warp);
    const uint8_t hash = scord_lock_hash(address);
    if (table->as_printed) release_printed(queue, hash, is_block_scope(scope));
    if (table->as_printed || value != UNLOCKED) return;
    bool freed = false;
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES && !is_empty(&queue->entry[i]);) {
        const scord_lock_entry_t *entry = &queue->entry[i];
        const bool not_wider = !is_block_scope(scope) || is_block_lock(entry); /* D19 */
        if (!scord_lock_entry_counts(entry) && entry->hash == hash && not_wider) {
            close_hole(queue, i);
            freed = true;
        } else
            i++;
    }
    if (!freed && has_many(queue)) release_counted(queue);
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
    default: /* empty, fully active already, or many */ return state;
    }
}

void scord_lock_table_fence(scord_lock_table_t *table, unsigned warp, scord_scope_t scope) {
    scord_lock_queue_t *queue = queue_of(table, warp);
    if (has_many(queue))
        queue->entry[OLDEST].hash = many_after_fence(&queue->entry[OLDEST], is_block_scope(scope));
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++)
        queue->entry[i].state =
            table->as_printed ? activated_printed(queue->entry[i].state, is_block_scope(scope))
                              : activated(queue->entry[i].state, is_block_scope(scope));
}

uint16_t scord_lock_table_bloom(const scord_lock_table_t *table, unsigned warp) {
    assert(warp < SCORD_MAX_WARPS_PER_SM);
    const scord_lock_queue_t *queue = &table->warp[warp];
    if (table->as_printed) return bloom_printed(queue);
    uint16_t bloom = has_many(queue) ? many_bloom(&queue->entry[OLDEST]) : 0;
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
