/* SPDX-License-Identifier: Apache-2.0 */
/* warp_clocks.c: see warp_clocks.h.
 *
 * Clocks are shared: words that one warp has signalled behind one fence carry the same one, which
 * is never changed again. A warp's own and a block's are changed in place.
 *
 * What a warp knows is spread: its own events need no clock; those of its block before the last
 * barrier are that barrier's number; the block's clock has what any of its warps knew by then; the
 * warp's clock has what it has observed since. So a kernel that only uses barriers has no clock.
 */
#include "cmodel/report/history/warp_clocks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/detector/fence_file.h"
#include "cmodel/semantics.h"

#define REST UINT32_MAX /* as 1 + a clock: `rest` */

/* ---- clocks ---- */

void scord_warp_clocks_start(scord_warp_clocks_t *clocks, uint64_t sequence) {
    memset(clocks->warp, 0, sizeof clocks->warp);
    memset(clocks->block, 0, sizeof clocks->block);
    scord_index_map_clear(&clocks->place_of);
    clocks->places = clocks->clocks = clocks->live = clocks->free_clock = 0;
    free(clocks->rest);
    clocks->rest = NULL;
    clocks->full = clocks->lost = false;
    clocks->base = sequence;
}

void scord_warp_clocks_destroy(scord_warp_clocks_t *clocks) {
    scord_index_map_destroy(&clocks->place_of);
    free(clocks->place);
    free(clocks->clock);
    free(clocks->rest);
    free(clocks->part);
    memset(clocks, 0, sizeof *clocks);
}

/* Even: odd ones are of parts of a warp (part_of). */
static uint32_t time_of(scord_warp_clocks_t *clocks, uint64_t sequence) {
    if (sequence - clocks->base >= UINT32_MAX / 2) clocks->lost = true;
    return (uint32_t)(sequence - clocks->base) * 2;
}

static scord_clock_t *clock_at(const scord_warp_clocks_t *clocks, uint32_t number) {
    assert(number != 0 && (number == REST || number <= clocks->clocks));
    return number == REST ? clocks->rest : &clocks->clock[number - 1];
}

/* 1 + a new clock with the content of FROM (0: empty), for one user. 0: no memory. */
static uint32_t new_clock(scord_warp_clocks_t *clocks, uint32_t from) {
    uint32_t number = clocks->free_clock;
    if (number != 0) {
        clocks->free_clock = clock_at(clocks, number)->at[0];
    } else {
        if (!SCORD_ARRAY_ROOM(clocks->clock, clocks->clocks_allocated, clocks->clocks + 1)) {
            clocks->lost = true;
            return 0;
        }
        number = ++clocks->clocks;
    }
    scord_clock_t *clock = clock_at(clocks, number);
    if (from != 0)
        memcpy(clock->at, clock_at(clocks, from)->at, sizeof clock->at);
    else
        memset(clock->at, 0, sizeof clock->at);
    clocks->live++;
    clock->users = 1;
    clock->stamp = ++clocks->stamps;
    return number;
}

static void leave(scord_warp_clocks_t *clocks, uint32_t *number) {
    if (*number != 0 && *number != REST) {
        scord_clock_t *clock = clock_at(clocks, *number);
        assert(clock->users > 0);
        if (--clock->users == 0) {
            clock->at[0] = clocks->free_clock;
            clocks->free_clock = *number;
            clocks->live--;
        }
    }
    *number = 0;
}

static uint32_t share(scord_warp_clocks_t *clocks, uint32_t number) {
    if (number != 0 && number != REST) clock_at(clocks, number)->users++;
    return number;
}

/* True: INTO has got something new. */
static bool join(scord_clock_t *into, const scord_clock_t *from) {
    uint32_t changed = 0;
    for (unsigned i = 0; i < SCORD_CLOCK_WARPS; i++) {
        const uint32_t newer = into->at[i] < from->at[i] ? from->at[i] : into->at[i];
        changed |= newer ^ into->at[i];
        into->at[i] = newer;
    }
    return changed != 0;
}

/* True: it is new. */
static bool raise(scord_clock_t *clock, unsigned warp, uint32_t time) {
    assert(warp < SCORD_CLOCK_WARPS);
    if (clock->at[warp] >= time) return false;
    clock->at[warp] = time;
    return true;
}

/* For all words beyond the bounds; NULL: no memory. */
static scord_clock_t *rest(scord_warp_clocks_t *clocks) {
    if (!clocks->rest) clocks->rest = calloc(1, sizeof *clocks->rest);
    if (!clocks->rest) clocks->lost = true;
    return clocks->rest;
}

/* ---- what warps know ---- */

/* The clock of what the warp has observed since the block's last barrier, to be changed; PENDING:
 * of what it will know behind its next fence. NULL: no memory. */
static scord_clock_t *known_of(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                               bool pending) {
    scord_clock_warp_t *warp = &clocks->warp[scord_fence_file_index(block_id, warp_id)];
    uint32_t *number = pending ? &warp->pending : &warp->known;
    clocks->block[block_id].observed |= UINT32_C(1) << warp_id;
    if (*number == 0) {
        const uint32_t clock = new_clock(clocks, 0); /* may move the others, not the warps */
        *number = clock;
    }
    return *number != 0 ? clock_at(clocks, *number) : NULL;
}

static void observe(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                    uint32_t number, bool pending) {
    scord_clock_warp_t *warp = &clocks->warp[scord_fence_file_index(block_id, warp_id)];
    uint64_t *last = pending ? &warp->pending_stamp : &warp->observed_stamp;
    if (number == 0 || clocks->lost) return;
    const uint64_t stamp = clock_at(clocks, number)->stamp;
    if (stamp != 0 && stamp == *last) return; /* polls see the same again */
    scord_clock_t *known = known_of(clocks, block_id, warp_id, pending);
    if (!known) return;
    const bool news = join(known, clock_at(clocks, number));
    if (!pending) warp->observations += news;
    *last = stamp;
}

/* The warp knows what its loads have observed. */
static void acquire(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id) {
    scord_clock_warp_t *warp = &clocks->warp[scord_fence_file_index(block_id, warp_id)];
    if (warp->pending == 0) return;
    scord_clock_t *known = known_of(clocks, block_id, warp_id, false);
    if (!known) return;
    warp->observations += join(known, clock_at(clocks, warp->pending));
    leave(clocks, &warp->pending);
    warp->pending_stamp = 0;
}

void scord_warp_clocks_launch(scord_warp_clocks_t *clocks, unsigned block_id, uint32_t warps,
                              uint64_t sequence) {
    scord_clock_block_t *block = &clocks->block[block_id];
    leave(clocks, &block->known);
    *block = (scord_clock_block_t){.warps = warps, .barrier = time_of(clocks, sequence)};
    for (uint32_t left = warps; left != 0; left &= left - 1) {
        const unsigned warp_id = (unsigned)__builtin_ctz(left);
        scord_clock_warp_t *warp = &clocks->warp[scord_fence_file_index(block_id, warp_id)];
        leave(clocks, &warp->known);
        leave(clocks, &warp->pending);
        leave(clocks, &warp->published);
        *warp = (scord_clock_warp_t){.known = 0};
    }
}

/* What the warps of WARPS have observed becomes the block's. */
static void gather(scord_warp_clocks_t *clocks, unsigned block_id, uint32_t warps) {
    scord_clock_block_t *block = &clocks->block[block_id];
    for (; warps != 0; warps &= warps - 1) {
        const unsigned warp_id = (unsigned)__builtin_ctz(warps),
                       index = scord_fence_file_index(block_id, warp_id);
        scord_clock_warp_t *warp = &clocks->warp[index];
        acquire(clocks, block_id, warp_id);
        warp->observed_stamp = 0;
        if (warp->known == 0) continue;
        if (block->known != 0) {
            join(clock_at(clocks, block->known), clock_at(clocks, warp->known));
            leave(clocks, &warp->known);
        } else {
            block->known = warp->known;
            warp->known = 0;
        }
    }
}

void scord_warp_clocks_barrier(scord_warp_clocks_t *clocks, unsigned block_id, uint64_t sequence) {
    scord_clock_block_t *block = &clocks->block[block_id];
    block->barrier = time_of(clocks, sequence);
    gather(clocks, block_id, block->observed);
    for (uint32_t left = block->fenced; left != 0; left &= left - 1) {
        const unsigned index = scord_fence_file_index(block_id, (unsigned)__builtin_ctz(left));
        clocks->warp[index].handed = clocks->warp[index].fence;
        block->handed = true;
    }
    block->observed = block->fenced = 0;
}

void scord_warp_clocks_meet(scord_warp_clocks_t *clocks, unsigned block_id, uint32_t met,
                            uint32_t told, const uint64_t arrived[SCORD_MAX_WARPS_PER_SM]) {
    scord_clock_t all = {.users = 1};
    for (uint32_t left = met | told; left != 0; left &= left - 1) {
        const unsigned warp_id = (unsigned)__builtin_ctz(left),
                       index = scord_fence_file_index(block_id, warp_id);
        acquire(clocks, block_id, warp_id);
        raise(&all, index, time_of(clocks, arrived[warp_id]));
        if (clocks->warp[index].known != 0) join(&all, clock_at(clocks, clocks->warp[index].known));
    }
    for (uint32_t left = clocks->lost ? 0 : met; left != 0; left &= left - 1) {
        const unsigned warp_id = (unsigned)__builtin_ctz(left);
        scord_clock_t *known = known_of(clocks, block_id, warp_id, false);
        if (known)
            clocks->warp[scord_fence_file_index(block_id, warp_id)].observations += join(known,
                                                                                         &all);
    }
}

/* What the warp signals from now on covers what it has done. */
static void release(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                    uint64_t sequence) {
    scord_clock_warp_t *warp = &clocks->warp[scord_fence_file_index(block_id, warp_id)];
    scord_clock_block_t *block = &clocks->block[block_id];
    warp->fence = time_of(clocks, sequence);
    warp->fence_barrier = block->barrier;
    block->fenced |= UINT32_C(1) << warp_id;
}

void scord_warp_clocks_fence(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                             uint64_t sequence) {
    if (!clocks->lost) acquire(clocks, block_id, warp_id);
    clocks->warp[scord_fence_file_index(block_id, warp_id)].unfenced = false;
    release(clocks, block_id, warp_id, sequence);
}

void scord_warp_clocks_lanes_meet(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                                  uint64_t sequence) {
    scord_clock_warp_t *warp = &clocks->warp[scord_fence_file_index(block_id, warp_id)];
    warp->met_before = warp->met;
    warp->met = time_of(clocks, sequence);
}

/* ---- signals ---- */

/* The time of the warp's last fence, for a signal of LANES. Where these are not all, it is odd, and
 * a part says what it covers of the others: what they had done when all lanes met before the fence.
 * Lanes that have signalled since that meeting count together. */
static uint32_t part_of(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                        uint32_t lanes) {
    scord_clock_warp_t *warp = &clocks->warp[scord_fence_file_index(block_id, warp_id)];
    if (lanes == UINT32_MAX || warp->met > warp->fence ||
        clocks->block[block_id].barrier > warp->fence)
        return warp->whole = warp->fence; /* lanes that met behind the fence hand it on */
    if (!clocks->part) clocks->part = calloc(SCORD_CLOCK_WARPS, sizeof *clocks->part);
    if (!clocks->part) return warp->fence;
    scord_clock_part_t *part = clocks->part[scord_fence_file_index(block_id, warp_id)];
    uint32_t met = warp->met <= warp->fence ? warp->met : warp->met_before;
    if (met > warp->fence) met = warp->fence; /* an observer that runs far behind */
    if (met < warp->fence_barrier) met = warp->fence_barrier;
    if (met < warp->whole) met = warp->whole; /* all lanes have signalled since */
    const scord_clock_part_t last = warp->parts > 0 ? part[(warp->parts - 1) % SCORD_CLOCK_PARTS]
                                                    : (scord_clock_part_t){.time = 0};
    if (warp->parts == 0 || last.time != warp->fence) warp->parts++;
    part[(warp->parts - 1) % SCORD_CLOCK_PARTS] = (scord_clock_part_t){
        .time = warp->fence, .met = met, .lanes = lanes | (last.met == met ? last.lanes : 0)};
    return warp->fence | 1;
}

/* 1 + the clock that signals of LANES carry; 0: none, nothing has been fenced. */
static uint32_t publish(scord_warp_clocks_t *clocks, unsigned block_id, unsigned warp_id,
                        uint32_t lanes) {
    const unsigned index = scord_fence_file_index(block_id, warp_id);
    scord_clock_warp_t *warp = &clocks->warp[index];
    const scord_clock_block_t *block = &clocks->block[block_id];
    if (warp->fence == 0 && !block->handed) return 0;
    const uint32_t own = warp->fence != 0 ? part_of(clocks, block_id, warp_id, lanes) : 0;
    if (warp->published != 0 && warp->barrier == block->barrier &&
        warp->observed == warp->observations && clock_at(clocks, warp->published)->at[index] == own)
        return warp->published;
    leave(clocks, &warp->published);
    const uint32_t number = clocks->live < SCORD_CLOCKS ? new_clock(clocks, block->known) : 0;
    scord_clock_t *clock = number != 0 ? clock_at(clocks, number) : rest(clocks);
    if (!clock) return 0;
    if (number == 0 && block->known != 0) join(clock, clock_at(clocks, block->known));
    if (warp->known != 0) join(clock, clock_at(clocks, warp->known));
    for (uint32_t left = block->warps; left != 0; left &= left - 1) {
        const unsigned mate = scord_fence_file_index(block_id, (unsigned)__builtin_ctz(left));
        raise(clock, mate, clocks->warp[mate].handed);
        if (warp->fence != 0) raise(clock, mate, warp->fence_barrier);
    }
    raise(clock, index, own);
    if (number == 0) {
        clocks->without_room++;
        return REST;
    }
    warp->published = number;
    warp->barrier = block->barrier;
    warp->observed = warp->observations;
    return number;
}

static scord_clock_place_t *find_place(const scord_warp_clocks_t *clocks, uint64_t word) {
    if (clocks->places == 0) return NULL;
    const uint32_t index = scord_index_map_find(&clocks->place_of, word);
    return index == SCORD_INDEX_NONE ? NULL : &clocks->place[index];
}

/* NULL: no room. */
static scord_clock_place_t *add_place(scord_warp_clocks_t *clocks, uint64_t word) {
    if (clocks->places == SCORD_CLOCK_PLACES) return NULL;
    if (!SCORD_ARRAY_ROOM(clocks->place, clocks->places_allocated, clocks->places + 1) ||
        !scord_index_map_add(&clocks->place_of, word, clocks->places)) {
        clocks->lost = true;
        return NULL;
    }
    clocks->place[clocks->places] = (scord_clock_place_t){.clock = 0};
    return &clocks->place[clocks->places++];
}

static void observe_word(scord_warp_clocks_t *clocks, uint64_t word, unsigned block_id,
                         unsigned warp_id, bool pending) {
    const scord_clock_place_t *place = find_place(clocks, word);
    if (!place && clocks->full) observe(clocks, block_id, warp_id, REST, pending);
    if (!place || place->clock == 0) return;
    observe(clocks, block_id, warp_id, place->clock, pending);
    if (place->writer == scord_fence_file_index(block_id, warp_id)) return;
    scord_clock_t *known = known_of(clocks, block_id, warp_id, pending);
    if (known && raise(known, place->writer, place->written) && !pending) /* the signal itself */
        clocks->warp[scord_fence_file_index(block_id, warp_id)].observations++;
}

static void carry(scord_warp_clocks_t *clocks, scord_clock_place_t *place, uint32_t number) {
    leave(clocks, &place->clock);
    place->clock = share(clocks, number);
}

/* A clock of the place's own, to be changed; without room `rest`, and false without memory. */
static bool own_clock(scord_warp_clocks_t *clocks, scord_clock_place_t *place) {
    if (place->clock == REST || clock_at(clocks, place->clock)->users == 1) return true;
    const uint32_t own = clocks->live < SCORD_CLOCKS ? new_clock(clocks, place->clock) : REST;
    if (own == 0 || (own == REST && !rest(clocks))) return false;
    if (own == REST) {
        join(clocks->rest, clock_at(clocks, place->clock));
        clocks->without_room++;
    }
    leave(clocks, &place->clock);
    place->clock = own;
    return true;
}

/* The word carries NUMBER beside what it carries already. */
static void add_clock(scord_warp_clocks_t *clocks, scord_clock_place_t *place, uint32_t number) {
    if (!own_clock(clocks, place)) return;
    scord_clock_t *clock = clock_at(clocks, place->clock);
    if (join(clock, clock_at(clocks, number)) && place->clock != REST)
        clock->stamp = ++clocks->stamps;
}

/* KEEPS: a read-modify-write hands on what the word carried, as its observation has brought it;
 * UNSEEN: it has observed nothing (D79), so the two are joined. */
static void signal_word(scord_warp_clocks_t *clocks, uint64_t word, uint32_t carries, bool keeps,
                        bool unseen, unsigned index, uint32_t time) {
    scord_clock_place_t *place = find_place(clocks, word);
    if (carries == 0 && !place) return;
    if (!place && !clocks->full) place = add_place(clocks, word);
    if (!place) {
        clocks->full = true;
        clocks->without_room++;
        scord_clock_t *all = rest(clocks);
        if (all && carries != 0 && carries != REST) join(all, clock_at(clocks, carries));
        return;
    }
    keeps = keeps || place->writer == index; /* PTX's release pattern: a later write of the same */
    if (carries == 0 && !keeps) leave(clocks, &place->clock);
    if (carries != 0 && carries != place->clock) {
        if (unseen && place->clock != 0)
            add_clock(clocks, place, carries);
        else
            carry(clocks, place, carries);
    }
    place->writer = (uint16_t)index;
    place->written = time;
}

/* Lanes of LEFT behind its first one; those right behind it that access the same are left out. */
static uint32_t next_word(const scord_event_access_t *access, uint32_t left) {
    const uint64_t address = access->address[__builtin_ctz(left)];
    do left &= left - 1;
    while (left != 0 && access->address[__builtin_ctz(left)] == address);
    return left;
}

/* Lanes that write: a compare-and-swap that fails does not. */
static uint32_t writing(const scord_event_access_t *access) {
    uint32_t lanes = access->mask;
    if (access->atomic_kind != SCORD_ATOMIC_KIND_CAS || access->op != SCORD_OP_ATOMIC ||
        !access->has_returned || !access->has_operands)
        return lanes;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        if (access->returned[lane] != access->compare[lane]) lanes &= ~(UINT32_C(1) << lane);
    }
    return lanes;
}

void scord_warp_clocks_signal(scord_warp_clocks_t *clocks, const scord_event_t *event,
                              unsigned block_id, unsigned warp_id) {
    const scord_event_access_t *access = &event->access;
    const unsigned index = scord_fence_file_index(block_id, warp_id);
    uint32_t time = time_of(clocks, event->sequence);
    const bool reads = access->op != SCORD_OP_STORE, write = access->op != SCORD_OP_LOAD,
               unseen = scord_observes_nothing(access->unread,
                                               (scord_semantics_t)access->semantics);
    const bool pending = access->op == SCORD_OP_LOAD &&
                         !scord_acquires((scord_op_t)access->op,
                                         (scord_semantics_t)access->semantics);
    clocks->without_room += clocks->lost;
    if (clocks->lost) return;
    for (uint32_t left = reads && !unseen && (clocks->places || clocks->full) ? access->mask : 0;
         left != 0; left = next_word(access, left)) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        for (unsigned at = 0; at < access->size; at += SCORD_WORD_BYTES)
            observe_word(clocks, (access->address[lane] + at) / SCORD_WORD_BYTES, block_id, warp_id,
                         pending);
    }
    if (reads && !unseen &&
        !scord_acquires((scord_op_t)access->op, (scord_semantics_t)access->semantics))
        clocks->warp[index].unfenced = true;
    if (write && (access->semantics == SCORD_SEMANTICS_RELEASE ||
                  access->semantics == SCORD_SEMANTICS_ACQ_REL ||
                  access->semantics == SCORD_SEMANTICS_SEQ_CST))
        release(clocks, block_id, warp_id, event->sequence);
    const uint32_t carries = write && !clocks->lost
                                 ? publish(clocks, block_id, warp_id, access->mask)
                                 : 0;
    if (!write || clocks->lost || (carries == 0 && clocks->places == 0)) return;
    time |= access->mask != UINT32_MAX && clocks->warp[index].parts > 0;
    for (uint32_t left = writing(access); left != 0; left = next_word(access, left)) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        for (unsigned at = 0; at < access->size; at += SCORD_WORD_BYTES)
            signal_word(clocks, (access->address[lane] + at) / SCORD_WORD_BYTES, carries, reads,
                        unseen, index, time);
    }
}

void scord_warp_clocks_join(scord_warp_clocks_t *clocks, unsigned first_block, unsigned first_warp,
                            unsigned block_id, unsigned warp_id) {
    if (!clocks->lost)
        observe(clocks, block_id, warp_id, publish(clocks, first_block, first_warp, UINT32_MAX),
                false);
}

/* ---- questions ---- */

/* What a signal of some lanes, of time UP_TO, says of event TIME of LANE. Parts that are not kept
 * any more cover all. */
static bool part_covers(const scord_warp_clocks_t *clocks, unsigned warp, uint32_t up_to,
                        uint32_t time, unsigned lane) {
    const uint32_t parts = clocks->warp[warp].parts,
                   kept = parts < SCORD_CLOCK_PARTS ? parts : SCORD_CLOCK_PARTS;
    for (uint32_t i = 1; clocks->part && lane != SCORD_SOME_LANE && i <= kept; i++) {
        const scord_clock_part_t *part = &clocks->part[warp][(parts - i) % SCORD_CLOCK_PARTS];
        if (part->time > up_to) continue;
        return time <= part->met || (lane < SCORD_THREADS_PER_WARP && part->lanes >> lane & 1);
    }
    return true;
}

static bool covers(const scord_warp_clocks_t *clocks, uint32_t number, unsigned warp, uint32_t time,
                   unsigned lane) {
    const uint32_t known = number != 0 ? clock_at(clocks, number)->at[warp] : 0;
    return known >= time && number != 0 &&
           ((known & 1) == 0 || part_covers(clocks, warp, known, time, lane));
}

bool scord_warp_clocks_ordered(const scord_warp_clocks_t *clocks, unsigned first_block,
                               unsigned first_warp, unsigned lane, uint64_t first,
                               unsigned block_id, unsigned warp_id) {
    const unsigned from = scord_fence_file_index(first_block, first_warp),
                   to = scord_fence_file_index(block_id, warp_id);
    const uint32_t time = (uint32_t)(first - clocks->base) * 2;
    if (clocks->lost || from == to) return true;
    return (first_block == block_id && clocks->block[block_id].barrier > time) ||
           covers(clocks, clocks->block[block_id].known, from, time, lane) ||
           covers(clocks, clocks->warp[to].known, from, time, lane);
}

bool scord_warp_clocks_fenced(const scord_warp_clocks_t *clocks, unsigned first_block,
                              unsigned first_warp, unsigned lane, uint64_t first, unsigned block_id,
                              unsigned warp_id) {
    return !clocks->lost && !clocks->full &&
           !clocks->warp[scord_fence_file_index(block_id, warp_id)].unfenced &&
           scord_warp_clocks_ordered(clocks, first_block, first_warp, lane, first, block_id,
                                     warp_id);
}

bool scord_warp_clocks_by_mate(const scord_warp_clocks_t *clocks, unsigned first_block,
                               unsigned first_warp, uint64_t first, unsigned block_id,
                               unsigned warp_id, bool mate_of_first) {
    const unsigned own = mate_of_first ? first_warp : warp_id,
                   block = mate_of_first ? first_block : block_id;
    for (uint32_t left = clocks->block[block].warps & ~(UINT32_C(1) << own); left != 0;
         left &= left - 1) {
        const unsigned mate = (unsigned)__builtin_ctz(left),
                       one = mate_of_first ? mate : first_warp,
                       other = mate_of_first ? warp_id : mate;
        if ((first_block != block_id || one != other) &&
            scord_warp_clocks_ordered(clocks, first_block, one, SCORD_SOME_LANE, first, block_id,
                                      other))
            return true;
    }
    return false;
}
