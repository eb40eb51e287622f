/* SPDX-License-Identifier: Apache-2.0 */
/* axiomatic.c: see axiomatic.h. Relation names follow Hower et al. (ASPLOS 2014): po, so_S, hhb. */
#include "tb/unit/oracle/axiomatic.h"

#include <string.h>

enum { SLOTS = 256, DEVICE = 0, BLOCK = 1 };

/* ---- from events to nodes ---- */

typedef struct resident {
    bool here;
    unsigned number, threads;
    uint32_t warps, exited;
} resident_t;

typedef struct expansion {
    axiomatic_t *axiomatic;
    resident_t resident[SLOTS]; /* by sm * 16 + slot */
    unsigned launched;
    const scord_event_t *events;
    unsigned count;
} expansion_t;

static unsigned popcount(uint32_t bits) { return (unsigned)__builtin_popcount(bits); }

static resident_t *resident_at(expansion_t *x, unsigned sm, unsigned slot) {
    return &x->resident[sm * 16 + slot];
}

static unsigned first_thread(const resident_t *block, unsigned warp) {
    return 32 * popcount(block->warps & ((UINT32_C(1) << warp) - 1));
}

static int add_node(expansion_t *x, axiomatic_node_t node) {
    axiomatic_t *a = x->axiomatic;
    if (a->nodes == AXIOMATIC_MAX_NODES) return -1;
    a->node[a->nodes++] = node;
    return 0;
}

static bool says_acquire(unsigned s) {
    return s == SCORD_SEMANTICS_ACQUIRE || s == SCORD_SEMANTICS_ACQ_REL ||
           s == SCORD_SEMANTICS_SEQ_CST;
}

static bool says_release(unsigned s) {
    return s == SCORD_SEMANTICS_RELEASE || s == SCORD_SEMANTICS_ACQ_REL ||
           s == SCORD_SEMANTICS_SEQ_CST;
}

static bool is_sync(const scord_oracle_axes_t *axes, const scord_event_access_t *e) {
    const bool is_volatile = e->op != SCORD_OP_ATOMIC && e->strong &&
                             (e->semantics == SCORD_SEMANTICS_NONE ||
                              e->semantics == SCORD_SEMANTICS_RELAXED);
    return e->op == SCORD_OP_ATOMIC || (e->strong && !is_volatile) ||
           (is_volatile && axes->volatile_accesses == SCORD_ORACLE_VOLATILE_STRONG);
}

static bool read_acquires(const scord_oracle_axes_t *axes, const scord_event_access_t *e) {
    const bool is_cas = e->op == SCORD_OP_ATOMIC && e->atomic_kind == SCORD_ATOMIC_KIND_CAS;
    return says_acquire(e->semantics) || axes->acquire == SCORD_ORACLE_ACQUIRE_IMPLICIT ||
           (axes->acquire == SCORD_ORACLE_ACQUIRE_MIXED && !is_cas);
}

static int expand_access(expansion_t *x, const scord_event_t *event) {
    const scord_event_access_t *e = &event->access;
    const resident_t *block = resident_at(x, e->sm, e->slot);
    int status = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned thread = first_thread(block, e->warp) + lane;
        if (!(e->mask >> lane & 1) || thread >= block->threads) continue;
        const bool lost_cas = e->op == SCORD_OP_ATOMIC && e->atomic_kind == SCORD_ATOMIC_KIND_CAS &&
                              e->has_operands && e->has_returned &&
                              e->compare[lane] != e->returned[lane];
        axiomatic_node_t node = {AXIOMATIC_ACCESS,
                                 event->sequence,
                                 block->number,
                                 thread,
                                 lane,
                                 e->scope != SCORD_SCOPE_BLOCK,
                                 e->address[lane],
                                 e->size,
                                 e->op != SCORD_OP_STORE,
                                 e->op != SCORD_OP_LOAD && !lost_cas,
                                 is_sync(&x->axiomatic->axes, e),
                                 false,
                                 false};
        node.acquires = node.sync && node.reads && read_acquires(&x->axiomatic->axes, e);
        node.releases = node.sync && node.writes && says_release(e->semantics);
        status |= add_node(x, node);
    }
    return status;
}

static int expand_fence(expansion_t *x, const scord_event_t *event) {
    const scord_event_fence_t *e = &event->fence;
    const resident_t *block = resident_at(x, e->sm, e->slot);
    int status = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned thread = first_thread(block, e->warp) + lane;
        if (e->mask >> lane & 1 && thread < block->threads)
            status |= add_node(
                x, (axiomatic_node_t){AXIOMATIC_FENCE, event->sequence, block->number, thread, lane,
                                      e->scope != SCORD_SCOPE_BLOCK, 0, 0, false, false, false,
                                      e->semantics != SCORD_SEMANTICS_RELEASE,
                                      e->semantics != SCORD_SEMANTICS_ACQUIRE});
    }
    return status;
}

/* Whether some lane of the warp does anything in the stream with that lane; idle threads need no
 * barrier nodes. */
static bool lane_active(const expansion_t *x, unsigned lane) {
    for (unsigned i = 0; i < x->count; i++) {
        const scord_event_t *e = &x->events[i];
        if ((e->kind == SCORD_EVENT_KIND_ACCESS && e->access.mask >> lane & 1) ||
            (e->kind == SCORD_EVENT_KIND_FENCE && e->fence.mask >> lane & 1))
            return true;
    }
    return false;
}

/* A barrier is two nodes a thread: it arrives (and acquires like a block fence), it departs (and
 * releases like one). */
static int expand_barrier(expansion_t *x, const scord_event_t *event, axiomatic_kind_t kind) {
    const resident_t *block = resident_at(x, event->warp.sm, event->warp.slot);
    int status = 0;
    for (unsigned warp = 0; warp < 32; warp++)
        for (unsigned lane = 0; lane < 32; lane++) {
            const unsigned thread = first_thread(block, warp) + lane;
            if (!(block->warps >> warp & 1) || block->exited >> warp & 1 ||
                thread >= block->threads || !lane_active(x, lane))
                continue;
            status |= add_node(x, (axiomatic_node_t){kind, event->sequence, block->number, thread,
                                                     lane, false, 0, 0, false, false, false,
                                                     kind == AXIOMATIC_ARRIVE,
                                                     kind == AXIOMATIC_DEPART});
        }
    return status;
}

/* A __syncwarp is a barrier of its lanes. */
static int expand_syncwarp(expansion_t *x, const scord_event_t *event, axiomatic_kind_t kind) {
    const resident_t *block = resident_at(x, event->warp.sm, event->warp.slot);
    int status = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned thread = first_thread(block, event->warp.warp) + lane;
        if (event->warp.mask >> lane & 1 && thread < block->threads && lane_active(x, lane))
            status |= add_node(x, (axiomatic_node_t){kind, event->sequence, block->number, thread,
                                                     lane, false, 0, 0, false, false, false,
                                                     kind == AXIOMATIC_ARRIVE,
                                                     kind == AXIOMATIC_DEPART});
    }
    return status;
}

static int expand_event(expansion_t *x, const scord_event_t *e) {
    resident_t *block;
    switch (e->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        block = resident_at(x, e->block_launch.sm, e->block_launch.slot);
        *block = (resident_t){true, x->launched++, e->block_launch.threads, e->block_launch.warps,
                              0};
        return 0;
    case SCORD_EVENT_KIND_WARP_EXIT:
        resident_at(x, e->warp.sm, e->warp.slot)->exited |= UINT32_C(1) << e->warp.warp;
        return 0;
    case SCORD_EVENT_KIND_ACCESS: return expand_access(x, e);
    case SCORD_EVENT_KIND_FENCE: return expand_fence(x, e);
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
        return expand_barrier(x, e, AXIOMATIC_ARRIVE) | expand_barrier(x, e, AXIOMATIC_DEPART);
    case SCORD_EVENT_KIND_RECONVERGE:
        return expand_syncwarp(x, e, AXIOMATIC_ARRIVE) | expand_syncwarp(x, e, AXIOMATIC_DEPART);
    default: return 0;
    }
}

/* ---- relations ---- */

static bool same_thread(const axiomatic_node_t *a, const axiomatic_node_t *b) {
    return a->block == b->block && a->thread == b->thread;
}

static bool overlap(const axiomatic_node_t *a, const axiomatic_node_t *b) {
    return a->kind == AXIOMATIC_ACCESS && b->kind == AXIOMATIC_ACCESS &&
           a->address < b->address + b->size && b->address < a->address + a->size;
}

static bool same_location(const axiomatic_node_t *a, const axiomatic_node_t *b) {
    return a->address == b->address && a->size == b->size;
}

/* Whether the node is performed with respect to scope S: the device, or (BLOCK) its own block. */
static bool performs(const axiomatic_t *x, const axiomatic_node_t *node, unsigned s) {
    if (x->axes.match == SCORD_ORACLE_MATCH_EXACT) return node->device == (s == DEVICE);
    return s == DEVICE ? node->device : true;
}

/* Whether both are performed with respect to one scope S that holds both threads. */
static bool both_perform(const axiomatic_t *x, const axiomatic_node_t *a, const axiomatic_node_t *b,
                         unsigned s) {
    return performs(x, a, s) && performs(x, b, s) && (s == DEVICE || a->block == b->block);
}

static bool scopes_match(const axiomatic_t *x, const axiomatic_node_t *a,
                         const axiomatic_node_t *b) {
    return both_perform(x, a, b, DEVICE) || both_perform(x, a, b, BLOCK);
}

/* The write that the read n reads from, when it may synchronise: the last write to every byte of n,
 * synchronising, of the same location and width, with matching scope. -1: none. */
static int reads_from(const axiomatic_t *x, unsigned n) {
    for (unsigned w = n; w-- > 0;) {
        if (!overlap(&x->node[w], &x->node[n]) || !x->node[w].writes) continue;
        return x->node[w].sync && same_location(&x->node[w], &x->node[n]) &&
                       scopes_match(x, &x->node[w], &x->node[n])
                   ? (int)w
                   : -1;
    }
    return -1;
}

static void add_edge(axiomatic_t *x, unsigned s, unsigned from, unsigned to) {
    x->edge[s][to][from / 64] |= UINT64_C(1) << from % 64;
}

/* so_S from every release before (or at) write w to every acquire after (or at) read r. */
static void synchronise(axiomatic_t *x, unsigned w, unsigned r) {
    for (unsigned f1 = 0; f1 <= w; f1++) {
        const bool release = x->node[f1].releases && same_thread(&x->node[f1], &x->node[w]) &&
                             (f1 == w || x->node[f1].kind != AXIOMATIC_ACCESS);
        for (unsigned f2 = r; release && f2 < x->nodes; f2++) {
            const bool acquire = x->node[f2].acquires && same_thread(&x->node[f2], &x->node[r]) &&
                                 (f2 == r || x->node[f2].kind != AXIOMATIC_ACCESS);
            for (unsigned s = DEVICE; acquire && s <= BLOCK; s++)
                if (both_perform(x, &x->node[f1], &x->node[f2], s)) add_edge(x, s, f1, f2);
        }
    }
}

/* The read r synchronises with the write it reads from, and with all that that write goes on from:
 * a chain of read-modify-writes, each of which reads from the next. */
static void synchronise_read(axiomatic_t *x, unsigned r) {
    for (int w = reads_from(x, r); w >= 0; w = x->node[w].reads ? reads_from(x, (unsigned)w) : -1)
        synchronise(x, (unsigned)w, r);
}

static void synchronise_barrier(axiomatic_t *x, unsigned arrive) {
    for (unsigned depart = arrive; depart < x->nodes; depart++)
        if (x->node[depart].kind == AXIOMATIC_DEPART &&
            x->node[depart].sequence == x->node[arrive].sequence)
            add_edge(x, BLOCK, arrive, depart);
}

static void close_over(axiomatic_t *x, unsigned closure, unsigned n,
                       const uint64_t edges[AXIOMATIC_WORDS]) {
    for (unsigned p = 0; p < n; p++) {
        if (!(edges[p / 64] >> p % 64 & 1) && !same_thread(&x->node[p], &x->node[n])) continue;
        x->before[closure][n][p / 64] |= UINT64_C(1) << p % 64;
        for (unsigned i = 0; i < AXIOMATIC_WORDS; i++)
            x->before[closure][n][i] |= x->before[closure][p][i];
    }
}

/* hhb: every edge goes forward in the stream, so that one pass in its order closes over all. */
static void close_all(axiomatic_t *x) {
    for (unsigned n = 0; n < x->nodes; n++) {
        if (x->axes.closure == SCORD_ORACLE_CLOSURE_DIRECT) {
            close_over(x, DEVICE, n, x->edge[DEVICE][n]);
            close_over(x, BLOCK, n, x->edge[BLOCK][n]);
            continue;
        }
        uint64_t all[AXIOMATIC_WORDS];
        for (unsigned i = 0; i < AXIOMATIC_WORDS; i++)
            all[i] = x->edge[DEVICE][n][i] | x->edge[BLOCK][n][i];
        close_over(x, DEVICE, n, all);
    }
}

int axiomatic_compute(axiomatic_t *axiomatic, const scord_oracle_axes_t *axes,
                      const scord_event_t *events, unsigned count) {
    expansion_t x = {.axiomatic = axiomatic, .events = events, .count = count};
    axiomatic->axes = *axes;
    axiomatic->nodes = 0;
    for (unsigned i = 0; i < count; i++)
        if (expand_event(&x, &events[i]) != 0) return -1;
    for (unsigned s = 0; s < 2; s++) {
        memset(axiomatic->before[s], 0, axiomatic->nodes * sizeof axiomatic->before[s][0]);
        memset(axiomatic->edge[s], 0, axiomatic->nodes * sizeof axiomatic->edge[s][0]);
    }
    for (unsigned n = 0; n < axiomatic->nodes; n++) {
        if (axiomatic->node[n].kind == AXIOMATIC_ARRIVE) synchronise_barrier(axiomatic, n);
        if (axiomatic->node[n].sync && axiomatic->node[n].reads) synchronise_read(axiomatic, n);
    }
    close_all(axiomatic);
    return 0;
}

/* ---- races ---- */

static bool ordered(const axiomatic_t *x, unsigned a, unsigned b) {
    return (x->before[DEVICE][b][a / 64] | x->before[BLOCK][b][a / 64]) >> a % 64 & 1;
}

bool axiomatic_race(const axiomatic_t *x, unsigned a, unsigned b) {
    const axiomatic_node_t *p = &x->node[a], *q = &x->node[b];
    if (!overlap(p, q) || same_thread(p, q) || !(p->writes || q->writes) || ordered(x, a, b))
        return false;
    if (!p->sync || !q->sync) return true; /* ordinary conflict */
    return x->axes.sync_conflicts && !(same_location(p, q) && scopes_match(x, p, q));
}

bool axiomatic_touches(const axiomatic_node_t *node, uint64_t word) {
    return node->kind == AXIOMATIC_ACCESS && node->address < word + SCORD_WORD_BYTES &&
           word < node->address + node->size;
}
