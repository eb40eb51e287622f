/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_vulkan_model.c: the Vulkan memory model (Vulkan specification, appendix "Memory Model"),
 * as docs/litmus.md states it: synchronizes-with, inter-thread-happens-before by storage class,
 * availability and visibility chains, location-ordered, data race.
 *
 * An execution is a few dozen events; a set of events is 64 bits. before[b] has bit a when a
 * happens before b.
 */
#include "cmodel/litmus/litmus_vulkan_model.h"

#include <assert.h>
#include <string.h>

static uint64_t bit(unsigned event) { return UINT64_C(1) << event; }

/* ---- events ---- */

static bool is_access(const litmus_event_t *e) { return e->reads || e->writes; }
static bool is_atomic(const litmus_event_t *e) { return is_access(e) && e->instruction->strong; }
static bool is_fence(const litmus_event_t *e) { return !is_access(e); }
static bool is_barrier(const litmus_event_t *e) { return e->instruction->kind == LITMUS_BARRIER; }
static bool has_flag(const litmus_event_t *e, uint16_t flag) {
    return (e->instruction->vulkan & flag) != 0;
}

static bool releases(const litmus_event_t *e) {
    const uint8_t semantics = e->instruction->semantics;
    return (semantics == SCORD_SEMANTICS_RELEASE || semantics == SCORD_SEMANTICS_ACQ_REL) &&
           (is_fence(e) ? !e->leaves : e->writes);
}

static bool acquires(const litmus_event_t *e) {
    const uint8_t semantics = e->instruction->semantics;
    return (semantics == SCORD_SEMANTICS_ACQUIRE || semantics == SCORD_SEMANTICS_ACQ_REL) &&
           (is_fence(e) ? e->leaves || !is_barrier(e) : e->reads);
}

/* The semantics name storage class CLASS (0 or 1). */
static bool names_class(const litmus_event_t *e, unsigned class) {
    return has_flag(e, class == 0 ? LITMUS_SEMSC0 : LITMUS_SEMSC1);
}

static unsigned class_of(const litmus_event_t *access) {
    return access->instruction->storage == LITMUS_SC1;
}

/* Takes part in inter-thread-happens-before of CLASS: a non-private access there, or semantics that
 * name it. */
static bool takes_part(const litmus_event_t *e, unsigned class) {
    if ((releases(e) || acquires(e)) && names_class(e, class)) return true;
    if (has_flag(e, LITMUS_AVDEVICE | LITMUS_VISDEVICE)) return true;
    return is_access(e) && has_flag(e, LITMUS_NONPRIV) && class_of(e) == class;
}

/* ---- scopes ---- */

/* The threads of A and B are of one instance of LEVEL. */
static bool within(const litmus_execution_t *x, unsigned a, unsigned b, unsigned level) {
    const unsigned *p = x->litmus->thread[x->event[a].thread].place,
                   *q = x->litmus->thread[x->event[b].thread].place;
    for (; level < LITMUS_LEVEL_DEVICE; level++)
        if (p[level] != q[level]) return false;
    return true;
}

static unsigned level_of(const litmus_execution_t *x, unsigned event) {
    return x->event[event].instruction->level;
}

/* B's thread is in A's scope. */
static bool in_scope(const litmus_execution_t *x, unsigned a, unsigned b) {
    return within(x, a, b, level_of(x, a));
}

static bool mutual(const litmus_execution_t *x, unsigned a, unsigned b) {
    return in_scope(x, a, b) && in_scope(x, b, a);
}

static bool same_word(const litmus_execution_t *x, unsigned a, unsigned b) {
    return is_access(&x->event[a]) && is_access(&x->event[b]) &&
           x->event[a].word == x->event[b].word;
}

bool litmus_vulkan_mutual(const litmus_execution_t *x, unsigned a, unsigned b) {
    return is_atomic(&x->event[a]) && is_atomic(&x->event[b]) && same_word(x, a, b) &&
           mutual(x, a, b);
}

/* A is before B in program order. */
static bool in_order(const litmus_execution_t *x, unsigned a, unsigned b) {
    return a < b && x->event[a].thread == x->event[b].thread;
}

static bool happens_before(const litmus_execution_t *x, unsigned a, unsigned b) {
    return x->before[b] >> a & 1;
}

/* ---- synchronizes-with ---- */

typedef struct relation {
    uint64_t before[LITMUS_EVENTS_MAX];
} relation_t;

/* From what releases by WRITE (or by coming to a barrier) to what acquires by READ (or by leaving
 * it). */
static void pair_up(const litmus_execution_t *x, unsigned write, unsigned read, relation_t *sw) {
    for (unsigned a = 0; a <= write; a++) {
        const bool release = releases(&x->event[a]) &&
                             (a == write || (is_fence(&x->event[a]) && in_order(x, a, write)));
        for (unsigned b = read; release && b < x->events; b++) {
            const bool acquire = acquires(&x->event[b]) &&
                                 (b == read || (is_fence(&x->event[b]) && in_order(x, read, b)));
            if (acquire && x->event[a].thread != x->event[b].thread && mutual(x, a, b))
                sw->before[b] |= bit(a);
        }
    }
}

/* Read Y synchronizes with the write it reads from, and with those which that goes on from: a
 * release sequence is a write and read-modify-writes that each read from the one before. */
static void synchronize_read(const litmus_execution_t *x, unsigned read, relation_t *sw) {
    unsigned from = read;
    for (unsigned length = 0; length < x->events; length++) {
        const unsigned write = x->event[from].source;
        if (!x->event[from].reads || write == LITMUS_INITIAL) return;
        if (!litmus_vulkan_mutual(x, write, from)) return;
        pair_up(x, write, read, sw);
        from = write;
    }
}

/* How many barriers of the same number the thread met before. */
static unsigned turn_of(const litmus_execution_t *x, unsigned barrier) {
    unsigned turn = 0;
    for (unsigned a = 0; a < barrier; a++)
        turn += in_order(x, a, barrier) && is_barrier(&x->event[a]) &&
                x->event[a].leaves == x->event[barrier].leaves &&
                x->event[a].barrier == x->event[barrier].barrier;
    return turn;
}

bool litmus_vulkan_one_barrier(const litmus_execution_t *x, unsigned a, unsigned b) {
    const litmus_event_t *p = &x->event[a], *q = &x->event[b];
    return is_barrier(p) && is_barrier(q) && !p->leaves && q->leaves && p->barrier == q->barrier &&
           p->instruction->meets == q->instruction->meets && p->thread != q->thread &&
           within(x, a, b, p->instruction->meets) && turn_of(x, a) == turn_of(x, b);
}

static void synchronize(const litmus_execution_t *x, relation_t *sw) {
    memset(sw, 0, sizeof *sw);
    for (unsigned b = 0; b < x->events; b++) {
        if (is_atomic(&x->event[b]) && x->event[b].reads) synchronize_read(x, b, sw);
        for (unsigned a = 0; a < x->events; a++)
            if (litmus_vulkan_one_barrier(x, a, b)) pair_up(x, a, b, sw);
    }
}

/* ---- happens-before ---- */

static void close_over(relation_t *relation, unsigned events) {
    for (unsigned middle = 0; middle < events; middle++)
        for (unsigned b = 0; b < events; b++)
            if (relation->before[b] >> middle & 1) relation->before[b] |= relation->before[middle];
}

/* Inter-thread-happens-before within one storage class. */
static void order_class(litmus_execution_t *x, const relation_t *sw, unsigned class) {
    relation_t order;
    memset(&order, 0, sizeof order);
    for (unsigned b = 0; b < x->events; b++)
        for (unsigned a = 0; a < x->events; a++) {
            const litmus_event_t *p = &x->event[a], *q = &x->event[b];
            const bool to_release = releases(q) && names_class(q, class) && takes_part(p, class),
                       from_acquire = acquires(p) && names_class(p, class) && takes_part(q, class),
                       system = x->litmus->after[q->thread] >> p->thread & 1,
                       synchronizes = sw->before[b] >> a & 1 && names_class(p, class) &&
                                      names_class(q, class);
            if (synchronizes || system || (in_order(x, a, b) && (to_release || from_acquire)))
                order.before[b] |= bit(a);
        }
    close_over(&order, x->events);
    for (unsigned b = 0; b < x->events; b++) x->between_threads[b] |= order.before[b];
}

void litmus_vulkan_relations(litmus_execution_t *x) {
    relation_t sw;
    assert(x->events <= LITMUS_EVENTS_MAX);
    memset(x->between_threads, 0, sizeof x->between_threads);
    synchronize(x, &sw);
    order_class(x, &sw, 0);
    order_class(x, &sw, 1);
    for (unsigned b = 0; b < x->events; b++) {
        x->before[b] = x->between_threads[b];
        for (unsigned a = 0; a < b; a++)
            if (in_order(x, a, b)) x->before[b] |= bit(a);
    }
}

/* ---- availability and visibility ---- */

/* Makes writes of CLASS that came before available, as far as its scope. */
static bool makes_available(const litmus_event_t *e, unsigned class) {
    return releases(e) && has_flag(e, LITMUS_SEMAV) && names_class(e, class);
}

static bool makes_visible(const litmus_event_t *e, unsigned class) {
    return acquires(e) && has_flag(e, LITMUS_SEMVIS) && names_class(e, class);
}

/* Elements of the chains of the access AT, which is not private. Forward, its availability chains:
 * itself if it says so, what follows in its thread, and then what an element's scope holds and
 * comes after it, with a scope as wide or wider. Backward, its visibility chains: the same from the
 * end. */
static uint64_t chain_of(const litmus_execution_t *x, unsigned at, bool forward) {
    const litmus_event_t *it = &x->event[at];
    const unsigned class = class_of(it);
    bool (*const makes)(const litmus_event_t *e, unsigned class) = forward ? makes_available
                                                                           : makes_visible;
    uint64_t chain = is_atomic(it) || has_flag(it, forward ? LITMUS_AV : LITMUS_VIS) ? bit(at) : 0;
    for (unsigned e = 0; e < x->events; e++)
        if (in_order(x, forward ? at : e, forward ? e : at) && makes(&x->event[e], class))
            chain |= bit(e);
    for (uint64_t before = 0; before != chain;) {
        before = chain;
        for (unsigned e = 0; e < x->events; e++)
            for (unsigned next = 0; chain >> e & 1 && next < x->events; next++)
                if (makes(&x->event[next], class) &&
                    happens_before(x, forward ? e : next, forward ? next : e) &&
                    in_scope(x, e, next) && level_of(x, next) >= level_of(x, e))
                    chain |= bit(next);
    }
    return chain;
}

/* A chain of availability from write A ends before write or read B, whose thread its scope holds;
 * of a read a visibility chain goes on. */
static bool reaches_by_scope(const litmus_execution_t *x, unsigned a, unsigned b) {
    if (!has_flag(&x->event[a], LITMUS_NONPRIV) || !has_flag(&x->event[b], LITMUS_NONPRIV))
        return false;
    const uint64_t available = chain_of(x, a, true);
    const uint64_t visible = x->event[b].reads ? chain_of(x, b, false) : 0;
    for (unsigned e = 0; e < x->events; e++) {
        if (!(available >> e & 1)) continue;
        if (!x->event[b].reads && happens_before(x, e, b) && in_scope(x, e, b)) return true;
        for (unsigned v = 0; v < x->events; v++)
            if (visible >> v & 1 && happens_before(x, e, v) && mutual(x, e, v)) return true;
    }
    return false;
}

/* By avdevice and visdevice, which are of another domain than any scope. */
static bool reaches_by_device(const litmus_execution_t *x, unsigned a, unsigned b) {
    for (unsigned e = 0; e < x->events; e++) {
        if (!has_flag(&x->event[e], LITMUS_AVDEVICE) || !happens_before(x, a, e)) continue;
        if (!x->event[b].reads && happens_before(x, e, b)) return true;
        for (unsigned v = 0; x->event[b].reads && v < x->events; v++)
            if (has_flag(&x->event[v], LITMUS_VISDEVICE) && happens_before(x, e, v) &&
                happens_before(x, v, b))
                return true;
    }
    return false;
}

/* Location-ordered: A and B access one word, and B comes after A for all to see. */
static bool location_ordered(const litmus_execution_t *x, unsigned a, unsigned b) {
    if (!same_word(x, a, b) || !happens_before(x, a, b)) return false;
    if (in_order(x, a, b) || litmus_vulkan_mutual(x, a, b)) return true;
    return !x->event[a].writes || reaches_by_scope(x, a, b) || reaches_by_device(x, a, b);
}

bool litmus_vulkan_races(const litmus_execution_t *x, unsigned pair[2]) {
    for (unsigned a = 0; a < x->events; a++)
        for (unsigned b = a + 1; b < x->events; b++) {
            if (!same_word(x, a, b) || x->event[a].thread == x->event[b].thread ||
                !(x->event[a].writes || x->event[b].writes) || litmus_vulkan_mutual(x, a, b) ||
                location_ordered(x, a, b) || location_ordered(x, b, a))
                continue;
            pair[0] = a;
            pair[1] = b;
            return true;
        }
    return false;
}

/* ---- consistency ---- */

/* The write of WORD with rank RANK is before the one with the other: initial values before all. */
static unsigned rank_of(const litmus_execution_t *x, unsigned write) {
    return write == LITMUS_INITIAL ? 0 : x->rank[write] + 1u;
}

/* A read from a write that was overwritten before the read, or that comes after it. */
static bool reads_wrongly(const litmus_execution_t *x, unsigned read) {
    const unsigned source = x->event[read].source;
    if (source != LITMUS_INITIAL && happens_before(x, read, source)) return true;
    for (unsigned w = 0; w < x->events; w++)
        if (x->event[w].writes && w != source && w != read && same_word(x, w, read) &&
            (source == LITMUS_INITIAL || location_ordered(x, source, w)) &&
            location_ordered(x, w, read))
            return true;
    return false;
}

/* A happens before B, both mutually ordered atomics: what each writes or reads is not older in B.
 */
static bool against_order(const litmus_execution_t *x, unsigned a, unsigned b) {
    const litmus_event_t *p = &x->event[a], *q = &x->event[b];
    if (!x->ranked[p->word]) return false;
    const unsigned newest = p->writes ? rank_of(x, a) : rank_of(x, p->source);
    if (q->writes && rank_of(x, b) <= newest) return true;
    return q->reads && rank_of(x, q->source) < newest;
}

/* Another atomic write is between what a read-modify-write reads and what it writes. */
static bool is_split(const litmus_execution_t *x, unsigned update) {
    const unsigned low = rank_of(x, x->event[update].source), high = rank_of(x, update);
    if (high <= low) return true;
    for (unsigned w = 0; w < x->events; w++)
        if (w != update && x->event[w].writes && litmus_vulkan_mutual(x, w, update) &&
            rank_of(x, w) > low && rank_of(x, w) < high)
            return true;
    return false;
}

bool litmus_vulkan_consistent(const litmus_execution_t *x) {
    for (unsigned b = 0; b < x->events && b < LITMUS_EVENTS_MAX; b++) {
        const litmus_event_t *it = &x->event[b];
        if (x->between_threads[b] >> b & 1) return false;
        if (it->reads && reads_wrongly(x, b)) return false;
        if (it->reads && it->writes && is_split(x, b)) return false;
        for (unsigned a = 0; a < x->events; a++) {
            if (x->between_threads[b] >> a & 1 && in_order(x, b, a)) return false;
            if (a != b && x->event[a].writes && it->writes && x->ranked[it->word] &&
                rank_of(x, a) > rank_of(x, b) && location_ordered(x, a, b))
                return false;
            if (a != b && happens_before(x, a, b) && litmus_vulkan_mutual(x, a, b) &&
                against_order(x, a, b))
                return false;
        }
    }
    return true;
}
