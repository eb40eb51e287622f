/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_relations.c: the models of docs/oracle.md on a litmus test that no event stream holds.
 *
 * A stream has two levels, block and device, and its fences order all memory. A test that uses sub
 * groups beside work groups, blocks with threads on several devices, or fences of local memory
 * alone beside global memory, has none. So each outcome is replayed here, and its happens-before is
 * kept as sets of operations: before[b] has a when a happens before b. It is found twice: for
 * accesses to global memory by what orders that, and for local memory.
 *
 *   operations   accesses, fences, and the two halves of a barrier, in the order of the outcome
 *   edges        from what releases by a write to what acquires by a read of its chain, and from
 * who comes to a barrier to who leaves it; for each level at which the two meet closure      with
 * program order: over all levels at once, or level by level
 *
 * All edges go forward in the order, so one pass closes them. Expensive: operations squared.
 */
#include "cmodel/litmus/litmus_relations.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS_MAX = 512, WORDS = OPERATIONS_MAX / 64, NONE = -1 };

typedef enum operation_kind { ACCESS, FENCE, COMES, LEAVES } operation_kind_t;

typedef struct operation {
    const litmus_instruction_t *it;
    operation_kind_t kind;
    unsigned thread, word, meeting; /* meeting: the same of all halves of one barrier */
    bool reads, writes, synchronises;
    int source; /* of a read: the operation that wrote what it got, or NONE */
} operation_t;

typedef struct replay {
    const litmus_t *litmus;
    const scord_oracle_axes_t *axes;
    unsigned count;
    bool full;
    uint8_t memory; /* which one is judged: LITMUS_ORDERS_GLOBAL or LITMUS_ORDERS_LOCAL */
    operation_t operation[OPERATIONS_MAX];
    int writer[LITMUS_WORDS_MAX];
    unsigned meeting[LITMUS_THREADS_MAX]; /* where the thread waits */
    unsigned turn[LITMUS_THREADS_MAX][LITMUS_BARRIERS_MAX];
    uint64_t edges[LITMUS_LEVELS][OPERATIONS_MAX][WORDS]; /* by level */
    uint64_t before[2][OPERATIONS_MAX][WORDS];
} replay_t;

/* ---- operations ---- */

static operation_t *add(replay_t *replay, unsigned thread, const litmus_instruction_t *it,
                        operation_kind_t kind) {
    replay->full = replay->full || replay->count == OPERATIONS_MAX;
    operation_t *operation = &replay->operation[replay->full ? 0 : replay->count++];
    *operation = (operation_t){.it = it, .kind = kind, .thread = thread, .source = NONE};
    return operation;
}

static void add_access(replay_t *replay, unsigned thread, const litmus_effect_t *effect) {
    const litmus_instruction_t *it = effect->instruction;
    operation_t *operation = add(replay, thread, it, ACCESS);
    const bool lost = it->atomic_kind == SCORD_ATOMIC_KIND_CAS && effect->read != effect->compare;
    operation->word = effect->word;
    operation->reads = it->kind != LITMUS_STORE;
    operation->writes = it->kind == LITMUS_STORE || (it->kind == LITMUS_ATOMIC && !lost);
    operation->synchronises = it->kind == LITMUS_ATOMIC ||
                              (it->strong &&
                               (it->semantics > SCORD_SEMANTICS_RELAXED ||
                                replay->axes->volatile_accesses == SCORD_ORACLE_VOLATILE_STRONG));
    if (operation->reads) operation->source = replay->writer[effect->word];
    if (operation->writes) replay->writer[effect->word] = (int)(operation - replay->operation);
}

/* Its number, its block and which time it is used. */
static void add_barrier(replay_t *replay, unsigned thread, const litmus_effect_t *effect) {
    const unsigned block = replay->litmus->thread[thread].block,
                   number = effect->value % LITMUS_BARRIERS_MAX;
    const bool of_warp = effect->instruction->meeting == LITMUS_MEET_WARP;
    const unsigned turn = of_warp ? 0 : replay->turn[block][number];
    const unsigned at = of_warp ? LITMUS_BARRIERS_MAX + replay->litmus->thread[thread].warp
                                : number;
    const unsigned meeting =
        (turn * LITMUS_THREADS_MAX + block) * (LITMUS_BARRIERS_MAX + LITMUS_WARPS_MAX) + at;
    if (!effect->instruction->unordered)
        add(replay, thread, effect->instruction, COMES)->meeting = meeting;
    if (effect->instruction->meeting != LITMUS_MEET_ARRIVE) replay->meeting[thread] = meeting;
}

/* Threads that a barrier let go; who waited at a number ends its turn. */
static void add_leaving(replay_t *replay, const litmus_state_t *before, uint8_t released) {
    for (unsigned i = 0; i < replay->litmus->threads; i++) {
        if (!(released >> i & 1)) continue;
        const litmus_instruction_t *it =
            &replay->litmus->thread[i].instruction[before->next[i] - 1];
        if (!it->unordered) add(replay, i, it, LEAVES)->meeting = replay->meeting[i];
    }
    for (unsigned i = 0; i < replay->litmus->threads; i++) {
        const unsigned rest = LITMUS_BARRIERS_MAX + LITMUS_WARPS_MAX,
                       at = replay->meeting[i] % rest, block = replay->litmus->thread[i].block;
        if (released >> i & 1 && at < LITMUS_BARRIERS_MAX &&
            replay->meeting[i] / rest / LITMUS_THREADS_MAX == replay->turn[block][at])
            replay->turn[block][at]++;
    }
}

static void replay_outcome(replay_t *replay, const litmus_outcome_t *outcome) {
    litmus_state_t state;
    replay->count = 0;
    memset(replay->turn, 0, sizeof replay->turn);
    for (unsigned i = 0; i < LITMUS_WORDS_MAX; i++) replay->writer[i] = NONE;
    litmus_start(replay->litmus, outcome->passes, &state);
    for (unsigned step = 0; step < outcome->steps; step++) {
        const unsigned thread = outcome->order[step];
        const litmus_effect_t effect = litmus_step(replay->litmus, &state, thread);
        const litmus_kind_t kind = effect.instruction->kind;
        if (effect.skipped) {
        } else if (kind == LITMUS_LOAD || kind == LITMUS_STORE || kind == LITMUS_ATOMIC)
            add_access(replay, thread, &effect);
        else if (kind == LITMUS_FENCE)
            add(replay, thread, effect.instruction, FENCE);
        else if (kind == LITMUS_BARRIER)
            add_barrier(replay, thread, &effect);
        if (effect.released != 0) add_leaving(replay, &state, effect.released);
    }
}

/* ---- levels ---- */

static litmus_level_t level_of(const operation_t *operation) {
    if (operation->kind == COMES || operation->kind == LEAVES)
        return operation->it->meeting == LITMUS_MEET_WARP ? LITMUS_LEVEL_SUB_GROUP
                                                          : LITMUS_LEVEL_WORK_GROUP;
    return (litmus_level_t)operation->it->level;
}

static bool performs(const replay_t *replay, const operation_t *operation, unsigned level) {
    const unsigned own = level_of(operation);
    return replay->axes->match == SCORD_ORACLE_MATCH_EXACT ? own == level : own >= level;
}

/* Whether one instance of LEVEL holds both threads, and both operations perform there. */
static bool meet(const replay_t *replay, const operation_t *a, const operation_t *b,
                 unsigned level) {
    const unsigned *p = replay->litmus->thread[a->thread].place,
                   *q = replay->litmus->thread[b->thread].place;
    for (unsigned i = level; i < LITMUS_LEVEL_DEVICE; i++)
        if (p[i] != q[i]) return false;
    return performs(replay, a, level) && performs(replay, b, level);
}

static bool match(const replay_t *replay, const operation_t *a, const operation_t *b) {
    for (unsigned level = 0; level < LITMUS_LEVELS; level++)
        if (meet(replay, a, b, level)) return true;
    return false;
}

/* ---- happens-before ---- */

static bool acquires(const replay_t *replay, const operation_t *operation) {
    const uint8_t semantics = operation->it->semantics;
    if (operation->kind == FENCE) return semantics != SCORD_SEMANTICS_RELEASE;
    if (operation->kind != ACCESS || !operation->reads || !operation->synchronises) return false;
    return semantics == SCORD_SEMANTICS_ACQUIRE || semantics >= SCORD_SEMANTICS_ACQ_REL ||
           replay->axes->acquire == SCORD_ORACLE_ACQUIRE_IMPLICIT ||
           (replay->axes->acquire == SCORD_ORACLE_ACQUIRE_MIXED &&
            operation->it->atomic_kind != SCORD_ATOMIC_KIND_CAS);
}

/* A barrier's halves order by themselves, and by words around it as fences do. */
static bool releases(const operation_t *operation) {
    const uint8_t semantics = operation->it->semantics;
    if (operation->kind == FENCE) return semantics != SCORD_SEMANTICS_ACQUIRE;
    return operation->kind == ACCESS && operation->writes && operation->synchronises &&
           semantics >= SCORD_SEMANTICS_RELEASE;
}

static void set(uint64_t *row, unsigned bit) { row[bit / 64] |= UINT64_C(1) << bit % 64; }
static bool has(const uint64_t *row, unsigned bit) { return row[bit / 64] >> bit % 64 & 1; }

/* A fence or barrier that names memory orders that alone. */
static bool is_of_memory(const replay_t *replay, unsigned operation) {
    const uint8_t orders = replay->operation[operation].it->orders;
    return orders == 0 || (orders & replay->memory) != 0;
}

static void link(replay_t *replay, unsigned from, unsigned to) {
    if (!is_of_memory(replay, from) || !is_of_memory(replay, to)) return;
    for (unsigned level = 0; level < LITMUS_LEVELS; level++)
        if (meet(replay, &replay->operation[from], &replay->operation[to], level))
            set(replay->edges[level][to], from);
}

/* From what releases by WRITE to what acquires by READ. */
static void link_chain(replay_t *replay, unsigned write, unsigned read) {
    const unsigned p = replay->operation[write].thread, q = replay->operation[read].thread;
    for (unsigned a = 0; a <= write; a++) {
        const operation_t *from = &replay->operation[a];
        const bool fence = from->kind != ACCESS && from->thread == p;
        const bool by = from->kind == LEAVES || releases(from);
        if (!by || !(a == write || fence)) continue;
        for (unsigned b = read; b < replay->count; b++) {
            const operation_t *to = &replay->operation[b];
            const bool after = b == read || (to->kind != ACCESS && to->thread == q);
            if (after && (to->kind == COMES || acquires(replay, to))) link(replay, a, b);
        }
    }
}

/* Along the chain that READ reads from. */
static void link_read(replay_t *replay, unsigned read) {
    for (unsigned at = read; replay->operation[at].reads;) {
        const int source = replay->operation[at].source;
        if (source == NONE || !replay->operation[source].synchronises ||
            !match(replay, &replay->operation[source], &replay->operation[at]))
            return;
        link_chain(replay, (unsigned)source, read);
        at = (unsigned)source;
    }
}

static void link_all(replay_t *replay) {
    memset(replay->edges, 0, sizeof replay->edges);
    for (unsigned b = 0; b < replay->count; b++) {
        const operation_t *to = &replay->operation[b];
        if (to->kind == ACCESS && to->reads && to->synchronises) link_read(replay, b);
        for (unsigned a = 0; to->kind == LEAVES && a < b; a++)
            if (replay->operation[a].kind == COMES && replay->operation[a].meeting == to->meeting)
                link(replay, a, b);
    }
}

/* Happens-before over the levels FIRST to LAST, into BEFORE. */
static void close_over(const replay_t *replay, unsigned first, unsigned last,
                       uint64_t before[OPERATIONS_MAX][WORDS]) {
    for (unsigned b = 0; b < replay->count; b++) {
        memset(before[b], 0, sizeof before[b]);
        for (unsigned a = 0; a < b; a++) {
            bool edge = replay->operation[a].thread == replay->operation[b].thread;
            for (unsigned level = first; level <= last; level++)
                edge = edge || has(replay->edges[level][b], a);
            if (!edge) continue;
            for (unsigned i = 0; i < WORDS; i++) before[b][i] |= before[a][i];
            set(before[b], a);
        }
    }
}

static void order(replay_t *replay) {
    link_all(replay);
    if (replay->axes->closure == SCORD_ORACLE_CLOSURE_INDIRECT) {
        close_over(replay, 0, LITMUS_LEVELS - 1, replay->before[0]);
        return;
    }
    memset(replay->before[0], 0, sizeof replay->before[0]);
    for (unsigned level = 0; level < LITMUS_LEVELS; level++) {
        close_over(replay, level, level, replay->before[1]);
        for (unsigned b = 0; b < replay->count; b++)
            for (unsigned i = 0; i < WORDS; i++) replay->before[0][b][i] |= replay->before[1][b][i];
    }
}

/* ---- races ---- */

/* Word WORD is of the memory that is judged. */
static bool is_judged(const replay_t *replay, unsigned word) {
    bool shared = false;
    for (unsigned i = 0; i < replay->litmus->variables; i++)
        if (replay->litmus->variable_word[i] <= word)
            shared = replay->litmus->variable_shared[i]; /* words are in the order of variables */
    return shared == (replay->memory == LITMUS_ORDERS_LOCAL);
}

static bool conflict(const replay_t *replay, const operation_t *a, const operation_t *b) {
    if (a->kind != ACCESS || b->kind != ACCESS || a->thread == b->thread || a->word != b->word ||
        !(a->writes || b->writes) || !is_judged(replay, a->word))
        return false;
    if (!a->synchronises || !b->synchronises) return true;
    return replay->axes->sync_conflicts && !match(replay, a, b);
}

static bool find_race(const replay_t *replay, litmus_relations_t *verdict) {
    for (unsigned b = 0; b < replay->count; b++)
        for (unsigned a = 0; a < b; a++) {
            const operation_t *p = &replay->operation[a], *q = &replay->operation[b];
            if (!conflict(replay, p, q) || has(replay->before[0][b], a)) continue;
            if (verdict->racy > 0) return true;
            verdict->thread[0] = p->thread;
            verdict->thread[1] = q->thread;
            verdict->line[0] = p->it->line;
            verdict->line[1] = q->it->line;
            return true;
        }
    return false;
}

litmus_status_t litmus_relations(const litmus_t *litmus, const litmus_outcomes_t *outcomes,
                                 const scord_oracle_axes_t *axes, litmus_relations_t *verdict) {
    replay_t *replay = calloc(1, sizeof *replay);
    *verdict = (litmus_relations_t){.launches = outcomes->count,
                                    .cut = outcomes->cut,
                                    .passes = outcomes->count > 0 ? outcomes->outcome[0].passes
                                                                  : 0};
    if (!replay) return LITMUS_NO_MEMORY;
    replay->litmus = litmus;
    replay->axes = axes;
    for (unsigned i = 0; i < outcomes->count && !replay->full; i++) {
        bool racy = false;
        replay_outcome(replay, &outcomes->outcome[i]);
        for (unsigned local = 0; local < 2 && !racy; local++) {
            replay->memory = local ? LITMUS_ORDERS_LOCAL : LITMUS_ORDERS_GLOBAL;
            order(replay);
            racy = find_race(replay, verdict);
        }
        verdict->racy += racy;
    }
    const bool full = replay->full;
    free(replay);
    return full ? LITMUS_TOO_LARGE : LITMUS_OK;
}
