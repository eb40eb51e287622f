/* SPDX-License-Identifier: Apache-2.0 */
/* rule_trace.h: how the detection logic made one decision: every rule that was tried, in order,
 * with every condition that was evaluated and its value (docs/semantics.md section 3; ScoRD Tables
 * III and IV).
 *
 * The detection logic writes it while it decides (scord_check_t.trace), so there is no second
 * implementation of the rules. Each rule follows its conditions, in the order of evaluation;
 * conditions that were not evaluated are absent.
 */
#ifndef SCORD_RULE_TRACE_H
#define SCORD_RULE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(enumerator, rule's number, ScoRD's table, name). */
#define SCORD_RULES(X)                                                                             \
    X(INITIALIZATION, "1", "Table III(a)", "first access")                                         \
    X(BARRIER, "2", "Table III(c)", "barrier between")                                             \
    X(PROGRAM_ORDER, "3", "Table III(b)", "program order")                                         \
    X(SCOPED_ATOMIC, "4", "Table IV(d)", "scoped atomic")                                          \
    X(ATOMIC_AFTER_ATOMIC, "5", "section IV-A", "atomic after atomic")                             \
    X(CONFLICT, "6", "Table IV", "conflicting accesses")                                           \
    X(MISSING_BLOCK_FENCE, "6", "Table IV(a)", "missing block fence")                              \
    X(MISSING_DEVICE_FENCE, "6", "Table IV(b)", "missing device fence")                            \
    X(NOT_STRONG, "6", "Table IV(c)", "not a strong access")                                       \
    X(NO_COMMON_LOCK, "7", "Table IV(e), (f)", "no common lock")                                   \
    X(AFTER_RACE, "8", "D16", "entry after a race")                                                \
    X(AFTER_STORE, "9", "D15", "entry after a store")                                              \
    X(AFTER_LOAD, "9", "D11, D15, D28", "entry after a load")                                      \
    X(LANES_DIFFER, "10", "D72", "lanes of one store")

/* X(enumerator, name). scord_term_words (explain/rule_words.h) describes each with its values. */
#define SCORD_TERMS(X)                                                                             \
    X(RESET_IMAGE, "reset_image")                                                                  \
    X(SAME_BLOCK, "same_block")                                                                    \
    X(SAME_WARP, "same_warp")                                                                      \
    X(THREADS_ORDERED, "threads_ordered")                                                          \
    X(BARRIER_DIFFERS, "barrier_differs")                                                          \
    X(MODIFIED, "modified")                                                                        \
    X(BLK_SHARED, "blk_shared")                                                                    \
    X(DEV_SHARED, "dev_shared")                                                                    \
    X(IS_ATOM, "is_atom")                                                                          \
    X(SCOPE_TOO_NARROW, "scope_too_narrow")                                                        \
    X(ATOMIC, "atomic")                                                                            \
    X(WRITE, "write")                                                                              \
    X(NO_BLOCK_FENCE_SINCE, "no_block_fence_since")                                                \
    X(NO_DEVICE_FENCE_SINCE, "no_device_fence_since")                                              \
    X(OWNER_STRONG, "owner_strong")                                                                \
    X(ACCESS_STRONG, "access_strong")                                                              \
    X(PROTECTED, "protected")                                                                      \
    X(ORDERED, "ordered")                                                                          \
    X(LOCKSETS_DISJOINT, "locksets_disjoint")

typedef enum scord_rule {
#define SCORD_RULE_ENUMERATOR(name, number, table, words) SCORD_RULE_##name,
    SCORD_RULES(SCORD_RULE_ENUMERATOR)
#undef SCORD_RULE_ENUMERATOR
        SCORD_RULE_COUNT
} scord_rule_t;

typedef enum scord_term {
#define SCORD_TERM_ENUMERATOR(name, text) SCORD_TERM_##name,
    SCORD_TERMS(SCORD_TERM_ENUMERATOR)
#undef SCORD_TERM_ENUMERATOR
        SCORD_TERM_COUNT
} scord_term_t;

enum {
    SCORD_TRACE_STEPS = 96
}; /* more than a decision takes: 14 rules and at most six conditions each */

/* A condition, or the end of a rule: it holds or it does not. */
typedef struct scord_trace_step {
    bool is_rule, value;
    uint8_t name; /* scord_rule_t or scord_term_t */
} scord_trace_step_t;

typedef struct scord_rule_trace {
    scord_trace_step_t step[SCORD_TRACE_STEPS];
    unsigned steps;
    bool owned;       /* the access became the owner of the entry */
} scord_rule_trace_t; /* zeroed = empty */

/* Both return `value`; trace NULL: nothing is written. */
static inline bool scord_trace_term(scord_rule_trace_t *trace, scord_term_t term, bool value) {
    if (trace && trace->steps < SCORD_TRACE_STEPS)
        trace->step[trace->steps++] =
            (scord_trace_step_t){.is_rule = false, .value = value, .name = (uint8_t)term};
    return value;
}

static inline bool scord_trace_rule(scord_rule_trace_t *trace, scord_rule_t rule, bool value) {
    if (trace && trace->steps < SCORD_TRACE_STEPS)
        trace->step[trace->steps++] =
            (scord_trace_step_t){.is_rule = true, .value = value, .name = (uint8_t)rule};
    return value;
}

#endif
