/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_reachable.c: which check.* bins any program can hit at all: a search over every state of
 * a metadata entry.
 *
 * usage: coverage_reachable            prints the bins that no program can hit, one a line
 *        coverage_reachable EXCLUSIONS demands that EXCLUSIONS excludes exactly those; last line "N
 * passed, N failed"
 *
 * Starting from the reset image, every access that the surroundings allow is made on every state
 * found so far: any op and scope, any of three warps (the owner, one of its block, one of another
 * block), its BarrierID as the entry's or not, the owner's FenceIDs as the entry's or not (fences
 * happen at any time), the option both_scopes, and any locks out of six: three locks (two disjoint,
 * the third sharing one bloom field with each) at block and at device scope. Rules only ask whether
 * locksets are empty and disjoint, and such three locks give every combination of answers that more
 * locks would.
 */
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/coverage/coverage_bins.h"
#include "cosim/coverage/coverage_rule.h"
#include "cmodel/detector/lockset.h"
#include "cmodel/detector/metadata.h"

enum {
    LOCKS = 3,
    LOCK_SETS = 27,
    FLAG_STATES = 64,
    STATES = FLAG_STATES << SCORD_BLOOM_WIDTH,
    OWNER_BLOCK = 0,
    OTHER_BLOCK = 8
};

/* One-hot fields of a bloom part (D21): locks 0 and 1 share none, lock 2 has field 0 of lock 1 and
 * field 1 of lock 0. */
static const unsigned lock_parts[LOCKS] = {0x11, 0x22, 0x12};

typedef struct search {
    bool *known;     /* by state */
    uint32_t *queue; /* states to look at */
    size_t found;
    bool hit[SCORD_COVERAGE_BINS_MAX];
    uint16_t lock_sets[LOCK_SETS];
} search_t;

static uint32_t state_of(const scord_metadata_t *md) {
    const uint32_t flags = md->modified | md->blk_shared << 1 | md->dev_shared << 2 |
                           md->is_atom << 3 | md->scope << 4 | md->strong << 5;
    return flags << SCORD_BLOOM_WIDTH | md->lock_bloom;
}

static scord_metadata_t entry_of(uint32_t state) {
    const uint32_t flags = state >> SCORD_BLOOM_WIDTH;
    return (scord_metadata_t){.lock_bloom = (uint16_t)state,
                              .modified = flags & 1,
                              .blk_shared = flags >> 1 & 1,
                              .dev_shared = flags >> 2 & 1,
                              .is_atom = flags >> 3 & 1,
                              .scope = flags >> 4 & 1,
                              .strong = flags >> 5 & 1,
                              .block_id = OWNER_BLOCK};
}

static void add(search_t *search, uint32_t state) {
    if (search->known[state]) return;
    search->known[state] = true;
    search->queue[search->found++] = state;
}

static void make_lock_sets(search_t *search) {
    for (unsigned set = 0; set < LOCK_SETS; set++) {
        unsigned digits = set, bloom = 0;
        for (unsigned lock = 0; lock < LOCKS; lock++, digits /= 3) {
            if (digits % 3 == 1) bloom |= lock_parts[lock];
            if (digits % 3 == 2)
                bloom |= lock_parts[lock] << SCORD_BLOOM_PART_WIDTH | lock_parts[lock];
        }
        search->lock_sets[set] = (uint16_t)bloom;
    }
}

static scord_coverage_lock_t locks_of(const scord_metadata_t *md, const scord_check_t *x) {
    const bool owner = !scord_lockset_empty(md->lock_bloom),
               accessor = !scord_lockset_empty(x->lock_bloom);
    if (!owner) return accessor ? SCORD_COVERAGE_LOCK_ONLY_ACCESSOR : SCORD_COVERAGE_LOCK_NONE;
    if (!accessor) return SCORD_COVERAGE_LOCK_ONLY_OWNER;
    return scord_lockset_disjoint(md->lock_bloom, x->lock_bloom, md->block_id == x->block_id)
               ? SCORD_COVERAGE_LOCK_DISJOINT
               : SCORD_COVERAGE_LOCK_COMMON;
}

static scord_check_t access_of(unsigned kind, unsigned relation, unsigned ids) {
    const bool atomic = kind >= SCORD_COVERAGE_KIND_ATOMIC_BLOCK,
               write = kind >= SCORD_COVERAGE_KIND_STORE_WEAK;
    const bool block_scope = kind == SCORD_COVERAGE_KIND_LOAD_BLOCK ||
                             kind == SCORD_COVERAGE_KIND_STORE_BLOCK ||
                             kind == SCORD_COVERAGE_KIND_ATOMIC_BLOCK;
    return (scord_check_t){
        .block_id = relation == SCORD_COVERAGE_RELATION_OTHER_BLOCK ? OTHER_BLOCK : OWNER_BLOCK,
        .warp_id = relation == SCORD_COVERAGE_RELATION_SAME_WARP ? 0 : 1,
        .write = write,
        .atomic = atomic,
        .block_scope = block_scope,
        .strong = kind != SCORD_COVERAGE_KIND_LOAD_WEAK && kind != SCORD_COVERAGE_KIND_STORE_WEAK,
        .barrier_id = ids & 1,
        .owner_fences = {.dev_fence_id = ids >> 1 & 1,
                         .blk_fence_id = ids >> 2 & 1}, /* the entry's are 0 */
        .both_scopes = ids >> 3 & 1,
    };
}

static void try_access(search_t *search, uint32_t state, unsigned kind, unsigned relation,
                       unsigned ids) {
    const scord_metadata_t md = entry_of(state);
    scord_check_t x = access_of(kind, relation, ids);
    for (unsigned set = 0; set < LOCK_SETS; set++) {
        x.lock_bloom = search->lock_sets[set];
        search->hit[scord_coverage_bin(SCORD_COVERAGE_GROUP_CHECK, scord_coverage_rule(&md, &x),
                                       kind, relation, locks_of(&md, &x))] = true;
        const scord_decision_t decision = scord_detection_logic(&md, &x);
        add(search, state_of(&decision.metadata));
    }
}

static void explore(search_t *search) {
    enum { IDS = 16 };
    make_lock_sets(search);
    const scord_metadata_t reset = scord_metadata_from_bits(scord_metadata_reset(0));
    add(search, state_of(&reset));
    for (size_t next = 0; next < search->found; next++)
        for (unsigned kind = 0; kind < SCORD_COVERAGE_KIND_COUNT; kind++)
            for (unsigned relation = 0; relation < SCORD_COVERAGE_RELATION_COUNT; relation++)
                for (unsigned ids = 0; ids < IDS; ids++)
                    try_access(search, search->queue[next], kind, relation, ids);
}

/* ---- against the exclusions ---- */

static bool excluded(FILE *in, const char *name) {
    char line[400];
    bool found = false;
    rewind(in);
    while (!found && fgets(line, sizeof line, in)) {
        line[strcspn(line, " \t\n|")] = '\0';
        found = line[0] && line[0] != '#' && fnmatch(line, name, 0) == 0;
    }
    return found;
}

static int compare(const search_t *search, const char *path) {
    unsigned passed = 0, failed = 0;
    char name[SCORD_COVERAGE_NAME_MAX];
    FILE *in = fopen(path, "r");
    if (!in) {
        fprintf(stderr, "coverage_reachable: cannot read %s\n", path);
        return 2;
    }
    for (unsigned bin = 0; bin < scord_coverage_group_size(SCORD_COVERAGE_GROUP_CHECK); bin++) {
        scord_coverage_bin_name(bin, name);
        const bool out = excluded(in, name);
        if (out != search->hit[bin])
            passed++;
        else {
            failed++;
            printf("%s %s\n",
                   out ? "excluded, yet reachable:" : "not excluded, yet unreachable:", name);
        }
    }
    fclose(in);
    printf("%zu states of an entry found\n%u passed, %u failed\n", search->found, passed, failed);
    return failed ? 1 : 0;
}

static void print_unreachable(const search_t *search) {
    char name[SCORD_COVERAGE_NAME_MAX];
    for (unsigned bin = 0; bin < scord_coverage_group_size(SCORD_COVERAGE_GROUP_CHECK); bin++) {
        scord_coverage_bin_name(bin, name);
        if (!search->hit[bin]) puts(name);
    }
}

int main(int argc, char **argv) {
    static search_t search;
    if (argc > 2) {
        fputs("usage: coverage_reachable [EXCLUSIONS]\n", stderr);
        return 2;
    }
    search.known = calloc(STATES, sizeof *search.known);
    search.queue = malloc(STATES * sizeof *search.queue);
    if (!search.known || !search.queue) {
        fputs("coverage_reachable: no memory\n", stderr);
        return 3;
    }
    explore(&search);
    const int code = argc == 2 ? compare(&search, argv[1]) : (print_unreachable(&search), 0);
    free(search.known);
    free(search.queue);
    return code;
}
