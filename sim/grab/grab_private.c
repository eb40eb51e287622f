/* SPDX-License-Identifier: Apache-2.0 */
/* grab_private.c: the private caches of the threads of a warp, as queues of nodes
 * (grab_private.h).
 *
 * One set of a warp, 2 ways; the newest node is in front:
 *
 *     node   block 9       block 4       block 7
 *     lanes  0,1,2,3       0,1           2,3
 *     lane 0's set: 9 4    lane 2's set: 9 7
 *
 * A request (block, lanes):
 *   find     lanes whose cache has the block; `stale`: of these, lanes with a newer block
 *   LRU      lanes that are stale leave the old node; they and the lanes that miss enter the front
 *     node. FIFO: only lanes that miss do.
 *   evict    lanes that are now in more than `ways` nodes leave their last one
 * A node whose last lane leaves is dropped.
 *
 * Counting for 32 lanes at once: slice[k] holds bit k of the counts of all lanes, so adding one to
 * some lanes is a ripple of ANDs and XORs over the slices, and `count = ways + 1` is an AND over
 * them.
 *
 * Expensive: memmove and the walks, over more nodes the more the lanes differ. Threads that do the
 * same share nodes, so a set mostly has `ways` of them. recent[] detects a request that changes
 * nothing: the lanes have the block, and nothing newer in its set.
 *
 * Invariants: nodes have lanes; a lane is in a block's node at most once and in at most `ways`
 * nodes after evict; a set of another epoch is empty (a new warp costs nothing). tb/unit/grab
 * proves it equal to caches thread by thread. Reference: GRAB, Algorithm 1.
 */
#include "sim/grab/grab_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

enum { SLICES = 32 }; /* of a count of nodes */

void grab_private_clear(grab_private_t *caches) {
    caches->epoch++;
    memset(caches->recent, 0, sizeof caches->recent);
}

void grab_private_free(grab_private_t *caches, const grab_geometry_t *geometry) {
    for (uint32_t i = 0; caches->set && i < geometry->sets; i++) free(caches->set[i].node);
    free(caches->set);
    *caches = (grab_private_t){0};
}

static grab_private_set_t *set_of(grab_private_t *caches, const grab_geometry_t *geometry,
                                  uint64_t block) {
    if (!caches->set) {
        caches->set = calloc(geometry->sets, sizeof *caches->set);
        if (!caches->set) return NULL;
    }
    grab_private_set_t *set = &caches->set[grab_set_of(geometry, block)];
    if (set->epoch != caches->epoch) set->count = 0;
    set->epoch = caches->epoch;
    return set;
}

/* Of LANES those that have BLOCK; *STALE: of these, those that have requested another block
 * since. */
static uint32_t find(const grab_private_set_t *set, uint64_t block, uint32_t lanes,
                     uint32_t *stale) {
    assert(lanes != 0);
    uint32_t hits = 0, newer = 0;
    *stale = 0;
    for (uint32_t i = 0; i < set->count && hits != lanes; i++) {
        const grab_node_t *node = &set->node[i];
        if (node->block == block) {
            hits |= node->lanes & lanes;
            *stale |= node->lanes & lanes & newer;
        }
        newer |= node->lanes;
    }
    return hits;
}

static void remove_lanes(grab_private_set_t *set, uint64_t block, uint32_t lanes) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        grab_node_t node = set->node[i];
        if (node.block == block) node.lanes &= ~lanes;
        if (node.lanes != 0) set->node[kept++] = node;
    }
    set->count = kept;
}

/* The newest of LANES's blocks is BLOCK; it joins the front node when that is of the same block. */
static bool put_first(grab_private_set_t *set, uint64_t block, uint32_t lanes) {
    assert(lanes != 0);
    if (set->count > 0 && set->node[0].block == block) {
        set->node[0].lanes |= lanes;
        return true;
    }
    if (!SCORD_ARRAY_ROOM(set->node, set->capacity, set->count + 1)) return false;
    memmove(set->node + 1, set->node, set->count * sizeof *set->node);
    set->node[0] = (grab_node_t){block, lanes};
    set->count++;
    return true;
}

/* slice[k] holds bit k of a count for every lane: those of LANES count one more. Returns the lanes
 * whose count is now NUMBER. */
static uint32_t count_one(uint32_t slice[SLICES], unsigned slices, uint32_t lanes,
                          uint32_t number) {
    assert(slices <= SLICES);
    uint32_t equal = lanes, carry = lanes;
    for (unsigned k = 0; k < slices; k++) {
        const uint32_t sum = slice[k] ^ carry;
        carry &= slice[k];
        slice[k] = sum;
        equal &= (number >> k & 1) != 0 ? sum : ~sum;
    }
    return equal;
}

/* Every lane keeps its WAYS newest nodes; at most one is too many, since each lane got at most one
 * since the last time. */
static void evict_oldest(grab_private_set_t *set, uint32_t ways) {
    assert(ways >= 1);
    const unsigned slices = 32u - (unsigned)__builtin_clz(ways + 1);
    uint32_t slice[SLICES] = {0}, kept = 0;
    if (set->count <= ways) return; /* a lane is in a node at most once */
    for (uint32_t i = 0; i < set->count; i++) {
        grab_node_t node = set->node[i];
        node.lanes &= ~count_one(slice, slices, node.lanes, ways + 1);
        if (node.lanes != 0) set->node[kept++] = node;
    }
    set->count = kept;
}

/* The request brings BLOCK to the caches of LANES, or to the front of them. False: out of memory.
 */
static bool update(grab_private_set_t *set, const grab_geometry_t *geometry, uint64_t block,
                   uint32_t lanes, uint32_t *hits) {
    uint32_t stale;
    *hits = find(set, block, lanes, &stale);
    if (geometry->policy == GRAB_FIFO) stale = 0; /* a hit changes nothing */
    assert((*hits & ~lanes) == 0 && (stale & ~*hits) == 0);
    const uint32_t first = stale | (lanes & ~*hits);
    if (first == 0) return true;
    if (stale != 0) remove_lanes(set, block, stale);
    if (!put_first(set, block, first)) return false;
    if (first != stale) evict_oldest(set, geometry->ways);
    return true;
}

/* Of BLOCK's set, only the block just requested is known to be unchanged. */
static void remember(grab_private_t *caches, const grab_geometry_t *geometry, uint64_t block,
                     uint32_t lanes) {
    grab_recent_t *own = &caches->recent[block % GRAB_RECENT];
    for (grab_recent_t *recent = caches->recent; recent < caches->recent + GRAB_RECENT; recent++)
        if (recent->block != block &&
            grab_set_of(geometry, recent->block) == grab_set_of(geometry, block))
            recent->lanes = 0;
    own->lanes = own->block == block ? own->lanes | lanes : lanes;
    own->block = block;
}

bool grab_private_access(grab_private_t *caches, const grab_geometry_t *geometry, uint64_t block,
                         uint32_t lanes, uint32_t *hits) {
    const grab_recent_t *recent = &caches->recent[block % GRAB_RECENT];
    if (recent->block == block && (lanes & ~recent->lanes) == 0) {
        *hits = lanes;
        return true;
    }
    grab_private_set_t *set = set_of(caches, geometry, block);
    if (!set || !update(set, geometry, block, lanes, hits)) return false;
    remember(caches, geometry, block, lanes);
    return true;
}
