/* SPDX-License-Identifier: Apache-2.0 */
/* scord_replay.c: see scord_replay.h.
 *
 * Lowering. A warp instruction of the stream becomes at most SCORD_LOWER_MAX SM events:
 *
 *   access, 32 lanes ──► segment requests, ascending address ──► lock words, ascending lane
 *                        (a mask of words each, D2)              (CAS and Exch only, D17, D34)
 *
 * Lock words come last, so that an access carries the locks held before it (D19). For each word a
 * request also names its lowest lane, and says whether two lanes touch one byte (D40) and whether
 * they write different values to it (D72).
 *
 * Replay. Each SM event goes to its SM unit at once, and the request that it returns is decided at
 * once, word by word: the arbitration order is that of the stream. The last access's races are kept
 * for `expect` records.
 *
 * Invariants: requests of an instruction are in ascending order of different segments; an access is
 * aligned to its size, so that a lane touches one segment.
 */
#include "cmodel/scord_replay.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/detector/word_threads.h"

/* ---- lowering ---- */

static const uint64_t address_mask = (UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1;

/* An SM event with the fields that all kinds of `event` have. */
static scord_sm_event_t lower_header(const scord_event_t *event, scord_sm_event_kind_t kind,
                                     unsigned warp, unsigned slot, uint32_t pc) {
    return (scord_sm_event_t){
        .kind = (uint8_t)kind,
        .warp = (uint8_t)warp,
        .slot = (uint8_t)slot,
        .sequence = (uint32_t)event->sequence, /* low bits: SCORD_SEQUENCE_WIDTH */
        .pc = pc,
    };
}

/* Words of a segment that [address, address + size) touches; size <= 16 and aligned, so one
 * segment. */
static uint32_t words_of(uint64_t address, unsigned size) {
    assert(size >= 1 && address % SCORD_SEGMENT_BYTES + size <= SCORD_SEGMENT_BYTES);
    const unsigned first = (unsigned)(address % SCORD_SEGMENT_BYTES / SCORD_WORD_BYTES);
    const unsigned words = (size + SCORD_WORD_BYTES - 1) / SCORD_WORD_BYTES;
    return ((UINT32_C(1) << words) - 1) << first;
}

/* Whether a lower lane that touches the same word touches the same bytes as `lane`: always for
 * accesses of a word or more, for smaller ones if the addresses are equal. */
static bool overlaps_lower_lane(const scord_event_access_t *access, unsigned lane) {
    if (access->size >= SCORD_WORD_BYTES) return true;
    for (uint32_t lower = access->mask & ((UINT32_C(1) << lane) - 1); lower != 0;
         lower &= lower - 1)
        if (access->address[__builtin_ctz(lower)] == access->address[lane]) return true;
    return false;
}

/* Those of the words of LANE's access, from bit FIRST on, to which lanes write different values. */
static uint32_t words_that_differ(const scord_event_access_t *access, unsigned lane,
                                  unsigned first) {
    uint32_t words = 0;
    for (unsigned i = 0; i < SCORD_ACCESS_WORDS; i++)
        words |= (access->differ[i] >> lane & 1) << (first + i) % SCORD_SEGMENT_WORDS;
    return words;
}

enum { QUARTER = 4, QUARTERS = SCORD_THREADS_PER_WARP / QUARTER };
typedef int32_t keys_t __attribute__((vector_size(QUARTER * sizeof(int32_t))));

/* Lanes by their keys, 32 different numbers: how many are less than a lane's is its place. All at
 * once, without a branch: those of a sort are taken either way when accesses are scattered. */
static void order_by_rank(const int32_t key[SCORD_THREADS_PER_WARP],
                          uint8_t order[SCORD_THREADS_PER_WARP]) {
    keys_t keys[QUARTERS], rank[QUARTERS] = {{0}};
    memcpy(keys, key, sizeof keys);
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        const int32_t one = key[lane];
#pragma GCC unroll 8
        for (unsigned i = 0; i < QUARTERS; i++) rank[i] -= keys[i] > one; /* true is -1 */
    }
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        order[rank[lane / QUARTER][lane % QUARTER]] = (uint8_t)lane;
}

/* Segments further apart than the keys of order_by_rank say. */
static void order_by_insertion(const uint64_t segment[], unsigned n, uint8_t order[]) {
    for (unsigned i = 1; i < n; i++) {
        const uint8_t lane = order[i];
        unsigned at = i;
        for (; at > 0 && segment[order[at - 1]] > segment[lane]; at--) order[at] = order[at - 1];
        order[at] = lane;
    }
}

/* The lanes of an access in the order in which their words are put together: by segment, those of
 * one segment ascending. Returns how many. */
static unsigned order_lanes(const scord_event_access_t *access,
                            uint8_t order[SCORD_THREADS_PER_WARP]) {
    uint64_t segment[SCORD_THREADS_PER_WARP], last = 0, least = UINT64_MAX, most = 0;
    int32_t key[SCORD_THREADS_PER_WARP];
    unsigned n = 0;
    bool in_order = true;
    for (uint32_t rest = access->mask; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const uint64_t at = (access->address[lane] & address_mask) / SCORD_SEGMENT_BYTES;
        segment[lane] = at;
        in_order &= at >= last;
        last = at;
        least = at < least ? at : least;
        most = at > most ? at : most;
        order[n++] = (uint8_t)lane;
    }
    if (in_order) return n;
    if (most - least >= INT32_MAX / SCORD_THREADS_PER_WARP - 1) {
        order_by_insertion(segment, n, order);
        return n;
    }
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        key[lane] = access->mask >> lane & 1
                        ? (int32_t)((segment[lane] - least) * SCORD_THREADS_PER_WARP + lane)
                        : INT32_MAX - (int32_t)lane; /* behind all others */
    order_by_rank(key, order);
    return n;
}

/* Lanes of order[0..n), beginning with the first, that follow each other in number and in memory,
 * whole words in one segment. */
static unsigned run_of(const scord_event_access_t *access, const uint8_t order[], unsigned n) {
    const unsigned first = order[0];
    const uint64_t address = access->address[first];
    const unsigned room = (unsigned)(SCORD_SEGMENT_BYTES - address % SCORD_SEGMENT_BYTES) /
                          access->size;
    unsigned run = 1;
    while (run < n && run < room && order[run] == first + run &&
           access->address[first + run] == address + run * access->size)
        run++;
    return run;
}

/* A run of lanes from LANE on enters the request of its segment. Returns the words. */
static uint32_t add_run(scord_sm_event_t *request, const scord_event_access_t *access,
                        unsigned lane, unsigned run) {
    const unsigned words = access->size / SCORD_WORD_BYTES,
                   first =
                       (unsigned)(access->address[lane] % SCORD_SEGMENT_BYTES / SCORD_WORD_BYTES);
    const uint32_t touched = (uint32_t)((UINT64_C(1) << run * words) - 1) << first,
                   fresh = touched & ~request->mask;
    uint32_t bit[SCORD_LANE_WIDTH] = {0};
    for (unsigned i = 0; fresh && i < SCORD_LANE_WIDTH; i++)
        bit[i] = run == 1 ? fresh & (0 - (lane >> i & 1))
                          : scord_repeat_bits(scord_word_numbers(lane, i), words) << first & fresh;
    request->thread_bit_0 |= bit[0];
    request->thread_bit_1 |= bit[1];
    request->thread_bit_2 |= bit[2];
    request->thread_bit_3 |= bit[3];
    request->thread_bit_4 |= bit[4];
    request->several_threads |= touched & request->mask;
    request->mask |= touched;
    return touched;
}

/* A lane whose access is one whole word. */
static inline void add_word(scord_sm_event_t *request, uint64_t address, unsigned lane) {
    const uint32_t word = UINT32_C(1) << address % SCORD_SEGMENT_BYTES / SCORD_WORD_BYTES,
                   fresh = word & ~request->mask;
    request->several_threads |= word & request->mask;
    request->thread_bit_0 |= fresh & (0 - (lane >> 0 & 1));
    request->thread_bit_1 |= fresh & (0 - (lane >> 1 & 1));
    request->thread_bit_2 |= fresh & (0 - (lane >> 2 & 1));
    request->thread_bit_3 |= fresh & (0 - (lane >> 3 & 1));
    request->thread_bit_4 |= fresh & (0 - (lane >> 4 & 1));
    request->mask |= word;
}

static void add_lane(scord_sm_event_t *request, const scord_event_access_t *access, unsigned lane) {
    const uint32_t words = words_of(access->address[lane] & address_mask, access->size);
    scord_word_threads_add(request, lane, words,
                           (request->mask & words) && overlaps_lower_lane(access, lane));
    request->mask |= words;
    request->lanes_differ |= words_that_differ(access, lane, (unsigned)__builtin_ctz(words));
}

static bool some_differ(const scord_event_access_t *access) {
    uint32_t lanes = 0;
    for (unsigned i = 0; i < SCORD_ACCESS_WORDS; i++) lanes |= access->differ[i];
    return lanes != 0;
}

/* Whether each lane STRIDE bytes per lane behind lane 0 is where it is; lanes may be missing. */
static bool lanes_are_at(const scord_event_access_t *access, uint64_t stride) {
    const unsigned first = (unsigned)__builtin_ctz(access->mask),
                   last = 31 - (unsigned)__builtin_clz(access->mask);
    const uint64_t *at = access->address, from = at[first] - first * stride;
    uint64_t differ = at[last] ^ (from + last * stride); /* mostly it tells */
    if (differ != 0) return false;
    if (access->mask == UINT32_MAX)
        for (unsigned i = 0; i < SCORD_THREADS_PER_WARP; i++) differ |= at[i] ^ (from + i * stride);
    else
        for (uint32_t rest = access->mask; rest; rest &= rest - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(rest);
            differ |= at[lane] ^ (from + lane * stride);
        }
    return differ == 0;
}

/* The requests of lanes in a row, whole words each: one a segment. */
static unsigned coalesce_row(const scord_event_access_t *access, const scord_sm_event_t *blank,
                             scord_sm_event_t requests[]) {
    const unsigned words = access->size / SCORD_WORD_BYTES;
    unsigned n = 0;
    for (uint32_t rest = access->mask; rest;) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const uint64_t address = access->address[lane] & address_mask,
                       in = address % SCORD_SEGMENT_BYTES;
        const unsigned room = (unsigned)(SCORD_SEGMENT_BYTES - in) / access->size,
                       first = (unsigned)in / SCORD_WORD_BYTES;
        const uint32_t lanes = (uint32_t)((UINT64_C(1) << room) - 1) & rest >> lane,
                       touched = scord_repeat_bits(lanes, words) << first;
        uint32_t bit[SCORD_LANE_WIDTH];
        for (unsigned i = 0; i < SCORD_LANE_WIDTH; i++)
            bit[i] = scord_repeat_bits(scord_word_numbers(lane, i), words) << first & touched;
        scord_sm_event_t *request = &requests[n++];
        *request = *blank;
        request->address = address - in;
        request->thread_bit_0 = bit[0];
        request->thread_bit_1 = bit[1];
        request->thread_bit_2 = bit[2];
        request->thread_bit_3 = bit[3];
        request->thread_bit_4 = bit[4];
        request->mask = touched;
        rest &= ~(lanes << lane);
    }
    return n;
}

/* The request of several lanes at one place, whole words. */
static unsigned coalesce_place(const scord_event_access_t *access, const scord_sm_event_t *blank,
                               scord_sm_event_t *request) {
    const unsigned lane = (unsigned)__builtin_ctz(access->mask);
    const uint64_t address = access->address[lane] & address_mask;
    *request = *blank;
    request->address = address - address % SCORD_SEGMENT_BYTES;
    request->several_threads = add_run(request, access, lane, 1);
    return 1;
}

/* D2: lanes that touch the same word are one check; requests go out in ascending address. */
static unsigned coalesce(const scord_event_t *event, scord_sm_event_t requests[]) {
    const scord_event_access_t *access = &event->access;
    scord_sm_event_t blank = lower_header(event, SCORD_SM_EVENT_KIND_ACCESS, access->warp,
                                          access->slot, access->pc);
    uint8_t order[SCORD_THREADS_PER_WARP];
    const bool by_runs = access->size >= SCORD_WORD_BYTES && !some_differ(access);
    unsigned n = 0;
    blank.op = access->op;
    blank.scope = access->scope;
    blank.strong = access->strong;
    blank.semantics = access->semantics;
    if (by_runs && lanes_are_at(access, access->size))
        return coalesce_row(access, &blank, requests);
    if (by_runs && lanes_are_at(access, 0)) return coalesce_place(access, &blank, requests);
    const unsigned lanes = order_lanes(access, order);
    for (unsigned i = 0, run; i < lanes; i += run) {
        const unsigned lane = order[i];
        const uint64_t segment = (access->address[lane] & address_mask) / SCORD_SEGMENT_BYTES *
                                 SCORD_SEGMENT_BYTES;
        if (n == 0 || requests[n - 1].address != segment) {
            requests[n] = blank;
            requests[n++].address = segment;
        }
        const bool alone = i + 1 == lanes || order[i + 1] != lane + 1 ||
                           access->address[lane + 1] != access->address[lane] + access->size;
        if (alone && by_runs && access->size == SCORD_WORD_BYTES) {
            add_word(&requests[n - 1], access->address[lane], lane);
            run = 1;
            continue;
        }
        run = by_runs ? run_of(access, &order[i], lanes - i) : 1;
        if (!by_runs) {
            add_lane(&requests[n - 1], access, lane);
            continue;
        }
        const uint32_t words = add_run(&requests[n - 1], access, lane, run);
        if (run != 1) continue;
        for (; i + run < lanes && access->address[order[i + run]] == access->address[lane]; run++)
            requests[n - 1].several_threads |= words; /* all at one place */
    }
    assert(n <= SCORD_THREADS_PER_WARP);
    for (unsigned i = 1; i < n; i++) assert(requests[i - 1].address < requests[i].address);
    return n;
}

/* Lock inference compares with 0 and 1 only, so wider operands are saturated (D34). */
static uint32_t saturate(uint64_t value) {
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* A CAS is a lock attempt when its operands and result are known, an Exch a release when its
 * operand is (D34). */
static bool has_lock_words(const scord_event_access_t *access) {
    if (access->op != SCORD_OP_ATOMIC || !access->has_operands) return false;
    return access->atomic_kind == SCORD_ATOMIC_KIND_EXCH ||
           (access->atomic_kind == SCORD_ATOMIC_KIND_CAS && access->has_returned);
}

/* D17: one event per lane's lock word, ascending lane. */
static unsigned lower_lock_words(const scord_event_t *event, scord_sm_event_t events[]) {
    const scord_event_access_t *access = &event->access;
    if (!has_lock_words(access)) return 0;
    const bool cas = access->atomic_kind == SCORD_ATOMIC_KIND_CAS;
    unsigned n = 0;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if (!(access->mask >> lane & 1)) continue;
        scord_sm_event_t *lock = &events[n++];
        *lock = lower_header(event, cas ? SCORD_SM_EVENT_KIND_CAS : SCORD_SM_EVENT_KIND_EXCH,
                             access->warp, access->slot, access->pc);
        lock->scope = access->scope;
        lock->semantics = access->semantics;
        lock->address = (access->address[lane] & address_mask) / SCORD_WORD_BYTES *
                        SCORD_WORD_BYTES;
        lock->value = saturate(access->value[lane]);
        if (cas) {
            lock->compare = saturate(access->compare[lane]);
            lock->returned = saturate(access->returned[lane]);
        }
    }
    return n;
}

static unsigned lower_access(const scord_event_t *event, scord_sm_event_t events[]) {
    const unsigned requests = coalesce(event, events);
    return requests +
           lower_lock_words(event,
                            events + requests); /* D19: the bloom is taken before the release */
}

static scord_sm_event_t lower_fence(const scord_event_t *event) {
    const scord_event_fence_t *fence = &event->fence;
    scord_sm_event_t lowered = lower_header(event, SCORD_SM_EVENT_KIND_FENCE, fence->warp,
                                            fence->slot, fence->pc);
    lowered.scope = fence->scope;
    lowered.semantics = fence->semantics;
    return lowered;
}

/* Lanes diverge: mask 0. Lanes meet at a __syncwarp: the record's mask (D41). */
static scord_sm_event_t lower_convergence(const scord_event_t *event, uint32_t mask) {
    const scord_event_warp_t *warp = &event->warp;
    scord_sm_event_t lowered = lower_header(event, SCORD_SM_EVENT_KIND_CONVERGENCE, warp->warp,
                                            warp->slot, warp->pc);
    lowered.mask = mask;
    return lowered;
}

static scord_sm_event_t lower_block_launch(const scord_event_t *event) {
    scord_sm_event_t lowered = lower_header(event, SCORD_SM_EVENT_KIND_BLOCK_LAUNCH, 0,
                                            event->block_launch.slot, 0);
    lowered.mask = event->block_launch.warps;
    return lowered;
}

unsigned scord_lower(const scord_event_t *event, unsigned *sm,
                     scord_sm_event_t events[SCORD_LOWER_MAX]) {
    const scord_event_warp_t *warp = &event->warp;
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        *sm = event->block_launch.sm;
        events[0] = lower_block_launch(event);
        return 1;
    case SCORD_EVENT_KIND_ACCESS: *sm = event->access.sm; return lower_access(event, events);
    case SCORD_EVENT_KIND_FENCE:
        *sm = event->fence.sm;
        events[0] = lower_fence(event);
        return 1;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
        *sm = warp->sm;
        events[0] = lower_header(event, SCORD_SM_EVENT_KIND_BARRIER_ARRIVE, warp->warp, warp->slot,
                                 warp->pc);
        return 1;
    case SCORD_EVENT_KIND_BARRIER_RELEASE: /* of a block: warp and pc mean nothing */
        *sm = warp->sm;
        events[0] = lower_header(event, SCORD_SM_EVENT_KIND_BARRIER_RELEASE, 0, warp->slot, 0);
        return 1;
    case SCORD_EVENT_KIND_DIVERGE:
        *sm = warp->sm;
        events[0] = lower_convergence(event, 0);
        return 1;
    case SCORD_EVENT_KIND_RECONVERGE:
        *sm = warp->sm;
        events[0] = lower_convergence(event, warp->mask);
        return 1;
    default: /* no effect on the detector */ return 0;
    }
}

/* ---- replay ---- */

static void remember_outcome(scord_replay_t *replay, const scord_retire_t *retire,
                             bool first_word) {
    if (first_word) replay->first_word = *retire;
    if (!scord_verdict_is_race(retire->verdict)) return;
    if (replay->races == 0) replay->first_race = *retire;
    replay->races++;
}

static void forget_outcome(scord_replay_t *replay) {
    replay->races = 0;
    memset(&replay->first_race, 0, sizeof replay->first_race);
    memset(&replay->first_word, 0, sizeof replay->first_word);
}

static void retire_item(scord_replay_t *replay, const scord_event_t *event,
                        const scord_retire_t *retire) {
    if (replay->observe) replay->observe(replay->context, event, retire);
}

/* Feeds one request to the detector half; *first_word is true until a word of the event was
 * decided. */
static void decide_request(scord_replay_t *replay, const scord_event_t *event,
                           const scord_detector_request_t *request, bool *first_word) {
    const scord_observe_alike_t *alike = replay->alike;
    scord_retire_t retire;
    if (request->kind == SCORD_REQUEST_KIND_FENCE) {
        scord_model_fence(replay->model, request, &retire);
        retire_item(replay, event, &retire);
        return;
    }
    for (uint32_t words = request->mask; words;) { /* D2: ascending address */
        const unsigned word = (unsigned)__builtin_ctz(words);
        scord_model_check(replay->model, request, word, event->cycle, &retire);
        remember_outcome(replay, &retire, *first_word);
        *first_word = false;
        retire_item(replay, event, &retire);
        words &= words - 1;
        if (!words || !alike || !alike->takes(replay->context, event)) continue;
        const uint32_t more = scord_model_check_alike(replay->model, request, word, &retire,
                                                      alike->kept);
        if (more) alike->observe(replay->context, event, &retire, more);
        words &= ~more;
    }
}

void scord_replay_expect(const scord_replay_t *replay, const scord_event_t *event) {
    const scord_event_access_t *access = &event->access;
    if (event->kind != SCORD_EVENT_KIND_ACCESS) return;
    const unsigned lane = (unsigned)__builtin_ctz(access->mask);
    const uint64_t address = access->address[lane] & address_mask,
                   in = address % SCORD_SEGMENT_BYTES;
    const bool more = lane + 1 < SCORD_THREADS_PER_WARP &&
                      access->address[lane + 1] == access->address[lane] + access->size;
    scord_model_prefetch(replay->model, address - in,
                         (more ? UINT32_MAX : UINT32_C(1)) << in / SCORD_WORD_BYTES);
}

void scord_replay_expect_lowered(const scord_replay_t *replay, const scord_sm_event_t *lowered,
                                 unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (lowered[i].kind == SCORD_SM_EVENT_KIND_ACCESS)
            scord_model_prefetch(replay->model, lowered[i].address, lowered[i].mask);
}

static void take_lowered(scord_replay_t *replay, const scord_event_t *event, unsigned sm,
                         const scord_sm_event_t *lowered, unsigned count) {
    bool first_word = true;
    if (event->kind == SCORD_EVENT_KIND_ACCESS) forget_outcome(replay);
    for (unsigned i = 0; i < count; i++) {
        scord_detector_request_t request;
        replay->lowered = &lowered[i];
        if (scord_model_sm_event(replay->model, sm, &lowered[i], &request))
            decide_request(replay, event, &request, &first_word);
    }
    replay->lowered = NULL;
}

static void lower_and_take(scord_replay_t *replay, const scord_event_t *event) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    unsigned sm = 0;
    const unsigned count = scord_lower(event, &sm, lowered);
    if (count > 1) scord_replay_expect_lowered(replay, lowered + 1, count - 1);
    take_lowered(replay, event, sm, lowered, count);
}

static scord_replay_status_t replay_kernel_begin(scord_replay_t *replay,
                                                 const scord_event_kernel_begin_t *kernel,
                                                 char *message, size_t message_size) {
    forget_outcome(replay);
    replay->pick = -1;
    switch (
        scord_model_kernel_start(replay->model, kernel->tracked_base, kernel->log2_tracked_words)) {
    case SCORD_MODEL_OK: return SCORD_REPLAY_OK;
    case SCORD_MODEL_NO_MEMORY:
        snprintf(message, message_size,
                 "no memory for the metadata of 2^%u tracked words: track less memory",
                 kernel->log2_tracked_words);
        return SCORD_REPLAY_NO_MEMORY;
    default:
        snprintf(message, message_size,
                 "kernel_begin: tracked range 0x%llx, 2^%u words is not a range aligned to its "
                 "size below 2^%u bytes",
                 (unsigned long long)kernel->tracked_base, kernel->log2_tracked_words,
                 SCORD_ADDRESS_WIDTH);
        return SCORD_REPLAY_INVALID;
    }
}

/* Describes the last access for a message. */
static void describe_outcome(const scord_replay_t *replay, char *text, size_t size) {
    if (replay->races == 0)
        snprintf(text, size, "0 races, path %s", scord_path_name(replay->first_word.path));
    else
        snprintf(text, size, "%u race%s, first %s, %s scope, path %s", replay->races,
                 replay->races == 1 ? "" : "s", scord_verdict_name(replay->first_race.verdict),
                 scord_scope_name(replay->first_race.scope),
                 scord_path_name(replay->first_word.path));
}

static bool expectation_holds(const scord_replay_t *replay, const scord_event_expect_t *expect) {
    if (expect->path != SCORD_EXPECT_ANY && expect->path != replay->first_word.path) return false;
    if (expect->races != replay->races) return false;
    if (expect->races == 0) return true;
    return expect->verdict == replay->first_race.verdict &&
           (expect->scope == SCORD_EXPECT_ANY || expect->scope == replay->first_race.scope);
}

static scord_replay_status_t replay_expect(const scord_replay_t *replay,
                                           const scord_event_expect_t *expect, char *message,
                                           size_t message_size) {
    if (expectation_holds(replay, expect)) return SCORD_REPLAY_OK;
    char seen[160], verdict[96] = "", path[48] = "";
    describe_outcome(replay, seen, sizeof seen);
    if (expect->races)
        snprintf(verdict, sizeof verdict, ", first %s, %s scope",
                 scord_verdict_name(expect->verdict),
                 expect->scope == SCORD_EXPECT_ANY ? "any" : scord_scope_name(expect->scope));
    if (expect->path != SCORD_EXPECT_ANY)
        snprintf(path, sizeof path, ", path %s", scord_path_name(expect->path));
    snprintf(message, message_size, "expected %u race%s%s%s; seen %s", expect->races,
             expect->races == 1 ? "" : "s", verdict, path, seen);
    return SCORD_REPLAY_EXPECTATION;
}

static scord_replay_status_t replay_expect_pick(const scord_replay_t *replay,
                                                const scord_event_expect_t *expect, char *message,
                                                size_t message_size) {
    if (replay->pick == expect->warp) return SCORD_REPLAY_OK;
    if (replay->pick < 0)
        snprintf(message, message_size, "expected the scheduler to pick warp %u; seen no pick",
                 expect->warp);
    else
        snprintf(message, message_size, "expected the scheduler to pick warp %u; seen warp %d",
                 expect->warp, replay->pick);
    return SCORD_REPLAY_EXPECTATION;
}

void scord_replay_init(scord_replay_t *replay, scord_model_t *model, scord_observe_t *observe,
                       void *context) {
    *replay = (scord_replay_t){.model = model, .observe = observe, .context = context, .pick = -1};
}

/* An event that is not lowered. False: EVENT is. */
static bool replay_other(scord_replay_t *replay, const scord_event_t *event, char *message,
                         size_t message_size, scord_replay_status_t *status) {
    *status = SCORD_REPLAY_OK;
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN:
        *status = replay_kernel_begin(replay, &event->kernel_begin, message, message_size);
        return true;
    case SCORD_EVENT_KIND_SCHEDULE:
        replay->pick = scord_model_issue_pick(replay->model, event->schedule.sm,
                                              (scord_issue_policy_t)event->schedule.policy,
                                              event->schedule.ready);
        return true;
    case SCORD_EVENT_KIND_EXPECT:
        *status = replay_expect(replay, &event->expect, message, message_size);
        return true;
    case SCORD_EVENT_KIND_EXPECT_PICK:
        *status = replay_expect_pick(replay, &event->expect, message, message_size);
        return true;
    default: return false;
    }
}

scord_replay_status_t scord_replay_event(scord_replay_t *replay, const scord_event_t *event,
                                         char *message, size_t message_size) {
    scord_replay_status_t status;
    if (!replay_other(replay, event, message, message_size, &status)) lower_and_take(replay, event);
    return status;
}

scord_replay_status_t scord_replay_lowered(scord_replay_t *replay, const scord_event_t *event,
                                           unsigned sm, const scord_sm_event_t *lowered,
                                           unsigned count, char *message, size_t message_size) {
    scord_replay_status_t status;
    if (!replay_other(replay, event, message, message_size, &status))
        take_lowered(replay, event, sm, lowered, count);
    return status;
}
