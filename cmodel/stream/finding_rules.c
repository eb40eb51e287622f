/* SPDX-License-Identifier: Apache-2.0 */
/* finding_rules.c: see finding_rules.h. */
#include "cmodel/stream/finding_rules.h"

#include <assert.h>
#include <stddef.h>

static const char *const kind_names[SCORD_FINDING_KINDS] = {
    [SCORD_FINDING_KIND_LANES] = "lanes",     [SCORD_FINDING_KIND_MASK] = "mask",
    [SCORD_FINDING_KIND_BARRIER] = "barrier", [SCORD_FINDING_KIND_UNINITIALISED] = "uninitialised",
    [SCORD_FINDING_KIND_LAUNCH] = "launch",   [SCORD_FINDING_KIND_MEMORY] = "memory",
    [SCORD_FINDING_KIND_WARP] = "warp"};

static const struct {
    const char *name;
    scord_finding_kind_t kind;
    scord_severity_t severity;
} rules[SCORD_FINDING_RULES] = {
#define RULE(constant, kind, name, severity)                                                       \
    [SCORD_FINDING_##constant] = {name, SCORD_FINDING_KIND_##kind, SCORD_SEVERITY_##severity},
    SCORD_FINDING_RULE_LIST(RULE)
#undef RULE
};

const char *scord_finding_kind_name(unsigned kind) {
    return kind < SCORD_FINDING_KINDS ? kind_names[kind] : NULL;
}

const char *scord_finding_rule_name(unsigned rule) {
    return rule < SCORD_FINDING_RULES ? rules[rule].name : NULL;
}

scord_finding_kind_t scord_finding_rule_kind(scord_finding_rule_t rule) {
    assert((unsigned)rule < SCORD_FINDING_RULES);
    return rules[rule].kind;
}

scord_severity_t scord_finding_rule_severity(scord_finding_rule_t rule) {
    assert((unsigned)rule < SCORD_FINDING_RULES);
    return rules[rule].severity;
}
