/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_write.c: the outcomes of a litmus test as launches of an event stream.
 *
 * Every variable is in a separate segment, so that no two share any detector state. No block writes
 * the initial values: a launch has no earlier writes, and the oracle does not need the contents of
 * memory.
 *
 * A note tells readers that the launches are all executions (SCORD_NOTE_EVERY_EXECUTION). Barriers
 * of one number for whole blocks are the stream's barriers. Of others, which the stream does not
 * have, each is a hidden word: who comes adds to it, who goes on reads it, both with the ordering
 * and fences that a barrier has at block scope.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/litmus/litmus.h"

enum {
    TRACKED_BASE = 0x10000000,
    LOG2_TRACKED_WORDS = 12,
    WARPS_OF_SLOT = LITMUS_WARPS_MAX,                  /* warp slots of a block slot */
    MEETINGS = LITMUS_BARRIERS_MAX + LITMUS_WARPS_MAX, /* of a block: barriers, one of each warp */
    MEETING_BASE = TRACKED_BASE + LITMUS_WORDS_MAX * SCORD_SEGMENT_BYTES
};

_Static_assert(LITMUS_WORDS_MAX *SCORD_SEGMENT_BYTES +
                       LITMUS_THREADS_MAX * MEETINGS * SCORD_WORD_BYTES <=
                   SCORD_WORD_BYTES << LOG2_TRACKED_WORDS,
               "every variable is tracked");

typedef struct writing {
    const litmus_t *litmus;
    const char *file;
    scord_stream_writer_t *writer;
    scord_stream_error_t *error;
    scord_stream_status_t status;
    unsigned sms;                               /* of the stream's configuration */
    uint32_t met[LITMUS_THREADS_MAX][MEETINGS]; /* in this launch, by block: who came so far */
} writing_t;

static void put(writing_t *writing, scord_event_t event) {
    if (writing->status == SCORD_STREAM_OK)
        writing->status = scord_stream_write(writing->writer, &event, writing->error);
}

static uint64_t address_of(unsigned word) {
    assert(word < LITMUS_WORDS_MAX);
    return TRACKED_BASE + (uint64_t)SCORD_SEGMENT_BYTES * word;
}

/* ---- where a thread runs ---- */

typedef struct place {
    uint8_t sm, slot, warp, lane;
} place_t;

/* The two threads are lanes of one warp. */
static bool same_warp(const litmus_t *litmus, unsigned a, unsigned b) {
    return litmus->thread[a].block == litmus->thread[b].block &&
           litmus->thread[a].warp == litmus->thread[b].warp;
}

/* Blocks go to the SMs in turn; a slot has its share of the SM's warps. Threads of one warp are its
 * lanes. */
static place_t place_of(const writing_t *writing, unsigned thread) {
    const litmus_thread_t *it = &writing->litmus->thread[thread];
    assert(thread < writing->litmus->threads && it->warp < LITMUS_WARPS_MAX);
    assert(it->block / writing->sms < SCORD_MAX_BLOCKS_PER_SM);
    place_t place = {.sm = (uint8_t)(it->block % writing->sms),
                     .slot = (uint8_t)(it->block / writing->sms)};
    place.warp = (uint8_t)(place.slot * WARPS_OF_SLOT + it->warp);
    for (unsigned i = 0; i < thread; i++) place.lane += same_warp(writing->litmus, i, thread);
    return place;
}

static unsigned count_blocks(const litmus_t *litmus) {
    unsigned blocks = 0;
    for (unsigned i = 0; i < litmus->threads; i++)
        if (litmus->thread[i].block >= blocks) blocks = litmus->thread[i].block + 1;
    return blocks;
}

/* Warps of every block: 0 to the highest that any thread has. */
static unsigned count_warps(const litmus_t *litmus) {
    unsigned warps = 0;
    for (unsigned i = 0; i < litmus->threads; i++)
        if (litmus->thread[i].warp >= warps) warps = litmus->thread[i].warp + 1;
    return warps;
}

static bool has_thread(const litmus_t *litmus, unsigned block, unsigned warp) {
    for (unsigned i = 0; i < litmus->threads; i++)
        if (litmus->thread[i].block == block && litmus->thread[i].warp == warp) return true;
    return false;
}

/* ---- records ---- */

static uint32_t pc_of(unsigned thread, unsigned instruction) {
    assert(thread < LITMUS_THREADS_MAX && instruction < LITMUS_INSTRUCTIONS_MAX);
    return 8 * (thread * LITMUS_INSTRUCTIONS_MAX + instruction + 1);
}

static void put_variables(writing_t *writing) {
    const litmus_t *litmus = writing->litmus;
    for (unsigned i = 0; i < litmus->variables; i++) {
        const unsigned copies = litmus->variable_shared[i] ? LITMUS_THREADS_MAX : 1;
        for (unsigned copy = 0; copy < copies; copy++)
            put(writing,
                (scord_event_t){.kind = SCORD_EVENT_KIND_OBJECT,
                                .object = {.address = address_of(litmus->variable_word[i] + copy),
                                           .bytes = 4,
                                           .name = litmus->variable_name[i]}});
    }
}

static void put_header(writing_t *writing, const litmus_outcomes_t *outcomes) {
    const litmus_t *litmus = writing->litmus;
    char text[160];
    put(writing, (scord_event_t){.kind = SCORD_EVENT_KIND_NOTE,
                                 .note = {.text = SCORD_NOTE_EVERY_EXECUTION}});
    if (outcomes->cut > 0) {
        snprintf(text, sizeof text,
                 "loops are unrolled: %u of the %u launches end where a thread would jump back for "
                 "the %s time",
                 outcomes->cut, outcomes->count, litmus_nth(outcomes->outcome[0].passes + 1u));
        put(writing, (scord_event_t){.kind = SCORD_EVENT_KIND_NOTE, .note = {.text = text}});
    }
    for (unsigned thread = 0; thread < litmus->threads; thread++)
        for (unsigned i = 0; i < litmus->thread[thread].instructions; i++)
            put(writing,
                (scord_event_t){.kind = SCORD_EVENT_KIND_LOCATION,
                                .location = {.pc = pc_of(thread, i),
                                             .line = litmus->thread[thread].instruction[i].line,
                                             .file = writing->file,
                                             .function = litmus->thread[thread].name}});
    put_variables(writing);
}

/* "MP: P1:r0=1 P1:r1=0": the values that this launch reads. */
static void name_outcome(const litmus_t *litmus, const litmus_outcome_t *outcome, char *name,
                         size_t size) {
    litmus_state_t state;
    litmus_start(litmus, outcome->passes, &state);
    size_t used = (size_t)snprintf(name, size, "%s:", litmus->name[0] ? litmus->name : "litmus");
    for (unsigned i = 0; i < outcome->steps && used < size; i++) {
        const unsigned thread = outcome->order[i];
        const litmus_thread_t *it = &litmus->thread[thread];
        const litmus_effect_t effect = litmus_step(litmus, &state, thread);
        const litmus_instruction_t *instruction = effect.instruction;
        if ((instruction->kind != LITMUS_LOAD && instruction->kind != LITMUS_ATOMIC) ||
            effect.skipped || instruction->destination < 0)
            continue;
        used += (size_t)snprintf(name + used, size - used, " %s:%s=%u", it->name,
                                 it->register_name[instruction->destination], effect.read);
    }
}

static void put_access(writing_t *writing, place_t place, uint32_t pc,
                       const litmus_effect_t *effect) {
    const litmus_instruction_t *instruction = effect->instruction;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    scord_event_access_t *access = &event.access;
    *access = (scord_event_access_t){.sm = place.sm,
                                     .slot = place.slot,
                                     .warp = place.warp,
                                     .pc = pc,
                                     .size = 4,
                                     .mask = 1u << place.lane,
                                     .scope = instruction->scope,
                                     .semantics = instruction->semantics,
                                     .strong = instruction->strong,
                                     .atomic_kind = instruction->atomic_kind};
    access->op = instruction->kind == LITMUS_LOAD    ? SCORD_OP_LOAD
                 : instruction->kind == LITMUS_STORE ? SCORD_OP_STORE
                                                     : SCORD_OP_ATOMIC;
    access->address[place.lane] = address_of(effect->word);
    access->has_returned = access->op == SCORD_OP_ATOMIC ||
                           (access->op == SCORD_OP_LOAD && access->strong);
    access->has_operands = access->op == SCORD_OP_ATOMIC;
    if (access->has_returned) access->returned[place.lane] = effect->read;
    if (access->has_operands) access->value[place.lane] = effect->value;
    if (access->atomic_kind == SCORD_ATOMIC_KIND_CAS) access->compare[place.lane] = effect->compare;
    put(writing, event);
}

static void put_fence(writing_t *writing, place_t place, uint32_t pc, uint8_t scope,
                      uint8_t semantics) {
    put(writing, (scord_event_t){.kind = SCORD_EVENT_KIND_FENCE,
                                 .fence = {.sm = place.sm,
                                           .slot = place.slot,
                                           .warp = place.warp,
                                           .scope = scope,
                                           .semantics = semantics,
                                           .pc = pc,
                                           .mask = 1u << place.lane}});
}

/* ---- barriers that the stream does not have ---- */

/* Which of the block's meetings. */
static unsigned meeting_of(const litmus_t *litmus, unsigned thread,
                           const litmus_instruction_t *instruction, uint32_t number) {
    return instruction->meeting == LITMUS_MEET_WARP
               ? LITMUS_BARRIERS_MAX + litmus->thread[thread].warp
               : number % LITMUS_BARRIERS_MAX;
}

/* Adds to the hidden word (COMES), or reads it. */
static void put_meeting(writing_t *writing, unsigned thread, unsigned meeting, uint32_t pc,
                        bool comes) {
    const unsigned block = writing->litmus->thread[thread].block;
    const place_t place = place_of(writing, thread);
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access = (scord_event_access_t){
        .sm = place.sm,
        .slot = place.slot,
        .warp = place.warp,
        .pc = pc,
        .size = 4,
        .mask = 1u << place.lane,
        .scope = SCORD_SCOPE_BLOCK,
        .semantics = comes ? SCORD_SEMANTICS_ACQ_REL : SCORD_SEMANTICS_ACQUIRE,
        .strong = 1,
        .atomic_kind = comes ? SCORD_ATOMIC_KIND_ADD : SCORD_ATOMIC_KIND_NONE,
        .op = comes ? SCORD_OP_ATOMIC : SCORD_OP_LOAD,
        .has_returned = 1,
        .has_operands = comes};
    event.access.address[place.lane] = MEETING_BASE +
                                       SCORD_WORD_BYTES * (uint64_t)(block * MEETINGS + meeting);
    event.access.returned[place.lane] = writing->met[block][meeting];
    event.access.value[place.lane] = comes;
    if (comes) put_fence(writing, place, pc, SCORD_SCOPE_BLOCK, SCORD_SEMANTICS_ACQ_REL);
    put(writing, event);
    if (!comes) put_fence(writing, place, pc, SCORD_SCOPE_BLOCK, SCORD_SEMANTICS_ACQ_REL);
    writing->met[block][meeting] += comes;
}

/* BEFORE and AFTER a step of THREAD with EFFECT: it comes to a meeting, or the step lets threads go
 * on from theirs. */
static void put_meetings(writing_t *writing, const litmus_state_t *before,
                         const litmus_state_t *after, unsigned thread,
                         const litmus_effect_t *effect, uint32_t pc) {
    const litmus_t *litmus = writing->litmus;
    if (effect->instruction->kind == LITMUS_BARRIER && !effect->skipped &&
        !effect->instruction->unordered)
        put_meeting(writing, thread, meeting_of(litmus, thread, effect->instruction, effect->value),
                    pc, true);
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (!(effect->released >> i & 1)) continue;
        assert(after->next[i] > 0);
        const unsigned at = after->next[i] - 1u;
        const litmus_instruction_t *barrier = &litmus->thread[i].instruction[at];
        if (barrier->unordered) continue;
        const uint32_t number = i == thread ? effect->value : before->number[i];
        put_meeting(writing, i, meeting_of(litmus, i, barrier, number), pc_of(i, at), false);
    }
}

/* ---- barriers and ends of warps ---- */

/* True when no other thread of THREAD's warp is still before its next barrier or end. */
static bool last_of_warp(const litmus_t *litmus, const litmus_state_t *state, unsigned thread) {
    for (unsigned i = 0; i < litmus->threads; i++)
        if (i != thread && same_warp(litmus, i, thread) && litmus_next(litmus, state, i))
            return false;
    return true;
}

static bool warp_ended(const litmus_t *litmus, const litmus_state_t *state, unsigned thread) {
    for (unsigned i = 0; i < litmus->threads; i++)
        if (same_warp(litmus, i, thread) && state->next[i] < litmus->thread[i].instructions)
            return false;
    return !(state->waiting >> thread & 1);
}

/* Threads of THREAD's block that wait at the barrier. */
static unsigned waiting_in_block(const litmus_t *litmus, const litmus_state_t *state,
                                 unsigned thread) {
    unsigned count = 0;
    for (unsigned i = 0; i < litmus->threads; i++)
        count += litmus->thread[i].block == litmus->thread[thread].block &&
                 (state->waiting >> i & 1);
    return count;
}

/* The effect of a step on barrier and warp: a warp arrives with its last thread; the last arrival
 * or exit releases. */
static void put_progress(writing_t *writing, const litmus_state_t *before,
                         const litmus_state_t *after, unsigned thread,
                         const litmus_effect_t *effect, uint32_t pc) {
    const litmus_t *litmus = writing->litmus;
    const place_t place = place_of(writing, thread);
    const scord_event_warp_t warp = {
        .sm = place.sm, .slot = place.slot, .warp = place.warp, .pc = pc, .mask = 1u << place.lane};
    const bool meets = effect->instruction->kind == LITMUS_BARRIER && !effect->skipped,
               arrives = meets && litmus->one_barrier,
               waited = litmus->one_barrier &&
                        (arrives || waiting_in_block(litmus, before, thread) > 0);
    if (arrives && last_of_warp(litmus, before, thread))
        put(writing, (scord_event_t){.kind = SCORD_EVENT_KIND_BARRIER_ARRIVE, .warp = warp});
    if (!meets && warp_ended(litmus, after, thread))
        put(writing,
            (scord_event_t){.kind = SCORD_EVENT_KIND_WARP_EXIT,
                            .warp = {.sm = place.sm, .slot = place.slot, .warp = place.warp}});
    if (waited && waiting_in_block(litmus, after, thread) == 0)
        put(writing, (scord_event_t){.kind = SCORD_EVENT_KIND_BARRIER_RELEASE,
                                     .warp = {.sm = place.sm, .slot = place.slot}});
}

static void put_step(writing_t *writing, litmus_state_t *state, unsigned thread) {
    const unsigned at = state->next[thread];
    const place_t place = place_of(writing, thread);
    const litmus_state_t before = *state;
    const litmus_effect_t effect = litmus_step(writing->litmus, state, thread);
    const litmus_instruction_t *instruction = effect.instruction;
    const bool one_barrier = writing->litmus->one_barrier;
    if (!effect.skipped && instruction->kind == LITMUS_FENCE)
        put_fence(writing, place, pc_of(thread, at), instruction->scope, instruction->semantics);
    else if (!effect.skipped &&
             (instruction->kind == LITMUS_LOAD || instruction->kind == LITMUS_STORE ||
              instruction->kind == LITMUS_ATOMIC))
        put_access(writing, place, pc_of(thread, at), &effect);
    if (!one_barrier) put_meetings(writing, &before, state, thread, &effect, pc_of(thread, at));
    put_progress(writing, &before, state, thread, &effect, pc_of(thread, at));
}

/* ---- launches ---- */

static void put_block(writing_t *writing, unsigned block, unsigned warps) {
    assert(warps > 0 && warps <= WARPS_OF_SLOT && block < LITMUS_THREADS_MAX);
    const uint8_t sm = (uint8_t)(block % writing->sms), slot = (uint8_t)(block / writing->sms);
    put(writing,
        (scord_event_t){.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH,
                        .block_launch = {.sm = sm,
                                         .slot = slot,
                                         .cta = {block, 0, 0},
                                         .threads = SCORD_THREADS_PER_WARP * warps,
                                         .warps = ((1u << warps) - 1) << (slot * WARPS_OF_SLOT)}});
}

/* The exits of a block's warps that have no thread of the test: after all launches. */
static void put_idle_warps(writing_t *writing, unsigned block, unsigned warps) {
    const uint8_t sm = (uint8_t)(block % writing->sms), slot = (uint8_t)(block / writing->sms);
    for (unsigned warp = 0; warp < warps; warp++)
        if (!has_thread(writing->litmus, block, warp))
            put(writing, (scord_event_t){.kind = SCORD_EVENT_KIND_WARP_EXIT,
                                         .warp = {.sm = sm,
                                                  .slot = slot,
                                                  .warp = (uint8_t)(slot * WARPS_OF_SLOT + warp)}});
}

/* Every thread is at its end: none waits, none has an instruction left. */
static bool all_ended(const litmus_t *litmus, const litmus_state_t *state) {
    for (unsigned i = 0; i < litmus->threads; i++)
        if (litmus_next(litmus, state, i)) return false;
    return state->waiting == 0;
}

static void put_launch(writing_t *writing, const litmus_outcome_t *outcome, uint32_t number) {
    const litmus_t *litmus = writing->litmus;
    char name[SCORD_NAME_MAX + 1];
    const unsigned blocks = count_blocks(litmus);
    name_outcome(litmus, outcome, name, sizeof name);
    put(writing, (scord_event_t){
                     .kind = SCORD_EVENT_KIND_KERNEL_BEGIN,
                     .kernel_begin = {.kernel = number,
                                      .grid = {blocks, 1, 1},
                                      .block = {SCORD_THREADS_PER_WARP * count_warps(litmus), 1, 1},
                                      .tracked_base = TRACKED_BASE,
                                      .log2_tracked_words = LOG2_TRACKED_WORDS,
                                      .name = name}});
    for (unsigned block = 0; block < blocks; block++)
        put_block(writing, block, count_warps(litmus));
    for (unsigned block = 0; block < blocks; block++)
        put_idle_warps(writing, block, count_warps(litmus));
    litmus_state_t state;
    litmus_start(litmus, outcome->passes, &state);
    memset(writing->met, 0, sizeof writing->met);
    for (unsigned i = 0; i < outcome->steps; i++) put_step(writing, &state, outcome->order[i]);
    assert(state.cut != 0 || all_ended(litmus, &state));
    put(writing,
        (scord_event_t){.kind = SCORD_EVENT_KIND_KERNEL_END, .kernel_begin = {.kernel = number}});
}

scord_stream_status_t litmus_write(const litmus_t *litmus, const litmus_outcomes_t *outcomes,
                                   const char *file, scord_stream_writer_t *writer,
                                   scord_stream_error_t *error) {
    assert(litmus->problems == 0 && litmus->threads > 0 && litmus->only_vulkan.text[0] == '\0');
    writing_t writing = {.litmus = litmus,
                         .file = file,
                         .writer = writer,
                         .error = error,
                         .sms = SCORD_DEFAULT_NUM_SMS};
    put_header(&writing, outcomes);
    for (unsigned i = 0; i < outcomes->count; i++) put_launch(&writing, &outcomes->outcome[i], i);
    return writing.status;
}
