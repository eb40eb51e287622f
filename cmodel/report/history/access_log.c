/* SPDX-License-Identifier: Apache-2.0 */
/* access_log.c: see access_log.h. Notes are 64-bit slots, the kind in the three lowest bits:
 *
 *   head     kind, size, write, keeps, block, warp, PC │ sequence: of the notes that follow
 *            (keeps: atomics that change nothing)
 *   word     kind, lane, word, segment            one word of a segment
 *   follow   kind, lane of word 0, segment │ words   lanes follow from that of word 0
 *   lanes    kind, segment │ words │ a byte a word, in four slots
 *   place    kind, lane │ address                 one word, anywhere (bytes have addresses of
 *                                                 their own)
 *
 * Invariant: the first note is a head.
 */
#include "cmodel/report/history/access_log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

enum { NOTE_HEAD, NOTE_WORD, NOTE_FOLLOW, NOTE_LANES, NOTE_PLACE, KIND_BITS = 3 };
enum { LANE_SLOTS = SCORD_SEGMENT_WORDS / sizeof(uint64_t), LONGEST = 2 + 2 + LANE_SLOTS };
enum { LANE_SHIFT = KIND_BITS, WORD_SHIFT = LANE_SHIFT + 5, SEGMENT_SHIFT = WORD_SHIFT + 5 };
enum {
    SIZE_SHIFT = KIND_BITS,
    WRITE_SHIFT = SIZE_SHIFT + 5,
    KEEPS_SHIFT = WRITE_SHIFT + 1,
    BLOCK_SHIFT = KEEPS_SHIFT + 1,
    WARP_SHIFT = BLOCK_SHIFT + 8,
    PC_SHIFT = 32
};
_Static_assert(SCORD_ADDRESS_WIDTH - 7 + SEGMENT_SHIFT <= 64 && SCORD_SEGMENT_WORDS == 32 &&
                   WARP_SHIFT + 8 <= PC_SHIFT,
               "a note has room for its fields");

void scord_access_log_clear(scord_access_log_t *log) { log->count = 0; }

void scord_access_log_destroy(scord_access_log_t *log) {
    free(log->slot);
    *log = (scord_access_log_t){0};
}

static void put(scord_access_log_t *log, uint64_t slot) { log->slot[log->count++] = slot; }

/* Room for one more note and its head. False: no memory. */
static bool make_room(scord_access_log_t *log, scord_access_history_t *history) {
    const bool settled = log->count + LONGEST <= SCORD_LOG_SLOTS ||
                         scord_access_log_settle(log, history);
    return SCORD_ARRAY_ROOM(log->slot, log->allocated, log->count + LONGEST) && settled;
}

static void put_head(scord_access_log_t *log, const scord_past_segment_t *segment) {
    scord_past_segment_t *last = &log->last;
    if (log->count != 0 && last->sequence == segment->sequence && last->pc == segment->pc &&
        last->block_id == segment->block_id && last->warp_id == segment->warp_id &&
        last->size == segment->size && last->write == segment->write &&
        last->changes_nothing == segment->changes_nothing)
        return;
    last->sequence = segment->sequence;
    last->pc = segment->pc;
    last->block_id = segment->block_id;
    last->warp_id = segment->warp_id;
    last->size = segment->size;
    last->write = segment->write;
    last->changes_nothing = segment->changes_nothing;
    put(log, NOTE_HEAD | (uint64_t)segment->size << SIZE_SHIFT |
                 (uint64_t)segment->write << WRITE_SHIFT |
                 (uint64_t)segment->changes_nothing << KEEPS_SHIFT |
                 (uint64_t)segment->block_id << BLOCK_SHIFT |
                 (uint64_t)segment->warp_id << WARP_SHIFT | (uint64_t)segment->pc << PC_SHIFT);
    put(log, segment->sequence);
}

bool scord_access_log_segment(scord_access_log_t *log, scord_access_history_t *history,
                              const scord_past_segment_t *segment) {
    const uint32_t words = segment->words;
    const uint64_t number = segment->address / SCORD_SEGMENT_BYTES << SEGMENT_SHIFT;
    unsigned lane;
    assert(words != 0 && segment->address >> SCORD_ADDRESS_WIDTH == 0);
    if (!make_room(log, history)) return false;
    put_head(log, segment);
    if ((words & (words - 1)) == 0) {
        const unsigned word = (unsigned)__builtin_ctz(words);
        lane = segment->follow ? scord_past_lane(segment->lane_of_0, word, segment->size)
                               : segment->first[word];
        put(log, NOTE_WORD | (uint64_t)lane << LANE_SHIFT | (uint64_t)word << WORD_SHIFT | number);
        return true;
    }
    if (scord_past_lanes_follow(segment, &lane)) {
        put(log, NOTE_FOLLOW | (uint64_t)lane << LANE_SHIFT | number);
        put(log, words);
        return true;
    }
    put(log, NOTE_LANES | number);
    put(log, words);
    memcpy(&log->slot[log->count], segment->first, sizeof segment->first);
    log->count += LANE_SLOTS;
    return true;
}

bool scord_access_log_word(scord_access_log_t *log, scord_access_history_t *history,
                           uint64_t address, uint8_t block_id, uint8_t warp_id, uint64_t sequence,
                           uint32_t pc, unsigned lane, bool write) {
    const scord_past_segment_t head = {
        .sequence = sequence, .pc = pc, .block_id = block_id, .warp_id = warp_id, .write = write};
    if (!make_room(log, history)) return false;
    put_head(log, &head);
    put(log, NOTE_PLACE | (uint64_t)lane << LANE_SHIFT);
    put(log, address);
    return true;
}

/* ---- taking ---- */

static unsigned field(uint64_t slot, unsigned shift, unsigned width) {
    return (unsigned)(slot >> shift & ((1u << width) - 1));
}

static void take_head(scord_past_segment_t *head, const uint64_t *note) {
    head->size = (uint8_t)field(note[0], SIZE_SHIFT, 5);
    head->write = field(note[0], WRITE_SHIFT, 1);
    head->changes_nothing = field(note[0], KEEPS_SHIFT, 1);
    head->block_id = (uint8_t)field(note[0], BLOCK_SHIFT, 8);
    head->warp_id = (uint8_t)field(note[0], WARP_SHIFT, 8);
    head->pc = (uint32_t)(note[0] >> PC_SHIFT);
    head->sequence = note[1];
}

/* One note, after its head. Returns its slots. */
static uint32_t take(scord_access_history_t *history, scord_past_segment_t *segment,
                     const uint64_t *note, bool *taken) {
    const unsigned lane = field(note[0], LANE_SHIFT, 5), word = field(note[0], WORD_SHIFT, 5);
    segment->address = (note[0] >> SEGMENT_SHIFT) * SCORD_SEGMENT_BYTES;
    segment->follow = false;
    switch (field(note[0], 0, KIND_BITS)) {
    case NOTE_WORD:
        segment->words = UINT32_C(1) << word;
        segment->first[word] = (uint8_t)lane;
        *taken = scord_access_history_add_segment(history, segment);
        return 1;
    case NOTE_FOLLOW:
        segment->words = (uint32_t)note[1];
        segment->follow = true;
        segment->lane_of_0 = (uint8_t)lane;
        *taken = scord_access_history_add_segment(history, segment);
        return 2;
    case NOTE_LANES:
        segment->words = (uint32_t)note[1];
        memcpy(segment->first, &note[2], sizeof segment->first);
        *taken = scord_access_history_add_segment(history, segment);
        return 2 + LANE_SLOTS;
    default:
        *taken = scord_access_history_add(history, note[1], segment->block_id, segment->warp_id,
                                          segment->sequence, segment->pc, lane, segment->write);
        return 2;
    }
}

bool scord_access_log_settle(scord_access_log_t *log, scord_access_history_t *history) {
    scord_past_segment_t segment = {0};
    bool all = true;
    for (uint32_t at = 0; at < log->count;) {
        bool taken = true;
        const uint64_t *note = &log->slot[at];
        if (field(note[0], 0, KIND_BITS) == NOTE_HEAD) {
            take_head(&segment, note);
            at += 2;
        } else {
            at += take(history, &segment, note, &taken);
        }
        all &= taken;
    }
    log->count = 0;
    return all;
}
