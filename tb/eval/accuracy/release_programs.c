/* SPDX-License-Identifier: Apache-2.0 */
/* release_programs.c: random programs that hand data over by acquire and release, a stream file
 * each.
 *
 * usage: release_programs right|faulty FIRST_SEED PROGRAMS STEPS DIRECTORY
 *
 * A set of data words belongs to one warp at a time, or to many as readers. It goes on by one of
 * the idioms that CUDA programs use: a flag stored with release and loaded with acquire, an atomic
 * counter, a lock, a chain of read-modify-writes, a barrier inside the block, fence and relaxed
 * access. `right`: every idiom is whole, the scopes reach. `faulty`: every part is left out,
 * relaxed or of block scope now and then. Whether that is a race is for the oracle to say.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/event_stream.h"
#include "tb/unit/oracle/random_stream.h"

enum { BASE = 0x10000000, DATA_WORDS = 6, FLAGS = 6, BLOCKS = 4, WARPS = 3, FAULT_PERCENT = 8 };

typedef struct party {
    unsigned block, warp;
} party_t;

typedef struct program {
    uint64_t state;
    scord_stream_writer_t *writer;
    uint32_t pc;
    bool faulty, failed;
    unsigned warps;
    party_t holder;
} program_t;

static unsigned draw(program_t *p, unsigned below) { return random_below(&p->state, below); }
static bool chance(program_t *p, unsigned percent) { return draw(p, 100) < percent; }
static bool fault(program_t *p) { return p->faulty && chance(p, FAULT_PERCENT); }

static void write_event(program_t *p, scord_event_t *event) {
    scord_stream_error_t error;
    if (scord_stream_write(p->writer, event, &error) != SCORD_STREAM_OK) p->failed = true;
}

/* ---- one instruction ---- */

/* A data access, or with semantics a synchronising one; a part that a fault may leave out, relax or
 * narrow. */
typedef struct part {
    scord_op_t op;
    scord_atomic_kind_t kind;
    scord_semantics_t semantics;
    scord_scope_t scope;
    unsigned word;
} part_t;

static void access(program_t *p, party_t who, part_t part) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    const bool atomic = part.op == SCORD_OP_ATOMIC;
    event.access = (scord_event_access_t){.sm = (uint8_t)(who.block / 2),
                                          .slot = (uint8_t)(who.block % 2),
                                          .warp = (uint8_t)(who.block % 2 * WARPS + who.warp),
                                          .pc = p->pc += 8,
                                          .op = (uint8_t)part.op,
                                          .atomic_kind = (uint8_t)part.kind,
                                          .scope = (uint8_t)part.scope,
                                          .semantics = (uint8_t)part.semantics,
                                          .strong = atomic ||
                                                    part.semantics != SCORD_SEMANTICS_NONE,
                                          .size = 4,
                                          .mask = 1,
                                          .has_operands = atomic,
                                          .has_returned = atomic};
    event.access.address[0] = BASE + 4ull * part.word;
    event.access.value[0] = part.kind == SCORD_ATOMIC_KIND_EXCH &&
                                    part.semantics != SCORD_SEMANTICS_ACQUIRE
                                ? 0
                                : 1; /* a lock is freed with 0 */
    write_event(p, &event);
}

static void fence(program_t *p, party_t who, scord_semantics_t semantics, scord_scope_t scope) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FENCE};
    event.fence = (scord_event_fence_t){.sm = (uint8_t)(who.block / 2),
                                        .slot = (uint8_t)(who.block % 2),
                                        .warp = (uint8_t)(who.block % 2 * WARPS + who.warp),
                                        .pc = p->pc += 8,
                                        .scope = (uint8_t)scope,
                                        .semantics = (uint8_t)semantics,
                                        .mask = 1};
    write_event(p, &event);
}

static void barrier(program_t *p, unsigned block) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_BARRIER_RELEASE};
    event.warp = (scord_event_warp_t){.sm = (uint8_t)(block / 2), .slot = (uint8_t)(block % 2)};
    write_event(p, &event);
}

static void work(program_t *p, party_t who, bool reads_only) {
    for (unsigned n = 1 + draw(p, 3); n > 0; n--)
        access(p, who,
               (part_t){.op = reads_only || chance(p, 50) ? SCORD_OP_LOAD : SCORD_OP_STORE,
                        .word = draw(p, DATA_WORDS)});
}

/* A scope that reaches from one to the other, not always the narrowest. */
static scord_scope_t reach(program_t *p, party_t from, party_t to) {
    return from.block == to.block && chance(p, 50) ? SCORD_SCOPE_BLOCK
           : chance(p, 95)                         ? SCORD_SCOPE_DEVICE
                                                   : SCORD_SCOPE_SYSTEM;
}

/* ---- release and acquire ---- */

static unsigned flag(program_t *p) { return DATA_WORDS + draw(p, FLAGS); }

static void synchronise(program_t *p, party_t who, part_t part) {
    if (fault(p)) return;
    if (fault(p)) part.semantics = SCORD_SEMANTICS_RELAXED;
    if (fault(p)) part.scope = SCORD_SCOPE_BLOCK;
    if (chance(p, 20) && part.op != SCORD_OP_ATOMIC &&
        part.semantics != SCORD_SEMANTICS_RELAXED) { /* as a fence and a relaxed access */
        const part_t relaxed = {.op = part.op,
                                .kind = part.kind,
                                .semantics = SCORD_SEMANTICS_RELAXED,
                                .scope = part.scope,
                                .word = part.word};
        const scord_semantics_t semantics = chance(p, 50) ? SCORD_SEMANTICS_ACQ_REL
                                                          : SCORD_SEMANTICS_NONE;
        if (part.op == SCORD_OP_STORE) fence(p, who, semantics, part.scope);
        access(p, who, relaxed);
        if (part.op == SCORD_OP_LOAD) fence(p, who, semantics, part.scope);
        return;
    }
    access(p, who, part);
}

static void release(program_t *p, party_t who, unsigned word, scord_scope_t scope) {
    const bool store = chance(p, 60);
    synchronise(p, who,
                (part_t){.op = store ? SCORD_OP_STORE : SCORD_OP_ATOMIC,
                         .kind = store ? SCORD_ATOMIC_KIND_NONE : SCORD_ATOMIC_KIND_ADD,
                         .semantics = chance(p, 80) ? SCORD_SEMANTICS_RELEASE
                                      : store       ? SCORD_SEMANTICS_RELEASE
                                                    : SCORD_SEMANTICS_ACQ_REL,
                         .scope = scope,
                         .word = word});
}

static void acquire(program_t *p, party_t who, unsigned word, scord_scope_t scope) {
    const bool load = chance(p, 70);
    synchronise(p, who,
                (part_t){.op = load ? SCORD_OP_LOAD : SCORD_OP_ATOMIC,
                         .kind = load ? SCORD_ATOMIC_KIND_NONE : SCORD_ATOMIC_KIND_ADD,
                         .semantics = chance(p, 80) || load ? SCORD_SEMANTICS_ACQUIRE
                                                            : SCORD_SEMANTICS_ACQ_REL,
                         .scope = scope,
                         .word = word});
}

static party_t any_party(program_t *p) { return (party_t){draw(p, BLOCKS), draw(p, p->warps)}; }

/* ---- idioms ---- */

/* The holder publishes, another warp takes over. */
static void message(program_t *p) {
    const party_t next = any_party(p);
    const unsigned word = flag(p);
    const scord_scope_t scope = reach(p, p->holder, next);
    work(p, p->holder, false);
    release(p, p->holder, word, scope);
    if (chance(p, 15))
        access(p, p->faulty ? any_party(p) : next,
               (part_t){.op = SCORD_OP_ATOMIC,
                        .kind = SCORD_ATOMIC_KIND_ADD,
                        .semantics = SCORD_SEMANTICS_RELAXED,
                        .scope = SCORD_SCOPE_DEVICE,
                        .word = word});
    acquire(p, next, word, scope);
    p->holder = next;
    work(p, next, false);
}

/* Everybody reads; a counter says when all have. */
static void readers(program_t *p) {
    const unsigned word = flag(p), counter = flag(p);
    work(p, p->holder, false);
    release(p, p->holder, word, SCORD_SCOPE_DEVICE);
    if (word == counter) return;
    access(p, p->holder,
           (part_t){.op = SCORD_OP_STORE,
                    .semantics = SCORD_SEMANTICS_RELAXED,
                    .scope = SCORD_SCOPE_DEVICE,
                    .word = counter});
    for (unsigned n = 1 + draw(p, 3); n > 0; n--) {
        const party_t reader = any_party(p);
        acquire(p, reader, word, SCORD_SCOPE_DEVICE);
        work(p, reader, true);
        synchronise(
            p, reader,
            (part_t){.op = SCORD_OP_ATOMIC,
                     .kind = SCORD_ATOMIC_KIND_ADD,
                     .semantics = chance(p, 50) ? SCORD_SEMANTICS_RELEASE : SCORD_SEMANTICS_ACQ_REL,
                     .scope = SCORD_SCOPE_DEVICE,
                     .word = counter});
    }
    acquire(p, p->holder, counter, SCORD_SCOPE_DEVICE);
    work(p, p->holder, false);
}

/* Warps of the block work one after another, a barrier between. */
static void block_phase(program_t *p) {
    work(p, p->holder, false);
    if (fault(p)) return;
    barrier(p, p->holder.block);
    p->holder.warp = draw(p, p->warps);
    work(p, p->holder, false);
}

/* A spin lock. */
static void lock(program_t *p) {
    const unsigned word = flag(p);
    release(p, p->holder, word, SCORD_SCOPE_DEVICE);
    for (unsigned n = 1 + draw(p, 3); n > 0; n--) {
        const party_t who = any_party(p);
        const bool exchange = chance(p, 50), store = chance(p, 50);
        synchronise(p, who,
                    (part_t){.op = SCORD_OP_ATOMIC,
                             .kind = exchange ? SCORD_ATOMIC_KIND_EXCH : SCORD_ATOMIC_KIND_CAS,
                             .semantics = SCORD_SEMANTICS_ACQUIRE,
                             .scope = SCORD_SCOPE_DEVICE,
                             .word = word});
        work(p, who, false);
        synchronise(p, who,
                    (part_t){.op = store ? SCORD_OP_STORE : SCORD_OP_ATOMIC,
                             .kind = store ? SCORD_ATOMIC_KIND_NONE : SCORD_ATOMIC_KIND_EXCH,
                             .semantics = SCORD_SEMANTICS_RELEASE,
                             .scope = SCORD_SCOPE_DEVICE,
                             .word = word});
    }
    acquire(p, p->holder, word, SCORD_SCOPE_DEVICE);
}

/* ---- a program ---- */

static void make_program(program_t *p, unsigned steps) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    p->warps = 1 + draw(p, WARPS);
    event.kernel_begin = (scord_event_kernel_begin_t){.grid = {BLOCKS, 1, 1},
                                                      .block = {32 * p->warps, 1, 1},
                                                      .tracked_base = BASE,
                                                      .log2_tracked_words = 10,
                                                      .name = "release"};
    write_event(p, &event);
    for (unsigned block = 0; block < BLOCKS; block++) {
        event = (scord_event_t){.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH};
        event.block_launch = (scord_event_block_launch_t){.sm = (uint8_t)(block / 2),
                                                          .slot = block % 2,
                                                          .cta = {block, 0, 0},
                                                          .threads = 32 * p->warps,
                                                          .warps = ((UINT32_C(1) << p->warps) - 1)
                                                                   << (block % 2 * WARPS)};
        write_event(p, &event);
    }
    p->holder = any_party(p);
    static void (*const idioms[])(program_t *) = {message, message,     message,
                                                  readers, block_phase, lock};
    for (unsigned step = 0; step < steps; step++)
        idioms[draw(p, sizeof idioms / sizeof idioms[0])](p);
    event = (scord_event_t){.kind = SCORD_EVENT_KIND_KERNEL_END};
    write_event(p, &event);
}

static int fail(const char *message) {
    fprintf(stderr, "release_programs: %s\n", message);
    return 2;
}

int main(int argc, char **argv) {
    scord_stream_error_t error;
    scord_config_t config;
    char name[64], path[4096];
    if (argc != 6 || (strcmp(argv[1], "right") != 0 && strcmp(argv[1], "faulty") != 0))
        return fail("usage: release_programs right|faulty FIRST_SEED PROGRAMS STEPS DIRECTORY");
    if (scord_config_parse("gtx480", &config, name, sizeof name, &error) != 0)
        return fail(error.message);
    for (unsigned long long seed = strtoull(argv[2], NULL, 0),
                            last = seed + strtoull(argv[3], NULL, 0);
         seed < last; seed++) {
        snprintf(path, sizeof path, "%s/%s-%llu.sev", argv[5], argv[1], seed);
        program_t program = {
            .state = seed,
            .faulty = argv[1][0] == 'f',
            .writer = scord_stream_open_writer(path, SCORD_STREAM_BINARY, &config, &error)};
        if (!program.writer) return fail(error.message);
        make_program(&program, (unsigned)strtoul(argv[4], NULL, 0));
        if (scord_stream_close_writer(program.writer, &error) != SCORD_STREAM_OK || program.failed)
            return fail("the stream could not be written");
    }
    return 0;
}
