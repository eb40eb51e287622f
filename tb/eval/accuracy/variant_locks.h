/* SPDX-License-Identifier: Apache-2.0 */
/* variant_locks.h: lock tables and locksets of variant.h: as built (D17 to D22), exact, or as pairs
 * of hashes. */
#ifndef SCORD_TB_VARIANT_LOCKS_H
#define SCORD_TB_VARIANT_LOCKS_H

#include "tb/eval/accuracy/variant.h"

/* A held lock: of device scope, or of block scope; active as in D18: 0 not, 1 at block scope, 2
 * fully. */
enum { VARIANT_SET_MAX = 8 }; /* locks of a set */

typedef struct variant_lock {
    uint64_t address;
    uint8_t hash;
    bool device;
    uint8_t active;
    bool freed; /* VARIANT_PRINTED_QUEUE: the place is empty, and stays until it moves out */
} variant_lock_t;

typedef struct variant_lock_table {
    unsigned count;
    variant_lock_t lock[VARIANT_LOCKS_MAX];           /* oldest first (D20) */
    unsigned counted;                                 /* D71: locks besides; 31: or more */
    bool counted_device, block_active, device_active; /* one of these is a device lock; an active
                                                         block lock; a fully active device lock */
} variant_lock_table_t;

/* A set of locks kept with a word: a bloom, or a list of ids (addresses, or hashes). */
typedef struct variant_lockset {
    uint32_t
        bloom; /* device part above the block part, variant_options_t.bloom_bits in all (D21) */
    bool universal; /* more locks than the set holds: it has one in common with every other set */
    unsigned count;
    struct {
        uint64_t id;
        bool device; /* protects across blocks */
    } lock[VARIANT_SET_MAX];
} variant_lockset_t;

void variant_locks_cas(variant_lock_table_t *table, const variant_options_t *options,
                       uint64_t address, uint8_t scope, uint64_t compare, uint64_t value,
                       uint64_t returned);
void variant_locks_exch(variant_lock_table_t *table, const variant_options_t *options,
                        uint64_t address, uint8_t scope, uint64_t value);
void variant_locks_fence(variant_lock_table_t *table, const variant_options_t *options,
                         uint8_t scope);
/* Active locks of a table. */
void variant_lockset_of(const variant_lock_table_t *table, const variant_options_t *options,
                        variant_lockset_t *set);

bool variant_lockset_empty(const variant_lockset_t *set, const variant_options_t *options);
bool variant_lockset_disjoint(const variant_lockset_t *a, const variant_lockset_t *b,
                              bool same_block, const variant_options_t *options);
void variant_lockset_refine(const variant_lockset_t *a, const variant_lockset_t *b, bool same_block,
                            const variant_options_t *options, variant_lockset_t *result);

#endif
