/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_bins.c: see coverage_bins.h. */
#include "cosim/coverage/coverage_bins.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { DIMENSIONS = 4 };

typedef struct dimension {
    const char *const *names;
    unsigned count;
} dimension_t;

#define NAME(identifier, name)                     name,
#define RULE_NAME(identifier, name, path, verdict) name,
static const char *const rules[] = {SCORD_COVERAGE_RULES(RULE_NAME)};
static const char *const kinds[] = {SCORD_COVERAGE_KINDS(NAME)};
static const char *const relations[] = {SCORD_COVERAGE_RELATIONS(NAME)};
static const char *const locks[] = {SCORD_COVERAGE_LOCKS(NAME)};
static const char *const scopes[] = {SCORD_COVERAGE_SCOPES(NAME)};
static const char *const race_scopes[] = {"device", "block"};
static const char *const verdicts[] = {"a", "b", "c", "d", "e", "f"}; /* Table IV */
static const char *const fenced[] = {SCORD_COVERAGE_FENCED(NAME)};
static const char *const inserts[] = {SCORD_COVERAGE_INSERTS(NAME)};
static const char *const releases[] = {SCORD_COVERAGE_RELEASES(NAME)};
static const char *const items[] = {SCORD_COVERAGE_ITEMS(NAME)};
static const char *const warps[] = {SCORD_COVERAGE_WARPS(NAME)};
static const char *const places[] = {SCORD_COVERAGE_PLACES(NAME)};
static const char *const counts[] = {SCORD_COVERAGE_COUNTS(NAME)};
static const char *const sizes[] = {SCORD_COVERAGE_SIZES(NAME)};
static const char *const entries[] = {SCORD_COVERAGE_ENTRIES(NAME)};
static const char *const ratios[] = {SCORD_COVERAGE_RATIOS(NAME)};
static const char *const policies[] = {SCORD_COVERAGE_POLICIES(NAME)};
static const char *const points[] = {SCORD_COVERAGE_POINTS(NAME)};
static const char *const threads[] = {SCORD_COVERAGE_THREADS(NAME)};
static const char *const ops[] = {"load", "store", "atomic"}; /* scord_op_t */
static const char *const semantics[] = {"none",    "relaxed", "acquire",
                                        "release", "acq-rel", "seq-cst"}; /* scord_semantics_t */
static const char *const orders[] = {SCORD_COVERAGE_ORDERS(NAME)};
static const char *const carries[] = {SCORD_COVERAGE_CARRIES(NAME)};
static const char *const learns[] = {SCORD_COVERAGE_LEARNS(NAME)};
_Static_assert(sizeof semantics / sizeof *semantics == SCORD_SEMANTICS_COUNT, "a name for each");
static const char *const pins[] = {SCORD_COVERAGE_PINS(NAME)};
static const char *const lanes[] = {SCORD_COVERAGE_LANES(NAME)};
_Static_assert(SCORD_VERDICT_MISSING_BLOCK_FENCE == 1 &&
                   SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE == sizeof verdicts / sizeof *verdicts,
               "races are numbered from 1 in the order of Table IV");

#define ALL(names)                                                                                 \
    { names, sizeof names / sizeof *names }
static const struct {
    const char *name;
    dimension_t dimensions[DIMENSIONS];
} groups[SCORD_COVERAGE_GROUP_COUNT] = {
    [SCORD_COVERAGE_GROUP_CHECK] = {"check", {ALL(rules), ALL(kinds), ALL(relations), ALL(locks)}},
    [SCORD_COVERAGE_GROUP_RACE] = {"race", {ALL(verdicts), ALL(race_scopes)}},
    [SCORD_COVERAGE_GROUP_UNTRACKED] = {"untracked", {ALL(kinds)}},
    [SCORD_COVERAGE_GROUP_FENCE] = {"fence", {ALL(scopes), ALL(fenced)}},
    [SCORD_COVERAGE_GROUP_INSERT] = {"lock", {ALL(scopes), ALL(inserts)}},
    [SCORD_COVERAGE_GROUP_RELEASE] = {"unlock", {ALL(scopes), ALL(releases)}},
    [SCORD_COVERAGE_GROUP_CHECK_AFTER] = {"check-after", {ALL(items), ALL(warps)}},
    [SCORD_COVERAGE_GROUP_CHECK_AFTER_CHECK] = {"check-after-check", {ALL(warps), ALL(places)}},
    [SCORD_COVERAGE_GROUP_FENCE_AFTER] = {"fence-after", {ALL(items), ALL(warps)}},
    [SCORD_COVERAGE_GROUP_WORDS] = {"words", {ALL(counts)}},
    [SCORD_COVERAGE_GROUP_REQUESTS] = {"requests", {ALL(counts)}},
    [SCORD_COVERAGE_GROUP_SIZE] = {"size", {ALL(sizes)}},
    [SCORD_COVERAGE_GROUP_ENTRIES] = {"entries", {ALL(entries)}},
    [SCORD_COVERAGE_GROUP_RATIO] = {"ratio", {ALL(ratios)}},
    [SCORD_COVERAGE_GROUP_POLICY] = {"policy", {ALL(policies)}},
    [SCORD_COVERAGE_GROUP_POINT] = {"point", {ALL(points)}},
    [SCORD_COVERAGE_GROUP_PIN] = {"pin", {ALL(pins)}},
    [SCORD_COVERAGE_GROUP_THREADS] = {"threads", {ALL(threads), ALL(ops)}},
    [SCORD_COVERAGE_GROUP_STATED] = {"stated", {ALL(semantics), ALL(kinds)}},
    [SCORD_COVERAGE_GROUP_STATED_FENCE] = {"stated-fence", {ALL(semantics), ALL(scopes)}},
    [SCORD_COVERAGE_GROUP_ORDER] = {"order", {ALL(orders), ALL(relations), ALL(ops)}},
    [SCORD_COVERAGE_GROUP_CARRY] = {"carries", {ALL(carries), ALL(scopes), ALL(ops)}},
    [SCORD_COVERAGE_GROUP_LEARN] = {"learns", {ALL(learns), ALL(relations), ALL(ops)}},
    [SCORD_COVERAGE_GROUP_LANES] = {"lanes", {ALL(lanes)}},
};

static unsigned values(scord_coverage_group_t group, unsigned dimension) {
    const unsigned count = groups[group].dimensions[dimension].count;
    return count ? count : 1;
}

unsigned scord_coverage_group_size(scord_coverage_group_t group) {
    unsigned size = 1;
    for (unsigned i = 0; i < DIMENSIONS; i++) size *= values(group, i);
    return size;
}

unsigned scord_coverage_group_first(scord_coverage_group_t group) {
    unsigned first = 0;
    for (unsigned i = 0; i < group; i++)
        first += scord_coverage_group_size((scord_coverage_group_t)i);
    return first;
}

unsigned scord_coverage_bin_count(void) {
    const unsigned count = scord_coverage_group_first(SCORD_COVERAGE_GROUP_COUNT);
    assert(count <= SCORD_COVERAGE_BINS_MAX);
    return count;
}

const char *scord_coverage_group_name(scord_coverage_group_t group) { return groups[group].name; }

unsigned scord_coverage_offset(scord_coverage_group_t group, unsigned a, unsigned b, unsigned c,
                               unsigned d) {
    const unsigned value[DIMENSIONS] = {a, b, c, d};
    unsigned offset = 0;
    for (unsigned i = 0; i < DIMENSIONS; i++) {
        assert(value[i] < values(group, i));
        offset = offset * values(group, i) + value[i];
    }
    return offset;
}

unsigned scord_coverage_bin(scord_coverage_group_t group, unsigned a, unsigned b, unsigned c,
                            unsigned d) {
    return scord_coverage_group_first(group) + scord_coverage_offset(group, a, b, c, d);
}

static scord_coverage_group_t group_of(unsigned bin) {
    unsigned group = 0;
    while (bin >= scord_coverage_group_first((scord_coverage_group_t)(group + 1))) group++;
    return (scord_coverage_group_t)group;
}

void scord_coverage_bin_name(unsigned bin, char name[SCORD_COVERAGE_NAME_MAX]) {
    const scord_coverage_group_t group = group_of(bin);
    unsigned rest = bin - scord_coverage_group_first(group), value[DIMENSIONS];
    for (unsigned i = DIMENSIONS; i-- > 0; rest /= values(group, i))
        value[i] = rest % values(group, i);
    size_t length = (size_t)snprintf(name, SCORD_COVERAGE_NAME_MAX, "%s", groups[group].name);
    for (unsigned i = 0; i < DIMENSIONS && groups[group].dimensions[i].count; i++)
        length += (size_t)snprintf(name + length, SCORD_COVERAGE_NAME_MAX - length, ".%s",
                                   groups[group].dimensions[i].names[value[i]]);
    assert(length < SCORD_COVERAGE_NAME_MAX);
}
