/* SPDX-License-Identifier: Apache-2.0 */
/* random_play.c: phase one, too: plays, short scenes of an owner, a sharer and an accessor on one
 * word.
 *
 * Rules 5 to 9 depend on what happened to a word three accesses ago and on what the warps hold now.
 * Independent steps get there seldom, so a play has that shape and draws what fills it: the owner
 * takes locks and accesses the word, a sharer accesses it, the owner may fence, then an accessor,
 * maybe the owner again with fewer locks, does anything at all.
 */
#include <assert.h>

#include "cosim/random/random_internal.h"

enum { PLAY_LOCKS = 2, ALL_LOCKS = (1 << PLAY_LOCKS) - 1 };

typedef struct actor {
    party_t party;
    unsigned holds; /* locks, a bit each */
} actor_t;

static step_t *add(scord_random_program_t *program, step_kind_t kind, const party_t *party) {
    assert(program->play_count < SCORD_RANDOM_PLAY);
    step_t *step = &program->play[program->play_count++];
    *step = (step_t){.kind = kind,
                     .sm = party->sm,
                     .slot = party->slot,
                     .warp = party->warp,
                     .size = SCORD_WORD_BYTES,
                     .scope = SCORD_SCOPE_DEVICE,
                     .lanes = UINT32_MAX,
                     .pc = scord_random_pc(program),
                     .repeats = 1};
    return step;
}

static void add_fence(scord_random_program_t *program, const party_t *party) {
    add(program, STEP_FENCE, party)->scope = scord_random_scope(program);
}

/* One of the eleven kinds of access, all alike; only loads when LOAD. */
static void add_access(scord_random_program_t *program, const party_t *party, uint64_t address,
                       bool load) {
    static const step_kind_t kinds[] = {STEP_LOAD,   STEP_LOAD,   STEP_LOAD,  STEP_LOAD,
                                        STEP_STORE,  STEP_STORE,  STEP_STORE, STEP_STORE,
                                        STEP_ATOMIC, STEP_ATOMIC, STEP_ATOMIC};
    static const uint8_t scopes[] = {SCORD_SCOPE_BLOCK, SCORD_SCOPE_DEVICE, SCORD_SCOPE_SYSTEM,
                                     SCORD_SCOPE_DEVICE};
    const uint32_t draw = scord_random_draw_below(program, load ? 4 : sizeof kinds / sizeof *kinds);
    step_t *step = add(program, kinds[draw], party);
    step->strong = step->kind == STEP_ATOMIC || draw % 4 != 3 ||
                   scord_random_chance(program, 32); /* the fourth is the weak one */
    step->scope = scopes[draw % 4];
    step->atomic_kind = SCORD_ATOMIC_KIND_ADD;
    step->address = address;
    step->lanes = 1;
}

static void add_lock(scord_random_program_t *program, const party_t *party, step_kind_t kind,
                     unsigned lock) {
    step_t *step = add(program, kind, party);
    step->scope = kind == STEP_ACQUIRE_LOCK && scord_random_chance(program, 32)
                      ? SCORD_SCOPE_BLOCK
                      : SCORD_SCOPE_DEVICE;
    step->success = 1;
    step->address = program->locks[lock];
    step->lanes = 1;
}

static void take_locks(scord_random_program_t *program, actor_t *actor, unsigned locks) {
    for (unsigned lock = 0; lock < PLAY_LOCKS; lock++)
        if (locks >> lock & 1) add_lock(program, &actor->party, STEP_ACQUIRE_LOCK, lock);
    if (locks) add_fence(program, &actor->party);
    actor->holds |= locks;
}

static void give_locks(scord_random_program_t *program, actor_t *actor, unsigned locks) {
    locks &= actor->holds;
    for (unsigned lock = 0; lock < PLAY_LOCKS; lock++)
        if (locks >> lock & 1) add_lock(program, &actor->party, STEP_RELEASE_LOCK, lock);
    actor->holds &= ~locks;
}

/* No lock, one of two, or both. */
static unsigned draw_locks(scord_random_program_t *program) {
    return scord_random_draw_below(program, ALL_LOCKS + 1);
}

static bool same_block(const actor_t *a, const actor_t *b) {
    return a->party.sm == b->party.sm && a->party.slot == b->party.slot;
}

/* The whole block meets at its barrier (rule 2), when none of its warps waits there already. */
static void add_barrier(scord_random_program_t *program, const party_t *party) {
    const block_t *block = &program->blocks[party->sm][party->slot];
    if (!block->waiting) add(program, STEP_BARRIERS, party)->warps = block->live;
}

/* Who plays what; readers: the owner's access and that of a sharer in another block are loads, and
 * there is a block fence only, which does not help a writer of the owner's block then (race (a));
 * free choices seldom come to that. */
typedef struct cast {
    actor_t actors[SCORD_RANDOM_PARTIES], *owner, *sharer, *accessor;
    unsigned count;
    bool readers;
    uint64_t address;
} cast_t;

static actor_t *any_actor(scord_random_program_t *program, cast_t *cast) {
    return &cast->actors[scord_random_draw_below(program, cast->count)];
}

static void draw_cast(scord_random_program_t *program, cast_t *cast) {
    *cast =
        (cast_t){.count = program->party_count,
                 .address = program->words[scord_random_draw_below(program, program->phase_words)]};
    for (unsigned i = 0; i < cast->count; i++) cast->actors[i].party = program->parties[i];
    cast->owner = any_actor(program, cast);
    cast->sharer = any_actor(program, cast);
    if (cast->sharer == cast->owner) cast->sharer = any_actor(program, cast);
    cast->accessor = any_actor(program, cast);
    cast->readers = !same_block(cast->owner, cast->sharer) && scord_random_chance(program, 20);
    if (cast->readers && scord_random_chance(program, 48))
        cast->accessor = &cast->actors[scord_random_draw_below(program, 2)];
}

static void play_owner(scord_random_program_t *program, const cast_t *cast) {
    take_locks(program, cast->owner, draw_locks(program));
    add_access(program, &cast->owner->party, cast->address,
               cast->readers || scord_random_chance(program, 16));
    if (!cast->readers && scord_random_chance(program, 24)) add_fence(program, &cast->owner->party);
}

static void play_sharer(scord_random_program_t *program, const cast_t *cast) {
    if (!cast->readers && scord_random_chance(program, 12)) return;
    if (cast->sharer != cast->owner) take_locks(program, cast->sharer, draw_locks(program));
    add_access(program, &cast->sharer->party, cast->address,
               cast->readers || scord_random_chance(program, 52));
}

static void play_synchronisation(scord_random_program_t *program, const cast_t *cast) {
    if (cast->readers)
        add(program, STEP_FENCE, &cast->owner->party)->scope = SCORD_SCOPE_BLOCK;
    else if (scord_random_chance(program, 24))
        add_fence(program, &cast->owner->party);
    if (scord_random_chance(program, 8)) add_barrier(program, &cast->owner->party);
}

static void play_accessor(scord_random_program_t *program, const cast_t *cast) {
    give_locks(program, cast->accessor, draw_locks(program));
    if (cast->accessor != cast->owner && scord_random_chance(program, 32))
        take_locks(program, cast->accessor, draw_locks(program));
    add_access(program, &cast->accessor->party, cast->address, false);
}

void scord_random_draw_play(scord_random_program_t *program) {
    cast_t cast;
    draw_cast(program, &cast);
    program->play_count = program->play_next = 0;
    play_owner(program, &cast);
    play_sharer(program, &cast);
    play_synchronisation(program, &cast);
    play_accessor(program, &cast);
    for (unsigned i = 0; i < cast.count; i++) give_locks(program, &cast.actors[i], ALL_LOCKS);
}
