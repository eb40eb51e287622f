/* SPDX-License-Identifier: Apache-2.0 */
/* random_lower.c: phase two: each step to its events; nothing here draws.
 *
 * What must vary without a draw of its own (values, semantics, lengths of rows of fences) is a hash
 * of the step (facts_of), so that a configuration key that adds such facts leaves the steps of
 * every seed as they are.
 *
 * Invariant: the events of a step fit `pending` (SCORD_RANDOM_PENDING, the longest row).
 */
#include <assert.h>
#include "cosim/random/random_internal.h"

#include <string.h>

static const char *const step_names[STEP_KIND_COUNT] = {
    "kernel", "launch",   "exit",   "warp_exit",    "load",
    "store",  "atomic",   "fences", "acquire_lock", "release_lock",
    "arrive", "barriers", "gather", "untracked",    "convergence"};

void scord_random_print_step(const scord_random_program_t *program, const step_t *step) {
    if (step->kind == STEP_KERNEL) {
        fprintf(program->print, "%-12s %u tracked_base=0x%llx log2_tracked_words=%u steps=%u\n",
                step_names[step->kind], program->kernel, (unsigned long long)program->tracked_base,
                program->log2_tracked_words, program->steps_left);
        return;
    }
    fprintf(program->print,
            "%-12s sm=%u slot=%u warp=%u scope=%s strong=%u size=%u address=0x%llx stride=%llu "
            "lanes=0x%x warps=0x%x repeats=%u %s%s\n",
            step_names[step->kind], step->sm, step->slot, step->warp, scord_scope_name(step->scope),
            step->strong, step->size, (unsigned long long)step->address,
            (unsigned long long)step->stride, step->lanes, step->warps, step->repeats,
            step->kind == STEP_ATOMIC ? scord_atomic_kind_name(step->atomic_kind) : "",
            step->success ? " success" : "");
}

static scord_event_t *emit(scord_random_program_t *program, scord_event_kind_t kind) {
    assert(program->pending_count < SCORD_RANDOM_PENDING);
    scord_event_t *event = &program->pending[program->pending_count++];
    memset(event, 0,
           kind == SCORD_EVENT_KIND_ACCESS ? sizeof *event
                                           : offsetof(scord_event_t, access.returned));
    event->kind = kind;
    event->cycle = program->produced + program->pending_count - 1;
    return event;
}

static void emit_warp(scord_random_program_t *program, scord_event_kind_t kind, const step_t *step,
                      unsigned warp) {
    scord_event_t *event = emit(program, kind);
    assert(step->sm < SCORD_MAX_SMS && step->slot < SCORD_MAX_BLOCKS_PER_SM);
    event->warp.sm = step->sm;
    event->warp.slot = step->slot;
    if (kind == SCORD_EVENT_KIND_BARRIER_ARRIVE || kind == SCORD_EVENT_KIND_WARP_EXIT)
        event->warp.warp = (uint8_t)warp;
    if (kind == SCORD_EVENT_KIND_BARRIER_ARRIVE) event->warp.pc = step->pc;
}

static void lower_kernel(scord_random_program_t *program) {
    scord_event_t *event = emit(program, SCORD_EVENT_KIND_KERNEL_BEGIN);
    event->kernel_begin = (scord_event_kernel_begin_t){
        .kernel = program->kernel,
        .grid = {UINT16_MAX, 1, 1},
        .block = {SCORD_THREADS_PER_WARP * SCORD_MAX_WARPS_PER_SM, 1, 1},
        .tracked_base = program->tracked_base,
        .log2_tracked_words = program->log2_tracked_words,
        .name = "random"};
    program->next_cta = 0;
    program->kernel_open = true;
}

static void lower_launch(scord_random_program_t *program, const step_t *step) {
    scord_event_t *event = emit(program, SCORD_EVENT_KIND_BLOCK_LAUNCH);
    event->block_launch = (scord_event_block_launch_t){
        .sm = step->sm,
        .slot = step->slot,
        .warps = step->warps,
        .cta = {program->next_cta++, 0, 0},
        .threads = (uint32_t)__builtin_popcount(step->warps) * SCORD_THREADS_PER_WARP};
}

static void lower_exit(scord_random_program_t *program, const step_t *step) {
    for (uint32_t warps = step->warps; warps; warps &= warps - 1)
        emit_warp(program, SCORD_EVENT_KIND_WARP_EXIT, step, (unsigned)__builtin_ctz(warps));
    if (step->kind == STEP_EXIT)
        emit_warp(program, SCORD_EVENT_KIND_BLOCK_EXIT, step, 0);
    else if (step->success)
        emit_warp(program, SCORD_EVENT_KIND_BARRIER_RELEASE, step, 0);
}

/* Drawn from the step alone. */
static uint64_t facts_of(const step_t *step) {
    return ((step->address * 31 + step->pc) * 31 + step->lanes + step->warp +
            ((uint64_t)step->scope << 8)) *
           UINT64_C(0x9e3779b97f4a7c15);
}

/* With acquire_release rows of fences that wrap the 6-bit fence ID are now and then long enough
 * that a few of them wrap the 12-bit release number, too (D62). */
_Static_assert(((1 << SCORD_FENCE_ID_WIDTH) + 1) << 4 <= SCORD_RANDOM_PENDING,
               "the longest row fits");
static uint32_t fences_of(const scord_random_program_t *program, const step_t *step) {
    const bool wrap = program->config.acquire_release && step->repeats > 1 &&
                      (facts_of(step) >> 32) % 4 == 0;
    return wrap ? step->repeats << 4 : step->repeats;
}

/* With acquire_release: what a synchronising access, or a fence, says of itself (D60). Drawn from
 * the step alone, so that other machines see the programs that they always saw, and shrinking
 * changes nothing. */
static uint8_t stated_semantics(const scord_random_program_t *program, const step_t *step,
                                scord_op_t op) {
    static const uint8_t of_op[][8] = {
        [SCORD_OP_LOAD] = {SCORD_SEMANTICS_ACQUIRE, SCORD_SEMANTICS_ACQUIRE,
                           SCORD_SEMANTICS_RELAXED, SCORD_SEMANTICS_SEQ_CST,
                           SCORD_SEMANTICS_ACQUIRE, SCORD_SEMANTICS_NONE, SCORD_SEMANTICS_ACQUIRE,
                           SCORD_SEMANTICS_RELAXED},
        [SCORD_OP_STORE] = {SCORD_SEMANTICS_RELEASE, SCORD_SEMANTICS_RELEASE,
                            SCORD_SEMANTICS_RELAXED, SCORD_SEMANTICS_SEQ_CST,
                            SCORD_SEMANTICS_RELEASE, SCORD_SEMANTICS_NONE, SCORD_SEMANTICS_RELEASE,
                            SCORD_SEMANTICS_RELAXED},
        [SCORD_OP_ATOMIC] = {SCORD_SEMANTICS_ACQUIRE, SCORD_SEMANTICS_RELEASE,
                             SCORD_SEMANTICS_RELAXED, SCORD_SEMANTICS_SEQ_CST,
                             SCORD_SEMANTICS_ACQ_REL, SCORD_SEMANTICS_NONE, SCORD_SEMANTICS_NONE,
                             SCORD_SEMANTICS_RELAXED}};
    if (!program->config.acquire_release) return SCORD_SEMANTICS_NONE;
    return of_op[op][facts_of(step) >> 61];
}

static void lower_fence(scord_random_program_t *program, const step_t *step) {
    for (uint32_t i = 0; i < fences_of(program, step); i++) {
        scord_event_t *event = emit(program, SCORD_EVENT_KIND_FENCE);
        event->fence = (scord_event_fence_t){.sm = step->sm,
                                             .slot = step->slot,
                                             .warp = step->warp,
                                             .scope = step->scope,
                                             .pc = step->pc,
                                             .mask = step->lanes};
        const uint8_t semantics = stated_semantics(program, step, SCORD_OP_ATOMIC);
        if (semantics != SCORD_SEMANTICS_RELAXED) event->fence.semantics = semantics;
    }
}

static void lower_barriers(scord_random_program_t *program, const step_t *step) {
    for (uint32_t i = 0; i < step->repeats; i++) {
        for (uint32_t warps = step->warps; warps; warps &= warps - 1)
            emit_warp(program, SCORD_EVENT_KIND_BARRIER_ARRIVE, step,
                      (unsigned)__builtin_ctz(warps));
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

/* The lanes that go on together are no lane's business but the front end's: all of them, in a
 * diverge record. */
static void lower_convergence(scord_random_program_t *program, const step_t *step) {
    for (uint32_t i = 0; i < step->repeats; i++) {
        scord_event_t *event = emit(program, step->lanes ? SCORD_EVENT_KIND_RECONVERGE
                                                         : SCORD_EVENT_KIND_DIVERGE);
        event->warp = (scord_event_warp_t){.sm = step->sm,
                                           .slot = step->slot,
                                           .warp = step->warp,
                                           .pc = step->pc,
                                           .mask = step->lanes ? step->lanes : UINT32_MAX};
    }
}

static scord_event_access_t *lower_addresses(scord_random_program_t *program, const step_t *step) {
    scord_event_access_t *access = &emit(program, SCORD_EVENT_KIND_ACCESS)->access;
    access->sm = step->sm;
    access->slot = step->slot;
    access->warp = step->warp;
    access->scope = step->scope;
    access->strong = step->strong;
    if (step->strong && step->kind != STEP_ATOMIC && step->scope != SCORD_SCOPE_DEVICE)
        access->semantics = SCORD_SEMANTICS_RELAXED; /* D6: ld.relaxed.cta */
    access->size = step->size;
    access->pc = step->pc;
    access->mask = step->lanes;
    unsigned nth = 0;
    for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1, nth++)
        access->address[__builtin_ctz(lanes)] = (step->address + nth * step->stride) &
                                                ((UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1);
    return access;
}

/* Neither a lock nor an unlock: no value is 0 or 1; on 8 bytes values whose low halves alone would
 * be a lock's (D34). */
static void lower_operands(scord_event_access_t *access, unsigned lane) {
    assert(lane < SCORD_THREADS_PER_WARP);
    const uint64_t high = UINT64_C(1) << 32;
    const bool cas = access->atomic_kind == SCORD_ATOMIC_KIND_CAS, wide = access->size == 8;
    const uint32_t any = (access->pc + lane) * UINT32_C(0x85ebca6b) | 2; /* neither 0 nor 1 */
    access->returned[lane] = wide ? 0 : any >> 1;
    access->value[lane] = wide ? (cas ? high | 1 : high) : any;
    access->compare[lane] = cas && !wide ? ~any | 2 : 0;
}

/* Lanes on one place write different values to all or some of its words (D72): by the pc, which
 * spreads over all values, so that no number of the generator is used up. */
static void lower_differ(const scord_random_program_t *program, const step_t *step,
                         scord_event_access_t *access) {
    const unsigned words = access->size > SCORD_WORD_BYTES ? access->size / SCORD_WORD_BYTES : 1;
    if (!program->config.independent_threads || step->kind != STEP_STORE || step->stride != 0 ||
        access->semantics != SCORD_SEMANTICS_NONE || (step->lanes & (step->lanes - 1)) == 0)
        return;
    for (unsigned i = 0; i < words; i++)
        if (access->pc >> (8 + 2 * i) & 1) access->differ[i] = access->mask;
}

static void lower_access(scord_random_program_t *program, const step_t *step) {
    scord_event_access_t *access = lower_addresses(program, step);
    access->op = step->kind == STEP_ATOMIC  ? SCORD_OP_ATOMIC
                 : step->kind == STEP_STORE ? SCORD_OP_STORE
                                            : SCORD_OP_LOAD;
    const uint8_t stated = access->strong ? stated_semantics(program, step, (scord_op_t)access->op)
                                          : SCORD_SEMANTICS_NONE;
    if (stated != SCORD_SEMANTICS_NONE) access->semantics = stated;
    lower_differ(program, step, access);
    if (step->kind != STEP_ATOMIC) return;
    access->atomic_kind = step->atomic_kind;
    access->has_returned = access->has_operands = 1;
    for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1)
        lower_operands(access, (unsigned)__builtin_ctz(lanes));
}

static void lower_lock(scord_random_program_t *program, const step_t *step) {
    const bool acquire = step->kind == STEP_ACQUIRE_LOCK;
    scord_event_access_t *access = lower_addresses(program, step);
    access->op = SCORD_OP_ATOMIC;
    access->atomic_kind = acquire ? SCORD_ATOMIC_KIND_CAS : SCORD_ATOMIC_KIND_EXCH;
    access->strong = access->has_returned = access->has_operands = 1;
    access->semantics = stated_semantics(program, step, SCORD_OP_ATOMIC);
    for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        access->value[lane] =
            acquire ||
            !step->success; /* CAS 0→1; Exch 0, or now and then an Exch 1 that is no release */
        access->returned[lane] = acquire ? !step->success : 1;
    }
}

void scord_random_lower(scord_random_program_t *program, const step_t *step) {
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
    case STEP_CONVERGENCE: lower_convergence(program, step); break;
    default: lower_access(program, step); break;
    }
}

void scord_random_lower_kernel_end(scord_random_program_t *program) {
    emit(program, SCORD_EVENT_KIND_KERNEL_END)->kernel_begin.kernel = program->kernel++;
    program->kernel_open = false;
}
