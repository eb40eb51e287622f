/* SPDX-License-Identifier: Apache-2.0 */
/* clock_tree.c: see clock_tree.h.
 *
 * The idea: a vector clock as a persistent radix tree. Threads that acquired the same clock from a
 * barrier or a fence have equal parts, and equal parts are stored once and shared.
 *
 *   clock_ref_t     odd:  epoch << 1 | 1      every thread below has this epoch ("uniform")
 *                   even: address of a node   16 references, one for each 16th of the threads
 *
 *   level 2          [ ■ . . . ]              a grid of 4096 threads: top = 2
 *                      │  └ uniform: 256 threads, one word
 *   level 1          [ ■ ■ . ]                a node here stands for 256 threads
 *                      │
 *   level 0          [ 7 7 9 7 ... ]          16 threads, each uniform by itself
 *
 * A thread's place at a level is 4 bits of its number (digit). All levels have one kind of node.
 *
 * Ownership: a node counts the references to it. A node with one reference belongs to one clock and
 * is changed in place; a node with more is shared, immutable, and copied first (own_node).
 *
 * Invariants
 *   - a node has at least two different children, or one that is a node; otherwise it is replaced
 *     by a uniform clock (normalised). So equal uniform clocks are equal words.
 *   - children at level 0 are uniform.
 *   - pool->alive is the number of nodes with references; pool->peak is its largest value.
 *   - epochs only grow, and are below 2^63.
 *
 * Expensive: a join visits the nodes in which both clocks differ. Equal references end the walk at
 * once, and a result that equals an operand is that operand, not a copy. That keeps the sharing;
 * without it a barrier of B threads would cost B whole clocks.
 *
 * Out of memory: add_chunk records it; from then on results are wrong, but still valid trees.
 * Source: radix tries with structural sharing (Bagwell, "Ideal Hash Trees", 2001); vector clocks:
 * Mattern 1988.
 */
#include "cmodel/oracle/clock_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FAN_OUT = 16, FAN_OUT_LOG2 = 4, NODES_PER_CHUNK = 256 };

typedef struct node {
    uint64_t references;
    clock_ref_t child[FAN_OUT]; /* while free: child[0] is the address of the next free node */
} node_t;

typedef struct chunk {
    struct chunk *next;
    node_t nodes[NODES_PER_CHUNK];
} chunk_t;

struct clock_pool {
    chunk_t *chunks;
    node_t *free;
    unsigned used; /* nodes taken from the first chunk */
    unsigned top;  /* level of the roots */
    bool exhausted;
    uint64_t alive, peak;
};

/* ---- references ---- */

static bool is_uniform(clock_ref_t clock) { return clock & 1; }
static uint64_t uniform_epoch(clock_ref_t clock) { return clock >> 1; }
static clock_ref_t uniform(uint64_t epoch) { return epoch << 1 | 1; }
static node_t *node_of(clock_ref_t clock) {
    assert(!is_uniform(clock));
    return (node_t *)(uintptr_t)clock;
}
static clock_ref_t reference_to(node_t *node) { return (clock_ref_t)(uintptr_t)node; }

static unsigned digit(uint64_t thread, unsigned level) {
    return thread >> (level * FAN_OUT_LOG2) & (FAN_OUT - 1);
}

clock_ref_t clock_retain(clock_ref_t clock) {
    if (!is_uniform(clock)) node_of(clock)->references++;
    return clock;
}

void clock_release(clock_pool_t *pool, clock_ref_t clock) {
    if (is_uniform(clock)) return;
    node_t *node = node_of(clock);
    assert(node->references > 0);
    if (--node->references > 0) return;
    for (unsigned i = 0; i < FAN_OUT; i++) clock_release(pool, node->child[i]);
    assert(pool->alive > 0);
    node->child[0] = reference_to(pool->free);
    pool->free = node;
    pool->alive--;
}

void clock_assign(clock_pool_t *pool, clock_ref_t *clock, clock_ref_t other) {
    if (*clock == other) return;
    clock_retain(other);
    clock_release(pool, *clock);
    *clock = other;
}

/* ---- pool ---- */

clock_pool_t *clock_pool_create(void) {
    clock_pool_t *pool = calloc(1, sizeof *pool);
    if (pool) pool->used = NODES_PER_CHUNK;
    return pool;
}

static void free_chunks(clock_pool_t *pool) {
    while (pool->chunks) {
        chunk_t *next = pool->chunks->next;
        free(pool->chunks);
        pool->chunks = next;
    }
}

void clock_pool_destroy(clock_pool_t *pool) {
    if (!pool) return;
    free_chunks(pool);
    free(pool);
}

void clock_pool_reset(clock_pool_t *pool, uint64_t threads) {
    /* One chunk is kept, so that many small runs do not call the allocator each time. */
    if (pool->chunks && pool->chunks->next) {
        free_chunks(pool);
        pool->used = NODES_PER_CHUNK;
    } else {
        pool->used = pool->chunks ? 0 : NODES_PER_CHUNK;
    }
    pool->free = NULL;
    pool->alive = 0;
    pool->top = 0;
    assert(threads > 0);
    while (pool->top < 15 && threads > UINT64_C(1) << (pool->top + 1) * FAN_OUT_LOG2) pool->top++;
}

bool clock_pool_exhausted(const clock_pool_t *pool) { return pool->exhausted; }
uint64_t clock_pool_nodes(const clock_pool_t *pool) { return pool->peak; }

static bool add_chunk(clock_pool_t *pool) {
    chunk_t *chunk = malloc(sizeof *chunk);
    if (!chunk) {
        pool->exhausted = true;
        return false;
    }
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    pool->used = 0;
    return true;
}

/* A node with one reference and undefined children; NULL when memory is out. */
static node_t *new_node(clock_pool_t *pool) {
    node_t *node = pool->free;
    if (node) {
        pool->free = node_of(node->child[0]);
    } else {
        if (pool->used == NODES_PER_CHUNK && !add_chunk(pool)) return NULL;
        node = &pool->chunks->nodes[pool->used++];
    }
    node->references = 1;
    if (++pool->alive > pool->peak) pool->peak = pool->alive;
    return node;
}

/* ---- reading ---- */

/* The subtree of `clock` at `level` that holds `thread`, or the uniform one above it. */
static clock_ref_t descend(const clock_pool_t *pool, clock_ref_t clock, uint64_t thread,
                           unsigned level) {
    for (unsigned at = pool->top; !is_uniform(clock) && at >= level; at--) {
        clock = node_of(clock)->child[digit(thread, at)];
        if (at == 0) break;
    }
    return clock;
}

uint64_t clock_epoch(const clock_pool_t *pool, clock_ref_t clock, uint64_t thread) {
    return uniform_epoch(descend(pool, clock, thread, 0));
}

/* Lanes of one leaf's 16 threads whose epoch is below `epoch`. */
static uint32_t leaf_below(clock_ref_t leaf, uint32_t lanes, uint64_t epoch) {
    if (is_uniform(leaf)) return uniform_epoch(leaf) < epoch ? lanes : 0;
    uint32_t below = 0;
    for (unsigned i = 0; i < FAN_OUT; i++)
        if (lanes >> i & 1 && uniform_epoch(node_of(leaf)->child[i]) < epoch)
            below |= UINT32_C(1) << i;
    return below;
}

uint32_t clock_below(const clock_pool_t *pool, clock_ref_t clock, uint64_t first, uint32_t lanes,
                     uint64_t epoch) {
    uint32_t below = 0;
    assert(first % 32 == 0);
    for (unsigned half = 0; half < 2; half++) {
        const uint32_t wanted = lanes >> (half * FAN_OUT) & ((1u << FAN_OUT) - 1);
        if (wanted == 0) continue;
        const uint64_t thread = first + half * FAN_OUT;
        const clock_ref_t leaf = pool->top == 0 ? clock : descend(pool, clock, thread, 1);
        below |= leaf_below(leaf, wanted, epoch) << (half * FAN_OUT);
    }
    return below;
}

/* ---- writing ---- */

/* A reference to `node`, or to a uniform clock instead if all children are the same uniform
 * clock. */
static clock_ref_t normalised(clock_pool_t *pool, node_t *node) {
    const clock_ref_t first = node->child[0];
    if (!is_uniform(first)) return reference_to(node);
    for (unsigned i = FAN_OUT - 1; i > 0; i--)
        if (node->child[i] != first) return reference_to(node);
    clock_release(pool, reference_to(node));
    return first;
}

/* A node that only the caller refers to, with the children of `clock`; consumes the reference
 * `clock`. NULL: no memory. */
static node_t *own_node(clock_pool_t *pool, clock_ref_t clock) {
    if (!is_uniform(clock) && node_of(clock)->references == 1) return node_of(clock);
    node_t *copy = new_node(pool);
    if (!copy) return NULL;
    for (unsigned i = 0; i < FAN_OUT; i++)
        copy->child[i] = is_uniform(clock) ? clock : clock_retain(node_of(clock)->child[i]);
    clock_release(pool, clock);
    return copy;
}

/* Consumes the reference `clock`, returns one to the raised clock. */
static clock_ref_t raise_at(clock_pool_t *pool, clock_ref_t clock, unsigned level, uint64_t thread,
                            uint64_t epoch) {
    if (is_uniform(clock) && uniform_epoch(clock) >= epoch) return clock;
    node_t *node = own_node(pool, clock);
    if (!node) return CLOCK_BOTTOM;
    clock_ref_t *child = &node->child[digit(thread, level)];
    if (level > 0)
        *child = raise_at(pool, *child, level - 1, thread, epoch);
    else if (uniform_epoch(*child) < epoch)
        *child = uniform(epoch);
    return normalised(pool, node);
}

void clock_raise(clock_pool_t *pool, clock_ref_t *clock, uint64_t thread, uint64_t epoch) {
    assert(epoch < UINT64_C(1) << 63);
    assert(pool->top == 15 || thread >> (pool->top + 1) * FAN_OUT_LOG2 == 0);
    *clock = raise_at(pool, *clock, pool->top, thread, epoch);
}

static clock_ref_t joined(clock_pool_t *pool, clock_ref_t a, clock_ref_t b);

static clock_ref_t child_of(clock_ref_t clock, unsigned i) {
    return is_uniform(clock) ? clock : node_of(clock)->child[i];
}

/* At least one of a and b is a node. Returns a or b itself where the result equals it, which keeps
 * the sharing. */
static clock_ref_t joined_nodes(clock_pool_t *pool, clock_ref_t a, clock_ref_t b) {
    clock_ref_t children[FAN_OUT];
    bool is_a = !is_uniform(a), is_b = !is_uniform(b);
    for (unsigned i = 0; i < FAN_OUT; i++) {
        children[i] = joined(pool, child_of(a, i), child_of(b, i));
        is_a = is_a && children[i] == child_of(a, i);
        is_b = is_b && children[i] == child_of(b, i);
    }
    node_t *node = is_a || is_b ? NULL : new_node(pool);
    if (node) {
        memcpy(node->child, children, sizeof children);
        return normalised(pool, node);
    }
    for (unsigned i = 0; i < FAN_OUT; i++) clock_release(pool, children[i]);
    return clock_retain(is_b ? b : a);
}

static clock_ref_t joined(clock_pool_t *pool, clock_ref_t a, clock_ref_t b) {
    if (a == b || b == CLOCK_BOTTOM) return clock_retain(a);
    if (a == CLOCK_BOTTOM) return clock_retain(b);
    if (is_uniform(a) && is_uniform(b)) return a > b ? a : b;
    return joined_nodes(pool, a, b);
}

void clock_join(clock_pool_t *pool, clock_ref_t *clock, clock_ref_t other) {
    if (*clock == other || other == CLOCK_BOTTOM) return;
    const clock_ref_t result = joined(pool, *clock, other);
    clock_release(pool, *clock);
    *clock = result;
}
