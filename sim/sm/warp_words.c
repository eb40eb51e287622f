/* warp_words.c: see warp_words.h.
 *
 * Two accesses of one place conflict when their lanes differ, one of them writes, and not both
 * synchronise as atomics do. After several lanes have written one place in one instruction a reader
 * finds its own value there, or the store is a finding of its own (lanes/different-values): only
 * later writers conflict.
 */
#include "sim/sm/warp_words.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/semantics.h"

/* A packed access: its lane, another lane that has done the same, flags, the instruction. */
enum {
    LANE_MASK = SCORD_THREADS_PER_WARP - 1,
    OTHER_SHIFT = 5,
    SEVERAL = 1 << 10, /* there is another lane */
    SYNCHRONISES = 1 << 11,
    INSTRUCTION_SHIFT = 12,
    HASH_SHIFT = 64 - 11
};
_Static_assert(SCORD_THREADS_PER_WARP == 1 << OTHER_SHIFT && WARP_SEGMENTS == 1 << 11, "bits");

#define BYTE_PLACES (UINT64_C(1) << 63) /* of a key: places are bytes */

/* What all places of an access have in common. */
typedef struct step {
    const scord_event_access_t *access;
    uint32_t packed; /* without lanes */
    bool writes, bytes;
} step_t;

void warp_words_free(warp_words_t *words) {
    free(words->segment);
    *words = (warp_words_t){0};
}

static uint64_t key_of(const step_t *step, uint32_t lane) {
    const uint64_t address = step->access->address[lane];
    return step->bytes ? BYTE_PLACES | address / SCORD_SEGMENT_WORDS
                       : address / SCORD_SEGMENT_BYTES;
}

/* The places that LANE touches, of the segment of its key. */
static uint32_t places_of(const step_t *step, uint32_t lane, uint32_t *count) {
    const uint64_t address = step->access->address[lane];
    const uint32_t place = step->bytes ? 1 : SCORD_WORD_BYTES;
    *count = step->access->size / place;
    return (uint32_t)(address / place % SCORD_SEGMENT_WORDS);
}

static warp_segment_t *find_segment(warp_words_t *words, uint64_t stamp, uint64_t key) {
    warp_segment_t *segment =
        &words->segment[(key ^ stamp << 32) * UINT64_C(0x9e3779b97f4a7c15) >> HASH_SHIFT];
    if (segment->stamp == stamp && segment->key == key) return segment;
    segment->key = key;
    segment->stamp = stamp;
    segment->wrote = segment->read = 0;
    return segment;
}

/* LANE behind EARLIER; no order between the two. */
static bool conflicts(const step_t *step, uint32_t lane, uint32_t earlier, bool earlier_writes) {
    if ((earlier & step->packed & SYNCHRONISES) != 0) return false;
    if ((earlier & SEVERAL) == 0) return (earlier & LANE_MASK) != lane;
    return !earlier_writes || step->writes || (earlier & SYNCHRONISES) != 0;
}

static void tell(const step_t *step, uint32_t lane, uint32_t earlier, bool earlier_writes,
                 core_finding_t *finding) {
    const uint32_t first = earlier & LANE_MASK,
                   other = first != lane ? first : earlier >> OTHER_SHIFT & LANE_MASK;
    *finding = (core_finding_t){.rule = SCORD_FINDING_WARP_ORDER,
                                .lanes = UINT32_C(1) << lane,
                                .other_lanes = UINT32_C(1) << other,
                                .other_instruction = earlier >> INSTRUCTION_SHIFT,
                                .address = step->access->address[lane],
                                .value = {lane, step->writes, other, earlier_writes}};
}

/* True: *finding is the conflict of LANE at one of its places. */
static bool look(const warp_segment_t *segment, const step_t *step, uint32_t lane,
                 core_finding_t *finding) {
    uint32_t count;
    const uint32_t first = places_of(step, lane, &count);
    for (uint32_t place = first; place < first + count; place++) {
        if ((segment->wrote >> place & 1) &&
            conflicts(step, lane, segment->last_write[place], true)) {
            tell(step, lane, segment->last_write[place], true, finding);
            return true;
        }
        if (step->writes && (segment->read >> place & 1) &&
            conflicts(step, lane, segment->last_read[place], false)) {
            tell(step, lane, segment->last_read[place], false, finding);
            return true;
        }
    }
    return false;
}

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

/* NOW: the places that lanes of this instruction have written before. */
static void take(warp_segment_t *segment, const step_t *step, uint32_t lane, uint32_t *now) {
    uint32_t count;
    const uint32_t first = places_of(step, lane, &count);
    for (uint32_t place = first; place < first + count; place++) {
        const uint32_t bit = UINT32_C(1) << place;
        if (!step->writes) {
            remember(&segment->last_read[place], &segment->read, place, lane, step, true);
            continue;
        }
        remember(&segment->last_write[place], &segment->wrote, place, lane, step, *now & bit);
        segment->read &= ~bit;
        *now |= bit;
    }
}

bool warp_words_access(warp_words_t *words, uint64_t stamp, const core_step_result_t *result,
                       core_finding_t *finding) {
    const scord_event_access_t *access = &result->access;
    const bool synchronises = access->op == SCORD_OP_ATOMIC ||
                              access->semantics != SCORD_SEMANTICS_NONE;
    const step_t step = {.access = access,
                         .packed = result->instruction << INSTRUCTION_SHIFT |
                                   (synchronises ? SYNCHRONISES : 0),
                         .writes = access->op != SCORD_OP_LOAD,
                         .bytes = access->size < SCORD_WORD_BYTES};
    bool found = false;
    assert(stamp != 0 && result->outcome == CORE_ACCESS);
    if (result->instruction >> (32 - INSTRUCTION_SHIFT) != 0) return false; /* no room for it */
    if (!words->segment && !(words->segment = calloc(WARP_SEGMENTS, sizeof *words->segment)))
        return false;
    for (uint32_t left = access->mask; left != 0;) {
        const uint64_t key = key_of(&step, (uint32_t)__builtin_ctz(left));
        warp_segment_t *segment = find_segment(words, stamp, key);
        uint32_t here = 0, now = 0;
        for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(rest);
            if (key_of(&step, lane) != key) continue;
            here |= rest & (0 - rest);
            if (!found) found = look(segment, &step, lane, finding);
        }
        for (uint32_t rest = here; rest != 0; rest &= rest - 1)
            take(segment, &step, (uint32_t)__builtin_ctz(rest), &now);
        left &= ~here;
    }
    if (found) finding->instruction = result->instruction;
    return found;
}
