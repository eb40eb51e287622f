/* SPDX-License-Identifier: Apache-2.0 */
/* random_stream.c: see random_stream.h. */
#include "tb/unit/oracle/random_stream.h"
#include "cmodel/base/random.h"

#include <string.h>

enum { MAX_BLOCKS = 3, MAX_WARPS = 3, BASE = 0x10000000, MEMORY_BYTES = 32 };

typedef struct machine {
    uint64_t state;
    random_stream_t *stream;
    unsigned blocks, launched, grid; /* resident, launched so far, most */
    uint32_t warps[MAX_BLOCKS],
        exited[MAX_BLOCKS]; /* by resident block; its SM is block / 2, slot block % 2 */
    unsigned warps_per_block;
    uint32_t lanes;     /* lanes that ever act */
    unsigned locations; /* of the table below that this stream uses */
    bool odd_sizes;
    bool protocol; /* events come as release and acquire patterns, with parts left out */
    int location;  /* of the next access; -1: drawn */
    int operation; /* of the next access, scord_op_t; -1: drawn */
    uint8_t memory[MEMORY_BYTES];
} machine_t;

uint64_t random_next(uint64_t *state) { return scord_split_next(state); }

unsigned random_below(uint64_t *state, unsigned below) {
    return (unsigned)(random_next(state) >> 33) % below;
}

static unsigned draw(machine_t *m, unsigned below) { return random_below(&m->state, below); }
static bool chance(machine_t *m, unsigned percent) { return draw(m, 100) < percent; }

static scord_event_t *add(machine_t *m, scord_event_kind_t kind) {
    scord_event_t *event = &m->stream->events[m->stream->count];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->sequence = m->stream->count++;
    return event;
}

/* ---- machine ---- */

static void launch(machine_t *m, unsigned block) {
    scord_event_t *event = add(m, SCORD_EVENT_KIND_BLOCK_LAUNCH);
    m->warps[block] = ((UINT32_C(1) << m->warps_per_block) - 1) << (block % 2 * MAX_WARPS);
    m->exited[block] = 0;
    event->block_launch = (scord_event_block_launch_t){.sm = (uint8_t)(block / 2),
                                                       .slot = block % 2,
                                                       .warps = m->warps[block],
                                                       .cta = {m->launched++, 0, 0},
                                                       .threads = 32 * m->warps_per_block};
}

static void begin(machine_t *m) {
    m->blocks = 1 + draw(m, MAX_BLOCKS);
    m->grid = m->blocks + 1;
    m->warps_per_block = 1 + draw(m, MAX_WARPS);
    m->lanes = chance(m, 70) ? 1 : chance(m, 50) ? 0x3 : 0x20001; /* lanes 0; 0 and 1; 0 and 17 */
    m->locations = 2 + draw(m, 3);
    m->odd_sizes = chance(m, 15);
    m->protocol = chance(m, 60);
    scord_event_t *event = add(m, SCORD_EVENT_KIND_KERNEL_BEGIN);
    event->kernel_begin = (scord_event_kernel_begin_t){.grid = {m->grid, 1, 1},
                                                       .block = {32 * m->warps_per_block, 1, 1},
                                                       .tracked_base = BASE,
                                                       .log2_tracked_words = 4,
                                                       .name = "random"};
    for (unsigned block = 0; block < m->blocks; block++) launch(m, block);
}

/* A warp that still runs, as block and warp slot; false when all have exited. */
static bool pick_warp(machine_t *m, unsigned *block, unsigned *warp) {
    for (unsigned tries = 0; tries < 64; tries++) {
        *block = draw(m, m->blocks);
        *warp = block[0] % 2 * MAX_WARPS + draw(m, m->warps_per_block);
        if (!(m->exited[*block] >> *warp & 1)) return true;
    }
    return false;
}

static uint8_t pick_scope(machine_t *m) {
    return chance(m, 50)   ? SCORD_SCOPE_DEVICE
           : chance(m, 90) ? SCORD_SCOPE_BLOCK
                           : SCORD_SCOPE_SYSTEM;
}

static uint32_t pick_mask(machine_t *m) {
    uint32_t mask = chance(m, 60) ? m->lanes : 0;
    for (uint32_t lanes = m->lanes; mask == 0;) mask = lanes & (uint32_t)random_next(&m->state);
    return mask;
}

/* ---- accesses ---- */

static uint64_t load(const machine_t *m, uint64_t address, unsigned size) {
    uint64_t value = 0;
    memcpy(&value, &m->memory[address - BASE], size < 8 ? size : 8);
    return value;
}

static void store(machine_t *m, uint64_t address, unsigned size, uint64_t value) {
    memcpy(&m->memory[address - BASE], &value, size < 8 ? size : 8);
}

static void pick_operation(machine_t *m, scord_event_access_t *access) {
    static const uint8_t kinds[] = {SCORD_ATOMIC_KIND_ADD, SCORD_ATOMIC_KIND_EXCH,
                                    SCORD_ATOMIC_KIND_CAS, SCORD_ATOMIC_KIND_CAS};
    access->op = chance(m, 50) ? SCORD_OP_ATOMIC : chance(m, 50) ? SCORD_OP_LOAD : SCORD_OP_STORE;
    if (m->operation >= 0) access->op = (uint8_t)m->operation;
    access->scope = SCORD_SCOPE_DEVICE;
    if (access->op == SCORD_OP_ATOMIC) {
        access->atomic_kind = kinds[draw(m, 4)];
        access->scope = pick_scope(m);
    }
    access->strong = access->op == SCORD_OP_ATOMIC || (m->operation < 0 && chance(m, 35));
    if (!access->strong || chance(m, 70)) return;
    access->semantics = (uint8_t)(SCORD_SEMANTICS_RELAXED + draw(m, 5));
    access->scope = pick_scope(m);
}

static void pick_place(machine_t *m, scord_event_access_t *access) {
    static const struct {
        uint8_t size, offset;
    } odd[] = {{8, 0}, {1, 0}, {1, 1}, {2, 2}, {4, 4}, {16, 0}};
    access->size = 4;
    for (unsigned lane = 0; lane < 32; lane++)
        access->address[lane] = access->mask >> lane & 1
                                    ? BASE + 4ull * (m->location >= 0 ? (unsigned)m->location
                                                                      : draw(m, m->locations))
                                    : 0;
    if (m->location >= 0 || !m->odd_sizes || !chance(m, 50)) return;
    const unsigned n = draw(m, access->op == SCORD_OP_ATOMIC ? 1 : 6);
    access->size = odd[n].size;
    for (unsigned lane = 0; lane < 32; lane++)
        access->address[lane] = access->mask >> lane & 1 ? BASE + odd[n].offset : 0;
}

/* One lane's effect on memory; fills what the stream carries. */
static void execute_lane(machine_t *m, scord_event_access_t *access, unsigned lane) {
    const uint64_t address = access->address[lane], old = load(m, address, access->size);
    uint64_t new = draw(m, 3);
    if (access->has_returned) access->returned[lane] = old;
    if (access->op == SCORD_OP_LOAD) return;
    if (access->has_operands) {
        access->value[lane] = new;
        access->compare[lane] = access->atomic_kind == SCORD_ATOMIC_KIND_CAS && chance(m, 60)
                                    ? old
                                    : draw(m, 3);
        if (access->atomic_kind != SCORD_ATOMIC_KIND_CAS)
            access->compare[lane] = 0;
        else if (access->compare[lane] != old)
            return;
        if (access->atomic_kind == SCORD_ATOMIC_KIND_ADD) new += old;
    }
    store(m, address, access->size, new);
}

static void make_access(machine_t *m, unsigned block, unsigned warp) {
    scord_event_access_t *access = &add(m, SCORD_EVENT_KIND_ACCESS)->access;
    access->sm = (uint8_t)(block / 2);
    access->slot = block % 2;
    access->warp = (uint8_t)warp;
    access->mask = pick_mask(m);
    access->pc = 8 * m->stream->count;
    pick_operation(m, access);
    pick_place(m, access);
    access->has_operands = access->op == SCORD_OP_ATOMIC;
    access->has_returned = access->op == SCORD_OP_ATOMIC ||
                           (access->op == SCORD_OP_LOAD && access->strong);
    if (access->size == 16) access->has_operands = access->has_returned = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        if (access->mask >> lane & 1) execute_lane(m, access, lane);
}

/* ---- other events ---- */

static void make_fence(machine_t *m, unsigned block, unsigned warp) {
    static const uint8_t semantics[] = {SCORD_SEMANTICS_ACQUIRE, SCORD_SEMANTICS_RELEASE,
                                        SCORD_SEMANTICS_ACQ_REL, SCORD_SEMANTICS_SEQ_CST};
    scord_event_fence_t *fence = &add(m, SCORD_EVENT_KIND_FENCE)->fence;
    *fence = (scord_event_fence_t){.sm = (uint8_t)(block / 2),
                                   .slot = block % 2,
                                   .warp = (uint8_t)warp,
                                   .scope = pick_scope(m),
                                   .pc = 8 * m->stream->count,
                                   .mask = pick_mask(m)};
    if (chance(m, 25)) fence->semantics = semantics[draw(m, 4)];
}

static void make_warp_event(machine_t *m, unsigned block, unsigned warp, scord_event_kind_t kind) {
    add(m, kind)->warp =
        (scord_event_warp_t){.sm = (uint8_t)(block / 2), .slot = block % 2, .warp = (uint8_t)warp};
    if (kind == SCORD_EVENT_KIND_WARP_EXIT) m->exited[block] |= UINT32_C(1) << warp;
}

/* A __syncwarp of all lanes or of some of those that act. */
static void make_syncwarp(machine_t *m, unsigned block, unsigned warp) {
    make_warp_event(m, block, warp, SCORD_EVENT_KIND_RECONVERGE);
    m->stream->events[m->stream->count - 1].warp.mask = chance(m, 50) ? UINT32_MAX : pick_mask(m);
}

/* The block leaves and, while the grid has one left, another takes its slot. */
static void replace_block(machine_t *m, unsigned block) {
    if (m->launched == m->grid) return;
    make_warp_event(m, block, 0, SCORD_EVENT_KIND_BLOCK_EXIT);
    launch(m, block);
}

/* Data store, fence, atomic; or atomic, fence, data load. Each part is left out now and then. */
static void make_pattern(machine_t *m, unsigned block, unsigned warp) {
    const bool release = chance(m, 50);
    for (unsigned part = 0; part < 3; part++) {
        if (chance(m, 15)) continue;
        if (part == 1) {
            make_fence(m, block, warp);
            continue;
        }
        const bool data = release == (part == 0);
        m->location = data ? 0 : 1 + (int)draw(m, m->locations - 1);
        m->operation = !data ? SCORD_OP_ATOMIC : release ? SCORD_OP_STORE : SCORD_OP_LOAD;
        make_access(m, block, warp);
        m->location = m->operation = -1;
    }
}

static void make_event(machine_t *m) {
    unsigned block, warp;
    if (!pick_warp(m, &block, &warp)) return;
    const unsigned what = draw(m, 100);
    if (m->lanes != 1 && chance(m, 12))
        make_syncwarp(m, block, warp);
    else if (m->protocol && what < 92)
        make_pattern(m, block, warp);
    else if (what < 65)
        make_access(m, block, warp);
    else if (what < 92)
        make_fence(m, block, warp);
    else if (what < 96)
        make_warp_event(m, block, warp, SCORD_EVENT_KIND_BARRIER_RELEASE);
    else if (what < 99)
        make_warp_event(m, block, warp, SCORD_EVENT_KIND_WARP_EXIT);
    else
        replace_block(m, block);
}

void random_stream_make(random_stream_t *stream, uint64_t seed) {
    machine_t machine = {.state = seed, .stream = stream, .location = -1, .operation = -1};
    stream->count = 0;
    begin(&machine);
    const unsigned length = 8 + draw(&machine, RANDOM_STREAM_MAX - 24);
    while (stream->count < length) {
        const unsigned before = stream->count;
        make_event(&machine);
        if (stream->count == before) break; /* no warp is left to run */
    }
    add(&machine, SCORD_EVENT_KIND_KERNEL_END);
}
