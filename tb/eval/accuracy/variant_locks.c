/* SPDX-License-Identifier: Apache-2.0 */
/* variant_locks.c: see variant_locks.h. */
#include "tb/eval/accuracy/variant_locks.h"

#include <string.h>

#include "cmodel/sm/lock_bloom.h"

enum { PAIR = 2 };

static bool uses_bloom(const variant_options_t *options) {
    return !options->exact_locks && !options->hash_pair;
}

/* ---- table (D17 to D20, D71) ---- */

static bool printed(const variant_options_t *options, unsigned departure) {
    return options->printed & departure;
}

static bool same_lock(const variant_lock_t *lock, const variant_options_t *options,
                      uint64_t address) {
    if (lock->freed) return false;
    return options->exact_locks ? lock->address == address : lock->hash == scord_lock_hash(address);
}

static void drop(variant_lock_table_t *table, unsigned at) {
    memmove(&table->lock[at], &table->lock[at + 1], (--table->count - at) * sizeof table->lock[0]);
}

enum { UNKNOWN_COUNT = 31 };

static void count_lock(variant_lock_table_t *table, const variant_lock_t *lock) {
    if (table->counted < UNKNOWN_COUNT) table->counted++;
    table->counted_device |= lock->device;
    table->block_active |= !lock->device && lock->active > 0;
    table->device_active |= lock->device && lock->active == 2;
}

/* D71: the oldest locks are counted until MORE find room beside what counts. */
static void make_room(variant_lock_table_t *table, const variant_options_t *options,
                      unsigned more) {
    while (table->count + (table->counted > 0) + more > options->lock_entries) {
        count_lock(table, &table->lock[0]);
        drop(table, 0);
    }
}

void variant_locks_cas(variant_lock_table_t *table, const variant_options_t *options,
                       uint64_t address, uint8_t scope, uint64_t compare, uint64_t value,
                       uint64_t returned) {
    const bool device = scope != SCORD_SCOPE_BLOCK, every = printed(options, VARIANT_PRINTED_CAS);
    if (!every && (compare != 0 || value != 1 || returned != 0)) return; /* D17 */
    const variant_lock_t lock = {
        .address = address, .hash = scord_lock_hash(address), .device = device};
    for (unsigned i = 0; i < table->count && !every; i++)
        if (same_lock(&table->lock[i], options, address) && table->lock[i].device == device) {
            if (!options->many_locks) return;
            count_lock(table, &lock);
            make_room(table, options, 0);
            return;
        }
    if (options->many_locks) make_room(table, options, 1);
    if (table->count == options->lock_entries) drop(table, 0); /* D20 */
    table->lock[table->count++] = lock;
}

void variant_locks_exch(variant_lock_table_t *table, const variant_options_t *options,
                        uint64_t address, uint8_t scope, uint64_t value) {
    const bool letter = printed(options, VARIANT_PRINTED_EXCH),
               holes = printed(options, VARIANT_PRINTED_QUEUE);
    if (value != 0 && !letter) return;
    const unsigned before = table->count;
    for (unsigned i = 0; i < table->count;) {
        const bool device = scope != SCORD_SCOPE_BLOCK,
                   frees = letter ? table->lock[i].device == device
                                  : device || !table->lock[i].device; /* D19 */
        if (!same_lock(&table->lock[i], options, address) || !frees)
            i++;
        else if (holes)
            table->lock[i++].freed = true;
        else
            drop(table, i);
    }
    if (table->count < before || table->counted == 0 || table->counted == UNKNOWN_COUNT) return;
    if (--table->counted == 0)
        table->counted_device = table->block_active = table->device_active = false;
}

void variant_locks_fence(variant_lock_table_t *table, const variant_options_t *options,
                         uint8_t scope) {
    for (unsigned i = 0; i < table->count; i++) { /* D18 */
        variant_lock_t *lock = &table->lock[i];
        const uint8_t half = printed(options, VARIANT_PRINTED_ACTIVE) ? 0 : 1,
                      reached = !lock->device || scope != SCORD_SCOPE_BLOCK ? 2 : half;
        if (reached > lock->active) lock->active = reached;
    }
    if (table->counted == 0) return;
    table->block_active = true;
    table->device_active |= table->counted_device && scope != SCORD_SCOPE_BLOCK;
}

/* ---- sets (D21, D22) ---- */

/* Blooms of D21 at any width: a part is two one-hot fields, so that a field of 2, 4 or 8 bits is
 * selected by 1, 2 or 3. */
static unsigned part_bits(const variant_options_t *options) { return options->bloom_bits / 2; }
static unsigned field_bits(const variant_options_t *options) { return options->bloom_bits / 4; }
static unsigned select_bits(const variant_options_t *options) {
    return options->bloom_bits == 8 ? 1 : options->bloom_bits == 16 ? 2 : 3;
}

/* The hash of a lock, folded to what selects a bit in each field; a rest that is narrower counts
 * from the top (D21). */
static uint32_t bloom_part(uint8_t hash, const variant_options_t *options) {
    const unsigned width = 2 * select_bits(options), field = field_bits(options);
    unsigned folded = 0;
    for (unsigned at = 0; at < SCORD_LOCK_HASH_WIDTH; at += width) {
        const unsigned rest = SCORD_LOCK_HASH_WIDTH - at;
        folded ^= ((unsigned)hash >> at & ((1u << width) - 1)) << (rest < width ? width - rest : 0);
    }
    return UINT32_C(1) << ((folded >> width / 2) + field) | UINT32_C(1) << (folded & (field - 1));
}

static bool part_empty(uint32_t part, const variant_options_t *options) {
    const unsigned field = field_bits(options);
    return !(part & ((UINT32_C(1) << field) - 1)) || !(part >> field);
}

static uint32_t block_part(uint32_t bloom, const variant_options_t *options) {
    return bloom & ((UINT32_C(1) << part_bits(options)) - 1);
}
static uint32_t device_part(uint32_t bloom, const variant_options_t *options) {
    return bloom >> part_bits(options);
}

/* One bit of 16: hash and scope, seven bits, folded to four. */
static uint32_t printed_bit(const variant_lock_t *lock) {
    const unsigned seven = (lock->device ? 64u : 0u) | lock->hash;
    return UINT32_C(1) << ((seven & 15) ^ seven >> 4);
}

static uint32_t bloom_insert(uint32_t bloom, const variant_lock_t *lock,
                             const variant_options_t *options) {
    if (printed(options, VARIANT_PRINTED_BLOOM))
        return bloom | (lock->active == 2 ? printed_bit(lock) : 0);
    const uint32_t part = bloom_part(lock->hash, options);
    return bloom | part | (lock->device && lock->active == 2 ? part << part_bits(options) : 0);
}

static uint32_t bloom_refine(uint32_t a, uint32_t b, bool same_block,
                             const variant_options_t *options) {
    const uint32_t common = a & b;
    uint32_t device = device_part(common, options), block = block_part(common, options);
    if (part_empty(device, options)) device = 0;
    if (part_empty(block, options)) block = 0;
    return device << part_bits(options) | (same_block ? block : device);
}

static void add(variant_lockset_t *set, uint64_t id, bool device,
                const variant_options_t *options) {
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

void variant_lockset_of(const variant_lock_table_t *table, const variant_options_t *options,
                        variant_lockset_t *set) {
    memset(set, 0, sizeof *set);
    if (table->counted_device || table->block_active) /* D71 */
        set->bloom = (UINT32_C(1) << part_bits(options)) - 1;
    if (table->device_active) set->bloom |= set->bloom << part_bits(options);
    for (unsigned i = 0; i < table->count; i++) {
        const variant_lock_t *lock = &table->lock[i];
        if (lock->active == 0 || lock->freed) continue;
        if (uses_bloom(options))
            set->bloom = bloom_insert(set->bloom, lock, options);
        else
            add(set, options->exact_locks ? lock->address : lock->hash,
                lock->device && lock->active == 2, options);
    }
}

bool variant_lockset_empty(const variant_lockset_t *set, const variant_options_t *options) {
    if (printed(options, VARIANT_PRINTED_BLOOM)) return set->bloom == 0;
    return uses_bloom(options) ? part_empty(block_part(set->bloom, options), options)
                               : set->count == 0 && !set->universal;
}

/* Locks of both that protect between the two. */
static void common(const variant_lockset_t *a, const variant_lockset_t *b, bool same_block,
                   variant_lockset_t *result) {
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

bool variant_lockset_disjoint(const variant_lockset_t *a, const variant_lockset_t *b,
                              bool same_block, const variant_options_t *options) {
    variant_lockset_t both;
    if (uses_bloom(options)) {
        const uint32_t common_bits = a->bloom & b->bloom;
        if (printed(options, VARIANT_PRINTED_BLOOM)) return common_bits == 0;
        return part_empty(same_block ? block_part(common_bits, options)
                                     : device_part(common_bits, options),
                          options);
    }
    if (a->universal || b->universal) return false;
    common(a, b, same_block, &both);
    return both.count == 0;
}

void variant_lockset_refine(const variant_lockset_t *a, const variant_lockset_t *b, bool same_block,
                            const variant_options_t *options, variant_lockset_t *result) {
    if (uses_bloom(options)) {
        const uint32_t refined = bloom_refine(a->bloom, b->bloom, same_block, options);
        memset(result, 0, sizeof *result);
        result->bloom = refined;
    } else {
        variant_lockset_t both;
        common(a, b, same_block, &both);
        *result = both;
    }
}
