/* litmus_outcomes.c: runs a litmus test in every sequentially consistent order.
 *
 * Depth-first over the threads' next instructions. A state that was met before, what was read
 * included, is not entered again: what follows it would see the same. So each combination of values
 * read ends in one final state, and the order that led there first shows it.
 *
 *   explore(state, depth)
 *     for each thread with a next instruction
 *       after = state; litmus_step(after, thread); order[depth] = thread
 *       after is new ──► explore(after, depth + 1)
 *     none has one: all ended ──► add_outcome; some wait at a barrier ──► deadlock
 *
 * A state is one flat structure without padding that matters: litmus_start zeroes all of it, and
 * states are compared and hashed byte by byte. Those seen are a hash table with open addressing.
 *
 * Invariants
 *   - the table has a power of two of slots and is at most half full when a state is looked up.
 *   - order[0 .. depth) leads from the start to `state`; replaying it gives the same state again,
 *     which same_reads and litmus_write rely on.
 *   - a waiting thread has no next instruction; a barrier releases all threads of its
 *     block at once.
 *
 * What is expensive: the states, at most LITMUS_STATES_MAX; the number of orders itself never
 * matters. Reference: herd's enumeration of candidate executions, restricted to interleavings.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/litmus/litmus.h"
#include "cmodel/base/array.h"

/* ---- one step ---- */

_Static_assert(LITMUS_THREADS_MAX <= 8, "litmus_state_t.waiting has a bit a thread");
_Static_assert(LITMUS_INSTRUCTIONS_MAX <= UINT8_MAX, "litmus_state_t.next counts instructions");

void litmus_start(const litmus_t *litmus, litmus_state_t *state) {
    assert(litmus->threads <= LITMUS_THREADS_MAX && litmus->variables <= LITMUS_VARIABLES_MAX);
    memset(state, 0, sizeof *state); /* all of it: states are compared byte by byte */
    memcpy(state->memory, litmus->variable_value, sizeof state->memory);
    for (unsigned i = 0; i < litmus->threads; i++)
        memcpy(state->registers[i], litmus->thread[i].register_value, sizeof state->registers[i]);
}

const litmus_instruction_t *litmus_next(const litmus_t *litmus, const litmus_state_t *state,
                                        unsigned thread) {
    const litmus_thread_t *it = &litmus->thread[thread];
    assert(thread < litmus->threads && state->next[thread] <= it->instructions);
    if (state->waiting >> thread & 1 || state->next[thread] == it->instructions) return NULL;
    return &it->instruction[state->next[thread]];
}

uint32_t litmus_operand_value(const litmus_state_t *state, unsigned thread,
                              litmus_operand_t operand) {
    assert(thread < LITMUS_THREADS_MAX);
    assert(!operand.is_register || operand.value < LITMUS_REGISTERS_MAX);
    return operand.is_register ? state->registers[thread][operand.value] : operand.value;
}

static uint32_t atomic_result(const litmus_instruction_t *instruction, uint32_t old, uint32_t value,
                              uint32_t compare) {
    switch (instruction->atomic_kind) {
    case SCORD_ATOMIC_KIND_EXCH: return value;
    case SCORD_ATOMIC_KIND_CAS: return old == compare ? value : old;
    case SCORD_ATOMIC_KIND_ADD: return old + value;
    case SCORD_ATOMIC_KIND_AND: return old & value;
    case SCORD_ATOMIC_KIND_OR: return old | value;
    case SCORD_ATOMIC_KIND_XOR: return old ^ value;
    case SCORD_ATOMIC_KIND_MIN: return (int32_t)value < (int32_t)old ? value : old;
    case SCORD_ATOMIC_KIND_MAX: return (int32_t)value > (int32_t)old ? value : old;
    default: return old;
    }
}

/* A block's barrier releases when each of its threads waits or has ended. */
static void release_barrier(const litmus_t *litmus, litmus_state_t *state, unsigned block) {
    uint8_t members = 0;
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (litmus->thread[i].block != block) continue;
        if (!(state->waiting >> i & 1) && state->next[i] < litmus->thread[i].instructions) return;
        members |= (uint8_t)(1u << i);
    }
    state->waiting &= (uint8_t)~members;
}

uint32_t litmus_step(const litmus_t *litmus, litmus_state_t *state, unsigned thread) {
    const litmus_thread_t *it = &litmus->thread[thread];
    const unsigned at = state->next[thread]++;
    assert(at < it->instructions && !(state->waiting >> thread & 1));
    const litmus_instruction_t *instruction = &it->instruction[at];
    assert(instruction->variable < LITMUS_VARIABLES_MAX);
    assert(instruction->destination < (int)it->registers);
    const uint32_t value = litmus_operand_value(state, thread, instruction->value);
    uint32_t *word = &state->memory[instruction->variable], got = value;
    switch (instruction->kind) {
    case LITMUS_STORE: *word = value; break;
    case LITMUS_LOAD: got = state->read[thread][at] = *word; break;
    case LITMUS_ATOMIC:
        got = state->read[thread][at] = *word;
        *word = atomic_result(instruction, got, value,
                              litmus_operand_value(state, thread, instruction->compare));
        break;
    case LITMUS_BARRIER: state->waiting |= (uint8_t)(1u << thread); break;
    case LITMUS_FENCE:
    case LITMUS_MOVE: break;
    }
    if (instruction->destination != LITMUS_NO_REGISTER)
        state->registers[thread][instruction->destination] = got;
    release_barrier(litmus, state, it->block);
    return value;
}

/* ---- all orders ---- */

typedef struct search {
    const litmus_t *litmus;
    litmus_outcomes_t *outcomes;
    litmus_state_t *seen; /* hash table, open addressing */
    bool *used;
    size_t slots, count;
    uint8_t order[LITMUS_THREADS_MAX * LITMUS_INSTRUCTIONS_MAX];
    litmus_status_t status;
} search_t;

static size_t hash_state(const litmus_state_t *state) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const uint8_t *bytes = (const uint8_t *)state;
    for (size_t i = 0; i < sizeof *state; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 29);
}

static size_t find_slot(const search_t *search, const litmus_state_t *state) {
    assert((search->slots & (search->slots - 1)) == 0 && search->count < search->slots);
    size_t slot = hash_state(state) & (search->slots - 1);
    while (search->used[slot] && memcmp(&search->seen[slot], state, sizeof *state) != 0)
        slot = (slot + 1) & (search->slots - 1);
    return slot;
}

static bool grow(search_t *search) {
    search_t larger = *search;
    larger.slots = search->slots ? 2 * search->slots : 1024;
    larger.seen = malloc(larger.slots * sizeof *larger.seen);
    larger.used = calloc(larger.slots, sizeof *larger.used);
    if (!larger.seen || !larger.used) {
        free(larger.seen);
        free(larger.used);
        return false;
    }
    for (size_t i = 0; i < search->slots; i++) {
        if (!search->used[i]) continue;
        const size_t slot = find_slot(&larger, &search->seen[i]);
        larger.seen[slot] = search->seen[i];
        larger.used[slot] = true;
    }
    free(search->seen);
    free(search->used);
    search->seen = larger.seen;
    search->used = larger.used;
    search->slots = larger.slots;
    return true;
}

/* True when the state is new. */
static bool note_state(search_t *search, const litmus_state_t *state) {
    if (2 * search->count >= search->slots && !grow(search)) {
        search->status = LITMUS_NO_MEMORY;
        return false;
    }
    assert(2 * search->count < search->slots);
    const size_t slot = find_slot(search, state);
    if (search->used[slot]) return false;
    search->seen[slot] = *state;
    search->used[slot] = true;
    if (++search->count > LITMUS_STATES_MAX) search->status = LITMUS_TOO_LARGE;
    return true;
}

/* Final states that differ in memory only saw the same: one launch shows both. */
static bool same_reads(const search_t *search, const litmus_outcome_t *outcome,
                       const litmus_state_t *state) {
    litmus_state_t other;
    assert(outcome->steps <= sizeof outcome->order);
    litmus_start(search->litmus, &other);
    for (unsigned i = 0; i < outcome->steps; i++)
        litmus_step(search->litmus, &other, outcome->order[i]);
    return memcmp(other.read, state->read, sizeof other.read) == 0;
}

static bool meets_filter(const litmus_t *litmus, const litmus_state_t *state) {
    for (unsigned i = 0; i < litmus->conditions; i++) {
        const litmus_condition_t *condition = &litmus->condition[i];
        if ((state->registers[condition->thread][condition->number] == condition->value) !=
            condition->equal)
            return false;
    }
    return true;
}

static void add_outcome(search_t *search, const litmus_state_t *state, unsigned steps) {
    if (!meets_filter(search->litmus, state)) return;
    litmus_outcomes_t *outcomes = search->outcomes;
    for (unsigned i = 0; i < outcomes->count; i++)
        if (same_reads(search, &outcomes->outcome[i], state)) return;
    if (!SCORD_ARRAY_ROOM(outcomes->outcome, outcomes->allocated, outcomes->count + 1)) {
        search->status = LITMUS_NO_MEMORY;
        return;
    }
    litmus_outcome_t *outcome = &outcomes->outcome[outcomes->count++];
    outcome->steps = steps;
    memcpy(outcome->order, search->order, sizeof search->order);
}

static void explore(search_t *search, const litmus_state_t *state, unsigned depth) {
    assert(depth <= sizeof search->order);
    bool moved = false;
    for (unsigned thread = 0; thread < search->litmus->threads && search->status == LITMUS_OK;
         thread++) {
        if (!litmus_next(search->litmus, state, thread)) continue;
        litmus_state_t after = *state;
        litmus_step(search->litmus, &after, thread);
        assert(depth < sizeof search->order);
        search->order[depth] = (uint8_t)thread;
        moved = true;
        if (note_state(search, &after)) explore(search, &after, depth + 1);
    }
    if (!moved && state->waiting != 0)
        search->status = LITMUS_DEADLOCK;
    else if (!moved)
        add_outcome(search, state, depth);
}

litmus_status_t litmus_outcomes(const litmus_t *litmus, litmus_outcomes_t *outcomes) {
    search_t search = {.litmus = litmus, .outcomes = outcomes};
    litmus_state_t start;
    *outcomes = (litmus_outcomes_t){.count = 0};
    litmus_start(litmus, &start);
    if (note_state(&search, &start)) explore(&search, &start, 0);
    assert(search.count <= LITMUS_STATES_MAX + 1);
    free(search.seen);
    free(search.used);
    if (search.status == LITMUS_OK && outcomes->count == 0) return LITMUS_NOTHING;
    return search.status;
}

void litmus_outcomes_free(litmus_outcomes_t *outcomes) {
    free(outcomes->outcome);
    *outcomes = (litmus_outcomes_t){.count = 0};
}
