/* random_program.c: draw_* functions choose a step; lower_* functions turn it into events; nothing else draws.
 *
 * A program moves through phases; each has its own weights of steps and its own small set of warps and words, because
 * races, refined locksets and shared states need the same few warps to meet on the same few words.
 */
#include "random_program.h"

#include <stdlib.h>
#include <string.h>

#include "random_source.h"

enum { WORDS = 24, LOCKS = 7, PARTIES = 4, REPEATS_MAX = 260, PENDING_MAX = 4 * REPEATS_MAX + 64 };

typedef enum step_kind {
    STEP_KERNEL, STEP_LAUNCH, STEP_EXIT, STEP_WARP_EXIT, STEP_LOAD, STEP_STORE, STEP_ATOMIC, STEP_FENCE, STEP_ACQUIRE_LOCK,
    STEP_RELEASE_LOCK, STEP_ARRIVE, STEP_BARRIERS, STEP_GATHER, STEP_UNTRACKED, STEP_KIND_COUNT
} step_kind_t;

static const char *const step_names[STEP_KIND_COUNT] = {
    "kernel", "launch", "exit", "warp_exit", "load", "store", "atomic", "fences", "acquire_lock",
    "release_lock", "arrive", "barriers", "gather", "untracked"};

/* Phase one's product: everything phase two needs. Unused members are 0. */
typedef struct step {
    step_kind_t kind;
    uint8_t sm, slot, warp;
    uint8_t scope, strong, atomic_kind, size, success;
    uint32_t warps, lanes, repeats, pc;
    uint64_t address, stride;
} step_t;

typedef enum phase { PHASE_MIXED, PHASE_DUEL, PHASE_LOCKS, PHASE_FENCES, PHASE_BARRIERS, PHASE_CHURN, PHASE_COUNT } phase_t;

/* Weights of the steps by phase. */
static const uint8_t weights[PHASE_COUNT][STEP_KIND_COUNT] = {
    [PHASE_MIXED] = {[STEP_LAUNCH] = 2, [STEP_EXIT] = 1, [STEP_WARP_EXIT] = 1, [STEP_LOAD] = 18, [STEP_STORE] = 14, [STEP_ATOMIC] = 10,
                     [STEP_FENCE] = 12, [STEP_ACQUIRE_LOCK] = 6, [STEP_RELEASE_LOCK] = 5, [STEP_ARRIVE] = 8, [STEP_GATHER] = 4, [STEP_UNTRACKED] = 1},
    [PHASE_DUEL] = {[STEP_LOAD] = 24, [STEP_STORE] = 12, [STEP_ATOMIC] = 8, [STEP_FENCE] = 12, [STEP_ARRIVE] = 3},
    [PHASE_LOCKS] = {[STEP_LOAD] = 16, [STEP_STORE] = 12, [STEP_ATOMIC] = 2, [STEP_FENCE] = 10, [STEP_ACQUIRE_LOCK] = 14, [STEP_RELEASE_LOCK] = 10},
    [PHASE_FENCES] = {[STEP_LOAD] = 6, [STEP_STORE] = 8, [STEP_FENCE] = 14},
    [PHASE_BARRIERS] = {[STEP_LOAD] = 6, [STEP_STORE] = 8, [STEP_ARRIVE] = 20, [STEP_BARRIERS] = 1},
    [PHASE_CHURN] = {[STEP_LAUNCH] = 10, [STEP_EXIT] = 8, [STEP_WARP_EXIT] = 4, [STEP_LOAD] = 8, [STEP_STORE] = 8, [STEP_FENCE] = 4,
                     [STEP_ACQUIRE_LOCK] = 3, [STEP_ARRIVE] = 4},
};

typedef struct block {
    bool resident;
    uint32_t warps, live, waiting;
} block_t;

typedef struct party {
    uint8_t sm, slot, warp;
} party_t;

struct scord_random_program {
    scord_config_t config;
    scord_random_knobs_t knobs;
    scord_random_t random;
    FILE *print;
    block_t blocks[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
    uint64_t tracked_base, words[WORDS], locks[LOCKS];
    uint32_t log2_tracked_words, kernel, steps_left, next_cta, next_pc;
    phase_t phase;
    uint32_t phase_left, phase_words, party_count;
    party_t parties[PARTIES];
    uint64_t produced;
    bool kernel_open, finished;
    /* events of the step being lowered */
    scord_event_t *pending;
    unsigned pending_count, pending_next;
};

static uint32_t below(scord_random_program_t *program, uint32_t bound) { return scord_random_below(&program->random, bound); }
static bool chance(scord_random_program_t *program, uint32_t of_64) { return below(program, 64) < of_64; }

/* ---- phase one: kernels and phases ----------------------------------------------------------------------------------- */

/* Words of a few index/tag pairs, so that aliases of one metadata entry meet (D23), some of them neighbours. */
static void draw_words(scord_random_program_t *program) {
    const uint32_t total = 1u << program->log2_tracked_words, entries = total >> program->config.log2_cache_ratio;
    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t index = below(program, entries), tag = below(program, total / entries);
        uint32_t word = chance(program, 16) ? below(program, total) : index % 16 % entries + tag * entries;
        if (i && chance(program, 24)) word = (uint32_t)((program->words[i - 1] - program->tracked_base) / SCORD_WORD_BYTES + 1) % total;
        program->words[i] = program->tracked_base + (uint64_t)word * SCORD_WORD_BYTES;
    }
}

/* Lock words: neighbours, and pairs whose folded hashes collide (D21: chunks of 6 bits above the word offset). */
static void draw_locks(scord_random_program_t *program) {
    const uint64_t first = program->words[0] & ~UINT64_C(127);
    for (unsigned i = 0; i < LOCKS; i++) program->locks[i] = first + 4 * i;
    program->locks[LOCKS - 1] = first ^ (UINT64_C(1) << 2) ^ (UINT64_C(1) << (2 + SCORD_LOCK_HASH_WIDTH)); /* same hash as first */
    program->locks[LOCKS - 2] = program->words[1];
}

static void draw_kernel(scord_random_program_t *program, step_t *step) {
    program->log2_tracked_words = program->knobs.log2_tracked_words ? program->knobs.log2_tracked_words : 7 + below(program, 5);
    const uint64_t bytes = (uint64_t)SCORD_WORD_BYTES << program->log2_tracked_words;
    program->tracked_base = (scord_random_next(&program->random) & ((UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1)) / bytes * bytes;
    draw_words(program);
    draw_locks(program);
    memset(program->blocks, 0, sizeof program->blocks);
    const uint32_t mean = program->knobs.steps_per_kernel ? program->knobs.steps_per_kernel : 400;
    program->steps_left = mean / 2 + below(program, mean) + 1;
    program->phase_left = 0;
    *step = (step_t){.kind = STEP_KERNEL};
}

static bool draw_resident(scord_random_program_t *program, party_t *party) {
    for (unsigned attempt = 0; attempt < 32; attempt++) {
        const unsigned sm = below(program, program->config.num_sms), slot = below(program, program->config.blocks_per_sm);
        const block_t *block = &program->blocks[sm][slot];
        if (!block->resident || !(block->live & ~block->waiting)) continue;
        uint32_t warps = block->live & ~block->waiting;
        for (unsigned skip = below(program, (uint32_t)__builtin_popcount(warps)); skip; skip--) warps &= warps - 1;
        *party = (party_t){(uint8_t)sm, (uint8_t)slot, (uint8_t)__builtin_ctz(warps)};
        return true;
    }
    return false;
}

static void draw_phase(scord_random_program_t *program) {
    program->phase = (phase_t)below(program, PHASE_COUNT);
    program->phase_left = 16 + below(program, 80);
    program->phase_words = program->phase == PHASE_MIXED ? WORDS : 1 + below(program, 4);
    program->party_count = 0;
    if (program->phase == PHASE_MIXED || program->phase == PHASE_CHURN) return; /* every warp takes part */
    const unsigned parties = 2 + below(program, PARTIES - 1);
    for (unsigned i = 0; i < parties; i++) program->party_count += draw_resident(program, &program->parties[program->party_count]);
}

static bool still_active(const scord_random_program_t *program, const party_t *party) {
    const block_t *block = &program->blocks[party->sm][party->slot];
    return block->resident && (block->live & ~block->waiting) >> party->warp & 1;
}

static bool draw_party(scord_random_program_t *program, party_t *party) {
    if (program->party_count) {
        *party = program->parties[below(program, program->party_count)];
        if (still_active(program, party)) return true;
    }
    return draw_resident(program, party);
}

/* ---- phase one: steps ------------------------------------------------------------------------------------------------- */

static uint64_t draw_word(scord_random_program_t *program) { return program->words[below(program, program->phase_words)]; }

/* One lane, all lanes side by side, strided, or all on one word; now and then wide. */
static void draw_pattern(scord_random_program_t *program, step_t *step) {
    static const uint8_t sizes[] = {4, 4, 4, 4, 1, 2, 8, 16};
    static const uint8_t strides[] = {0, 4, 4, 8, 16, 36, 128, 132};
    const bool wide = program->phase == PHASE_MIXED && chance(program, 20);
    step->size = wide ? sizes[below(program, 8)] : 4;
    step->lanes = wide ? (uint32_t)scord_random_next(&program->random) >> below(program, 28) | 1u : 1u << below(program, 32);
    step->stride = wide ? strides[below(program, 8)] : 0;
    step->address = draw_word(program) / step->size * step->size;
    step->stride = step->stride / step->size * step->size;
    if (step->size == 1) step->address += below(program, 4);
}

static void put_party(step_t *step, const party_t *party) {
    step->sm = party->sm;
    step->slot = party->slot;
    step->warp = party->warp;
}

static uint8_t draw_scope(scord_random_program_t *program) {
    static const uint8_t scopes[] = {SCORD_SCOPE_DEVICE, SCORD_SCOPE_DEVICE, SCORD_SCOPE_DEVICE, SCORD_SCOPE_BLOCK,
                                     SCORD_SCOPE_BLOCK, SCORD_SCOPE_BLOCK, SCORD_SCOPE_BLOCK, SCORD_SCOPE_SYSTEM};
    return scopes[below(program, 8)];
}

static bool draw_access(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!draw_party(program, &party)) return false;
    put_party(step, &party);
    draw_pattern(program, step);
    step->strong = step->kind == STEP_ATOMIC || chance(program, 40);
    step->scope = SCORD_SCOPE_DEVICE;
    if (step->kind == STEP_ATOMIC) {
        step->scope = draw_scope(program);
        step->atomic_kind = (uint8_t)(1 + below(program, SCORD_ATOMIC_KIND_COUNT - 1));
        if (step->size != 8) { /* atomics are on 4 or 8 bytes */
            step->size = 4;
            step->address = step->address / 4 * 4;
            step->stride = step->stride / 4 * 4;
        }
    }
    if (step->kind == STEP_UNTRACKED) step->address ^= UINT64_C(1) << (2 + program->log2_tracked_words + below(program, 8));
    step->address &= (UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1;
    return true;
}

static bool draw_fence(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!draw_party(program, &party)) return false;
    put_party(step, &party);
    step->scope = draw_scope(program);
    /* 64 fences bring a counter round (D9) */
    const bool wrap = program->phase == PHASE_FENCES && chance(program, 6);
    step->repeats = wrap ? (1u << SCORD_FENCE_ID_WIDTH) - 1 + below(program, 3) : 1;
    step->lanes = UINT32_MAX;
    return true;
}

static bool draw_lock(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!draw_party(program, &party)) return false;
    put_party(step, &party);
    step->scope = draw_scope(program);
    step->success = chance(program, 48);
    step->size = 4;
    step->address = program->locks[below(program, LOCKS)];
    step->lanes = 1u << below(program, 32);
    if (chance(program, 4)) { /* several lanes, a lock each (D17: ascending lane) */
        step->lanes |= 1u << below(program, 32) | 1u << below(program, 32);
        step->stride = 4;
        step->address = program->locks[0];
    }
    return true;
}

static bool draw_launch(scord_random_program_t *program, step_t *step) {
    const unsigned sm = below(program, program->config.num_sms), slot = below(program, program->config.blocks_per_sm);
    const uint32_t all = program->config.warps_per_sm == 32 ? UINT32_MAX : (1u << program->config.warps_per_sm) - 1;
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
    step->success = block->resident && block->waiting && block->waiting == block->live; /* the barrier releases now */
    if (step->success) block->waiting = 0;
    return true;
}

static bool draw_arrive(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!draw_party(program, &party)) return false;
    put_party(step, &party);
    block_t *block = &program->blocks[party.sm][party.slot];
    block->waiting |= 1u << party.warp;
    step->success = block->waiting == block->live;
    if (step->success) block->waiting = 0;
    return true;
}

/* The whole block, many times: BarrierID wraps after 256 (D9). */
static bool draw_barriers(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!draw_party(program, &party)) return false;
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
    for (uint32_t point = below(program, total); point >= weight[kind]; kind++) point -= weight[kind];
    return (step_kind_t)kind;
}

static void draw_step(scord_random_program_t *program, step_t *step) {
    if (!program->kernel_open) {
        draw_kernel(program, step);
        return;
    }
    if (!program->phase_left--) draw_phase(program);
    for (;;) { /* ends: launches are possible whenever nothing else is */
        *step = (step_t){.kind = draw_step_kind(program), .pc = program->next_pc++ % 977};
        if (draw_kind(program, step)) return;
        *step = (step_t){.kind = STEP_LAUNCH};
        if (draw_launch(program, step)) return;
        if (chance(program, 4)) draw_phase(program);
    }
}

static void print_step(FILE *out, const step_t *step) {
    fprintf(out, "%-12s sm=%u slot=%u warp=%u scope=%s strong=%u size=%u address=0x%llx stride=%llu lanes=0x%x warps=0x%x repeats=%u %s%s\n",
            step_names[step->kind], step->sm, step->slot, step->warp, scord_scope_name(step->scope), step->strong, step->size,
            (unsigned long long)step->address, (unsigned long long)step->stride, step->lanes, step->warps, step->repeats,
            step->kind == STEP_ATOMIC ? scord_atomic_kind_name(step->atomic_kind) : "", step->success ? " success" : "");
}

/* ---- phase two: steps to events ---------------------------------------------------------------------------------------- */

static scord_event_t *emit(scord_random_program_t *program, scord_event_kind_t kind) {
    scord_event_t *event = &program->pending[program->pending_count++];
    memset(event, 0, kind == SCORD_EVENT_KIND_ACCESS ? sizeof *event : offsetof(scord_event_t, access.returned));
    event->kind = kind;
    event->cycle = program->produced + program->pending_count - 1;
    return event;
}

static void emit_warp(scord_random_program_t *program, scord_event_kind_t kind, const step_t *step, unsigned warp) {
    scord_event_t *event = emit(program, kind);
    event->warp.sm = step->sm;
    event->warp.slot = step->slot;
    if (kind == SCORD_EVENT_KIND_BARRIER_ARRIVE || kind == SCORD_EVENT_KIND_WARP_EXIT) event->warp.warp = (uint8_t)warp;
    if (kind == SCORD_EVENT_KIND_BARRIER_ARRIVE) event->warp.pc = step->pc;
}

static void lower_kernel(scord_random_program_t *program) {
    scord_event_t *event = emit(program, SCORD_EVENT_KIND_KERNEL_BEGIN);
    event->kernel_begin = (scord_event_kernel_begin_t){
        .kernel = program->kernel, .grid = {1, 1, 1}, .block = {32, 1, 1}, .tracked_base = program->tracked_base,
        .log2_tracked_words = program->log2_tracked_words, .name = "random"};
    program->next_cta = 0;
    program->kernel_open = true;
}

static void lower_launch(scord_random_program_t *program, const step_t *step) {
    scord_event_t *event = emit(program, SCORD_EVENT_KIND_BLOCK_LAUNCH);
    event->block_launch = (scord_event_block_launch_t){.sm = step->sm, .slot = step->slot, .warps = step->warps, .cta = {program->next_cta++, 0, 0},
        .threads = (uint32_t)__builtin_popcount(step->warps) * SCORD_THREADS_PER_WARP};
}

static void lower_exit(scord_random_program_t *program, const step_t *step) {
    for (uint32_t warps = step->warps; warps; warps &= warps - 1) emit_warp(program, SCORD_EVENT_KIND_WARP_EXIT, step, (unsigned)__builtin_ctz(warps));
    if (step->kind == STEP_EXIT) emit_warp(program, SCORD_EVENT_KIND_BLOCK_EXIT, step, 0);
    else if (step->success) emit_warp(program, SCORD_EVENT_KIND_BARRIER_RELEASE, step, 0);
}

static void lower_fence(scord_random_program_t *program, const step_t *step) {
    for (uint32_t i = 0; i < step->repeats; i++) {
        scord_event_t *event = emit(program, SCORD_EVENT_KIND_FENCE);
        event->fence = (scord_event_fence_t){.sm = step->sm, .slot = step->slot, .warp = step->warp, .scope = step->scope, .pc = step->pc, .mask = step->lanes};
    }
}

static void lower_barriers(scord_random_program_t *program, const step_t *step) {
    for (uint32_t i = 0; i < step->repeats; i++) {
        for (uint32_t warps = step->warps; warps; warps &= warps - 1)
            emit_warp(program, SCORD_EVENT_KIND_BARRIER_ARRIVE, step, (unsigned)__builtin_ctz(warps));
        emit_warp(program, SCORD_EVENT_KIND_BARRIER_RELEASE, step, 0);
    }
}

static void lower_arrive(scord_random_program_t *program, const step_t *step) {
    emit_warp(program, SCORD_EVENT_KIND_BARRIER_ARRIVE, step, step->warp);
    if (step->success) emit_warp(program, SCORD_EVENT_KIND_BARRIER_RELEASE, step, 0);
}

static void lower_gather(scord_random_program_t *program, const step_t *step) {
    for (uint32_t warps = step->warps; warps; warps &= warps - 1)
        emit_warp(program, SCORD_EVENT_KIND_BARRIER_ARRIVE, step, (unsigned)__builtin_ctz(warps));
}

static scord_event_access_t *lower_addresses(scord_random_program_t *program, const step_t *step) {
    scord_event_access_t *access = &emit(program, SCORD_EVENT_KIND_ACCESS)->access;
    access->sm = step->sm;
    access->slot = step->slot;
    access->warp = step->warp;
    access->scope = step->scope;
    access->strong = step->strong;
    access->size = step->size;
    access->pc = step->pc;
    access->mask = step->lanes;
    unsigned nth = 0;
    for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1, nth++)
        access->address[__builtin_ctz(lanes)] = (step->address + nth * step->stride) & ((UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1);
    return access;
}

static void lower_access(scord_random_program_t *program, const step_t *step) {
    scord_event_access_t *access = lower_addresses(program, step);
    access->op = step->kind == STEP_ATOMIC ? SCORD_OP_ATOMIC : step->kind == STEP_STORE ? SCORD_OP_STORE : SCORD_OP_LOAD;
    if (step->kind != STEP_ATOMIC) return;
    access->atomic_kind = step->atomic_kind;
    access->has_returned = access->has_operands = 1;
    for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1) { /* neither a lock nor an unlock: CAS 2→3, Exch 5 */
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        access->returned[lane] = lane;
        access->value[lane] = step->atomic_kind == SCORD_ATOMIC_KIND_CAS ? 3 : 5;
        if (step->atomic_kind == SCORD_ATOMIC_KIND_CAS) access->compare[lane] = 2;
    }
}

static void lower_lock(scord_random_program_t *program, const step_t *step) {
    const bool acquire = step->kind == STEP_ACQUIRE_LOCK;
    scord_event_access_t *access = lower_addresses(program, step);
    access->op = SCORD_OP_ATOMIC;
    access->atomic_kind = acquire ? SCORD_ATOMIC_KIND_CAS : SCORD_ATOMIC_KIND_EXCH;
    access->strong = access->has_returned = access->has_operands = 1;
    for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        access->value[lane] = acquire || !step->success; /* CAS 0→1; Exch 0, or now and then an Exch 1 that is no release */
        access->returned[lane] = acquire ? !step->success : 1;
    }
}

static void lower(scord_random_program_t *program, const step_t *step) {
    switch (step->kind) {
    case STEP_KERNEL: lower_kernel(program); break;
    case STEP_LAUNCH: lower_launch(program, step); break;
    case STEP_EXIT:
    case STEP_WARP_EXIT: lower_exit(program, step); break;
    case STEP_FENCE: lower_fence(program, step); break;
    case STEP_ACQUIRE_LOCK:
    case STEP_RELEASE_LOCK: lower_lock(program, step); break;
    case STEP_ARRIVE: lower_arrive(program, step); break;
    case STEP_BARRIERS: lower_barriers(program, step); break;
    case STEP_GATHER: lower_gather(program, step); break;
    default: lower_access(program, step); break;
    }
}

static void lower_kernel_end(scord_random_program_t *program) {
    emit(program, SCORD_EVENT_KIND_KERNEL_END)->kernel_begin.kernel = program->kernel++;
    program->kernel_open = false;
}

static void refill(scord_random_program_t *program) {
    program->pending_count = program->pending_next = 0;
    if (program->kernel_open && (program->steps_left == 0 || program->produced >= program->knobs.events)) {
        lower_kernel_end(program);
    } else if (!program->kernel_open && program->produced >= program->knobs.events) {
        program->finished = true;
    } else {
        step_t step;
        if (program->kernel_open) program->steps_left--;
        draw_step(program, &step);
        if (program->print) print_step(program->print, &step);
        lower(program, &step);
    }
}

bool scord_random_program_next(scord_random_program_t *program, scord_event_t *event) {
    if (program->pending_next == program->pending_count && !program->finished) refill(program);
    if (program->finished) return false;
    const scord_event_t *next = &program->pending[program->pending_next++];
    memcpy(event, next, next->kind == SCORD_EVENT_KIND_ACCESS ? sizeof *event : offsetof(scord_event_t, access.returned));
    event->sequence = program->produced++;
    return true;
}

void scord_random_program_print_to(scord_random_program_t *program, FILE *out) { program->print = out; }

scord_random_program_t *scord_random_program_create(const scord_config_t *config, const scord_random_knobs_t *knobs) {
    scord_random_program_t *program = calloc(1, sizeof *program);
    if (!program) return NULL;
    program->config = *config;
    program->knobs = *knobs;
    program->random = scord_random_seed(knobs->seed, 100);
    program->pending = calloc(PENDING_MAX, sizeof *program->pending);
    if (program->pending) return program;
    scord_random_program_destroy(program);
    return NULL;
}

void scord_random_program_destroy(scord_random_program_t *program) {
    if (!program) return;
    free(program->pending);
    free(program);
}
