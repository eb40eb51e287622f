/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_rule.c: see coverage_rule.h. Rules 1 to 9 of docs/semantics.md section 3, tested in
 * order. */
#include "cosim/coverage/coverage_rule.h"

#include "cmodel/detector/lockset.h"

/* The terms at the head of section 3. */
typedef struct terms {
    bool same_b, same, wr, blk_unfenced, dev_unfenced, locks;
} terms_t;

static terms_t terms_of(const scord_metadata_t *md, const scord_check_t *x) {
    const bool same_b = md->block_id == x->block_id;
    return (terms_t){
        .same_b = same_b,
        .same = same_b && md->warp_id == x->warp_id,
        .wr = x->write,
        .blk_unfenced = md->blk_fence_id == x->owner_fences.blk_fence_id,
        .dev_unfenced = md->dev_fence_id == x->owner_fences.dev_fence_id,
        .locks = !scord_lockset_empty(md->lock_bloom) ||
                 !scord_lockset_empty(x->lock_bloom), /* "protected" */
    };
}

static scord_coverage_rule_t rule_3(const scord_metadata_t *md, const terms_t *t) {
    if (t->wr) return SCORD_COVERAGE_RULE_3_WRITE;
    return md->modified && t->dev_unfenced ? SCORD_COVERAGE_RULE_3_LOAD_KEEPS
                                           : SCORD_COVERAGE_RULE_3_LOAD;
}

static scord_coverage_rule_t rule_6c(const scord_metadata_t *md, const scord_check_t *x) {
    if (md->strong) return SCORD_COVERAGE_RULE_6C_ACCESSOR;
    return x->strong ? SCORD_COVERAGE_RULE_6C_OWNER : SCORD_COVERAGE_RULE_6C_BOTH;
}

/* Races of rules 6 and 7; COUNT: none. */
static scord_coverage_rule_t rules_6_7(const scord_metadata_t *md, const scord_check_t *x,
                                       const terms_t *t) {
    if (t->wr || (md->modified && !t->same)) {
        if (t->same_b && t->dev_unfenced && t->blk_unfenced) return SCORD_COVERAGE_RULE_6A;
        if (t->same_b && t->dev_unfenced && t->wr && md->dev_shared)
            return SCORD_COVERAGE_RULE_6A_DEVICE_SHARED;
        if (!t->same_b && t->dev_unfenced) return SCORD_COVERAGE_RULE_6B;
        if (!md->strong || !x->strong) return rule_6c(md, x);
    }
    if (t->locks && (t->wr || md->modified) &&
        scord_lockset_disjoint(md->lock_bloom, x->lock_bloom, t->same_b))
        return t->wr ? SCORD_COVERAGE_RULE_7F : SCORD_COVERAGE_RULE_7E;
    return SCORD_COVERAGE_RULE_COUNT;
}

static scord_coverage_rule_t rule_9(const scord_metadata_t *md, const terms_t *t) {
    if (t->wr) return SCORD_COVERAGE_RULE_9_WRITE;
    if (md->modified && !t->locks) return SCORD_COVERAGE_RULE_9_LOAD_OWNS;
    if (!t->same_b || md->dev_shared) return SCORD_COVERAGE_RULE_9_LOAD_DEVICE;
    return t->same ? SCORD_COVERAGE_RULE_9_LOAD_UNSHARED : SCORD_COVERAGE_RULE_9_LOAD_BLOCK;
}

scord_coverage_rule_t scord_coverage_rule(const scord_metadata_t *md, const scord_check_t *x) {
    const terms_t t = terms_of(md, x);
    if (md->modified && md->blk_shared && md->dev_shared) return SCORD_COVERAGE_RULE_1;
    if (t.same_b && md->barrier_id != x->barrier_id && !md->dev_shared)
        return SCORD_COVERAGE_RULE_2;
    if (t.same && !md->blk_shared && !md->dev_shared) return rule_3(md, &t);
    if (md->is_atom && md->scope && !t.same_b) return SCORD_COVERAGE_RULE_4;
    if (x->both_scopes && md->is_atom && x->atomic && x->block_scope && !t.same_b)
        return SCORD_COVERAGE_RULE_4_BOTH;
    if (md->is_atom && x->atomic) return SCORD_COVERAGE_RULE_5;
    const scord_coverage_rule_t race = rules_6_7(md, x, &t);
    return race != SCORD_COVERAGE_RULE_COUNT ? race : rule_9(md, &t);
}

static const struct {
    const char *name;
    scord_path_t path;
    scord_verdict_t verdict;
} rules[] = {
#define SCORD_COVERAGE_RULE_ROW(identifier, name, path, verdict)                                   \
    {name, SCORD_PATH_##path, SCORD_VERDICT_##verdict},
    SCORD_COVERAGE_RULES(SCORD_COVERAGE_RULE_ROW)
#undef SCORD_COVERAGE_RULE_ROW
};

const char *scord_coverage_rule_name(scord_coverage_rule_t rule) { return rules[rule].name; }
scord_path_t scord_coverage_rule_path(scord_coverage_rule_t rule) { return rules[rule].path; }
scord_verdict_t scord_coverage_rule_verdict(scord_coverage_rule_t rule) {
    return rules[rule].verdict;
}
