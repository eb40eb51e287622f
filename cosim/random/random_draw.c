/* SPDX-License-Identifier: Apache-2.0 */
/* random_draw.c: phase one of a random program: from numbers to steps.
 *
 * A program is drawn in two phases so that its numbers stay few: phase one draws a *step* (a small
 * struct: what, who, where), phase two (random_lower.c) makes its events and draws nothing. So a
 * change of phase two leaves the steps of every seed as they are, and a step can be printed.
 *
 *   kernel { phase { step … } … } …
 *
 * A phase lasts some steps and has its own weights (`weights`), its own few words and parties:
 * races need warps that meet on a word, which independent draws from a large range hardly give. A
 * step is drawn by its weight; one that is impossible now (no warp may run, no lock is held)
 * becomes a launch, and if that is impossible, too, another draw. A play (random_play.c) is several
 * steps drawn at once, which come before any other.
 *
 * Invariant: the stream is a legal one: a step is of a resident block and of a live warp of it that
 * does not wait at a barrier. `blocks` has what is needed to know that.
 */
#include "cosim/random/random_internal.h"

#include <assert.h>
#include <string.h>

#include "cmodel/detector/metadata_accessor.h" /* SCORD_LOG2_TRACKED_WORDS_MIN */

/* Weights of the steps by phase. */
#define PHASE(name) [SCORD_RANDOM_PHASE_##name]
static const uint8_t weights[SCORD_RANDOM_PHASE_COUNT][STEP_KIND_COUNT] = {
    PHASE(MIXED) = {[STEP_LAUNCH] = 2,
                    [STEP_EXIT] = 1,
                    [STEP_WARP_EXIT] = 1,
                    [STEP_LOAD] = 18,
                    [STEP_STORE] = 14,
                    [STEP_ATOMIC] = 10,
                    [STEP_FENCE] = 12,
                    [STEP_ACQUIRE_LOCK] = 6,
                    [STEP_RELEASE_LOCK] = 5,
                    [STEP_ARRIVE] = 8,
                    [STEP_GATHER] = 4,
                    [STEP_UNTRACKED] = 1},
    PHASE(DUEL) = {[STEP_LOAD] = 24,
                   [STEP_STORE] = 12,
                   [STEP_ATOMIC] = 8,
                   [STEP_FENCE] = 12,
                   [STEP_ARRIVE] = 3},
    PHASE(LOCKS) = {[STEP_LOAD] = 16,
                    [STEP_STORE] = 12,
                    [STEP_ATOMIC] = 2,
                    [STEP_FENCE] = 10,
                    [STEP_ACQUIRE_LOCK] = 14,
                    [STEP_RELEASE_LOCK] = 10},
    PHASE(FENCES) = {[STEP_LOAD] = 6, [STEP_STORE] = 8, [STEP_FENCE] = 14},
    PHASE(BARRIERS) = {[STEP_LOAD] = 6, [STEP_STORE] = 8, [STEP_ARRIVE] = 20, [STEP_BARRIERS] = 1},
    PHASE(CHURN) = {[STEP_LAUNCH] = 10,
                    [STEP_EXIT] = 8,
                    [STEP_WARP_EXIT] = 4,
                    [STEP_LOAD] = 8,
                    [STEP_STORE] = 8,
                    [STEP_FENCE] = 4,
                    [STEP_ACQUIRE_LOCK] = 3,
                    [STEP_ARRIVE] = 4},
    PHASE(RULES) = {[STEP_LOAD] = 24,
                    [STEP_STORE] = 12,
                    [STEP_ATOMIC] = 8,
                    [STEP_FENCE] = 6,
                    [STEP_ACQUIRE_LOCK] = 6,
                    [STEP_RELEASE_LOCK] = 4,
                    [STEP_ARRIVE] = 1},
    PHASE(BURST) = {[STEP_LOAD] = 14,
                    [STEP_STORE] = 10,
                    [STEP_ATOMIC] = 4,
                    [STEP_FENCE] = 4,
                    [STEP_UNTRACKED] = 2},
};
#undef PHASE

static uint32_t below(scord_random_program_t *program, uint32_t bound) {
    return scord_random_draw_below(program, bound);
}
static bool chance(scord_random_program_t *program, uint32_t of_64) {
    return scord_random_chance(program, of_64);
}

/* One of 2^log2, log2 up to 63: where `below` suffices, the same draws as ever. */
static uint64_t below_power(scord_random_program_t *program, uint32_t log2) {
    if (log2 < 32) return below(program, 1u << log2);
    return scord_random_next(&program->random) & ((UINT64_C(1) << log2) - 1);
}

/* ---- phase one: kernels and phases ---- */

/* Words of which many differ from another in one bit of their number, so that an address with any
 * bit missing is that of another word; some of them neighbours, or at an end of the range. */
static void draw_sparse_words(scord_random_program_t *program) {
    const uint32_t log2 = program->log2_tracked_words;
    const uint64_t last = (UINT64_C(1) << log2) - 1;
    uint64_t word = 0;
    for (unsigned i = 0; i < SCORD_RANDOM_WORDS; i++) {
        if (i == 0 || chance(program, 12))
            word = below_power(program, log2);
        else if (chance(program, 4))
            word = chance(program, 32) ? last : 0;
        else
            word = (word ^ UINT64_C(1) << below(program, log2)) & last;
        program->words[i] = program->tracked_base + word * SCORD_WORD_BYTES;
    }
}

/* Words of a few index/tag pairs, so that aliases of one metadata entry meet (D23), some of them
 * neighbours. */
static void draw_words(scord_random_program_t *program) {
    const uint32_t total = 1u << program->log2_tracked_words,
                   entries = total >> program->config.log2_cache_ratio;
    for (unsigned i = 0; i < SCORD_RANDOM_WORDS; i++) {
        const uint32_t index = below(program, entries), tag = below(program, total / entries);
        uint32_t word = chance(program, 16) ? below(program, total)
                                            : index % 16 % entries + tag * entries;
        if (i && chance(program, 24))
            word =
                (uint32_t)((program->words[i - 1] - program->tracked_base) / SCORD_WORD_BYTES + 1) %
                total;
        program->words[i] = program->tracked_base + (uint64_t)word * SCORD_WORD_BYTES;
    }
}

/* Lock words: neighbours, and pairs whose folded hashes collide (D21: chunks of 6 bits above the
 * word offset). */
static void draw_locks(scord_random_program_t *program) {
    const uint64_t first = program->words[0] & ~UINT64_C(127);
    for (unsigned i = 0; i < SCORD_RANDOM_LOCKS; i++) program->locks[i] = first + 4 * i;
    program->locks[SCORD_RANDOM_LOCKS - 1] =
        first ^ (UINT64_C(1) << 2) ^
        (UINT64_C(1) << (2 + SCORD_LOCK_HASH_WIDTH)); /* same hash as first */
    program->locks[SCORD_RANDOM_LOCKS - 2] = program->words[1];
}

/* Mostly 128 to 2048 words; now and then so few that words of one request share metadata entries,
 * or a segment is only partly tracked, and now and then many. */
static uint32_t draw_log2_tracked_words(scord_random_program_t *program) {
    if (program->knobs.log2_tracked_words) return program->knobs.log2_tracked_words;
    if (program->knobs.sparse)
        return chance(program, 24)
                   ? SCORD_RANDOM_SPARSE_MAX
                   : SCORD_RANDOM_SPARSE_MIN +
                         below(program, SCORD_RANDOM_SPARSE_MAX - SCORD_RANDOM_SPARSE_MIN);
    const uint32_t draw = below(program, 16);
    if (draw < 3) return SCORD_LOG2_TRACKED_WORDS_MIN + below(program, 5);
    if (draw == 3) return chance(program, 4) ? 14 + below(program, 3) : 12 + below(program, 2);
    return 7 + below(program, 5);
}

/* Anywhere, aligned to its size; now and then the lowest or the highest range there is. */
static uint64_t draw_tracked_base(scord_random_program_t *program) {
    const uint64_t bytes = (uint64_t)SCORD_WORD_BYTES << program->log2_tracked_words,
                   all = UINT64_C(1) << SCORD_ADDRESS_WIDTH;
    const uint64_t draw = scord_random_next(&program->random);
    if (chance(program, 4)) return chance(program, 32) ? 0 : all - bytes;
    return (draw & (all - 1)) / bytes * bytes;
}

static void draw_kernel(scord_random_program_t *program, step_t *step) {
    program->log2_tracked_words = draw_log2_tracked_words(program);
    program->tracked_base = draw_tracked_base(program);
    if (program->knobs.sparse)
        draw_sparse_words(program);
    else
        draw_words(program);
    draw_locks(program);
    memset(program->blocks, 0, sizeof program->blocks);
    const uint32_t mean = program->knobs.steps_per_kernel ? program->knobs.steps_per_kernel : 400;
    program->steps_left = mean / 2 + below(program, mean) + 1;
    program->phase_left = 0;
    program->follow = false;
    program->play_count = program->play_next = 0;
    *step = (step_t){.kind = STEP_KERNEL};
}

static bool draw_resident(scord_random_program_t *program, party_t *party) {
    for (unsigned attempt = 0; attempt < 32; attempt++) {
        const unsigned sm = below(program, program->config.num_sms),
                       slot = below(program, program->config.blocks_per_sm);
        const block_t *block = &program->blocks[sm][slot];
        if (!block->resident || !(block->live & ~block->waiting)) continue;
        uint32_t warps = block->live & ~block->waiting;
        for (unsigned skip = below(program, (uint32_t)__builtin_popcount(warps)); skip; skip--)
            warps &= warps - 1;
        *party = (party_t){(uint8_t)sm, (uint8_t)slot, (uint8_t)__builtin_ctz(warps)};
        return true;
    }
    return false;
}

static scord_random_phase_t draw_phase_kind(scord_random_program_t *program) {
    enum { OF = 16 };
    static const uint8_t shares[SCORD_RANDOM_PHASE_COUNT] = {
        [SCORD_RANDOM_PHASE_MIXED] = 3,    [SCORD_RANDOM_PHASE_DUEL] = 1,
        [SCORD_RANDOM_PHASE_LOCKS] = 2,    [SCORD_RANDOM_PHASE_FENCES] = 1,
        [SCORD_RANDOM_PHASE_BARRIERS] = 1, [SCORD_RANDOM_PHASE_CHURN] = 1,
        [SCORD_RANDOM_PHASE_RULES] = 6,    [SCORD_RANDOM_PHASE_BURST] = 1};
    for (;;) {
        uint32_t phase = 0;
        for (uint32_t point = below(program, OF); point >= shares[phase]; phase++)
            point -= shares[phase];
        if (!program->knobs.phases || program->knobs.phases >> phase & 1)
            return (scord_random_phase_t)phase;
    }
}

/* Two warps of one block and one of another, where there are such. */
static void draw_rule_parties(scord_random_program_t *program) {
    party_t *party = program->parties, found;
    program->party_count = draw_resident(program, &party[0]);
    for (unsigned attempt = 0, wanted = 1; program->party_count && attempt < 32 && wanted < 3;
         attempt++) {
        if (!draw_resident(program, &found)) return;
        const bool same_block = found.sm == party[0].sm && found.slot == party[0].slot;
        if (same_block ? found.warp == party[0].warp : wanted < 2 && attempt < 16) continue;
        if (same_block && wanted != 1) continue;
        program->parties[program->party_count++] = found;
        wanted = same_block ? 2 : 3;
    }
}

static void draw_parties(scord_random_program_t *program) {
    program->party_count = 0;
    const unsigned parties = 2 + below(program, SCORD_RANDOM_PARTIES - 1);
    for (unsigned i = 0; i < parties; i++)
        program->party_count += draw_resident(program, &program->parties[program->party_count]);
}

static void draw_phase(scord_random_program_t *program) {
    static const uint8_t rule_strength[] = {64, 62, 56, 32};
    program->phase = draw_phase_kind(program);
    program->phase_left = 16 + below(program, 80);
    program->phase_words = program->phase == SCORD_RANDOM_PHASE_MIXED
                               ? SCORD_RANDOM_WORDS
                               : 1 + below(program,
                                           program->phase == SCORD_RANDOM_PHASE_RULES ? 2 : 4);
    program->phase_strong = program->phase == SCORD_RANDOM_PHASE_RULES
                                ? rule_strength[below(program, 4)]
                                : 40;
    program->party_count = 0; /* every warp takes part */
    if (program->phase == SCORD_RANDOM_PHASE_RULES)
        draw_rule_parties(program);
    else if (program->phase != SCORD_RANDOM_PHASE_MIXED &&
             program->phase != SCORD_RANDOM_PHASE_CHURN &&
             program->phase != SCORD_RANDOM_PHASE_BURST)
        draw_parties(program);
}

static bool still_active(const scord_random_program_t *program, const party_t *party) {
    const block_t *block = &program->blocks[party->sm][party->slot];
    return block->resident && (block->live & ~block->waiting) >> party->warp & 1;
}

static bool all_active(const scord_random_program_t *program) {
    bool all = program->party_count != 0;
    for (unsigned i = 0; i < program->party_count; i++)
        all &= still_active(program, &program->parties[i]);
    return all;
}

bool scord_random_draw_party(scord_random_program_t *program, party_t *party) {
    if (program->party_count) {
        *party = program->parties[below(program, program->party_count)];
        if (still_active(program, party)) return true;
    }
    return draw_resident(program, party);
}

/* ---- phase one: steps ---- */

static uint64_t draw_word(scord_random_program_t *program) {
    return program->words[below(program, program->phase_words)];
}

/* Lanes side by side, 32 segments, or any; from any tracked word on. */
static void draw_burst(scord_random_program_t *program, step_t *step) {
    static const uint8_t sizes[] = {4, 4, 4, 8, 16},
                         strides[] = {SCORD_SEGMENT_BYTES, SCORD_SEGMENT_BYTES + SCORD_WORD_BYTES,
                                      64};
    step->size = sizes[below(program, 5)];
    step->lanes = chance(program, 48) ? UINT32_MAX
                                      : (uint32_t)scord_random_next(&program->random) | 1u;
    step->stride = chance(program, 44) ? step->size : strides[below(program, 3)];
    step->address = program->tracked_base +
                    SCORD_WORD_BYTES * below_power(program, program->log2_tracked_words);
    if (chance(program, 40))
        step->address = step->address / SCORD_SEGMENT_BYTES * SCORD_SEGMENT_BYTES;
}

/* One lane; now and then any lanes, side by side, strided, or all on one word, and wide. */
static void draw_lanes(scord_random_program_t *program, step_t *step) {
    static const uint8_t sizes[] = {4, 4, 4, 4, 1, 2, 8, 16};
    static const uint8_t strides[] = {0, 4, 4, 8, 16, 36, 128, 132};
    const bool wide = program->phase == SCORD_RANDOM_PHASE_MIXED && chance(program, 20);
    step->size = wide ? sizes[below(program, 8)] : 4;
    step->lanes = wide ? (uint32_t)scord_random_next(&program->random) >> below(program, 28) | 1u
                       : 1u << below(program, 32);
    step->stride = wide ? strides[below(program, 8)] : 0;
    step->address = draw_word(program);
}

static void draw_pattern(scord_random_program_t *program, step_t *step) {
    if (program->phase == SCORD_RANDOM_PHASE_BURST)
        draw_burst(program, step);
    else
        draw_lanes(program, step);
    step->address = step->address / step->size * step->size;
    step->stride = step->stride / step->size * step->size;
    if (step->size == 1) step->address += below(program, 4);
}

static void put_party(step_t *step, const party_t *party) {
    step->sm = party->sm;
    step->slot = party->slot;
    step->warp = party->warp;
}

/* Of 977 instructions, spread over all values that a PC may have. */
uint32_t scord_random_pc(scord_random_program_t *program) {
    return program->next_pc++ % 977 * UINT32_C(0x9e3779b1);
}

uint8_t scord_random_scope(scord_random_program_t *program) {
    static const uint8_t scopes[] = {SCORD_SCOPE_DEVICE, SCORD_SCOPE_DEVICE, SCORD_SCOPE_DEVICE,
                                     SCORD_SCOPE_BLOCK,  SCORD_SCOPE_BLOCK,  SCORD_SCOPE_BLOCK,
                                     SCORD_SCOPE_BLOCK,  SCORD_SCOPE_SYSTEM};
    return scopes[below(program, 8)];
}

/* The party's next step is a fence: in the same breath, as programs do. */
static void draw_follow(scord_random_program_t *program, const party_t *party, uint32_t of_64) {
    program->follow = chance(program, of_64);
    program->follower = *party;
}

static void draw_atomic(scord_random_program_t *program, step_t *step) {
    step->strong = 1;
    step->scope = scord_random_scope(program);
    step->atomic_kind = (uint8_t)(1 + below(program, SCORD_ATOMIC_KIND_COUNT - 1));
    if (step->size == 8) return;
    step->size = 4; /* atomics are on 4 or 8 bytes */
    step->address = step->address / 4 * 4;
    step->stride = step->stride / 4 * 4;
}

static bool draw_access(scord_random_program_t *program, step_t *step) {
    static const step_kind_t kinds[] = {STEP_LOAD, STEP_STORE, STEP_ATOMIC};
    party_t party;
    if (!scord_random_draw_party(program, &party)) return false;
    put_party(step, &party);
    draw_pattern(program, step);
    const bool untracked = step->kind == STEP_UNTRACKED;
    if (untracked) step->kind = kinds[below(program, 3)];
    step->strong = chance(program, program->phase_strong);
    step->scope = step->strong && chance(program, 32)
                      ? scord_random_scope(program)
                      : SCORD_SCOPE_DEVICE; /* volatile is of device scope */
    if (step->kind == STEP_ATOMIC) draw_atomic(program, step);
    if (untracked)
        step->address ^= UINT64_C(1) << (2 + program->log2_tracked_words + below(program, 8));
    step->address &= (UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1;
    if (program->phase == SCORD_RANDOM_PHASE_RULES || program->phase == SCORD_RANDOM_PHASE_DUEL)
        draw_follow(program, &party, 24);
    return true;
}

static bool draw_fence(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!scord_random_draw_party(program, &party)) return false;
    put_party(step, &party);
    step->scope = scord_random_scope(program);
    /* 64 fences bring a counter round (D9) */
    const bool wrap = program->phase == SCORD_RANDOM_PHASE_FENCES && chance(program, 6);
    step->repeats = wrap ? (1u << SCORD_FENCE_ID_WIDTH) - 1 + below(program, 3) : 1;
    step->lanes = UINT32_MAX;
    return true;
}

static bool draw_lock(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!scord_random_draw_party(program, &party)) return false;
    put_party(step, &party);
    step->scope = scord_random_scope(program);
    step->success = chance(program, 48);
    step->size = 4;
    step->address = program->locks[below(
        program, program->phase == SCORD_RANDOM_PHASE_RULES ? 3 : SCORD_RANDOM_LOCKS)];
    step->lanes = 1u << below(program, 32);
    if (chance(program, 4)) { /* several lanes, a lock each (D17: ascending lane) */
        step->lanes |= 1u << below(program, 32) | 1u << below(program, 32);
        step->stride = 4;
        step->address = program->locks[0];
    }
    if (step->kind == STEP_ACQUIRE_LOCK) draw_follow(program, &party, 40);
    return true;
}

static bool draw_launch(scord_random_program_t *program, step_t *step) {
    const unsigned sm = below(program, program->config.num_sms),
                   slot = below(program, program->config.blocks_per_sm);
    const uint32_t all = program->config.warps_per_sm == 32
                             ? UINT32_MAX
                             : (1u << program->config.warps_per_sm) - 1;
    uint32_t taken = 0;
    if (program->blocks[sm][slot].resident) return false;
    for (unsigned other = 0; other < program->config.blocks_per_sm; other++)
        if (program->blocks[sm][other].resident) taken |= program->blocks[sm][other].warps;
    const uint32_t warps = all & ~taken & (uint32_t)(scord_random_next(&program->random) >> 16);
    if (!warps) return false;
    step->sm = (uint8_t)sm;
    step->slot = (uint8_t)slot;
    step->warps = warps;
    program->blocks[sm][slot] = (block_t){true, warps, warps, 0};
    return true;
}

/* A block leaves, or one of its warps does; barriers ignore exited warps (D4). */
static bool draw_exit(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!draw_resident(program, &party)) return false;
    put_party(step, &party);
    block_t *block = &program->blocks[party.sm][party.slot];
    step->warps = step->kind == STEP_EXIT ? block->live : 1u << party.warp;
    if (step->kind == STEP_WARP_EXIT && block->live == step->warps) step->kind = STEP_EXIT;
    block->live &= ~step->warps;
    if (step->kind == STEP_EXIT) block->resident = false;
    step->success = block->resident && block->waiting &&
                    block->waiting == block->live; /* the barrier releases now */
    if (step->success) block->waiting = 0;
    return true;
}

static bool draw_arrive(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!scord_random_draw_party(program, &party)) return false;
    put_party(step, &party);
    block_t *block = &program->blocks[party.sm][party.slot];
    assert(block->resident && !(block->waiting & ~block->live));
    block->waiting |= 1u << party.warp;
    step->success = block->waiting == block->live;
    if (step->success) block->waiting = 0;
    return true;
}

/* The whole block, many times: BarrierID wraps after 256 (D9). */
static bool draw_barriers(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!scord_random_draw_party(program, &party)) return false;
    put_party(step, &party);
    const block_t *block = &program->blocks[party.sm][party.slot];
    if (block->waiting || __builtin_popcount(block->live) > 2) return false;
    step->warps = block->live;
    step->repeats = (1u << SCORD_BARRIER_ID_WIDTH) - 2 + below(program, 5);
    return true;
}

/* Every active warp of the block but one waits: priorities grow (BAWS). */
static bool draw_gather(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!draw_resident(program, &party)) return false;
    put_party(step, &party);
    block_t *block = &program->blocks[party.sm][party.slot];
    step->warps = block->live & ~block->waiting & ~(1u << party.warp);
    block->waiting |= step->warps;
    return step->warps != 0;
}

static void draw_following_fence(scord_random_program_t *program, step_t *step) {
    *step = (step_t){
        .kind = STEP_FENCE, .pc = scord_random_pc(program), .repeats = 1, .lanes = UINT32_MAX};
    put_party(step, &program->follower);
    step->scope = scord_random_scope(program);
    program->follow = false;
}

static bool draw_kind(scord_random_program_t *program, step_t *step) {
    switch (step->kind) {
    case STEP_LAUNCH: return draw_launch(program, step);
    case STEP_EXIT:
    case STEP_WARP_EXIT: return draw_exit(program, step);
    case STEP_FENCE: return draw_fence(program, step);
    case STEP_ACQUIRE_LOCK:
    case STEP_RELEASE_LOCK: return draw_lock(program, step);
    case STEP_ARRIVE: return draw_arrive(program, step);
    case STEP_BARRIERS: return draw_barriers(program, step);
    case STEP_GATHER: return draw_gather(program, step);
    default: return draw_access(program, step);
    }
}

static step_kind_t draw_step_kind(scord_random_program_t *program) {
    const uint8_t *weight = weights[program->phase];
    uint32_t total = 0, kind = 0;
    for (unsigned i = 0; i < STEP_KIND_COUNT; i++) total += weight[i];
    assert(total > 0);
    for (uint32_t point = below(program, total); point >= weight[kind]; kind++)
        point -= weight[kind];
    assert(kind < STEP_KIND_COUNT);
    return (step_kind_t)kind;
}

static void draw_step(scord_random_program_t *program, step_t *step) {
    if (!program->kernel_open) {
        draw_kernel(program, step);
        return;
    }
    if (program->play_next < program->play_count) {
        assert(program->play_count <= SCORD_RANDOM_PLAY);
        *step = program->play[program->play_next++];
        return;
    }
    if (program->follow && still_active(program, &program->follower)) {
        draw_following_fence(program, step);
        return;
    }
    if (!program->phase_left--) draw_phase(program);
    if (program->phase == SCORD_RANDOM_PHASE_RULES && all_active(program) && chance(program, 48)) {
        scord_random_draw_play(program);
        *step = program->play[program->play_next++];
        return;
    }
    for (;;) { /* ends: launches are possible whenever nothing else is */
        *step = (step_t){.kind = draw_step_kind(program), .pc = scord_random_pc(program)};
        if (draw_kind(program, step)) return;
        *step = (step_t){.kind = STEP_LAUNCH};
        if (draw_launch(program, step)) return;
        if (chance(program, 4)) draw_phase(program);
    }
}

void scord_random_draw_step(scord_random_program_t *program, step_t *step) {
    const bool threads = program->config.independent_threads && program->kernel_open;
    if (threads && scord_random_draw_convergence(program, step)) return;
    draw_step(program, step);
    if (threads) scord_random_draw_threads(program, step);
}
