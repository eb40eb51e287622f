/* SPDX-License-Identifier: Apache-2.0 */
/* schedules.c: see schedules.h for what is enumerated.
 *
 * The idea: depth-first search over the warp that executes its next event. Memory is executed too,
 * so that an order is followed only while every read that steers the program returns its recorded
 * value. Each complete or cut order goes through the oracle (judge).
 *
 *   event[]           the launch as recorded; [0, prefix) is kernel_begin and block launches
 *   warp[w].event[]   indices of that warp's events; next: the one to do
 *   memory            the bytes the launch touches: value, and whether it is known
 *   written[e][lane]  what a store wrote, recovered from the reads that return it
 *   order[]           the schedule being tried: prefix, events, and the barrier releases they cause
 *
 *   explore(asleep)
 *     for each warp: step ── explores ── step_back        undo_t has what a step changes
 *
 * A stream whose note says that it has every execution (SCORD_NOTE_EVERY_EXECUTION) is not
 * searched: each launch is judged in its recorded order, releases of barriers included.
 *
 * Values. A stream records what reads returned, not what stores wrote. learn_values goes through
 * the recorded order once: a recorded read gives the bytes that the store before it wrote, or the
 * initial bytes. A byte without a read stays unknown; a warp whose steering read would read it
 * waits, which is counted (result.unknown), so that "no race" is never claimed for an order that
 * was not executed.
 *
 * Reduction (sleep sets, Godefroid 1996): after warp i was explored from a position, i sleeps in
 * its siblings until a warp executes an event that depends on i's next one. Two events depend on
 * each other when they access a common byte and one may write it. An order whose warps all sleep
 * repeats one already tried; it is counted as redundant and not judged.
 *
 * Invariants
 *   - step_back restores exactly what step changed: order, releases, barrier state, memory.
 *   - the sum of warp[w].next plus prefix plus releases_used is order_length.
 *   - an arrived warp does not step; the last arrival or exit of a block releases its barrier.
 *   - a launch tries at most `bound` orders; then result.complete is false.
 *
 * Expensive: the number of orders, which grows exponentially. Sizes are bounded by
 * SCORD_SCHEDULES_*_MAX, so linear look-ups are enough.
 */
#include "cmodel/oracle/schedules.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS = SCORD_SCHEDULES_EVENTS_MAX,
    WARPS = SCORD_SCHEDULES_WARPS_MAX,
    BYTES = SCORD_SCHEDULES_BYTES_MAX
};

typedef struct value {
    uint8_t byte;
    bool known;
} value_t;

/* Memory: the bytes that the launch touches. */
typedef struct memory {
    unsigned bytes;
    uint64_t address[BYTES];
    value_t value[BYTES];
} memory_t;

/* The value that a lane of a store writes, recovered from the reads that return it. */
typedef struct written {
    value_t byte[16];
} written_t;

typedef struct warp {
    uint8_t sm, slot, warp;
    unsigned events, next;
    unsigned event[EVENTS]; /* indices into scord_schedules.events */
    bool arrived, exited;
} warp_t;

struct scord_schedules {
    scord_oracle_axes_t axes;
    uint64_t bound, launch_tried;
    bool reduce;
    scord_oracle_observe_t *observe;
    void *context;
    scord_schedules_result_t result;
    char message[256];
    scord_schedules_status_t status;
    bool in_kernel, every_execution;
    unsigned events,
        prefix; /* prefix: kernel_begin and launches, which come first in every schedule */
    scord_event_t *event;                         /* EVENTS of them */
    written_t (*written)[SCORD_THREADS_PER_WARP]; /* by event and lane */
    bool barrier_seen;
    unsigned warps;
    warp_t warp[WARPS];
    memory_t start; /* contents before the launch, as far as known */
    memory_t memory;
    unsigned order_length;
    scord_event_t *order[2 * EVENTS]; /* the schedule being tried; releases included */
    scord_event_t releases[EVENTS];   /* by depth */
    unsigned releases_used;
    unsigned example_length;
    uint64_t example[2 * EVENTS];
};

static scord_schedules_status_t invalid(scord_schedules_t *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static scord_schedules_status_t invalid(scord_schedules_t *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->message, sizeof s->message, format, arguments);
    va_end(arguments);
    return s->status = SCORD_SCHEDULES_INVALID;
}

/* ---- memory ---- */

static int find_byte(const memory_t *memory, uint64_t address) {
    for (unsigned i = 0; i < memory->bytes; i++)
        if (memory->address[i] == address) return (int)i;
    return -1;
}

static bool add_bytes(memory_t *memory, uint64_t address, unsigned size) {
    for (unsigned i = 0; i < size; i++) {
        if (find_byte(memory, address + i) >= 0) continue;
        if (memory->bytes == BYTES) return false;
        memory->address[memory->bytes] = address + i;
        memory->value[memory->bytes++] = (value_t){0, false};
    }
    return true;
}

static value_t *byte_at(memory_t *memory, uint64_t address) {
    const int at = find_byte(memory, address);
    assert(at >= 0); /* add_access entered every byte */
    return &memory->value[at];
}

/* The `size` <= 8 bytes at `address`; *known when all are. */
static uint64_t read_value(memory_t *memory, uint64_t address, unsigned size, bool *known) {
    uint64_t value = 0;
    *known = size <= 8;
    for (unsigned i = 0; i < size && i < 8; i++) {
        const value_t *byte = byte_at(memory, address + i);
        value |= (uint64_t)byte->byte << 8 * i;
        *known = *known && byte->known;
    }
    return value;
}

static void write_value(memory_t *memory, uint64_t address, unsigned size, uint64_t value,
                        bool known) {
    for (unsigned i = 0; i < size; i++)
        *byte_at(memory, address + i) = (value_t){i < 8 ? (uint8_t)(value >> 8 * i) : 0, known};
}

static uint64_t size_mask(unsigned size) {
    return size >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
}

/* What an atomic leaves in memory that held `old`. *known is cleared for kinds whose signedness the
 * stream lacks. */
static uint64_t atomic_result(const scord_event_access_t *access, unsigned lane, uint64_t old,
                              bool *known) {
    const uint64_t operand = access->value[lane];
    switch (access->atomic_kind) {
    case SCORD_ATOMIC_KIND_ADD: return (old + operand) & size_mask(access->size);
    case SCORD_ATOMIC_KIND_EXCH: return operand;
    case SCORD_ATOMIC_KIND_CAS: return old == access->compare[lane] ? operand : old;
    case SCORD_ATOMIC_KIND_AND: return old & operand;
    case SCORD_ATOMIC_KIND_OR: return old | operand;
    case SCORD_ATOMIC_KIND_XOR: return old ^ operand;
    case SCORD_ATOMIC_KIND_INC: return old >= operand ? 0 : old + 1;
    case SCORD_ATOMIC_KIND_DEC: return old == 0 || old > operand ? operand : old - 1;
    default: *known = false; return 0;
    }
}

/* ---- one event's effect ---- */

static bool lane_on(const scord_event_access_t *access, unsigned lane) {
    return access->mask >> lane & 1;
}

/* Whether the lane's read steers the program (schedules.h). */
static bool steers(const scord_event_access_t *access, unsigned lane) {
    if (!access->has_returned || access->size > 8) return false;
    if (access->op == SCORD_OP_LOAD || !access->has_operands) return true;
    bool known = true;
    return access->atomic_kind == SCORD_ATOMIC_KIND_CAS ||
           (access->atomic_kind != SCORD_ATOMIC_KIND_EXCH &&
            atomic_result(access, lane, access->returned[lane], &known) == access->returned[lane]);
}

/* Whether the lane may continue with the value in memory. */
static bool lane_agrees(scord_schedules_t *s, memory_t *memory, const scord_event_access_t *access,
                        unsigned lane) {
    bool known;
    const uint64_t value = read_value(memory, access->address[lane], access->size, &known);
    if (!steers(access, lane)) return true;
    if (!known) {
        s->result.unknown++;
        return false;
    }
    if (access->op == SCORD_OP_ATOMIC && access->atomic_kind == SCORD_ATOMIC_KIND_CAS &&
        access->has_operands)
        return (value == access->compare[lane]) ==
               (access->returned[lane] == access->compare[lane]);
    return value == access->returned[lane];
}

static void lane_writes(scord_schedules_t *s, memory_t *memory, unsigned event, unsigned lane) {
    const scord_event_access_t *access = &s->event[event].access;
    if (access->op == SCORD_OP_LOAD) return;
    if (access->op == SCORD_OP_STORE) {
        for (unsigned i = 0; i < access->size; i++)
            *byte_at(memory, access->address[lane] + i) = s->written[event][lane].byte[i];
        return;
    }
    bool known;
    const uint64_t old = read_value(memory, access->address[lane], access->size, &known);
    known = known && access->has_operands;
    const uint64_t result = atomic_result(access, lane, old, &known);
    write_value(memory, access->address[lane], access->size, result,
                access->has_operands && access->atomic_kind == SCORD_ATOMIC_KIND_EXCH ? true
                                                                                      : known);
}

/* Performs the event on memory lane by lane; false if a lane would read another value (memory is
 * then partly changed). */
static bool perform(scord_schedules_t *s, memory_t *memory, unsigned event) {
    const scord_event_access_t *access = &s->event[event].access;
    if (s->event[event].kind != SCORD_EVENT_KIND_ACCESS) return true;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if (!lane_on(access, lane)) continue;
        if (!lane_agrees(s, memory, access, lane)) return false;
        lane_writes(s, memory, event, lane);
    }
    return true;
}

/* ---- recovering values ---- */

/* The last writer of a byte in the recorded order: an event and lane of a store, or none (the
 * launch's start). */
typedef struct source {
    int event, lane, offset;
    bool other; /* an atomic: its result is computed */
} source_t;

static void learn_byte(scord_schedules_t *s, unsigned at, const source_t *source, uint8_t byte) {
    value_t *value = source->event < 0
                         ? &s->start.value[at]
                         : &s->written[source->event][source->lane].byte[source->offset];
    if (!source->other) *value = (value_t){byte, true};
}

static void learn_lane(scord_schedules_t *s, source_t sources[BYTES], unsigned event,
                       unsigned lane) {
    const scord_event_access_t *access = &s->event[event].access;
    const bool failed_cas = access->atomic_kind == SCORD_ATOMIC_KIND_CAS && access->has_operands &&
                            access->has_returned && access->returned[lane] != access->compare[lane];
    for (unsigned i = 0; i < access->size; i++) {
        const unsigned at = (unsigned)find_byte(&s->start, access->address[lane] + i);
        assert(at < s->start.bytes);
        if (access->has_returned && access->size <= 8)
            learn_byte(s, at, &sources[at], (uint8_t)(access->returned[lane] >> 8 * i));
        if (access->op != SCORD_OP_LOAD && !failed_cas)
            sources[at] = (source_t){(int)event, (int)lane, (int)i, access->op == SCORD_OP_ATOMIC};
    }
}

/* In the recorded order, a recorded read gives the value that the store before it wrote, or the
 * initial value. */
static void learn_values(scord_schedules_t *s) {
    source_t sources[BYTES];
    for (unsigned i = 0; i < BYTES; i++) sources[i] = (source_t){-1, 0, 0, false};
    for (unsigned event = 0; event < s->events; event++)
        for (unsigned lane = 0;
             s->event[event].kind == SCORD_EVENT_KIND_ACCESS && lane < SCORD_THREADS_PER_WARP;
             lane++)
            if (lane_on(&s->event[event].access, lane)) learn_lane(s, sources, event, lane);
}

/* ---- dependence ---- */

static bool may_write(const scord_event_access_t *access) { return access->op != SCORD_OP_LOAD; }

static bool lanes_overlap(const scord_event_access_t *a, const scord_event_access_t *b) {
    for (unsigned i = 0; i < SCORD_THREADS_PER_WARP; i++)
        for (unsigned j = 0; j < SCORD_THREADS_PER_WARP && lane_on(a, i); j++)
            if (lane_on(b, j) && a->address[i] < b->address[j] + b->size &&
                b->address[j] < a->address[i] + a->size)
                return true;
    return false;
}

/* Events of different warps that depend on each other: accesses to common bytes, one of them a
 * write. Arrivals and exits do not: the last one releases the barrier, with the same warps. */
static bool dependent(const scord_schedules_t *s, unsigned a, unsigned b) {
    const scord_event_t *p = &s->event[a], *q = &s->event[b];
    return p->kind == SCORD_EVENT_KIND_ACCESS && q->kind == SCORD_EVENT_KIND_ACCESS &&
           (may_write(&p->access) || may_write(&q->access)) &&
           lanes_overlap(&p->access, &q->access);
}

/* ---- exploration ---- */

typedef struct collected {
    uint64_t races;
    scord_schedules_t *schedules;
} collected_t;

static void collect(void *context, const scord_oracle_race_t *race) {
    collected_t *collected = context;
    collected->races++;
    if (collected->schedules->observe)
        collected->schedules->observe(collected->schedules->context, race);
}

/* The oracle's verdict of the order tried. */
static void judge(scord_schedules_t *s) {
    collected_t collected = {0, s};
    scord_oracle_t *oracle = scord_oracle_create(&s->axes, collect, &collected);
    scord_oracle_status_t status = oracle ? SCORD_ORACLE_OK : SCORD_ORACLE_NO_MEMORY;
    for (unsigned i = 0; i < s->order_length && status == SCORD_ORACLE_OK; i++)
        status = scord_oracle_event(oracle, s->order[i]);
    if (status == SCORD_ORACLE_INVALID)
        invalid(s, "%s", scord_oracle_message(oracle));
    else if (status == SCORD_ORACLE_NO_MEMORY)
        s->status = SCORD_SCHEDULES_NO_MEMORY;
    scord_oracle_destroy(oracle);
    s->result.racy += collected.races > 0;
    for (unsigned i = 0; collected.races > 0 && s->example_length == 0 && i < s->order_length; i++)
        s->example[i] = s->order[i]->sequence;
    if (collected.races > 0 && s->example_length == 0) s->example_length = s->order_length;
}

static bool same_block(const warp_t *a, const warp_t *b) {
    return a->sm == b->sm && a->slot == b->slot;
}

/* After an arrival or exit of `warp`: releases its block's barrier when no warp is missing.
 */
static void release_barrier(scord_schedules_t *s, const warp_t *warp) {
    bool any = false;
    for (unsigned i = 0; i < s->warps; i++) {
        const warp_t *other = &s->warp[i];
        if (!same_block(other, warp)) continue;
        any = any || other->arrived;
        if (!other->arrived && !other->exited) return;
    }
    if (!any) return;
    assert(s->releases_used < EVENTS && s->order_length < 2 * EVENTS);
    scord_event_t *release = &s->releases[s->releases_used++];
    *release = (scord_event_t){.kind = SCORD_EVENT_KIND_BARRIER_RELEASE,
                               .sequence = s->order[s->order_length - 1]->sequence};
    release->warp = (scord_event_warp_t){.sm = warp->sm, .slot = warp->slot};
    s->order[s->order_length++] = release;
    for (unsigned i = 0; i < s->warps; i++)
        if (same_block(&s->warp[i], warp)) s->warp[i].arrived = false;
}

/* What one step changes, to undo it. */
typedef struct undo {
    unsigned order_length, releases_used;
    bool arrived[WARPS], exited;
    value_t value[BYTES];
} undo_t;

static void save(const scord_schedules_t *s, const warp_t *warp, undo_t *undo) {
    undo->order_length = s->order_length;
    undo->releases_used = s->releases_used;
    undo->exited = warp->exited;
    for (unsigned i = 0; i < s->warps; i++) undo->arrived[i] = s->warp[i].arrived;
    memcpy(undo->value, s->memory.value, s->memory.bytes * sizeof s->memory.value[0]);
}

static void restore(scord_schedules_t *s, warp_t *warp, const undo_t *undo) {
    s->order_length = undo->order_length;
    s->releases_used = undo->releases_used;
    warp->exited = undo->exited;
    for (unsigned i = 0; i < s->warps; i++) s->warp[i].arrived = undo->arrived[i];
    memcpy(s->memory.value, undo->value, s->memory.bytes * sizeof s->memory.value[0]);
}

/* Executes the warp's next event; false, nothing changed: it must wait. */
static bool step(scord_schedules_t *s, warp_t *warp, undo_t *undo) {
    if (warp->arrived || warp->next == warp->events) return false;
    const unsigned event = warp->event[warp->next];
    save(s, warp, undo);
    if (!perform(s, &s->memory, event)) {
        restore(s, warp, undo);
        return false;
    }
    assert(event < s->events && s->order_length < 2 * EVENTS);
    s->order[s->order_length++] = &s->event[event];
    warp->next++;
    warp->arrived = s->event[event].kind == SCORD_EVENT_KIND_BARRIER_ARRIVE;
    warp->exited |= s->event[event].kind == SCORD_EVENT_KIND_WARP_EXIT;
    if (warp->arrived || warp->exited) release_barrier(s, warp);
    return true;
}

static void step_back(scord_schedules_t *s, warp_t *warp, const undo_t *undo) {
    assert(warp->next > 0);
    warp->next--;
    restore(s, warp, undo);
}

static bool all_done(const scord_schedules_t *s) {
    for (unsigned i = 0; i < s->warps; i++)
        if (s->warp[i].next < s->warp[i].events) return false;
    return true;
}

/* Warps asleep after `chosen` moved: those that slept and whose next event is independent of its.
 */
static uint32_t still_asleep(const scord_schedules_t *s, uint32_t asleep, unsigned chosen) {
    assert(chosen < s->warps && s->warp[chosen].next > 0);
    const unsigned moved = s->warp[chosen].event[s->warp[chosen].next - 1];
    for (unsigned i = 0; i < s->warps; i++)
        if (asleep >> i & 1 && dependent(s, s->warp[i].event[s->warp[i].next], moved))
            asleep &= ~(UINT32_C(1) << i);
    return asleep;
}

/* Every event in the order belongs to the prefix or to a warp, or is a release. */
static bool order_adds_up(const scord_schedules_t *s) {
    unsigned done = s->prefix + s->releases_used;
    for (unsigned i = 0; i < s->warps; i++) done += s->warp[i].next;
    return done == s->order_length;
}

static void end_schedule(scord_schedules_t *s, bool moved, bool slept) {
    if (moved) return;
    assert(order_adds_up(s));
    if (slept) {
        s->result.redundant++;
        return;
    }
    s->launch_tried++;
    if (all_done(s))
        s->result.schedules++;
    else
        s->result.cut++;
    judge(s);
}

/* asleep: warps whose next event was already tried in an equivalent position. */
static void explore(scord_schedules_t *s, uint32_t asleep) {
    bool moved = false, slept = false;
    for (unsigned i = 0; i < s->warps && s->status == SCORD_SCHEDULES_OK; i++) {
        undo_t undo;
        if (s->launch_tried >= s->bound) {
            s->result.complete = false;
            return;
        }
        if (!step(s, &s->warp[i], &undo)) continue;
        if (asleep >> i & 1) {
            slept = true;
        } else {
            moved = true;
            explore(s, still_asleep(s, asleep, i));
            asleep |= s->reduce ? UINT32_C(1) << i : 0;
        }
        step_back(s, &s->warp[i], &undo);
    }
    end_schedule(s, moved, slept);
}

/* ---- taking a stream apart ---- */

static warp_t *find_warp(scord_schedules_t *s, unsigned sm, unsigned slot, unsigned warp) {
    for (unsigned i = 0; i < s->warps; i++)
        if (s->warp[i].sm == sm && s->warp[i].slot == slot && s->warp[i].warp == warp)
            return &s->warp[i];
    return NULL;
}

static scord_schedules_status_t launch(scord_schedules_t *s,
                                       const scord_event_block_launch_t *event) {
    if (s->prefix != s->events - 1)
        return invalid(s, "all schedules: a block is launched after others have begun; only "
                          "launches that all come first "
                          "can be taken apart");
    s->prefix = s->events;
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++) {
        if (!(event->warps >> warp & 1)) continue;
        if (s->warps == WARPS)
            return invalid(s, "all schedules: more than %d warps; this is for small programs",
                           WARPS);
        s->warp[s->warps++] = (warp_t){.sm = event->sm, .slot = event->slot, .warp = (uint8_t)warp};
    }
    return SCORD_SCHEDULES_OK;
}

static scord_schedules_status_t add_to_warp(scord_schedules_t *s, unsigned sm, unsigned slot,
                                            unsigned warp) {
    warp_t *of = find_warp(s, sm, slot, warp);
    if (!of)
        return invalid(s, "all schedules: warp %u of sm=%u slot=%u was not launched", warp, sm,
                       slot);
    assert(of->events < EVENTS);
    of->event[of->events++] = s->events - 1;
    return SCORD_SCHEDULES_OK;
}

static scord_schedules_status_t add_access(scord_schedules_t *s,
                                           const scord_event_access_t *access) {
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        if (lane_on(access, lane) && !add_bytes(&s->start, access->address[lane], access->size))
            return invalid(
                s, "all schedules: more than %d bytes touched; this is for small programs", BYTES);
    return add_to_warp(s, access->sm, access->slot, access->warp);
}

static scord_schedules_status_t add_event(scord_schedules_t *s, const scord_event_t *event) {
    if (s->events == EVENTS)
        return invalid(s,
                       "all schedules: more than %d events in a launch; this is for small programs",
                       EVENTS);
    s->event[s->events++] = *event;
    memset(s->written[s->events - 1], 0, sizeof s->written[0]);
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN:
        s->event[0].kernel_begin.name = "";
        s->prefix = 1;
        return SCORD_SCHEDULES_OK;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: return launch(s, &event->block_launch);
    case SCORD_EVENT_KIND_ACCESS: return add_access(s, &event->access);
    case SCORD_EVENT_KIND_FENCE:
        return add_to_warp(s, event->fence.sm, event->fence.slot, event->fence.warp);
    default: return add_to_warp(s, event->warp.sm, event->warp.slot, event->warp.warp);
    }
}

/* A release of a barrier belongs to no warp; only a recorded order keeps it. */
static scord_schedules_status_t add_release(scord_schedules_t *s, const scord_event_t *event) {
    if (s->events == EVENTS)
        return invalid(s,
                       "all schedules: more than %d events in a launch; this is for small programs",
                       EVENTS);
    s->event[s->events++] = *event;
    return SCORD_SCHEDULES_OK;
}

static void start_launch(scord_schedules_t *s) {
    s->events = s->prefix = s->warps = 0;
    s->start.bytes = 0;
    s->in_kernel = true;
    s->launch_tried = 0;
    s->barrier_seen = false;
}

static bool has_arrivals(const scord_schedules_t *s) {
    for (unsigned i = 0; i < s->events; i++)
        if (s->event[i].kind == SCORD_EVENT_KIND_BARRIER_ARRIVE) return true;
    return false;
}

static scord_schedules_status_t judge_recorded(scord_schedules_t *s) {
    for (unsigned i = 0; i < s->events; i++) s->order[i] = &s->event[i];
    s->order_length = s->events;
    s->result.schedules++;
    judge(s);
    return s->status;
}

static scord_schedules_status_t explore_launch(scord_schedules_t *s) {
    if (!s->in_kernel || s->status != SCORD_SCHEDULES_OK) return s->status;
    s->in_kernel = false;
    if (s->barrier_seen && !has_arrivals(s))
        return invalid(s, "all schedules: a barrier releases without arrivals; write "
                          "barrier_arrive for each warp");
    if (s->every_execution) return judge_recorded(s);
    learn_values(s);
    s->memory = s->start;
    s->order_length = s->releases_used = 0;
    for (unsigned i = 0; i < s->prefix; i++) s->order[s->order_length++] = &s->event[i];
    explore(s, 0);
    return s->status;
}

/* ---- handle ---- */

scord_schedules_t *scord_schedules_create(const scord_oracle_axes_t *axes, uint64_t bound,
                                          bool reduce, scord_oracle_observe_t *observe,
                                          void *context) {
    scord_schedules_t *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->event = calloc(EVENTS, sizeof *s->event);
    s->written = calloc(EVENTS, sizeof *s->written);
    if (!s->event || !s->written) {
        scord_schedules_destroy(s);
        return NULL;
    }
    s->axes = *axes;
    s->bound = bound;
    s->reduce = reduce;
    s->observe = observe;
    s->context = context;
    s->result.complete = true;
    return s;
}

void scord_schedules_destroy(scord_schedules_t *schedules) {
    if (!schedules) return;
    free(schedules->event);
    free(schedules->written);
    free(schedules);
}

scord_schedules_status_t scord_schedules_event(scord_schedules_t *schedules,
                                               const scord_event_t *event) {
    if (schedules->status != SCORD_SCHEDULES_OK) return schedules->status;
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN:
        if (explore_launch(schedules) != SCORD_SCHEDULES_OK) return schedules->status;
        start_launch(schedules);
        return add_event(schedules, event);
    case SCORD_EVENT_KIND_KERNEL_END: return explore_launch(schedules);
    case SCORD_EVENT_KIND_NOTE:
        if (strcmp(event->note.text, SCORD_NOTE_EVERY_EXECUTION) == 0)
            schedules->every_execution = true;
        return SCORD_SCHEDULES_OK;
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
        schedules->barrier_seen = true;
        return schedules->every_execution ? add_release(schedules, event) : SCORD_SCHEDULES_OK;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
    case SCORD_EVENT_KIND_ACCESS:
    case SCORD_EVENT_KIND_FENCE:
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_RECONVERGE:
    case SCORD_EVENT_KIND_WARP_EXIT:
        if (!schedules->in_kernel)
            return invalid(
                schedules,
                "all schedules: an event outside a kernel; a stream starts a kernel first");
        return add_event(schedules, event);
    default:
        return SCORD_SCHEDULES_OK; /* a block leaves when its warps have; the rest orders nothing */
    }
}

scord_schedules_status_t scord_schedules_finish(scord_schedules_t *schedules) {
    return explore_launch(schedules);
}
const scord_schedules_result_t *scord_schedules_result(const scord_schedules_t *schedules) {
    return &schedules->result;
}
const char *scord_schedules_message(const scord_schedules_t *schedules) {
    return schedules->message;
}

unsigned scord_schedules_example(const scord_schedules_t *schedules, const uint64_t **sequences) {
    *sequences = schedules->example;
    return schedules->example_length;
}
