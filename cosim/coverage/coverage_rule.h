/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_rule.h: which rule of docs/semantics.md section 3, and which branch of it, decides a
 * check.
 *
 * A second reading of the rules beside cmodel/detector/detection_logic.c: it names the branch and
 * changes nothing. The path and the verdict that a branch implies are compared with those of every
 * retired item, so a wrong name does not go unnoticed.
 */
#ifndef SCORD_COVERAGE_RULE_H
#define SCORD_COVERAGE_RULE_H

#include "cmodel/detector/detection_logic.h"

/* X(identifier, name in a bin, path, verdict), in the order in which the rules are tested. */
#define SCORD_COVERAGE_RULES(X)                                                                    \
    X(RULE_1, "1-initialization", INITIALIZATION, CLEAN)                                           \
    X(RULE_2, "2-barrier", BARRIER, CLEAN)                                                         \
    X(RULE_3_LOAD_KEEPS, "3-load-keeps-store", PROGRAM_ORDER, CLEAN) /* D12 */                     \
    X(RULE_3_LOAD, "3-load", PROGRAM_ORDER, CLEAN)                                                 \
    X(RULE_3_WRITE, "3-write", PROGRAM_ORDER, CLEAN)                                               \
    X(RULE_4, "4-scoped-atomic", FULL, SCOPED_ATOMIC)                                              \
    X(RULE_4_BOTH, "4-both-scopes", FULL,                                                          \
      SCOPED_ATOMIC) /* D39: only the later atomic is too narrow */                                \
    X(RULE_5, "5-atomic-after-atomic", ATOMIC_AFTER_ATOMIC, CLEAN)                                 \
    X(RULE_6A, "6a-no-fence", FULL, MISSING_BLOCK_FENCE)                                           \
    X(RULE_6A_DEVICE_SHARED, "6a-device-shared", FULL,                                             \
      MISSING_BLOCK_FENCE) /* a block fence, not enough */                                         \
    X(RULE_6B, "6b-no-device-fence", FULL, MISSING_DEVICE_FENCE)                                   \
    X(RULE_6C_OWNER, "6c-owner-weak", FULL, NOT_STRONG)                                            \
    X(RULE_6C_ACCESSOR, "6c-accessor-weak", FULL, NOT_STRONG)                                      \
    X(RULE_6C_BOTH, "6c-both-weak", FULL, NOT_STRONG)                                              \
    X(RULE_7E, "7e-load", FULL, NO_COMMON_LOCK_ON_LOAD)                                            \
    X(RULE_7F, "7f-write", FULL, NO_COMMON_LOCK_ON_STORE)                                          \
    X(RULE_9_WRITE, "9-write", FULL, CLEAN)                                                        \
    X(RULE_9_LOAD_OWNS, "9-load-owns", FULL, CLEAN)                                                \
    X(RULE_9_LOAD_BLOCK, "9-load-block-shared", FULL, CLEAN)                                       \
    X(RULE_9_LOAD_UNSHARED, "9-load-own-shared", FULL,                                             \
      CLEAN) /* the owner's own load: sharing stays */                                             \
    X(RULE_9_LOAD_DEVICE, "9-load-device-shared", FULL, CLEAN)

typedef enum scord_coverage_rule {
#define SCORD_COVERAGE_RULE_ENUM(identifier, name, path, verdict) SCORD_COVERAGE_##identifier,
    SCORD_COVERAGE_RULES(SCORD_COVERAGE_RULE_ENUM)
#undef SCORD_COVERAGE_RULE_ENUM
        SCORD_COVERAGE_RULE_COUNT
} scord_coverage_rule_t;

/* Entry METADATA after the tag check, access X, as in scord_detection_logic(). */
scord_coverage_rule_t scord_coverage_rule(const scord_metadata_t *metadata, const scord_check_t *x);
const char *scord_coverage_rule_name(scord_coverage_rule_t rule);
scord_path_t scord_coverage_rule_path(scord_coverage_rule_t rule);
scord_verdict_t scord_coverage_rule_verdict(scord_coverage_rule_t rule);

#endif
