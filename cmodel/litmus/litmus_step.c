/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_step.c: executes one instruction of a litmus test.
 *
 * A barrier without a count lets its threads go when every thread of the block (or warp) waits or
 * has ended. When they wait at barriers of different numbers, all go on, and each number has
 * ordered its own threads only: what a machine would wait for ever for is no execution. A barrier
 * with a count lets go when so many threads wait or have arrived; a count of whole warps counts
 * warps.
 *
 * Invariants
 *   - a waiting thread has no next instruction; a barrier releases its threads at once.
 *   - a thread that was cut neither moves nor lets a barrier of its block go.
 */
#include <assert.h>
#include <string.h>

#include "cmodel/litmus/litmus.h"

_Static_assert(LITMUS_THREADS_MAX <= 8, "litmus_state_t.waiting has a bit a thread");
_Static_assert(LITMUS_INSTRUCTIONS_MAX <= UINT8_MAX, "litmus_state_t.next counts instructions");
_Static_assert(LITMUS_STEPS_MAX <= UINT8_MAX, "litmus_state_t.steps counts steps");
_Static_assert(LITMUS_THREADS_MAX *(LITMUS_STEPS_MAX + 1) < UINT16_MAX, "writer names a step");

void litmus_start(const litmus_t *litmus, unsigned passes, litmus_state_t *state) {
    assert(litmus->threads <= LITMUS_THREADS_MAX && litmus->words <= LITMUS_WORDS_MAX);
    memset(state, 0, sizeof *state); /* all of it: states are compared byte by byte */
    state->passes_max = (uint8_t)passes;
    for (unsigned i = 0; i < litmus->variables; i++) {
        const unsigned copies = litmus->variable_shared[i] ? LITMUS_THREADS_MAX : 1;
        for (unsigned copy = 0; copy < copies; copy++)
            state->memory[litmus->variable_word[i] + copy] = litmus->variable_value[i];
    }
    for (unsigned i = 0; i < litmus->threads; i++)
        memcpy(state->registers[i], litmus->thread[i].register_value, sizeof state->registers[i]);
}

bool litmus_has_loop(const litmus_t *litmus) {
    for (unsigned t = 0; t < litmus->threads; t++)
        for (unsigned i = 0; i < litmus->thread[t].instructions; i++)
            if (litmus->thread[t].instruction[i].kind == LITMUS_BRANCH &&
                litmus->thread[t].instruction[i].target <= i)
                return true;
    return false;
}

const char *litmus_nth(unsigned number) {
    static const char *const names[] = {"0th", "1st", "2nd", "3rd", "4th", "5th"};
    assert(number < sizeof names / sizeof *names);
    return names[number];
}

const litmus_instruction_t *litmus_next(const litmus_t *litmus, const litmus_state_t *state,
                                        unsigned thread) {
    const litmus_thread_t *it = &litmus->thread[thread];
    assert(thread < litmus->threads && state->next[thread] <= it->instructions);
    if ((state->waiting | state->cut) >> thread & 1 || state->next[thread] == it->instructions)
        return NULL;
    return &it->instruction[state->next[thread]];
}

uint32_t litmus_operand_value(const litmus_state_t *state, unsigned thread,
                              litmus_operand_t operand) {
    assert(thread < LITMUS_THREADS_MAX);
    assert(!operand.is_register || operand.value < LITMUS_REGISTERS_MAX);
    return operand.is_register ? state->registers[thread][operand.value] : operand.value;
}

uint32_t litmus_calculate(litmus_operation_t operation, uint32_t a, uint32_t b) {
    const int32_t p = (int32_t)a, q = (int32_t)b;
    switch (operation) {
    case LITMUS_FIRST: return a;
    case LITMUS_ADD: return a + b;
    case LITMUS_SUBTRACT: return a - b;
    case LITMUS_MULTIPLY: return a * b;
    case LITMUS_AND: return a & b;
    case LITMUS_OR: return a | b;
    case LITMUS_XOR: return a ^ b;
    case LITMUS_SHIFT_LEFT: return b < 32 ? a << b : 0;
    case LITMUS_SHIFT_RIGHT: return b < 32 ? a >> b : 0;
    case LITMUS_MINIMUM: return p < q ? a : b;
    case LITMUS_MAXIMUM: return p > q ? a : b;
    case LITMUS_EQUAL: return a == b;
    case LITMUS_UNEQUAL: return a != b;
    case LITMUS_LESS: return p < q;
    case LITMUS_LESS_EQUAL: return p <= q;
    case LITMUS_GREATER: return p > q;
    case LITMUS_GREATER_EQUAL: return p >= q;
    case LITMUS_BELOW: return a < b;
    case LITMUS_BELOW_EQUAL: return a <= b;
    case LITMUS_ABOVE: return a > b;
    case LITMUS_ABOVE_EQUAL: return a >= b;
    case LITMUS_UNSIGNED_MINIMUM: return a < b ? a : b;
    case LITMUS_UNSIGNED_MAXIMUM: return a > b ? a : b;
    case LITMUS_DIVIDE: return q == 0 ? UINT32_MAX : (uint32_t)((int64_t)p / q);
    case LITMUS_REMAINDER: return q == 0 ? UINT32_MAX : (uint32_t)((int64_t)p % q);
    case LITMUS_UNSIGNED_DIVIDE: return b == 0 ? UINT32_MAX : a / b;
    case LITMUS_UNSIGNED_REMAINDER: return b == 0 ? UINT32_MAX : a % b;
    case LITMUS_SHIFT_RIGHT_SIGNED: return (uint32_t)(p >> (b < 31 ? b : 31));
    }
    return 0;
}

uint32_t litmus_atomic_result(uint8_t atomic_kind, uint32_t old, uint32_t value, uint32_t compare) {
    switch (atomic_kind) {
    case SCORD_ATOMIC_KIND_EXCH: return value;
    case SCORD_ATOMIC_KIND_CAS: return old == compare ? value : old;
    case SCORD_ATOMIC_KIND_ADD: return old + value;
    case SCORD_ATOMIC_KIND_AND: return old & value;
    case SCORD_ATOMIC_KIND_OR: return old | value;
    case SCORD_ATOMIC_KIND_XOR: return old ^ value;
    case SCORD_ATOMIC_KIND_MIN: return (int32_t)value < (int32_t)old ? value : old;
    case SCORD_ATOMIC_KIND_MAX: return (int32_t)value > (int32_t)old ? value : old;
    case SCORD_ATOMIC_KIND_INC: return old >= value ? 0 : old + 1;
    case SCORD_ATOMIC_KIND_DEC: return old == 0 || old > value ? value : old - 1;
    default: return old;
    }
}

/* ---- barriers ---- */

static bool ended(const litmus_t *litmus, const litmus_state_t *state, unsigned thread) {
    return state->next[thread] == litmus->thread[thread].instructions &&
           !(state->waiting >> thread & 1);
}

static bool meets_barriers(const litmus_thread_t *thread) {
    for (unsigned i = 0; i < thread->instructions; i++)
        if (thread->instruction[i].kind == LITMUS_BARRIER &&
            thread->instruction[i].meeting != LITMUS_MEET_WARP)
            return true;
    return false;
}

/* Threads of SET, or their warps. */
static unsigned count_of(const litmus_t *litmus, uint8_t set, bool warps) {
    unsigned count = 0;
    uint32_t counted = 0;
    for (unsigned i = 0; i < litmus->threads; i++) {
        const unsigned warp = litmus->thread[i].warp;
        if (!(set >> i & 1) || (warps && counted >> warp & 1)) continue;
        counted |= UINT32_C(1) << warp;
        count++;
    }
    return count;
}

/* The instruction at which the thread waits. */
static const litmus_instruction_t *waits_at(const litmus_t *litmus, const litmus_state_t *state,
                                            unsigned thread) {
    assert(state->waiting >> thread & 1 && state->next[thread] > 0);
    return &litmus->thread[thread].instruction[state->next[thread] - 1];
}

/* Whether the barrier with a count at which THREAD waits has its count: no more than the threads
 * that meet at any, as a test has a few of a block's threads. */
static bool count_reached(const litmus_t *litmus, const litmus_state_t *state, unsigned thread,
                          uint32_t count) {
    const unsigned block = litmus->thread[thread].block, number = state->number[thread];
    uint8_t present = state->arrived[block][number], able = 0;
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (litmus->thread[i].block != block) continue;
        if (meets_barriers(&litmus->thread[i])) able |= (uint8_t)(1u << i);
        if ((state->waiting & ~state->at_warp) >> i & 1 && state->number[i] == number)
            present |= (uint8_t)(1u << i);
    }
    const bool warps = count % SCORD_THREADS_PER_WARP == 0;
    const uint32_t named = warps ? count / SCORD_THREADS_PER_WARP : count;
    const unsigned most = count_of(litmus, able, warps);
    return count_of(litmus, present, warps) >= (named < most ? named : most);
}

/* Every thread of THREAD's block (of its warp, if it waits for that) waits or has ended. */
static bool all_wait(const litmus_t *litmus, const litmus_state_t *state, unsigned thread) {
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (litmus->thread[i].block != litmus->thread[thread].block ||
            (state->at_warp >> thread & 1 && litmus->thread[i].warp != litmus->thread[thread].warp))
            continue;
        if (!(state->waiting >> i & 1) && !ended(litmus, state, i)) return false;
    }
    return true;
}

/* What a barrier that reduces gives to each thread of RELEASED: its destination holds its own
 * predicate until then. */
static void reduce(const litmus_t *litmus, litmus_state_t *state, uint8_t released) {
    uint32_t result[LITMUS_THREADS_MAX] = {0};
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (!(released >> i & 1)) continue;
        const uint8_t reduction = waits_at(litmus, state, i)->reduction;
        uint32_t votes = 0, all = 1;
        for (unsigned j = 0; j < litmus->threads && reduction != LITMUS_REDUCES_NOT; j++) {
            if (!(released >> j & 1) || state->number[j] != state->number[i]) continue;
            const litmus_instruction_t *it = waits_at(litmus, state, j);
            if (it->reduction != reduction) continue;
            votes += state->registers[j][it->destination];
            all &= state->registers[j][it->destination];
        }
        result[i] = reduction == LITMUS_REDUCES_COUNT ? votes
                    : reduction == LITMUS_REDUCES_ALL ? all
                                                      : votes > 0;
    }
    for (unsigned i = 0; i < litmus->threads; i++)
        if (released >> i & 1 && waits_at(litmus, state, i)->reduction != LITMUS_REDUCES_NOT)
            state->registers[i][waits_at(litmus, state, i)->destination] = result[i];
}

/* Lets go whom the barriers of a block hold no longer. All are looked at before any is let go. */
static uint8_t release_barriers(const litmus_t *litmus, litmus_state_t *state, unsigned block) {
    uint8_t released = 0;
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (litmus->thread[i].block != block || !(state->waiting >> i & 1)) continue;
        const uint32_t count = litmus_operand_value(state, i, waits_at(litmus, state, i)->compare);
        if (count != 0 ? count_reached(litmus, state, i, count) : all_wait(litmus, state, i))
            released |= (uint8_t)(1u << i);
    }
    reduce(litmus, state, released);
    for (unsigned i = 0; i < litmus->threads; i++)
        if ((released & ~state->at_warp) >> i & 1) state->arrived[block][state->number[i]] = 0;
    for (unsigned i = 0; i < litmus->threads; i++)
        if (released >> i & 1) state->number[i] = 0;
    state->waiting &= (uint8_t)~released;
    state->at_warp &= (uint8_t)~released;
    return released;
}

static void meet(const litmus_t *litmus, litmus_state_t *state, unsigned thread,
                 const litmus_effect_t *effect) {
    const unsigned number = effect->value % LITMUS_BARRIERS_MAX;
    const uint8_t bit = (uint8_t)(1u << thread);
    if (effect->instruction->meeting == LITMUS_MEET_ARRIVE) {
        state->arrived[litmus->thread[thread].block][number] |= bit;
        return;
    }
    state->number[thread] = (uint8_t)number;
    state->waiting |= bit;
    if (effect->instruction->meeting == LITMUS_MEET_WARP) state->at_warp |= bit;
}

/* ---- accesses ---- */

/* False: the address is no variable's. */
static bool find_word(const litmus_t *litmus, unsigned thread, uint32_t address, unsigned *word) {
    const int variable = litmus_find_variable(litmus, address);
    *word = 0;
    if (variable < 0) return false;
    *word = litmus->variable_word[variable] +
            (litmus->variable_shared[variable] ? litmus->thread[thread].block : 0);
    assert(*word < litmus->words);
    return true;
}

static void note_write(litmus_state_t *state, unsigned thread, unsigned word, uint32_t value) {
    state->memory[word] = value;
    state->writer[word] = (uint16_t)(1 + thread * LITMUS_STEPS_MAX + state->steps[thread]);
}

static void note_read(litmus_state_t *state, unsigned thread, const litmus_effect_t *effect) {
    const unsigned at = state->reads[thread]++;
    assert(at < LITMUS_READS_MAX);
    state->read[thread][at] = effect->read;
    state->source[thread][at] = state->writer[effect->word];
}

static void access_memory(const litmus_t *litmus, litmus_state_t *state, unsigned thread,
                          litmus_effect_t *effect) {
    const litmus_instruction_t *instruction = effect->instruction;
    const uint32_t address = litmus_operand_value(state, thread, instruction->address);
    effect->fault = !find_word(litmus, thread, address, &effect->word);
    if (effect->fault) return;
    effect->read = state->memory[effect->word];
    if (instruction->kind != LITMUS_STORE) note_read(state, thread, effect);
    if (instruction->kind == LITMUS_STORE) note_write(state, thread, effect->word, effect->value);
    if (instruction->kind != LITMUS_ATOMIC) return;
    const bool lost = instruction->atomic_kind == SCORD_ATOMIC_KIND_CAS &&
                      effect->read != effect->compare;
    if (!lost)
        note_write(state, thread, effect->word,
                   litmus_atomic_result(instruction->atomic_kind, effect->read, effect->value,
                                        effect->compare));
}

/* ---- a step ---- */

static void jump(litmus_state_t *state, unsigned thread, unsigned from, unsigned target) {
    if (target <= from && state->passes[thread]++ == state->passes_max)
        state->cut |= (uint8_t)(1u << thread);
    state->next[thread] = (uint8_t)target;
}

/* A thread at its limit of steps or reads stops as one in a loop does. */
static void count_step(litmus_state_t *state, unsigned thread) {
    state->steps[thread]++;
    if (state->steps[thread] == LITMUS_STEPS_MAX || state->reads[thread] == LITMUS_READS_MAX)
        state->cut |= (uint8_t)(1u << thread);
}

static bool guard_holds(const litmus_state_t *state, unsigned thread,
                        const litmus_instruction_t *instruction) {
    return instruction->guard == LITMUS_NO_REGISTER ||
           (state->registers[thread][instruction->guard] != 0) != instruction->guard_not;
}

static void execute(const litmus_t *litmus, litmus_state_t *state, unsigned thread, unsigned at,
                    litmus_effect_t *effect) {
    const litmus_instruction_t *instruction = effect->instruction;
    uint32_t got = litmus_calculate((litmus_operation_t)instruction->operation, effect->value,
                                    effect->compare);
    switch (instruction->kind) {
    case LITMUS_LOAD:
    case LITMUS_STORE:
    case LITMUS_ATOMIC:
        access_memory(litmus, state, thread, effect);
        got = effect->read;
        break;
    case LITMUS_BARRIER:
        got = litmus_operand_value(state, thread, instruction->predicate) != 0;
        meet(litmus, state, thread, effect);
        break;
    case LITMUS_BRANCH:
        if (got != 0) jump(state, thread, at, instruction->target);
        break;
    case LITMUS_FENCE:
    case LITMUS_MOVE: break;
    }
    if (instruction->destination != LITMUS_NO_REGISTER)
        state->registers[thread][instruction->destination] = got;
}

litmus_effect_t litmus_step(const litmus_t *litmus, litmus_state_t *state, unsigned thread) {
    const litmus_thread_t *it = &litmus->thread[thread];
    const unsigned at = state->next[thread]++;
    assert(at < it->instructions && !((state->waiting | state->cut) >> thread & 1));
    const litmus_instruction_t *instruction = &it->instruction[at];
    assert(instruction->destination < (int)it->registers);
    litmus_effect_t effect = {.instruction = instruction,
                              .value = litmus_operand_value(state, thread, instruction->value),
                              .compare = litmus_operand_value(state, thread, instruction->compare)};
    effect.skipped = !guard_holds(state, thread, instruction);
    if (!effect.skipped) execute(litmus, state, thread, at, &effect);
    count_step(state, thread);
    effect.released = release_barriers(litmus, state, it->block);
    return effect;
}
