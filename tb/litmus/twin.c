/* SPDX-License-Identifier: Apache-2.0 */
/* twin.c: every order of a litmus test, one by one, and the definition of a race in each.
 *
 * It shares with the library the parsed test alone. The library merges states, keeps one order for
 * each reads-from map, writes a stream, and decides it online with clocks. Here nothing is merged
 * but what is judged: orders whose operations have the same sources as some judged before. An order
 * is judged by docs/oracle.md as relations: an edge for each so_S, happens-before by a search for a
 * path from one access to the other.
 */
#include "tb/litmus/twin.h"

#include <stdlib.h>
#include <string.h>

enum { OPS = 256, ORDERS_MAX = 4000000, JUDGED_MAX = 1 << 16, NO_OP = -1 };

typedef enum op_kind { ACCESS, FENCE, ARRIVE, DEPART } op_kind_t;

typedef struct op {
    op_kind_t kind;
    unsigned thread, word, meeting; /* meeting: which one, of ARRIVE and DEPART */
    const litmus_instruction_t *instruction;
    bool reads, writes;
    int source; /* of a read: the op that wrote what it read, or NO_OP */
} op_t;

typedef struct thread {
    unsigned next, jumps, steps, reads;
    bool stopped, waits, of_warp, votes; /* votes: the predicate that it came with */
    uint32_t number, count;
    unsigned meeting;
    uint32_t reg[LITMUS_REGISTERS_MAX];
} thread_t;

typedef struct machine {
    thread_t thread[LITMUS_THREADS_MAX];
    uint32_t word[LITMUS_WORDS_MAX];
    int writer[LITMUS_WORDS_MAX];
    unsigned generation[LITMUS_THREADS_MAX][LITMUS_BARRIERS_MAX]; /* by block and number */
    uint8_t arrived[LITMUS_THREADS_MAX][LITMUS_BARRIERS_MAX];
    unsigned ops;
} machine_t;

typedef struct twin {
    const litmus_t *litmus;
    const scord_oracle_axes_t *axes;
    op_t op[OPS]; /* of the order being tried; machine.ops of them */
    uint64_t orders, judged_count;
    uint64_t *judged; /* hashes of sources; a set with open addresses */
    bool racy, failed;
    bool local; /* races of local memory are looked for, else those of global memory */
} twin_t;

/* ---- relations ---- */

enum { LEVELS = LITMUS_LEVEL_DEVICE + 1 };

/* Level of an op: that of its scope; a barrier is of its block, or, where there are three levels,
 * of those who meet. */
static unsigned level_of(const twin_t *t, const op_t *op) {
    const bool barrier = op->kind == ARRIVE || op->kind == DEPART;
    if (t->litmus->no_stream.text[0] == '\0')
        return barrier || op->instruction->scope == SCORD_SCOPE_BLOCK ? LITMUS_LEVEL_WORK_GROUP
                                                                      : LITMUS_LEVEL_DEVICE;
    if (!barrier) return op->instruction->level;
    return op->instruction->meeting == LITMUS_MEET_WARP ? LITMUS_LEVEL_SUB_GROUP
                                                        : LITMUS_LEVEL_WORK_GROUP;
}

static bool one_instance(const twin_t *t, const op_t *a, const op_t *b, unsigned level) {
    const litmus_thread_t *p = &t->litmus->thread[a->thread], *q = &t->litmus->thread[b->thread];
    switch (level) {
    case LITMUS_LEVEL_SUB_GROUP: return p->block == q->block && p->place[0] == q->place[0];
    case LITMUS_LEVEL_WORK_GROUP: return p->block == q->block;
    case LITMUS_LEVEL_QUEUE_FAMILY: return p->device == q->device;
    default: return true;
    }
}

static bool performed(const twin_t *t, const op_t *op, unsigned level) {
    if (t->axes->match == SCORD_ORACLE_MATCH_EXACT) return level_of(t, op) == level;
    return level_of(t, op) >= level;
}

static bool meet_at(const twin_t *t, const op_t *a, const op_t *b, unsigned level) {
    return performed(t, a, level) && performed(t, b, level) && one_instance(t, a, b, level);
}

static bool matches(const twin_t *t, const op_t *a, const op_t *b) {
    bool any = false;
    for (unsigned level = 0; level < LEVELS; level++) any = any || meet_at(t, a, b, level);
    return any;
}

static bool synchronises(const twin_t *t, const op_t *op) {
    const litmus_instruction_t *it = op->instruction;
    if (op->kind != ACCESS) return false;
    if (it->kind == LITMUS_ATOMIC) return true;
    if (!it->strong) return false;
    return it->semantics > SCORD_SEMANTICS_RELAXED ||
           t->axes->volatile_accesses == SCORD_ORACLE_VOLATILE_STRONG;
}

static bool acquires(const twin_t *t, const op_t *op) {
    const litmus_instruction_t *it = op->instruction;
    if (op->kind == ARRIVE) return true;
    if (op->kind == DEPART) return false;
    if (op->kind == FENCE) return it->semantics != SCORD_SEMANTICS_RELEASE;
    if (!op->reads || !synchronises(t, op)) return false;
    if (it->semantics == SCORD_SEMANTICS_ACQUIRE || it->semantics >= SCORD_SEMANTICS_ACQ_REL)
        return true;
    return t->axes->acquire == SCORD_ORACLE_ACQUIRE_IMPLICIT ||
           (t->axes->acquire == SCORD_ORACLE_ACQUIRE_MIXED &&
            it->atomic_kind != SCORD_ATOMIC_KIND_CAS);
}

static bool releases(const twin_t *t, const op_t *op) {
    const litmus_instruction_t *it = op->instruction;
    if (op->kind == DEPART) return true;
    if (op->kind == ARRIVE) return false;
    if (op->kind == FENCE) return it->semantics != SCORD_SEMANTICS_ACQUIRE;
    return op->writes && synchronises(t, op) && it->semantics >= SCORD_SEMANTICS_RELEASE;
}

/* Read R reads from the chain that write W is in. */
static bool in_chain(const twin_t *t, int w, int r) {
    for (int at = r; t->op[at].reads;) {
        const int source = t->op[at].source;
        if (source == NO_OP || !synchronises(t, &t->op[source]) ||
            !matches(t, &t->op[source], &t->op[at]))
            return false;
        if (source == w) return true;
        at = source;
    }
    return false;
}

/* Whether release F1 is ordered before acquire F2 at the level. */
static bool so(const twin_t *t, unsigned ops, int f1, int f2, unsigned level) {
    const op_t *a = &t->op[f1], *b = &t->op[f2];
    const uint8_t here = t->local ? LITMUS_ORDERS_LOCAL : LITMUS_ORDERS_GLOBAL,
                  p = a->instruction->orders, q = b->instruction->orders;
    if ((p != 0 && !(p & here)) || (q != 0 && !(q & here))) return false;
    if (!meet_at(t, a, b, level)) return false;
    if (a->kind == ARRIVE && b->kind == DEPART && a->meeting == b->meeting) return true;
    if (!releases(t, a) || !acquires(t, b)) return false;
    for (int w = f1; w < (int)ops; w++) {
        if (t->op[w].thread != a->thread || !t->op[w].writes || !synchronises(t, &t->op[w]) ||
            (w != f1 && a->kind == ACCESS))
            continue;
        for (int r = w + 1; r <= f2; r++)
            if (t->op[r].thread == b->thread && t->op[r].reads && synchronises(t, &t->op[r]) &&
                (r == f2 || b->kind != ACCESS) && in_chain(t, w, r))
                return true;
    }
    return false;
}

/* A path from A to B: program order and edges at the levels FIRST to LAST. Edges go forward in the
 * order. */
static bool path(const twin_t *t, unsigned ops, int a, int b, unsigned first, unsigned last) {
    bool reached[OPS] = {false};
    reached[a] = true;
    for (int to = a + 1; to <= b; to++)
        for (int from = a; from < to && !reached[to]; from++) {
            if (!reached[from]) continue;
            reached[to] = t->op[from].thread == t->op[to].thread;
            for (unsigned level = first; level <= last && !reached[to]; level++)
                reached[to] = so(t, ops, from, to, level);
        }
    return reached[b];
}

static bool ordered(const twin_t *t, unsigned ops, int a, int b) {
    if (t->axes->closure == SCORD_ORACLE_CLOSURE_INDIRECT) return path(t, ops, a, b, 0, LEVELS - 1);
    for (unsigned level = 0; level < LEVELS; level++)
        if (path(t, ops, a, b, level, level)) return true;
    return false;
}

static bool conflict(const twin_t *t, const op_t *p, const op_t *q) {
    if (p->kind != ACCESS || q->kind != ACCESS || p->thread == q->thread || p->word != q->word ||
        !(p->writes || q->writes))
        return false;
    if (!synchronises(t, p) || !synchronises(t, q)) return true;
    return t->axes->sync_conflicts && !matches(t, p, q);
}

static bool is_local(const twin_t *t, unsigned word) {
    for (unsigned i = 0; i < t->litmus->variables; i++)
        if (t->litmus->variable_shared[i] && word >= t->litmus->variable_word[i] &&
            word < t->litmus->variable_word[i] + LITMUS_THREADS_MAX)
            return true;
    return false;
}

static bool has_race(twin_t *t, unsigned ops) {
    for (unsigned b = 0; b < ops; b++)
        for (unsigned a = 0; a < b; a++) {
            t->local = is_local(t, t->op[a].word);
            if (conflict(t, &t->op[a], &t->op[b]) && !ordered(t, ops, (int)a, (int)b)) return true;
        }
    return false;
}

/* ---- which orders are judged ---- */

/* An op's place: its thread and how many ops of the thread came before. */
static uint64_t place_of(const twin_t *t, int op) {
    uint64_t before = 0;
    if (op == NO_OP) return 0;
    for (int i = 0; i < op; i++) before += t->op[i].thread == t->op[op].thread;
    return 1 + t->op[op].thread * (uint64_t)OPS + before;
}

/* Sum over ops, so that the order of what is unordered does not matter. */
static uint64_t signature(const twin_t *t, unsigned ops) {
    uint64_t sum = ops;
    for (unsigned i = 0; i < ops; i++) {
        uint64_t z =
            place_of(t, (int)i) << 40 ^ (t->op[i].reads ? place_of(t, t->op[i].source) : 0) << 16 ^
            (uint64_t)(t->op[i].instruction->line * 8 + t->op[i].kind * 2 + t->op[i].writes);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        sum += z ^ z >> 31;
    }
    return sum ? sum : 1;
}

static bool is_new(twin_t *t, uint64_t hash) {
    size_t at = hash % JUDGED_MAX;
    for (; t->judged[at] != 0; at = (at + 1) % JUDGED_MAX)
        if (t->judged[at] == hash) return false;
    if (++t->judged_count > JUDGED_MAX / 2) t->failed = true;
    t->judged[at] = hash;
    return true;
}

static bool meets_filter(const twin_t *t, const machine_t *m) {
    litmus_state_t state;
    if (t->litmus->parts == 0) return true;
    litmus_start(t->litmus, LITMUS_PASSES_MAX, &state);
    memcpy(state.memory, m->word, sizeof state.memory);
    for (unsigned i = 0; i < t->litmus->threads; i++) {
        if (m->thread[i].stopped) return false;
        memcpy(state.registers[i], m->thread[i].reg, sizeof state.registers[i]);
    }
    return litmus_meets_filter(t->litmus, &state);
}

static void end_order(twin_t *t, const machine_t *m) {
    if (++t->orders == ORDERS_MAX) t->failed = true;
    if (meets_filter(t, m) && is_new(t, signature(t, m->ops)) && has_race(t, m->ops))
        t->racy = true;
}

/* ---- execution ---- */

static op_t *add_op(twin_t *t, machine_t *m, unsigned thread, const litmus_instruction_t *it,
                    op_kind_t kind) {
    if (m->ops == OPS) {
        t->failed = true;
        m->ops--;
    }
    op_t *op = &t->op[m->ops++];
    *op = (op_t){.kind = kind, .thread = thread, .instruction = it, .source = NO_OP};
    return op;
}

static uint32_t value_of(const machine_t *m, unsigned thread, litmus_operand_t operand) {
    return operand.is_register ? m->thread[thread].reg[operand.value] : operand.value;
}

static void access_word(twin_t *t, machine_t *m, unsigned thread, const litmus_instruction_t *it) {
    const uint32_t address = value_of(m, thread, it->address);
    unsigned word = LITMUS_WORDS_MAX;
    for (unsigned i = 0; i < t->litmus->variables; i++)
        if (t->litmus->variable_address[i] == address)
            word = t->litmus->variable_word[i] +
                   (t->litmus->variable_shared[i] ? t->litmus->thread[thread].block : 0);
    if (word == LITMUS_WORDS_MAX) {
        t->failed = true;
        return;
    }
    op_t *op = add_op(t, m, thread, it, ACCESS);
    const uint32_t old = m->word[word], value = value_of(m, thread, it->value),
                   compare = value_of(m, thread, it->compare);
    op->word = word;
    op->reads = it->kind != LITMUS_STORE;
    op->writes = it->kind == LITMUS_STORE ||
                 (it->kind == LITMUS_ATOMIC &&
                  !(it->atomic_kind == SCORD_ATOMIC_KIND_CAS && old != compare));
    op->source = op->reads ? m->writer[word] : NO_OP;
    if (op->writes) {
        m->word[word] = it->kind == LITMUS_STORE
                            ? value
                            : litmus_atomic_result(it->atomic_kind, old, value, compare);
        m->writer[word] = (int)m->ops - 1;
    }
    m->thread[thread].reads += op->reads;
    if (it->destination >= 0) m->thread[thread].reg[it->destination] = old;
}

static bool same_group(const twin_t *t, const machine_t *m, unsigned a, unsigned b) {
    const litmus_thread_t *p = &t->litmus->thread[a], *q = &t->litmus->thread[b];
    return p->block == q->block && (!m->thread[a].of_warp || p->warp == q->warp);
}

/* Who of the block ever comes to a barrier with others than its warp. */
static bool comes(const twin_t *t, unsigned thread) {
    bool any = false;
    for (unsigned i = 0; i < t->litmus->thread[thread].instructions; i++)
        any = any || (t->litmus->thread[thread].instruction[i].kind == LITMUS_BARRIER &&
                      t->litmus->thread[thread].instruction[i].meeting != LITMUS_MEET_WARP);
    return any;
}

/* Whether thread A's wait is over. */
static bool may_go(const twin_t *t, const machine_t *m, unsigned a) {
    const thread_t *it = &m->thread[a];
    const unsigned block = t->litmus->thread[a].block;
    bool all = true, warp_here[32] = {false}, warp_able[32] = {false};
    unsigned here = 0, able = 0, warps_here = 0, warps_able = 0;
    for (unsigned b = 0; b < t->litmus->threads; b++) {
        const thread_t *other = &m->thread[b];
        const unsigned warp = t->litmus->thread[b].warp;
        if (same_group(t, m, a, b))
            all = all && (other->waits ||
                          (other->next == t->litmus->thread[b].instructions && !other->stopped));
        if (t->litmus->thread[b].block != block) continue;
        if ((other->waits && !other->of_warp && other->number == it->number) ||
            m->arrived[block][it->number] >> b & 1) {
            here++;
            warps_here += !warp_here[warp];
            warp_here[warp] = true;
        }
        if (comes(t, b)) {
            able++;
            warps_able += !warp_able[warp];
            warp_able[warp] = true;
        }
    }
    if (it->count == 0) return all;
    const bool by_warps = it->count % 32 == 0;
    const unsigned want = by_warps ? it->count / 32 : it->count,
                   most = by_warps ? warps_able : able;
    return (by_warps ? warps_here : here) >= (want < most ? want : most);
}

static unsigned meeting_key(const twin_t *t, const machine_t *m, unsigned thread, uint32_t number,
                            bool of_warp) {
    const litmus_thread_t *it = &t->litmus->thread[thread];
    if (of_warp) return 1000000 + it->block * 100 + it->warp; /* told apart by program order */
    return (m->generation[it->block][number] * LITMUS_THREADS_MAX + it->block) *
               LITMUS_BARRIERS_MAX +
           number;
}

static void come(twin_t *t, machine_t *m, unsigned thread, const litmus_instruction_t *it) {
    const unsigned block = t->litmus->thread[thread].block;
    const bool of_warp = it->meeting == LITMUS_MEET_WARP;
    const uint32_t number = value_of(m, thread, it->value) % LITMUS_BARRIERS_MAX;
    thread_t *state = &m->thread[thread];
    state->meeting = meeting_key(t, m, thread, number, of_warp);
    if (!it->unordered) add_op(t, m, thread, it, ARRIVE)->meeting = state->meeting;
    if (it->meeting == LITMUS_MEET_ARRIVE) {
        m->arrived[block][number] |= (uint8_t)(1u << thread);
        return;
    }
    state->waits = true;
    state->of_warp = of_warp;
    state->number = number;
    state->count = value_of(m, thread, it->compare);
    state->votes = value_of(m, thread, it->predicate) != 0;
}

/* What thread A gets of the votes of those who go on with it. */
static uint32_t reduced(const twin_t *t, const machine_t *m, const bool *go, unsigned a) {
    const litmus_reduction_t how =
        (litmus_reduction_t)t->litmus->thread[a].instruction[m->thread[a].next - 1].reduction;
    unsigned yes = 0, no = 0;
    for (unsigned b = 0; b < t->litmus->threads; b++) {
        if (!go[b] || m->thread[b].meeting != m->thread[a].meeting ||
            t->litmus->thread[b].instruction[m->thread[b].next - 1].reduction != how)
            continue;
        *(m->thread[b].votes ? &yes : &no) += 1;
    }
    if (how == LITMUS_REDUCES_COUNT) return yes;
    return how == LITMUS_REDUCES_ALL ? no == 0 : yes != 0;
}

static void let_go(twin_t *t, machine_t *m) {
    bool go[LITMUS_THREADS_MAX] = {false};
    for (unsigned i = 0; i < t->litmus->threads; i++) go[i] = m->thread[i].waits && may_go(t, m, i);
    for (unsigned i = 0; i < t->litmus->threads; i++) {
        if (!go[i]) continue;
        const litmus_instruction_t *it = &t->litmus->thread[i].instruction[m->thread[i].next - 1];
        if (!it->unordered) add_op(t, m, i, it, DEPART)->meeting = m->thread[i].meeting;
        if (it->reduction != LITMUS_REDUCES_NOT)
            m->thread[i].reg[it->destination] = reduced(t, m, go, i);
        m->thread[i].waits = false;
    }
    for (unsigned i = 0; i < t->litmus->threads; i++) {
        const unsigned block = t->litmus->thread[i].block;
        if (!go[i] || m->thread[i].of_warp) continue;
        if (m->thread[i].meeting == meeting_key(t, m, i, m->thread[i].number, false)) {
            m->generation[block][m->thread[i].number]++;
            m->arrived[block][m->thread[i].number] = 0;
        }
    }
}

/* One instruction of THREAD. */
static void step(twin_t *t, machine_t *m, unsigned thread) {
    thread_t *state = &m->thread[thread];
    const unsigned at = state->next++;
    const litmus_instruction_t *it = &t->litmus->thread[thread].instruction[at];
    const bool guarded = it->guard != LITMUS_NO_REGISTER,
               off = guarded && (state->reg[it->guard] == 0) != it->guard_not;
    const uint32_t result = litmus_calculate((litmus_operation_t)it->operation,
                                             value_of(m, thread, it->value),
                                             value_of(m, thread, it->compare));
    if (off) {
    } else if (it->kind == LITMUS_FENCE)
        add_op(t, m, thread, it, FENCE);
    else if (it->kind == LITMUS_BARRIER)
        come(t, m, thread, it);
    else if (it->kind == LITMUS_MOVE && it->destination >= 0)
        state->reg[it->destination] = result;
    else if (it->kind == LITMUS_BRANCH && result != 0) {
        if (it->target <= at && state->jumps++ == LITMUS_PASSES_MAX) state->stopped = true;
        state->next = it->target;
    } else if (it->kind == LITMUS_LOAD || it->kind == LITMUS_STORE || it->kind == LITMUS_ATOMIC)
        access_word(t, m, thread, it);
    if (++state->steps == LITMUS_STEPS_MAX || state->reads == LITMUS_READS_MAX)
        state->stopped = true;
    let_go(t, m);
}

static bool can_move(const twin_t *t, const machine_t *m, unsigned thread) {
    const thread_t *it = &m->thread[thread];
    return !it->stopped && !it->waits && it->next < t->litmus->thread[thread].instructions;
}

static bool is_alone(const twin_t *t, const machine_t *m, unsigned thread) {
    const litmus_kind_t kind = t->litmus->thread[thread].instruction[m->thread[thread].next].kind;
    return kind == LITMUS_MOVE || kind == LITMUS_BRANCH || kind == LITMUS_FENCE;
}

static void try_orders(twin_t *t, const machine_t *m) {
    bool moved = false;
    for (unsigned i = 0; i < t->litmus->threads && !t->racy && !t->failed; i++)
        if (can_move(t, m, i) && is_alone(t, m, i)) {
            machine_t after = *m;
            step(t, &after, i);
            try_orders(t, &after);
            return;
        }
    for (unsigned i = 0; i < t->litmus->threads && !t->racy && !t->failed; i++) {
        if (!can_move(t, m, i)) continue;
        machine_t after = *m;
        moved = true;
        step(t, &after, i);
        try_orders(t, &after);
    }
    if (!moved && !t->racy && !t->failed) end_order(t, m);
}

char twin_judge(const litmus_t *litmus, const scord_oracle_axes_t *axes) {
    twin_t *t = calloc(1, sizeof *t);
    machine_t *m = calloc(1, sizeof *m);
    if (t) t->judged = calloc(JUDGED_MAX, sizeof *t->judged);
    if (!t || !m || !t->judged) exit(3);
    t->litmus = litmus;
    t->axes = axes;
    for (unsigned i = 0; i < LITMUS_WORDS_MAX; i++) m->writer[i] = NO_OP;
    for (unsigned i = 0; i < litmus->variables; i++)
        for (unsigned copy = 0; copy < (litmus->variable_shared[i] ? LITMUS_THREADS_MAX : 1u);
             copy++)
            m->word[litmus->variable_word[i] + copy] = litmus->variable_value[i];
    for (unsigned i = 0; i < litmus->threads; i++)
        memcpy(m->thread[i].reg, litmus->thread[i].register_value, sizeof m->thread[i].reg);
    try_orders(t, m);
    const char letter = t->racy ? 'R' : t->failed ? '?' : '-';
    free(t->judged);
    free(t);
    free(m);
    return letter;
}
