/* SPDX-License-Identifier: Apache-2.0 */
/* grab_private.h: the private caches of the threads of a warp (Algorithm 1, lines 8-12 and 28-42),
 * all lanes at once.
 *
 * Every lane has a private cache <A, S, L>. Stored directly, that is 32 x A x S places a warp, and
 * most accesses write to all lanes' caches. Here a set is one queue of nodes (block, lanes): the
 * node's block is in the private cache of each of its lanes, and of two nodes with a lane in common
 * the one nearer to the front is the newer one in that lane's cache. So the content of a lane's set
 * is the nodes that hold the lane, in their order; LRU and FIFO differ in whether a lane that hits
 * moves to the front. Lanes that do the same share their nodes, and every step works on all 32
 * lanes as bits: which lanes have more than A blocks, and so lose their oldest, is counted in bit
 * slices. tb/unit/grab proves it equal to caches thread by thread.
 */
#ifndef SIM_GRAB_PRIVATE_H
#define SIM_GRAB_PRIVATE_H

#include "sim/grab/grab_cache.h"

typedef struct grab_node {
    uint64_t block;
    uint32_t lanes; /* not 0 */
} grab_node_t;

typedef struct grab_private_set {
    grab_node_t *node; /* newest first */
    uint32_t count, capacity;
    uint32_t epoch; /* of the warp when it was last used; another one: empty */
} grab_private_set_t;

/* A request that changes nothing: the threads LANES have BLOCK, and (LRU) no newer block in its
 * set. */
typedef struct grab_recent {
    uint64_t block;
    uint32_t lanes; /* 0: nothing is known */
} grab_recent_t;

enum { GRAB_RECENT = 4 };

typedef struct grab_private {
    grab_recent_t recent[GRAB_RECENT]; /* by the low bits of the block */
    grab_private_set_t *set;           /* NULL: the warp has made no request */
    uint32_t epoch;
} grab_private_t; /* zeroed = empty */

/* A new warp: the caches of its threads are empty. */
void grab_private_clear(grab_private_t *caches);
/* The threads LANES request BLOCK, each in its cache of GEOMETRY (the same at every call). *HITS:
 * those that have it. False: out of memory. */
bool grab_private_access(grab_private_t *caches, const grab_geometry_t *geometry, uint64_t block,
                         uint32_t lanes, uint32_t *hits);
void grab_private_free(grab_private_t *caches, const grab_geometry_t *geometry);

#endif
