/* SPDX-License-Identifier: Apache-2.0 */
/* variant.c: see variant.h.
 *
 * The idea: the rules of docs/semantics.md section 3 once more, written for change instead of
 * speed. Each approximation of the hardware is an option, so an error of the detector can be traced
 * to the option that removes it.
 *
 * The data:
 *
 *   event ── SM state: barrier[sm][slot], locks and fences[sm][warp][lane], order (release numbers)
 *         └─ check_t x, the access as the rules see it: a snapshot of that state
 *   word ──► key = word mod entries (D23) ──► map ──► entry[index]: the owner's last access
 *                                                        └─ accessors: only with all_accessors
 *
 * Lanes: with `threads` every lane has state and checks of its own, else lane 0 stands for its
 * warp. Entries are made when they are first met, as reset images; word is the tag, of any width.
 * With all_accessors an entry keeps the last read and write of every party, in place of one owner.
 *
 * Order in a check, as in the hardware: tag check (D26), rules 1 to 3, rules 4 to 7, the entry's
 * update (rules 8 and 9), then what acquire and release add (D60 to D63). Names and order of the
 * rules are those of cmodel/detector/detection_logic.c.
 *
 * Invariant: with the options as built every check gives path, verdict, scope and tag_miss of the
 * golden model; test_variant.c compares both on streams and random programs.
 *
 * What is expensive: all_accessors, which compares every access with all parties of the word.
 */
#include "tb/eval/accuracy/variant.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/index_map.h"
#include "tb/eval/accuracy/variant_locks.h"
#include "tb/eval/accuracy/variant_order.h"

/* A party that accesses: a warp, or with `threads` a thread. */
typedef struct who {
    uint8_t block, warp, lane; /* BlockID, WarpID; lane 0 when warps count */
} who_t;

typedef struct fences {
    uint32_t blk, dev;
} fences_t;

/* The access being checked. */
typedef struct check {
    who_t who;
    uint32_t barrier;
    bool write, atomic, block_scope, strong;
    bool sync, stated, acquires,
        releases;              /* D60: synchronises; says how; is an acquire, a release */
    uint32_t released;         /* the newest release (D62) */
    variant_number_t acquired; /* the newest that the accessor knew when its request came (D63) */
    fences_t fences;           /* the accessor's, now */
    variant_lockset_t locks;
} check_t;

/* A metadata entry of any width. */
typedef struct entry {
    uint64_t word; /* the word that it is of: the tag */
    who_t who;
    uint32_t barrier;
    fences_t fences;
    bool modified, blk_shared, dev_shared, is_atom, scope, strong;
    bool release;    /* the last write carries a release (D61) */
    uint32_t number; /* that release's; else releases so far at the owner's access; with a lockset
                        there is room for neither */
    uint32_t
        stamp; /* VARIANT_ORDER_EXACT: of the owner's access; number is what the word carries */
    variant_lockset_t locks;
    struct accessor *accessors; /* all_accessors */
    uint32_t accessor_count, accessor_room;
} entry_t;

/* all_accessors: the last read or write of a party. */
typedef struct accessor {
    who_t who;
    uint32_t barrier;
    fences_t fences;
    bool write, is_atom, scope, strong, release;
    uint32_t number; /* release, number: as in entry_t */
    variant_lockset_t locks;
} accessor_t;

struct variant {
    variant_options_t options;
    scord_observe_t *observe;
    void *context;
    uint64_t tracked_base, tracked_words;
    uint32_t barrier[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
    variant_lock_table_t locks[SCORD_MAX_SMS][SCORD_MAX_WARPS_PER_SM][SCORD_THREADS_PER_WARP];
    fences_t fences[SCORD_MAX_SMS][SCORD_MAX_WARPS_PER_SM][SCORD_THREADS_PER_WARP];
    variant_order_t order;
    scord_index_map_t map; /* entry number → place in entry */
    entry_t *entry;
    uint32_t entries, capacity;
    bool no_memory;
};

variant_options_t variant_as_built(unsigned log2_cache_ratio) {
    return (variant_options_t){.name = "as built",
                               .log2_cache_ratio = log2_cache_ratio,
                               .lock_entries = SCORD_LOCK_TABLE_ENTRIES,
                               .fence_bits = SCORD_FENCE_ID_WIDTH,
                               .bloom_bits = SCORD_BLOOM_WIDTH,
                               .barrier_bits = SCORD_BARRIER_ID_WIDTH};
}

const char *variant_printed_name(variant_printed_t departure) {
    static const char *const names[] = {
        "barrier tested first (D10)", "flags cleared (D12)",       "owner kept (D11, D12)",
        "Strong written (D13)",       "new after a race (D16)",    "own warp, wr & DevShared",
        "CAS took the lock (D17)",    "half-active locks (D18)",   "Exch writes 0 (D19)",
        "shifting queue (D20, D25)",  "two-part bloom (D21, D22)", "launch is a barrier (D4)",
        "new at kernel start (D5)"};
    return names[__builtin_ctz(departure)];
}

static uint32_t mask_of(unsigned bits) {
    return bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
}

/* ---- entries ---- */

static void clear_entries(variant_t *variant) {
    for (uint32_t i = 0; i < variant->entries; i++) free(variant->entry[i].accessors);
    variant->entries = 0;
    scord_index_map_clear(&variant->map);
}

static void reset_image(entry_t *md, uint64_t word) {
    accessor_t *accessors = md->accessors; /* keeps its room */
    const uint32_t room = md->accessor_room;
    *md = (entry_t){.word = word,
                    .modified = true,
                    .blk_shared = true,
                    .dev_shared = true,
                    .accessors = accessors,
                    .accessor_room = room};
}

/* The entry of the word after the tag check (D23), or NULL: no memory. */
static entry_t *entry_of(variant_t *variant, uint64_t word, bool *tag_miss) {
    const uint64_t entries = variant->tracked_words >> variant->options.log2_cache_ratio,
                   key = word % entries;
    uint32_t index = scord_index_map_find(&variant->map, key);
    *tag_miss = false;
    if (index == SCORD_INDEX_NONE) {
        if (!SCORD_ARRAY_ROOM(variant->entry, variant->capacity, variant->entries + 1)) return NULL;
        index = variant->entries++;
        variant->entry[index] = (entry_t){.accessors = NULL};
        reset_image(&variant->entry[index], word);
        *tag_miss = word != key; /* the stored image has Tag 0 (D26) */
        if (!scord_index_map_add(&variant->map, key, index)) return NULL;
    }
    entry_t *md = &variant->entry[index];
    if (md->word != word) {
        *tag_miss = true;
        reset_image(md, word);
    }
    return md;
}

/* ---- terms of section 3 ---- */

static bool same_block(who_t a, who_t b) { return a.block == b.block; }
static bool same(who_t a, who_t b) {
    return a.block == b.block && a.warp == b.warp && a.lane == b.lane;
}

static fences_t fences_now(const variant_t *variant, who_t who) {
    return variant->fences[who.block >> SCORD_SLOT_WIDTH][who.warp][who.lane];
}

static bool protected_by_lock(const variant_t *variant, const entry_t *md, const check_t *x) {
    return !variant_lockset_empty(&md->locks, &variant->options) ||
           !variant_lockset_empty(&x->locks, &variant->options);
}

static bool matching_scopes(const entry_t *md, const check_t *x) {
    return same_block(md->who, x->who) || (!md->scope && !x->block_scope);
}

static void own(entry_t *md, const check_t *x) {
    md->release = false;
    md->number = md->stamp = x->released;
    md->who = x->who;
    md->barrier = x->barrier;
    md->fences = x->fences;
    md->is_atom = x->sync;
    md->scope = x->block_scope;
    md->strong = md->strong && x->strong;
}

static void reset_entry(entry_t *md, const check_t *x) {
    own(md, x);
    md->modified = x->write;
    md->blk_shared = md->dev_shared = false;
    md->locks = x->locks;
    md->strong = x->strong;
}

/* ---- rules 1 to 3 ---- */

static bool printed(const variant_t *variant, unsigned departure) {
    return variant->options.printed & departure;
}

static bool preliminary_check(const variant_t *variant, entry_t *md, const check_t *x,
                              scord_path_t *path) {
    const bool one_warp = same(md->who, x->who) && !md->blk_shared && !md->dev_shared;
    if (md->modified && md->blk_shared && md->dev_shared) {
        *path = SCORD_PATH_INITIALIZATION;
        reset_entry(md, x);
        return true;
    }
    if (same_block(md->who, x->who) && md->barrier != x->barrier && !md->dev_shared &&
        !(one_warp && printed(variant, VARIANT_PRINTED_ORDER))) {
        *path = SCORD_PATH_BARRIER;
        reset_entry(md, x);
        return true;
    }
    if (!one_warp) return false;
    *path = SCORD_PATH_PROGRAM_ORDER;
    const bool own_store_unpublished = !x->write && md->modified &&
                                       (md->release ||
                                        md->fences.dev == fences_now(variant, md->who).dev);
    if (!own_store_unpublished) {
        own(md, x);
        md->modified = x->write;
    }
    md->strong = x->strong;
    md->locks = x->locks;
    return true;
}

/* ---- acquire and release, D60 to D64 ---- */

static variant_party_t party(who_t who) {
    return (variant_party_t){.block = who.block, .warp = who.warp};
}

static bool conflict(const entry_t *md, const check_t *x) {
    return x->write || (md->modified && !same(md->who, x->who));
}

/* D63: x has acquired what the owner released after its access. */
static bool ordered(variant_t *variant, const entry_t *md, const check_t *x) {
    const fences_t now = fences_now(variant, md->who);
    const bool exact = variant->options.order.kind == VARIANT_ORDER_EXACT,
               no_room = !exact && !md->release &&
                         !variant_lockset_empty(&md->locks, &variant->options);
    if (variant->options.order.kind == VARIANT_ORDER_NONE || no_room) return false;
    const bool fenced = md->fences.dev != now.dev ||
                        (md->fences.blk != now.blk && same_block(md->who, x->who));
    return variant_order_ordered(
        &variant->order, party(x->who), x->acquired,
        (variant_order_access_t){party(md->who), exact ? md->stamp : md->number,
                                 md->release && (same_block(md->who, x->who) || !md->scope),
                                 fenced});
}

/* D61: what the word carries from now on, when x has become its owner. */
static void carry(variant_t *variant, entry_t *md, const entry_t *before, const check_t *x) {
    if (!x->sync || !x->write) return;
    variant_number_t carried = variant_order_carried(&variant->order, party(x->who), x->releases,
                                                     x->block_scope);
    if (!x->releases && !x->atomic && !variant_lockset_empty(&x->locks, &variant->options))
        carried.valid = false;
    if (before->release && x->atomic && matching_scopes(before, x))
        carried = variant_order_newer(&variant->order, carried,
                                      (variant_number_t){.valid = true, .number = before->number});
    md->release = carried.valid;
    if (!carried.valid) return;
    md->number = carried.number;
    md->locks = (variant_lockset_t){.count = 0};
}

/* D61: a synchronising read of a word that carries a release. */
static void learn(variant_t *variant, const entry_t *md, const check_t *x, bool reads) {
    if (!x->sync || !reads || !md->release || !matching_scopes(md, x)) return;
    variant_order_read(
        &variant->order, party(x->who), (variant_number_t){.valid = true, .number = md->number},
        (variant_order_reading_t){.acquires = x->acquires, .block_scope = x->block_scope});
}

/* ---- rules 4 to 7 ---- */

static scord_verdict_t race_of(variant_t *variant, const entry_t *md, const check_t *x) {
    const bool same_b = same_block(md->who, x->who), is_same = same(md->who, x->who);
    const fences_t now = fences_now(variant, md->who);
    const bool no_blk = md->fences.blk == now.blk, no_dev = md->fences.dev == now.dev;
    if (ordered(variant, md, x)) return SCORD_VERDICT_CLEAN; /* D63 */
    if (md->is_atom && x->stated && x->block_scope && !same_b)
        return SCORD_VERDICT_SCOPED_ATOMIC; /* D60 */
    if (md->is_atom && md->scope && !same_b) return SCORD_VERDICT_SCOPED_ATOMIC;
    if (variant->options.both_scopes && md->is_atom && x->atomic && x->block_scope && !same_b)
        return SCORD_VERDICT_SCOPED_ATOMIC; /* P3 */
    if (md->is_atom && x->sync) return SCORD_VERDICT_CLEAN;
    const bool letter = printed(variant, VARIANT_PRINTED_CONFLICT);
    if (letter ? !is_same && (x->write || md->modified) : x->write || (md->modified && !is_same)) {
        if (same_b && (no_blk || (x->write && md->dev_shared && !letter)) && no_dev)
            return SCORD_VERDICT_MISSING_BLOCK_FENCE;
        if (!same_b && no_dev) return SCORD_VERDICT_MISSING_DEVICE_FENCE;
        const bool locked = variant->options.order.kind != VARIANT_ORDER_NONE &&
                            !variant_lockset_disjoint(&md->locks, &x->locks, same_b,
                                                      &variant->options); /* D68 */
        if ((!md->strong || !x->strong) && !locked) return SCORD_VERDICT_NOT_STRONG;
    }
    if (!x->write && !md->modified) return SCORD_VERDICT_CLEAN;
    const scord_verdict_t no_common = x->write ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE
                                               : SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD;
    if (protected_by_lock(variant, md, x))
        return variant_lockset_disjoint(&md->locks, &x->locks, same_b, &variant->options)
                   ? no_common
                   : SCORD_VERDICT_CLEAN;
    return SCORD_VERDICT_CLEAN;
}

/* ---- rule 9 ---- */

static void after_store(const variant_t *variant, entry_t *md, const check_t *x) {
    variant_lockset_t refined = {.count = 0};
    if (protected_by_lock(variant, md, x))
        variant_lockset_refine(&md->locks, &x->locks, same_block(md->who, x->who),
                               &variant->options, &refined);
    md->locks = refined;
    own(md, x);
    md->modified = true;
    md->blk_shared = md->dev_shared = false;
}

static void refine_by_load(const variant_t *variant, entry_t *md, const check_t *x) {
    variant_lockset_t refined;
    if (variant_lockset_empty(&md->locks, &variant->options))
        md->locks = x->locks;
    else if (!variant_lockset_empty(&x->locks, &variant->options)) {
        variant_lockset_refine(&md->locks, &x->locks, same_block(md->who, x->who),
                               &variant->options, &refined);
        md->locks = refined;
    }
}

/* P1: the owner has done what a later writer will ask of it; the reader has not yet. The reader
 * becomes owner, sharing stays noted. */
static void hand_over(const variant_t *variant, entry_t *md, const check_t *x) {
    const fences_t now = fences_now(variant, md->who);
    const bool fenced = md->fences.dev != now.dev ||
                        (md->fences.blk != now.blk && same_block(md->who, x->who) &&
                         !md->dev_shared);
    if (variant->options.hand_over && fenced && !md->is_atom) own(md, x);
}

/* A further reader: the owner stays. */
static void share(entry_t *md, const check_t *x) {
    if (same_block(md->who, x->who) && !md->dev_shared) {
        if (!same(md->who, x->who)) md->blk_shared = true;
    } else {
        md->dev_shared = true;
        md->blk_shared = false;
    }
}

static void after_load(const variant_t *variant, entry_t *md, const check_t *x) {
    const bool is_protected = protected_by_lock(variant, md, x);
    if (is_protected) refine_by_load(variant, md, x);
    if (md->modified && !is_protected) {
        if (!same(md->who, x->who)) md->modified = false;
        md->blk_shared = md->dev_shared = false;
        own(md, x);
        return;
    }
    const bool inside = same_block(md->who, x->who) && !md->dev_shared,
               shares = !same(md->who, x->who);
    if (inside && shares) md->blk_shared = true;
    if (!inside) {
        md->dev_shared = true;
        md->blk_shared = false;
    }
    if (shares && !md->modified && !is_protected) hand_over(variant, md, x);
}

/* ---- one owner ---- */

/* What the paper's letter says of the entry afterwards, in place of what the rules made of it. */
static void update_by_letter(const variant_t *variant, entry_t *md, const entry_t *before,
                             const check_t *x, scord_path_t path, scord_verdict_t verdict) {
    const bool race = verdict != SCORD_VERDICT_CLEAN;
    unsigned letter = variant->options.printed;
    if (path == SCORD_PATH_INITIALIZATION || (race && !(letter & VARIANT_PRINTED_GOES_ON))) return;
    if (race) letter = VARIANT_PRINTED_ALL; /* a history that goes on is the letter's */
    if (letter & VARIANT_PRINTED_FLAGS) {
        const bool other_block = !same_block(before->who, x->who);
        md->modified = before->modified || x->write;
        md->dev_shared = before->dev_shared || (!x->write && other_block);
        md->blk_shared = before->blk_shared ||
                         (!x->write && !other_block && !same(before->who, x->who));
    }
    if (letter & VARIANT_PRINTED_OWNER) {
        const bool strong = md->strong;
        own(md, x);
        md->strong = strong;
    }
    if (letter & VARIANT_PRINTED_STRONG) md->strong = before->strong && x->strong;
    if (letter & VARIANT_PRINTED_BLOOM) md->locks = x->locks;
}

static scord_verdict_t decide(variant_t *variant, entry_t *md, const check_t *x, scord_path_t *path,
                              bool *block_scope) {
    *path = SCORD_PATH_FULL;
    *block_scope = false;
    if (preliminary_check(variant, md, x, path)) return SCORD_VERDICT_CLEAN;
    const scord_verdict_t verdict = race_of(variant, md, x);
    if (verdict != SCORD_VERDICT_CLEAN) {
        *block_scope = same_block(md->who, x->who) && !md->dev_shared;
        reset_entry(md, x);
    } else if (md->is_atom && x->sync) {
        *path = SCORD_PATH_ATOMIC_AFTER_ATOMIC;
        if (!x->write) {
            share(md, x); /* D61: the release stays for the next reader */
            return verdict;
        }
        own(md, x);
        md->modified = md->strong = true;
        md->blk_shared = md->dev_shared = false;
        md->locks = x->locks;
    } else if (md->release && !x->write) {
        share(md, x); /* D61 */
    } else if (conflict(md, x) && ordered(variant, md, x)) {
        reset_entry(md, x); /* D63 */
    } else if (x->write) {
        after_store(variant, md, x);
    } else {
        after_load(variant, md, x);
    }
    return verdict;
}

/* ---- all accessors: every pair by rules 2 and 4 to 7 ---- */

static scord_verdict_t race_with(variant_t *variant, const accessor_t *before, const check_t *x) {
    const bool same_b = same_block(before->who, x->who);
    if (same(before->who, x->who) || (!before->write && !x->write) ||
        (same_b && before->barrier != x->barrier))
        return SCORD_VERDICT_CLEAN;
    const entry_t pair = {.who = before->who,
                          .barrier = before->barrier,
                          .fences = before->fences,
                          .modified = before->write,
                          .is_atom = before->is_atom,
                          .scope = before->scope,
                          .strong = before->strong,
                          .release = before->release,
                          .number = before->number,
                          .stamp = before->number,
                          .locks = before->locks};
    return race_of(variant, &pair, x);
}

/* by_kind: accesses of a party that synchronise otherwise, or in another scope, are kept apart, as
 * the oracle does. */
static bool same_kind(const accessor_t *before, const check_t *x, bool by_kind) {
    if (!same(before->who, x->who) || before->write != x->write) return false;
    return !by_kind || (before->is_atom == x->sync && before->scope == x->block_scope);
}

static bool add_accessor(entry_t *md, const check_t *x, bool by_kind) {
    const accessor_t now = {.who = x->who,
                            .barrier = x->barrier,
                            .fences = x->fences,
                            .write = x->write,
                            .is_atom = x->sync,
                            .scope = x->block_scope,
                            .strong = x->strong,
                            .release = x->releases,
                            .number = x->released,
                            .locks = x->locks};
    for (unsigned i = 0; i < md->accessor_count; i++) {
        if (!same_kind(&md->accessors[i], x, by_kind)) continue;
        md->accessors[i] = now;
        return true;
    }
    if (!SCORD_ARRAY_ROOM(md->accessors, md->accessor_room, md->accessor_count + 1)) return false;
    md->accessors[md->accessor_count++] = now;
    return true;
}

static scord_verdict_t decide_all(variant_t *variant, entry_t *md, const check_t *x) {
    scord_verdict_t verdict = SCORD_VERDICT_CLEAN;
    for (unsigned i = 0; i < md->accessor_count && verdict == SCORD_VERDICT_CLEAN; i++)
        verdict = race_with(variant, &md->accessors[i], x);
    if (x->write) own(md, x); /* whose release the word carries (D61) */
    const bool by_kind = variant->options.order.kind !=
                         VARIANT_ORDER_NONE; /* a scope may reach x and not who comes after x */
    if ((x->write && !by_kind) ||
        (verdict != SCORD_VERDICT_CLEAN && !variant->options.keeps_history))
        md->accessor_count = 0; /* what comes after is ordered after x, or races with it */
    if (!add_accessor(md, x, by_kind)) variant->no_memory = true;
    return verdict;
}

/* ---- events ---- */

static void check_word(variant_t *variant, const scord_event_t *event, const check_t *x,
                       uint64_t address) {
    scord_retire_t retire = {.kind = SCORD_REQUEST_KIND_ACCESS,
                             .sequence = (uint32_t)event->sequence,
                             .address = address,
                             .block_id = x->who.block,
                             .warp_id = x->who.warp};
    const uint64_t word = (address - variant->tracked_base) / SCORD_WORD_BYTES;
    if (address < variant->tracked_base || word >= variant->tracked_words) {
        retire.path = SCORD_PATH_UNTRACKED;
    } else {
        bool tag_miss, block_scope = false;
        scord_path_t path = SCORD_PATH_FULL;
        entry_t *md = entry_of(variant, word, &tag_miss);
        if (!md) {
            variant->no_memory = true;
            return;
        }
        const entry_t before = *md;
        retire.verdict = (uint8_t)(variant->options.all_accessors
                                       ? decide_all(variant, md, x)
                                       : decide(variant, md, x, &path, &block_scope));
        if (variant->options.printed)
            update_by_letter(variant, md, &before, x, path, (scord_verdict_t)retire.verdict);
        if (variant->options.order.kind != VARIANT_ORDER_NONE) {
            if (md->release)
                md->locks =
                    (variant_lockset_t){.count = 0}; /* D61: the release has the lockset's place */
            if (!variant_lockset_empty(&before.locks, &variant->options) &&
                variant_lockset_empty(&md->locks, &variant->options))
                md->number = x->released; /* D62 */
            carry(variant, md, &before, x);
            learn(variant, &before, x, event->access.op != SCORD_OP_STORE);
        }
        retire.path = (uint8_t)path;
        retire.scope = block_scope;
        retire.tag_miss = tag_miss;
    }
    if (variant->observe) variant->observe(variant->context, event, &retire);
}

static check_t check_of(variant_t *variant, const scord_event_access_t *access, unsigned lane) {
    const who_t who = {.block = (uint8_t)(access->sm << SCORD_SLOT_WIDTH | access->slot),
                       .warp = access->warp,
                       .lane = (uint8_t)(variant->options.threads ? lane : 0)};
    check_t x = {.who = who,
                 .barrier = variant->barrier[access->sm][access->slot],
                 .write = access->op != SCORD_OP_LOAD,
                 .atomic = access->op == SCORD_OP_ATOMIC,
                 .block_scope = access->scope == SCORD_SCOPE_BLOCK,
                 .strong = access->strong,
                 .fences = fences_now(variant, who)};
    const variant_lock_table_t *table = &variant->locks[access->sm][access->warp][who.lane];
    variant_lockset_of(table, &variant->options, &x.locks);
    x.stated = variant->options.order.kind != VARIANT_ORDER_NONE &&
               access->semantics != SCORD_SEMANTICS_NONE;
    x.sync = x.atomic || x.stated;
    x.acquires = x.stated && access->op != SCORD_OP_STORE &&
                 access->semantics != SCORD_SEMANTICS_RELAXED &&
                 access->semantics != SCORD_SEMANTICS_RELEASE;
    x.releases = x.stated && x.write && access->semantics != SCORD_SEMANTICS_RELAXED &&
                 access->semantics != SCORD_SEMANTICS_ACQUIRE;
    x.released = variant_order_now(&variant->order, party(who));
    x.acquired = variant_order_acquired(&variant->order, party(who));
    return x;
}

static void count_fence(variant_t *variant, unsigned sm, unsigned warp, unsigned lane,
                        bool block_scope) {
    fences_t *fences = &variant->fences[sm][warp][lane];
    uint32_t *count = block_scope ? &fences->blk : &fences->dev; /* D7 */
    *count = (*count + 1) & mask_of(variant->options.fence_bits);
}

/* D61: a release is a fence of its warp before its access, and gets the next number. Then: the
 * access of this request. */
static check_t start_request(variant_t *variant, const scord_event_access_t *access,
                             unsigned lane) {
    const check_t before = check_of(variant, access, lane);
    if (!before.releases) return before;
    count_fence(variant, access->sm, access->warp, lane, before.block_scope);
    variant_order_release(&variant->order, party(before.who), before.block_scope, false);
    check_t x = check_of(variant, access, lane);
    x.acquired = before.acquired;
    if (variant->options.order.kind == VARIANT_ORDER_EXACT)
        x.released = before.released; /* the access is what it releases */
    return x;
}

/* Words of the lanes in `lanes`, each once, ascending (D2): gathered by the front half of the
 * detector. */
static void access_lanes(variant_t *variant, const scord_event_t *event, uint32_t lanes,
                         unsigned lane) {
    scord_event_t part = *event;
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    unsigned sm;
    part.access.mask = lanes;
    const unsigned count = scord_lower(&part, &sm, lowered);
    for (unsigned i = 0; i < count && lowered[i].kind == SCORD_SM_EVENT_KIND_ACCESS; i++) {
        const check_t x = start_request(variant, &event->access, lane);
        for (uint32_t words = lowered[i].mask; words; words &= words - 1)
            check_word(variant, event, &x,
                       lowered[i].address + SCORD_WORD_BYTES * (uint64_t)__builtin_ctz(words));
    }
}

/* D17, D19, D34: after the access's own checks, ascending lane. */
static void lock_words(variant_t *variant, const scord_event_access_t *access) {
    if (access->op != SCORD_OP_ATOMIC || !access->has_operands) return;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if (!(access->mask >> lane & 1)) continue;
        variant_lock_table_t *table =
            &variant->locks[access->sm][access->warp][variant->options.threads ? lane : 0];
        const uint64_t address = access->address[lane] / SCORD_WORD_BYTES * SCORD_WORD_BYTES;
        const bool stated_acquire =
            check_of(variant, access, 0).acquires; /* D64: ordered, not inferred */
        if (access->atomic_kind == SCORD_ATOMIC_KIND_CAS && access->has_returned && !stated_acquire)
            variant_locks_cas(table, &variant->options, address, access->scope,
                              access->compare[lane], access->value[lane], access->returned[lane]);
        if (access->atomic_kind == SCORD_ATOMIC_KIND_EXCH)
            variant_locks_exch(table, &variant->options, address, access->scope,
                               access->value[lane]);
    }
}

static void take_access(variant_t *variant, const scord_event_t *event) {
    const scord_event_access_t *access = &event->access;
    if (!variant->options.threads)
        access_lanes(variant, event, access->mask, 0);
    else
        for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
            if (access->mask >> lane & 1) access_lanes(variant, event, UINT32_C(1) << lane, lane);
    lock_words(variant, access);
}

static void take_fence(variant_t *variant, const scord_event_fence_t *fence) {
    for (unsigned lane = 0; lane < (variant->options.threads ? SCORD_THREADS_PER_WARP : 1u);
         lane++) {
        if (variant->options.threads && !(fence->mask >> lane & 1)) continue;
        count_fence(variant, fence->sm, fence->warp, lane, fence->scope == SCORD_SCOPE_BLOCK);
        variant_locks_fence(&variant->locks[fence->sm][fence->warp][lane], &variant->options,
                            fence->scope);
    }
    const variant_party_t who = {.block = (uint8_t)(fence->sm << SCORD_SLOT_WIDTH | fence->slot),
                                 .warp = fence->warp};
    if (fence->semantics != SCORD_SEMANTICS_RELEASE)
        variant_order_acquire_fence(&variant->order, who);
    if (fence->semantics != SCORD_SEMANTICS_ACQUIRE &&
        variant->options.order.kind != VARIANT_ORDER_NONE)
        variant_order_release(&variant->order, who, fence->scope == SCORD_SCOPE_BLOCK, true);
}

static void next_epoch(variant_t *variant, unsigned sm, unsigned slot) { /* D4 */
    variant_order_barrier(&variant->order, (uint8_t)(sm << SCORD_SLOT_WIDTH | slot));
    variant->barrier[sm][slot] = (variant->barrier[sm][slot] + 1) &
                                 mask_of(variant->options.barrier_bits);
}

static void launch_block(variant_t *variant, const scord_event_block_launch_t *launch) {
    if (!printed(variant, VARIANT_PRINTED_BARRIER)) next_epoch(variant, launch->sm, launch->slot);
    for (unsigned warp = 0;
         warp < SCORD_MAX_WARPS_PER_SM && !printed(variant, VARIANT_PRINTED_QUEUE); warp++)
        if (launch->warps >> warp & 1)
            memset(variant->locks[launch->sm][warp], 0,
                   sizeof variant->locks[launch->sm][warp]); /* D25 */
}

static void begin_kernel(variant_t *variant, const scord_event_kernel_begin_t *kernel) {
    if (printed(variant, VARIANT_PRINTED_KERNEL) && variant->tracked_base == kernel->tracked_base &&
        variant->tracked_words == UINT64_C(1) << kernel->log2_tracked_words)
        return;
    memset(variant->barrier, 0, sizeof variant->barrier);
    memset(variant->locks, 0, sizeof variant->locks);
    memset(variant->fences, 0, sizeof variant->fences);
    variant_order_start(&variant->order, &variant->options.order);
    clear_entries(variant);
    variant->tracked_base = kernel->tracked_base;
    variant->tracked_words = UINT64_C(1) << kernel->log2_tracked_words;
}

bool variant_event(variant_t *variant, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: begin_kernel(variant, &event->kernel_begin); break;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: launch_block(variant, &event->block_launch); break;
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
        next_epoch(variant, event->warp.sm, event->warp.slot);
        break;
    case SCORD_EVENT_KIND_FENCE: take_fence(variant, &event->fence); break;
    case SCORD_EVENT_KIND_ACCESS: take_access(variant, event); break;
    default: break;
    }
    return !variant->no_memory && !variant->order.exact.failed;
}

variant_t *variant_create(const variant_options_t *options, scord_observe_t *observe,
                          void *context) {
    variant_t *variant = calloc(1, sizeof *variant);
    if (!variant) return NULL;
    variant->options = *options;
    variant->observe = observe;
    variant->context = context;
    return variant;
}

void variant_destroy(variant_t *variant) {
    if (!variant) return;
    clear_entries(variant);
    variant_order_end(&variant->order);
    scord_index_map_destroy(&variant->map);
    free(variant->entry);
    free(variant);
}
