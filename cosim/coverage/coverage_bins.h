/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_bins.h: the coverage bins, in groups; docs/coverage.md says what each group is for.
 *
 * A group is a cross of up to four dimensions; a bin's name is "group.value.value…". Everything
 * else (database, report, exclusions) works on bin numbers and names only, so a new bin is a new
 * line here and one call in the collector.
 */
#ifndef SCORD_COVERAGE_BINS_H
#define SCORD_COVERAGE_BINS_H

#include <stddef.h>

#include "cosim/coverage/coverage_rule.h"

/* What an access is: op × scope (D6, D7); weak accesses have no scope. */
#define SCORD_COVERAGE_KINDS(X)                                                                    \
    X(LOAD_WEAK, "load-weak")                                                                      \
    X(LOAD_BLOCK, "load-block")                                                                    \
    X(LOAD_DEVICE, "load-device") X(LOAD_SYSTEM, "load-system") X(STORE_WEAK, "store-weak")        \
        X(STORE_BLOCK, "store-block") X(STORE_DEVICE, "store-device")                              \
            X(STORE_SYSTEM, "store-system") X(ATOMIC_BLOCK, "atomic-block")                        \
                X(ATOMIC_DEVICE, "atomic-device") X(ATOMIC_SYSTEM, "atomic-system")
/* Accessor and owner. */
#define SCORD_COVERAGE_RELATIONS(X)                                                                \
    X(SAME_WARP, "same-warp") X(SAME_BLOCK, "same-block") X(OTHER_BLOCK, "other-block")
/* Lockset of the entry and locks of the accessor (D22). */
#define SCORD_COVERAGE_LOCKS(X)                                                                    \
    X(NONE, "none")                                                                                \
    X(ONLY_OWNER, "only-owner")                                                                    \
    X(ONLY_ACCESSOR, "only-accessor") X(DISJOINT, "disjoint") X(COMMON, "common")
#define SCORD_COVERAGE_SCOPES(X)                                                                   \
    X(DEVICE, "device") X(BLOCK, "block") X(SYSTEM, "system") /* scord_scope_t */
/* A lock table entry that a fence meets (D18); none: the warp has no lock. */
#define SCORD_COVERAGE_FENCED(X)                                                                   \
    X(NO_LOCK, "no-lock")                                                                          \
    X(BLOCK, "block")                                                                              \
    X(BLOCK_ACTIVE, "block-active") X(DEVICE, "device")                                            \
        X(DEVICE_ACTIVE_BLOCK, "device-active-block") X(DEVICE_ACTIVE, "device-active")            \
            X(MANY_BLOCK, "many-block") X(MANY_DEVICE, "many-device")
/* A CAS lane that took a lock (D17, D20, D71). */
#define SCORD_COVERAGE_INSERTS(X)                                                                  \
    X(EMPTY, "into-empty")                                                                         \
    X(ROOM, "into-room")                                                                           \
    X(FULL, "into-full") X(EQUAL, "equal-kept") X(OTHER_SCOPE, "equal-hash-other-scope")           \
        X(COUNTED, "oldest-counted") X(COUNTED_TWO, "two-oldest-counted")                          \
            X(EQUAL_COUNTED, "equal-counted")
/* An Exch lane that wrote 0 (D19, D20, D71). */
#define SCORD_COVERAGE_RELEASES(X)                                                                 \
    X(NO_LOCK, "no-lock")                                                                          \
    X(OTHER_LOCK, "other-lock")                                                                    \
    X(WIDER_KEPT, "wider-kept") X(YOUNGEST, "youngest") X(HOLE, "hole") X(TWO, "both-scopes")      \
        X(COUNTED, "one-of-the-counted") X(LAST_COUNTED, "last-of-the-counted")
/* The item decided just before, and what it has in common with this one. */
#define SCORD_COVERAGE_ITEMS(X)                                                                    \
    X(CHECK, "check") X(BLOCK_FENCE, "block-fence") X(DEVICE_FENCE, "device-fence")
#define SCORD_COVERAGE_WARPS(X)                                                                    \
    X(SAME_WARP, "same-warp")                                                                      \
    X(SAME_BLOCK, "same-block") X(SAME_SM, "same-sm") X(OTHER_SM, "other-sm")
#define SCORD_COVERAGE_PLACES(X)                                                                   \
    X(SAME_ENTRY, "same-entry") X(SAME_LINE, "same-line") X(OTHER_LINE, "other-line")
#define SCORD_COVERAGE_COUNTS(X) X(ONE, "1") X(TWO, "2") X(FEW, "3-8") X(MANY, "9-31") X(ALL, "32")
#define SCORD_COVERAGE_SIZES(X)  X(1, "1") X(2, "2") X(4, "4") X(8, "8") X(16, "16")
#define SCORD_COVERAGE_ENTRIES(X)                                                                  \
    X(1, "1")                                                                                      \
    X(2, "2") X(4, "4") X(8, "8") X(16, "16") X(32, "32") X(64, "64") X(128, "128-or-more")
#define SCORD_COVERAGE_RATIOS(X) X(1, "1") X(2, "2") X(4, "4") X(8, "8") X(16, "16")
#define SCORD_COVERAGE_POLICIES(X)                                                                 \
    X(LRR, "lrr") X(GTO, "gto") X(MWF_LRR, "mwf-lrr") X(MWF_GTO, "mwf-gto")
/* Independent threads (D40 to D42): what orders a check after the owner's access by the same warp,
 * or does not. */
#define SCORD_COVERAGE_THREADS(X)                                                                  \
    X(CONVERGED, "converged")                                                                      \
    X(EPOCH, "other-epoch")                                                                        \
    X(SAME, "same-thread") X(OTHER, "other-thread") X(SEVERAL, "several-threads")                  \
        X(WARP_SHARED, "warp-shared")
/* Acquire and release (D60 to D64). Why a check that conflicts is not ordered after the owner's
 * access, or is (from CARRIED): D63. */
#define SCORD_COVERAGE_ORDERS(X)                                                                   \
    X(LOCKSET, "lockset")                                                                          \
    X(NOTHING, "nothing-acquired")                                                                 \
    X(CARRIED_NOT, "carried-not-acquired") X(OLDER, "acquired-older")                              \
        X(UNPUBLISHED, "not-published") X(CARRIED, "carried-acquired") X(OWN_WARP, "own-warp")     \
            X(BLOCK_FENCED, "block-fenced") X(DEVICE_FENCED, "device-fenced")                      \
                X(BLOCK_RELEASED, "block-released")
/* What a synchronising write carries; …_OVER: instead of an older release that it goes on with
 * (D61). */
#define SCORD_COVERAGE_CARRIES(X)                                                                  \
    X(NOTHING, "nothing")                                                                          \
    X(LOCKED, "locks-held")                                                                        \
    X(RELEASE, "release") X(RELEASE_OVER, "release-over-older") X(FENCE, "fence")                  \
        X(FENCE_OVER, "fence-over-older") X(CHAIN, "goes-on")
/* What a synchronising read learns. */
#define SCORD_COVERAGE_LEARNS(X)                                                                   \
    X(NOTHING, "no-release")                                                                       \
    X(SCOPE, "scope-mismatch") X(PENDING, "pending") X(ACQUIRED, "acquired")
#define SCORD_COVERAGE_LANES(X)                                                                    \
    X(1, "1") X(2, "2") X(3, "3") X(4, "4") X(5, "5") X(6, "6") X(7, "7") X(8, "8")

/* Corner points: what a cross does not name. */
#define SCORD_COVERAGE_POINTS(X)                                                                   \
    /* counters that wrap, and the aliases that follow (D9) */                                     \
    X(BLOCK_FENCE_WRAPS, "block-fence-id-wraps")                                                   \
    X(DEVICE_FENCE_WRAPS, "device-fence-id-wraps")                                                 \
    X(BLOCK_FENCE_ALIAS, "block-fence-id-alias") X(DEVICE_FENCE_ALIAS, "device-fence-id-alias")    \
        X(BARRIER_WRAPS, "barrier-id-wraps") X(BARRIER_ALIAS, "barrier-id-alias")                  \
            X(PRIORITY_WRAPS, "priority-wraps") /* metadata cache (D23, D24, D26) */               \
        X(TAG_ALIAS, "tag-alias") X(TAG_FIRST, "tag-first-access") X(TAG_HIT, "tag-hit-not-zero")  \
            X(UNTRACKED_BELOW, "untracked-below") X(UNTRACKED_ABOVE, "untracked-above")            \
                X(STRADDLE, "request-partly-tracked")                                              \
                    X(SHARED_ENTRY, "words-of-request-share-entry")                                \
                        X(RANGE_AT_ZERO, "tracked-range-at-0")                                     \
                            X(RANGE_AT_TOP,                                                        \
                              "tracked-range-at-top") /* slots and identifiers (D4, D25) */        \
        X(SLOT_REUSE, "slot-reuse-other-warp") X(SLOT_REUSE_SAME_WARP, "slot-reuse-same-warp")     \
            X(LAUNCH_EMPTIES_LOCKS, "launch-empties-locks") X(HIGHEST_BLOCK, "highest-block")      \
                X(HIGHEST_WARP, "highest-warp") X(RELEASE_BY_EXIT, "barrier-release-by-exit")      \
                    X(PRIORITY_FULL, "all-other-warps-wait")                                       \
                        X(KERNEL_CLEARS_LOCKS, "kernel-start-clears-locks")                        \
                            X(KERNEL_CLEARS_FENCES, "kernel-start-clears-fences")                  \
                                X(KERNEL_CLEARS_BARRIERS, "kernel-start-clears-barriers")          \
                                    X(KERNEL_CLEARS_PRIORITIES,                                    \
                                      "kernel-start-clears-priorities") /* locks (D17 to D22) */   \
        X(CAS_FAILED, "cas-failed") X(CAS_OTHER_VALUES, "cas-of-other-values")                     \
            X(EXCH_NOT_ZERO, "exch-not-zero") X(LOCKS_OF_LANES, "lanes-take-several-locks")        \
                X(CAS_64, "cas-of-64-bits-saturates") X(LOCKS_FULL, "four-locks-held")             \
                    X(BLOOM_PART_HALF, "intersection-with-one-empty-field")                        \
                        X(COMMON_BLOCK_PART_ONLY, "common-in-block-part-only")                     \
                            X(REFINED_SMALLER, "lockset-shrinks")                                  \
                                X(HASH_COLLISION,                                                  \
                                  "two-lock-words-one-hash") /* order of items (D1, D2) */         \
        X(OWNER_FENCE_JUST_BEFORE, "owner-fence-just-before-check")                                \
            X(SAME_ENTRY_AFTER_RACE, "same-entry-just-after-race")                                 \
                X(LANES_ON_ONE_WORD, "lanes-on-one-word")                                          \
                    X(SYSTEM_FENCE, "system-fence") /* acquire and release (D60 to D64) */         \
        X(RELEASE_WRAPS, "release-number-wraps") X(PENDING_ACQUIRED, "fence-acquires-pending")     \
            X(ORDERED_BY_THIRD, "ordered-by-third-block")                                          \
                X(LOCKSET_EMPTIED, "lockset-emptied-by-load")                                      \
                    X(ACQUIRE_NO_LOCK, "acquiring-cas-no-lock")                                    \
                        X(RELEASE_CLEARED, "weak-access-clears-release")                           \
                            X(RELEASE_SHARED, "load-shares-release") /* lanes of a store (D72) */ \
        X(LANES_DIFFER, "lanes-differ") X(LANES_DIFFER_AND_RACE, "lanes-differ-and-race")

/* Seen at the device's pins and counters: lockstep runs only. */
#define SCORD_COVERAGE_PINS(X)                                                                     \
    X(REQUEST_FIFO_FULL, "request-fifo-full")                                                      \
    X(DECISION_QUEUE_FULL, "decision-queue-full")                                                  \
    X(RACE_REPORTER_FULL,                                                                          \
      "race-reporter-full") X(LINE_STALL, "waits-for-line") X(FETCH_STALL, "waits-for-fetch")      \
        X(METADATA_STALL, "waits-for-metadata") X(READS_2, "reads-outstanding-2")                  \
            X(READS_4, "reads-outstanding-4") X(READS_REORDERED, "read-responses-reordered")       \
                X(READS_INTERLEAVED, "read-beats-interleaved") X(WRITES_REORDERED,                 \
                                                                 "write-responses-reordered")      \
                    X(READ_STALLED, "read-address-stalled") X(WRITE_STALLED, "write-data-stalled") \
                        X(READ_AND_WRITE, "read-and-write-in-flight") X(READ_ERROR, "read-error")  \
                            X(WRITE_ERROR, "write-error") X(NOT_PERFORMED, "check-not-performed")  \
                                X(SM_ORDER_FREE, "decided-out-of-stream-order")                    \
                                    X(ALL_SMS_WAIT, "all-sms-wait") X(INTERRUPT, "interrupt")      \
                                        X(BACK_TO_BACK, "decisions-in-consecutive-cycles")         \
                                            X(RACES_TOGETHER, "several-races-in-a-cycle")          \
                                                X(LOG_FULL, "race-log-full")                       \
                                                    X(LOG_WRAPS, "race-log-wraps")

#define SCORD_COVERAGE_ENUM(type, list)       typedef enum type { list } type##_t
#define SCORD_COVERAGE_ID(prefix, identifier) SCORD_COVERAGE_##prefix##_##identifier
#define K(identifier, name)                   SCORD_COVERAGE_ID(KIND, identifier),
#define R(identifier, name)                   SCORD_COVERAGE_ID(RELATION, identifier),
#define L(identifier, name)                   SCORD_COVERAGE_ID(LOCK, identifier),
#define F(identifier, name)                   SCORD_COVERAGE_ID(FENCED, identifier),
#define I(identifier, name)                   SCORD_COVERAGE_ID(INSERT, identifier),
#define E(identifier, name)                   SCORD_COVERAGE_ID(RELEASE, identifier),
#define T(identifier, name)                   SCORD_COVERAGE_ID(ITEM, identifier),
#define W(identifier, name)                   SCORD_COVERAGE_ID(WARP, identifier),
#define A(identifier, name)                   SCORD_COVERAGE_ID(PLACE, identifier),
#define P(identifier, name)                   SCORD_COVERAGE_ID(POINT, identifier),
#define N(identifier, name)                   SCORD_COVERAGE_ID(PIN, identifier),
SCORD_COVERAGE_ENUM(scord_coverage_kind, SCORD_COVERAGE_KINDS(K) SCORD_COVERAGE_KIND_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_relation,
                    SCORD_COVERAGE_RELATIONS(R) SCORD_COVERAGE_RELATION_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_lock, SCORD_COVERAGE_LOCKS(L) SCORD_COVERAGE_LOCK_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_fenced, SCORD_COVERAGE_FENCED(F) SCORD_COVERAGE_FENCED_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_insert, SCORD_COVERAGE_INSERTS(I) SCORD_COVERAGE_INSERT_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_release,
                    SCORD_COVERAGE_RELEASES(E) SCORD_COVERAGE_RELEASE_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_item, SCORD_COVERAGE_ITEMS(T) SCORD_COVERAGE_ITEM_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_warp, SCORD_COVERAGE_WARPS(W) SCORD_COVERAGE_WARP_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_place, SCORD_COVERAGE_PLACES(A) SCORD_COVERAGE_PLACE_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_point, SCORD_COVERAGE_POINTS(P) SCORD_COVERAGE_POINT_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_pin, SCORD_COVERAGE_PINS(N) SCORD_COVERAGE_PIN_COUNT);
#define H(identifier, name) SCORD_COVERAGE_THREADS_##identifier,
#define O(identifier, name) SCORD_COVERAGE_ID(ORDER, identifier),
#define C(identifier, name) SCORD_COVERAGE_ID(CARRY, identifier),
#define B(identifier, name) SCORD_COVERAGE_ID(LEARN, identifier),
SCORD_COVERAGE_ENUM(scord_coverage_threads, SCORD_COVERAGE_THREADS(H) SCORD_COVERAGE_THREADS_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_order, SCORD_COVERAGE_ORDERS(O) SCORD_COVERAGE_ORDER_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_carry, SCORD_COVERAGE_CARRIES(C) SCORD_COVERAGE_CARRY_COUNT);
SCORD_COVERAGE_ENUM(scord_coverage_learn, SCORD_COVERAGE_LEARNS(B) SCORD_COVERAGE_LEARN_COUNT);
#undef O
#undef C
#undef B
#undef H
#undef K
#undef R
#undef L
#undef F
#undef I
#undef E
#undef T
#undef W
#undef A
#undef P
#undef N

typedef enum scord_coverage_group {
    SCORD_COVERAGE_GROUP_CHECK,       /* rule × kind × relation × locks: the cross of issue 3 */
    SCORD_COVERAGE_GROUP_RACE,        /* verdict × scope of the report (semantics.md section 6) */
    SCORD_COVERAGE_GROUP_UNTRACKED,   /* kind */
    SCORD_COVERAGE_GROUP_FENCE,       /* scope × state of a lock table entry */
    SCORD_COVERAGE_GROUP_INSERT,      /* scope × what happens */
    SCORD_COVERAGE_GROUP_RELEASE,     /* scope × what happens */
    SCORD_COVERAGE_GROUP_CHECK_AFTER, /* the item before × warps */
    SCORD_COVERAGE_GROUP_CHECK_AFTER_CHECK, /* warps × places */
    SCORD_COVERAGE_GROUP_FENCE_AFTER,       /* the item before × warps */
    SCORD_COVERAGE_GROUP_WORDS,             /* words of a request */
    SCORD_COVERAGE_GROUP_REQUESTS,          /* requests of an instruction */
    SCORD_COVERAGE_GROUP_SIZE,              /* bytes a lane */
    SCORD_COVERAGE_GROUP_ENTRIES, /* metadata entries of the kernel, when a request of several words
                                     was checked */
    SCORD_COVERAGE_GROUP_RATIO,   /* words an entry (D23) */
    SCORD_COVERAGE_GROUP_POLICY,  /* issue policy of the run */
    SCORD_COVERAGE_GROUP_POINT,
    SCORD_COVERAGE_GROUP_PIN,
    SCORD_COVERAGE_GROUP_THREADS,      /* threads × op */
    SCORD_COVERAGE_GROUP_STATED,       /* semantics × kind */
    SCORD_COVERAGE_GROUP_STATED_FENCE, /* semantics × scope */
    SCORD_COVERAGE_GROUP_ORDER,        /* order × relation × op, of checks that conflict */
    SCORD_COVERAGE_GROUP_CARRY,        /* carry × scope × op */
    SCORD_COVERAGE_GROUP_LEARN,        /* learn × relation × op */
    SCORD_COVERAGE_GROUP_LANES, /* items decided in a cycle, the last bin is 8 or more: pins, too */
    SCORD_COVERAGE_GROUP_COUNT
} scord_coverage_group_t;

enum { SCORD_COVERAGE_BINS_MAX = 4096, SCORD_COVERAGE_NAME_MAX = 96 };

/* Number of bins of all groups, at most SCORD_COVERAGE_BINS_MAX. Bin numbers are 0 .. count-1,
 * group by group. */
unsigned scord_coverage_bin_count(void);
unsigned scord_coverage_group_first(scord_coverage_group_t group);
unsigned scord_coverage_group_size(scord_coverage_group_t group);
const char *scord_coverage_group_name(scord_coverage_group_t group);
/* Place inside its group of the bin with value numbers a, b, c, d of the dimensions (0 for those
 * that GROUP has not). */
unsigned scord_coverage_offset(scord_coverage_group_t group, unsigned a, unsigned b, unsigned c,
                               unsigned d);
/* The bin itself. */
unsigned scord_coverage_bin(scord_coverage_group_t group, unsigned a, unsigned b, unsigned c,
                            unsigned d);
void scord_coverage_bin_name(unsigned bin, char name[SCORD_COVERAGE_NAME_MAX]);

#endif
