/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_outcomes.c: runs a litmus test in every sequentially consistent order.
 *
 * Depth-first over the threads' next instructions. A state includes the values and sources of all
 * reads so far. A state that was met before is not explored again, because what follows is the
 * same. So each reads-from map ends in its own final states, and the first order that leads there
 * is kept. An instruction that other threads cannot see (arithmetic, branch, fence) is executed at
 * once: it commutes with all that the others do.
 *
 *   explore(state, depth)
 *     a thread is before such an instruction ──► that thread alone, else each that can move
 *       after = state; litmus_step(after, thread); order[depth] = thread
 *       after is new ──► explore(after, depth + 1)
 *     none can move: all ended, or some were cut ──► add_outcome; some wait at a barrier ──►
 * deadlock
 *
 * A state is one flat structure without padding that matters: litmus_start zeroes all of it. `seen`
 * keeps 128 bits of hash of each state met so far, not the state: that two of 2^20 states have the
 * same 128 bits has a probability below 2^-88.
 *
 * Invariants
 *   - explore is entered only while status is OK: a thread that waits when the search ends early is
 *     no deadlock.
 *   - order[0 .. depth) leads from the start to `state`; replaying it gives the same state again,
 *     which litmus_write relies on.
 *
 * Expensive: the number of states, at most LITMUS_STATES_MAX. The number of orders does not matter.
 * Reference: herd's enumeration of candidate executions, restricted to interleavings.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/litmus/litmus.h"
#include "cmodel/base/array.h"
#include "cmodel/base/index_map.h"
#include "cmodel/base/random.h"

typedef struct search {
    const litmus_t *litmus;
    litmus_outcomes_t *outcomes;
    uint64_t *seen; /* second half of each state's hash */
    uint32_t count, allocated;
    scord_index_map_t places; /* first half, or the next free key after it → index in `seen` */
    uint8_t width[LITMUS_WORDS_MAX];
    uint8_t order[LITMUS_THREADS_MAX * LITMUS_STEPS_MAX];
    uint8_t passes; /* jumps back of a thread, at most */
    litmus_status_t status;
} search_t;

typedef struct hash {
    uint64_t half[2];
} hash_t;

/* Two hashes of the same words that begin and mix differently. */
static void hash_bytes(hash_t *hash, const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const uint8_t *)bytes + i,
               count - i < sizeof word ? count - i : sizeof word);
        hash->half[0] = scord_mix64(hash->half[0] ^ word);
        hash->half[1] = scord_mix64(hash->half[1] + word);
    }
}

static hash_t hash_reads(const litmus_t *litmus, const litmus_state_t *state) {
    hash_t hash = {{1, SCORD_GOLDEN64}};
    hash_bytes(&hash, state->reads, sizeof state->reads);
    for (unsigned i = 0; i < litmus->threads; i++) {
        hash_bytes(&hash, state->read[i], state->reads[i] * sizeof state->read[i][0]);
        hash_bytes(&hash, state->source[i], state->reads[i] * sizeof state->source[i][0]);
    }
    return hash;
}

static hash_t hash_state(const litmus_t *litmus, const litmus_state_t *state) {
    hash_t hash = hash_reads(litmus, state);
    hash_bytes(&hash, state, offsetof(litmus_state_t, memory));
    hash_bytes(&hash, state->memory, litmus->words * sizeof state->memory[0]);
    hash_bytes(&hash, state->writer, litmus->words * sizeof state->writer[0]);
    for (unsigned i = 0; i < litmus->threads; i++)
        hash_bytes(&hash, state->registers[i],
                   litmus->thread[i].registers * sizeof state->registers[i][0]);
    return hash;
}

/* True when the state is new and the search goes on. */
static bool note_state(search_t *search, const litmus_state_t *state) {
    const hash_t hash = hash_state(search->litmus, state);
    uint64_t key = hash.half[0];
    for (uint32_t at; (at = scord_index_map_find(&search->places, key)) != SCORD_INDEX_NONE; key++)
        if (search->seen[at] == hash.half[1]) return false;
    if (search->count == LITMUS_STATES_MAX)
        search->status = LITMUS_TOO_LARGE;
    else if (!SCORD_ARRAY_ROOM(search->seen, search->allocated, search->count + 1) ||
             !scord_index_map_add(&search->places, key, search->count))
        search->status = LITMUS_NO_MEMORY;
    else
        search->seen[search->count++] = hash.half[1];
    return search->status == LITMUS_OK;
}

/* Final states that differ only in memory have the same reads: one launch is enough for both. A run
 * that was cut has no final state: it meets no filter. */
static void add_outcome(search_t *search, const litmus_state_t *state, unsigned steps) {
    litmus_outcomes_t *outcomes = search->outcomes;
    const hash_t hash = hash_reads(search->litmus, state);
    if (search->litmus->parts > 0 &&
        (state->cut != 0 || !litmus_meets_filter(search->litmus, state)))
        return;
    for (unsigned i = 0; i < outcomes->count; i++)
        if (memcmp(outcomes->outcome[i].reads, hash.half, sizeof hash.half) == 0) return;
    if (!SCORD_ARRAY_ROOM(outcomes->outcome, outcomes->allocated, outcomes->count + 1)) {
        search->status = LITMUS_NO_MEMORY;
        return;
    }
    litmus_outcome_t *outcome = &outcomes->outcome[outcomes->count++];
    outcome->steps = steps;
    outcome->cut = state->cut != 0;
    outcome->passes = search->passes;
    outcomes->cut += outcome->cut;
    memcpy(outcome->reads, hash.half, sizeof outcome->reads);
    memcpy(outcome->order, search->order, sizeof search->order);
}

/* Another word of the array lies in the bytes of an access of WIDTH to WORD. */
static bool overlaps(const litmus_t *litmus, unsigned word, unsigned width) {
    unsigned variable = 0;
    for (unsigned i = 0; i < litmus->variables; i++)
        if (litmus->variable_word[i] <= word)
            variable = i; /* words are in the order of variables */
    for (unsigned i = 0; i < litmus->variables; i++) {
        const uint32_t behind = litmus->variable_address[i] - litmus->variable_address[variable];
        if (i != variable && behind < width) return true;
    }
    return false;
}

/* The oracle knows words: an access of another width than the first one of its word ends the
 * search. */
static void check_effect(search_t *search, const litmus_effect_t *effect) {
    const litmus_instruction_t *instruction = effect->instruction;
    const bool accesses = instruction->kind == LITMUS_LOAD || instruction->kind == LITMUS_STORE ||
                          instruction->kind == LITMUS_ATOMIC;
    if (!accesses || effect->skipped) return;
    uint8_t *width = &search->width[effect->word];
    if (effect->fault) {
        search->status = LITMUS_BAD_ADDRESS;
    } else if (*width == 0 || instruction->width == 0) {
        *width |= instruction->width;
    } else if (*width != instruction->width) {
        search->status = LITMUS_BAD_WIDTH;
    }
    if (search->status == LITMUS_OK && overlaps(search->litmus, effect->word, instruction->width))
        search->status = LITMUS_BAD_WIDTH;
    if (search->status != LITMUS_OK) search->outcomes->line = instruction->line;
}

/* Nothing that another thread does or sees depends on it. */
static bool is_local(const litmus_instruction_t *instruction) {
    return instruction && (instruction->kind == LITMUS_MOVE || instruction->kind == LITMUS_BRANCH ||
                           instruction->kind == LITMUS_FENCE);
}

static void explore(search_t *search, const litmus_state_t *state, unsigned depth);

static void try_step(search_t *search, const litmus_state_t *state, unsigned depth,
                     unsigned thread) {
    litmus_state_t after = *state;
    const litmus_effect_t effect = litmus_step(search->litmus, &after, thread);
    assert(depth < sizeof search->order);
    check_effect(search, &effect);
    search->order[depth] = (uint8_t)thread;
    if (search->status == LITMUS_OK && note_state(search, &after))
        explore(search, &after, depth + 1);
}

static void explore(search_t *search, const litmus_state_t *state, unsigned depth) {
    assert(depth <= sizeof search->order && search->status == LITMUS_OK);
    const unsigned threads = search->litmus->threads;
    bool moved = false;
    for (unsigned thread = 0; thread < threads; thread++)
        if (is_local(litmus_next(search->litmus, state, thread))) {
            try_step(search, state, depth, thread);
            return;
        }
    for (unsigned thread = 0; thread < threads && search->status == LITMUS_OK; thread++) {
        if (!litmus_next(search->litmus, state, thread)) continue;
        moved = true;
        try_step(search, state, depth, thread);
    }
    if (!moved && state->waiting != 0 && state->cut == 0)
        search->status = LITMUS_DEADLOCK;
    else if (!moved)
        add_outcome(search, state, depth);
}

/* With loops unrolled to PASSES jumps back of a thread. STATES: how many there were. */
static litmus_status_t search_to(const litmus_t *litmus, unsigned passes,
                                 litmus_outcomes_t *outcomes, uint32_t *states) {
    search_t search = {.litmus = litmus, .outcomes = outcomes, .passes = (uint8_t)passes};
    litmus_state_t start;
    *outcomes = (litmus_outcomes_t){.count = 0};
    litmus_start(litmus, passes, &start);
    if (note_state(&search, &start)) explore(&search, &start, 0);
    *states = search.count;
    free(search.seen);
    scord_index_map_destroy(&search.places);
    if (search.status == LITMUS_OK && outcomes->count == 0) return LITMUS_NOTHING;
    return search.status;
}

/* Unrolled as far as the limit allows: from no jump back on, until the next one would be too many
 * states, or, as the last step grew, be far beyond. A filter that nothing met yet needs more. */
litmus_status_t litmus_outcomes(const litmus_t *litmus, litmus_outcomes_t *outcomes) {
    enum { FAR_BEYOND = 4 };
    uint32_t states = 0, before = 0;
    if (!litmus_has_loop(litmus)) return search_to(litmus, LITMUS_PASSES_MAX, outcomes, &states);
    litmus_status_t status = search_to(litmus, 0, outcomes, &states);
    for (unsigned passes = 1; passes <= LITMUS_PASSES_MAX; passes++) {
        litmus_outcomes_t more;
        const uint64_t growth = before > 0 ? states / before : 0;
        if (status != LITMUS_OK && status != LITMUS_NOTHING) return status;
        if (growth * states > (uint64_t)FAR_BEYOND * LITMUS_STATES_MAX) return status;
        before = states;
        const litmus_status_t next = search_to(litmus, passes, &more, &states);
        litmus_outcomes_free(next == LITMUS_TOO_LARGE ? &more : outcomes);
        if (next == LITMUS_TOO_LARGE) return status;
        *outcomes = more;
        status = next;
    }
    return status;
}

void litmus_outcomes_free(litmus_outcomes_t *outcomes) {
    free(outcomes->outcome);
    *outcomes = (litmus_outcomes_t){.count = 0};
}
