/* SPDX-License-Identifier: Apache-2.0 */
/* warp_words.c: see warp_words.h.
 *
 * Two accesses of one place conflict when their lanes differ, one of them writes, and not both
 * synchronise as atomics do. After several lanes have written one place in one instruction a reader
 * finds its own value there, or the store is a finding of its own (lanes/different-values): only
 * later writers conflict.
 */
#include "sim/sm/watch/warp_words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/repeat_bits.h"
#include "cmodel/semantics.h"

/* A packed access: its lane, another lane that has done the same, flags, the instruction. */
enum {
    LANE_MASK = SCORD_THREADS_PER_WARP - 1,
    OTHER_SHIFT = 5,
    SEVERAL = 1 << 10, /* there is another lane */
    SYNCHRONISES = 1 << 11,
    INSTRUCTION_SHIFT = 12,
    WORD_BYTES_LOG2 = 2,
    WAYS = 4,                                                  /* places that a segment can have */
    ENTRIES_MAX = SCORD_THREADS_PER_WARP * SCORD_ACCESS_WORDS, /* of one access in the log */
    WARP_SHIFT = 40 /* in a key; segments of 32 bytes of addresses of 40 bits are below */
};
_Static_assert(SCORD_THREADS_PER_WARP == 1 << OTHER_SHIFT &&
                   SCORD_WORD_BYTES == 1 << WORD_BYTES_LOG2,
               "bits");

#define BYTE_PLACES (UINT64_C(1) << 63) /* of a key: places are bytes */
/* Of a key in the log: it writes, by the same instruction as the entry before; and a shift. */
#define LOGGED_WRITES (UINT64_C(1) << 62)
#define LOGGED_SAME   (UINT64_C(1) << 61)
#define LOGGED_SHIFT  48
#define LOGGED_BY     56
#define LOGGED_KEY    (BYTE_PLACES | ((UINT64_C(1) << WARP_SHIFT) - 1))

/* What all places of an access have in common. */
typedef struct step {
    const scord_event_access_t *access;
    uint32_t packed; /* without lanes */
    bool writes;
    uint32_t place_log2; /* of its bytes: a word, or one */
    uint32_t by;         /* 1 << BY places are one lane's */
    uint64_t kind;       /* part of each key */
    uint64_t number;
    uint32_t warp;
    const uint32_t *met; /* by lane: the lanes that it has met; NULL: all or none */
} step_t;

/* Lanes of an access side by side: lane (PLACE >> BY) + SHIFT at each of PLACES of a segment, since
 * 1 << BY places are one lane's. */
typedef struct run {
    uint64_t key;
    uint32_t places;
    int shift;
    uint32_t by;
} run_t;

static uint32_t lane_at(uint32_t place, int shift, uint32_t by) {
    return (uint32_t)((int)(place >> by) + shift);
}

static void free_arrays(warp_words_t *words) {
    free(words->tag);
    free(words->segment);
    free(words->places);
}

void warp_words_free(warp_words_t *words) {
    free_arrays(words);
    for (uint32_t warp = 0; words->log && warp < WARP_WORDS_WARPS; warp++)
        free(words->log[warp].entry);
    free(words->log);
    free(words->met);
    *words = (warp_words_t){0};
}

/* The first of a segment's places. */
static uint32_t set_of(unsigned log2, uint64_t stamp, uint64_t key) {
    const uint64_t hash = (key ^ stamp << 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> (64 - log2)) & ~(uint32_t)(WAYS - 1);
}

/* Whether its warp may still meet what is kept there. */
static bool is_live(const warp_words_t *words, const warp_tag_t *tag) {
    return tag->stamp != 0 &&
           words->current[tag->key >> WARP_SHIFT & (WARP_WORDS_WARPS - 1)] == tag->stamp;
}

/* A place of the set for a new segment; false: all are in use. */
static bool find_room(const warp_words_t *words, uint32_t set, uint32_t *place) {
    for (*place = set; *place < set + WAYS; ++*place)
        if (!is_live(words, &words->tag[*place])) return true;
    return false;
}

static bool allocate(warp_words_t *words, unsigned log2) {
    const size_t count = (size_t)1 << log2;
    warp_tag_t *tag = aligned_alloc(sizeof *tag * WAYS, sizeof *tag * count);
    words->tag = tag;
    words->segment = malloc(count * sizeof *words->segment); /* nothing is read before it is set */
    words->places = malloc(count * sizeof *words->places);
    if (tag && words->segment && words->places) {
        memset(tag, 0, sizeof *tag * count);
        words->log2 = log2;
        return true;
    }
    free_arrays(words);
    words->tag = NULL;
    words->segment = NULL;
    words->places = NULL;
    return false;
}

/* Twice as many places. False: there are as many as can be. */
static bool grow(warp_words_t *words) {
    warp_words_t old = *words;
    if (old.log2 == WARP_SEGMENTS_LOG2_MAX || !allocate(words, old.log2 + 1)) {
        words->tag = old.tag;
        words->segment = old.segment;
        words->places = old.places;
        return false;
    }
    for (uint32_t i = 0; i < UINT32_C(1) << old.log2; i++) {
        const warp_tag_t *tag = &old.tag[i];
        uint32_t place;
        if (!is_live(&old, tag)) continue;
        if (!find_room(words, set_of(words->log2, tag->stamp, tag->key), &place)) {
            words->forgotten++;
            continue;
        }
        words->tag[place] = *tag;
        words->segment[place] = old.segment[i];
        if (!old.segment[i].write_is_even || !old.segment[i].read_is_even)
            words->places[place] = old.places[i];
    }
    free_arrays(&old);
    return true;
}

static warp_segment_t *new_segment(warp_words_t *words, uint32_t warp, uint64_t key) {
    const uint64_t stamp = words->current[warp];
    uint32_t place;
    while (!find_room(words, set_of(words->log2, stamp, key), &place))
        if (!grow(words)) {
            place = set_of(words->log2, stamp, key) + (uint32_t)(words->forgotten++ % WAYS);
            break;
        }
    words->tag[place] = (warp_tag_t){key, stamp};
    warp_segment_t *segment = &words->segment[place];
    *segment =
        (warp_segment_t){.write_is_even = true, .read_is_even = true, .all_synchronise = true};
    return segment;
}

static warp_segment_t *find_segment(warp_words_t *words, uint32_t warp, uint64_t key) {
    const uint64_t stamp = words->current[warp];
    key |= (uint64_t)warp << WARP_SHIFT;
    const uint32_t set = set_of(words->log2, stamp, key);
    for (uint32_t place = set; place < set + WAYS; place++)
        if (words->tag[place].stamp == stamp && words->tag[place].key == key)
            return &words->segment[place];
    return new_segment(words, warp, key);
}

static uint32_t last_write(const warp_segment_t *segment, const warp_places_t *places,
                           uint32_t place) {
    return segment->write_is_even
               ? segment->even_write | lane_at(place, segment->write_shift, segment->write_by)
               : places->last_write[place];
}

static uint32_t last_read(const warp_segment_t *segment, const warp_places_t *places,
                          uint32_t place) {
    return segment->read_is_even
               ? segment->even_read | lane_at(place, segment->read_shift, segment->read_by)
               : places->last_read[place];
}

/* ---- conflicts ---- */

/* Whether LANE and OTHER are two lanes that have not met. */
static bool strangers(const step_t *step, uint32_t lane, uint32_t other) {
    return lane != other && !(step->met && (step->met[lane] >> other & 1) != 0);
}

/* LANE behind EARLIER; no order between the two. */
static bool conflicts(const step_t *step, uint32_t lane, uint32_t earlier, bool earlier_writes) {
    const uint32_t one = earlier & LANE_MASK, other = earlier >> OTHER_SHIFT & LANE_MASK;
    if ((earlier & step->packed & SYNCHRONISES) != 0) return false;
    if ((earlier & SEVERAL) == 0) return strangers(step, lane, one);
    return (!earlier_writes || step->writes || (earlier & SYNCHRONISES) != 0) &&
           (strangers(step, lane, one) || strangers(step, lane, other));
}

/* Meetings of some lanes count, but no lane has met another. */
static bool is_told_without(const step_t *step) {
    uint32_t met = 0;
    for (uint32_t lane = 0; step->met && lane < SCORD_THREADS_PER_WARP; lane++)
        met |= step->met[lane];
    return step->met && met == 0;
}

static bool tell(const step_t *step, uint32_t lane, uint32_t earlier, bool earlier_writes,
                 core_finding_t *finding) {
    const uint32_t first = earlier & LANE_MASK, other = strangers(step, lane, first)
                                                            ? first
                                                            : earlier >> OTHER_SHIFT & LANE_MASK;
    if (!conflicts(step, lane, earlier, earlier_writes) || is_told_without(step)) return false;
    *finding = (core_finding_t){.rule = SCORD_FINDING_WARP_ORDER,
                                .lanes = UINT32_C(1) << lane,
                                .other_lanes = UINT32_C(1) << other,
                                .other_instruction = earlier >> INSTRUCTION_SHIFT,
                                .address = step->access->address[lane],
                                .value = {lane, step->writes, other, earlier_writes}};
    return true;
}

/* True: *finding is a conflict of the run. */
static bool look(const warp_segment_t *segment, const warp_places_t *places, const step_t *step,
                 const run_t *run, core_finding_t *finding) {
    uint32_t written = run->places & segment->wrote,
             read = step->writes ? run->places & segment->read : 0;
    if ((segment->write_is_even && segment->write_shift == run->shift &&
         segment->write_by == run->by) ||
        (segment->all_synchronise && (step->packed & SYNCHRONISES) != 0))
        written = 0;
    if (segment->read_is_even && segment->read_shift == run->shift && segment->read_by == run->by)
        read = 0;
    for (uint32_t rest = written | read; rest != 0; rest &= rest - 1) {
        const uint32_t place = (uint32_t)__builtin_ctz(rest), bit = rest & (0 - rest),
                       lane = lane_at(place, run->shift, run->by);
        if (((written & bit) &&
             tell(step, lane, last_write(segment, places, place), true, finding)) ||
            ((read & bit) && tell(step, lane, last_read(segment, places, place), false, finding)))
            return true;
    }
    return false;
}

/* ---- what is remembered ---- */

/* TOGETHER: earlier lanes of the same kind count, too; else the later one stands for all. */
static void remember(uint32_t *packed, uint32_t *present, uint32_t place, uint32_t lane,
                     const step_t *step, bool together) {
    const uint32_t bit = UINT32_C(1) << place, before = *packed;
    const bool first = !together || !(*present & bit),
               weaker = !first && ((before ^ step->packed) & SYNCHRONISES) != 0;
    *present |= bit;
    if (weaker && !(before & SYNCHRONISES)) return; /* it conflicts with more */
    if (first || weaker)
        *packed = step->packed | lane;
    else if ((before & LANE_MASK) != lane)
        *packed = (before & ~(uint32_t)(LANE_MASK << OTHER_SHIFT)) | lane << OTHER_SHIFT | SEVERAL;
}

/* Whether the run and what is kept of PRESENT are even together; then PRESENT gets its places. */
static bool stays_even(const step_t *step, const run_t *run, uint32_t *present, uint32_t *even,
                       int8_t *shift, uint8_t *by, bool *is_even, bool replaces) {
    const bool alike = *is_even && *shift == run->shift && *by == run->by,
               covers = (*present & ~run->places) == 0 &&
                        (replaces || *present == 0 ||
                         (alike && ((*even ^ step->packed) & SYNCHRONISES) == 0));
    if (!covers && !(alike && *even == step->packed)) return false;
    *present |= run->places;
    *even = step->packed;
    *shift = (int8_t)run->shift;
    *by = (uint8_t)run->by;
    *is_even = true;
    return true;
}

static void take_read(warp_segment_t *segment, warp_places_t *places, const step_t *step,
                      const run_t *run) {
    if (stays_even(step, run, &segment->read, &segment->even_read, &segment->read_shift,
                   &segment->read_by, &segment->read_is_even, false))
        return;
    for (uint32_t rest = segment->read_is_even ? segment->read : 0; rest != 0; rest &= rest - 1)
        places->last_read[__builtin_ctz(rest)] = last_read(segment, places,
                                                           (uint32_t)__builtin_ctz(rest));
    segment->read_is_even = false;
    for (uint32_t rest = run->places; rest != 0; rest &= rest - 1) {
        const uint32_t place = (uint32_t)__builtin_ctz(rest);
        remember(&places->last_read[place], &segment->read, place,
                 lane_at(place, run->shift, run->by), step, true);
    }
}

/* The lane of each place is the last one there, and the only one. */
static void put(uint32_t last[], uint32_t places, uint32_t packed, int shift, uint32_t by) {
    if (places == 0) return;
    const int first = __builtin_ctz(places), end = 32 - __builtin_clz(places);
    if (places >> first == UINT32_MAX >> (32 - (end - first))) {
        for (int place = first; place < end; place++)
            last[place] = packed | lane_at((uint32_t)place, shift, by);
        return;
    }
    for (uint32_t rest = places; rest != 0; rest &= rest - 1)
        last[__builtin_ctz(rest)] = packed | lane_at((uint32_t)__builtin_ctz(rest), shift, by);
}

static void take_write(warp_segment_t *segment, warp_places_t *places, const step_t *step,
                       const run_t *run) {
    const uint32_t now = segment->step == step->number ? segment->now : 0;
    segment->step = step->number;
    segment->now = now | run->places;
    segment->read &= ~run->places;
    segment->all_synchronise = ((segment->wrote & ~run->places) == 0 || segment->all_synchronise) &&
                               (step->packed & SYNCHRONISES) != 0;
    if ((now & run->places) == 0 &&
        stays_even(step, run, &segment->wrote, &segment->even_write, &segment->write_shift,
                   &segment->write_by, &segment->write_is_even, true))
        return;
    if (segment->write_is_even)
        put(places->last_write, segment->wrote, segment->even_write, segment->write_shift,
            segment->write_by);
    segment->write_is_even = false;
    if ((now & run->places) == 0) {
        put(places->last_write, run->places, step->packed, run->shift, run->by);
        segment->wrote |= run->places;
        return;
    }
    for (uint32_t rest = run->places; rest != 0; rest &= rest - 1) {
        const uint32_t place = (uint32_t)__builtin_ctz(rest);
        remember(&places->last_write[place], &segment->wrote, place,
                 lane_at(place, run->shift, run->by), step, now >> place & 1);
    }
}

/* ---- an access, run by run ---- */

/* All lanes of the access side by side: lane 0, as if it took part, at *FIRST. */
static bool is_consecutive(const step_t *step, uint64_t *first) {
    const scord_event_access_t *access = step->access;
    const uint32_t lowest = (uint32_t)__builtin_ctz(access->mask),
                   highest = 31 - (uint32_t)__builtin_clz(access->mask);
    const uint64_t size = access->size;
    uint64_t differ = 0;
    *first = access->address[lowest] - lowest * size;
    if (access->address[highest] != *first + highest * size) return false; /* mostly it tells */
    if (access->mask == UINT32_MAX) {                                      /* a loop for vectors */
        for (uint32_t lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
            differ |= access->address[lane] ^ (*first + lane * size);
        return differ == 0;
    }
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        differ |= access->address[lane] ^ (*first + lane * size);
    }
    return differ == 0;
}

/* The runs of the lanes of MASK, lane 0 being at FIRST: they lie in up to 1 + (1 << BY) segments.
 */
enum { RUNS_MAX = 1 + SCORD_ACCESS_WORDS };
static uint32_t split(const step_t *step, uint64_t first, uint32_t mask, run_t run[RUNS_MAX]) {
    const uint64_t place = first >> step->place_log2, key = place / SCORD_SEGMENT_WORDS;
    uint32_t count = 0;
    for (uint32_t i = 0; i <= UINT32_C(1) << step->by; i++) {
        const int lane = ((int)(i * SCORD_SEGMENT_WORDS) - (int)(place % SCORD_SEGMENT_WORDS)) /
                         (1 << step->by); /* at the segment's place 0 */
        const uint32_t lanes = lane >= 0 ? (lane < 32 ? mask >> lane : 0) : mask << -lane,
                       places = scord_repeat_bits(lanes, 1U << step->by);
        if (places != 0) run[count++] = (run_t){step->kind | (key + i), places, lane, step->by};
    }
    return count;
}

typedef struct looker {
    warp_words_t *words;
    warp_log_t *log;
    bool by_table;           /* the log is empty, and this access goes past it */
    warp_segment_t *segment; /* the last one, as neighbours are often in the same; NULL: none */
    uint64_t key;            /* its key without the warp */
    bool looks, takes, found;
    core_finding_t *finding;
} looker_t;

static void take(warp_segment_t *segment, warp_places_t *places, const step_t *step,
                 const run_t *run) {
    if (step->writes)
        take_write(segment, places, step, run);
    else
        take_read(segment, places, step, run);
}

/* What the log of a warp holds, into the table. */
static void enter(warp_words_t *words, uint32_t warp, warp_log_t *log) {
    for (uint32_t i = 0; i < log->entries; i++) {
        const warp_logged_t *entry = &log->entry[i];
        const run_t run = {entry->key & LOGGED_KEY, entry->places,
                           (int8_t)(entry->key >> LOGGED_SHIFT),
                           (uint32_t)(entry->key >> LOGGED_BY) & 3};
        const step_t step = {.packed = entry->packed,
                             .writes = (entry->key & LOGGED_WRITES) != 0,
                             .number = words->steps += (entry->key & LOGGED_SAME) == 0};
        warp_segment_t *segment = find_segment(words, warp, run.key);
        take(segment, &words->places[segment - words->segment], &step, &run);
    }
    log->entries = 0;
    log->entered = true;
}

/* Nothing in the table, nor in the log, conflicts with what goes into the log. */
static void put_into_log(warp_log_t *log, const step_t *step, const run_t *run) {
    const uint64_t key = run->key | (uint64_t)(uint8_t)(int8_t)run->shift << LOGGED_SHIFT |
                         (uint64_t)run->by << LOGGED_BY | (step->writes ? LOGGED_WRITES : 0);
    warp_logged_t *last = log->entries != 0 ? &log->entry[log->entries - 1] : NULL;
    const bool same = step->writes && last && log->instruction == step->number;
    if (last && (last->key & ~LOGGED_SAME) == key && last->packed == step->packed &&
        (!step->writes || same)) {
        last->places |= run->places;
        return;
    }
    log->instruction = step->number;
    log->entry[log->entries++] = (warp_logged_t){key | (same ? LOGGED_SAME : 0), run->places,
                                                 step->packed};
}

static bool may_meet(const warp_log_t *log, const step_t *step, uint64_t key) {
    return warp_log_may_meet(log, key, step->writes, (step->packed & SYNCHRONISES) != 0);
}
static void mark(warp_log_t *log, const step_t *step, uint64_t key) {
    warp_log_mark(log, key, step->writes, (step->packed & SYNCHRONISES) != 0);
}

/* Whether the run can do without the table. */
static bool stays_in_log(looker_t *looker, const step_t *step, const run_t *run) {
    if (looker->by_table) return false;
    if (!looker->looks || !may_meet(looker->log, step, run->key)) return true;
    enter(looker->words, step->warp, looker->log);
    looker->by_table = true;
    return false;
}

static void go_through(looker_t *looker, const step_t *step, const run_t *run) {
    const bool logged = stays_in_log(looker, step, run);
    if (looker->takes) mark(looker->log, step, run->key);
    if (logged) {
        if (looker->takes) put_into_log(looker->log, step, run);
        return;
    }
    if (!looker->segment || looker->key != run->key)
        looker->segment = find_segment(looker->words, step->warp, run->key);
    looker->key = run->key;
    warp_segment_t *segment = looker->segment;
    warp_places_t *places = &looker->words->places[segment - looker->words->segment];
    if (looker->looks && !looker->found)
        looker->found = look(segment, places, step, run, looker->finding);
    if (looker->takes) take(segment, places, step, run);
}

static void go_through_runs(looker_t *looker, const step_t *step, uint64_t first, uint32_t mask) {
    run_t run[RUNS_MAX];
    const uint32_t count = split(step, first, mask, run);
    for (uint32_t i = 0; i < count; i++) go_through(looker, step, &run[i]);
}

static run_t run_of_lane(const step_t *step, uint32_t lane) {
    const uint64_t all = step->access->address[lane] >> step->place_log2;
    const uint32_t place = (uint32_t)(all % SCORD_SEGMENT_WORDS);
    return (run_t){step->kind | all / SCORD_SEGMENT_WORDS,
                   ((UINT32_C(1) << (1 << step->by)) - 1) << place,
                   (int)lane - (int)(place >> step->by), step->by};
}

static void go_through_lane(looker_t *looker, const step_t *step, uint32_t lane) {
    const run_t run = run_of_lane(step, lane);
    go_through(looker, step, &run);
}

/* Behind the last lane that follows LANE, each BY bytes behind its neighbour. */
static uint32_t end_of_row(const scord_event_access_t *access, uint32_t lane, uint64_t by) {
    uint32_t end = lane + 1;
    while (end < SCORD_THREADS_PER_WARP && (access->mask >> end & 1) != 0 &&
           access->address[end] == access->address[end - 1] + by)
        end++;
    return end;
}

/* The lanes from LANE to END of a load at one place: its first and its last two tell all. */
static void go_through_same(looker_t *looker, const step_t *step, uint32_t lane, uint32_t end) {
    for (uint32_t i = lane; i < end; i++)
        if (i < lane + 2 || i + 2 >= end) go_through_lane(looker, step, i);
}

/* Row after row of lanes whose places follow each other, or are the same. */
static void each_row(looker_t *looker, const step_t *step) {
    const scord_event_access_t *access = step->access;
    for (uint32_t lane = 0, end; lane < SCORD_THREADS_PER_WARP; lane = end) {
        end = lane + 1;
        if ((access->mask >> lane & 1) == 0) continue;
        end = end_of_row(access, lane, access->size);
        if (end > lane + 1) {
            const uint32_t lanes = UINT32_MAX >> (SCORD_THREADS_PER_WARP - (end - lane)) << lane;
            go_through_runs(looker, step, access->address[lane] - (uint64_t)lane * access->size,
                            lanes);
            continue;
        }
        if (!step->writes) end = end_of_row(access, lane, 0);
        go_through_same(looker, step, lane, end);
    }
}

/* Lanes anywhere, none of which can meet anything, into the log. False: nothing is done; a load of
 * one word by all lanes has a shorter way. */
static bool put_lanes_into_log(warp_log_t *log, const step_t *step) {
    const scord_event_access_t *access = step->access;
    const uint32_t lowest = (uint32_t)__builtin_ctz(access->mask),
                   highest = 31 - (uint32_t)__builtin_clz(access->mask);
    uint64_t last = UINT64_MAX;
    if (!step->writes && access->address[lowest] == access->address[highest]) return false;
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        const run_t run = run_of_lane(step, (uint32_t)__builtin_ctz(rest));
        if (run.key != last && may_meet(log, step, run.key)) return false;
        last = run.key;
    }
    last = UINT64_MAX;
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        const run_t run = run_of_lane(step, (uint32_t)__builtin_ctz(rest));
        if (run.key != last) mark(log, step, run.key);
        last = run.key;
        put_into_log(log, step, &run);
    }
    return true;
}

/* Lanes of one instruction are not ordered behind each other: all look before any is kept. A load
 * looks for writes, and keeps none, so that it does both at once; so does a single run. */
static void look_and_take(looker_t *looker, const step_t *step) {
    uint64_t first;
    run_t run[RUNS_MAX];
    const bool consecutive = is_consecutive(step, &first);
    const uint32_t runs = consecutive ? split(step, first, step->access->mask, run) : 0;
    const bool at_once = !step->writes || runs == 1;
    if (!consecutive && put_lanes_into_log(looker->log, step)) return;
    for (uint32_t pass = at_once ? 1 : 0; pass < 2; pass++) {
        looker->looks = at_once || pass == 0;
        looker->takes = pass == 1;
        for (uint32_t i = 0; i < runs; i++) go_through(looker, step, &run[i]);
        if (!consecutive) each_row(looker, step);
    }
}

void warp_words_tell_parts(warp_words_t *words) {
    if (!words->met) words->met = calloc(WARP_WORDS_WARPS, sizeof *words->met);
}

void warp_words_meet_some(warp_words_t *words, uint32_t warp, uint32_t lanes) {
    uint32_t *met = words->met[warp], all = lanes;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) all |= met[__builtin_ctz(rest)];
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) met[__builtin_ctz(rest)] = all;
}

static bool synchronises(const scord_event_access_t *access) {
    return access->op == SCORD_OP_ATOMIC || access->semantics != SCORD_SEMANTICS_NONE;
}

void warp_words_prefetch(const warp_words_t *words, uint32_t warp,
                         const scord_event_access_t *access) {
    const bool narrow = access->size < SCORD_WORD_BYTES;
    const warp_log_t *log = words->log ? &words->log[warp] : NULL;
    if (!log || !log->entered || log->stamp != words->current[warp]) return;
    for (uint32_t i = 0; i < 2; i++) { /* mostly it has one or two segments */
        const uint32_t lane = i == 0 ? (uint32_t)__builtin_ctz(access->mask)
                                     : 31 - (uint32_t)__builtin_clz(access->mask);
        const uint64_t place = access->address[lane] / (narrow ? 1 : SCORD_WORD_BYTES),
                       key = place / SCORD_SEGMENT_WORDS | (narrow ? BYTE_PLACES : 0);
        if (!warp_log_may_meet(log, key, access->op != SCORD_OP_LOAD, synchronises(access)))
            continue;
        const uint32_t set = set_of(words->log2, words->current[warp],
                                    key | (uint64_t)warp << WARP_SHIFT);
        __builtin_prefetch(&words->tag[set]);
        __builtin_prefetch(&words->segment[set], 1);
    }
}

/* A log that is full: of few segments, as of a loop that polls, it goes into the table. Else the
 * log grows, or forgets its older half. */
static void make_room(warp_words_t *words, uint32_t warp, warp_log_t *log) {
    if (!warp_log_is_stream(log)) {
        enter(words, warp, log);
    } else if (words->grown + log->most <= WARP_SEGMENTS_MAX) {
        words->grown += log->most;
        log->most *= 2;
    } else {
        words->forgotten += log->entries / 2;
        warp_log_drop(log, log->entries / 2);
        log->entry[0].key &= ~LOGGED_SAME;
    }
}

/* The log of WARP, with room for an access; the first call makes it, and the table. NULL: no
 * memory. */
static warp_log_t *log_of(warp_words_t *words, uint32_t warp) {
    if (!words->tag && !allocate(words, WARP_SEGMENTS_LOG2)) return NULL;
    if (!words->log && !(words->log = calloc(WARP_WORDS_WARPS, sizeof *words->log))) return NULL;
    warp_log_t *log = &words->log[warp];
    if (log->stamp != words->current[warp]) warp_log_begin(log, words->current[warp]);
    if (log->entries + ENTRIES_MAX > log->most) make_room(words, warp, log);
    return warp_log_room(log, ENTRIES_MAX) ? log : NULL;
}

bool warp_words_access(warp_words_t *words, uint32_t warp, const core_step_result_t *result,
                       core_finding_t *finding) {
    const scord_event_access_t *access = &result->access;
    const bool narrow = access->size < SCORD_WORD_BYTES;
    assert(words->current[warp] != 0 && result->outcome == CORE_ACCESS && access->mask != 0);
    if (result->instruction >> (32 - INSTRUCTION_SHIFT) != 0) return false; /* no room for it */
    warp_log_t *log = log_of(words, warp);
    if (!log) return false;
    const step_t step = {.access = access,
                         .packed = result->instruction << INSTRUCTION_SHIFT |
                                   (synchronises(access) ? SYNCHRONISES : 0),
                         .writes = access->op != SCORD_OP_LOAD,
                         .place_log2 = narrow ? 0 : WORD_BYTES_LOG2,
                         .by = (uint32_t)__builtin_ctz(access->size) -
                               (narrow ? 0 : WORD_BYTES_LOG2),
                         .kind = narrow ? BYTE_PLACES : 0,
                         .number = ++words->steps,
                         .warp = warp,
                         .met = words->met ? words->met[warp] : NULL};
    looker_t looker = {.words = words, .log = log, .finding = finding};
    look_and_take(&looker, &step);
    if (looker.found) finding->instruction = result->instruction;
    return looker.found;
}
