/* SPDX-License-Identifier: Apache-2.0 */
/* finding_rules.h: the rules by which the front end tells of misused synchronization
 * (docs/findings.md), by number in streams and by name everywhere else.
 *
 * A name is KIND/WHAT and stays: suppressions and other people's scripts hold it. The number is the
 * place in the list: new rules go to its end.
 */
#ifndef SCORD_FINDING_RULES_H
#define SCORD_FINDING_RULES_H

#include <stdint.h>

/* What `--only`, `--without` and `scord explain` name, besides `race`. */
typedef enum scord_finding_kind {
    SCORD_FINDING_KIND_LANES,
    SCORD_FINDING_KIND_MASK,
    SCORD_FINDING_KIND_BARRIER,
    SCORD_FINDING_KIND_UNINITIALISED,
    SCORD_FINDING_KIND_LAUNCH,
    SCORD_FINDING_KIND_MEMORY,
    SCORD_FINDING_KIND_WARP,
    SCORD_FINDING_KINDS
} scord_finding_kind_t;

typedef enum scord_severity {
    SCORD_SEVERITY_FINDING, /* wrong: exit code 1 */
    SCORD_SEVERITY_NOTE,    /* worth a look */
    SCORD_SEVERITY_COUNT    /* allowed: only the total is of interest */
} scord_severity_t;

/* X(constant behind SCORD_FINDING_, kind, name, severity) */
#define SCORD_FINDING_RULE_LIST(X)                                                                 \
    X(LANES_DIFFER, LANES, "lanes/different-values", FINDING)                                      \
    X(LANES_SAME, LANES, "lanes/same-value", COUNT)                                                \
    X(MASK_CALLER, MASK, "mask/caller-not-in-mask", FINDING)                                       \
    X(MASK_DIFFER, MASK, "mask/different-masks", FINDING)                                          \
    X(MASK_ELSEWHERE, MASK, "mask/lanes-elsewhere", FINDING)                                       \
    X(MASK_ABSENT, MASK, "mask/shuffle-of-absent-lane", NOTE)                                      \
    X(MASK_ACTIVE, MASK, "mask/activemask", NOTE)                                                  \
    X(BARRIER_SPLIT, BARRIER, "barrier/warp-at-different-barriers", FINDING)                       \
    X(BARRIER_PASSED, BARRIER, "barrier/part-of-warp", FINDING)                                    \
    X(BARRIER_PLACES, BARRIER, "barrier/different-places", FINDING)                                \
    X(BARRIER_COUNTS, BARRIER, "barrier/different-counts", FINDING)                                \
    X(BARRIER_WARPS, BARRIER, "barrier/no-whole-warps", FINDING)                                   \
    X(BARRIER_GRID, BARRIER, "barrier/grid-not-cooperative", FINDING)                              \
    X(BARRIER_RETURNED, BARRIER, "barrier/threads-returned", NOTE)                                 \
    X(UNWRITTEN_GLOBAL, UNINITIALISED, "uninitialised/global", FINDING)                            \
    X(UNWRITTEN_SHARED, UNINITIALISED, "uninitialised/shared", FINDING)                            \
    X(LAUNCH_STREAMS, LAUNCH, "launch/streams", FINDING)                                           \
    X(LAUNCH_HOST, LAUNCH, "launch/host", FINDING)                                                 \
    X(LAUNCH_FREE, LAUNCH, "launch/free", FINDING)                                                 \
    X(LAUNCH_ALLOCATION, LAUNCH, "launch/allocation", FINDING)                                     \
    X(MEMORY_RANGE, MEMORY, "memory/out-of-range", FINDING)                                        \
    X(MEMORY_FREED, MEMORY, "memory/after-free", FINDING)                                          \
    X(MEMORY_ALIGNMENT, MEMORY, "memory/misaligned", FINDING)                                      \
    X(MEMORY_NEIGHBOUR, MEMORY, "memory/neighbour", FINDING)                                       \
    X(MEMORY_COPY, MEMORY, "memory/copy-out-of-range", FINDING)                                    \
    X(MEMORY_FREE, MEMORY, "memory/bad-free", FINDING)                                             \
    X(MEMORY_LEAK, MEMORY, "memory/leak", NOTE)                                                    \
    X(UNWRITTEN_COPY, UNINITIALISED, "uninitialised/copied-out", NOTE)                             \
    X(BARRIER_ARRIVALS, BARRIER, "barrier/too-many-arrivals", FINDING)                             \
    X(BARRIER_TOKEN, BARRIER, "barrier/old-token", FINDING)                                        \
    X(BARRIER_INITIALISED, BARRIER, "barrier/initialised-in-use", FINDING)                         \
    X(BARRIER_STAGE, BARRIER, "barrier/stage-not-waited", FINDING)                                 \
    X(BARRIER_COPY, BARRIER, "barrier/copy-not-waited", FINDING)                                   \
    X(MASK_WIDTH, MASK, "mask/shuffle-width", FINDING)                                             \
    X(BARRIER_GRID_PART, BARRIER, "barrier/part-of-grid", FINDING)                                 \
    X(BARRIER_UNINITIALISED, BARRIER, "barrier/not-initialised", FINDING)                          \
    X(UNWRITTEN_LOCAL, UNINITIALISED, "uninitialised/local", FINDING)                              \
    X(WARP_ORDER, WARP, "warp/not-synchronised", FINDING)                                          \
    X(BARRIER_AGAIN, BARRIER, "barrier/arrives-again", FINDING)                                    \
    X(MEMORY_DIRECTION, MEMORY, "memory/copy-direction", FINDING)

typedef enum scord_finding_rule {
#define SCORD_FINDING_RULE_CONSTANT(constant, kind, name, severity) SCORD_FINDING_##constant,
    SCORD_FINDING_RULE_LIST(SCORD_FINDING_RULE_CONSTANT)
#undef SCORD_FINDING_RULE_CONSTANT
        SCORD_FINDING_RULES
} scord_finding_rule_t;

/* From here on a pc names a call of CUDA's API in host code: such findings are of no kernel and no
 * lanes. */
#define SCORD_HOST_PC UINT32_C(0xf0000000)

/* "lanes"; NULL when KIND is none. */
const char *scord_finding_kind_name(unsigned kind);
/* "lanes/different-values"; NULL when RULE is none. */
const char *scord_finding_rule_name(unsigned rule);
scord_finding_kind_t scord_finding_rule_kind(scord_finding_rule_t rule);
scord_severity_t scord_finding_rule_severity(scord_finding_rule_t rule);

#endif
