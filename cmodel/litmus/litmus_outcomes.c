/* litmus_outcomes.c: runs a litmus test in every sequentially consistent order.
 *
 * Depth-first over the threads' next instructions. A state includes all values read so far. A state
 * that was met before is not explored again, because what follows is the same. So each combination
 * of values read ends in its own final states, and the first order that leads there is kept.
 *
 *   explore(state, depth)
 *     for each thread with a next instruction
 *       after = state; litmus_step(after, thread); order[depth] = thread
 *       after is new ──► explore(after, depth + 1)
 *     none has one: all ended ──► add_outcome; some wait at a barrier ──► deadlock
 *
 * A state is one flat structure without padding that matters: litmus_start zeroes all of it, and
 * states are compared and hashed as bytes. `seen` has those met so far; a hash map finds them.
 *
 * Invariants
 *   - explore is entered only while status is OK: a thread that waits when the search ends early is
 *     no deadlock.
 *   - order[0 .. depth) leads from the start to `state`; replaying it gives the same state again,
 *     which same_reads and litmus_write rely on.
 *   - a waiting thread has no next instruction; a barrier releases all threads of its
 *     block at once.
 *
 * Expensive: the number of states, at most LITMUS_STATES_MAX. The number of orders does not matter.
 * Reference: herd's enumeration of candidate executions, restricted to interleavings.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/litmus/litmus.h"
#include "cmodel/base/array.h"
#include "cmodel/base/byte_hash.h"
#include "cmodel/base/index_map.h"
#include "cmodel/base/random.h"

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
    litmus_state_t *seen;
    uint32_t count, allocated;
    scord_index_map_t places; /* hash of a state, or the next free key after it → index in `seen` */
    uint8_t order[LITMUS_THREADS_MAX * LITMUS_INSTRUCTIONS_MAX];
    litmus_status_t status;
} search_t;

_Static_assert(sizeof(litmus_state_t) % sizeof(uint32_t) == 0, "hash_state reads words");

/* A word at a time, and a finish that mixes the upper bits into the lower ones. */
static uint64_t hash_state(const litmus_state_t *state) {
    uint64_t hash = SCORD_BYTE_HASH_START;
    for (size_t i = 0; i < sizeof *state; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)state + i, sizeof word);
        hash = scord_word_hash(hash, word);
    }
    return scord_mix64(hash);
}

/* True when the state is new and the search goes on. */
static bool note_state(search_t *search, const litmus_state_t *state) {
    uint64_t key = hash_state(state);
    for (uint32_t at; (at = scord_index_map_find(&search->places, key)) != SCORD_INDEX_NONE; key++)
        if (memcmp(&search->seen[at], state, sizeof *state) == 0) return false;
    if (search->count == LITMUS_STATES_MAX)
        search->status = LITMUS_TOO_LARGE;
    else if (!SCORD_ARRAY_ROOM(search->seen, search->allocated, search->count + 1) ||
             !scord_index_map_add(&search->places, key, search->count))
        search->status = LITMUS_NO_MEMORY;
    else
        search->seen[search->count++] = *state;
    return search->status == LITMUS_OK;
}

/* Final states that differ only in memory have read the same values: one launch is enough for
 * both. */
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
    assert(depth <= sizeof search->order && search->status == LITMUS_OK);
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
    free(search.seen);
    scord_index_map_destroy(&search.places);
    if (search.status == LITMUS_OK && outcomes->count == 0) return LITMUS_NOTHING;
    return search.status;
}

void litmus_outcomes_free(litmus_outcomes_t *outcomes) {
    free(outcomes->outcome);
    *outcomes = (litmus_outcomes_t){.count = 0};
}
