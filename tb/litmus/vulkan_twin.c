/* SPDX-License-Identifier: Apache-2.0 */
/* vulkan_twin.c: the Vulkan memory model by brute force, from the structure of the specification's
 * appendix "Memory Model" instead of the library's rules.
 *
 * It shares with the library the parsed test alone. The library prunes candidates, keeps relations
 * as sets of bits, and checks pairs. Here every execution is tried, a relation is a matrix, and an
 * execution is consistent when two relations have no cycle:
 *
 *   happens-before           program order and inter-thread-happens-before
 *   per word                 location-ordered, reads-from, from-reads, scoped modification order
 *
 * Availability and visibility are chains of operations with domains; location-ordered is the list
 * of cases of the appendix, one function for each. Values that a thread may read are guessed from a
 * fixpoint, as in any axiomatic evaluator; a guess that no write explains has no reads-from.
 */
#include "tb/litmus/vulkan_twin.h"

#include <stdlib.h>
#include <string.h>

enum {
    EVENTS = 48,
    THREAD_EVENTS = 24,
    VALUES = 48,
    RUNS = 8192,
    EXECUTIONS_MAX = 600000,
    NO_WRITE = -1
};

typedef bool relation_t[EVENTS][EVENTS];

typedef struct event {
    const litmus_instruction_t *it;
    unsigned thread, word;
    bool reads, writes;
    bool comes, leaves; /* halves of a control barrier: its release, its acquire */
    uint32_t number;    /* of the barrier */
    uint32_t got, put;
    unsigned depth; /* of what was put */
} event_t;

/* What one thread does when its reads give these values. */
typedef struct run {
    unsigned events;
    bool stopped;
    unsigned deepest[LITMUS_WORDS_MAX]; /* value read of each word */
    event_t event[THREAD_EVENTS];
    uint32_t registers[LITMUS_REGISTERS_MAX];
} run_t;

typedef struct domain {
    unsigned count, guessed; /* of the round: what runs before it wrote */
    uint32_t value[VALUES];
    unsigned depth[VALUES]; /* how many writes of the word led to the value */
    unsigned writes;        /* of the word, at most */
} domain_t;

typedef struct twin {
    const litmus_t *litmus;
    domain_t domain[LITMUS_WORDS_MAX];
    run_t *run[LITMUS_THREADS_MAX];
    unsigned runs[LITMUS_THREADS_MAX], chosen[LITMUS_THREADS_MAX];
    uint64_t executions;
    bool asks_memory, loops, racy, failed;
    /* the execution being tried */
    unsigned events;
    event_t event[EVENTS];
    int source[EVENTS];
    int place[EVENTS]; /* of a write among those of its word */
    relation_t po, hb, ithb[2], sw, locord;
} twin_t;

/* ---- runs of one thread ---- */

static uint32_t initial_value(const litmus_t *litmus, unsigned word) {
    for (unsigned i = 0; i < litmus->variables; i++)
        if (litmus->variable_word[i] == word) return litmus->variable_value[i];
    return 0;
}

/* A value that takes more writes than its word can have is no value: sums would grow for ever. */
static void widen(twin_t *t, unsigned word, uint32_t value, unsigned depth) {
    domain_t *domain = &t->domain[word];
    if (depth > domain->writes) return;
    for (unsigned i = 0; i < domain->count; i++)
        if (domain->value[i] == value) {
            if (depth < domain->depth[i]) domain->depth[i] = depth;
            return;
        }
    if (domain->count == VALUES) {
        t->failed = true;
        return;
    }
    domain->depth[domain->count] = depth;
    domain->value[domain->count++] = value;
}

static uint32_t value_of(const run_t *run, litmus_operand_t operand) {
    return operand.is_register ? run->registers[operand.value] : operand.value;
}

static event_t *add(twin_t *t, run_t *run, unsigned thread, const litmus_instruction_t *it) {
    if (run->events == THREAD_EVENTS) {
        t->failed = true;
        run->events--;
    }
    event_t *event = &run->event[run->events++];
    *event = (event_t){.it = it, .thread = thread};
    return event;
}

/* The reads' values, as indices in the domains of their words: counted up like the digits of a
 * number. */
typedef struct guess {
    unsigned count;
    unsigned digit[THREAD_EVENTS], limit[THREAD_EVENTS];
} guess_t;

static bool next_guess(guess_t *guess) {
    while (guess->count > 0) {
        const unsigned last = guess->count - 1;
        if (++guess->digit[last] < guess->limit[last]) return true;
        guess->digit[last] = 0;
        guess->count--;
    }
    return false;
}

/* False: the address is no variable's, and the run ends here. */
static bool access_word(twin_t *t, run_t *run, unsigned thread, const litmus_instruction_t *it,
                        guess_t *guess, unsigned *reads) {
    unsigned word = LITMUS_WORDS_MAX;
    for (unsigned i = 0; i < t->litmus->variables; i++)
        if (t->litmus->variable_address[i] == value_of(run, it->address))
            word = t->litmus->variable_word[i];
    if (word == LITMUS_WORDS_MAX) return false;
    event_t *event = add(t, run, thread, it);
    const uint32_t value = value_of(run, it->value), compare = value_of(run, it->compare);
    event->word = word;
    event->reads = it->kind != LITMUS_STORE;
    event->writes = it->kind == LITMUS_STORE;
    event->put = value;
    if (event->reads) {
        if (*reads == guess->count) {
            guess->limit[guess->count] = t->domain[word].guessed;
            guess->digit[guess->count++] = 0;
        }
        const unsigned digit = guess->digit[(*reads)++];
        event->got = t->domain[word].value[digit];
        if (t->domain[word].depth[digit] > run->deepest[word])
            run->deepest[word] = t->domain[word].depth[digit];
    }
    if (it->kind == LITMUS_ATOMIC) {
        event->writes = it->atomic_kind != SCORD_ATOMIC_KIND_CAS || event->got == compare;
        event->put = litmus_atomic_result(it->atomic_kind, event->got, value, compare);
    }
    event->depth = run->deepest[word] + 1;
    if (it->destination >= 0) run->registers[it->destination] = event->got;
    return true;
}

static void execute(twin_t *t, unsigned thread, guess_t *guess, run_t *run) {
    const litmus_thread_t *code = &t->litmus->thread[thread];
    unsigned next = 0, jumps = 0, steps = 0, reads = 0;
    *run = (run_t){.events = 0};
    memcpy(run->registers, code->register_value, sizeof run->registers);
    while (next < code->instructions && !run->stopped && !t->failed) {
        const litmus_instruction_t *it = &code->instruction[next++];
        const uint32_t result = litmus_calculate((litmus_operation_t)it->operation,
                                                 value_of(run, it->value),
                                                 value_of(run, it->compare));
        run->stopped = ++steps == LITMUS_STEPS_MAX;
        if (it->kind == LITMUS_MOVE && it->destination >= 0)
            run->registers[it->destination] = result;
        else if (it->kind == LITMUS_BRANCH && result != 0) {
            if (it->target < next && ++jumps > LITMUS_VULKAN_PASSES_MAX) run->stopped = true;
            next = it->target;
        } else if (it->kind == LITMUS_FENCE)
            add(t, run, thread, it);
        else if (it->kind == LITMUS_BARRIER) {
            event_t *event = add(t, run, thread, it);
            event->comes = true;
            event->number = value_of(run, it->value);
            event = add(t, run, thread, it);
            event->leaves = true;
            event->number = value_of(run, it->value);
        } else if ((it->kind == LITMUS_LOAD || it->kind == LITMUS_STORE ||
                    it->kind == LITMUS_ATOMIC) &&
                   !access_word(t, run, thread, it, guess, &reads))
            return;
    }
}

/* The run of THREAD up to each of its barriers: there it may wait for a thread that goes round in a
 * loop for ever. */
static void add_waiting_runs(twin_t *t, unsigned thread, const run_t *run) {
    for (unsigned i = 0; t->loops && i < run->events; i++) {
        if (!run->event[i].comes) continue;
        if (t->runs[thread] == RUNS) t->failed = true;
        if (t->failed) return;
        run_t *waiting = &t->run[thread][t->runs[thread]++];
        *waiting = *run;
        waiting->events = i;
        waiting->stopped = true;
    }
}

/* Every run of THREAD; what it writes widens the domains. */
static void find_runs(twin_t *t, unsigned thread) {
    guess_t guess = {.count = 0};
    t->runs[thread] = 0;
    do {
        if (t->runs[thread] == RUNS) t->failed = true;
        if (t->failed) return;
        run_t *run = &t->run[thread][t->runs[thread]++];
        execute(t, thread, &guess, run);
        for (unsigned i = 0; i < run->events; i++)
            if (run->event[i].writes)
                widen(t, run->event[i].word, run->event[i].put, run->event[i].depth);
        add_waiting_runs(t, thread, run);
    } while (next_guess(&guess));
}

/* How often each word can be written: a write in a loop as often as the loop goes round, one by a
 * register in every word. */
static void count_writes(twin_t *t) {
    for (unsigned i = 0; i < t->litmus->threads; i++)
        for (unsigned j = 0; j < t->litmus->thread[i].instructions; j++) {
            const litmus_instruction_t *it = &t->litmus->thread[i].instruction[j];
            unsigned times = it->kind == LITMUS_STORE || it->kind == LITMUS_ATOMIC;
            for (unsigned k = j; k < t->litmus->thread[i].instructions; k++) {
                const litmus_instruction_t *back = &t->litmus->thread[i].instruction[k];
                if (times == 1 && back->kind == LITMUS_BRANCH && back->target <= j)
                    times = LITMUS_VULKAN_PASSES_MAX + 1;
            }
            for (unsigned v = 0; v < t->litmus->variables; v++)
                if (it->address.is_register || it->address.value == t->litmus->variable_address[v])
                    t->domain[t->litmus->variable_word[v]].writes += times;
        }
}

static void find_all_runs(twin_t *t) {
    unsigned before = 0, now = 0;
    count_writes(t);
    for (unsigned i = 0; i < t->litmus->variables; i++)
        widen(t, t->litmus->variable_word[i], t->litmus->variable_value[i], 0);
    do {
        before = now;
        now = 0;
        for (unsigned i = 0; i < t->litmus->words; i++) t->domain[i].guessed = t->domain[i].count;
        for (unsigned i = 0; i < t->litmus->threads && !t->failed; i++) find_runs(t, i);
        for (unsigned i = 0; i < t->litmus->words; i++) now += t->domain[i].count;
    } while (now != before && !t->failed);
}

/* ---- relations ---- */

static bool atomic(const event_t *e) { return (e->reads || e->writes) && e->it->strong; }
static bool fence(const event_t *e) { return !e->reads && !e->writes; }
static bool flag(const event_t *e, unsigned bits) { return (e->it->vulkan & bits) != 0; }
static bool private(const event_t *e) { return !flag(e, LITMUS_NONPRIV); }
static unsigned class_of(const event_t *e) { return e->it->storage == LITMUS_SC1; }

static bool names(const event_t *e, unsigned class) {
    return flag(e, class ? LITMUS_SEMSC1 : LITMUS_SEMSC0);
}

static bool release(const event_t *e) {
    const unsigned order = e->it->semantics;
    if (order != SCORD_SEMANTICS_RELEASE && order != SCORD_SEMANTICS_ACQ_REL) return false;
    return fence(e) ? !e->leaves : e->writes;
}

static bool acquire(const event_t *e) {
    const unsigned order = e->it->semantics;
    if (order != SCORD_SEMANTICS_ACQUIRE && order != SCORD_SEMANTICS_ACQ_REL) return false;
    return fence(e) ? !e->comes : e->reads;
}

/* The instance of LEVEL that thread P is in has thread Q. */
static bool together(const twin_t *t, unsigned p, unsigned q, unsigned level) {
    const unsigned *a = t->litmus->thread[p].place, *b = t->litmus->thread[q].place;
    return level == LITMUS_LEVEL_DEVICE ||
           (a[2] == b[2] && (level == LITMUS_LEVEL_QUEUE_FAMILY ||
                             (a[1] == b[1] && (level == LITMUS_LEVEL_WORK_GROUP || a[0] == b[0]))));
}

static bool holds(const twin_t *t, unsigned a, unsigned b) {
    return together(t, t->event[a].thread, t->event[b].thread, t->event[a].it->level);
}

static bool mutual(const twin_t *t, unsigned a, unsigned b) {
    return holds(t, a, b) && holds(t, b, a);
}

static bool one_word(const twin_t *t, unsigned a, unsigned b) {
    return a != b && !fence(&t->event[a]) && !fence(&t->event[b]) &&
           t->event[a].word == t->event[b].word;
}

static bool mutually_ordered(const twin_t *t, unsigned a, unsigned b) {
    return one_word(t, a, b) && atomic(&t->event[a]) && atomic(&t->event[b]) && mutual(t, a, b);
}

/* Scoped modification order. */
static bool modified_before(const twin_t *t, unsigned a, unsigned b) {
    return t->event[a].writes && t->event[b].writes && mutually_ordered(t, a, b) &&
           t->place[a] < t->place[b];
}

/* The release sequence headed by HEAD: read-modify-writes of its scoped modification order, each
 * behind the one before. Sources that go round in a circle end the search: no such execution is
 * consistent. */
static bool in_sequence(const twin_t *t, unsigned head, unsigned write) {
    for (unsigned length = 0; length < t->events && write != head; length++) {
        const event_t *e = &t->event[write];
        if (!e->reads || !e->writes || t->source[write] == NO_WRITE ||
            !mutually_ordered(t, head, write) ||
            !mutually_ordered(t, (unsigned)t->source[write], write))
            return false;
        write = (unsigned)t->source[write];
    }
    return write == head;
}

/* X releases by WRITE, or by coming to a barrier: it is that, or a fence before it. */
static bool releases_by(const twin_t *t, unsigned x, unsigned write) {
    return release(&t->event[x]) && (x == write || (fence(&t->event[x]) && t->po[x][write]));
}

static bool acquires_by(const twin_t *t, unsigned y, unsigned read) {
    return acquire(&t->event[y]) && (y == read || (fence(&t->event[y]) && t->po[read][y]));
}

static unsigned turn(const twin_t *t, unsigned at) {
    unsigned before = 0;
    for (unsigned i = 0; i < at; i++)
        before += t->event[i].thread == t->event[at].thread &&
                  t->event[i].comes == t->event[at].comes &&
                  t->event[i].leaves == t->event[at].leaves &&
                  (t->event[i].comes || t->event[i].leaves) &&
                  t->event[i].number == t->event[at].number;
    return before;
}

static bool one_barrier(const twin_t *t, unsigned c, unsigned d) {
    const event_t *p = &t->event[c], *q = &t->event[d];
    return p->comes && q->leaves && p->thread != q->thread && p->number == q->number &&
           p->it->meets == q->it->meets && together(t, p->thread, q->thread, p->it->meets) &&
           turn(t, c) == turn(t, d);
}

/* Read R gets its value from the release sequence of write W, or D is the barrier that C comes to.
 */
static bool passes(const twin_t *t, unsigned w, unsigned r) {
    if (one_barrier(t, w, r)) return true;
    if (!t->event[w].writes || !t->event[r].reads || !atomic(&t->event[w]) ||
        !atomic(&t->event[r]) || t->source[r] == NO_WRITE)
        return false;
    const unsigned source = (unsigned)t->source[r];
    return mutually_ordered(t, source, r) && in_sequence(t, w, source);
}

static void find_synchronizes_with(twin_t *t) {
    memset(t->sw, 0, sizeof t->sw);
    for (unsigned w = 0; w < t->events; w++)
        for (unsigned r = 0; r < t->events; r++)
            for (unsigned x = 0; passes(t, w, r) && x < t->events; x++)
                for (unsigned y = 0; releases_by(t, x, w) && y < t->events; y++)
                    if (acquires_by(t, y, r) && mutual(t, x, y) &&
                        t->event[x].thread != t->event[y].thread)
                        t->sw[x][y] = true;
}

static void close(relation_t relation, unsigned events) {
    for (unsigned k = 0; k < events; k++)
        for (unsigned a = 0; a < events; a++)
            for (unsigned b = 0; relation[a][k] && b < events; b++)
                if (relation[k][b]) relation[a][b] = true;
}

static bool has_cycle(relation_t relation, unsigned events) {
    relation_t closed;
    memcpy(closed, relation, sizeof closed);
    close(closed, events);
    for (unsigned a = 0; a < events; a++)
        if (closed[a][a]) return true;
    return false;
}

/* What program order hands over to a release, or takes from an acquire, of CLASS. */
static bool belongs(const event_t *e, unsigned class) {
    if (flag(e, LITMUS_AVDEVICE | LITMUS_VISDEVICE)) return true;
    if (fence(e)) return (release(e) || acquire(e)) && names(e, class);
    return ((release(e) || acquire(e)) && names(e, class)) || (!private(e) && class_of(e) == class);
}

static void find_happens_before(twin_t *t) {
    memset(t->hb, 0, sizeof t->hb);
    memset(t->ithb, 0, sizeof t->ithb);
    for (unsigned class = 0; class < 2; class ++) {
        for (unsigned a = 0; a < t->events; a++)
            for (unsigned b = 0; b < t->events; b++) {
                const event_t *p = &t->event[a], *q = &t->event[b];
                const bool system = t->litmus->after[q->thread] >> p->thread & 1;
                const bool both = names(p, class) && names(q, class);
                const bool into = release(q) && names(q, class) && belongs(p, class);
                const bool from = acquire(p) && names(p, class) && belongs(q, class);
                t->ithb[class][a][b] = system || (t->sw[a][b] && both) ||
                                       (t->po[a][b] && (into || from));
            }
        close(t->ithb[class], t->events);
    }
    for (unsigned a = 0; a < t->events; a++)
        for (unsigned b = 0; b < t->events; b++)
            t->hb[a][b] = t->po[a][b] || t->ithb[0][a][b] || t->ithb[1][a][b];
}

/* ---- availability, visibility, location-ordered ---- */

static bool makes_available(const event_t *e, unsigned class) {
    return release(e) && flag(e, LITMUS_SEMAV) && names(e, class);
}

static bool makes_visible(const event_t *e, unsigned class) {
    return acquire(e) && flag(e, LITMUS_SEMVIS) && names(e, class);
}

/* Availability chains of write X: each element is performed in the domain of the one before, and
 * makes available to one as large or larger. END[e]: a chain ends with e. */
static void find_available(const twin_t *t, unsigned x, bool *end) {
    const unsigned class = class_of(&t->event[x]);
    memset(end, 0, EVENTS * sizeof *end);
    if (private(&t->event[x])) return;
    for (unsigned e = 0; e < t->events; e++)
        end[e] = e == x ? atomic(&t->event[x]) || flag(&t->event[x], LITMUS_AV)
                        : t->po[x][e] && makes_available(&t->event[e], class);
    for (bool more = true; more;) {
        more = false;
        for (unsigned e = 0; e < t->events; e++)
            for (unsigned next = 0; end[e] && next < t->events; next++)
                if (!end[next] && makes_available(&t->event[next], class) && t->hb[e][next] &&
                    holds(t, e, next) && t->event[next].it->level >= t->event[e].it->level)
                    end[next] = more = true;
    }
}

/* Visibility chains of read Y: START[e]: a chain begins with e. */
static void find_visible(const twin_t *t, unsigned y, bool *start) {
    const unsigned class = class_of(&t->event[y]);
    memset(start, 0, EVENTS * sizeof *start);
    if (private(&t->event[y])) return;
    for (unsigned e = 0; e < t->events; e++)
        start[e] = e == y ? atomic(&t->event[y]) || flag(&t->event[y], LITMUS_VIS)
                          : t->po[e][y] && makes_visible(&t->event[e], class);
    for (bool more = true; more;) {
        more = false;
        for (unsigned e = 0; e < t->events; e++)
            for (unsigned before = 0; start[e] && before < t->events; before++)
                if (!start[before] && makes_visible(&t->event[before], class) && t->hb[before][e] &&
                    holds(t, e, before) && t->event[before].it->level >= t->event[e].it->level)
                    start[before] = more = true;
    }
}

/* Case "a common memory domain": through the domain of a scope. */
static bool through_scope(const twin_t *t, unsigned x, unsigned y) {
    bool end[EVENTS], start[EVENTS];
    if (private(&t->event[y])) return false;
    find_available(t, x, end);
    find_visible(t, y, start);
    for (unsigned e = 0; e < t->events; e++) {
        if (!end[e]) continue;
        if (!t->event[y].reads && t->hb[e][y] && holds(t, e, y)) return true;
        for (unsigned v = 0; t->event[y].reads && v < t->events; v++)
            if (start[v] && t->hb[e][v] && mutual(t, e, v)) return true;
    }
    return false;
}

/* Case "device domain": through operations on it. */
static bool through_device(const twin_t *t, unsigned x, unsigned y) {
    for (unsigned e = 0; e < t->events; e++) {
        if (!flag(&t->event[e], LITMUS_AVDEVICE) || !t->hb[x][e]) continue;
        if (!t->event[y].reads && t->hb[e][y]) return true;
        for (unsigned v = 0; v < t->events; v++)
            if (flag(&t->event[v], LITMUS_VISDEVICE) && t->hb[e][v] && t->hb[v][y]) return true;
    }
    return false;
}

static void find_location_ordered(twin_t *t) {
    memset(t->locord, 0, sizeof t->locord);
    for (unsigned x = 0; x < t->events; x++)
        for (unsigned y = 0; y < t->events; y++) {
            if (!one_word(t, x, y)) continue;
            t->locord[x][y] = t->po[x][y] || (!t->event[x].writes && t->hb[x][y]) ||
                              (t->event[x].writes &&
                               (through_scope(t, x, y) || through_device(t, x, y)));
        }
}

/* ---- executions ---- */

static void find_relations(twin_t *t) {
    for (unsigned a = 0; a < t->events; a++)
        for (unsigned b = 0; b < t->events; b++)
            t->po[a][b] = a < b && t->event[a].thread == t->event[b].thread;
    find_synchronizes_with(t);
    find_happens_before(t);
    find_location_ordered(t);
}

/* W2 comes after write W for all who see both. */
static bool overwrites(const twin_t *t, unsigned w, unsigned w2) {
    return t->event[w2].writes && (modified_before(t, w, w2) || t->locord[w][w2]);
}

static bool consistent(const twin_t *t) {
    relation_t order, hb;
    memcpy(hb, t->hb, sizeof hb);
    if (has_cycle(hb, t->events)) return false;
    memcpy(order, t->locord, sizeof order);
    for (unsigned r = 0; r < t->events; r++)
        for (unsigned w = 0; w < t->events; w++) {
            if (modified_before(t, r, w)) order[r][w] = true;
            if (!t->event[r].reads || !one_word(t, r, w) || !t->event[w].writes) continue;
            if (t->source[r] == (int)w) {
                if (t->hb[r][w]) return false;
                order[w][r] = true;
            } else if (t->source[r] == NO_WRITE || overwrites(t, (unsigned)t->source[r], w)) {
                order[r][w] = true; /* from-reads */
            }
        }
    return !has_cycle(order, t->events);
}

static bool has_race(const twin_t *t) {
    for (unsigned x = 0; x < t->events; x++)
        for (unsigned y = 0; y < x; y++)
            if (one_word(t, x, y) && (t->event[x].writes || t->event[y].writes) &&
                !mutually_ordered(t, x, y) && !t->locord[x][y] && !t->locord[y][x])
                return true;
    return false;
}

static bool meets_filter(const twin_t *t) {
    litmus_state_t state;
    int last[LITMUS_WORDS_MAX];
    if (t->litmus->parts == 0) return true;
    litmus_start(t->litmus, LITMUS_VULKAN_PASSES_MAX, &state);
    for (unsigned i = 0; i < LITMUS_WORDS_MAX; i++) last[i] = NO_WRITE;
    for (unsigned i = 0; i < t->events; i++)
        if (t->event[i].writes && t->place[i] > last[t->event[i].word]) {
            last[t->event[i].word] = t->place[i];
            state.memory[t->event[i].word] = t->event[i].put;
        }
    for (unsigned i = 0; i < t->litmus->threads; i++) {
        const run_t *run = &t->run[i][t->chosen[i]];
        if (run->stopped) return false;
        memcpy(state.registers[i], run->registers, sizeof state.registers[i]);
    }
    return litmus_meets_filter(t->litmus, &state);
}

/* A write later in the order of its word that is location-ordered before. */
static bool against_places(const twin_t *t) {
    for (unsigned a = 0; t->asks_memory && a < t->events; a++)
        for (unsigned b = 0; b < t->events; b++)
            if (t->event[a].writes && t->event[b].writes && t->locord[a][b] &&
                t->place[a] > t->place[b])
                return true;
    return false;
}

/* How often THREAD came to (or left) this barrier until event END. */
static unsigned times_at(const twin_t *t, unsigned thread, const event_t *at, unsigned end,
                         bool leaves) {
    unsigned times = 0;
    for (unsigned i = 0; i < end; i++)
        times += t->event[i].thread == thread && t->event[i].number == at->number &&
                 t->event[i].it->meets == at->it->meets &&
                 (leaves ? t->event[i].leaves : t->event[i].comes);
    return times;
}

/* Somebody leaves a barrier more often than a stopped thread of the same group came to it. */
static bool barrier_leaks(const twin_t *t) {
    for (unsigned e = 0; t->loops && e < t->events; e++)
        for (unsigned i = 0; t->event[e].leaves && i < t->litmus->threads; i++) {
            const unsigned *p = t->litmus->thread[i].place,
                           *q = t->litmus->thread[t->event[e].thread].place;
            bool together = t->run[i][t->chosen[i]].stopped;
            for (unsigned level = t->event[e].it->meets; level < 3; level++)
                together = together && p[level] == q[level];
            if (together && times_at(t, i, &t->event[e], t->events, false) <
                                times_at(t, t->event[e].thread, &t->event[e], e + 1, true))
                return true;
        }
    return false;
}

static void judge(twin_t *t) {
    if (++t->executions == EXECUTIONS_MAX) t->failed = true;
    if (barrier_leaks(t) || !meets_filter(t)) return;
    find_relations(t);
    if (!against_places(t) && consistent(t) && has_race(t)) t->racy = true;
}

/* Every order of the writes of each word: of atomics, and of all if the filter asks for memory. */
static void choose_places(twin_t *t, unsigned event) {
    while (event < t->events &&
           (!t->event[event].writes || !(t->asks_memory || atomic(&t->event[event]))))
        event++;
    if (event == t->events) {
        judge(t);
        return;
    }
    int before[EVENTS];
    memcpy(before, t->place, sizeof before);
    int count = 0;
    for (unsigned i = 0; i < event; i++)
        count += t->event[i].writes && one_word(t, i, event) && t->place[i] != NO_WRITE;
    for (int place = 0; place <= count && !t->racy && !t->failed; place++) {
        for (unsigned i = 0; i < event; i++)
            t->place[i] = before[i] +
                          (t->event[i].writes && one_word(t, i, event) && before[i] >= place);
        t->place[event] = place;
        choose_places(t, event + 1);
    }
    memcpy(t->place, before, sizeof before);
}

/* Two mutually ordered read-modify-writes cannot both be the next one after write W: no cycle could
 * be avoided. */
static bool is_taken(const twin_t *t, int w, unsigned event) {
    for (unsigned i = 0; i < event; i++)
        if (t->event[i].reads && t->event[i].writes && t->event[event].writes &&
            t->source[i] == w && mutually_ordered(t, i, event))
            return true;
    return false;
}

static void choose_sources(twin_t *t, unsigned event) {
    while (event < t->events && !t->event[event].reads) event++;
    if (event == t->events) {
        for (unsigned i = 0; i < EVENTS; i++) t->place[i] = NO_WRITE;
        choose_places(t, 0);
        return;
    }
    for (unsigned w = 0; w < t->events && !t->racy && !t->failed; w++) {
        const bool later = t->event[w].thread == t->event[event].thread && w > event;
        if (!one_word(t, w, event) || !t->event[w].writes || later ||
            t->event[w].put != t->event[event].got || is_taken(t, (int)w, event))
            continue;
        t->source[event] = (int)w;
        choose_sources(t, event + 1);
    }
    if (initial_value(t->litmus, t->event[event].word) != t->event[event].got ||
        is_taken(t, NO_WRITE, event))
        return;
    t->source[event] = NO_WRITE;
    if (!t->racy && !t->failed) choose_sources(t, event + 1);
}

static void choose_runs(twin_t *t, unsigned thread) {
    if (thread == t->litmus->threads) {
        choose_sources(t, 0);
        return;
    }
    const unsigned before = t->events;
    for (unsigned i = 0; i < t->runs[thread] && !t->racy && !t->failed; i++) {
        const run_t *run = &t->run[thread][i];
        if (before + run->events > EVENTS) {
            t->failed = true;
            return;
        }
        memcpy(&t->event[before], run->event, run->events * sizeof run->event[0]);
        t->events = before + run->events;
        t->chosen[thread] = i;
        choose_runs(t, thread + 1);
    }
    t->events = before;
}

char vulkan_twin_judge(const litmus_t *litmus) {
    twin_t *t = calloc(1, sizeof *t);
    if (!t) exit(3);
    t->litmus = litmus;
    for (unsigned i = 0; i < litmus->parts; i++)
        t->asks_memory = t->asks_memory || litmus->part[i].kind == LITMUS_PART_WORD;
    for (unsigned i = 0; i < litmus->threads; i++)
        if (!(t->run[i] = malloc(RUNS * sizeof *t->run[i]))) exit(3);
    for (unsigned i = 0; i < litmus->threads; i++)
        for (unsigned j = 0; j < litmus->thread[i].instructions; j++)
            t->loops = t->loops || (litmus->thread[i].instruction[j].kind == LITMUS_BRANCH &&
                                    litmus->thread[i].instruction[j].target <= j);
    find_all_runs(t);
    if (!t->failed) choose_runs(t, 0);
    const char letter = t->racy ? 'R' : t->failed ? '?' : '-';
    for (unsigned i = 0; i < litmus->threads; i++) free(t->run[i]);
    free(t);
    return letter;
}
