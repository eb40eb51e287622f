/* variant_locks.c: see variant_locks.h. */
#include "variant_locks.h"

#include <string.h>

#include "lock_bloom.h"
#include "lockset.h"

enum { PAIR = 2 };

static bool uses_bloom(const variant_options_t *options) { return !options->exact_locks && !options->hash_pair; }

/* ---- table (D17 to D20) --------------------------------------------------------------------------------------------- */

static bool same_lock(const variant_lock_t *lock, const variant_options_t *options, uint64_t address) {
    return options->exact_locks ? lock->address == address : lock->hash == scord_lock_hash(address);
}

static void drop(variant_lock_table_t *table, unsigned at) {
    memmove(&table->lock[at], &table->lock[at + 1], (--table->count - at) * sizeof table->lock[0]);
}

void variant_locks_cas(variant_lock_table_t *table, const variant_options_t *options, uint64_t address, uint8_t scope,
                       uint64_t compare, uint64_t value, uint64_t returned) {
    const bool device = scope != SCORD_SCOPE_BLOCK;
    if (compare != 0 || value != 1 || returned != 0) return; /* D17 */
    for (unsigned i = 0; i < table->count; i++)
        if (same_lock(&table->lock[i], options, address) && table->lock[i].device == device) return;
    if (table->count == options->lock_entries) drop(table, 0); /* D20 */
    table->lock[table->count++] = (variant_lock_t){.address = address, .hash = scord_lock_hash(address), .device = device};
}

void variant_locks_exch(variant_lock_table_t *table, const variant_options_t *options, uint64_t address, uint8_t scope, uint64_t value) {
    if (value != 0) return;
    for (unsigned i = 0; i < table->count;) {
        const bool not_wider = scope != SCORD_SCOPE_BLOCK || !table->lock[i].device; /* D19 */
        if (same_lock(&table->lock[i], options, address) && not_wider) drop(table, i);
        else i++;
    }
}

void variant_locks_fence(variant_lock_table_t *table, uint8_t scope) {
    for (unsigned i = 0; i < table->count; i++) { /* D18 */
        variant_lock_t *lock = &table->lock[i];
        const uint8_t reached = !lock->device || scope != SCORD_SCOPE_BLOCK ? 2 : 1;
        if (reached > lock->active) lock->active = reached;
    }
}

/* ---- sets (D21, D22) ------------------------------------------------------------------------------------------------ */

static scord_lock_state_t state_of(const variant_lock_t *lock) {
    if (!lock->device) return SCORD_LOCK_STATE_BLOCK_ACTIVE;
    return lock->active == 2 ? SCORD_LOCK_STATE_DEVICE_ACTIVE : SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK;
}

static void add(variant_lockset_t *set, uint64_t id, bool device, const variant_options_t *options) {
    for (unsigned i = 0; i < set->count; i++) {
        if (set->lock[i].id != id) continue;
        set->lock[i].device |= device;
        return;
    }
    if (set->count == (options->exact_locks ? (unsigned)VARIANT_SET_MAX : (unsigned)PAIR)) {
        set->universal = true;
        return;
    }
    set->lock[set->count].id = id;
    set->lock[set->count++].device = device;
}

void variant_lockset_of(const variant_lock_table_t *table, const variant_options_t *options, variant_lockset_t *set) {
    memset(set, 0, sizeof *set);
    for (unsigned i = 0; i < table->count; i++) {
        const variant_lock_t *lock = &table->lock[i];
        if (lock->active == 0) continue;
        if (uses_bloom(options)) set->bloom = scord_lock_bloom_insert(set->bloom, lock->hash, state_of(lock));
        else add(set, options->exact_locks ? lock->address : lock->hash, lock->device && lock->active == 2, options);
    }
}

bool variant_lockset_empty(const variant_lockset_t *set, const variant_options_t *options) {
    return uses_bloom(options) ? scord_lockset_empty(set->bloom) : set->count == 0 && !set->universal;
}

/* Locks of both that protect between the two. */
static void common(const variant_lockset_t *a, const variant_lockset_t *b, bool same_block, variant_lockset_t *result) {
    memset(result, 0, sizeof *result);
    if (a->universal || b->universal) {
        *result = a->universal ? *b : *a;
        return;
    }
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++) {
            const bool device = a->lock[i].device && b->lock[j].device;
            if (a->lock[i].id != b->lock[j].id || (!same_block && !device)) continue;
            result->lock[result->count].id = a->lock[i].id;
            result->lock[result->count++].device = device;
        }
}

bool variant_lockset_disjoint(const variant_lockset_t *a, const variant_lockset_t *b, bool same_block, const variant_options_t *options) {
    variant_lockset_t both;
    if (uses_bloom(options)) return scord_lockset_disjoint(a->bloom, b->bloom, same_block);
    if (a->universal || b->universal) return false;
    common(a, b, same_block, &both);
    return both.count == 0;
}

void variant_lockset_refine(const variant_lockset_t *a, const variant_lockset_t *b, bool same_block, const variant_options_t *options,
                            variant_lockset_t *result) {
    if (uses_bloom(options)) {
        const uint16_t refined = scord_lockset_refine(a->bloom, b->bloom, same_block);
        memset(result, 0, sizeof *result);
        result->bloom = refined;
    } else {
        variant_lockset_t both;
        common(a, b, same_block, &both);
        *result = both;
    }
}
